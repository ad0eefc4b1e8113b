/** Meals over HTTP and SQL, on a real Postgres: answers of the calls, the contents of a slot, and concurrent calls. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { Authentication } from "@ops/platform/http/contract.ts"
import { ErrorMappingLive, AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { command, get, type Outcome, Rejection, type CommandGenerator, system } from "@ops/platform/records/command.ts"
import { Line } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import type { PersonalKeys } from "@ops/platform/records/personal-data/personal.ts"
import { type Model, Records } from "@ops/platform/records/records.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { clients } from "@ops/clients/client.ts"
import { clientContracts } from "@ops/clients/contracts/client-contract.ts"
import { projectHeads } from "@ops/clients/projects/project-head.ts"
import { staffMembers } from "@ops/clients/staff-members/staff-member.ts"
import { sites } from "@ops/sites/site.ts"
import {
  BulkAnswer,
  DailyMealSummaryAnswer,
  DayCount,
  MealAnalyticsAnswer,
  MealAttendanceAnswer,
  MealsApi,
  MealTilesAnswer,
  SiteMealCapacityAnswer,
  StaffFeedingAnswer,
  TapAnswer,
} from "./contract.ts"
import { mealAttendances, MealAttended } from "./meal-sessions/meal-attendance.ts"
import { mealSessions as sessionStream, SessionOpened } from "./meal-sessions/meal-session.ts"
import { mealSessions } from "./meal-sessions/resource.ts"
import { mealAccounts, PeriodHeld } from "./head-counts/meal-account.ts"
import { mealsModule } from "./module.ts"
import { headsOnSql, headsYesterdaySoFarSql } from "./queries.ts"
import { MealsLive } from "./server.ts"
import { MealsRecorded, staffFeedingRecords } from "./head-counts/staff-feeding.ts"
import { client, contract, diner, person, project, siteAt } from "./testing.ts"

const MealSessionAnswer = mealSessions.schema
const today = dateOf(new Date())
const yesterday = addDays(today, -1)
const month = addDays(today, -40)

// users are in a table of another module: their names are sufficient here
const Named = record("person", { firstName: Line(), lastName: Line() }, { label: "Person", title: "first_name" })
const people = stream(
  Named,
  event("PersonNamed", 1, { firstName: Line(), lastName: Line() }, () => "Named"),
).fold({ PersonNamed: (_, name) => name })

/** Site 1 feeds client 1 alone, 20 heads planned; site 2 feeds clients 1 and 2; site 3 none. People 1…200 are of client 1. */
const world: ReadonlyArray<Change> = [
  siteAt(1, "unity-state"),
  siteAt(2, "paloj-adar"),
  siteAt(3, "juba-office"),
  client(1),
  client(2),
  ...contract(1, { clientId: 1, siteId: 1, from: month, heads: 20 }),
  ...contract(2, { clientId: 1, siteId: 2, from: month }),
  ...contract(3, { clientId: 2, siteId: 2, from: month }),
  ...Array.from({ length: 200 }, (_, n) => diner(n + 1, { clientId: 1, siteId: 1 })).flat(),
  ...diner(201, { clientId: 1, siteId: 1, mealPlan: "none" }),
  project(1, { clientId: 2, siteId: 2 }),
  people.at(1, { type: "PersonNamed", schemaVersion: 1, data: { firstName: "Achol", lastName: "Deng" } }),
]
const begin = command("test.begin", function* (): CommandGenerator<Outcome> {
  return { changes: world, id: 1 }
})

const levels: Record<string, readonly [level: number, confinedTo: number | null]> = {
  cook: [3, 1],
  supervisor: [6, 1],
  finance: [7, null],
  manager: [8, null],
  ceo: [10, null],
  guest: [1, null],
}
const session = Layer.succeed(
  Authentication,
  Authentication.of({
    cookie: () => Effect.fail(new Rejection(401, "Not signed in")),
    bearer: (effect, { credential }) => {
      const [level, confinedTo] = levels[Redacted.value(credential)]!
      const by = person(1, level, today, { confinedTo, at: new Date().toISOString() })
      return Effect.provideService(effect, Who, { ...by, person: 1, employeeId: "E1", siteId: confinedTo, sessionId: 1 })
    },
  }),
)

