import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Database } from "@ops/platform/database/database.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { byLevel, serveApi } from "@ops/platform/testing/http.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { accounts, AccountsApi } from "./accounts/resource.ts"
import { LedgerApi } from "./contract.ts"
import { JournalDraftsApi } from "./journal-drafts/resource.ts"
import { JournalEntriesApi } from "./journal-entries/resource.ts"
import { JournalEntriesLive } from "./journal-entries/server.ts"
import { JournalDraftsLive } from "./journal-drafts/server.ts"
import { postEntry } from "./journal-entries/journal-entry.ts"
import { ledgerModule } from "./module.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { LedgerLive } from "./server.ts"

/** Tables of other modules that the lists query. */
const elsewhere = [
  "create view site as select * from (values (1::bigint, 'unity-state'), (2, 'paloj-adar')) x(id, slug)",
  "create view person as select 7::bigint as id, 'Akol' as first_name, 'Deng' as last_name",
]
const runtime = ManagedRuntime.make(testDatabase({ ...ledgerModule, views: [...ledgerModule.views, ...elsewhere] }))

const web = serveApi(
  Layer.mergeAll(
    HttpApiBuilder.layer(LedgerApi).pipe(Layer.provide(LedgerLive)),
    HttpApiBuilder.layer(AccountsApi).pipe(Layer.provide(resourceLive(accounts))),
    HttpApiBuilder.layer(JournalEntriesApi).pipe(Layer.provide(JournalEntriesLive)),
    HttpApiBuilder.layer(JournalDraftsApi).pipe(Layer.provide(JournalDraftsLive)),
  ),
  runtime,
)

const { call } = web
const statement = (text: string) => runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, [])))
const balances = async () => {
  const { body } = await call("7", "/api/accounts")
  return Object.fromEntries(body.filter(({ balance }: Fields) => balance !== "0.00").map(({ accountNumber, balance }: Fields) => [accountNumber, balance]))
}
const events = async () => (await statement("select count(*)::int as n from es.event"))[0]!.n

