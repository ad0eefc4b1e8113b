/** Binds the calls about meals to the commands and queries. */
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { addDays, isDate } from "@ops/platform/calendar.ts"
import { batched } from "@ops/platform/database/batch.ts"
import { Database, type DatabaseError } from "@ops/platform/database/database.ts"
import { col, jsonText, sql, type Statement } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse, mapDatabaseErrors, withETag } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { withDecisions } from "@ops/platform/http/resources/server.ts"
import { inputOf } from "@ops/platform/http/resources/wire.ts"
import { conflict, notFound, Rejection } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { count } from "@ops/platform/text.ts"
import { siteNamedSql } from "@ops/sites/queries.ts"
import { MealAttendanceAnswer, MealsApi } from "./contract.ts"
import {
  correctAttendance,
  decideException,
  MealAttendance,
  mealAttendances,
  recordAttendance,
  recordAttendances,
  type Taps,
} from "./meal-sessions/meal-attendance.ts"
import { setCapacity, siteMealCapacities } from "./capacities/meal-capacity.ts"
import { cancelSession, completeSession, type Diners, diners, noteCapacityExceeded, openSession, recountServing } from "./meal-sessions/meal-session.ts"
import { mealSessions } from "./meal-sessions/resource.ts"
import {
  analyticsSql,
  attendanceList,
  capacityList,
  contractsAt,
  countedAt,
  countsSql,
  feedingList,
  fullnessSql,
  knownSql,
  seesRevenue,
  summaryList,
  tilesSql,
  waitingSql,
  weekSql,
  windowsSql,
} from "./queries.ts"
import { correctMeals, recordMealsAsSent, staffFeedingRecords } from "./head-counts/staff-feeding.ts"

/** The value of a form's select: an id, or null. */
const chosen = (id: number | "" | null | undefined) => (typeof id === "number" ? id : null)
const optional = (text: string | null | undefined) => text || null
const feedings = answering(staffFeedingRecords, feedingList)
const attendances = answering(mealAttendances, (who) => attendanceList(who))
const capacities = answering(siteMealCapacities, capacityList)
const sessions = answering(mealSessions.stream, mealSessions.shape, withDecisions(mealSessions))
const attendanceOf = jsonText(MealAttendanceAnswer)
type Fullness = typeof fullnessSql extends Statement<infer Row> ? Row : never
const statusSql = sql({ status: col.text, version: col.whole }, "select status, version from meal_session where id = $1")
const once = MealAttendance.unique![0]!.sentence

