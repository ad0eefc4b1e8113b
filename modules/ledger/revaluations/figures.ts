/** Explains what the revaluation of a month would post, and the result of the month with it. */
import { Effect } from "effect"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { added, figure, type Input } from "@ops/platform/records/explain.ts"
import { moneyWithin } from "../money-names.ts"
import { periodTitle } from "../periods/period.ts"
import { spanOf } from "../statements/statement.ts"
import { revaluationPreview } from "./queries.ts"

const { where, amount } = moneyWithin.result
const resultSql = sql(
  { amount: col.whole },
  `select coalesce(sum(${amount}), 0)::bigint as amount from journal_line l join account a on a.id = l.account_id
   where ${where} and l.entry_date between $1::date and $2::date`,
)
const summed = (rows: ReadonlyArray<Input>, sum: number) => ({ rows, total: rows.length, sum: formatMoney(sum) })

const toPost = figure("revaluation.toPost", {
  label: "Revaluation to post",
  unit: "USD",
  needs: ["month"],
  isOfBooks: true,
  may: FINANCE,
  explain: Effect.fnUntraced(function* ({ month }) {
    const { rate, lines, total } = yield* revaluationPreview(month)
    const inputs = summed(
      lines.map(({ accountNumber, accountName, difference }) => ({ label: `${accountNumber} ${accountName}`, value: formatMoney(difference) })),
      total,
    )
    const at = rate === undefined ? "the official rate" : `${formatMoney(rate)} SSP per dollar`
    const formula = `SSP balances on ${spanOf(month).to} at ${at}, less what the books carry: ${added(inputs, "USD", "accounts")}`
    return { value: inputs.sum, inputs, formula }
  }),
})

const after = figure("revaluation.resultAfter", {
  label: "Result after the revaluation",
  unit: "USD",
  needs: ["month"],
  isOfBooks: true,
  may: FINANCE,
  explain: Effect.fnUntraced(function* ({ month }) {
    const { from, to } = spanOf(month)
    const [[row], { total }] = yield* Effect.all([statement(resultSql, [from, to]), revaluationPreview(month)])
    const inputs = summed(
      [
        {
          label: "Result in the books",
          value: formatMoney(row!.amount),
          figure: { name: "statement.line", parameters: { statement: "pnl", part: "net-profit/net-profit", from, to } },
        },
        { label: "Revaluation to post", value: formatMoney(total), figure: { name: toPost.name, parameters: { month } } },
      ],
      row!.amount + total,
    )
    return { value: inputs.sum, inputs, formula: `Result of ${periodTitle(month)} with the revaluation: ${added(inputs, "USD")}` }
  }),
})

export const revaluationFigures = [toPost, after]
