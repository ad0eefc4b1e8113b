/** The final settlement over HTTP, on a real database: previewed, booked, reversed, and paid with the payroll. */
import { Effect, Layer, ManagedRuntime } from "effect"
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
import { people } from "@ops/identity/person.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { companyStaff, StaffTerminated } from "@ops/people/staff/company-staff.ts"
import { LeaveTypeAdded, leaveTypes } from "@ops/people/leave/leave-type.ts"
import { peopleModule } from "@ops/people/module.ts"
import { companies, sites } from "@ops/sites/site.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { payComponents } from "../components-and-rules/resource.ts"
import { PayrollGroup } from "../contract.ts"
import { payrollModule } from "../module.ts"
import { PayrollLive } from "../server.ts"
import { SettlementGroup } from "./contract.ts"
import { SettlementLive } from "./server.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { hired, places, present } from "../testing.ts"

const known = { streams: [sites, companies, people], consequences: [], views: [], tables: [] }
const modules = [known, ledgerModule, peopleModule, payrollModule]
const runtime = ManagedRuntime.make(
  testDatabase({
    streams: modules.flatMap(({ streams }) => [...streams]),
    consequences: modules.flatMap(({ consequences }) => [...consequences]),
    views: modules.flatMap(({ views }): ReadonlyArray<string> => views),
    tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
  }),
)
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
  return { ...by, department: "operations", employeeId: token, siteId: null, sessionId: null, proven: true }
}
class TestApi extends HttpApi.make("ops").add(PayrollGroup).add(payComponents.group).add(SettlementGroup) {}
const web = serveApi(HttpApiBuilder.layer(TestApi).pipe(Layer.provide([PayrollLive, SettlementLive, resourceLive(payComponents)])), runtime, signedIn)
const call = (token: string, address: string, method = "GET", body?: object) => web.call(token, address, body, method)
const statement = (text: string) => runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, [])))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const tell = (changes: ReadonlyArray<Change>) => runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(told, changes, system("test"))))
const goes = (id: number, terminationDate: string) => tell([companyStaff.at(id, StaffTerminated({ terminationDate, reason: "Camp closed" }))])

const annual = {
  name: "Annual Leave",
  description: "",
  accrual: "monthly",
  maxDaysPerYear: 21,
  seniority: [],
  carryForward: true,
  carryMonths: 24,
  paid: true,
  countsEveryDay: false,
  mayGoNegative: false,
  isActive: true,
  from: "2000-01-01",
} as const
const month = (name: string, of: string, last: string) => ({ periodName: name, startDate: `${of}-01`, endDate: `${of}-${last}`, payDate: `${of}-${last}` })

