import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { addHoliday, callOffHoliday, holidays } from "../working-days/holiday.ts"
import { adjustLeave, encashLeave } from "./leave-account.ts"
import { LeaveApi } from "./contract.ts"
import { holidayList, leaveBalances, leaveCalendar, leavePreview, leaveRequestList, leaveTypeList, workWeekRows } from "./queries.ts"
import { approveLeave, cancelLeave, leaveRequests, rejectLeave, requestLeave } from "./leave-request.ts"
import { addLeaveType, changeLeaveType, leaveTypes } from "./leave-type.ts"
import { setWorkWeek } from "../working-days/work-week.ts"

const requests = answering(leaveRequests, (who) => leaveRequestList(who))
const types = answering(leaveTypes, leaveTypeList)
const calendar = answering(holidays, holidayList)
const hundredths = (days: number) => Math.round(days * 100)
const json = (value: unknown, status = 200) => jsonResponse(JSON.stringify(value), { status })

const weekOf = (siteId: number, day: string) =>
  Effect.gen(function* () {
    const row = (yield* workWeekRows(day)).find((week) => week.siteId === siteId)
    return row ? json(row) : yield* Effect.fail(notFound(`Site ${siteId} does not exist`))
  })

export const LeaveLive = HttpApiBuilder.group(LeaveApi, "leave", (handlers) =>
  handlers.handleAll({
    types: ({ query }) => listAnswer("/api/hr/leave-types", leaveTypeList(), query),
    addType: ({ payload: { from, name, maxDaysPerYear, ...given } }) =>
      Effect.flatMap(Who, (who) =>
        types.execute(
          addLeaveType,
          {
            name,
            maxDaysPerYear,
            description: given.description ?? "",
            accrual: given.accrual ?? "yearly",
            seniority: given.seniority ?? [],
            carryForward: given.carryForward ?? false,
            carryMonths: given.carryMonths ?? null,
            paid: given.paid ?? true,
            countsEveryDay: given.countsEveryDay ?? false,
            mayGoNegative: given.mayGoNegative ?? false,
            from: from ?? who.today,
          },
          201,
        ),
      ),
    changeType: ({ params: { id }, payload: { from, description, ...given } }) =>
      Effect.flatMap(Who, (who) =>
        types.execute(changeLeaveType, { id, from: from ?? who.today, ...given, ...(description !== undefined && { description: description ?? "" }) }),
      ),
    typeHistory: ({ params }) => types.history(params.id),
    list: ({ query: { mine, ...query } }) => Effect.flatMap(Who, (who) => listAnswer("/api/hr/leave-requests", leaveRequestList(who, mine === "true"), query)),
    one: ({ params }) => requests.one(params.id),
    history: ({ params }) => requests.history(params.id),
    request: ({ payload: { totalDays, halfDay, emergencyContact, emergencyPhone, handoverNotes, ...asked } }) =>
      requests.execute(
        requestLeave,
        {
          ...asked,
          halfDay: halfDay ?? false,
          claimedDays: typeof totalDays === "number" ? hundredths(totalDays) : null,
          emergencyContact: emergencyContact || null,
          emergencyPhone: emergencyPhone || null,
          handoverNotes: handoverNotes ?? "",
        },
        201,
      ),
    approve: ({ params: { id }, payload }) => requests.executeAt(id, payload?.version, approveLeave, { id, overrideReason: payload?.overrideReason || null }),
    reject: ({ params: { id }, payload }) => requests.execute(rejectLeave, { id, reason: payload?.rejectionReason || payload?.reason || "" }),
    cancel: ({ params: { id }, payload }) => requests.execute(cancelLeave, { id, reason: payload?.reason ?? "" }),
    balance: ({ params: { id }, query: { at } }) =>
      mapDatabaseErrors(Effect.flatMap(Who, (who) => Effect.map(leaveBalances(who, id, at ?? who.today), (balance) => json(balance)))),
    ownBalance: () =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          const who = yield* Who
          const { statement } = yield* Database
          const [own] = yield* statement("select id from company_staff where person_id = $1::bigint", [who.person])
          return json(own ? yield* leaveBalances(who, Number(own.id), who.today) : null)
        }),
      ),
    preview: ({ params: { id }, query: { leaveTypeId, startDate, endDate, halfDay } }) =>
      mapDatabaseErrors(
        Effect.flatMap(Who, (who) =>
          Effect.map(leavePreview(who, id, { leaveTypeId, startDate, endDate, halfDay: halfDay === "true" }), (preview) => json(preview)),
        ),
      ),
    adjust: ({ params: { id }, payload: { kind, date, days, ...given } }) =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          const who = yield* Who
          const { execute } = yield* Records
          // a person whose leave the caller does not see is answered as one who does not exist
          yield* leaveBalances(who, id, who.today)
          const act = kind === "adjusted" ? adjustLeave : encashLeave
          yield* execute(act, { ...given, staffId: id, days: hundredths(days), date: date ?? who.today }, who, yield* commandKey)
          return json(yield* leaveBalances(who, id, who.today), 201)
        }),
      ),
    calendar: ({ query: { from, to, siteId } }) =>
      mapDatabaseErrors(Effect.flatMap(Who, (who) => Effect.map(leaveCalendar(who, { from, to, siteId }), (answer) => json(answer)))),
    holidays: ({ query }) => listAnswer("/api/hr/holidays", holidayList(), query),
    addHoliday: ({ payload: { siteId, ...given } }) => calendar.execute(addHoliday, { ...given, siteId: siteId ?? null }, 201),
    callOffHoliday: ({ params: { id } }) => calendar.execute(callOffHoliday, { id }),
    workWeeks: () => mapDatabaseErrors(Effect.flatMap(Who, (who) => Effect.map(workWeekRows(who.today), (rows) => json(rows)))),
    setWorkWeek: ({ params: { id }, payload: { from, days } }) =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          const who = yield* Who
          const { execute } = yield* Records
          yield* execute(setWorkWeek, { siteId: id, from: from ?? who.today, days }, who, yield* commandKey)
          return yield* weekOf(id, from ?? who.today)
        }),
      ),
  }),
)
