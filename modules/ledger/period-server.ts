import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonText, orUnavailable } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type ListShape, listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import { Records } from "@ops/platform/records/records.ts"
import { checklist, ClosingChecks } from "./closing.ts"
import { askReopening, closePeriod, confirmReopening, openPeriod, periodId, periodTitle, softClosePeriod } from "./period.ts"
import { PeriodsApi } from "./period-contract.ts"

const person = (column: string) =>
  `(select json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name) from person p where p.id = ${column})`

/** The months in which something is posted or that have a record, the latest first. */
const periodList: ListShape = {
  select: `m.id, m.period, trim(to_char((m.period || '-01')::date, 'Month')) || to_char((m.period || '-01')::date, ' YYYY') as title, coalesce(f.status, 'open') as status,
    coalesce(f.reason, '') as reason, coalesce(f.overrides, '[]') as overrides, ${person("f.closed_by")} as "closedByUser",
    to_char(f.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "closedAt", ${person("f.reopening_asked_by")} as "reopeningAskedByUser",
    f.reopening_reason as "reopeningReason"`,
  from: `(select replace(period, '-', '')::bigint as id, period from (select to_char(entry_date, 'YYYY-MM') as period from journal_entry
    union select period from fiscal_period union select to_char(es.today(), 'YYYY-MM')) x) m left join fiscal_period f on f.id = m.id`,
  id: "m.id",
  filters: { status: "coalesce(f.status, 'open')" },
  search: ["m.period"],
  sorts: { period: "m.period" },
  order: "-period",
}

export const PeriodsLive = HttpApiBuilder.group(
  PeriodsApi,
  "periods",
  Effect.fn(function* (handlers) {
    const { perform } = yield* Records
    const context = yield* Effect.context<Database | ClosingChecks>()
    const answer = (period: string) => rowAnswer(periodList, periodId(period), "Period")
    /** Checks the month's name, and gives it its record. */
    const opened = (period: string) => Effect.flatMap(Who, (who) => perform(openPeriod, { period }, who))

    return handlers.handleAll({
      list: ({ query }) => listAnswer("/api/periods", periodList, query),
      checklist: ({ params: { period } }) =>
        orUnavailable(
          Effect.gen(function* () {
            yield* Effect.try({ try: () => periodTitle(period), catch: (error) => error as never })
            return jsonText(JSON.stringify(yield* Effect.provide(checklist(period), context)))
          }),
        ),
      softClose: ({ params: { period }, payload: { reason } }) =>
        orUnavailable(
          Effect.gen(function* () {
            yield* opened(period)
            yield* perform(softClosePeriod, { period, reason }, yield* Who, yield* commandKey)
            return yield* answer(period)
          }),
        ),
      close: ({ params: { period }, payload: { overrides = [] } }) =>
        orUnavailable(
          Effect.gen(function* () {
            yield* opened(period)
            const lines = yield* Effect.provide(checklist(period), context)
            const blockers = lines.filter(({ ok }) => !ok).map(({ key }) => key)
            yield* perform(closePeriod, { period, blockers, overrides }, yield* Who, yield* commandKey)
            return yield* answer(period)
          }),
        ),
      reopen: ({ params: { period }, payload: { reason } }) =>
        orUnavailable(
          Effect.gen(function* () {
            const who = yield* Who
            yield* opened(period)
            if (reason) yield* perform(askReopening, { period, reason }, who, yield* commandKey)
            else yield* perform(confirmReopening, { period }, who, yield* commandKey)
            return yield* answer(period)
          }),
        ),
    })
  }),
)
