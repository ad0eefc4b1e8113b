/** The calls over HTTP, on a real database: visible fields, the effects of suspension, a day's attendance, and a person's erasure. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { verifyLog } from "@ops/platform/event-store/verify.ts"
import { AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { recorded } from "@ops/platform/http/access-log.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import { Records } from "@ops/platform/records/records.ts"
import { replay } from "@ops/platform/records/generations/replay.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { config } from "@ops/identity/testing.ts"
import { identityModule } from "@ops/identity/module.ts"
import { sites } from "@ops/sites/site.ts"
import { attendance } from "./attendance/resource.ts"
import { companyStaff } from "./staff/company-staff.ts"
import { StaffGroup } from "./contract.ts"
import { peopleModule } from "./module.ts"
import { AttendanceLive } from "./attendance/server.ts"
import { KioskGroup } from "./kiosk/contract.ts"
import { takePinTry } from "./kiosk/kiosk-tries.ts"
import { KioskLive } from "./kiosk/server.ts"
import { StaffLive } from "./staff/server.ts"
import { Sessions } from "@ops/identity/sessions.ts"
import { ShiftSet, siteShifts } from "./attendance/shift.ts"
import { LeaveApproved, LeaveRequested, leaveRequests } from "./leave/leave-request.ts"
import { StaffAssigned, staffAssignments } from "./assignments/staff-assignment.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { company, hired } from "./testing.ts"

const model = {
  streams: [sites, ...identityModule.streams, ...peopleModule.streams],
  consequences: [...peopleModule.consequences],
  views: [...identityModule.views, ...peopleModule.views],
  tables: [...identityModule.tables, ...peopleModule.tables],
}
const runtime = ManagedRuntime.make(testDatabase(model))

class PeopleApi extends HttpApi.make("ops").add(StaffGroup).add(attendance.group).add(KioskGroup) {}
const web = serveApi(
  HttpApiBuilder.layer(PeopleApi).pipe(
    Layer.provide(Layer.mergeAll(StaffLive, AttendanceLive, KioskLive).pipe(Layer.provide(Sessions.layer))),
    Layer.provide(recorded.pipe(Layer.provide(AuthorizationLive))),
    Layer.provide(config("demo")),
  ),
  runtime,
)

const { whole: call } = web
const run = <A>(effect: Effect.Effect<A, unknown, unknown>) => runtime.runPromise(effect as Effect.Effect<A, unknown, never>)
const statement = (text: string) => run(Effect.flatMap(Database, ({ statement }) => statement(text, [])))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const { today } = system("test", new Date().toISOString())
const secrets = {
  nationalId: "N-77",
  dateOfBirth: "1990-05-05",
  bankAccount: "1002003",
  bankName: "Equity",
  address: "Hai Referendum",
  emergencyContact: "Awut",
  notes: "Knows the mechanic",
}

beforeAll(async () => {
  await run(
    Effect.gen(function* () {
      const { execute } = yield* Records
      const shift = { from: "2026-01-01", start: "00:00", end: "00:01", breakMinutes: 0, graceMinutes: 15, halfDayMinutes: 0 }
      const changes = [
        ...company,
        // at site 1 today's shift is over; at site 2 it lasts until midnight
        siteShifts.at(1, ShiftSet(shift)),
        siteShifts.at(2, ShiftSet({ ...shift, end: "23:59" })),
        hired(1, { ...secrets, firstName: "Achol", personId: 3, email: "achol@example.com", phone: "+211 9" }),
        hired(2, { firstName: "Bol", personId: 6 }),
        hired(3, { firstName: "Chol", siteId: 2 }),
        hired(4, { firstName: "Dau", departmentId: 2, positionId: 2 }),
        hired(5, { firstName: "Emma", personId: 8, siteId: null }),
      ]
      yield* execute(told, changes, system("test", "2026-01-04T06:00:00.000Z"))
      yield* Effect.flatMap(Database, ({ statement }) => statement("select es.next_value('id_company_staff', 100)", []))
    }),
  )
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

const names = (rows: ReadonlyArray<{ readonly firstName: string }>) => rows.map(({ firstName }) => firstName).join(" ")

test("each level sees its people: everyone, the department, the site, or only themselves", async () => {
  const seen = async (token: string) => names((await call(token, "/api/hr/staff")).body)
  expect(await seen("10")).toBe("Achol Bol Chol Dau Emma")
  expect(await seen("7")).toBe("Achol Bol Chol Dau Emma")
  expect(await seen("8")).toBe("Achol Bol Chol Emma")
  expect(await seen("6@1")).toBe("Achol Bol Dau")
  expect(await seen("3@1")).toBe("Achol")
  expect(await seen("5@1")).toBe("")
  expect((await call("1", "/api/hr/staff")).status).toBe(403)
  expect((await call("6@1", "/api/hr/staff/3")).status).toBe(404)
  expect((await call("6@1", "/api/hr/staff?siteId=site-2")).body).toEqual([])
})

test("each level sees only certain fields of a person; people see all of their own", async () => {
  const of = async (token: string, id = 1) => (await call(token, `/api/hr/staff/${id}`)).body
  const basic = { firstName: "Achol", phone: "+211 9", status: "active", position: { id: 1, title: "Driver" }, department: { id: 1, name: "Operations" } }
  const hidden = { nationalId: null, dateOfBirth: null, address: null, emergencyContact: null, documents: null, notes: null }
  const noPay = { salary: null, currency: null, bankAccount: null, bankName: null, pay: null }
  expect(await of("10")).toMatchObject({ ...basic, ...secrets, salary: "1000.00", currency: "USD", pay: [{ from: "2026-01-05", salary: "1000.00" }] })
  expect(await of("8")).toMatchObject({ ...basic, ...secrets, salary: "1000.00" })
  expect(await of("7")).toMatchObject({ ...basic, ...hidden, salary: "1000.00", bankAccount: "1002003" })
  expect(await of("6@1")).toMatchObject({ ...basic, ...hidden, ...noPay })
  expect(await of("3@1")).toMatchObject({ ...basic, ...secrets, salary: "1000.00" })
  const [listed] = (await call("6@1", "/api/hr/staff?q=Achol")).body
  expect(listed).toMatchObject({ salary: null, nationalId: null, bankAccount: null })
  expect((await call("6@1", "/api/hr/staff?sort=salary")).status).toBe(400)
  const file = (await call("6@1", "/api/hr/staff?format=csv")).body as string
  expect(
    file.split("\n").filter((line) => line.includes("1000.00")),
    "only their own pay",
  ).toEqual([expect.stringContaining("Bol")])
})

test("each access to pay and identity data is logged with the person concerned", async () => {
  await call("7", "/api/hr/staff/1")
  const [note] = await statement("select class, records, actor from es.read order by id desc limit 1")
  expect(note).toMatchObject({ class: "identity", records: ["company_staff/1"], actor: "person:7" })
  await call("7", "/api/employees")
  const [pay] = await statement("select class, shown from es.read order by id desc limit 1")
  expect(pay).toMatchObject({ class: "pay", shown: 5 })
})

// proves API-029
test("employees are the same people as in payroll", async () => {
  const { body } = await call("7", "/api/employees")
  expect(body[0]).toMatchObject({
    employeeNumber: "FO-001",
    userId: "3",
    position: "Driver",
    department: "Operations",
    baseSalary: "1000.00",
    currency: "USD",
    bankAccount: "1002003",
    address: null,
    startDate: "2026-01-05",
    isActive: true,
  })
  expect(names((await call("8", "/api/employees")).body)).toBe("Achol Bol Chol Emma")
  expect((await call("6@1", "/api/employees")).status).toBe(403)
})

// proves API-123
test("hiring validates the form, assigns the next number, and creates no account", async () => {
  const form = {
    firstName: "Fatna",
    lastName: "Musa",
    positionId: 1,
    departmentId: "1",
    hireDate: today,
    salary: "850.5",
    siteId: "site-1",
    email: "",
    supervisorId: "",
  }
  const sentence = async (more: object, token = "8") => (await call(token, "/api/hr/staff", { ...form, ...more })).body
  expect(await sentence({ firstName: " ", salary: "x", positionId: "" })).toBe(
    "First name is required. Position is required. Salary must be a number with at most two decimals",
  )
  // an omitted number becomes the next one; an empty form field means none
  expect(await sentence({ staffNumber: "", hireDate: "", salary: "" })).toBe("Staff number is required. Hire date is required. Salary is required")
  expect(await sentence({ salary: 0 })).toBe("Salary must be greater than 0")
  expect(await sentence({ email: "nobody" })).toBe("Invalid email")
  expect(await sentence({ email: "achol@example.com" })).toBe("This e-mail address belongs to Achol Wol")
  expect(await sentence({ departmentId: 2, positionId: 2 })).toBe("You can only hire people of your own department")
  expect((await call("7", "/api/hr/staff", form)).status).toBe(403)
  expect(await sentence({ accessLevel: 10 })).toContain("Unknown field accessLevel")
  const made = await call("8", "/api/hr/staff", form)
  expect(made.status).toBe(201)
  // five numbers were already assigned by hand
  expect(made.body).toMatchObject({
    staffNumber: "FO-006",
    salary: "850.50",
    status: "active",
    personId: null,
    account: null,
    email: null,
    employmentType: "full_time",
  })
  expect((await statement("select count(*)::int as many from person"))[0].many).toBe(4)
  expect((await call("8", `/api/hr/staff/${made.body.id}/pay`, { from: today, salary: "900", reason: "Trial is over" })).body).toMatchObject({
    salary: "900.00",
  })
  const later = await call("8", `/api/hr/staff/${made.body.id}/pay`, { from: addDays(today, 40), salary: "1000", currency: "SSP", reason: "Next year" })
  expect(later.body, "what begins later does not hold yet").toMatchObject({
    salary: "900.00",
    currency: "USD",
    pay: [{ currency: "SSP" }, { salary: "900.00" }],
  })
  const told = await call("8", `/api/hr/staff/${made.body.id}/history`)
  expect(told.body.map(({ text }: { text: string }) => text)).toEqual([
    "Fatna Musa hired as Driver, Operations",
    `Pay changed from ${today}: Trial is over`,
    `Pay changed from ${addDays(today, 40)}: Next year`,
  ])
})

// proves API-124, API-274
test("suspending closes the account and ends its sessions; the badge shows the suspension, the status is one of the four", async () => {
  await statement(
    `insert into app.session (token, person_id, created_at, last_seen_at, ends_at, method, level, via, simulated)
     values ('t', 3, now(), now(), now() + interval '1 hour', 'password', 3, 'web', false)`,
  )
  const put = (token: string, what: string, body: object | null = null) => call(token, `/api/hr/staff/1/${what}`, body ?? ({} as object), "PUT")
  expect((await put("6@1", "suspend")).status).toBe(403)
  const suspended = await put("8", "suspend", { reason: "Missing keys" })
  expect(suspended.body).toMatchObject({
    status: "inactive",
    suspensionReason: "Missing keys",
    canSuspend: false,
    canReinstate: true,
    account: { isActive: false },
  })
  expect(suspended.body.suspendedAt).toMatch(/^20/)
  expect(await statement("select 1 from app.session where person_id = 3 and ends_at > now()")).toEqual([])
  expect((await put("8", "suspend")).body).toBe("Achol Wol is suspended already")
  expect(names((await call("8", "/api/hr/staff?status=inactive")).body)).toBe("Achol")
  expect((await put("8", "reinstate")).body).toMatchObject({ status: "active", account: { isActive: true }, suspendedAt: null })
  expect((await call("8", "/api/hr/staff/5/suspend", {}, "PUT")).body).toBe("You cannot suspend yourself")
})

test("a person on approved leave is shown as on leave and not expected; nor is a person off by rotation", async () => {
  const leave = (startDate: string, endDate: string) =>
    LeaveRequested({
      staffId: 5,
      leaveTypeId: 1,
      startDate,
      endDate,
      halfDay: false,
      totalDays: 100,
      claimedDays: null,
      reason: "Family",
      emergencyContact: null,
      emergencyPhone: null,
      handoverNotes: "",
      requestedBy: null,
      appliedDate: startDate,
    })
  const turns = { daysOn: 1, daysOff: 1000 }
  const roster = {
    staffId: 2,
    siteId: 1,
    projectKind: null,
    projectId: null,
    assignmentType: "rotation",
    endDate: null,
    role: "Driver",
    responsibilities: "",
  } as const
  const before = (await call("10", "/api/hr/attendance/stats")).body.expected
  const expected = before > 0
  await run(
    Effect.flatMap(Records, ({ execute }) =>
      execute(
        told,
        [
          leaveRequests.at(1, leave(addDays(today, -3), today)),
          leaveRequests.at(1, LeaveApproved({ by: null, overrideReason: null })),
          staffAssignments.at(1, StaffAssigned({ ...roster, startDate: addDays(today, -1), rotation: turns, notes: "", assignedBy: null })),
        ],
        system("test"),
      ),
    ),
  )
  expect((await call("10", "/api/hr/staff/5")).body.status).toBe("on_leave")
  expect(names((await call("10", "/api/hr/staff?status=on_leave")).body)).toBe("Emma")
  expect((await call("10", "/api/hr/attendance/stats")).body.expected).toBe(expected ? before - 2 : 0)
})

// proves API-125
test("each person has one record a day; a second one corrects it, and the history shows both", async () => {
  const day = addDays(today, -1)
  const form = { staffId: 3, attendanceDate: day, checkInTime: "08:00", checkOutTime: "17:00", status: "" }
  expect((await call("6@1", "/api/hr/attendance", form)).body).toBe("Staff member 3 does not exist")
  expect((await call("8", "/api/hr/attendance", { ...form, checkInTime: "8 o'clock" })).body).toBe("Check-in time must be a time such as 07:30")
  const first = await call("8", "/api/hr/attendance", form)
  expect(first).toMatchObject({ status: 201, body: { workHours: "9.00", status: "late", staff: { firstName: "Chol" }, site: { code: "S2" } } })
  const second = await call("8", "/api/hr/attendance", { ...form, checkInTime: "00:10", checkOutTime: "09:00", notes: "The clock was wrong" })
  expect(second.body).toMatchObject({ id: first.body.id, status: "present", corrected: true, notes: "The clock was wrong" })
  const history = await call("8", `/api/hr/attendance/${first.body.id}/history`)
  expect(history.body.map(({ text }: { text: string }) => text)).toEqual(["Late, in 08:00, out 17:00", "Corrected: Present, in 00:10, out 09:00"])
  expect((await call("3@1", "/api/hr/attendance")).body).toEqual([])
  expect((await call("5@1", `/api/hr/attendance?from=${day}`)).body).toHaveLength(1)
  expect((await call("7", "/api/hr/attendance/today")).status).toBe(403)
})

test("present includes late and half days; absent includes recorded absences and people not seen by the end of the shift", async () => {
  // before the leave and rotation of the tests above, so that the weekday alone decides who is expected
  const latest = (weekdays: ReadonlyArray<number>) => {
    let date = addDays(today, -7)
    while (!weekdays.includes(new Date(`${date}T00:00:00Z`).getUTCDay())) date = addDays(date, -1)
    return date
  }
  const day = latest([1, 2, 3, 4, 5])
  const stats = async (token: string, query = "") => (await call(token, `/api/hr/attendance/stats?date=${day}${query}`)).body
  const before = await stats("10")
  expect(before).toMatchObject({ recorded: 0, expected: 5, expectedMissing: 5 })
  const record = (staffId: number, status: string) => call("10", "/api/hr/attendance", { staffId, attendanceDate: day, status })
  await record(1, "late")
  await record(4, "absent")
  const after = await stats("10")
  expect(after).toMatchObject({ date: day, recorded: 2, present: 1, late: 1, absentRecorded: 1, expected: 5, expectedMissing: 3, absent: 4 })
  expect(await stats("8")).toMatchObject({ recorded: 1, absentRecorded: 0 })
  expect(await stats("6@1")).toMatchObject({ recorded: 2 })
  expect(await stats("10", "&siteId=site-2")).toMatchObject({ recorded: 0 })
  const sunday = latest([0])
  expect((await call("10", `/api/hr/attendance/stats?date=${sunday}`)).body).toMatchObject({ expected: 0, expectedMissing: 0 })
  expect((await call("10", `/api/hr/attendance/stats?date=${addDays(sunday, -1)}`)).body).toMatchObject({ expectedMissing: 5, absent: 5 })
})

test("the kiosk requires number and PIN, locks after five wrong PINs, and asks for confirmation of an offline tap", async () => {
  const put = (token: string, pin: string, id = 3) => call(token, `/api/hr/staff/${id}/pin`, { pin }, "PUT")
  const tap = (body: object, token = "10") => call(token, "/api/hr/kiosk/taps", { siteId: 2, staffNumber: "FO-003", ...body })
  expect((await tap({ pin: "4821" })).body).toBe("FO-003 has no PIN yet. Set it in your profile, or ask HR")
  expect(await put("3@1", "4821")).toMatchObject({ status: 403, body: "You can set your own PIN; management can set those of its department" })
  expect(await put("8", "1111")).toMatchObject({ status: 422, body: "This PIN is too easy to guess. Choose digits that are not in a row" })
  expect(await put("8", "48211x")).toMatchObject({ status: 400, body: "PIN must be 4 to 6 digits" })
  expect(await put("8", "4821")).toMatchObject({ status: 200, body: { id: 3, staffNumber: "FO-003" } })
  // nowhere in plain text: not in the row, the log, the commits or the histories
  expect((await statement("select pin_hash as hash from company_staff where id = 3"))[0]!.hash).toMatch(/^\$argon2id\$/)
  expect(await statement("select 1 from es.event where data::text like '%argon2%' or data::text like '%4821%'")).toEqual([])
  expect(JSON.stringify((await call("10", "/api/hr/staff/3/history")).body)).not.toMatch(/argon2|4821/)
  expect(JSON.stringify((await call("10", "/api/hr/staff/3")).body)).not.toMatch(/argon2|4821/)

  expect((await tap({})).body).toBe("PIN is required")
  expect((await tap({ pin: "4821" }, "3@1")).status).toBe(403)
  expect((await tap({ pin: "4821" }, "6@1")).body).toMatch(/another site/)
  expect((await tap({ pin: "4821", staffNumber: "FO-099" })).body).toBe("There is no staff member with the number FO-099")
  // at another site's kiosk a number reveals nothing, not even that it exists, without the right PIN
  const elsewhere = (body: object) => tap({ siteId: 1, ...body }, "6@1")
  for (const body of [{ pin: "9999" }, { tappedAt: new Date(Date.now() - 60_000).toISOString() }]) {
    const [foreign, unknown] = [await elsewhere(body), await elsewhere({ ...body, staffNumber: "FO-099" })]
    expect([foreign.status, foreign.body.replace("FO-003", "FO-099")]).toEqual([unknown.status, unknown.body])
  }
  await statement("delete from app.pin_try")
  expect(await tap({ pin: "9999" })).toMatchObject({ status: 422, body: "Wrong PIN. 4 tries left, then it is locked for 15 minutes" })
  expect(await tap({ pin: "4821", staffNumber: " fo-003 " })).toMatchObject({
    status: 201,
    body: { name: expect.stringMatching(/^Chol /), checkOutTime: null, proof: "pin" },
  })
  expect((await tap({ pin: "4821" })).body, "the same moment again").toMatchObject({ checkOutTime: null, proof: "pin" })
  expect((await call("10", "/api/hr/attendance?approval=waiting&staffId=3")).body).toEqual([])

  // concurrently: no more than five are checked
  const wrong = await Promise.all(Array.from({ length: 8 }, (_, n) => tap({ pin: `900${n}` })))
  expect(wrong.filter(({ status }) => status === 422)).toHaveLength(4)
  expect(wrong.filter(({ status }) => status === 429)).toHaveLength(4)
  const [counted] = await statement("select fails >= 5 as limit from app.pin_try where staff_id = 3")
  expect(counted, "an attempt that began before the lock would start a new count").toEqual({ limit: true })
  expect(await tap({ pin: "4821" }), "the right one as well").toMatchObject({
    status: 429,
    body: expect.stringMatching(/is locked at kiosks after 5 wrong tries/),
  })
  expect(await statement("select count(*)::int as n from es.event where stream = 'company_staff/3' and type = 'StaffPinLocked'")).toEqual([{ n: 1 }])
  expect((await put("10", "7206")).status).toBe(200)
  expect((await tap({ pin: "7206" })).status).toBe(201)

  // offline: the time is the kiosk's, no PIN is sent, and a supervisor has to confirm it
  const earlier = addDays(today, -3)
  const came = `${earlier}T05:00:00.000Z`
  const kept = await tap({ tappedAt: came })
  expect(kept).toMatchObject({ status: 201, body: { attendanceDate: earlier, checkInTime: "07:00", proof: "unverified" } })
  expect((await tap({ tappedAt: came })).body).toEqual(kept.body)
  await tap({ tappedAt: `${earlier}T14:00:00Z` })
  const [toConfirm, ...others] = (await call("10", "/api/hr/attendance?approval=waiting&staffId=3")).body
  expect([toConfirm, others]).toMatchObject([{ id: kept.body.id, checkOutTime: "16:00", proof: "unverified", canApprove: true }, []])
  expect((await call("10", `/api/hr/attendance/${kept.body.id}/approve`, undefined, "PUT")).body).toMatchObject({ approvedBy: 10 })
  expect((await tap({ tappedAt: `${addDays(today, 1)}T05:00:00Z` })).body).toBe("This entry is dated in the future. Check the kiosk's clock")
  expect((await tap({ tappedAt: `${addDays(today, -9)}T05:00:00Z` })).body).toBe("This entry is more than a week old. Ask a supervisor to record the day")
})

test("wrong PINs are counted until 15 minutes after the fifth one, whatever is tried meanwhile", async () => {
  const at = (minutes: number) => run(takePinTry(99, new Date(Date.parse("2026-11-02T08:00:00Z") + minutes * 60_000).toISOString()))
  const tries: Array<number> = []
  for (const minutes of [0, 1, 2, 3, 4, 5, 18.9, 19, 20]) tries.push(await at(minutes))
  expect(tries).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2])
  await statement("delete from app.pin_try where staff_id = 99")
})

test("at the door, the staff number is enough", async () => {
  const come = await call("6@1", "/api/hr/attendance/tap", { staffNumber: "FO-006", time: "00:20" })
  expect(come).toMatchObject({ status: 201, body: { checkInTime: "00:20", status: "late", approvedBy: null } })
  const go = await call("6@1", "/api/hr/attendance/tap", { staffNumber: "FO-006", time: "08:20" })
  expect(go.body).toMatchObject({ id: come.body.id, checkOutTime: "08:20", workHours: "8.00", corrected: false })
  expect((await call("6@1", "/api/hr/attendance?approval=waiting")).body).toMatchObject([{ id: go.body.id, canApprove: true }])
  expect((await call("8", "/api/hr/attendance?approval=waiting")).body.map(({ canApprove }: Fields) => canApprove)).toEqual([true])
  const approve = (token: string) => call(token, `/api/hr/attendance/${go.body.id}/approve`, undefined, "PUT")
  expect((await approve("3@1")).status).toBe(403)
  expect((await approve("6@1")).body).toMatchObject({ approvedBy: 6, canApprove: false })
  expect((await call("6@1", "/api/hr/attendance?approval=waiting")).body).toEqual([])
  expect((await call("6@1", "/api/hr/attendance/tap", { staffNumber: "FO-002", time: "08:00" })).body).toMatch(/^You cannot record your own attendance/)
  expect((await call("6@1", "/api/hr/attendance/tap", { staffNumber: "" })).body).toBe("Staff number is required")
  for (const nothing of [{}, { staffId: "", attendanceDate: "" }]) {
    expect((await call("6@1", "/api/hr/attendance", nothing)).body).toBe("Staff member is required. Date is required")
  }
})

test("each site has its own shifts, from an effective date", async () => {
  const { body } = await call("8", "/api/hr/shifts")
  expect(body).toMatchObject([
    { siteId: 1, start: "00:00", end: "00:01" },
    { siteId: 2, end: "23:59" },
  ])
  const shift = { from: addDays(today, 3), start: "06:00", end: "15:00", breakMinutes: 60, graceMinutes: 10, halfDayMinutes: 240 }
  expect((await call("8", "/api/hr/shifts/1", { ...shift, graceMinutes: -1 }, "PUT")).body).toBe("Grace must be a whole number of minutes from 0 to 720")
  expect((await call("8", "/api/hr/shifts/1", shift, "PUT")).body).toMatchObject({ from: shift.from, start: "06:00" })
  expect((await call("8", "/api/hr/shifts")).body[0], "until then the old one").toMatchObject({ start: "00:00" })
})

test("erasing a former employee removes all trace of the person from the rows, the log and the history", async () => {
  const words = { reason: "Asked for it", confirm: "FO-003" }
  expect((await call("10", "/api/hr/staff/3/erase", words)).body).toBe("FO-003 works here. End the employment first")
  await call("10", "/api/hr/staff/3/terminate", { terminationDate: today, reason: "Contract over" }, "PUT")
  await call("10", "/api/hr/staff/3", { phone: "+211 55 66", bankAccount: "998877" }, "PATCH")
  expect((await call("8", "/api/hr/staff/3/erase", words)).status).toBe(403)
  expect((await call("10", "/api/hr/staff/3/erasure")).body).toMatchObject({ inClear: [] })
  expect((await call("10", "/api/hr/staff/3/erase", words)).body).toMatchObject({ firstName: "erased", lastName: "person", status: "terminated" })
  expect(names((await call("10", "/api/hr/staff")).body)).not.toMatch(/Chol/)
  const [{ all }] = await statement(
    "select (select jsonb_agg(e)::text from es.event e) || (select jsonb_agg(c)::text from es.commit c) || (select jsonb_agg(p)::text from company_staff p) as all",
  )
  expect(all).not.toMatch(/Chol|998877|211 55 66/)
  const told = await run(history(companyStaff, 3))
  expect(told.map(({ text }) => text)).toEqual([
    "erased person hired as Driver, Operations",
    "PIN for the kiosk set by Person 8",
    "PIN locked after five failed attempts at Site 2",
    "PIN for the kiosk set by Person 10",
    `Employment ended on ${today}: Contract over`,
    "Details changed: Driver, Operations, Site 2",
    "Personal data erased: Asked for it",
  ])
  expect((await run(verifyLog({ keys: [] }))).clean).toBe(true)
  expect((await run(replay(model.streams, [], { diff: true }))).compared!.differences).toEqual([])
}, 60_000)
