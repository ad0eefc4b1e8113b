/** Payroll over HTTP, on a real database: a month from draft to paid, permissions, interruption and resumption, concurrent runs. */
import { Effect, Exit, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { exchangeRates, RateEntered } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { checklist, ClosingChecks } from "@ops/ledger/periods/closing.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { AttendanceCorrected, AttendanceRecorded, attendances } from "@ops/people/attendance/attendance.ts"
import { HolidayAdded, holidays } from "@ops/people/working-days/holiday.ts"
import { LeaveApproved, LeaveRequested, leaveRequests } from "@ops/people/leave/leave-request.ts"
import { LeaveTypeAdded, leaveTypes } from "@ops/people/leave/leave-type.ts"
import { PlaceTaken, staffRosters } from "@ops/people/assignments/staff-assignment.ts"
import { payrollChecks, payrollTies } from "./closing.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { payComponents } from "./components-and-rules/resource.ts"
import { PayrollGroup } from "./contract.ts"
import { lateFactRules } from "./calculation/late-facts.ts"
import { payrollModule } from "./module.ts"
import { createPeriod } from "./payroll-periods/payroll-period.ts"
import { calculation, periodRow, processPeriod } from "./payroll-periods/processing.ts"
import { PayrollLive } from "./server.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { hired, model, person, places, present } from "./testing.ts"

const runtime = ManagedRuntime.make(testDatabase(model))

/** Signs in with the token's level, which is also the person's id. */
const signedIn = (token: string): SignedIn => {
  const level = Number(token)
  const by = {
    ...system("test", new Date().toISOString()),
    actor: `person:${level}`,
    person: level,
    level,
    permissions: permissionsOf(level),
    confinedTo: null,
  }
  return { ...by, department: level === 8 ? "catering" : "operations", employeeId: token, siteId: null, sessionId: null, proven: true }
}
class TestApi extends HttpApi.make("ops").add(PayrollGroup).add(payComponents.group) {}
const web = serveApi(HttpApiBuilder.layer(TestApi).pipe(Layer.provide([PayrollLive, resourceLive(payComponents)])), runtime, signedIn)
const call = (token: string, address: string, method = "GET", body?: object) => web.whole(token, address, body, method)
const put = (token: string, address: string, body?: object) => call(token, address, "PUT", body)
const statement = (text: string, values: ReadonlyArray<unknown> = []) =>
  runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, values)))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const tell = (changes: ReadonlyArray<Change>) => runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(told, changes, system("test"))))

const period = (name: string, month: string, last: string) => ({
  periodName: name,
  startDate: `${month}-01`,
  endDate: `${month}-${last}`,
  payDate: `${month}-${last}`,
})

