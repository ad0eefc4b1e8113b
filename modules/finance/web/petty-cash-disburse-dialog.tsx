/** Pays an approved petty cash request out of a float. */
import { useRead, useWrite } from "@ops/platform/ui/data.ts"
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/form-dialog.tsx"
import { DateField, SelectField } from "@ops/platform/ui/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Schema } from "effect"
import { day } from "./finance-form.ts"
import { type Float, pettyCashLists, type PettyCashRequest, requestPath } from "./petty-cash-labels.ts"
import { nameOf } from "./words.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    floatId: Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id !== undefined && id > 0 ? undefined : "Float is required"))),
    date: day("Date"),
  }),
)
type Form = typeof Form.Type

export default function PettyCashDisburseDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const request = useRead<PettyCashRequest>(requestPath(id)).data
  const floats = useRead<readonly Float[]>("/api/petty-cash-floats", { limit: 1000 }).data
  const pay = useWrite<Form, PettyCashRequest>({
    method: "PATCH",
    path: () => `${requestPath(id)}/disburse`,
    body: (form) => ({ ...form, version: request?.version }),
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
    </FormDialog>
  )
}