export const MealsLive = HttpApiBuilder.group(
  MealsApi,
  "meals",
  Effect.fn(function* (handlers) {
    const { statement } = yield* Database

    const database = Effect.provideService(Database, yield* Database)
    const contractsOf = (siteId: string | number) => contractsAt(siteId).pipe(database)
    const countedBy = (siteId: string | number, day: string | null) => mapDatabaseErrors(countedAt(siteId, day).pipe(database))
    const counts = (id: number) => Effect.map(statement(countsSql, [id]), ([row]) => row!)

    /** The site requested, or the one the user is limited to; null for all. */
    const siteAsked = (siteId: string | undefined) =>
      Effect.gen(function* () {
        const { confinedTo } = yield* Who
        if (confinedTo !== null || !siteId) return confinedTo
        const [site] = yield* statement(siteNamedSql, [siteId])
        return site ? site.id : yield* Effect.fail(notFound(`Site ${siteId.slice(0, 60)} does not exist`))
      })

    /** Occupancy of a session; simultaneous taps share one query. */
    const fullness = batched<number, Fullness, DatabaseError>(String, (ids) =>
      Effect.map(statement(fullnessSql, [ids]), (rows) => new Map(rows.map((row) => [String(row.id), row]))),
    )
    /** Records once that a session exceeds the site's capacity, and returns the message for the person recording the meal. */
    const overfull = (id: number, { attended, maximum, told }: Fullness) =>
      Effect.gen(function* () {
        if (maximum === null || attended <= maximum) return undefined
        if (!told) yield* execute(noteCapacityExceeded, { id, attended, maximum }, yield* Who)
        return `${count(attended, "person", "people")} served: the site's capacity is ${maximum} at this meal`
      })

    /** Closes a session. Its counts are read first, and again if people were added between the count and the close. */
    const close = (id: number, diners: Diners) =>
      Effect.gen(function* () {
        const who = yield* Who
        const before = yield* counts(id)
        const closed = yield* execute(completeSession, { id, ...diners, ...before }, who)
        const after = yield* counts(id)
        if (closed.position > 0 && (after.attended !== before.attended || after.missed !== before.missed)) yield* execute(recountServing, { id, ...after }, who)
      })

    /** Cancels a session without attendance: it is closed first, so that no attendance is added during the check. */
    const cancel = (id: number, reason: string) =>
      Effect.gen(function* () {
        const who = yield* Who
        yield* sessions.requireVisible(id)
        const empty = Effect.flatMap(counts(id), ({ attended, missed }) =>
          attended + missed === 0
            ? Effect.void
            : Effect.fail(conflict(`${count(attended + missed, "person is", "people are")} recorded at this meal, so it cannot be cancelled`)),
        )
        const status = () => Effect.map(statement(statusSql, [id]), ([row]) => row)
        const open = yield* status()
        if (open?.status === "active") {
          yield* empty
          yield* execute(completeSession, { id, attended: 0, missed: 0, toCancel: true }, who)
        }
        const closed = yield* status()
        yield* closed?.status === "completed" ? empty : Effect.void
        yield* execute(cancelSession, { id, version: closed?.version ?? 0, reason }, who)
      })

    /** Records many taps in one commit; retried if one of these people was recorded concurrently. */
    const recordMany = (taps: Taps) =>
      Effect.gen(function* () {
        const there = yield* statement(knownSql, [taps.mealSessionId, taps.staffMemberIds])
        const known = new Map(there.map(({ person, id }) => [person, id]))
        yield* execute(recordAttendances(known), taps, yield* Who, yield* commandKey)
        const corrected = there.filter(({ attended }) => attended !== taps.attended).length
        return { recorded: taps.staffMemberIds.filter((id) => !known.has(id)), corrected, duplicates: there.length - corrected }
      }).pipe(Effect.retry({ times: 4, while: (error) => error instanceof Rejection && error.message === once }))

    return handlers.handleAll({
      recordMeals: ({ payload }) =>
        Effect.flatMap(countedBy(payload.siteId, null), ([known, at]) => feedings.execute(recordMealsAsSent(known, at), payload, 201)),
      correctMeals: ({ payload: { clientId, ...payload } }) =>
        Effect.flatMap(countedBy(payload.siteId, payload.date), ([known, at]) =>
          feedings.execute(correctMeals(known, at), { ...payload, clientId: chosen(clientId) }, 201),
        ),
      feedings: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/staff-feeding", feedingList(who), query)),
      weeklyStats: ({ query }) =>
        handle(function* () {
          const [row] = yield* statement(weekSql, [yield* siteAsked(query.siteId)])
          return yield* withETag(row!.body, {})
        }),
      openSession: ({ payload: { clientId, projectId, notes, ...payload } }) =>
        Effect.gen(function* () {
          const known = yield* mapDatabaseErrors(contractsOf(payload.siteId))
          const asked = { ...payload, clientId: chosen(clientId), projectId: chosen(projectId), notes: notes ?? "" }
          return yield* sessions.execute(openSession(known), asked, 201)
        }),
      completeSession: ({ params: { id }, payload }) => Effect.andThen(mapDatabaseErrors(close(id, inputOf(diners)(payload ?? {}))), sessions.one(id)),
      cancelSession: ({ params: { id }, payload }) => Effect.andThen(mapDatabaseErrors(cancel(id, payload?.reason ?? "")), sessions.one(id)),
      attendances: ({ query }) =>
        Effect.flatMap(Who, (who) => {
          const lately = !query.mealSessionId && !query.staffMemberId && !query.from && !query.to
          const list = listAnswer("/api/meal-attendance", attendanceList(who, lately), query)
          // the caller did not choose this range, so the answer names it
          return lately ? Effect.map(list, HttpServerResponse.setHeader("x-default-from", addDays(who.today, -30))) : list
        }),
      recordAttendance: ({ payload: { attended, reason, notes, ...payload } }) =>
        handle(function* () {
          const who = yield* Who
          const tap = { ...payload, attended: attended ?? true, reason: reason ?? "", notes: notes ?? "" }
          const { id, position, repeated } = yield* execute(recordAttendance, tap, who, yield* commandKey)
          const [full, text] = yield* Effect.all([fullness(payload.mealSessionId), rowText(attendanceList(who), id)], { concurrency: 2 })
          const row = attendanceOf(text!)
          const waits = row.attended && row.exception !== null && row.allowed === null
          const why = row.exception === "no_contract" ? "No contract is in force for this meal" : "This meal is not on the person's plan"
          const told = [waits ? `${why}: a supervisor must allow it` : undefined, yield* overfull(payload.mealSessionId, full!)]
          const notice = told.filter((sentence) => sentence !== undefined).join(". ") || null
          return jsonResponse(JSON.stringify({ ...row, duplicate: position === 0 && !repeated, notice }), { status: 201 })
        }),
      recordAttendances: ({ payload: { attended, reason, notes, mealSessionId, staffMemberIds } }) =>
        handle(function* () {
          const said = { attended: attended ?? true, reason: reason ?? "", notes: notes ?? "" }
          const { recorded, ...done } = yield* recordMany({ mealSessionId, staffMemberIds: [...new Set(staffMemberIds)], ...said })
          const [waiting] = yield* statement(waitingSql, [mealSessionId, recorded])
          const full = yield* fullness(mealSessionId)
          const notice = (yield* overfull(mealSessionId, full!)) ?? null
          const answer = { mealSessionId, recorded: recorded.length, ...done, exceptions: waiting!.count, totalAttendees: full!.attended, notice }
          return jsonResponse(JSON.stringify(answer), { status: 201 })
        }),
      correctAttendance: ({ params: { id }, payload: { attended, reason } }) => attendances.execute(correctAttendance, { id, attended, reason: reason ?? "" }),
      allowException: ({ params: { id }, payload }) => attendances.execute(decideException, { id, allowed: true, reason: payload?.reason ?? "" }),
      refuseException: ({ params: { id }, payload }) => attendances.execute(decideException, { id, allowed: false, reason: payload?.reason ?? "" }),
      capacities: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/site-meal-capacities", capacityList(who), query)),
      setCapacity: ({ payload: { projectId, mealRate, endDate, notes, ...payload } }) =>
        Effect.gen(function* () {
          const contracts = yield* mapDatabaseErrors(contractsOf(payload.siteId))
          const windows = (yield* mapDatabaseErrors(statement(windowsSql, [String(payload.siteId), payload.clientId]))).map(({ id }) => id)
          const asked = { ...payload, projectId: chosen(projectId), mealRate: mealRate ?? null, endDate: optional(endDate), notes: notes ?? "" }
          return yield* capacities.execute(setCapacity({ contracts, windows }), asked, 201)
        }),
      summaries: ({ query: { startDate, endDate, ...query } }) =>
        Effect.flatMap(Who, (who) => {
          const from = startDate?.slice(0, 10) ?? query.from
          const to = endDate?.slice(0, 10) ?? query.to
          return listAnswer("/api/daily-meal-summaries", summaryList(who), { ...query, from, to })
        }),
      tiles: ({ query }) =>
        handle(function* () {
          const [row] = yield* statement(tilesSql, [yield* siteAsked(query.siteId), seesRevenue(yield* Who)])
          return yield* withETag(row!.body, {})
        }),
      analytics: ({ query }) =>
        handle(function* () {
          const to = query.to || (yield* Who).today
          if (!isDate(to)) return yield* Effect.fail(new Rejection(400, "to must be a day such as 2026-11-21"))
          const from = query.from || addDays(to, -29)
          if (!isDate(from)) return yield* Effect.fail(new Rejection(400, "from must be a day such as 2026-11-21"))
          if (from > to) return yield* Effect.fail(new Rejection(400, "to must be on or after from"))
          if (addDays(from, 366) < to) return yield* Effect.fail(new Rejection(400, "A period can be one year at most"))
          const [row] = yield* statement(analyticsSql, [yield* siteAsked(query.siteId), from, to])
          return yield* withETag(row!.body, {})
        }),
    })
  }),
)