beforeAll(async () => {
  await runtime.runPromise(Effect.andThen(ledgerModule.setup, payrollModule.setup))
  await tell([...places, leaveTypes.at(1, LeaveTypeAdded(annual)), leaveTypes.at(2, LeaveTypeAdded({ ...annual, name: "Sick Leave", accrual: "yearly" }))])
  const of = { hireDate: "2025-03-11" }
  await tell([hired(1, 120_000, "USD", { ...of, personId: 7 }), hired(2, 10_400_000, "SSP", of), hired(3, 52_000_000, "SSP", of)])
  await tell([...present(2, "2026-03-01", "2026-03-10"), ...present(3, "2026-03-01", "2026-03-31"), ...present(1, "2026-03-01", "2026-03-31")])
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

test("a settlement is previewed, booked with the remaining leave, reversed, booked again and paid with the month", { timeout: 60_000 }, async () => {
  const path = "/api/hr/staff/2/settlement"
  const before = (await statement("select count(*) from es.event"))[0]!.count
  const look = await call("7", `${path}?date=2026-03-10&reason=redundant`)
  // a year to the day: a month of notice, two weeks of severance; 20.5 days, of which the twelfth month's come a day later
  expect(look).toMatchObject({
    status: 200,
    body: {
      name: "First2 Deng",
      hasLeft: false,
      status: "open",
      serviceMonths: 12,
      canBook: false,
      obstacle: "First2 Deng works here. End the employment first",
    },
  })
  const owed = [
    ["leave", 19.25, "77000.00"],
    ["notice", null, "104000.00"],
    ["severance", null, "48000.00"],
  ]
  expect(look.body.lines.map(({ kind, days, amount }: Fields) => [kind, days, amount])).toEqual(owed)
  expect(look.body.total).toBe("229000.00")
  expect((await call("7", `${path}?date=2026-03-10`)).body).toMatchObject({ reason: "resigned", total: "77000.00" })
  expect((await call("7", `${path}?date=2026-03-10&reason=redundant&noticeWorked=true`)).body.total).toBe("125000.00")
  expect(await call("7", `${path}?date=2020-01-01`)).toMatchObject({ status: 422, body: "Last day must be on or after the hire date, 2025-03-11" })
  expect(await call("7", `${path}?reason=bored`)).toMatchObject({ status: 400 })
  expect(await call("7", "/api/hr/staff/999/settlement")).toMatchObject({ status: 404 })
  for (const level of ["3", "6", "8"]) {
    expect((await call(level, path)).status).toBe(403)
    expect((await call(level, path, "POST", { reason: "redundant" })).status).toBe(403)
  }
  expect(await call("7", path, "POST", { reason: "redundant" })).toMatchObject({ status: 409, body: "First2 Deng works here. End the employment first" })
  expect(await call("7", path, "POST", {})).toMatchObject({ status: 400 })
  expect((await statement("select count(*) from es.event"))[0]!.count).toBe(before)

  await goes(2, "2026-03-10")
  expect(await call("7", `${path}?date=2026-03-09`)).toMatchObject({ status: 409, body: "First2 Deng left on 2026-03-10. Leave the date out" })
  const booked = await call("7", path, "POST", { reason: "redundant" })
  expect(booked).toMatchObject({
    status: 201,
    body: { status: "booked", total: "229000.00", payOn: "2026-03-10", payroll: null, canBook: false, canReverse: true },
  })
  const left = async () =>
    (await statement("select entries from leave_account where id = 2"))[0]!.entries.reduce((sum: number, { days }: { readonly days: number }) => sum + days, 0)
  expect(await left()).toBe(-1925)
  expect(await call("7", path, "POST", { reason: "redundant" })).toMatchObject({ status: 201, body: { status: "booked" } })
  expect(await call("7", path, "POST", { reason: "dismissed" })).toMatchObject({ status: 409 })
  expect((await call("7", "/api/pay-components?staffId=2")).body).toHaveLength(3)

  const back = await call("7", `${path}/reverse`, "PUT", { reason: "Resigned" })
  expect(back).toMatchObject({ status: 200, body: { status: "open", canBook: true, total: "77000.00" } })
  expect(await left()).toBe(0)
  expect((await call("7", "/api/pay-components?staffId=2")).body).toHaveLength(0)
  expect(await call("7", path, "POST", { reason: "redundant", noticeWorked: true })).toMatchObject({ body: { total: "125000.00", noticeWorked: true } })

  const { id } = (await call("7", "/api/hr/payroll-periods", "POST", month("March 2026", "2026-03", "31"))).body
  const { items } = (await call("7", `/api/hr/payroll-periods/${id}/preview`)).body
  // eight of 26 working days, and the settlement
  const slip = items.find(({ staffId }: Fields) => staffId === 2)
  expect(slip).toMatchObject({ basicSalary: "32000.00", allowances: "125000.00", grossPay: "157000.00" })
  expect(slip.how.map(({ line }: Fields) => line)).toContain("Allowance: Unused annual leave, 19.25 days")
  expect(await call("7", `/api/hr/payroll-periods/${id}/process`, "PUT")).toMatchObject({ status: 200 })
  expect((await call("7", path)).body).toMatchObject({ payroll: { periodName: "March 2026", status: "calculated" }, canReverse: false })
  expect(await call("7", `${path}/reverse`, "PUT", { reason: "x" })).toMatchObject({
    status: 409,
    body: "March 2026 is calculated. Return it to draft first",
  })
})

test("the settlement of a person who left in an approved month is paid with the next payroll, and nothing else", { timeout: 60_000 }, async () => {
  const march = (await call("7", "/api/hr/payroll-periods?q=March")).body[0]
  expect(await call("10", `/api/hr/payroll-periods/${march.id}/approve`, "PUT")).toMatchObject({ status: 200 })
  // an open-ended allowance ends with the employment
  await call("7", "/api/pay-components", "POST", { staffId: 3, kind: "allowance", name: "Camp", amount: "1000.00", currency: "SSP", from: "2026-01-01" })
  await goes(3, "2026-03-31")
  const booked = await call("7", "/api/hr/staff/3/settlement", "POST", { reason: "dismissed" })
  expect(booked).toMatchObject({ status: 201, body: { payOn: "2026-04-01", payroll: null, canReverse: true } })
  const { id } = (await call("7", "/api/hr/payroll-periods", "POST", month("April 2026", "2026-04", "30"))).body
  const { items } = (await call("7", `/api/hr/payroll-periods/${id}/preview`)).body
  expect(items.map(({ staffId }: Fields) => staffId)).toEqual([1, 3])
  expect(items[1]).toMatchObject({ basicSalary: "0.00", allowances: booked.body.total, grossPay: booked.body.total, gapDays: "0.00" })
  expect((await call("7", "/api/hr/staff/3/settlement")).body.payroll).toMatchObject({ periodName: "April 2026", status: "draft" })
  await call("7", "/api/hr/staff/3/settlement/reverse", "PUT", { reason: "Not yet" })
  expect((await call("7", `/api/hr/payroll-periods/${id}/preview`)).body.items.map(({ staffId }: Fields) => staffId)).toEqual([1])
})

test("booking your own settlement is refused", { timeout: 60_000 }, async () => {
  await goes(1, "2026-04-30")
  expect(await call("7", "/api/hr/staff/1/settlement")).toMatchObject({
    body: { canBook: false, obstacle: "You cannot settle your own employment. Ask another person in finance" },
  })
  expect(await call("7", "/api/hr/staff/1/settlement", "POST", { reason: "resigned" })).toMatchObject({ status: 403 })
  expect(await call("10", "/api/hr/staff/1/settlement", "POST", { reason: "resigned" })).toMatchObject({ status: 201 })
})