/** Serves the calls of the module. `ask` decodes the answer with the contract's own Schema. */
const served = Effect.gen(function* () {
  const services = yield* Effect.context<Database | Model | PersonalKeys | Records>()
  const web = HttpRouter.toWebHandler(
    HttpApiBuilder.layer(MealsApi).pipe(
      Layer.provide([MealsLive, resourceLive(mealSessions)]),
      Layer.provide([session, ErrorMappingLive, AuthorizationLive]),
      Layer.provide(Layer.succeed(Config, { mode: "demo" } as Config["Service"])),
      Layer.provide(Layer.succeedContext(services)),
      Layer.provide(HttpServer.layerServices),
    ),
    { disableLogger: true },
  )
  yield* Effect.addFinalizer(() => Effect.promise(() => web.dispose()))
  const call = (who: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    Effect.promise(async () => {
      const request = new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: `Bearer ${who}`, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = await web.handler(request, Context.empty() as Parameters<typeof web.handler>[1])
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    })
  const ask = <S extends Schema.Codec<unknown, unknown>>(
    schema: S,
    who: string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) =>
    Effect.gen(function* () {
      const { status, text } = yield* call(who, method, path, body, headers)
      assert.include([200, 201], status, text)
      return yield* Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })(JSON.parse(text))
    })
  const refused = (status: number, sentence: string | RegExp, who: string, method: string, path: string, body?: unknown) =>
    Effect.map(call(who, method, path, body), (answer) => {
      assert.strictEqual(answer.status, status, answer.text)
      if (typeof sentence === "string") assert.strictEqual(answer.text, sentence)
      else assert.match(answer.text, sentence)
    })
  return { call, ask, refused }
})
const slot = (contractId: number, date: string, meal: string) =>
  Effect.flatMap(Database, ({ statement }) =>
    Effect.map(statement("select * from meal_slot where contract_id = $1 and date = $2::date and meal_type = $3", [contractId, date, meal]), (rows) => {
      assert.isAtMost(rows.length, 1)
      return rows[0]
    }),
  )
const openMeal = (ask: Effect.Success<typeof served>["ask"], mealType: string, date = today, more: object = {}) =>
  ask(MealSessionAnswer, "supervisor", "POST", "/api/meal-sessions", { sessionDate: date, mealType, siteId: 1, ...more })

const model = {
  ...mealsModule,
  streams: [sites, clients, clientContracts, projectHeads, staffMembers, people, ...mealsModule.streams],
}

