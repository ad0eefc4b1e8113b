/** The calls for the standing checks and for revaluation, on a real database. */
import { Effect, Layer, ManagedRuntime } from "effect"

import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type SignedIn } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { checklist, ClosingChecks } from "../periods/closing.ts"
import { enterRate } from "../exchange-rates/exchange-rate.ts"
import { postEntry } from "../journal-entries/journal-entry.ts"
import { ledgerModule } from "../module.ts"
import { RevaluationsGroup } from "../revaluations/contract.ts"
import { RevaluationsLive } from "../revaluations/server.ts"
import { assertionRules } from "./assertion.ts"
import { ledgerTies, type Tie, Ties } from "./ties.ts"
import { TiesGroup } from "./contract.ts"
import { balanceAssertions } from "./resource.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { TiesLive } from "./server.ts"

const elsewhere = [
  "create view party as select id, name from (values (1::bigint, 'SLB'), (2, 'Acacia')) as v(id, name)",
  "create view person as select 7::bigint as id, 'Akol' as first_name, 'Deng' as last_name",
]
const runtime = ManagedRuntime.make(testDatabase({ ...ledgerModule, views: [...ledgerModule.views, ...elsewhere] }))
const signedIn = (token: string): SignedIn => {
  const level = Number(token)
  const by = { ...system("test", "2026-11-21T08:00:00.000Z"), actor: `person:${level}`, person: level, level, permissions: permissionsOf(level) }
  return { ...by, employeeId: token, siteId: null, sessionId: null, proven: true }
}
/** A sub-ledger that reads the bank's balance from a table that does not belong to any module. */
const bank: Tie = {
  key: "bank",
  title: "The bank has what the statement says",
  accounts: ["1010", "1020"],
  sql: "select 'USD', 500 where $1::date >= date '2026-10-05'",
  path: "/bank",
}
const api = HttpApiBuilder.layer(HttpApi.make("ops").add(TiesGroup).add(balanceAssertions.group).add(RevaluationsGroup)).pipe(
  Layer.provide([TiesLive.pipe(Layer.provide(Layer.succeed(Ties, [...ledgerTies, bank]))), RevaluationsLive, resourceLive(balanceAssertions)]),
)
const web = serveApi(api, runtime, signedIn)
const call = (address: string, body?: object, token = "7") => web.call(token, address, body)
const book = (date: string, currency: "USD" | "SSP", account: string, amount: number) =>
  runtime.runPromise(
    Effect.flatMap(Records, ({ execute }) =>
      execute(
        postEntry,
        {
          date,
          description: "Any",
          reference: null,
          currency,
          lines: [
            { account, debit: amount },
            { account: "3000", credit: amount },
          ],
        },
        system("test", `${date}T08:00:00.000Z`),
      ),
    ),
  )
const events = async () =>
  (await runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement("select count(*)::int as n from es.event", []))))[0]!.n

