import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { type RequestOf, resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { timeOf } from "@ops/platform/calendar.ts"
import { tap } from "./attendance.ts"
import { attendanceStats, shiftList } from "./queries.ts"
import { attendance } from "./resource.ts"
import { setShift } from "./shift.ts"

const decided = withDecisions(attendance)
const { execute } = answering(attendance.stream, attendance.shape, decided)

const answered = <E, R>(answer: (who: Who["Service"]) => Effect.Effect<unknown, E, R>) =>
  mapDatabaseErrors(Effect.map(Effect.flatMap(Who, answer), (value) => jsonResponse(JSON.stringify(value))))

export const AttendanceLive = resourceLive(attendance, {
  today: ({ query }: RequestOf<typeof attendance, "today">) =>
    Effect.flatMap(Who, (who) => {
      const { where = [], ...shape } = attendance.shape(who)
      const today = { ...shape, where: [...where, { sql: "r.attendance_date = (select es.today())" }] }
      return listAnswer("/api/hr/attendance/today", today, { sort: "staffNumber", ...query }, (rows) => decided(rows, who))
    }),
  stats: ({ query: { date, siteId } }: RequestOf<typeof attendance, "stats">) => answered((who) => attendanceStats(who, { date, siteId })),
  tap: ({ payload: { staffNumber, attendanceDate, time } }: RequestOf<typeof attendance, "tap">) =>
    Effect.flatMap(Who, (who) => execute(tap, { staffNumber, date: attendanceDate ?? who.today, time: time || timeOf(who.at) }, 201)),
  shifts: () => answered((who) => shiftList(who.today)),
  setShift: ({ params: { id: siteId }, payload }: RequestOf<typeof attendance, "setShift">) =>
    answered((who) =>
      Effect.gen(function* () {
        const { execute } = yield* Records
        yield* execute(setShift, { siteId, ...payload }, who, yield* commandKey)
        const row = (yield* shiftList(payload.from)).find((shift) => shift.siteId === siteId)
        return row ?? (yield* Effect.fail(notFound(`Site ${siteId} does not exist`)))
      }),
    ),
})
