/** Leave and assignments over HTTP, on a real database: permissions, bad input, and agreement of lists and commands. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { command, type By, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { replay } from "@ops/platform/records/generations/replay.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { identityModule } from "@ops/identity/module.ts"
import { config } from "@ops/identity/testing.ts"
import { sites } from "@ops/sites/site.ts"
import { assignments } from "../assignments/resource.ts"
import { AssignmentsLive } from "../assignments/server.ts"
import { holidays as holidayStream } from "../working-days/holiday.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { holidays } from "../working-days/resource.ts"
import { LeaveGroup } from "./contract.ts"
import { leaveTypes } from "./leave-types.ts"
import { leaveRequests } from "./resource.ts"
import { markDays } from "./leave-days.ts"
import { approveLeave, rejectLeave } from "./leave-request.ts"
import { LeaveLive } from "./server.ts"
import { company, person } from "./testing.ts"
import { peopleModule } from "../module.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { weekdayOf } from "../working-days/working-days.ts"

const streams = [sites, ...identityModule.streams, ...peopleModule.streams]
const runtime = ManagedRuntime.make(
  testDatabase({
    streams,
    consequences: [...peopleModule.consequences],
    views: [
      ...identityModule.views,
      ...peopleModule.views,
      // the kitchen's counts, as its module provides them, and the projects of clients
      "create view heads_fed as select 1::bigint as site_id, 1::bigint as client_id, es.today() as date, 'lunch'::text as meal_type, 40::bigint as heads, 5::bigint as others",
      "create view meal_slot as select 1::bigint as site_id, es.today() as date, 'lunch'::text as meal_type, 38::bigint as planned",
      "create view project as select 7::bigint as id, 1::bigint as site_id, 'Dining hall'::text as project_name",
    ],
    tables: [...identityModule.tables, ...peopleModule.tables],
  }),
)

/** "6/32@1:Catering": level 6, account 32, limited to site 1, of the Catering department. */
const signedIn = (token: string): SignedIn => {
  const [, level = "0", account, site, department] = /^(\d+)(?:\/(\d+))?(?:@(\d+))?(?::(.+))?$/.exec(token)!
  const id = Number(account ?? level)
  const siteId = site === undefined ? null : Number(site)
  return {
    ...system("test", new Date().toISOString()),
    actor: `person:${id}`,
    person: id,
    level: Number(level),
    permissions: permissionsOf(Number(level)),
    confinedTo: siteId,
    department: department ?? "Catering",
    employeeId: token,
    siteId,
    sessionId: null,
    proven: true,
  }
}
class PeopleApi extends HttpApi.make("ops").add(LeaveGroup).add(leaveRequests.group).add(leaveTypes.group).add(holidays.group).add(assignments.group) {}
const resources = [resourceLive(leaveRequests), resourceLive(leaveTypes), resourceLive(holidays)] as const
const web = serveApi(
  HttpApiBuilder.layer(PeopleApi).pipe(Layer.provide([LeaveLive, AssignmentsLive, ...resources]), Layer.provide(config("demo"))),
  runtime,
  signedIn,
)
const { call } = web
const run = <A>(effect: Effect.Effect<A, unknown, unknown>) => runtime.runPromise(effect as Effect.Effect<A, unknown, never>)
const statement = (text: string) => run(Effect.flatMap(Database, ({ statement }) => statement(text, [])))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})

const { today } = system("test", new Date().toISOString())
/** The first Monday at least the given number of days from today. */
const monday = (after: number) => {
  let date = addDays(today, after)
  while (weekdayOf(date) !== 1) date = addDays(date, 1)
  return date
}
const chief = "10:Operations"
const head = "8"
const supervisor = "6@1"
const ajak = "3/32@1"
const finance = "7:Finance"