beforeAll(async () => {
  await runtime.runPromise(Effect.andThen(ledgerModule.setup, payrollModule.setup))
  await tell([...places])
  await tell([
    hired(1, 120_000, "USD", { personId: 7 }),
    hired(2, 10_000_000, "SSP", { departmentId: 2, personId: 3, siteId: 2 }),
    hired(3, 50_000_000, "SSP", { departmentId: 2 }),
  ])
  for (const id of [1, 2, 3]) await tell([...present(id, "2026-03-01", "2026-03-31"), ...present(id, "2026-04-01", "2026-04-30")])
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

// proves API-272
test("a payroll is previewed, processed, approved by another person, posted and paid; the books agree, payslips stay private", {
  timeout: 60_000,
}, async () => {
  const made = await call("7", "/api/hr/payroll-periods", "POST", period("March 2026", "2026-03", "31"))
  expect(made).toMatchObject({ status: 201, body: { status: "draft", totalNetPay: "0.00", currency: "USD", canProcess: true } })
  const { id } = made.body
  const path = `/api/hr/payroll-periods/${id}`

  const preview = await call("7", `${path}/preview`)
  expect(preview).toMatchObject({ status: 200, body: { obstacle: null, rate: "1300.00", whatIf: null, gapDays: "0.00" } })
  expect(preview.body.items.map((item: Fields) => [item.staffNumber, item.currency, item.netPay, item.previousNetPay])).toEqual([
    ["FO-001", "USD", "876.00", null],
    ["FO-002", "SSP", "73000.00", null],
    ["FO-003", "SSP", "365000.00", null],
  ])
  const graduated = await call("7", `${path}/preview?rule=graduated`)
  expect(graduated.body.items[1]).toMatchObject({ netPay: "83350.00", actualNetPay: "73000.00" })
  expect((await call("7", `${path}/preview?rule=2020-06-30`)).body.items[1]).toMatchObject({ socialSecurity: "0.00" })
  expect(await call("7", `${path}/preview?rule=never`)).toMatchObject({ status: 422 })
  expect(await call("8", `${path}/preview`)).toMatchObject({ status: 403 })
  expect(await call("7", path)).toMatchObject({ body: { status: "draft", payslips: 0 } })

  const processed = await put("7", `${path}/process`)
  expect(processed).toMatchObject({
    status: 200,
    body: { status: "calculated", people: 3, payslips: 3, rate: "1300.00", processedBy: 7, canApprove: false, isOwn: true },
  })
  expect(processed.body.totalsByCurrency.map(({ currency, people, netPay }: Fields) => [currency, people, netPay])).toEqual([
    ["USD", 1, "876.00"],
    ["SSP", 2, "438000.00"],
  ])
  // 876.00 + 438,000.00 ÷ 1300 = 336.92
  expect(processed.body).toMatchObject({ totalNetPay: "1212.92", totalGrossPay: "1661.54" })
  const events = (await statement("select count(*) from es.event"))[0]!.count
  expect(await put("7", `${path}/process`)).toMatchObject({ status: 200, body: { status: "calculated" } })
  expect((await statement("select count(*) from es.event"))[0]!.count).toBe(events)

  // level 8 sees its own department
  const [ofCatering] = (await call("8", "/api/hr/payroll-periods")).body
  expect(ofCatering.totalsByCurrency.map(({ currency, people }: Fields) => [currency, people])).toEqual([["SSP", 2]])
  expect((await call("8", `${path}/items`)).body.map(({ staffNumber }: Fields) => staffNumber)).toEqual(["FO-002", "FO-003"])
  expect((await call("6", "/api/hr/payroll-periods")).status).toBe(403)
  expect((await call("3", "/api/payslips")).body).toEqual([])

  expect(await put("7", `${path}/approve`)).toMatchObject({ status: 403 })
  expect(await put("10", `${path}/approve`, { version: 1 })).toMatchObject({ status: 409 })
  expect(await put("10", `${path}/approve`, { version: processed.body.version })).toMatchObject({ status: 200, body: { status: "approved", approvedBy: 10 } })
  const checks = async () => statement(payrollChecks[0]!.sql, ["2026-03-01", "2026-03-31"])
  expect(await checks()).toEqual([{ text: "March 2026 is approved", path: path }])
  expect(await put("7", `${path}/post`)).toMatchObject({ status: 200, body: { status: "posted", postedDate: "2026-03-31", journalEntries: [{}, {}] } })
  // its reversal would reverse both entries, and changes nothing by being looked at
  expect(await call("7", `${path}/reversal`)).toMatchObject({ status: 200, body: { entries: [{}, {}] } })
  expect(await checks()).toEqual([])
  const tie = async (day: string) => {
    const books = await statement(
      "select l.currency, sum(l.credit - l.debit)::bigint as amount from journal_line l join account a on a.id = l.account_id where a.account_number = '2100' and l.effective_date <= $1::date group by 1 having sum(l.credit - l.debit) <> 0 order by 1",
      [day],
    )
    const owed = await statement(`select currency, sum(amount)::bigint as amount from (${payrollTies[0]!.sql}) as x(currency, amount) group by 1 order by 1`, [
      day,
    ])
    expect(owed).toEqual(books)
    return owed
  }
  expect(await tie("2026-03-31")).toHaveLength(2)
  expect(await call("8", "/api/payroll-runs")).toMatchObject({ body: [{ id, runDate: "2026-03-31", payPeriodStart: "2026-03-01", status: "posted" }] })

  const payment = { paidDate: "2026-04-02", paymentReference: "TT-1" }
  expect(await put("10", `${path}/pay`, payment)).toMatchObject({ status: 403 })
  expect(await put("7", `${path}/pay`, payment)).toMatchObject({ status: 200, body: { status: "paid", paidDate: "2026-04-02", paymentReference: "TT-1" } })
  expect(await put("7", `${path}/pay`, payment)).toMatchObject({ status: 409, body: "March 2026 is paid already. Only a posted payroll can be paid" })
  expect(await tie("2026-03-31")).toHaveLength(2)
  expect(await tie("2026-04-02")).toHaveLength(0)

  const own = (await call("3", "/api/payslips")).body
  expect(own).toMatchObject([{ staffNumber: "FO-002", netPay: "73000.00", paymentStatus: "paid", paymentReference: "TT-1", workingDays: "26.00" }])
  expect((await call("3", `/api/payslips/${own[0].id}`)).body.how.at(-1)).toEqual({ line: "Net pay", formula: "", amount: "73000.00" })
  const [others] = (await call("7", "/api/payslips?staffId=1")).body
  expect((await call("3", `/api/payslips/${others.id}`)).status).toBe(404)
  expect((await call("3", `/api/payslips/${others.id}/pdf`)).status).toBe(404)
  const pdf = await call("3", `/api/payslips/${own[0].id}/pdf`)
  expect(pdf.headers.get("content-disposition")).toBe('attachment; filename="Payslip 2026-03 FO-002.pdf"')
  expect(new TextDecoder("latin1").decode(pdf.bytes.slice(0, 5))).toBe("%PDF-")
  expect((await call("3", `/api/payslips/${own[0].id}/pdf`)).bytes).toEqual(pdf.bytes)
  expect((await call("7", `${path}/history`)).body.map(({ type }: Fields) => type)).toContain("PayrollPaid")
  expect((await call("7", `${path}/items?format=csv`)).body).toContain("FO-003")
})

test("each bad input is refused with one sentence, and nothing is written", { timeout: 60_000 }, async () => {
  const before = (await statement("select count(*) from es.event"))[0]!.count
  const create = (body: object) => call("7", "/api/hr/payroll-periods", "POST", body)
  const empty = await create({ periodName: "", startDate: "", endDate: "", payDate: "" })
  expect(empty.status).toBe(400)
  for (const sentence of ["Period name is required", "Start date is required", "End date is required", "Pay date is required"])
    expect(empty.body).toContain(sentence)
  expect((await create({})).body).toContain("Period name is required")
  expect(await create({ ...period("x", "2026-03", "31"), periodName: "March again" })).toMatchObject({
    status: 409,
    body: "March 2026 pays 2026-03-01 to 2026-03-31 already. Each day can be paid only once",
  })
  expect(await create({ ...period("x", "2026-05", "31"), endDate: "2026-04-30" })).toMatchObject({
    status: 422,
    body: "End date must be on or after the start date",
  })
  expect(await put("7", "/api/hr/payroll-periods/999/process")).toMatchObject({ status: 404, body: "Payroll period 999 does not exist" })
  expect(await put("7", "/api/hr/payroll-periods/999/pay", {})).toMatchObject({ status: 404 })
  expect((await statement("select count(*) from es.event"))[0]!.count).toBe(before)
})

test("gaps are refused by name, or counted as worked with a reason; the preview shows components and the previous month", { timeout: 60_000 }, async () => {
  const { body } = await call("7", "/api/hr/payroll-periods", "POST", period("April 2026", "2026-04", "30"))
  const path = `/api/hr/payroll-periods/${body.id}`
  await tell([hired(4, 2_600_000, "SSP"), ...present(4, "2026-04-01", "2026-04-28")])
  const refused = await put("7", `${path}/process`)
  expect(refused).toMatchObject({ status: 422 })
  expect(refused.body).toBe("1 person has working days without attendance or leave (First4 Deng 2). Record them, or give a reason to count them as worked")
  expect((await call("7", path)).body).toMatchObject({ status: "draft", isCalculating: false, payslips: 0 })

  const allowance = { staffId: 2, kind: "allowance", name: "Housing", amount: "100.00", currency: "USD", from: "2026-04-01" }
  const added = await call("7", "/api/pay-components", "POST", allowance)
  expect(added).toMatchObject({ status: 201, body: { amount: "100.00", taxable: true, to: null } })
  expect(await call("7", "/api/pay-components", "POST", { ...allowance, staffId: 1 })).toMatchObject({ status: 403 })
  const preview = await call("7", `${path}/preview`)
  expect(preview.body.gapDays).toBe("2.00")
  const [, cook] = preview.body.items
  expect(cook).toMatchObject({ allowances: "130000.00", previousNetPay: "73000.00", previousCurrency: "SSP" })
  expect(Number(cook.difference)).toBeCloseTo(Number(cook.netPay) - 73_000, 2)

  expect(await put("7", `${path}/process`, { reason: "The sheet of the last two days was lost" })).toMatchObject({
    body: { status: "calculated", people: 4, gapsReason: "The sheet of the last two days was lost" },
  })
  expect(await put("7", `${path}/reopen`, { reason: "Found the sheet" })).toMatchObject({ body: { status: "draft", totalNetPay: "0.00" } })
  await tell(present(4, "2026-04-29", "2026-04-30").map((change, n) => ({ ...change, id: 4900 + n })))
  const before = (await statement("select count(*) from es.event where type = 'PayslipRevised'"))[0]!.count
  expect(await put("7", `${path}/process`)).toMatchObject({ body: { status: "calculated", gapsReason: null } })
  // of four payslips, only the one with gaps differs
  expect((await statement("select count(*) from es.event where type = 'PayslipRevised'"))[0]!.count - before).toBe(1)
})

const many = 1_000
test("a calculation interrupted ten times at any point and restarted equals one clean run: each payslip once", { timeout: 120_000 }, async () => {
  for (let n = 0; n < many; n += 250) {
    await tell(
      Array.from({ length: 250 }, (_, m) =>
        hired(1000 + n + m, 1_000_000 + (n + m) * 7_919, m % 3 === 0 ? "USD" : "SSP", { hireDate: "2026-06-01", siteId: 1 + (m % 3) }),
      ),
    )
  }
  const by = person(7)
  const { id } = await runtime.runPromise(
    Effect.flatMap(Records, ({ execute }) => execute(createPeriod, { ...period("June 2026", "2026-06", "30"), notes: "" }, by)),
  )
  const clean = await runtime.runPromise(Effect.flatMap(periodRow(id), (row) => calculation(row, { gapsAreWorked: true })))
  // before the first batch, or after this many of the eleven
  for (const point of [0, 1, 1, 0, 2, 1, 0, 2, 1, 1]) {
    let seen = 0
    const run = processPeriod(id, "no sheets", by, {
      written: () => {
        if (seen++ === point) throw new Error("killed")
      },
    })
    expect(Exit.isFailure(await runtime.runPromiseExit(run))).toBe(true)
    expect(await runtime.runPromise(periodRow(id))).toMatchObject({ status: "draft", isCalculating: true })
  }
  await runtime.runPromise(processPeriod(id, "no sheets", by))
  const slips = await statement("select staff_id, net_pay, tax, gross_pay, currency, version from payslip where period_id = $1 order by staff_id", [id])
  expect(slips).toEqual(
    clean.items
      .map(({ slip }) => ({ staff_id: slip.staffId, net_pay: slip.netPay, tax: slip.tax, gross_pay: slip.grossPay, currency: slip.currency, version: 1 }))
      .sort((a, b) => a.staff_id - b.staff_id),
  )
  const row = await runtime.runPromise(periodRow(id))
  expect(row.status).toBe("calculated")
  expect(row.sums.reduce((total, { people }) => total + people, 0)).toBe(clean.items.length)
  expect(row.sums.reduce((total, { netPay }) => total + netPay, 0)).toBe(clean.items.reduce((total, { slip }) => total + slip.netPay, 0))
})

test("of two concurrent runs, only one calculates", { timeout: 60_000 }, async () => {
  const by = person(7)
  const { id } = await runtime.runPromise(
    Effect.flatMap(Records, ({ execute }) => execute(createPeriod, { ...period("July 2026", "2026-07", "31"), notes: "" }, by)),
  )
  await Promise.all([1, 2, 3].map(() => runtime.runPromise(processPeriod(id, "no sheets", by))))
  const [row] = await statement(
    "select count(*) as slips, sum(version)::bigint as versions, (select count(*) from es.event where stream = 'payroll_period/' || $1::bigint and type = 'PayrollCalculated') as ends from payslip where period_id = $1",
    [id],
  )
  expect(row).toMatchObject({ slips: many + 4, versions: many + 4, ends: 1 })
})

test("a rate entered later does not change the calculation, and prevents its approval", { timeout: 60_000 }, async () => {
  const july = (await call("7", "/api/hr/payroll-periods?q=July")).body[0]
  await runtime.runPromise(
    Effect.flatMap(Records, ({ execute }) =>
      execute(
        told,
        [exchangeRates.at(1, RateEntered({ type: "official", from: "2026-07-31", rate: 145_000, source: "bank", enteredBy: null }))],
        system("test"),
      ),
    ),
  )
  expect((await call("7", `/api/hr/payroll-periods/${july.id}`)).body.totalNetPay).toBe(july.totalNetPay)
  expect(await put("10", `/api/hr/payroll-periods/${july.id}/approve`)).toMatchObject({ status: 409 })
})

test("leave, holidays, rotations and overtime are taken from the people module", { timeout: 60_000 }, async () => {
  const staff = [901, 902, 903, 904]
  await tell(staff.map((id) => hired(id, 1_200_000, "SSP", { hireDate: "2026-08-01", departmentId: 2 })))
  const type = { description: "", accrual: "monthly", maxDaysPerYear: 21, seniority: [], carryForward: true, carryMonths: null, countsEveryDay: false } as const
  const days = {
    startDate: "2026-08-10",
    endDate: "2026-08-14",
    totalDays: 500,
    claimedDays: null,
    halfDay: false,
    appliedDate: "2026-08-01",
    requestedBy: null,
  }
  const about = { reason: "", emergencyContact: null, emergencyPhone: null, handoverNotes: "" }
  const leave = (id: number, staffId: number, leaveTypeId: number, of: object = {}) => [
    leaveRequests.at(id, LeaveRequested({ ...days, ...about, staffId, leaveTypeId, ...of })),
    leaveRequests.at(id, LeaveApproved({ by: null, overrideReason: null })),
  ]
  await tell([
    leaveTypes.at(901, LeaveTypeAdded({ ...type, name: "Paid", paid: true, mayGoNegative: false, isActive: true, from: "2026-01-01" })),
    leaveTypes.at(902, LeaveTypeAdded({ ...type, name: "Unpaid", paid: false, mayGoNegative: true, isActive: true, from: "2026-01-01" })),
    ...leave(901, 901, 901),
    ...leave(902, 902, 902),
    leaveRequests.at(903, LeaveRequested({ ...days, ...about, staffId: 903, leaveTypeId: 901 })),
    holidays.at(901, HolidayAdded({ date: "2026-08-20", name: "Day of the camp", siteId: 1 })),
    staffRosters.at(904, PlaceTaken({ assignmentId: 1, siteId: 1, startDate: "2026-08-01", endDate: null, rotation: { daysOn: 28, daysOff: 28 } })),
  ])
  const recorded = (staffId: number, without: ReadonlyArray<string>) =>
    present(staffId, "2026-08-01", "2026-08-31").flatMap((change) => {
      const data = change.event.data as Parameters<typeof AttendanceRecorded>[0]
      if (without.includes(data.attendanceDate)) return []
      // two more hours on one day; on the holiday everyone works six
      const hours =
        data.attendanceDate === "2026-08-03" ? { workHours: 10_000, overtimeHours: 2_000 } : data.attendanceDate === "2026-08-20" ? { workHours: 6_000 } : {}
      return [attendances.at(change.id, AttendanceRecorded({ ...data, ...hours }))]
    })
  const away = ["2026-08-10", "2026-08-11", "2026-08-12", "2026-08-13", "2026-08-14"]
  for (const [n, without] of [away, away, away, []].entries()) await tell(recorded(901 + n, without))
  const { body } = await call("7", "/api/hr/payroll-periods", "POST", period("August 2026", "2026-08", "31"))
  const { items } = (await call("7", `/api/hr/payroll-periods/${body.id}/preview`)).body
  const of = (id: number) => items.find(({ staffId }: Fields) => staffId === id)
  // 26 working days less the holiday
  expect(of(901)).toMatchObject({
    workingDays: "25.00",
    actualDaysWorked: "20.00",
    paidLeaveDays: "5.00",
    gapDays: "0.00",
    basicSalary: "12000.00",
    overtimeHours: "8.00",
  })
  // an hour is 12,000 × 12 ÷ 52 ÷ 40; 2 h × 1.5 + 6 h × 2
  expect(of(901).overtime).toBe(((12_000 * 12 * 15) / 52 / 40).toFixed(2))
  expect(of(902)).toMatchObject({ unpaidLeaveDays: "5.00", basicSalary: "9600.00" })
  // requested, not approved
  expect(of(903)).toMatchObject({ paidLeaveDays: "0.00", gapDays: "5.00" })
  // 28 days from the first on, Sundays included: without the holiday, 27 of them are working days
  expect(of(904)).toMatchObject({ workingDays: "27.00" })
})

test("overtime counts the whole week in which the month begins, and pays a rest day within a rotation at its rate", { timeout: 60_000 }, async () => {
  const staff = [905, 906]
  await tell(staff.map((id) => hired(id, 1_200_000, "SSP", { hireDate: "2026-11-01", departmentId: 2 })))
  await tell([staffRosters.at(906, PlaceTaken({ assignmentId: 2, siteId: 1, startDate: "2026-12-01", endDate: null, rotation: { daysOn: 28, daysOff: 28 } }))])
  const [{ event }] = present(905, "2026-12-01", "2026-12-01") as [Change]
  const worked = (staffId: number, hours: Readonly<Record<string, number>>) =>
    Object.entries(hours).map(([attendanceDate, workHours], n) =>
      attendances.at(
        staffId * 1000 + n,
        AttendanceRecorded({ ...(event.data as Parameters<typeof AttendanceRecorded>[0]), staffId, attendanceDate, workHours, overtimeHours: 0 }),
      ),
    )
  // 30 November is a Monday: 40 of the week's 48 hours are in December
  const days = ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05"]
  await tell(worked(905, Object.fromEntries(days.map((day) => [day, 8_000]))))
  // 6 December is a Sunday
  await tell(worked(906, { "2026-12-01": 8_000, "2026-12-06": 9_000 }))
  const { body } = await call("7", "/api/hr/payroll-periods", "POST", period("December 2026", "2026-12", "31"))
  const { items } = (await call("7", `/api/hr/payroll-periods/${body.id}/preview`)).body
  const of = (id: number) => items.find(({ staffId }: Fields) => staffId === id)
  const payOf = (hours: number) => ((12_000 * 12 * hours) / 52 / 40).toFixed(2)
  expect(of(905)).toMatchObject({ overtimeHours: "8.00", overtime: payOf(8 * 1.5) })
  expect(of(906)).toMatchObject({ overtimeHours: "1.00", overtime: payOf(2) })
})

// proves U-13-4
test("a change to a day after its month was paid raises an alert and is corrected once, with an explanation", { timeout: 60_000 }, async () => {
  const [paid] = await statement(
    "select id, data->'siteId' as site from es.event, lateral (select split_part(stream, '/', 2)::bigint as id) x where type = 'AttendanceRecorded' and data->>'staffId' = '2' and data->>'attendanceDate' = '2026-03-31'",
  )
  // the rule looks back about a year, here from a fixed day
  const alerted = async () => {
    const found = Effect.gen(function* () {
      const { statement, transaction } = yield* Database
      return yield* transaction(
        Effect.gen(function* () {
          yield* statement("select set_config('ops.today', '2026-11-20', true)", [])
          return yield* statement(lateFactRules[0]!.sql, [])
        }),
      )
    })
    return (await runtime.runPromise(found)).map(({ title }) => title)
  }
  const before = await alerted()
  const facts = (await statement("select data from es.event where stream = $1 and type = 'AttendanceRecorded'", [`attendance/${paid!.id}`]))[0]!.data
  await tell([attendances.at(Number(paid!.id), AttendanceCorrected({ ...facts, status: "absent", workHours: 0, overtimeHours: 0 }))])
  expect(await alerted()).toEqual([...before, "March 2026: attendance or leave changed after its payroll"])

  const { body } = await call("7", "/api/hr/payroll-periods", "POST", period("September 2026", "2026-09", "30"))
  const correction = async (id: number) => {
    const { items } = (await call("7", `/api/hr/payroll-periods/${id}/preview`)).body
    const item = items.find(({ staffId }: Fields) => staffId === 2)
    return [item.corrections, item.how.find(({ line }: Fields) => line === "Correction: Late facts of March 2026")?.formula]
  }
  // with both days in the checklist, until it is decided; declined, it is not corrected
  const blocking = async () => {
    const lines = await runtime.runPromise(Effect.provideService(checklist("2026-09"), ClosingChecks, payrollChecks))
    return lines
      .find(({ key }) => key === "late-days")!
      .examples.map(({ text }) => text)
      .filter((text) => text.includes("2026-03-31"))
  }
  const waits = [expect.stringMatching(/, 2026-03-31: known on 20\d\d-\d\d-\d\d, after the payroll of March 2026$/)]
  expect(await blocking()).toEqual(waits)
  const march = (await call("7", "/api/hr/payroll-periods?q=March")).body[0].id as number
  const lateDays = `/api/hr/payroll-periods/${march}/late-days`
  const due = { staffId: 2, days: ["2026-03-31"], amount: "-3846.15", decision: null }
  expect((await call("7", lateDays)).body).toMatchObject([due])
  expect((await call("7", lateDays, "POST", { staffId: 2, decision: "decline" })).body).toBe("Reason is required")
  expect((await call("7", lateDays, "POST", { staffId: 3, decision: "correct" })).body).toBe("Nothing of this person has changed since March 2026 was paid")
  expect((await call("7", lateDays, "POST", { staffId: 2, decision: "decline", reason: "Agreed" })).status).toBe(200)
  expect([await blocking(), await alerted(), await correction(body.id)]).toEqual([[], before, ["0.00", undefined]])
  expect((await call("7", lateDays)).body).toMatchObject([{ ...due, amount: "0.00", decision: "decline", reason: "Agreed" }])
  // changed again, it is open again
  await tell([attendances.at(Number(paid!.id), AttendanceCorrected({ ...facts, status: "half_day", workHours: 4_000, overtimeHours: 0 }))])
  expect([await blocking(), (await call("7", lateDays)).body]).toMatchObject([waits, [{ ...due, amount: "-1923.08" }]])
  await tell([attendances.at(Number(paid!.id), AttendanceCorrected({ ...facts, status: "absent", workHours: 0, overtimeHours: 0 }))])
  expect((await call("7", lateDays)).body).toMatchObject([due])
  expect((await call("7", lateDays, "POST", { staffId: 2, decision: "correct" })).status).toBe(200)
  expect(await blocking()).toEqual([])
  // one of 26 days of 100,000.00
  expect(await correction(body.id)).toEqual(["-3846.15", "March 2026 was paid before 2026-03-31 changed"])
  const path = `/api/hr/payroll-periods/${body.id}`
  const processed = await put("7", `${path}/process`, { reason: "Sheets are in" })
  expect(processed.body).toMatchObject({ status: "calculated" })
  await put("10", `${path}/approve`, { version: processed.body.version })
  expect(await alerted()).toEqual(before)
  const next = (await call("7", "/api/hr/payroll-periods", "POST", period("October 2026", "2026-10", "31"))).body
  expect(await correction(next.id)).toEqual(["0.00", undefined])
})

test("a payroll for a month that is not over needs confirmation with a reason", async () => {
  const month = `${Number(new Date().toISOString().slice(0, 4)) + 1}-01`
  const { body } = await call("7", "/api/hr/payroll-periods", "POST", period("Next January", month, "31"))
  const refused = await put("7", `/api/hr/payroll-periods/${body.id}/process`)
  expect(refused).toMatchObject({
    status: 422,
    body: `Next January is not over: it ends on ${month}-31. Process it then, or give a reason to pay future days as worked`,
  })
  expect(await put("7", `/api/hr/payroll-periods/${body.id}/process`, { reason: "Paid before the holidays" })).toMatchObject({ status: 200 })
})
