import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type SignedIn } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { atVersion, command, type By, system } from "@ops/platform/records/command.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { AccountControlled, AccountOpened, accounts, closeAccount } from "../accounts/account.ts"
import { exchangeRates, RateEntered } from "../exchange-rates/exchange-rate.ts"
import { changeDraft, discardDraft, sendEntries, draftEntry, JournalDrafted, journalDrafts, mostAtOnce, postDraft } from "./journal-draft.ts"
import { JournalDraftsApi } from "./resource.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { accounts as accountsResource, AccountsApi } from "../accounts/resource.ts"
import { JournalEntriesApi } from "../journal-entries/resource.ts"
import { JournalEntriesLive } from "../journal-entries/server.ts"
import { JournalDraftsLive } from "./server.ts"
import { journalEntries, post, postEntry } from "../journal-entries/journal-entry.ts"
import { JournalLimitSet, journalPolicies } from "./journal-policy.ts"
import { ledgerModule } from "../module.ts"
import { fiscalPeriods, PeriodClosed, PeriodOpened, PeriodSoftClosed } from "../periods/period.ts"
import type { Fields } from "@ops/platform/testing/json.ts"

const person = (id: number, level: number, simulated = false): By => ({
  ...system("test", givenAt),
  actor: `person:${id}`,
  person: id,
  level,
  permissions: permissionsOf(level),
  simulated,
  today: "2026-11-21",
})
const [writer, other, chief] = [person(1, 7), person(2, 7), person(3, 10)]
const base = [
  ...["1000", "4100"].map((accountNumber, n) =>
    accounts.at(n + 1, AccountOpened({ accountNumber, accountName: "x", accountType: "asset", subType: null, parentAccountId: null, description: "" })),
  ),
  exchangeRates.at(1, RateEntered({ type: "official", from: "2026-01-01", rate: 130_000, source: "", enteredBy: null })),
  journalPolicies.at(1, JournalLimitSet({ from: "2026-01-01", level: 7, upTo: 500_000 })),
]
const books = given(...base)
const entry = (more: Partial<Parameters<typeof draftEntry.decide>[0]> = {}) => ({
  date: "2026-11-20",
  description: "Bank charges",
  reference: null,
  currency: "USD" as const,
  lines: [
    { account: "1000", debit: 4_550 },
    { account: "4100", credit: 4_550, siteId: 2 },
  ],
  ...more,
})
const unequal = entry({
  lines: [
    { account: "1000", debit: 4_550 },
    { account: "4100", credit: 4_500 },
  ],
})
const drafted = books.when(draftEntry, entry(), writer)
const id = 1
const posting = { id }
const discarding = { id, reason: "Booked twice" }

