/** Records the contract with the client of a project. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, NumberField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { amount, chosen, day, formOf, maybeAmount, text } from "@ops/platform/ui/forms/checked-form.ts"
import { share } from "../../budget/web/budget-form.ts"
import { type Contract, moneyLists } from "../../budget/web/budget-labels.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { whole } from "../../web/construction-form.ts"

const Form = formOf(
  {
    clientId: chosen("Client"),
    reference: text("Contract", 100, true),
    signedDate: day("Day of signing"),
    agreedValue: amount("Worth"),
    retentionRate: share("Retention"),
    defectDays: whole("Defect period", 0, 3650),
    advanceAmount: maybeAmount("Advance"),
    recoveryRate: share("Recovery"),
  },
  ({ advanceAmount, recoveryRate }) =>
    Number(advanceAmount || 0) > 0 && !recoveryRate
      ? { path: ["recoveryRate"], issue: "Set the share of each certificate that recovers the advance" }
      : undefined,
)

export default function BillingContractDialog({ of, onClose }: { readonly of: Contract; readonly onClose: () => void }) {
  const clients = useApi("GET /api/clients", { query: { limit: 1000 } }).data ?? []
  const agree = useCommand("PUT /api/construction-projects/:id/contract", {
    id: of.id,
    body: ({ advanceAmount, ...form }: typeof Form.Type) => ({ ...form, advanceAmount: advanceAmount || "0", ...(of.agreed && { version: of.version }) }),
    lists: moneyLists,
    done: ({ reference }) => `Contract ${reference} agreed`,
    failed: "Failed to save the contract",
  })
  return (
    <FormDialog
      title="Contract with the client"
      help="Once something is billed its terms stay; its worth changes by approved changes."
      schema={Form}
      defaults={{
        clientId: of.clientId ?? undefined,
        reference: of.reference ?? "",
        signedDate: of.signedDate ?? today(),
        agreedValue: of.agreedValue ?? "",
        retentionRate: Number(of.retentionRate ?? 10),
        defectDays: of.defectDays ?? 180,
        advanceAmount: of.advanceAmount === "0.00" ? "" : (of.advanceAmount ?? ""),
        recoveryRate: of.recoveryRate === null || of.recoveryRate === "0.00" ? undefined : Number(of.recoveryRate),
      }}
      submit="Agree"
      pending="Writing down..."
      save={agree.send}
      onClose={onClose}
    >
      <SelectField
        key={clients.length}
        name="clientId"
        label="Client"
        options={clients.filter(({ status }) => status !== "inactive").map(({ id, companyName }) => ({ value: id, label: companyName }))}
        placeholder="Choose a client"
        numeric
        required
      />
      <div className="pair">
        <TextField name="reference" label="Contract" hint="The client's reference number" required />
        <DateField name="signedDate" label="Day of signing" max={today()} required />
      </div>
      <div className="pair">
        <MoneyField name="agreedValue" label="Worth" currency="USD" required />
        <NumberField name="retentionRate" label="Retention" unit="%" min={0} max={50} step={0.01} hint="Retention of each certificate" />
      </div>
      <div className="pair">
        <MoneyField name="advanceAmount" label="Advance" currency="USD" />
        <NumberField name="recoveryRate" label="Recovery" unit="%" min={0} max={100} step={0.01} hint="Of each certificate, until the advance is recovered" />
      </div>
      <NumberField
        name="defectDays"
        label="Defect period, days"
        min={0}
        max={3650}
        hint="After completion. Half of the retention is due at completion, the rest after this period"
        required
      />
    </FormDialog>
  )
}
