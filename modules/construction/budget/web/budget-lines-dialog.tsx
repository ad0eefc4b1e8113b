/** Distributes a project's budget over cost codes. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { formOf, isAmount, maybeAmount } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { useCommand } from "../../web/client.ts"
import { useCodesInUse } from "../../cost-codes/web/codes-in-use.ts"
import { type Budget, codeName, moneyLists } from "./budget-labels.ts"

const Form = formOf({ lines: Schema.Array(Schema.Struct({ costCodeId: Schema.Finite, amount: maybeAmount("Budget") })) }, ({ lines }) =>
  lines.some(({ amount }) => Number(amount) > 0) ? undefined : { path: ["lines", 0, "amount"], issue: "Give the budget of at least one code" },
)
type Form = typeof Form.Type

export default function BudgetLinesDialog({ report, onClose }: { readonly report: Budget; readonly onClose: () => void }) {
  const known = useCodesInUse()
  const set = useCommand("PUT /api/construction-projects/:id/budget", {
    id: report.id,
    body: ({ lines }: Form) => ({ lines: lines.filter(({ amount }) => Number(amount) > 0), version: report.version }),
    lists: moneyLists,
    done: "Budget set",
    failed: "Failed to set the budget",
  })
  if (!known) return <Loading rows={2} />
  const of = (id: number) => report.lines.find(({ costCode }) => costCode.id === id)?.original ?? ""
  return (
    <FormDialog
      title="Budget by cost code"
      help={report.budget === null ? "The sum becomes the budget of the project." : `The project has ${formatMoney(report.budget, "USD")}.`}
      schema={Form}
      defaults={{ lines: known.map(({ id }) => ({ costCodeId: id, amount: of(id) === "0.00" ? "" : of(id) })) }}
      submit="Set budget"
      pending="Setting..."
      save={set.send}
      onClose={onClose}
      wide
    >
      <div className="budget-codes">
        {known.map((code, n) => (
          <MoneyField key={code.id} name={`lines.${n}.amount`} label={codeName(code)} />
        ))}
      </div>
      <Sum budget={report.budget} />
    </FormDialog>
  )
}

const Sum = ({ budget }: { readonly budget: string | null }) => {
  const { lines = [] } = useWatch<Form>()
  const sum = sumMoney(lines.map((line) => (isAmount(line?.amount ?? "") ? line!.amount! : "0")))
  const left = budget === null ? null : sumMoney([budget, sum === "0.00" ? sum : `-${sum}`])
  return (
    <output className="budget-sum">
      <span>Total</span>
      <b className="num">{formatMoney(sum, "USD")}</b>
      {left !== null && (
        <span className={left.startsWith("-") ? "negative" : "muted"}>
          {left.startsWith("-") ? `${formatMoney(left.slice(1), "USD")} above the project's budget` : `${formatMoney(left, "USD")} on no code`}
        </span>
      )}
    </output>
  )
}
