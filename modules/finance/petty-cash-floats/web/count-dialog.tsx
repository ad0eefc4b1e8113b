/** Records the count of a float; a difference is posted. */
import { today } from "@ops/platform/ui/date.tsx"
import { isAmount } from "@ops/platform/ui/forms/checked-form.ts"
import { DateField, MoneyField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { useWatch } from "react-hook-form"
import { screen } from "../screen.ts"
import type { Float, FloatFormProps } from "./labels.ts"
import { FormFigure } from "../../shared/web/form-figure.tsx"

export default function CountDialog({ row, onClose }: FloatFormProps) {
  return (
    <ChangeForm
      screen={screen}
      command="count"
      row={row}
      help={`The book has ${formatMoney(row.balance, row.currency)}.`}
      submit="Write down"
      initial={{ date: today() }}
      needed={["date"]}
      hints={{ reason: "Reason for the difference" }}
      rows={[
        {
          key: "counted",
          node: (
            <div className="pair">
              <MoneyField name="counted" label="Counted" currency={row.currency} required />
              <DateField name="date" label="Date" {...(row.lastMovedOn && { min: row.lastMovedOn })} max={today()} required />
            </div>
          ),
        },
        { key: "posting-day", node: <PostingDay name="date" /> },
        { key: "difference", node: <Difference of={row} /> },
        "reason",
      ]}
      onClose={onClose}
    />
  )
}

/** The difference between count and book. */
const Difference = ({ of }: { readonly of: Float }) => {
  const { counted = "" } = useWatch<{ counted: string }>()
  const cents = isAmount(counted) ? Math.round(Number(counted) * 100) - Math.round(Number(of.balance) * 100) : 0
  const much = formatMoney((Math.abs(cents) / 100).toFixed(2), of.currency)
  return <FormFigure label={cents < 0 ? "Missing" : cents > 0 ? "Over" : "Difference"} value={isAmount(counted) ? much : "–"} />
}
