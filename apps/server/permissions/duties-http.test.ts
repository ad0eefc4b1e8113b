/** The duties report over HTTP, on events that the product's own commands wrote. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { AuditApi, AuditGroup } from "@ops/audit/contract.ts"
import { audit } from "@ops/audit/server.ts"
import { expenseRequests } from "@ops/finance/expense-requests/resource.ts"
import { ExpenseRequestsLive } from "@ops/finance/expense-requests/server.ts"
import { financeModule } from "@ops/finance/module.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import { draftEntry, postDraft } from "@ops/ledger/journal-drafts/journal-draft.ts"
import { postEntry } from "@ops/ledger/journal-entries/journal-entry.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { siteAt } from "@ops/meals/testing.ts"
import { type Command, command, findById, system } from "@ops/platform/records/command.ts"
import { Database } from "@ops/platform/database/database.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { byLevel, serveApi } from "@ops/platform/testing/http.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { model } from "../modules.ts"

const runtime = ManagedRuntime.make(testDatabase(model))
class TestApi extends HttpApi.make("ops").add(AuditGroup).add(expenseRequests.group) {}
const web = serveApi(HttpApiBuilder.layer(TestApi).pipe(Layer.provide([audit(AuditApi), ExpenseRequestsLive])), runtime)
const { call } = web
const execute = <Input>(act: Command<Input>, input: Input, by = system("test")) =>
  runtime.runPromise(Effect.flatMap(Records, ({ execute }) => Effect.map(execute(act, input, by), ({ id }) => id)))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const unknown = { email: null, phoneNumber: null, department: "operations", position: "Officer", siteId: null, hireDate: null, supervisor: null }
const person = (id: number) =>
  people.at(
    id,
    PersonAdded({
      ...unknown,
      employeeId: `FO-${id}`,
      firstName: `Person${id}`,
      lastName: "Deng",
      accessLevel: id,
      role: "finance",
      biometricEnabled: false,
      demo: false,
    }),
  )

beforeAll(async () => {
  await runtime.runPromise(Effect.all([ledgerModule.setup, financeModule.setup]))
  await execute(told, [siteAt(1, "one"), ...[3, 7, 8, 10].map(person)])
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

/** The pairs of duties that one person held in a chain: record, person, and which duties. */
const pairs = async (chain: string) => {
  const { status, body } = await call("10", `/api/audit/duties?chain=${chain}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.pairs.map(({ record, by, duties, why }: Fields & { readonly duties: ReadonlyArray<Fields> }) => [
    record,
    by,
    duties.map(({ duty }: Fields) => duty),
    why,
  ])
}

// proves U-10, U-10-1
test("an expense approved and paid by one person is reported; one handled by two people is not", async () => {
  const wish = { amount: "120.50", currency: "USD", category: "transport", description: "Truck hire", businessPurpose: "Fetch the dry store" }
  const settled = async (payer: string) => {
    const { body: asked } = await call("3@1", "/api/expense-requests", { ...wish, siteId: 1, paymentMethod: "cash", priority: "medium" })
    expect((await call("7", `/api/expense-requests/${asked.id}/approve`, {})).status).toBe(200)
    expect((await call(payer, `/api/expense-requests/${asked.id}/pay`, {})).status).toBe(200)
    return asked.requestNumber as string
  }
  const alone = await settled("7")
  await settled("10")
  expect(await pairs("expense")).toEqual([
    [expect.stringContaining(alone), "Person7 Deng", ["approved", "paid"], "The approver of an expense cannot pay it out"],
  ])

  // what other rules would have stopped
  const replay = async (query: string) => (await call("10", `/api/audit/policy?${query}`)).body
  const apart = await replay("chain=expense&first=approved&second=paid")
  expect([apart.checked, apart.count, apart.amountUsd, apart.stopped[0].record]).toEqual([2, 1, null, expect.stringContaining(alone)])
  expect(apart.usualDays).not.toBeNull()
  const above = await replay("kind=expense&level=7&upTo=100.00")
  expect([above.checked, above.count, above.amountUsd]).toEqual([2, 2, "241.00"])
  // no decision of a higher level shows how long it would have taken
  expect([above.usualDays, above.stopped[0].extraDays]).toEqual([null, null])
  for (const rule of ["level=7&upTo=120.50", "level=8&upTo=100.00"]) expect((await replay(`kind=expense&${rule}`)).count).toBe(0)
})

test("a manual journal entry written and posted by one person is reported; one posted by another person is not", async () => {
  const finance = byLevel("7")
  const entry = {
    date: finance.today,
    description: "Accrued rent",
    reference: null,
    currency: "USD" as const,
    lines: [
      { account: "6200", debit: 5_000 },
      { account: "1000", credit: 5_000 },
    ],
  }
  const id = await execute(postEntry, entry, finance)
  const draft = await execute(draftEntry, entry, finance)
  await execute(postDraft, { id: draft }, byLevel("10"))
  const [{ entry_number: number } = {}] = await runtime.runPromise(
    Effect.flatMap(Database, ({ statement }) => statement("select entry_number from journal_entry where id = $1", [id])),
  )
  expect(await pairs("journal")).toEqual([
    [`Journal entry ${number}`, "Person7 Deng", ["written", "posted"], "The author of a manual entry cannot post it alone"],
  ])
})
