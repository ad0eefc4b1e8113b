/** Approves a request: the supplier, and a reason if level 10 overrides the usual rule. */
import { SelectField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import { count } from "@ops/platform/text.ts"
import { useApi } from "../../web/client.ts"
import { screen } from "../screen.ts"
import type { ActProps } from "./labels.ts"

export default function ApproveDialog({ row, onClose }: ActProps) {
  const vendors = useApi("GET /api/vendors")
  const options = [
    { value: "", label: "The items' preferred supplier" },
    ...(vendors.data ?? [])
      .filter(({ isActive }) => isActive)
      .map(({ id, name, email }) => ({ value: String(id), label: email ? name : `${name} (no e-mail)` })),
  ]
  const total = row.estimatedTotal === null ? "" : ` for ${formatMoney(row.estimatedTotal, "USD")}`
  const reason = (
    <TextAreaField
      name="overrideReason"
      label="Reason for the override"
      hint="This is your own request or above your limit, so give a reason. It is kept in the history."
      rows={2}
      required
    />
  )
  return (
    <ChangeForm
      screen={screen}
      command="approve"
      row={row}
      help={`${count(row.itemCount, "item")}${total}. The order is sent to the supplier.`}
      rows={[
        { key: "supplier", node: <SelectField name="vendorId" label="Supplier" options={options} /> },
        { key: "override", node: row.canOverride && reason },
      ]}
      check={({ overrideReason }) => (row.canOverride && String(overrideReason ?? "").trim() === "" ? { overrideReason: "Reason is required" } : {})}
      onClose={onClose}
    />
  )
}
