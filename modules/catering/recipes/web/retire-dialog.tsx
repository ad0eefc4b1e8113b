/** Retires a dish from planning, with a reason. */
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { useCommand } from "../../web/client.ts"
import { type Recipe, recipeLists } from "../../web/menu-labels.ts"

export default function RetireDialog({ recipe, onClose }: { readonly recipe: Recipe; readonly onClose: () => void }) {
  const retire = useCommand("PUT /api/recipes/:id/retire", {
    id: recipe.id,
    body: (reason: string) => ({ reason }),
    lists: recipeLists,
    done: "Recipe retired",
    failed: "Failed to retire the recipe",
  })
  return (
    <ConfirmDialog
      title={`Retire ${recipe.name}?`}
      text="You can no longer plan this dish. Menus that already include it keep it."
      confirm="Retire recipe"
      pending="Saving..."
      danger
      reason={{ label: "Reason", required: true }}
      onConfirm={(reason) => retire.send(reason ?? "")}
      onClose={onClose}
    />
  )
}