describe("a journal draft", () => {
  test("is written by one person and posted by another in one commit, with the same entry as direct posting", () => {
    drafted
      .gives(["journal_draft/1", "JournalDrafted"])
      .holds(journalDrafts, 1, { draftNumber: "JD-2026-00001", status: "draft", createdBy: 1, approvedBy: null, journalEntryId: null, postedAt: null })
    const posted = drafted.when(postDraft, posting, other)
    posted
      .gives(
        ["journal_draft/1", "JournalDraftPosted", { approvedBy: 2, journalEntryId: 1 }],
        ["journal_entry/1", "JournalPosted"],
        ["document_series/1", "NumberTaken"],
      )
      .holds(journalDrafts, 1, { status: "posted", createdBy: 1, approvedBy: 2, journalEntryId: 1, postedAt: givenAt })
    expect(posted.row(journalEntries, 1)).toEqual(books.when(postEntry, entry(), other).row(journalEntries, 1))
  })

  test("cannot be posted by its author, by a simulated sign-in, or outside finance", () => {
    drafted.when(postDraft, posting, writer).refuses("You wrote this draft, so another person must post it", 403)
    books.when(draftEntry, entry(), chief).when(postDraft, posting, chief).refuses("You wrote this draft, so another person must post it", 403)
    drafted.when(postDraft, posting, person(2, 7, true)).refuses(/^A simulated sign-in cannot approve money/, 403)
    for (const level of [1, 3, 5, 6, 8]) {
      books.when(draftEntry, entry(), person(4, level)).refuses("Only finance can write journal entries", 403)
      drafted.when(postDraft, posting, person(4, level)).refuses("Only finance can write journal entries", 403)
      drafted.when(discardDraft, discarding, person(4, level)).refuses("Only finance can write journal entries", 403)
    }
  })

  test("can be changed only by its author, and is posted only in the version that was reviewed", () => {
    const change = { id, entry: entry({ description: "Charges of November" }) }
    const at = (version: number) => atVersion(journalDrafts, id, version, postDraft)
    drafted.when(changeDraft, change, other).refuses("Only the author of this draft can change it", 403)
    const changed = drafted.when(changeDraft, change, writer)
    changed.holds(journalDrafts, 1, { description: "Charges of November", draftNumber: "JD-2026-00001", createdBy: 1, status: "draft" })
    changed
      .when(at(drafted.row(journalDrafts, 1)!.version), posting, other)
      .refuses("This journal draft has changed since you opened it. Check it again before you decide", 409)
    changed.when(at(changed.row(journalDrafts, 1)!.version), posting, other).holds(journalEntries, 1, { description: "Charges of November" })
  })

  test("can be unbalanced, but posting applies every rule of an entry and writes nothing when it refuses", () => {
    const kept = books.when(draftEntry, unequal, writer)
    kept.holds(journalDrafts, 1, { status: "draft" })
    const refused = kept.when(postDraft, posting, other)
    refused.refuses("Debit and credit must be equal", 422)
    expect([refused.events, refused.row(journalEntries, 1), refused.row(journalDrafts, 1)!.status]).toEqual([[], undefined, "draft"])
    kept.when(changeDraft, { id, entry: entry() }, writer).when(postDraft, posting, other).holds(journalDrafts, 1, { status: "posted" })
    books
      .when(draftEntry, entry({ date: "2025-12-31", currency: "SSP" }), writer)
      .when(postDraft, posting, other)
      .refuses("There is no exchange rate for 2025-12-31", 422)
    drafted.when(closeAccount, { id: 1 }, chief).when(postDraft, posting, other).refuses("Account 1000 x is closed", 409)
  })

  test("cannot be posted to a closed month; posting to a soft-closed month requires a reason", () => {
    const october = [PeriodOpened({ period: "2026-10" }), PeriodSoftClosed({ reason: "x", closedBy: 2 })].map((event) => fiscalPeriods.at(202610, event))
    const late = entry({ date: "2026-10-05" })
    const closing = given(...october, ...base)
    closing.when(draftEntry, late, writer).when(postDraft, posting, other).refuses("October 2026 is closing: give a reason for posting to it", 422)
    closing
      .when(draftEntry, { ...late, reason: "The bank was late" }, writer)
      .when(postDraft, posting, other)
      .holds(journalEntries, 1, { lateReason: "The bank was late", entryDate: "2026-10-05" })
    given(...october, fiscalPeriods.at(202610, PeriodClosed({ overrides: [], closedBy: 2 })), ...base)
      .when(draftEntry, late, writer)
      .when(postDraft, posting, other)
      .refuses("October 2026 is closed. Post to an open period, or request its reopening", 409)
  })

  test("accepts only one-sided lines on open accounts", () => {
    const lines = (...lines: ReadonlyArray<{ account: string; debit?: number; credit?: number }>) => books.when(draftEntry, entry({ lines }), writer)
    const oneSide = "Each line needs either a debit or a credit greater than 0"
    lines().refuses("A draft needs at least one line", 422)
    lines({ account: "1000" }).refuses(oneSide, 422)
    lines({ account: "1000", debit: 1, credit: 1 }).refuses(oneSide, 422)
    lines({ account: "1000", debit: -1 }).refuses(oneSide, 422)
    lines({ account: "1000", debit: 0.5 }).refuses(oneSide, 422)
    lines({ account: "9999", debit: 1 }).refuses("There is no account 9999", 422)
    books.when(closeAccount, { id: 1 }, chief).when(draftEntry, entry(), writer).refuses("Account 1000 x is closed", 409)
    drafted.when(changeDraft, { id, entry: entry({ lines: [] }) }, writer).refuses("A draft needs at least one line", 422)
  })

  test("above the limit of finance is posted only by level 10, whatever its currency", () => {
    const sides = (cents: number) => ({
      lines: [
        { account: "1000", debit: cents },
        { account: "4100", credit: cents },
      ],
    })
    const sentence = "You can post journal entries up to USD 5,000.00. Ask a level 10 user to post this one"
    books
      .when(draftEntry, entry(sides(500_000)), writer)
      .when(postDraft, posting, other)
      .holds(journalDrafts, 1, { status: "posted" })
    const large = books.when(draftEntry, entry(sides(500_001)), writer)
    large.when(postDraft, posting, other).refuses(sentence.replace("5,000", "5000"), 403)
    large.when(postDraft, posting, chief).holds(journalDrafts, 1, { status: "posted", approvedBy: 3 })
    const pounds = { currency: "SSP" as const }
    books
      .when(draftEntry, entry({ ...sides(650_000_000), ...pounds }), writer)
      .when(postDraft, posting, other)
      .holds(journalDrafts, 1, { status: "posted" })
    books
      .when(draftEntry, entry({ ...sides(650_002_000), ...pounds }), writer)
      .when(postDraft, posting, other)
      .refuses(/^You can post journal entries up to/, 403)
  })

  test("on a control account is refused, and the refusal names the document to use", () => {
    const kept = given(...base, accounts.at(2, AccountControlled({ controlledBy: "an invoice or a payment" })))
    const sentence = "Account 4100 x cannot be posted to manually: it is maintained by an invoice or a payment. Record that instead"
    kept.when(draftEntry, entry(), writer).refuses(sentence, 422)
    kept.when(sendEntries, { entries: [entry()] }, writer).refuses(sentence, 422)
    kept.when(postEntry, entry(), other).refuses(sentence, 422)
    // an entry that is derived from a document is posted there
    kept
      .when(
        command("test.document", (_: null, by) => post({ ...entry(), source: { kind: "invoice", id: 1 } }, by)),
        null,
        other,
      )
      .holds(journalEntries, 1, { sourceKind: "invoice" })
    // an account that became a control account after the draft was written
    const waiting = given(
      ...base,
      journalDrafts.at(1, JournalDrafted({ ...drafted.events[0]![2] })),
      accounts.at(2, AccountControlled({ controlledBy: "an invoice or a payment" })),
    )
    waiting.when(postDraft, posting, other).refuses(sentence, 422)
  })

  test("in a month that has not started is refused and uses up no number", () => {
    const sentence = "May 2027 has not started. Choose a day up to the end of this month"
    const refused = books.when(draftEntry, entry({ date: "2027-05-05" }), writer)
    refused.refuses(sentence, 422)
    refused
      .when(draftEntry, entry({ date: "2026-11-30" }), writer)
      .holds(journalDrafts, refused.when(draftEntry, entry(), writer).id!, { draftNumber: "JD-2026-00001" })
    books.when(postEntry, entry({ date: "2027-05-05" }), other).refuses(sentence, 422)
  })

  test("a batch is accepted as a whole or not at all, each entry ready to post, and a refusal names the entry", () => {
    books
      .when(sendEntries, { entries: [entry(), entry()] }, writer)
      .holds(journalDrafts, 1, { draftNumber: "JD-2026-00001" })
      .holds(journalDrafts, 2, { draftNumber: "JD-2026-00002", createdBy: 1, status: "draft" })
    books.when(sendEntries, { entries: [entry(), entry({ date: "2027-05-05" })] }, writer).refuses(/^Entry 2: May 2027 has not started/, 422)
    books.when(sendEntries, { entries: [] }, writer).refuses("There is no entry to post", 422)
    books.when(sendEntries, { entries: [entry(), unequal] }, writer).refuses("Entry 2: Debit and credit must be equal", 422)
    books.when(sendEntries, { entries: [unequal] }, writer).refuses("Debit and credit must be equal", 422)
    books.when(sendEntries, { entries: Array.from({ length: mostAtOnce + 1 }, () => entry()) }, writer).refuses(/1000 entries can be sent at a time/, 422)
    books.when(sendEntries, { entries: [entry()] }, person(4, 8)).refuses("Only finance can write journal entries", 403)
  })

  test("is discarded with a reason", () => {
    drafted.when(discardDraft, { id, reason: "  " }, other).refuses("Reason is required", 422)
    for (const by of [writer, other]) drafted.when(discardDraft, discarding, by).holds(journalDrafts, 1, { status: "discarded", discardReason: "Booked twice" })
    drafted.when(discardDraft, { ...discarding, id: 9 }, other).refuses("Journal draft 9 does not exist", 404)
  })

  test("stays posted or discarded, and results in at most one entry whatever is tried", () => {
    const step = fc.record({ act: fc.constantFrom("post", "change", "unbalance", "discard"), by: fc.constantFrom(writer, other, chief) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let world = drafted
        for (const { act, by } of steps) {
          const { status } = world.row(journalDrafts, 1)!
          const next =
            act === "post"
              ? world.when(postDraft, posting, by)
              : act === "discard"
                ? world.when(discardDraft, discarding, by)
                : world.when(changeDraft, { id, entry: act === "change" ? entry() : unequal }, by)
          if (status !== "draft") next.refuses(`JD-2026-00001 is ${status} already`, 409)
          if (next.refusal === undefined) world = next
        }
        const { status, journalEntryId, createdBy, approvedBy } = world.row(journalDrafts, 1)!
        expect([journalEntryId, world.row(journalEntries, 1)?.entryNumber]).toEqual(status === "posted" ? [1, "JE-2026-00001"] : [null, undefined])
        expect(world.row(journalEntries, 2)).toBeUndefined()
        if (status === "posted") expect(approvedBy).not.toBe(createdBy)
      }),
      { numRuns: 100 },
    )
  })
})

