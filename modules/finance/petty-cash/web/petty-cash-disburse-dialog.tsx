/** Pays an approved petty cash request out of a float. */
import { today } from "@ops/platform/ui/date.tsx"
import { DateField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { useApi } from "../../web/client.ts"
import { nameOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"
import type { PettyCashFormProps } from "./labels.ts"

export default function PettyCashDisburseDialog({ row, onClose }: PettyCashFormProps) {
  const floats = useApi("GET /api/petty-cash-floats", { query: { limit: 1000 } }).data
  if (!floats) return null
  const fitting = floats.filter(({ canDisburse, currency }) => canDisburse && currency === row.currency)
  const enough = fitting.filter(({ balance }) => Number(balance) >= Number(row.amount))
  const near = enough.find(({ siteId }) => siteId === row.siteId) ?? enough[0]
  return (
    <ChangeForm
      screen={screen}
      command="disburse"
      row={row}
      help={`${formatMoney(row.amount, row.currency)} to ${nameOf(row.requestedByUser)}, as an advance until the receipts are handed in.`}
      initial={{ floatId: near?.id, date: today() }}
      needed={["date"]}
      rows={[
        {
          key: "float",
          node: (
            <SelectField
              name="floatId"
              label="Float"
              numeric
              placeholder={fitting.length === 0 ? `You keep no float in ${row.currency}` : "Choose a float"}
              options={fitting.map(({ id, name, balance, currency }) => ({ value: id, label: `${name}, ${formatMoney(balance, currency)}` }))}
              required
            />
          ),
        },
        { key: "date", node: <DateField name="date" label="Date" min={row.requestDate} max={today()} required /> },
        { key: "posting-day", node: <PostingDay name="date" /> },
      ]}
      onClose={onClose}
    />
  )
}