beforeAll(async () => {
  await run(
    Effect.gen(function* () {
      const { execute } = yield* Records
      // without holidays on fixed dates: these tests count days from today
      yield* execute(
        told,
        company.filter(({ stream }) => stream !== holidayStream),
        system("test", "2024-01-01T06:00:00.000Z"),
      )
      yield* Effect.flatMap(Database, ({ statement }) => statement("select es.next_value('id_holiday', 50), es.next_value('id_leave_type', 50)", []))
    }),
  )
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

const asked = (more: object = {}) => ({ staffId: 2, leaveTypeId: 1, startDate: monday(20), endDate: addDays(monday(20), 5), reason: "Home", ...more })
const count = async () => Number((await statement("select count(*) as n from es.event"))[0]!.n)

describe("requests", () => {
  // proves API-126
  test("a request is answered as it appears in the list, with the actions available to each reader", async () => {
    const made = await call(
      ajak,
      "/api/hr/leave-requests",
      asked({ totalDays: 9, emergencyContact: "Aunt", emergencyPhone: "+211 9", handoverNotes: "Ask Bol" }),
    )
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      staffId: 2,
      staff: { firstName: "Ajak", staffNumber: "FO-002" },
      leaveType: { name: "Annual Leave", maxDaysPerYear: 21 },
      totalDays: 6,
      claimedDays: 9,
      reason: "Home",
      emergencyContact: "Aunt",
      emergencyPhone: "+211 9",
      handoverNotes: "Ask Bol",
      status: "pending",
      appliedDate: today,
      canApprove: false,
      canReject: false,
      canCancel: true,
    })
    const { id } = made.body
    const [row] = (await call(supervisor, "/api/hr/leave-requests?status=pending")).body
    expect(row).toMatchObject({ id, canApprove: true, canReject: true, canCancel: true })
    expect((await call(finance, `/api/hr/leave-requests/${id}`)).body).toMatchObject({ canApprove: false, canCancel: false })
    expect((await call("3/33@1", `/api/hr/leave-requests/${id}`)).status).toBe(404)
    expect((await call("6/62@2", `/api/hr/leave-requests/${id}`)).status).toBe(404)
    expect((await call("8/81:Finance", `/api/hr/leave-requests/${id}`)).status).toBe(404)
    expect((await call(ajak, "/api/hr/leave-requests?mine=true")).body).toHaveLength(1)
    expect((await call(supervisor, "/api/hr/leave-requests?mine=true")).body).toEqual([])
    expect((await call("1", "/api/hr/leave-requests")).status).toBe(403)
  })

  // proves API-127, API-270, API-271
  test("approval deducts the days, a second approval gives the same answer, and a cancellation returns the days", async () => {
    const { id, version } = (await call(supervisor, "/api/hr/leave-requests?status=pending")).body[0]
    const leftOf = async () =>
      (await call(ajak, `/api/hr/staff/2/leave-balance?at=${addDays(monday(20), 5)}`)).body.balances.find((row: Fields) => row.leaveTypeId === 1)
    const before = await leftOf()
    expect(before).toMatchObject({ pending: 6, available: before.balance - 6 })
    expect((await call(ajak, `/api/hr/leave-requests/${id}/approve`, null, "PUT")).status).toBe(403)
    expect((await call(finance, `/api/hr/leave-requests/${id}/approve`, null, "PUT")).status).toBe(403)
    expect(await call(supervisor, `/api/hr/leave-requests/${id}/approve`, { version: version - 1 }, "PUT")).toMatchObject({
      status: 409,
      body: /has changed since you opened it/,
    })
    const approved = await call(supervisor, `/api/hr/leave-requests/${id}/approve`, null, "PUT")
    expect(approved).toMatchObject({ status: 200, body: { status: "approved", approvedBy: 6, canApprove: false, canCancel: true } })
    const events = await count()
    expect((await call(supervisor, `/api/hr/leave-requests/${id}/approve`, null, "PUT")).status).toBe(200)
    expect(await count()).toBe(events)
    expect((await leftOf()).balance).toBe(before.balance - 6)
    expect((await call(ajak, `/api/hr/leave-requests/${id}/cancel`, { reason: "Trip called off" }, "PUT")).body).toMatchObject({
      status: "cancelled",
      canCancel: false,
    })
    expect(await leftOf()).toMatchObject({ balance: before.balance, pending: 0 })
    const history = (await call(ajak, `/api/hr/leave-requests/${id}/history`)).body
    expect(history.map(({ type }: { type: string }) => type)).toEqual(["LeaveRequested", "LeaveApproved", "LeaveCancelled"])
  })

  // proves API-270
  test("a rejection requires a reason, under either field name", async () => {
    const { id } = (await call(ajak, "/api/hr/leave-requests", asked())).body
    expect(await call(head, `/api/hr/leave-requests/${id}/reject`, null, "PUT")).toMatchObject({ status: 422, body: "Reason is required" })
    expect((await call(head, `/api/hr/leave-requests/${id}/reject`, { rejectionReason: "Audit" }, "PUT")).body).toMatchObject({
      status: "rejected",
      rejectionReason: "Audit",
    })
  })

  test.each([
    [{ endDate: addDays(monday(20), -1) }, 422, "End date must be on or after the start date"],
    [{ startDate: "soon" }, 400, "Start date must be a day such as 2026-11-21"],
    [{ staffId: "" }, 400, "Staff member is required"],
    [{ leaveTypeId: 0 }, 400, "Leave type is required"],
    [{ reason: "  " }, 400, "Reason is required"],
    [{ staffId: 99 }, 404, "Staff member 99 does not exist"],
    [{ endDate: addDays(monday(20), 200) }, 422, /^Ajak Deng has .* days of Annual Leave for these dates, and this takes/],
  ] as const)("%o is refused, and nothing is written", async (more, status, sentence) => {
    const before = await count()
    const answer = await call(ajak, "/api/hr/leave-requests", asked(more))
    expect(answer.status).toBe(status)
    if (typeof sentence === "string") expect(answer.body).toBe(sentence)
    else expect(answer.body).toMatch(sentence)
    expect(await count()).toBe(before)
  })

  test("of twenty concurrent requests for the same days, one succeeds", async () => {
    const days = asked({ startDate: monday(60), endDate: addDays(monday(60), 2) })
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(ajak, "/api/hr/leave-requests", days)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    await call(ajak, `/api/hr/leave-requests/${answers.find(({ status }) => status === 201)!.body.id}/cancel`, null, "PUT")
  })

  test("the decisions offered in the list are exactly those that the command allows", async () => {
    const owners = [
      [1, head],
      [3, supervisor],
      [4, head],
      [5, chief],
    ] as const
    const ids: Array<number> = []
    for (const [staffId, by] of owners)
      ids.push((await call(by, "/api/hr/leave-requests", asked({ staffId, startDate: monday(100), endDate: monday(100) }))).body.id)
    const people: ReadonlyArray<readonly [string, By]> = [
      [chief, person(10, { department: "Operations" })],
      [head, person(8)],
      ["8/82", person(8, { person: 82 })],
      ["8/83@1", person(8, { person: 83, confinedTo: 1 })],
      ["8/81:Finance", person(8, { person: 81, department: "Finance" })],
      [supervisor, person(6)],
      ["6/61@1", person(6, { person: 61 })],
      ["6/62@2", person(6, { person: 62, confinedTo: 2 })],
      [finance, person(7, { confinedTo: null, department: "Finance" })],
      [ajak, person(3, { person: 32 })],
    ]
    let both = 0
    for (const [token, by] of people) {
      const rows = new Map<number, boolean>((await call(token, "/api/hr/leave-requests?status=pending")).body.map((row: Fields) => [row.id, row.canReject]))
      for (const id of ids) {
        // decided and discarded: the missing reason is refused last
        const tried = await run(
          Effect.flatMap(Records, ({ execute }) => Effect.flip(execute(rejectLeave, { id, reason: "" }, by))) as Effect.Effect<
            { message: string },
            unknown,
            unknown
          >,
        )
        expect([token, id, tried.message === "Reason is required"]).toEqual([token, id, rows.get(id) ?? false])
        both += tried.message === "Reason is required" ? 1 : 0
      }
    }
    expect(both).toBeGreaterThan(6)
    expect(both).toBeLessThan(people.length * ids.length)
  })
})

