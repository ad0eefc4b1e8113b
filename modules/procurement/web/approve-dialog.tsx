/** Approves a request: the supplier, and a reason where level 10 goes round the ordinary rule. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Schema } from "effect"
import type { PurchaseRequestAnswer } from "../contract.ts"
import { pathsOf, useApi, useCommand } from "./client.ts"

const form = (override: boolean) =>
  Schema.toStandardSchemaV1(
    Schema.Struct({
      vendorId: Schema.String,
      overrideReason: Schema.String.check(
        Schema.makeFilter((reason) => (override && reason.trim() === "" ? "Reason is required" : undefined)),
        Schema.isMaxLength(500, { message: "Reason can have 500 characters at most" }),
      ),
    }),
  )

interface Props {
  readonly request: typeof PurchaseRequestAnswer.Type
  /** it is one's own, or above the limit: a reason is asked for, and kept */
  readonly override: boolean
  readonly onClose: () => void
}

export default function ApproveDialog({ request, override, onClose }: Props) {
  const vendors = useApi("GET /api/vendors")
  const approve = useCommand("PATCH /api/purchase-requests/:id/approve", {
    id: request.id,
    body: ({ vendorId, overrideReason }: { vendorId: string; overrideReason: string }) => ({
      vendorId: vendorId === "" ? null : Number(vendorId),
      overrideReason: overrideReason.trim() || null,
      version: request.version, // what was looked at is what is approved
    }),
    lists: pathsOf("GET /api/purchase-requests"),
    done: "Purchase request approved and email sent",
    failed: "Failed to approve request",
  })
  const options = [
    { value: "", label: "The items' preferred supplier" },
    ...(vendors.data ?? [])
      .filter(({ isActive }) => isActive)
      .map(({ id, name, email }) => ({ value: String(id), label: email ? name : `${name} (no e-mail)` })),
  ]
  const total = request.estimatedTotal === null ? "" : ` for ${formatMoney(request.estimatedTotal, "USD")}`
  return (
    <FormDialog
      title={`Approve ${request.requestNumber}`}
      help={`${request.itemCount === 1 ? "1 item" : `${request.itemCount} items`}${total}. The order is sent to the supplier.`}
      schema={form(override)}
      defaults={{ vendorId: "", overrideReason: "" }}
      submit="Approve"
      pending="Approving..."
      save={approve.send}
      onClose={onClose}
    >
      <SelectField name="vendorId" label="Supplier" options={options} />
      {override && (
        <TextAreaField
          name="overrideReason"
          label="Reason for the override"
          hint="It is your own request, or above your limit. The reason stays in its history."
          rows={2}
          required
        />
      )}
    </FormDialog>
  )
}