/** Tables of other modules that the lists query. */
const elsewhere = [
  "create view site as select * from (values (1::bigint, 'unity-state'), (2, 'paloj-adar')) x(id, slug)",
  "create view person as select * from (values (7::bigint, 'Akol', 'Deng'), (8, 'Nyandeng', 'Lual')) x(id, first_name, last_name)",
]
const runtime = ManagedRuntime.make(testDatabase({ ...ledgerModule, views: [...ledgerModule.views, ...elsewhere] }))
/** Signs in with a level, as a person, restricted to a site: "7@8", "8@9@2". */
const signedIn = (token: string): SignedIn => {
  const [level = 0, id = level, siteId = null] = token.split("@").map(Number)
  return { ...person(id, level), person: id, confinedTo: siteId, employeeId: token, siteId, sessionId: null, proven: true }
}
const api = Layer.mergeAll(
  HttpApiBuilder.layer(AccountsApi).pipe(Layer.provide(resourceLive(accountsResource))),
  HttpApiBuilder.layer(JournalEntriesApi).pipe(Layer.provide(JournalEntriesLive)),
  HttpApiBuilder.layer(JournalDraftsApi).pipe(Layer.provide(JournalDraftsLive)),
)
const web = serveApi(api, runtime, signedIn)
const call = (token: string, address: string, body?: object, { method, key }: { readonly method?: string; readonly key?: string } = {}) =>
  web.call(token, address, body, method, key === undefined ? {} : { "idempotency-key": key })