describe("balances and calendars", () => {
  test("the preview counts days as the command does", async () => {
    const start = monday(130)
    const holiday = await call(chief, "/api/hr/holidays", { date: addDays(start, 2), name: "Eid" })
    expect(holiday).toMatchObject({ status: 201, body: { name: "Eid", site: null, isActive: true } })
    const preview = await call(ajak, `/api/hr/staff/2/leave-preview?leaveTypeId=1&startDate=${start}&endDate=${addDays(start, 7)}`)
    expect(preview.body).toMatchObject({ totalDays: 6, covered: true, notCounted: [{ why: "Eid" }, { why: "Not a working day" }] })
    expect(preview.body.left).toBeCloseTo(preview.body.balance - 6)
    const made = await call(ajak, "/api/hr/leave-requests", asked({ startDate: start, endDate: addDays(start, 7) }))
    expect(made.body.totalDays).toBe(6)
    expect((await call(ajak, `/api/hr/staff/2/leave-preview?leaveTypeId=1&startDate=${start}&endDate=${addDays(start, -1)}`)).body).toBe(
      "End date must be on or after the start date",
    )
    expect((await call("3/33@1", `/api/hr/staff/2/leave-preview?leaveTypeId=1&startDate=${start}&endDate=${start}`)).status).toBe(404)
  })
  test("the calendar shows who is away, to people with the permission", async () => {
    const query = `from=${monday(130)}&to=${addDays(monday(130), 30)}`
    const calendar = (await call(supervisor, `/api/hr/leave-calendar?${query}`)).body
    expect(calendar.people).toMatchObject([{ staffId: 2, name: "Ajak Deng", siteCode: "S1", leaves: [{ leaveType: "Annual Leave", status: "pending" }] }])
    expect(calendar.holidays).toMatchObject([{ name: "Eid" }])
    expect((await call("6/62@2", `/api/hr/leave-calendar?${query}`)).body.people).toEqual([])
    expect((await call(supervisor, `/api/hr/leave-calendar?from=${today}&to=${addDays(today, -1)}`)).status).toBe(400)
  })
  test("an adjustment is an entry with a reason; people can read their own balance", async () => {
    const adjusted = await call(head, "/api/hr/staff/2/leave-adjustments", { kind: "adjusted", leaveTypeId: 1, days: 2.5, reason: "Two holidays worked" })
    expect(adjusted.status).toBe(201)
    const own = (await call(ajak, "/api/hr/leave-balance")).body
    expect(own.balances[0].entries.at(-1)).toMatchObject({ kind: "adjusted", days: 2.5, reason: "Two holidays worked" })
    expect(own.balances[0].entries.at(-1).balance).toBe(own.balances[0].balance)
    expect((await call("3/99@1", "/api/hr/leave-balance")).body).toBeNull()
    expect((await call(supervisor, "/api/hr/staff/2/leave-adjustments", { kind: "adjusted", leaveTypeId: 1, days: 1, reason: "x" })).status).toBe(403)
  })
  test("each site has its own working week, and leave types change from an effective date", async () => {
    expect((await call(ajak, "/api/hr/work-weeks")).body[0]).toMatchObject({ siteId: 1, days: [1, 2, 3, 4, 5, 6], from: null })
    const changed = await call(chief, "/api/hr/work-weeks/3", { days: [5, 4, 3, 2, 1], from: today }, "PUT")
    expect(changed.body).toMatchObject({ siteId: 3, days: [1, 2, 3, 4, 5], from: today })
    expect(await call(chief, "/api/hr/leave-types", { name: "Annual Leave", maxDaysPerYear: 5 })).toMatchObject({
      status: 409,
      body: "A leave type with this name already exists",
    })
    expect((await call(chief, "/api/hr/leave-types", { name: "Study Leave", maxDaysPerYear: 5, accrual: "yearly" })).body).toMatchObject({
      maxDaysPerYear: 5,
      isActive: true,
    })
    expect(await call(chief, "/api/hr/leave-types/1", { maxDaysPerYear: 22, from: "2024-01-01" }, "PATCH")).toMatchObject({
      status: 422,
      body: "A change of leave can apply from today or later",
    })
    const later = addDays(today, 30)
    const planned = (await call(chief, "/api/hr/leave-types/1", { maxDaysPerYear: 22, from: later }, "PATCH")).body
    expect(planned.terms.map(({ from, maxDaysPerYear }: Fields) => [from, maxDaysPerYear]).at(-1)).toEqual([later, 22])
    // a planned change takes effect neither earlier nor together with another change
    expect(await call(chief, "/api/hr/leave-types/1", { carryMonths: 12 }, "PATCH")).toMatchObject({
      status: 409,
      body: `Annual Leave changes on ${later} already. Choose that day or later`,
    })
    expect((await call(chief, "/api/hr/leave-types/1", { isActive: false }, "PATCH")).body).toMatchObject({ isActive: false, terms: planned.terms })
    expect((await call(chief, "/api/hr/leave-types/1/history")).body.map(({ text }: Fields) => text)).toContain("No longer given")
    await call(chief, "/api/hr/leave-types/1", { isActive: true }, "PATCH")
  })
})

