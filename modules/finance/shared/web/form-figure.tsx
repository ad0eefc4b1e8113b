/** A figure that follows from what a form holds so far, such as the sum of its amounts. */
import { isAmount } from "@ops/platform/ui/forms/checked-form.ts"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { useWatch } from "react-hook-form"

export const FormFigure = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <output className="finance-total">
    <span>{label}</span>
    <b className="num">{value}</b>
  </output>
)

/** The sum of these amounts, in the currency of the form. */
export const FormTotal = ({ of }: { readonly of: readonly string[] }) => {
  const form = useWatch<Record<string, string | undefined>>()
  const amounts = of.map((name) => form[name] ?? "").filter((amount) => isAmount(amount))
  return <FormFigure label="Total" value={formatMoney(sumMoney(amounts), form["currency"] ?? "USD")} />
}