beforeAll(() => runtime.runPromise(ledgerModule.setup), 60_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

test("a new company starts with its chart of accounts, the sales tax and an exchange rate; a second start adds nothing", async () => {
  const before = await events()
  await runtime.runPromise(ledgerModule.setup)
  expect(await events()).toBe(before)
  const { body } = await call("7", "/api/accounts")
  expect(body.find(({ accountNumber }: Fields) => accountNumber === "1100")).toMatchObject({
    accountName: "Accounts receivable",
    accountType: "asset",
    balance: "0.00",
    isActive: true,
  })
  expect((await call("8", "/api/tax-codes")).body).toMatchObject([{ code: "SALES", rate: "18.00", rates: [{ from: "2020-01-01", rate: "18.00" }] }])
  expect((await call("8", "/api/exchange-rates")).body).toMatchObject([{ type: "official", from: "2020-01-01", rate: "1300.00", enteredByUser: null }])
})

// proves API-262
test("a journal entry is drafted by one person, posted by another, counted in the balances, and reversed by a third", async () => {
  const sent = await call("7", "/api/journal-entries", {
    entryDate: "2026-10-31T20:00:00Z",
    description: "Meals of October",
    currency: "SSP",
    lines: [
      { account: "1020", debitAmount: "1534000.00", creditAmount: "0.00" },
      { account: "4100", creditAmount: 1300000, siteId: "unity-state", description: "Lunch" },
      { account: "2200", creditAmount: "234000.00", siteId: 2 },
    ],
  })
  expect(sent).toMatchObject({
    status: 201,
    body: {
      draftNumber: "JD-2026-00001",
      entryNumber: null,
      status: "draft",
      entryDate: "2026-10-31",
      totalDebit: "1534000.00",
      totalCredit: "1534000.00",
      createdBy: 7,
      approvedBy: null,
    },
  })
  expect((await call("7", "/api/journal-entries")).body).toEqual([])
  expect(await balances()).toEqual({})
  expect(await call("7", `/api/journal-drafts/${sent.body.id}/post`, {})).toEqual({ status: 403, body: "You wrote this draft, so another person must post it" })
  const { body: draft } = await call("10", `/api/journal-drafts/${sent.body.id}/post`, {})
  const posted = await call("7", `/api/journal-entries/${draft.journalEntryId}`)
  expect(posted).toMatchObject({
    status: 200,
    body: {
      entryNumber: "JE-2026-00001",
      entryDate: "2026-10-31",
      currency: "SSP",
      rate: "1300.00",
      createdBy: 7,
      approvedBy: 10,
      totalDebit: "1534000.00",
      status: "posted",
      createdByUser: { firstName: "Akol" },
      lines: [
        { accountNumber: "1020", accountName: "Bank SSP", debitAmount: "1534000.00", creditAmount: "0.00", debitUsd: "1180.00", siteId: null },
        { accountNumber: "4100", creditAmount: "1300000.00", creditUsd: "1000.00", siteId: 1, description: "Lunch" },
        { accountNumber: "2200", creditUsd: "180.00", siteId: 2 },
      ],
    },
  })
  expect(await balances()).toEqual({ 1020: "1180.00", 4100: "1000.00", 2200: "180.00" })

  const { id } = posted.body
  expect(await call("10", `/api/journal-entries/${id}/reverse`, { reason: "Wrong month" })).toEqual({
    status: 403,
    body: "You posted JE-2026-00001, so another person in finance must reverse it",
  })
  const reversal = await call("7", `/api/journal-entries/${id}/reverse`, { reason: "Wrong month" })
  expect(reversal).toMatchObject({ status: 201, body: { entryNumber: "JE-2026-00002", reverses: id, lines: [{ creditUsd: "1180.00" }, {}, {}] } })
  expect((await call("7", `/api/journal-entries/${id}`)).body).toMatchObject({ status: "reversed", reversedBy: reversal.body.id })
  expect(await balances()).toEqual({})
  expect(await call("7", `/api/journal-entries/${id}/reverse`, { reason: "Again" })).toEqual({ status: 409, body: "JE-2026-00001 is reversed already" })
})

test("level 8 sees account names without balances and only the entries of its own site; lower levels see nothing", async () => {
  const { body } = await call("8", "/api/accounts")
  expect(new Set(body.map(({ balance }: Fields) => balance))).toEqual(new Set([null]))
  expect((await call("8", "/api/accounts?sort=balance")).status).toBe(400)
  expect((await call("8@2", "/api/journal-entries")).body).toHaveLength(2)
  expect((await call("8@3", "/api/journal-entries")).body).toEqual([])
  expect((await call("8@3", "/api/journal-entries/1")).status).toBe(404)
  for (const path of ["accounts", "journal-entries", "tax-codes", "exchange-rates"]) expect((await call("6", `/api/${path}`)).status).toBe(403)
})

test("entries can be filtered by account, status, currency and date", async () => {
  const numbers = async (query: string) => (await call("7", `/api/journal-entries?${query}`)).body.map(({ entryNumber }: Fields) => entryNumber)
  expect(await numbers("account=4100&sort=entryNumber")).toEqual(["JE-2026-00001", "JE-2026-00002"])
  expect(await numbers("account=1000")).toEqual([])
  expect(await numbers("status=reversed&currency=SSP")).toEqual(["JE-2026-00001"])
  expect(await numbers("to=2026-10-31")).toEqual(["JE-2026-00001"])
  expect((await call("7", "/api/accounts?accountType=equity")).body).toHaveLength(2)
})

test("an entry that cannot be posted is refused with a sentence, and nothing is written", async () => {
  const before = await events()
  const line = { account: "1000", debitAmount: "5.00" }
  const entry = (lines: Array<object>, more: object = {}) => call("7", "/api/journal-entries", { entryDate: "2026-11-01", description: "Test", lines, ...more })
  const other = { account: "3000", creditAmount: "5.00" }
  expect(await entry([line, { ...other, creditAmount: "4.99" }])).toEqual({ status: 422, body: "Debit and credit must be equal" })
  expect(await entry([])).toEqual({ status: 422, body: "A journal entry needs at least one debit and one credit" })
  expect(await entry([{ ...line, account: "1100" }, other])).toEqual({
    status: 422,
    body: "Account 1100 Accounts receivable cannot be posted to manually: it is maintained by an invoice, a credit note or a payment. Record that instead",
  })
  expect(await entry([line, other], { entryDate: "2019-12-31", currency: "SSP" })).toEqual({ status: 422, body: "There is no exchange rate for 2019-12-31" })
  expect(await entry([line, other], { entryDate: "2099-05-05" })).toEqual({
    status: 422,
    body: "May 2099 has not started. Choose a day up to the end of this month",
  })
  expect(await entry([line, { ...other, account: "3001" }])).toEqual({ status: 422, body: "There is no account 3001" })
  expect(await entry([line, { ...other, siteId: "atlantis" }])).toEqual({ status: 422, body: "There is no site atlantis" })
  expect(await entry([line, { ...other, creditAmount: "-5.00" }])).toEqual({ status: 422, body: "Each line needs either a debit or a credit greater than 0" })
  expect(await entry([line, { ...other, creditAmount: "5.001" }])).toEqual({ status: 400, body: "Amount must be a number with at most two decimals" })
  expect(await entry([line, other], { entryDate: "2026-02-30" })).toEqual({ status: 400, body: "Date must be a day such as 2026-11-21" })
  expect(await entry([line, other], { description: " " })).toEqual({ status: 400, body: "Description is required" })
  expect((await call("8", "/api/journal-entries", { entryDate: "2026-11-01", description: "Test", lines: [line, other] })).status).toBe(403)
  expect(await events()).toBe(before)
})

test("entries that 32 callers post at once are numbered without a gap, and none is refused because of the others", async () => {
  const entry = {
    date: "2025-01-05",
    description: "Together",
    reference: null,
    currency: "USD" as const,
    lines: [
      { account: "1000", debit: 100 },
      { account: "3000", credit: 100 },
    ],
  }
  const post = Effect.flatMap(Records, ({ execute }) => execute(postEntry, entry, byLevel("7")))
  const refused = Effect.flatMap(Records, ({ execute }) => Effect.flip(execute(postEntry, { ...entry, lines: [{ account: "1000", debit: 1 }] }, byLevel("7"))))
  const unbalanced = Array.from({ length: 4 }, () => refused)
  await runtime.runPromise(Effect.all([...unbalanced, ...Array.from({ length: 32 }, () => post), ...unbalanced], { concurrency: "unbounded" }))
  const rows = await statement("select entry_number from journal_entry where entry_date = '2025-01-05' order by 1")
  expect(rows.map(({ entry_number }) => entry_number)).toEqual(Array.from({ length: 32 }, (_, n) => `JE-2025-${String(n + 1).padStart(5, "0")}`))
})

test("an account is opened, renamed and closed; a closed account accepts no entries", async () => {
  const opened = await call("7", "/api/accounts", {
    accountNumber: "1005",
    accountName: "Petty cash",
    accountType: "asset",
    parentAccountId: 1,
    description: "Juba",
  })
  expect(opened).toMatchObject({ status: 201, body: { accountNumber: "1005", parentAccountId: 1, balance: "0.00", isActive: true } })
  const { id } = opened.body
  const renamed = await call("7", `/api/accounts/${id}`, { accountName: "Petty cash Juba" }, "PATCH")
  expect(renamed).toMatchObject({ status: 200, body: { accountName: "Petty cash Juba", description: "Juba" } })
  expect(await call("7", "/api/accounts", { accountNumber: "1005", accountName: "Again", accountType: "asset" })).toEqual({
    status: 409,
    body: "Another account already has this number",
  })
  expect((await call("7", `/api/accounts/${id}/close`, undefined, "POST")).body).toMatchObject({ isActive: false })
  const lines = [
    { account: "1005", debitAmount: 1 },
    { account: "3000", creditAmount: 1 },
  ]
  const refused = await call("7", "/api/journal-entries", { entryDate: "2026-11-01", description: "Late", lines })
  expect(refused).toEqual({ status: 409, body: "Account 1005 Petty cash Juba is closed" })
})

// proves API-264
test("taxes and rates are entered with their effective date, and the answer returns what was entered", async () => {
  const taxed = await call("7", "/api/tax-codes/SALES/rates", { from: "2099-07-01", rate: "20", source: "Finance Act 2099" })
  expect(taxed).toMatchObject({ status: 201, body: { rate: "18.00", rates: [{ rate: "18.00" }, { from: "2099-07-01", rate: "20.00" }] } })
  expect(await call("7", "/api/tax-codes/VAT/rates", { from: "2026-07-01", rate: 20 })).toEqual({ status: 404, body: "There is no tax VAT" })
  expect(await call("7", "/api/tax-codes/SALES/rates", { from: "2026-07-01", rate: 100.01 })).toEqual({
    status: 422,
    body: "A tax rate is between 0 and 100%",
  })
  expect((await call("7", "/api/tax-codes", { code: "VAT", name: "Value added tax" })).body).toMatchObject({ code: "VAT", rate: null, rates: [] })

  const entered = await call("7", "/api/exchange-rates", { from: "2099-11-01", rate: "1350.5", source: "Bank of South Sudan" })
  expect(entered).toEqual({
    status: 201,
    body: {
      type: "official",
      from: "2099-11-01",
      rate: "1350.50",
      source: "Bank of South Sudan",
      enteredByUser: { id: 7, firstName: "Akol", lastName: "Deng" },
    },
  })
  await call("7", "/api/exchange-rates", { type: "parallel", from: "2099-11-01", rate: 6000 })
  const { body } = await call("7", "/api/exchange-rates?from=2026-01-01")
  expect(body.map(({ type, rate }: Fields) => [type, rate])).toEqual([
    ["official", "1350.50"],
    ["parallel", "6000.00"],
  ])
  expect(await call("7", "/api/exchange-rates", { from: "2099-11-01", rate: 0 })).toEqual({ status: 422, body: "Rate must be greater than 0" })
  expect((await call("8", "/api/exchange-rates", { from: "2099-11-01", rate: 1 })).status).toBe(403)
})

test("a batch is drafted as a whole or not at all, for another person to post", async () => {
  const entry = (amount: string, credit = amount) => ({
    entryDate: "2026-11-18",
    description: `Bank charges ${amount}`,
    lines: [
      { account: "6900", debitAmount: amount, siteId: "paloj-adar" },
      { account: "1010", creditAmount: credit },
    ],
  })
  const before = await events()
  expect(await call("7", "/api/journal-entries/batch", { entries: [entry("1.00"), entry("2.00", "2.01")] })).toEqual({
    status: 422,
    body: "Entry 2: Debit and credit must be equal",
  })
  expect(await call("8", "/api/journal-entries/batch", { entries: [entry("1.00")] })).toMatchObject({ status: 403 })
  expect(await events()).toBe(before)

  const posted = await call("7", "/api/journal-entries/batch", { entries: [entry("1.00"), entry("2.00"), entry("3.00")] })
  expect(posted.status).toBe(201)
  expect((await call("7", "/api/journal-entries?q=Bank charges")).body).toEqual([])
  const shown = await call("7", "/api/journal-drafts?q=Bank charges&sort=draftNumber")
  expect(posted.body.entries).toEqual(shown.body.map(({ id, draftNumber }: Fields) => ({ id, draftNumber })))
  expect(shown.body.map(({ totalDebit, lines }: Fields & { readonly lines: ReadonlyArray<Fields> }) => [totalDebit, lines[0]!.siteId])).toEqual([
    ["1.00", 2],
    ["2.00", 2],
    ["3.00", 2],
  ])
})
