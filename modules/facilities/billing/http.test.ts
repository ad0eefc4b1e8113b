/** Assigning orders and billing clients: over HTTP, on a real database. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { documentsModule } from "@ops/platform/documents/module.ts"
import { AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { recorded } from "@ops/platform/http/access-log.ts"
import { mailModule } from "@ops/platform/mail/module.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { billingModule } from "@ops/billing/module.ts"
import { clientContracts, ContractSigned, noDetails } from "@ops/clients/contracts/client-contract.ts"
import { clientsModule } from "@ops/clients/module.ts"
import { contractorsModule } from "@ops/contractors/module.ts"
import { financeModule } from "@ops/finance/module.ts"
import { identityModule } from "@ops/identity/module.ts"
import { config } from "@ops/identity/testing.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { checked, Ties } from "@ops/ledger/checks/ties.ts"
import { mealsModule } from "@ops/meals/module.ts"
import { LeaveApproved, LeaveRequested, leaveRequests } from "@ops/people/leave/leave-request.ts"
import { peopleModule } from "@ops/people/module.ts"
import { procurementModule } from "@ops/procurement/module.ts"
import { sitesModule } from "@ops/sites/module.ts"
import { stockModule } from "@ops/stock/module.ts"
import { AssigneesGroup } from "../assignees/contract.ts"
import { AssigneesLive } from "../assignees/server.ts"
import { facilitiesChecks } from "../closing.ts"
import { workOrders as orders } from "../work-orders/resource.ts"
import { FacilitiesBillingGroup } from "./contract.ts"
import { FacilitiesBillingLive } from "./server.ts"
import { facilitiesModule } from "../module.ts"
import { orderTies } from "../work-orders/order-postings.ts"
import { WorkOrdersLive } from "../work-orders/server.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { company, person } from "../testing.ts"

const modules = [
  sitesModule,
  identityModule,
  peopleModule,
  stockModule,
  procurementModule,
  ledgerModule,
  clientsModule,
  mealsModule,
  billingModule,
  financeModule,
  contractorsModule,
  facilitiesModule,
  mailModule,
  documentsModule,
]
const model = {
  streams: modules.flatMap(({ streams }) => [...streams]),
  consequences: [...facilitiesModule.consequences, ...stockModule.consequences, ...billingModule.consequences],
  views: modules.flatMap(({ views }): ReadonlyArray<string> => views),
  tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
}
const runtime = ManagedRuntime.make(testDatabase(model))

const { today } = system("test", new Date().toISOString())
/** Signs in with a level, limited to a site if one is given: "6@1". */
const signedIn = (token: string) => {
  const [level, site] = token.split("@").map(Number) as [number, number?]
  const by = person(level, { confinedTo: site ?? null, ...(({ today, at }) => ({ today, at }))(system("test", new Date().toISOString())) })
  return { ...by, person: by.person!, employeeId: token, siteId: site ?? null, sessionId: null, proven: true }
}
class Api extends HttpApi.make("ops").add(orders.group).add(AssigneesGroup).add(FacilitiesBillingGroup) {}
const web = serveApi(
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide([WorkOrdersLive, AssigneesLive, FacilitiesBillingLive]),
    Layer.provide(recorded.pipe(Layer.provide(AuthorizationLive))),
    Layer.provide(config("demo")),
  ),
  runtime,
  signedIn,
)
const ask = (token: string, method: string, address: string, body?: object, headers?: Record<string, string>) => web.call(token, address, body, method, headers)
const run = <A>(effect: Effect.Effect<A, unknown, unknown>) => runtime.runPromise(effect as Effect.Effect<A, unknown, never>)
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})

