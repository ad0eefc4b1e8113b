import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { setWorkWeek } from "../working-days/work-week.ts"
import { LeaveApi } from "./contract.ts"
import { adjustLeave, encashLeave } from "./leave-account.ts"
import { leaveBalances, leaveCalendar, leavePreview, workWeekRows } from "./queries.ts"

const ownSql = sql({ id: col.whole }, "select id from company_staff where person_id = $1::bigint")

/** A JSON response for the signed-in user. */
const answered = <E, R>(answer: (who: Who["Service"]) => Effect.Effect<unknown, E, R>, status = 200) =>
  mapDatabaseErrors(Effect.map(Effect.flatMap(Who, answer), (value) => jsonResponse(JSON.stringify(value), { status })))

export const LeaveLive = HttpApiBuilder.group(LeaveApi, "leave", (handlers) =>
  handlers.handleAll({
    balance: ({ params: { id }, query: { at } }) => answered((who) => leaveBalances(who, id, at ?? who.today)),
    ownBalance: () =>
      answered((who) =>
        Effect.gen(function* () {
          const [own] = yield* statement(ownSql, [who.person])
          return own ? yield* leaveBalances(who, own.id, who.today) : null
        }),
      ),
    preview: ({ params: { id }, query: { halfDay, ...asked } }) => answered((who) => leavePreview(who, id, { ...asked, halfDay: halfDay === "true" })),
    adjust: ({ params: { id }, payload: { kind, date, days, ...given } }) =>
      answered(
        (who) =>
          Effect.gen(function* () {
            // a person whose leave the caller may not see is reported as not found
            yield* leaveBalances(who, id, who.today)
            const act = kind === "adjusted" ? adjustLeave : encashLeave
            yield* execute(act, { ...given, staffId: id, days: Math.round(days * 100), date: date ?? who.today }, who, yield* commandKey)
            return yield* leaveBalances(who, id, who.today)
          }),
        201,
      ),
    calendar: ({ query: { from, to, siteId } }) => answered((who) => leaveCalendar(who, { from, to, siteId })),
    workWeeks: () => answered((who) => workWeekRows(who.today)),
    setWorkWeek: ({ params: { id }, payload: { from, days } }) =>
      answered((who) =>
        Effect.gen(function* () {
          yield* execute(setWorkWeek, { siteId: id, from: from ?? who.today, days }, who, yield* commandKey)
          const row = (yield* workWeekRows(from ?? who.today)).find((week) => week.siteId === id)
          return row ?? (yield* Effect.fail(notFound(`Site ${id} does not exist`)))
        }),
      ),
  }),
)
