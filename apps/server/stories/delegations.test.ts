/** Approvals delegated to another person, on a complete server: what the delegate sees and may decide, and what the log records. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { callOf } from "@ops/reporting/approvals/on-behalf.ts"
import type { Approval } from "@ops/reporting/approvals/contract.ts"
import type { Person } from "@ops/platform/testing/server.ts"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { endpoints } from "../calls/every-call.ts"
import { type DemoServer, demoServer } from "../demo/demo-server.ts"
import { inbox } from "../modules.ts"

let server: DemoServer
let management: Person, finance: Person, supervisor: Person, operative: Person
let ids: { readonly management: number; readonly finance: number; readonly supervisor: number }
const today = () => dateOf(new Date())
const endAll = async () => {
  for (const { id } of (await finance("GET", "/api/delegations")).body) await finance("POST", `/api/delegations/${id}/end`, {})
}

beforeAll(async () => {
  server = await demoServer({ limits: false })
  const people = ["FO-MGT-001", "FO-FIN-001", "FO-SUP-001", "FO-OPS-001"] as const
  ;[management, finance, supervisor, operative] = (await Promise.all(people.map((id) => server.as(id)))) as [Person, Person, Person, Person]
  const idOf = async (who: Person) => Number((await who("GET", "/api/auth/user")).body.id)
  // the demo has one
  await endAll()
  ids = { management: await idOf(management), finance: await idOf(finance), supervisor: await idOf(supervisor) }
}, 300_000)
afterAll(async () => await server.stop())

const wish = {
  amount: "61.00",
  currency: "USD",
  category: "fuel",
  description: "Diesel",
  businessPurpose: "Generator of the camp",
  siteId: 1,
  paymentMethod: "cash",
  priority: "medium",
}
const asked = async (who: Person, more: object = {}) => (await who("POST", "/api/expense-requests", { ...wish, ...more })).body
const delegatedTo = async (who: Person): Promise<ReadonlyArray<Approval>> => (await who("GET", "/api/approvals?show=delegated&limit=1000")).body
const rowOf = async (who: Person, number: string) => (await delegatedTo(who)).find((row) => row.number === number)
const delegated = async (from: Person, delegateId: number) =>
  (await from("POST", "/api/delegations", { delegateId, from: today(), to: addDays(today(), 1) })).body.id as number

// proves U-27-1
test("a delegate decides in the place of the delegator, within the delegator's rights, and the log names both", async () => {
  const { id, requestNumber } = await asked(operative)
  expect(await delegatedTo(supervisor)).toEqual([])
  expect((await supervisor("POST", `/api/expense-requests/${id}/approve`, { version: 1 })).status).toBe(403)
  await delegated(finance, ids.supervisor)
  const row = (await rowOf(supervisor, requestNumber))!
  expect(row).toMatchObject({
    onBehalfOfName: "Nyandeng Garang Ater",
    rule: expect.stringMatching(/^On their behalf you approve up to USD/),
    approve: { path: `/api/expense-requests/${id}/approve?onBehalfOf=${ids.finance}` },
  })
  const one = await supervisor("GET", `/api/approvals/expense_request/${id}?show=delegated`)
  expect(one.body).toMatchObject({ number: requestNumber, detail: { reason: "Generator of the camp" } })
  const { text } = (await supervisor("GET", "/api/notifications/digest")).body
  expect(text).toMatch(/DELEGATED TO YOU \(\d+\)/)
  expect(text).toContain(requestNumber)
  // the delegator still sees it as well
  expect((await finance("GET", "/api/approvals?limit=1000")).body.map(({ number }: Approval) => number)).toContain(requestNumber)

  const done = await supervisor("POST", row.approve.path, row.approve.body)
  expect([done.status, done.body.status, done.body.approvedBy]).toEqual([200, "approved", ids.supervisor])
  const history = (await operative("GET", `/api/expense-requests/${id}/history`)).body as ReadonlyArray<{ by: string; text: string }>
  expect(history.at(-1)!.by).toMatch(/^\S.* for Nyandeng Garang Ater$/)
  expect(await rowOf(supervisor, requestNumber)).toBeUndefined()
})

test("every decision of the inbox is a call of the contract, so that it can be made for a delegator", () => {
  const calls = endpoints.map(callOf)
  const decisions = inbox.flatMap(({ approve, reject }) => [approve, ...(reject ? [reject] : [])]).map(callOf)
  expect(decisions.length).toBeGreaterThan(30)
  expect(decisions.filter((decision) => !calls.includes(decision))).toEqual([])
})

test("neither the delegate's own requests nor the delegator's are delegated, and the call refuses them", async () => {
  const [own, others] = [await asked(supervisor), await asked(finance)]
  for (const { id, requestNumber } of [own, others]) {
    expect(await rowOf(supervisor, requestNumber)).toBeUndefined()
    const refused = await supervisor("POST", `/api/expense-requests/${id}/approve?onBehalfOf=${ids.finance}`, { version: 1, overrideReason: "Urgent" })
    expect([refused.status, refused.text]).toEqual([403, "It has not been delegated to you, or no longer awaits a decision"])
  }
})

test("what needs two approvals does not get both from a delegator and the delegate", async () => {
  const { id, requestNumber } = await asked(operative, { amount: "9000.00" })
  const first = await finance("POST", `/api/expense-requests/${id}/approve`, { version: 1 })
  expect([first.status, first.body.status]).toEqual([200, "pending"])
  expect(await rowOf(supervisor, requestNumber)).toBeUndefined()
  expect((await supervisor("POST", `/api/expense-requests/${id}/approve?onBehalfOf=${ids.finance}`, {})).status).toBe(403)
})

test("a delegation covers decisions of the inbox only, of the delegator named, and is not passed on", async () => {
  const { id, requestNumber } = await asked(operative)
  const other = await supervisor("POST", `/api/expense-requests?onBehalfOf=${ids.finance}`, wish)
  expect([other.status, other.text]).toEqual([400, "Only decisions of the inbox can be made on behalf of another person. Leave out onBehalfOf"])
  expect((await supervisor("GET", `/api/expense-requests?onBehalfOf=${ids.finance}`)).status).toBe(400)
  expect((await supervisor("POST", `/api/expense-requests/${id}/approve?onBehalfOf=${ids.management}`, {})).status).toBe(403)
  expect((await supervisor("POST", `/api/expense-requests/${id}/pay?onBehalfOf=${ids.finance}`, {})).status).toBe(400)

  await delegated(supervisor, ids.management)
  expect((await rowOf(management, requestNumber))?.onBehalfOfName).not.toBe("Nyandeng Garang Ater")
})

test("the grant of level 10 is decided in person and cannot be delegated", async () => {
  const ceo = await server.as("FO-CEO-001")
  const facts = { employeeId: "FO-TOP-001", firstName: "Akol", lastName: "Deng", role: "management", accessLevel: 8 }
  const { id } = (await ceo("POST", "/api/users", facts)).body
  expect((await ceo("PATCH", `/api/users/${id}`, { accessLevel: 10 })).status).toBe(200)
  const kinds = (rows: ReadonlyArray<Approval>) => rows.map(({ kind }) => kind)
  expect(kinds((await finance("GET", "/api/approvals?limit=1000")).body)).toContain("top_level")
  expect(kinds(await delegatedTo(supervisor))).not.toContain("top_level")
  expect((await supervisor("PUT", `/api/users/${id}/confirm-level?onBehalfOf=${ids.finance}`)).status).toBe(403)
})

test("a delegation ends at once: the delegate no longer sees or decides anything", async () => {
  const { id, requestNumber } = await asked(operative)
  const { approve } = (await rowOf(supervisor, requestNumber))!
  await endAll()
  expect(await delegatedTo(supervisor)).toEqual([])
  expect((await supervisor("POST", approve.path, approve.body)).status).toBe(403)
  const later = await finance("POST", "/api/delegations", { delegateId: ids.supervisor, from: "2100-01-01", to: "2100-01-02" })
  expect(later.body.status).toBe("planned")
  expect((await supervisor("POST", `/api/expense-requests/${id}/approve?onBehalfOf=${ids.finance}`, {})).status).toBe(403)
})

test("the auditor reads both names of a delegated decision", async () => {
  const { id, requestNumber } = await asked(operative)
  await delegated(finance, ids.supervisor)
  const { approve } = (await rowOf(supervisor, requestNumber))!
  await supervisor("POST", approve.path, approve.body)
  const ceo = await server.as("FO-CEO-001")
  const { body } = await ceo("GET", `/api/audit/events?entity=expense_request&id=${id}`)
  expect(JSON.stringify(body)).toContain(" for Nyandeng Garang Ater")
})
