import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database, statement } from "@ops/platform/database/database.ts"
import { mapDatabaseErrors, withETag } from "@ops/platform/http/answer.ts"
import { tableFile } from "@ops/platform/http/list-query.ts"
import type { Rejection } from "@ops/platform/records/command.ts"
import { type ClosingStep, checklist, ClosingChecks } from "@ops/ledger/periods/closing.ts"
import { periodTitle } from "@ops/ledger/periods/period.ts"
import { latestRevaluation, revaluationPreview } from "@ops/ledger/revaluations/queries.ts"
import { spanOf } from "@ops/ledger/statements/statement.ts"
import { MonthEndApi } from "./contract.ts"
import { factsSql, taxesSql } from "./queries.ts"
import { type MonthFacts, monthEnd } from "./steps.ts"

/** The month-end status of a month. Refused if it is not a month, or has not begun. */
export const monthOf = (period: string) =>
  Effect.gen(function* () {
    const { today, confinedTo } = yield* Who
    const title = yield* Effect.try({ try: () => periodTitle(period), catch: (error) => error as Rejection })
    const { from, to } = spanOf(period)
    const stepOf = new Map((yield* ClosingChecks).map(({ key, step }): [string, ClosingStep] => [key, step ?? "check"]))
    const [[row], lines, preview, latest, taxes] = yield* Effect.all([
      statement(factsSql, [from, to]),
      checklist(period),
      revaluationPreview(period),
      latestRevaluation(period),
      statement(taxesSql, [period]),
    ])
    return monthEnd({
      period,
      title,
      from,
      to,
      today,
      facts: JSON.parse(row!.body) as MonthFacts,
      checks: lines.map((line) => ({ ...line, step: stepOf.get(line.key)! })),
      revaluation: { ...preview, ...latest },
      taxes,
      isAtOneSite: confinedTo !== null,
    })
  })

const columns = [
  { key: "step", title: "Step", kind: "text" },
  { key: "state", title: "State", kind: "text" },
  { key: "summary", title: "What", kind: "text" },
  { key: "amounts", title: "Amount", kind: "text" },
  { key: "by", title: "Who", kind: "text" },
  { key: "at", title: "When", kind: "instant" },
  { key: "open", title: "Open checks", kind: "integer" },
  { key: "next", title: "Next", kind: "text" },
] as const

/** The steps as a file. */
const exported = (month: ReturnType<typeof monthEnd>, format: "csv" | "xlsx") =>
  Effect.gen(function* () {
    const rows = month.steps.map(({ title, state, summary, amounts, owner, by, at, open, next }) => ({
      step: title,
      state,
      summary: summary.join(", "),
      amounts: amounts.map(({ amount, currency }) => `${currency} ${amount}`).join(", "),
      by: by ?? owner,
      at,
      open,
      next: next?.label ?? null,
    }))
    const name = `Month-end ${month.period}`
    return yield* tableFile({ name, sheet: name, columns, rows }, format)
  })

export const MonthEndLive = HttpApiBuilder.group(
  MonthEndApi,
  "monthEnd",
  Effect.fn(function* (handlers) {
    const context = yield* Effect.context<Database | ClosingChecks>()
    return handlers.handleAll({
      month: ({ params: { period }, query: { format = "json" } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const month = yield* monthOf(period)
            return yield* format === "json" ? withETag(JSON.stringify(month), {}) : exported(month, format)
          }).pipe(Effect.provide(context)),
        ),
    })
  }),
)
