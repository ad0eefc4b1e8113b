/** Sets the status of an asset. */
import { SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { optionsOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { useCommand } from "../../web/client.ts"
import type { assets } from "../resource.ts"
import { screen } from "../screen.ts"
import { assetLists, statusName } from "./assets-labels.ts"

const command = screen.commands.setStatus
const isOut = (status: unknown) => status === "down" || status === "inspection"

export default function StatusDialog({ of, onClose }: { readonly of: (typeof assets)["Row"]; readonly onClose: () => void }) {
  const save = useCommand("PUT /api/assets/:id/status", {
    id: of.id,
    lists: assetLists,
    done: ({ name, status }) => `${name}: ${statusName(status).toLowerCase()}`,
    failed: "Failed to set the status",
  })
  // while an order inspects it, it is out of use
  const isHeld = of.downtime.some(({ to, orderId }) => to === null && orderId !== null)
  const options = command.fields
    .filter(({ name }) => name === "status")
    .flatMap(optionsOf)
    .filter(({ value }) => !isHeld || isOut(value))
  const usual = of.status === "operational" ? "down" : "operational"
  const first = options.find(({ value }) => value === usual) ?? options.find(({ value }) => value !== of.status)
  return (
    <CommandDialog
      command={command}
      title={`Status of ${of.name}`}
      help="Work orders update this automatically: urgent ones immediately, others when work starts."
      initial={{ status: first?.value ?? usual }}
      check={({ status, reason }) => (isOut(status) && String(reason).trim() === "" ? { reason: "Reason is required" } : {})}
      narrow
      submit="Set status"
      pending="Saving..."
      rows={[
        { key: "status", node: <SelectField name="status" label="Status" options={options} required /> },
        { key: "reason", node: <TextField name="reason" label="Reason" hint="Required when it is down or under inspection" /> },
      ]}
      save={save.send}
      onClose={onClose}
    />
  )
}