const events = async () => {
  const [row] = await runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement("select count(*)::int as n from es.event", [])))
  return row!.n as number
}

beforeAll(() => runtime.runPromise(ledgerModule.setup), 60_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

test("over HTTP: drafted by one person, refused to the author, refused while unbalanced, posted once by another person", async () => {
  const body = (credit: string) => ({
    entryDate: "2026-11-20",
    description: "Bank charges",
    reference: "B-118",
    lines: [
      { account: "6900", debitAmount: "45.50", siteId: "paloj-adar" },
      { account: "1010", creditAmount: credit },
    ],
  })
  const made = await call("7", "/api/journal-drafts", body("45.05"), { key: "draft-1" })
  expect(made).toMatchObject({
    status: 201,
    body: {
      draftNumber: "JD-2026-00001",
      status: "draft",
      totalDebit: "45.50",
      totalCredit: "45.05",
      isBalanced: false,
      createdByUser: { id: 7, firstName: "Akol" },
      lines: [
        { accountNumber: "6900", debitAmount: "45.50", creditAmount: "0.00", siteId: 2 },
        { accountNumber: "1010", debitAmount: "0.00", creditAmount: "45.05", siteId: null },
      ],
      canPost: false,
      canChange: true,
      canDiscard: true,
    },
  })
  const path = `/api/journal-drafts/${made.body.id}`
  expect((await call("7", "/api/journal-drafts", body("45.05"), { key: "draft-1" })).body.id).toBe(made.body.id)
  const before = await events()
  expect(await call("7", `${path}/post`, {})).toEqual({ status: 403, body: "You wrote this draft, so another person must post it" })
  expect(await call("7@8", `${path}/post`, {})).toEqual({ status: 422, body: "Debit and credit must be equal" })
  expect((await call("8", `${path}/post`, {})).status).toBe(403)
  expect((await call("8", "/api/journal-drafts", body("45.50"))).status).toBe(403)
  expect((await call("6", "/api/journal-drafts")).status).toBe(403)
  expect(await call("7@8", path, body("45.50"), { method: "PUT" })).toEqual({ status: 403, body: "Only the author of this draft can change it" })
  expect((await call("7", "/api/journal-drafts", { ...body("1.00"), lines: [{ account: "6900", debitAmount: "1.00", siteId: 99 }] })).body).toBe(
    "There is no site 99",
  )
  expect(await events()).toBe(before)
  expect((await call("7", "/api/journal-entries")).body).toEqual([])

  const changed = await call("7", path, body("45.50"), { method: "PUT" })
  expect(changed).toMatchObject({ status: 200, body: { isBalanced: true } })
  const stale = await call("7@8", `${path}/post`, { version: made.body.version })
  expect([stale.status, stale.body]).toEqual([409, "This journal draft has changed since you opened it. Check it again before you decide"])
  expect((await call("8@9@2", "/api/journal-drafts")).body).toHaveLength(1)
  expect((await call("8@9@1", "/api/journal-drafts")).body).toEqual([])
  expect((await call("8@9@1", path)).status).toBe(404)
  expect((await call("8@9@1", `${path}/history`)).status).toBe(404)
  expect((await call("8@9@2", path)).body).toMatchObject({ canPost: false, canChange: false, canDiscard: false })
  expect((await call("7@8", path)).body).toMatchObject({ canPost: true, canChange: false, canDiscard: true })

  const posted = await call("7@8", `${path}/post`, { version: changed.body.version }, { key: "post-1" })
  expect(posted).toMatchObject({ status: 200, body: { status: "posted", approvedByUser: { id: 8 }, entryNumber: "JE-2026-00001", canPost: false } })
  expect((await call("7@8", `${path}/post`, { version: changed.body.version }, { key: "post-1" })).status).toBe(200)
  expect(await call("7@8", `${path}/post`, {})).toEqual({ status: 409, body: "JD-2026-00001 is posted already" })
  expect(await call("7", `${path}/discard`, { reason: "x" })).toEqual({ status: 409, body: "JD-2026-00001 is posted already" })
  const { body: entries } = await call("7", "/api/journal-entries")
  expect(entries).toMatchObject([
    {
      id: posted.body.journalEntryId,
      entryNumber: "JE-2026-00001",
      totalDebit: "45.50",
      reference: "B-118",
      createdBy: 7,
      approvedBy: 8,
      approvedByUser: { firstName: "Nyandeng" },
    },
  ])
  const { body: accounts } = await call("7", "/api/accounts")
  expect(accounts.find(({ accountNumber }: Fields) => accountNumber === "1010").balance).toBe("-45.50")
  const { body: told } = await call("7", `${path}/history`)
  expect(told.map(({ text }: Fields) => text)).toEqual(["JD-2026-00001 drafted: Bank charges", "Changed", "Posted"])

  const { body: second } = await call("7@8", "/api/journal-drafts", body("45.50"))
  expect(await call("7", `/api/journal-drafts/${second.id}/discard`, { reason: " " })).toMatchObject({ status: 400 })
  expect((await call("7", `/api/journal-drafts/${second.id}/discard`, { reason: "Twice" })).body).toMatchObject({ status: "discarded", discardReason: "Twice" })
  expect((await call("7", "/api/journal-drafts?status=draft")).body).toEqual([])
  expect((await call("7", "/api/journal-drafts?status=draft,discarded")).body).toHaveLength(1)
})