/** The next Monday, a working day for everyone. */
const monday = addDays(today, ((8 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7) + 7)

beforeAll(async () => {
  const contract = {
    contractNumber: "CT-1",
    clientId: 1,
    siteId: 1,
    serviceType: "facilities" as const,
    startDate: "2026-01-01",
    endDate: null,
    currency: "USD" as const,
    taxCode: "SALES",
    details: { ...noDetails, hourlyRate: 15_00 },
    notes: "",
    createdBy: null,
  }
  const leave = {
    staffId: 2,
    leaveTypeId: 1,
    startDate: addDays(monday, -1),
    endDate: addDays(monday, 3),
    halfDay: false,
    totalDays: 400,
    claimedDays: null,
    reason: "Home",
    emergencyContact: null,
    emergencyPhone: null,
    handoverNotes: "",
    requestedBy: null,
    appliedDate: today,
  }
  const changes = [
    ...company,
    clientContracts.at(1, ContractSigned(contract)),
    leaveRequests.at(1, LeaveRequested(leave)),
    leaveRequests.at(1, LeaveApproved({ by: 8, overrideReason: null })),
  ]
  await run(ledgerModule.setup)
  await run(Effect.flatMap(Records, ({ execute }) => execute(told, changes, system("test", "2026-01-04T06:00:00.000Z"))))
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
}, 60_000)

/** A verified order: an hour and a half of work by person 1, and a filter. */
const done = async (more: object) => {
  const made = await ask("8", "POST", "/api/work-orders", { siteId: 1, serviceType: "sewage", priority: "low", description: "Pump", ...more })
  expect(made.status, String(made.body)).toBe(201)
  const at = `/api/work-orders/${made.body.id}`
  for (const [token, verb, body] of [
    ["8", "assign", { assignedTo: 1 }],
    ["8", "start", undefined],
    ["8", "complete", { hours: [{ staffId: 1, minutes: 90 }], parts: [{ stockItemId: 1, quantity: "1" }] }],
    ["10", "verify", undefined],
  ] as const) {
    const answer = await ask(token, "PATCH", `${at}/${verb}`, body)
    expect(answer.status, String(answer.body)).toBe(200)
  }
  return made.body as { readonly id: number; readonly orderNumber: string }
}

test("the board shows who is qualified, present and away, and each worker's workload", async () => {
  const board = async (query: string, token = "10") => (await ask(token, "GET", `/api/work-orders/assignees?${query}`)).body
  const order = await ask("8", "POST", "/api/work-orders", { siteId: 1, serviceType: "waste", priority: "low", description: "Bins", assignedTo: 1 })
  expect(order.status).toBe(201)
  const at = `${monday}T09:00:00Z`
  const { people, contractors, teams } = await board(`siteId=1&serviceType=equipment_maintenance&at=${at}`)
  expect(people.map(({ id, here, skilled, onShift, onLeave, openOrders }: Fields) => [id, here, skilled, onShift, onLeave, openOrders])).toEqual([
    [1, true, true, true, false, 1],
    [3, false, true, true, false, 0],
    [2, true, true, false, true, 0],
  ])
  expect(people[2]).toMatchObject({ leaveFrom: addDays(monday, -1), leaveTo: addDays(monday, 3), why: `On leave until ${addDays(monday, 3)}` })
  expect(contractors.map(({ contractorNumber, skilled, here }: Fields) => [contractorNumber, skilled, here])).toEqual([["CON-0001", true, true]])
  expect(teams.find(({ team }: Fields) => team === "maintenance")).toEqual({ team: "maintenance", people: 2, onShift: 1, free: 1, openOrders: 0 })
  // at night, and before the leave begins
  expect((await board(`siteId=1&at=${monday}T20:00:00Z`)).people[0]).toMatchObject({ onShift: false, why: "Off shift at this hour" })
  expect((await board(`siteId=1&serviceType=cleaning&at=${at}`)).people.every(({ skilled }: Fields) => !skilled)).toBe(true)
  expect((await board(`at=${addDays(monday, -2)}T09:00:00Z`)).people.find(({ id }: Fields) => id === 2)).toMatchObject({
    onLeave: false,
    leaveFrom: addDays(monday, -1),
  })
  // a user limited to a site sees the people there
  expect((await board("siteId=2", "6@1")).people.map(({ id }: Fields) => id).sort()).toEqual([1, 2])
  expect((await ask("3@1", "GET", "/api/work-orders/assignees")).status).toBe(403)
  expect(await board("at=soon")).toBe("at must be a day or an instant such as 2026-11-21T08:00:00Z")
  expect(await board("siteId=77")).toBe("Site 77 does not exist. Choose one of the list")
})

test("each completed order is billed once even if requested twice, and the books reconcile", async () => {
  const month = today.slice(0, 7)
  const waits = async (token = "7") => (await ask(token, "GET", `/api/work-orders/billing?month=${month}`)).body
  const inTheWay = async () =>
    (await run(Effect.flatMap(Database, ({ statement }) => statement(facilitiesChecks[0]!.sql, [`${month}-01`, addDays(today, 1)])))).map(
      ({ text }: Fields) => text,
    )
  const [first, second] = [await done({ billable: true, clientId: 1, contractId: 1 }), await done({ billable: true, clientId: 1 })]
  await done({})
  expect(await inTheWay()).toEqual([first, second].map(({ orderNumber }) => `${orderNumber}, Nile Oil: not billed`))
  const { open } = await waits()
  // 1.5 hours at 15.00 by the contract, at 8.65 without it; a filter at 12.50
  expect(open).toMatchObject([
    {
      clientName: "Nile Oil",
      orders: [
        { orderNumber: first.orderNumber, hours: "1.50", labour: "22.50", parts: "12.50", amount: "35.00" },
        { orderNumber: second.orderNumber, labour: "8.65", amount: "21.15" },
      ],
      facilitiesAmount: "56.15",
    },
  ])
  expect((await waits("8@2")).open).toEqual([])
  const bill = (key: string, token = "7") => ask(token, "POST", "/api/work-orders/billing", { month, clientId: 1, siteId: 1 }, { "idempotency-key": key })
  expect((await bill("b0", "8")).status).toBe(403)
  const both = await Promise.all([bill("b1"), bill("b2")])
  // the later request finds nothing to bill, or finds the order billed
  expect([409, 422]).toContain(both.map(({ status }) => status).sort()[1])
  const made = both.find(({ status }) => status === 201)!
  expect(made.body).toMatchObject({ invoiceNumber: null, status: "draft", orders: 2, facilitiesAmount: "56.15" })
  expect(await bill(both[0]!.status === 201 ? "b1" : "b2")).toEqual(made)
  expect((await waits()).open).toEqual([])
  expect(await inTheWay()).toEqual([])
  const issued = await ask("7", "POST", `/api/work-orders/billing/${made.body.id}/issue`)
  expect(issued).toMatchObject({ status: 200, body: { status: "issued", invoiceNumber: expect.stringMatching(/^INV-\d{4}-00001$/) } })
  expect(await ask("7", "POST", "/api/work-orders/billing/999/issue")).toEqual({ status: 404, body: "Bill of work orders 999 does not exist" })

  // three orders of an hour and a half, at a thousand dollars a month
  const ties = await run(Effect.provideService(checked(today), Ties, orderTies))
  expect(ties).toMatchObject([{ key: "work-order-labour", currency: "USD", books: 3 * 865, subLedger: 3 * 865, ok: true }])
  const [revenue] = await run(
    Effect.flatMap(Database, ({ statement }) =>
      statement("select sum(l.credit - l.debit)::int as sum from journal_line l join account a on a.id = l.account_id where a.account_number = '4200'", []),
    ),
  )
  expect(revenue!.sum).toBe(56_15)
})
