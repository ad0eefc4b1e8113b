import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database, statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { mapDatabaseErrors, withETag } from "@ops/platform/http/answer.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { siteAsked } from "@ops/sites/queries.ts"
import type { Rejection } from "@ops/platform/records/command.ts"
import type { Span } from "@ops/ledger/statements/statement.ts"
import { MoneyApi } from "./contract.ts"
import { notInTheBooks, WorkNotBilledOfModules } from "@ops/ledger/statements/not-billed.ts"
import { lastMonths } from "@ops/ledger/statements/months.ts"
import { moneySql } from "./queries.ts"
import { comparedSpan, lastOfMonth, moneySpan } from "./spans.ts"

const closedSql = sql({ period: col.text }, "select period from fiscal_period where status = 'closed'")

type NotInTheBooks = Effect.Success<ReturnType<typeof notInTheBooks>>[number]
const moneyOf = (open: NotInTheBooks, site: number | null, { from, to }: Span) =>
  Effect.gen(function* () {
    const [row] = yield* statement(moneySql, [site, from, to])
    const { earned, billed, costs, result, collected, cash, outstanding } = row!
    const margin = earned - costs
    const sum = (of: (part: (typeof open)[number]) => number) => formatMoney(open.reduce((total, part) => total + of(part), 0))
    return {
      from,
      to,
      money: {
        earned: formatMoney(earned),
        billed: formatMoney(billed),
        earnedNotBilled: sum(({ amount }) => amount),
        notYetBilled: sum(({ now }) => now.notBilled),
        billedAhead: sum(({ now }) => now.ahead),
        costs: formatMoney(costs),
        margin: formatMoney(margin),
        marginPercent: earned === 0 ? null : ((100 * margin) / earned).toFixed(1),
        result: formatMoney(result),
        collected: formatMoney(collected),
        outstanding: formatMoney(outstanding),
        cash: formatMoney(cash),
      },
    }
  })

export const MoneyLive = HttpApiBuilder.group(
  MoneyApi,
  "money",
  Effect.fn(function* (handlers) {
    const database = yield* Database
    const work = yield* WorkNotBilledOfModules
    return handlers.handleAll({
      money: ({ query: { siteId, from, to, against } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const { today } = yield* Who
            const span = yield* Effect.try({ try: () => moneySpan({ from, to }, today), catch: (error) => error as Rejection })
            const site = yield* siteAsked(siteId)
            const compared = comparedSpan(span, against)
            const { months, sites } = yield* lastMonths(span.to, site)
            const closed = new Set((yield* statement(closedSql, [])).map(({ period }) => period))
            const first = months.findIndex((_, n) => sites.some(({ earned, costs }) => earned[n] !== 0 || costs[n] !== 0))
            const open = months.slice(first < 0 ? 12 : first).filter((month) => !closed.has(month))
            const spans = open.map((month) => ({ from: `${month}-01`, to: month === span.to.slice(0, 7) ? span.to : lastOfMonth(`${month}-01`) }))
            const notPosted = yield* notInTheBooks(work, [span, compared, ...spans], site)
            const [now, before] = yield* Effect.all([moneyOf(notPosted[0]!, site, span), moneyOf(notPosted[1]!, site, compared)])
            const total = (name: "earned" | "costs") => months.map((_, n) => sites.reduce((sum, of) => sum + of[name][n]!, 0))
            const trend = {
              months,
              earned: total("earned").map((posted, n) => {
                const left = notPosted[open.indexOf(months[n]!) + 2] ?? []
                return formatMoney(open.includes(months[n]!) ? left.reduce((sum, { amount }) => sum + amount, posted) : posted)
              }),
              costs: total("costs").map((amount) => formatMoney(amount)),
            }
            return yield* withETag(JSON.stringify({ ...now, before, trend }), {})
          }).pipe(Effect.provideService(Database, database)),
        ),
    })
  }),
)
