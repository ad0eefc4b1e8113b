import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { parseQuantity } from "@ops/platform/quantity.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { zone } from "@ops/platform/calendar.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { approveAttendance, attendances, recordAttendance, tap } from "./attendance.ts"
import { AttendanceApi } from "./contract.ts"
import { attendanceList, attendanceStats, shiftList } from "./queries.ts"
import { setShift } from "./shift.ts"

const attendance = answering(attendances, (who) => attendanceList(who))
const hoursOrNull = (value: string | number | null | undefined) =>
  value === undefined || value === null || value === "" ? null : parseQuantity(String(value))!

const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" })

export const AttendanceLive = HttpApiBuilder.group(
  AttendanceApi,
  "attendance",
  Effect.fn(function* (handlers) {
    const { execute } = yield* Records
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/hr/attendance", attendanceList(who), query)),
      today: ({ query }) =>
        Effect.flatMap(Who, (who) => listAnswer("/api/hr/attendance/today", attendanceList(who, "today"), { sort: "staffNumber", ...query })),
      stats: ({ query: { date, siteId } }) =>
        mapDatabaseErrors(Effect.flatMap(Who, (who) => Effect.map(attendanceStats(who, { date, siteId }), (stats) => jsonResponse(JSON.stringify(stats))))),
      history: ({ params }) => attendance.history(params.id),
      record: ({ payload: { staffId, attendanceDate, checkInTime, checkOutTime, workHours, overtimeHours, status, location, notes } }) =>
        attendance.execute(
          recordAttendance,
          {
            staffId,
            attendanceDate,
            checkInTime: checkInTime || null,
            checkOutTime: checkOutTime || null,
            workHours: hoursOrNull(workHours),
            overtimeHours: hoursOrNull(overtimeHours),
            status: status || null,
            location: location ?? "",
            notes: notes ?? "",
          },
          201,
        ),
      tap: ({ payload: { staffNumber, attendanceDate, time } }) =>
        Effect.flatMap(Who, (who) =>
          attendance.execute(tap, { staffNumber, date: attendanceDate ?? who.today, time: time || clock.format(new Date(who.at)) }, 201),
        ),
      approve: ({ params: { id } }) => attendance.execute(approveAttendance, { id }),
      shifts: () => mapDatabaseErrors(Effect.flatMap(Who, (who) => Effect.map(shiftList(who.today), (rows) => jsonResponse(JSON.stringify(rows))))),
      setShift: ({ params: { id: siteId }, payload }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const who = yield* Who
            yield* execute(setShift, { siteId, ...payload }, who, yield* commandKey)
            const row = (yield* shiftList(payload.from)).find((shift) => shift.siteId === siteId)
            return row ? jsonResponse(JSON.stringify(row)) : yield* Effect.fail(notFound(`Site ${siteId} does not exist`))
          }),
        ),
    })
  }),
)
