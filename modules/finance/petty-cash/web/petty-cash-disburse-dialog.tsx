/** Pays an approved petty cash request out of a float. */
import { today } from "@ops/platform/ui/date.tsx"
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { day } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { Schema } from "effect"
import { useApi, useCommand } from "../../web/client.ts"
import { pettyCashLists } from "./labels.ts"
import { nameOf } from "../../shared/web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    floatId: filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id !== undefined && id > 0 ? undefined : "Float is required")))),
    date: day("Date"),
  }),
)
type Form = typeof Form.Type

export default function PettyCashDisburseDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const request = useApi("GET /api/crm/petty-cash-requests/:id", { id }).data
  const floats = useApi("GET /api/petty-cash-floats", { query: { limit: 1000 } }).data
  const pay = useCommand("PATCH /api/crm/petty-cash-requests/:id/disburse", {
    id,
    body: (form: Form) => ({ ...form, version: request?.version }),
    lists: pettyCashLists,
    done: "Petty cash paid out",
    failed: "Failed to pay out petty cash",
  })
  if (!request || !floats) return null
  const fitting = floats.filter(({ canDisburse, currency }) => canDisburse && currency === request.currency)
  const enough = fitting.filter(({ balance }) => Number(balance) >= Number(request.amount))
  const near = enough.find(({ siteId }) => siteId === request.siteId) ?? enough[0]
  return (
    <FormDialog
      title={`Pay out ${request.requestNumber}`}
      help={`${formatMoney(request.amount, request.currency)} to ${nameOf(request.requestedByUser)}, as an advance until the receipts are handed in.`}
      schema={Form}
      defaults={{ floatId: near?.id, date: today() }}
      submit="Pay out"
      pending="Paying..."
      save={pay.send}
      onClose={onClose}
    >
      <SelectField
        name="floatId"
        label="Float"
        numeric
        placeholder={fitting.length === 0 ? `You keep no float in ${request.currency}` : "Choose a float"}
        options={fitting.map(({ id, name, balance, currency }) => ({ value: id, label: `${name}, ${formatMoney(balance, currency)}` }))}
        required
      />
      <DateField name="date" label="Date" min={request.requestDate} max={today()} required />
      <PostingDay name="date" />
    </FormDialog>
  )
}
