/** Adds photos to an order while it is open. */
import { PhotoField } from "@ops/platform/ui/files/photo-field.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { pathsOf, useCommand } from "../../web/client.ts"
import type { workOrders } from "../resource.ts"
import { screen } from "../screen.ts"

export default function AddPhotosDialog({ order, onClose }: { readonly order: (typeof workOrders)["Row"]; readonly onClose: () => void }) {
  const add = useCommand("POST /api/work-orders/:id/photos", {
    id: order.id,
    lists: pathsOf("GET /api/work-orders"),
    done: "Photos added",
    failed: "Failed to add photos",
  })
  return (
    <CommandDialog
      command={screen.commands.photograph}
      title={`Photos of ${order.orderNumber}`}
      check={({ photos }) => ((photos as readonly number[]).length === 0 ? { photos: "Choose at least one photo" } : {})}
      narrow
      submit="Add photos"
      pending="Adding..."
      rows={[{ key: "photos", node: <PhotoField name="photos" label="Photos" required /> }]}
      save={add.send}
      onClose={onClose}
    />
  )
}
