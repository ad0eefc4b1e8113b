/** The explained figure of Today's revenue. */
import { Effect } from "effect"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { statement } from "@ops/platform/database/database.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { added, figure } from "@ops/platform/records/explain.ts"
import { notInTheBooks, type WorkNotBilled } from "@ops/ledger/statements/not-billed.ts"
import { moneySql } from "./queries.ts"
import { comparedSpan, moneySpan } from "./spans.ts"

const lines = [
  ["Posted", "revenue/revenue-total"],
  ["Earned, not billed", "not-in-the-books/not-in-the-books-total"],
] as const

/** What was earned this month so far: the income in the books, and the work that is on no invoice. `work`: that of each module. */
export const moneyFigures = (work: ReadonlyArray<WorkNotBilled>) => [
  figure("money.earned", {
    label: "Monthly Revenue, earned so far",
    unit: "USD",
    takes: ["siteId"],
    isOfBooks: true,
    may: FINANCE,
    explain: Effect.fnUntraced(function* ({ siteId }, { today }) {
      const site = siteId ?? null
      const span = moneySpan({}, today)
      const before = comparedSpan(span)
      const notPosted = yield* notInTheBooks(work, [span, before], site)
      const [now, then] = yield* Effect.forEach([span, before], ({ from, to }, n) =>
        Effect.map(statement(moneySql, [site, from, to]), ([row]) => [row!.earned, notPosted[n]!.reduce((sum, { amount }) => sum + amount, 0)] as const),
      )
      const total = ([posted, left]: readonly [number, number]) => formatMoney(posted + left)
      const rows = lines
        .map(([label, part], n) => ({
          label,
          value: formatMoney(now![n]!),
          figure: { name: "statement.line", parameters: { statement: "pnl", part, ...span, siteId } },
        }))
        .filter((_, n) => n === 0 || now![n] !== 0)
      const inputs = { rows, total: rows.length, sum: total(now!) }
      return {
        value: inputs.sum,
        inputs,
        before: { label: `${before.from} to ${before.to}`, value: total(then!) },
        formula: `Work done for clients from ${span.from} to ${span.to}, whether or not it is on an invoice, before tax: ${added(inputs, "USD")}`,
      }
    }),
  }),
]
