/** Retires a request: the receipts, and the remaining cash. */
import { today } from "@ops/platform/ui/date.tsx"
import { isAmount } from "@ops/platform/ui/forms/checked-form.ts"
import { DateField, MoneyField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { useWatch } from "react-hook-form"
import { screen } from "../screen.ts"
import type { PettyCashFormProps, PettyCashRequest } from "./labels.ts"
import { FormFigure } from "../../shared/web/form-figure.tsx"

export default function PettyCashRetireDialog({ row, onClose }: PettyCashFormProps) {
  return (
    <ChangeForm
      screen={screen}
      command="retire"
      row={row}
      help={`${formatMoney(row.amount, row.currency)} was paid out. Expenses are posted, the rest is returned to ${row.floatName}.`}
      initial={{ date: today() }}
      needed={["date"]}
      hints={{ receipts: "At least one receipt, unless all the cash was returned. PDF or photo, 5 MB each at most." }}
      check={({ spent, receipts }) =>
        Number(spent) > Number(row.amount)
          ? { spent: "You cannot spend more than was paid out" }
          : Number(spent) > 0 && (receipts as readonly number[]).length === 0
            ? { receipts: "Add the receipts of the expenses" }
            : {}
      }
      rows={[
        {
          key: "spent",
          node: (
            <div className="pair">
              <MoneyField name="spent" label="Spent" currency={row.currency} required />
              <DateField name="date" label="Date" min={row.disbursedDate ?? row.requestDate} max={today()} required />
            </div>
          ),
        },
        { key: "posting-day", node: <PostingDay name="date" /> },
        { key: "rest", node: <GivenBack of={row} /> },
        "receipts",
      ]}
      onClose={onClose}
    />
  )
}

/** The cash that must be returned with the receipts. */
const GivenBack = ({ of }: { readonly of: PettyCashRequest }) => {
  const { spent = "" } = useWatch<{ spent: string }>()
  const rest = isAmount(spent) ? (Math.round(Number(of.amount) * 100) - Math.round(Number(spent) * 100)) / 100 : undefined
  return <FormFigure label="Given back" value={rest !== undefined && rest >= 0 ? formatMoney(rest.toFixed(2), of.currency) : "–"} />
}