beforeAll(async () => {
  await runtime.runPromise(ledgerModule.setup)
  await book("2026-10-05", "USD", "1010", 5_00)
  await book("2026-10-07", "SSP", "1100", 130_000_00)
  await runtime.runPromise(
    Effect.flatMap(Records, ({ execute }) => execute(enterRate, { type: "official", from: "2026-10-20", rate: 260_000, source: "" }, system("test"))),
  )
}, 60_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

test("each check shows the balance of both sides on a given day, and which checks disagree", async () => {
  const { body } = await call("/api/ledger/checks?asAt=2026-10-05")
  expect(body.map(({ key, currency, ok }: Fields) => [key, currency, ok])).toEqual([
    ["suspense", "USD", true],
    ["balance", "USD", true],
    ["bank", "USD", true],
  ])
  expect((await call("/api/ledger/checks?asAt=2026-10-04")).body.find(({ key }: Fields) => key === "bank")).toMatchObject({ books: "0.00", subLedger: "0.00" })
  await book("2026-10-06", "USD", "1010", 25)
  await book("2026-10-06", "SSP", "1020", 100_00)
  const found = (await call("/api/ledger/checks", undefined, "8")).body.filter(({ ok }: Fields) => !ok)
  expect(found).toEqual([
    {
      key: "bank",
      title: bank.title,
      accounts: ["1010", "1020"],
      currency: "USD",
      books: "5.25",
      late: "0.00",
      subLedger: "5.00",
      difference: "0.25",
      ok: false,
      path: "/bank",
      assertionId: null,
    },
    {
      key: "bank",
      title: bank.title,
      accounts: ["1010", "1020"],
      currency: "SSP",
      books: "100.00",
      late: "0.00",
      subLedger: "0.00",
      difference: "100.00",
      ok: false,
      path: "/bank",
      assertionId: null,
    },
  ])
  expect(await call("/api/ledger/checks?asAt=soon")).toEqual({ status: 400, body: "asAt must be a day such as 2026-10-31" })
  expect((await call("/api/ledger/checks", undefined, "6")).status).toBe(403)
})

// proves U-18
test("a stated balance is compared with the books from then on, including later postings dated before it", async () => {
  await book("2026-08-30", "USD", "1000", 40_00)
  const stated = { accountNumber: "1000", date: "2026-08-31", amount: "40.00", source: "Cash count by Akol" }
  const { status, body: kept } = await call("/api/ledger/assertions", stated)
  expect([status, kept]).toEqual([201, expect.objectContaining({ amount: "40.00", currency: "USD", status: "standing" })])
  const found = async () => (await call("/api/ledger/checks")).body.find(({ assertionId }: Fields) => assertionId === kept.id)
  expect(await found()).toMatchObject({ title: "Cash on 2026-08-31: Cash count by Akol", books: "40.00", subLedger: "40.00", ok: true })
  await book("2026-09-01", "USD", "1000", 1_00)
  expect(await found()).toMatchObject({ ok: true })
  const alerts = () => runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(assertionRules[0]!.sql, [])))
  expect(await alerts()).toEqual([])
  await book("2026-08-12", "USD", "1000", 2_50)
  expect(await found()).toMatchObject({ books: "42.50", difference: "2.50", ok: false })
  expect(await alerts()).toMatchObject([
    {
      cause: `stated_balance/${kept.id}`,
      title: "1000 Cash on 2026-08-31: the books differ from the stated balance",
      message: "Cash count by Akol: USD 40.00, the books have 42.50. Look for what was posted since then",
    },
  ])
  const lines = await runtime.runPromise(Effect.provideService(checklist("2026-08"), ClosingChecks, ledgerModule.closing))
  expect(lines.find(({ key }) => key === "stated-balances")!.examples).toEqual([
    { text: "1000 Cash on 2026-08-31: USD 40.00, the books have 42.50", path: "/financial?tab=reports&view=checks" },
  ])
  expect((await call(`/api/ledger/assertions/${kept.id}/withdraw`, { reason: "Counted wrongly" })).body).toMatchObject({ status: "withdrawn" })
  expect(await found()).toBeUndefined()
  expect(await alerts()).toEqual([])
  expect((await call(`/api/ledger/assertions/${kept.id}/withdraw`, { reason: "x" })).body).toBe("This is already withdrawn")
  for (const [more, sentence] of [
    [{ accountNumber: "9999" }, "There is no account 9999"],
    [{ date: "2099-01-01" }, "Date cannot be in the future"],
    [{ source: " " }, "Source is required"],
  ] as const) {
    expect((await call("/api/ledger/assertions", { ...stated, ...more })).body).toBe(sentence)
  }
  expect((await call("/api/ledger/assertions", stated, "8")).status).toBe(403)
})

test("a dry run shows what would be posted and writes nothing; the real run posts it once", async () => {
  const before = await events()
  const { body: dry } = await call("/api/revaluations?dryRun=true", { period: "2026-10" })
  expect(dry).toMatchObject({ id: null, rate: "2600.00", total: "-50.04", entries: [] })
  expect(dry.lines.map(({ accountNumber, difference }: Fields) => [accountNumber, difference])).toEqual([
    ["1020", "-0.04"],
    ["1100", "-50.00"],
  ])
  expect(await events()).toBe(before)
  const { body: done } = await call("/api/revaluations", { period: "2026-10" })
  expect(done).toMatchObject({ period: "2026-10", total: "-50.04", lines: dry.lines, revaluedByUser: { firstName: "Akol" } })
  expect(done.entries.map(({ entry, reversal }: Readonly<Record<"entry" | "reversal", Fields>>) => [entry.entryNumber, reversal.entryNumber])).toEqual([
    ["JE-2026-00008", "JE-2026-00009"],
    ["JE-2026-00010", "JE-2026-00011"],
  ])
  const after = await events()
  expect((await call("/api/revaluations", { period: "2026-10" })).body).toEqual(done)
  expect(await events()).toBe(after)
  // later entries of the month are included in the next run
  await book("2026-10-09", "SSP", "1100", 2_600_00)
  expect((await call("/api/revaluations", { period: "2026-10" })).body).toMatchObject({ total: "-51.04", entries: { length: 3 } })
  expect((await call("/api/revaluations")).body).toMatchObject([{ period: "2026-10", total: "-51.04" }])
})