test("leave days are recorded in the attendance automatically, and leave in the past is marked as taken", async () => {
  const start = addDays(today, -12)
  const made = await call(supervisor, "/api/hr/leave-requests", asked({ staffId: 3, startDate: start, endDate: addDays(today, -2) }))
  // as if it had been approved before it began
  await run(
    Effect.flatMap(Records, ({ execute }) =>
      execute(approveLeave, { id: made.body.id, overrideReason: null }, { ...person(6), at: `${addDays(start, -5)}T08:00:00.000Z`, today: addDays(start, -5) }),
    ),
  )
  const days = async () => Number((await statement("select count(*) as n from attendance where staff_id = 3 and status = 'on_leave'"))[0]!.n)
  expect(await days()).toBe(0)
  expect((await call(supervisor, `/api/hr/leave-requests/${made.body.id}`)).body.status).toBe("taken")
  expect(await run(markDays)).toBe(1)
  expect(await days()).toBe(made.body.totalDays)
  expect((await statement(`select status from leave_request where id = ${made.body.id}`))[0]!.status).toBe("taken")
  expect(await run(markDays)).toBe(0)
})

describe("assignments", () => {
  const cook = (more: object = {}) => ({
    staffId: 3,
    siteId: 1,
    assignmentType: "temporary",
    startDate: addDays(today, 5),
    endDate: addDays(today, 9),
    role: "Relief cook",
    ...more,
  })
  // proves API-273
  test("an assignment is planned by its dates, refused if it overlaps, ended and cancelled", async () => {
    const made = await call(head, "/api/hr/assignments", cook({ assignmentType: "project", projectId: 7 }))
    expect(made).toMatchObject({ status: 201, body: { status: "planned", projectName: "Dining hall", canCancel: true, canEnd: false, site: { code: "S1" } } })
    expect(await call(head, "/api/hr/assignments", cook({ startDate: addDays(today, 9), endDate: addDays(today, 12) }))).toMatchObject({
      status: 409,
      body: `Bol Deng is Relief cook at Site 1 from ${addDays(today, 5)} to ${addDays(today, 9)}. End that assignment first, or choose other dates`,
    })
    expect((await call(ajak, "/api/hr/assignments", cook())).status).toBe(403)
    expect((await call(ajak, `/api/hr/assignments/${made.body.id}`)).status).toBe(404)
    expect((await call(supervisor, `/api/hr/assignments/${made.body.id}/cancel`, null, "PUT")).body).toMatchObject({ status: "cancelled", canCancel: false })
    const turns = await call(
      supervisor,
      "/api/hr/assignments",
      cook({ assignmentType: "rotation", rotation: { daysOn: 28, daysOff: 28 }, startDate: addDays(today, -30), endDate: null }),
    )
    expect(turns.body).toMatchObject({ status: "active", onTurn: false, canEnd: true, rotation: { daysOn: 28, daysOff: 28 } })
    expect((await call(supervisor, `/api/hr/assignments/${turns.body.id}/end`, { endDate: addDays(today, -31) }, "PUT")).status).toBe(422)
    expect((await call(supervisor, `/api/hr/assignments/${turns.body.id}/end`, { endDate: addDays(today, -1), reason: "Moved" }, "PUT")).body).toMatchObject({
      status: "completed",
      endReason: "Moved",
    })
  })
  test.each([
    [{ staffId: "" }, "Staff member is required"],
    [{ siteId: "" }, "Site is required"],
    [{ role: " " }, "Role is required"],
    [{ startDate: "" }, "Start date is required"],
    [{ assignmentType: "forever" }, "Assignment type must be one of: permanent, temporary, rotation, project"],
  ] as const)("%o is refused", async (more, sentence) => {
    expect(await call(head, "/api/hr/assignments", cook(more))).toMatchObject({ status: 400, body: sentence })
  })
  test("the head-count shows expected, planned and fed people side by side", async () => {
    const rows = (await call(chief, `/api/hr/head-count?from=${today}&to=${today}`)).body
    const [one] = rows
    const working = weekdayOf(today) !== 7 && today !== "2026-12-25"
    expect(one).toMatchObject({ date: today, siteId: 1, siteCode: "S1", ownStaff: working ? 3 : 0, planned: 38, fed: 45 })
    expect(one.expected).toBe(one.ownStaff + 38)
    expect(one.gap).toBe(45 - one.expected)
    expect(rows).toHaveLength(3)
    expect(rows[1]).toMatchObject({ fed: null, gap: null })
    expect((await call(supervisor, `/api/hr/head-count?from=${today}&to=${today}`)).body).toHaveLength(1)
    expect((await call(chief, "/api/hr/head-count?from=yesterday")).status).toBe(400)
    // a day's leave reduces it by one
    if (!working) return
    const { id } = (await call(supervisor, "/api/hr/leave-requests", asked({ startDate: today, endDate: today }))).body
    await call(supervisor, `/api/hr/leave-requests/${id}/approve`, null, "PUT")
    expect((await call(chief, `/api/hr/head-count?from=${today}&to=${today}`)).body[0].ownStaff).toBe(2)
  })
})

test("the rows are the fold of the log", async () => {
  expect((await run(replay(streams, [], { diff: true }))).compared!.differences).toEqual([])
  expect(
    Number((await statement("select count(*) as n from es.event where type in ('AbsenceGranted', 'AbsenceShortened', 'PlaceLeft')"))[0]!.n),
  ).toBeGreaterThan(3)
})
