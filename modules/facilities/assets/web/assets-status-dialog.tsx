/** Sets the status of an asset. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { AssetAnswer } from "../contract.ts"
import { useCommand } from "../../web/client.ts"
import { assetLists, assetStatuses, assetStatusName, assetStatusOptions } from "./assets-labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    status: Schema.Literals(assetStatuses).annotate({ message: "Status is required" }),
    reason: text("Reason", 500),
  }).check(
    Schema.makeFilter(({ status, reason }) =>
      (status === "down" || status === "inspection") && reason.trim() === "" ? { path: ["reason"], issue: "Reason is required" } : undefined,
    ),
  ),
)

export default function StatusDialog({ of, onClose }: { readonly of: typeof AssetAnswer.Type; readonly onClose: () => void }) {
  const save = useCommand("PUT /api/assets/:id/status", {
    id: of.id,
    lists: assetLists,
    done: ({ name, status }) => `${name}: ${assetStatusName(status).toLowerCase()}`,
    failed: "Failed to set the status",
  })
  // while an order inspects it, it is out of use
  const isHeld = of.downtime.some(({ to, orderId }) => to === null && orderId !== null)
  const options = assetStatusOptions.filter(({ value }) => !isHeld || value === "inspection" || value === "down")
  const usual = of.status === "operational" ? "down" : "operational"
  const first = options.find(({ value }) => value === usual) ?? options.find(({ value }) => value !== of.status)
  return (
    <FormDialog
      title={`Status of ${of.name}`}
      help="Orders for it say it by themselves: an urgent one takes it out of use at once, any other when work begins."
      schema={Form}
      defaults={{ status: first?.value ?? usual, reason: "" }}
      submit="Set status"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <SelectField name="status" label="Status" options={options} required />
      <TextField name="reason" label="Reason" hint="Needed where it is down or under inspection" />
    </FormDialog>
  )
}