layer(testDatabase(model), { timeout: 60_000 })("meals", (it) => {
  it.effect("begin with a company", () => Effect.flatMap(Records, ({ execute }) => execute(begin, {}, system("test"))))

  // proves API-112, API-113, API-250, API-251
  it.effect("a session is opened, recorded and closed", () =>
    Effect.gen(function* () {
      const { ask, refused } = yield* served
      const opened = yield* ask(MealSessionAnswer, "cook", "POST", "/api/meal-sessions", {
        sessionDate: `${today}T13:00`,
        mealType: "lunch",
        projectId: "",
        siteId: "1",
      })
      assert.deepInclude(opened, {
        date: today,
        status: "active",
        mealCost: "12.50",
        contractId: 1,
        clientId: 1,
        totalAttendees: 0,
        capacity: null,
        billedOn: null,
      })
      assert.strictEqual(opened.sessionDate, `${today}T11:00:00.000Z`)
      const { id } = opened
      yield* refused(409, `This meal already has a session: lunch on ${today}`, "supervisor", "POST", "/api/meal-sessions", {
        sessionDate: today,
        mealType: "lunch",
        siteId: "unity-state",
      })
      yield* refused(400, "Meal type must be one of: breakfast, lunch, dinner", "cook", "POST", "/api/meal-sessions", {
        sessionDate: today,
        mealType: "tea",
        siteId: 1,
      })
      yield* refused(400, /Session date must be a day/, "cook", "POST", "/api/meal-sessions", { sessionDate: "soon", mealType: "lunch", siteId: 1 })
      yield* refused(400, "Site is required", "cook", "POST", "/api/meal-sessions", { sessionDate: today, mealType: "lunch", siteId: "" })
      yield* refused(403, /It needs/, "finance", "POST", "/api/meal-sessions", { sessionDate: today, mealType: "lunch", siteId: 1 })

      const tap = yield* ask(TapAnswer, "cook", "POST", "/api/meal-attendance", { mealSessionId: String(id), staffMemberId: 1, attended: true })
      assert.deepInclude(tap, { duplicate: false, notice: null, billable: true, mealCost: "12.50" })
      assert.deepStrictEqual(tap.staffMember, { id: 1, firstName: "Diner", lastName: "1", staffNumber: "S-1" })
      assert.deepInclude(yield* ask(TapAnswer, "cook", "POST", "/api/meal-attendance", { mealSessionId: id, staffMemberId: "1" }), {
        id: tap.id,
        duplicate: true,
      })
      const odd = yield* ask(TapAnswer, "cook", "POST", "/api/meal-attendance", { mealSessionId: id, staffMemberId: 201 })
      assert.deepInclude(odd, { exception: "not_on_plan", billable: false, notice: "This meal is not on the person's plan: a supervisor must allow it" })
      yield* refused(403, /It needs/, "cook", "PATCH", `/api/meal-attendance/${odd.id}/allow`, {})
      assert.deepInclude(yield* slot(1, today, "lunch"), { served: 1, planned: 20, missed: 19, exceptions: 1, open_session: true, source: "attendance" })
      yield* ask(MealAttendanceAnswer, "supervisor", "PATCH", `/api/meal-attendance/${odd.id}/allow`, { reason: "Night shift" })
      yield* ask(MealAttendanceAnswer, "cook", "PATCH", `/api/meal-attendance/${tap.id}/correct`, { attended: false, reason: "Wrong badge" })
      assert.deepInclude(yield* slot(1, today, "lunch"), { served: 1, exceptions: 0 })

      const many = { mealSessionId: id, staffMemberIds: [1, 2, "3", 3], attended: true }
      const key = { "idempotency-key": "tablet-7" }
      const bulk = yield* ask(BulkAnswer, "cook", "POST", "/api/meal-attendance/bulk", many, key)
      assert.deepStrictEqual(bulk, { mealSessionId: id, recorded: 2, duplicates: 0, corrected: 1, exceptions: 0, totalAttendees: 4, notice: null })
      const again = yield* ask(BulkAnswer, "cook", "POST", "/api/meal-attendance/bulk", many, key)
      assert.deepInclude(again, { recorded: 0, duplicates: 3, corrected: 0, totalAttendees: 4 })
      yield* refused(404, "Staff member 202 does not exist", "cook", "POST", "/api/meal-attendance/bulk", { ...many, staffMemberIds: [4, 202] })
      yield* refused(400, "Select 1 to 500 staff members", "cook", "POST", "/api/meal-attendance/bulk", { ...many, staffMemberIds: [] })

      yield* ask(MealSessionAnswer, "cook", "PATCH", `/api/meal-sessions/${id}/diners`, { visitors: 2 })
      const closed = yield* ask(MealSessionAnswer, "cook", "PATCH", `/api/meal-sessions/${id}/complete`, { ownStaffDiners: "3" })
      assert.deepInclude(closed, { status: "completed", totalAttendees: 4, closedWith: 4, missed: 0, visitors: 2, ownStaffDiners: 3 })
      yield* refused(403, /closed/, "cook", "POST", "/api/meal-attendance", { mealSessionId: id, staffMemberId: 5 })
      const late = yield* ask(TapAnswer, "supervisor", "POST", "/api/meal-attendance", { mealSessionId: id, staffMemberId: 5, reason: "Was forgotten" })
      assert.deepInclude(late, { late: true, notes: "Was forgotten" })
      assert.deepInclude(yield* ask(MealSessionAnswer, "finance", "GET", `/api/meal-sessions/${id}`), { totalAttendees: 5, closedWith: 4, late: 1 })
      yield* refused(409, "5 people are recorded at this meal, so it cannot be cancelled", "cook", "PATCH", `/api/meal-sessions/${id}/cancel`, {})
      yield* refused(422, "Reason is required", "supervisor", "PATCH", `/api/meal-sessions/${id}/reopen`, {})
      yield* ask(MealSessionAnswer, "supervisor", "PATCH", `/api/meal-sessions/${id}/reopen`, { reason: "Bus came" })
      yield* ask(MealSessionAnswer, "supervisor", "PATCH", `/api/meal-sessions/${id}/complete`)

      const list = yield* ask(Schema.Array(MealSessionAnswer), "finance", "GET", `/api/meal-sessions?from=${today}&clientId=1&mealType=lunch`)
      assert.deepStrictEqual(
        list.map((session) => session.id),
        [id],
      )
      const taps = yield* ask(Schema.Array(MealAttendanceAnswer), "finance", "GET", `/api/meal-attendance?mealSessionId=${id}`)
      assert.lengthOf(taps, 5)
      assert.lengthOf(yield* ask(Schema.Array(MealAttendanceAnswer), "finance", "GET", "/api/meal-attendance?siteId=2"), 0)
    }),
  )

  // proves API-251
  it.effect("an empty session can be cancelled, and a new one opened in its place", () =>
    Effect.gen(function* () {
      const { ask } = yield* served
      const { id } = yield* openMeal(ask, "breakfast")
      const cancelled = yield* ask(MealSessionAnswer, "cook", "PATCH", `/api/meal-sessions/${id}/cancel`, { reason: "No gas" })
      assert.deepInclude(cancelled, { status: "cancelled" })
      assert.isUndefined(yield* slot(1, today, "breakfast"))
      yield* ask(MealSessionAnswer, "cook", "PATCH", `/api/meal-sessions/${(yield* openMeal(ask, "breakfast")).id}/cancel`)
    }),
  )

  it.effect("a slot uses attendance once its session is closed and the head-count before; a difference is shown", () =>
    Effect.gen(function* () {
      const { ask, refused } = yield* served
      const count = (staffCount: number, more: object = {}) =>
        ask(StaffFeedingAnswer, "supervisor", "POST", "/api/staff-feeding/corrections", {
          siteId: 1,
          date: yesterday,
          mealType: "dinner",
          staffCount,
          reason: "Sheet",
          ...more,
        })
      const record = yield* count(18)
      assert.deepInclude(record, { clientId: 1, staffCount: 18, planned: 20, difference: -2, notes: "Sheet" })
      assert.deepInclude(yield* slot(1, yesterday, "dinner"), { served: 18, missed: 2, source: "head_count", discrepancy: false, session_id: null })
      const { id } = yield* openMeal(ask, "dinner", yesterday)
      yield* ask(BulkAnswer, "cook", "POST", "/api/meal-attendance/bulk", { mealSessionId: id, staffMemberIds: Array.from({ length: 17 }, (_, n) => n + 1) })
      assert.deepInclude(yield* slot(1, yesterday, "dinner"), { served: 18, source: "head_count", discrepancy: false, open_session: true, session_id: id })
      yield* ask(MealSessionAnswer, "cook", "PATCH", `/api/meal-sessions/${id}/complete`)
      assert.deepInclude(yield* slot(1, yesterday, "dinner"), { served: 17, head_count: 18, source: "attendance", discrepancy: true, open_session: false })
      yield* count(17)
      assert.deepInclude(yield* slot(1, yesterday, "dinner"), { served: 17, discrepancy: false })
      const feedings = yield* ask(Schema.Array(StaffFeedingAnswer), "finance", "GET", "/api/staff-feeding?clientId=1")
      assert.deepInclude(feedings[0]!, { staffCount: 17, client: { id: 1, companyName: "Client 1" } })

      yield* refused(422, "Client is required", "manager", "POST", "/api/staff-feeding", { siteId: 2, mealType: "lunch", staffCount: 9 })
      yield* ask(StaffFeedingAnswer, "manager", "POST", "/api/staff-feeding", { siteId: 2, clientId: 2, mealType: "lunch", staffCount: "9", notes: "" })
      yield* ask(StaffFeedingAnswer, "manager", "POST", "/api/staff-feeding", { siteId: 2, clientId: 1, mealType: "lunch", staffCount: 8 })
      assert.deepInclude(yield* slot(3, today, "lunch"), { served: 9, planned: 0, client_id: 2 })
      assert.deepInclude(yield* slot(2, today, "lunch"), { served: 8 })
    }),
  )

  it.effect("earlier head-counts of the day a contract starts go to its sole client; several possible clients are a problem", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      const { execute } = yield* Records
      const { ask } = yield* served
      const early = addDays(month, -5)
      const sheet = { siteId: 1, date: early, mealType: "lunch", staffCount: 7, reason: "Sheet" }
      assert.deepInclude(yield* ask(StaffFeedingAnswer, "ceo", "POST", "/api/staff-feeding/corrections", sheet), { clientId: null, planned: null })
      assert.isUndefined(yield* slot(4, early, "lunch"))
      const sign = (id: number, clientId: number) =>
        command("test.sign", function* (): CommandGenerator<Outcome> {
          return { changes: contract(id, { clientId, siteId: 1, from: early, to: addDays(early, 3) }), id }
        })
      yield* execute(sign(4, 1), {}, system("test"))
      assert.deepInclude(yield* slot(4, early, "lunch"), { served: 7, source: "head_count" })
      assert.lengthOf(yield* statement("select * from meal_problem", []), 0)
      yield* execute(sign(5, 2), {}, system("test"))
      assert.isUndefined(yield* slot(4, early, "lunch"))
      assert.deepInclude((yield* statement("select * from meal_problem", []))[0], { site_id: 1, heads: 7, problem: "several_clients" })
      // if a client is named, the count is that client's, and the count without a client is not added to it
      yield* ask(StaffFeedingAnswer, "ceo", "POST", "/api/staff-feeding/corrections", { ...sheet, clientId: 2, staffCount: 6 })
      assert.deepInclude(yield* slot(5, early, "lunch"), { served: 6 })
    }),
  )

  it.effect("a capacity is compared with today's count, shows its rate to permitted people, and reports when it is exceeded", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      const { ask, refused } = yield* served
      const form = { siteId: "1", clientId: "1", projectId: null, maxBreakfastCapacity: 2, maxLunchCapacity: "10", maxDinnerCapacity: 8, notes: "" }
      const set = { ...form, startDate: `${today}T00:00:00.000+02:00`, endDate: null }
      yield* refused(403, /12.50 USD by the contract/, "supervisor", "POST", "/api/site-meal-capacities", { ...set, mealRate: "60.00" })
      yield* refused(400, /Breakfast capacity must not be negative/, "supervisor", "POST", "/api/site-meal-capacities", { ...set, maxBreakfastCapacity: -1 })
      const capacity = yield* ask(SiteMealCapacityAnswer, "supervisor", "POST", "/api/site-meal-capacities", set)
      assert.deepInclude(capacity, {
        currentLunchCount: 5,
        currentBreakfastCount: 0,
        utilisation: 25,
        mealRate: "12.50",
        isActive: true,
        startDate: today,
        endDate: null,
      })
      const [seen] = yield* ask(Schema.Array(SiteMealCapacityAnswer), "cook", "GET", "/api/site-meal-capacities")
      assert.deepInclude(seen!, { id: capacity.id, mealRate: null })

      const { id } = yield* openMeal(ask, "breakfast")
      const tap = (staffMemberId: number) => ask(TapAnswer, "cook", "POST", "/api/meal-attendance", { mealSessionId: id, staffMemberId })
      yield* tap(1)
      assert.isNull((yield* tap(2)).notice)
      assert.strictEqual((yield* tap(3)).notice, "3 people served: the site's capacity is 2 at this meal")
      assert.strictEqual((yield* tap(4)).notice, "4 people served: the site's capacity is 2 at this meal")
      assert.lengthOf(yield* statement("select 1 from es.event where type = 'CapacityExceeded' and stream = $1", [`meal_session/${id}`]), 1)
      yield* ask(MealSessionAnswer, "cook", "PATCH", `/api/meal-sessions/${id}/complete`)
    }),
  )

  // proves API-028
  it.effect("summaries, tiles and analytics add up the slots, with revenue for people with the permission", () =>
    Effect.gen(function* () {
      const { ask, refused } = yield* served
      const days = yield* ask(
        Schema.Array(DailyMealSummaryAnswer),
        "finance",
        "GET",
        `/api/daily-meal-summaries?startDate=${yesterday}&endDate=${today}&siteId=1`,
      )
      assert.deepStrictEqual(
        days.map(({ summaryDate, totalServed }) => [summaryDate, totalServed]),
        [
          [today, 9],
          [yesterday, 17],
        ],
      )
      assert.deepInclude(days[0]!, {
        lunchServed: 5,
        breakfastServed: 4,
        dinnerServed: 0,
        totalPlanned: 40,
        totalMissed: 31,
        lunchRevenue: "62.50",
        totalRevenue: "112.50",
      })
      assert.strictEqual(days[0]!.efficiency, 23)
      const [hidden] = yield* ask(
        Schema.Array(DailyMealSummaryAnswer),
        "supervisor",
        "GET",
        `/api/daily-meal-summaries?startDate=${today}&endDate=${today}T23:59`,
      )
      assert.deepInclude(hidden!, { totalServed: 9, totalRevenue: null, lunchRevenue: null })
      yield* refused(400, "from must be a day such as 2026-11-21", "finance", "GET", "/api/daily-meal-summaries?startDate=soon")

      // five and four served at site 1 with five others at lunch, 17 heads counted at site 2
      const tiles = yield* ask(MealTilesAnswer, "manager", "GET", "/api/meal-tiles")
      assert.deepInclude(tiles, { todaysSessions: 2, totalAttendees: 9, activeStaff: 201, todaysRevenue: "112.50", activeSites: 2, capacityUtilisation: 45 })
      assert.deepInclude(tiles, { mealsServedToday: 31, staffFedToday: 22 })
      assert.deepInclude(yield* ask(MealTilesAnswer, "cook", "GET", "/api/meal-tiles?siteId=2"), {
        mealsServedToday: 14,
        staffFedToday: 5,
        todaysRevenue: null,
      })
      const week = yield* ask(Schema.Array(DayCount), "guest", "GET", "/api/staff-feeding/weekly-stats")
      assert.deepStrictEqual(week.at(-1), { date: today, count: 22 })
      // seven days on any day of the week: a Monday has a past too
      assert.deepStrictEqual(
        week.map(({ date }) => date),
        [6, 5, 4, 3, 2, 1, 0].map((back) => addDays(today, -back)),
      )

      const told = yield* ask(MealAnalyticsAnswer, "supervisor", "GET", `/api/meal-analytics?from=${yesterday}`)
      assert.deepStrictEqual(told.served[0], { date: yesterday, breakfast: 0, lunch: 0, dinner: 17, planned: 20, served: 17 })
      assert.deepStrictEqual(told.noShows, [{ clientId: 1, companyName: "Client 1", planned: 60, missed: 34, rate: 56.7 }])
      assert.strictEqual(
        told.peaks.reduce((sum, { count }) => sum + count, 0),
        26,
      )
      yield* refused(404, "Site mars does not exist", "manager", "GET", "/api/meal-analytics?siteId=mars")
      yield* refused(400, "A period can be one year at most", "manager", "GET", "/api/meal-analytics?from=2020-01-01")
    }),
  )

  it.effect("twenty concurrent taps for one person make one record, and every tap gets an answer", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      const { ask } = yield* served
      const { id } = yield* openMeal(ask, "lunch", addDays(today, -2))
      const taps = yield* Effect.all(
        Array.from({ length: 20 }, () => ask(TapAnswer, "cook", "POST", "/api/meal-attendance", { mealSessionId: id, staffMemberId: 9 })),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(taps.filter(({ duplicate }) => !duplicate).length, 1)
      const bulks = yield* Effect.all(
        [0, 5, 10].map((from) =>
          ask(BulkAnswer, "cook", "POST", "/api/meal-attendance/bulk", {
            mealSessionId: id,
            staffMemberIds: Array.from({ length: 20 }, (_, n) => from + n + 1),
          }),
        ),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(
        bulks.reduce((sum, { recorded }) => sum + recorded, 0),
        29,
      )
      assert.lengthOf(yield* statement("select 1 from es.event where type = 'MealAttended' and (data->>'mealSessionId')::int = $1", [id]), 30)
    }),
  )

  it.effect("of fifty taps during a close, each is either counted before it or refused; none arrives afterwards", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      const { ask, call } = yield* served
      const { id } = yield* openMeal(ask, "dinner", addDays(today, -2))
      const tap = (staffMemberId: number) => call("cook", "POST", "/api/meal-attendance", { mealSessionId: id, staffMemberId })
      const close = ask(MealSessionAnswer, "cook", "PATCH", `/api/meal-sessions/${id}/complete`)
      const [first, , second] = yield* Effect.all(
        [
          Effect.all(
            Array.from({ length: 25 }, (_, n) => tap(n + 1)),
            { concurrency: "unbounded" },
          ),
          close,
          Effect.all(
            Array.from({ length: 25 }, (_, n) => tap(n + 26)),
            { concurrency: "unbounded" },
          ),
        ],
        { concurrency: "unbounded" },
      )
      const taken = [...first, ...second].filter(({ status }) => status === 201).length
      assert.isTrue([...first, ...second].every(({ status }) => status === 201 || status === 403))
      const [closing] = yield* statement("select position from es.event where stream = $1 and type = 'SessionCompleted'", [`meal_session/${id}`])
      const [after] = yield* statement(
        "select count(*) as count from es.event where type = 'MealAttended' and (data->>'mealSessionId')::int = $1 and position > $2",
        [id, closing.position],
      )
      assert.strictEqual(after.count, 0)
      assert.deepInclude(yield* ask(MealSessionAnswer, "finance", "GET", `/api/meal-sessions/${id}`), { totalAttendees: taken, closedWith: taken, late: 0 })
    }),
  )

  it.effect("a period held for billing refuses taps, including those already on their way", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      const { execute } = yield* Records
      const { ask, call } = yield* served
      const day = addDays(today, -3)
      const { id } = yield* openMeal(ask, "lunch", day)
      const hold = command("test.hold", function* (): CommandGenerator<Outcome> {
        yield* get(mealAccounts, 1)
        return { changes: [mealAccounts.at(1, PeriodHeld({ contractId: 1, from: day, to: day, runId: null }))], id: 1 }
      })
      const [taps] = yield* Effect.all(
        [
          Effect.all(
            Array.from({ length: 40 }, (_, n) => call("cook", "POST", "/api/meal-attendance", { mealSessionId: id, staffMemberId: n + 1 })),
            { concurrency: "unbounded" },
          ),
          execute(hold, {}, system("billing")),
        ],
        { concurrency: "unbounded" },
      )
      assert.isTrue(taps.every(({ status }) => status === 201 || status === 409))
      const [held] = yield* statement("select position from es.event where type = 'PeriodHeld'", [])
      const [after] = yield* statement("select count(*) as count from es.event where type = 'MealAttended' and position > $1", [held.position])
      assert.strictEqual(after.count, 0)
    }),
  )
})