test("concurrent revaluations of a month post it only once", async () => {
  await book("2026-09-02", "SSP", "1020", 2_600_000_00)
  await runtime.runPromise(
    Effect.flatMap(Records, ({ execute }) => execute(enterRate, { type: "official", from: "2026-09-15", rate: 200_000, source: "" }, system("test"))),
  )
  await Promise.all([1, 2, 3, 4].map(() => call("/api/revaluations", { period: "2026-09" })))
  const [{ total }] = (await call("/api/revaluations?q=2026-09")).body
  expect(total).toBe("-700.00")
  expect((await call("/api/revaluations?dryRun=true", { period: "2026-09" })).body.lines).toEqual([])
})

test.each([
  [{ period: "2026-13" }, "7", 422, "2026-13 is not a month. Give one such as 2026-10"],
  [{ period: "2099-01" }, "7", 422, /is not a month|is not over/],
  [{ period: "2019-12" }, "7", 422, /is not a month|There is no exchange rate for 2019-12-31|2019-12/],
  [{}, "7", 400, "Period is required"],
  [{ period: "2026-10" }, "8", 403, expect.any(String)],
] as const)("a revaluation of %o by level %s is refused", async (asked, token, status, sentence) => {
  const before = await events()
  for (const address of ["/api/revaluations", "/api/revaluations?dryRun=true"]) {
    const answer = await call(address, asked, token)
    expect([answer.status, answer.body]).toEqual([status, sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence])
  }
  expect(await events()).toBe(before)
})

// proves U-18-1
test("what a client says it owes is held against the client's lines alone, and a later fact of the client breaks it", async () => {
  const stated = { accountNumber: "1100", clientId: 1, date: "2026-08-31", amount: "70.00", source: "Their statement of account" }
  const bill = (date: string, amount: number, clientId: number) =>
    runtime.runPromise(
      Effect.flatMap(Records, ({ execute }) =>
        execute(
          postEntry,
          {
            date,
            description: "Bill",
            reference: null,
            currency: "USD",
            lines: [
              { account: "1100", debit: amount, clientId },
              { account: "4900", credit: amount },
            ],
          },
          system("test", `${date}T08:00:00.000Z`),
        ),
      ),
    )
  await bill("2026-08-20", 70_00, 1)
  await bill("2026-08-21", 30_00, 2)
  const { body: kept } = await call("/api/ledger/assertions", stated)
  expect(kept).toMatchObject({ clientId: 1, clientName: "SLB", status: "standing" })
  const found = async () => (await call("/api/ledger/checks")).body.find(({ assertionId }: Fields) => assertionId === kept.id)
  expect(await found()).toMatchObject({ title: "Accounts receivable of SLB on 2026-08-31: Their statement of account", books: "70.00", ok: true })
  await bill("2026-08-22", 5_00, 2)
  expect(await found()).toMatchObject({ ok: true })
  await bill("2026-08-23", 12_00, 1)
  expect(await found()).toMatchObject({ books: "82.00", difference: "12.00", ok: false })
  const alerts = await runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(assertionRules[0]!.sql, [])))
  expect(alerts).toMatchObject([
    { cause: `stated_balance/${kept.id}`, title: "1100 Accounts receivable of SLB on 2026-08-31: the books differ from the stated balance" },
  ])
  expect((await call("/api/ledger/assertions", { ...stated, accountNumber: "1000" })).body).toBe("Only account 1100 or 2300 has a balance per client")
  expect((await call(`/api/ledger/assertions/${kept.id}/withdraw`, { reason: "For the next test" })).status).toBe(200)
})