layer(testDatabase(model), { timeout: 60_000 })("yesterday's heads compared with a day in progress", (it) => {
  it.effect("count only the meals that each site has already served today, so breakfast is never compared with dinner", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { statement } = yield* Database
      yield* execute(begin, {}, system("test"))
      let counts = 0
      const count = (siteId: number, date: string, mealType: "breakfast" | "lunch" | "dinner", staffCount: number) => {
        const counted = { siteId, clientId: 1, date, mealType, staffCount, notes: "", recordedBy: null }
        const recorded = command("test.counted", function* (): CommandGenerator<Outcome> {
          return { changes: [staffFeedingRecords.at(++counts, MealsRecorded(counted))], id: counts }
        })
        return execute(recorded, {}, system("test"))
      }
      const before = (site: number | null) => Effect.map(statement(`select ${headsYesterdaySoFarSql} as heads`, [site]), ([row]) => row.heads as number)
      const now = (site: number | null) => Effect.map(statement(`select ${headsOnSql("es.today()")} as heads`, [site]), ([row]) => row.heads as number)

      for (const [meal, heads] of [
        ["breakfast", 30],
        ["lunch", 50],
        ["dinner", 60],
      ] as const) {
        yield* count(1, yesterday, meal, heads)
      }
      yield* count(2, yesterday, "lunch", 40)
      assert.strictEqual(yield* before(null), 0, "nothing was served yet today")
      yield* count(1, today, "breakfast", 28)
      assert.deepStrictEqual([yield* now(null), yield* before(null)], [28, 30])
      yield* count(1, today, "lunch", 45)
      assert.deepStrictEqual([yield* now(null), yield* before(null)], [45, 50])
      assert.strictEqual(yield* before(2), 0, "the other site has served nothing today")
      yield* count(2, today, "lunch", 44)
      assert.deepStrictEqual([yield* before(1), yield* before(2), yield* before(null)], [50, 40, 90])
    }),
  )

  it.effect("count only people whom the same hour of yesterday had seen served", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { statement } = yield* Database
      const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
      const meal = { siteId: 3, clientId: 1, mealType: "lunch", notes: "", recordedBy: null } as const
      const session = {
        ...meal,
        sessionDate: yesterday,
        startsAt: hoursAgo(25),
        contractId: null,
        projectId: null,
        mealCost: 1250,
        currency: "USD",
        slot: "third",
      } as const
      const served = (n: number, attendanceTime: string) =>
        mealAttendances.at(
          900 + n,
          MealAttended({
            mealSessionId: 90,
            staffMemberId: n,
            attended: true,
            attendanceTime,
            mealType: "lunch",
            mealCost: 1250,
            currency: "USD",
            exception: null,
            late: false,
            notes: "",
            recordedBy: null,
          }),
        )
      const eaten = command("test.eaten", function* (): CommandGenerator<Outcome> {
        return {
          changes: [
            sessionStream.at(90, SessionOpened(session)),
            served(1, hoursAgo(25)),
            served(2, hoursAgo(23)),
            staffFeedingRecords.at(90, MealsRecorded({ ...meal, date: today, staffCount: 5 })),
          ],
          id: 90,
        }
      })
      yield* execute(eaten, {}, system("test"))
      const [row] = yield* statement(`select ${headsYesterdaySoFarSql} as heads`, [3])
      assert.strictEqual(row.heads, 1)
    }),
  )
})
