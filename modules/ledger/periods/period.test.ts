import { Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { Database } from "@ops/platform/database/database.ts"
import { type Command, command, type By, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { AccountOpened, accounts } from "../accounts/account.ts"
import { checklist, ClosingChecks, ledgerChecks } from "./closing.ts"
import { journalEntries, post, postEntry, reverse, reverseEntry } from "../journal-entries/journal-entry.ts"
import { ledgerModule } from "../module.ts"
import {
  askReopening,
  closePeriod,
  confirmReopening,
  fiscalPeriods,
  openPeriod,
  PeriodClosed,
  PeriodOpened,
  PeriodSoftClosed,
  softClosePeriod,
} from "./period.ts"
import { setTaxRate } from "../taxes/tax-code.ts"
import { ledgerTies, tieCheck } from "../checks/ties.ts"

const person = (id: number, level: number): By => ({
  ...system("test", givenAt),
  actor: `person:${id}`,
  person: id,
  level,
  permissions: permissionsOf(level),
  today: "2026-11-21",
})
const finance = person(1, 7)
const director = person(2, 10)
const october = { period: "2026-10" }
const id = 202610
const opened = fiscalPeriods.at(id, PeriodOpened(october))
const closed = fiscalPeriods.at(id, PeriodClosed({ overrides: [], closedBy: 1 }))

test("a month is closed once it is over and every check passes or is overridden with a reason", () => {
  const nothing = { ...october, blockers: [], overrides: [] }
  given()
    .when(openPeriod, october, finance)
    .gives([`fiscal_period/${id}`, "PeriodOpened"])
    .when(closePeriod, nothing, finance)
    .holds(fiscalPeriods, id, { status: "closed", closedBy: 1 })
  const blocked = { ...october, blockers: ["drafts", "unbilled-meals"] }
  given(opened)
    .when(closePeriod, { ...blocked, overrides: [{ key: "drafts", reason: "waits" }] }, finance)
    .refuses("October 2026 cannot be closed yet: unbilled-meals. See the checklist; a line can be overridden with a reason", 409)
    .when(closePeriod, { ...blocked, overrides: ["drafts", "unbilled-meals", "other"].map((key) => ({ key, reason: " waits " })) }, finance)
    .holds(fiscalPeriods, id, { overrides: ["drafts", "unbilled-meals"].map((key) => ({ key, reason: "waits" })) })
    .when(closePeriod, nothing, finance)
    .refuses("October 2026 is closed already", 409)
  given().when(openPeriod, { period: "2026-12" }, finance).refuses("December 2026 has not started", 422)
  given()
    .when(openPeriod, { period: "soon" }, finance)
    .refuses(/is not a month/)
  given(fiscalPeriods.at(202611, PeriodOpened({ period: "2026-11" })))
    .when(closePeriod, { ...nothing, period: "2026-11" }, finance)
    .refuses("November 2026 is not over", 422)
  given(opened).when(closePeriod, nothing, person(3, 8)).refuses("Only finance can close periods", 403)
})

test("re-opening a month requires a second person", () => {
  const asked = given(opened, closed).when(askReopening, { ...october, reason: "A bill came late" }, director)
  asked.holds(fiscalPeriods, id, { status: "closed", reopeningAskedBy: 2 })
  asked.when(confirmReopening, october, director).refuses("You cannot confirm your own request", 403)
  asked.when(confirmReopening, october, finance).refuses("Only level 10 can confirm the re-opening of a period", 403)
  asked.when(askReopening, { ...october, reason: "Me too" }, finance).refuses(/Another person must confirm/, 409)
  asked.when(confirmReopening, october, person(3, 10)).holds(fiscalPeriods, id, { status: "open", closedBy: null, reopeningAskedBy: null })
  given(opened, closed).when(confirmReopening, october, director).refuses("There is no request to re-open October 2026", 409)
  given(opened)
    .when(askReopening, { ...october, reason: "x" }, finance)
    .refuses("October 2026 is open", 409)
})

const runtime = ManagedRuntime.make(testDatabase({ ...ledgerModule, views: [...ledgerModule.views] }))
const run = <A, E>(effect: Effect.Effect<A, E, Records | Database>) => runtime.runPromise(effect as Effect.Effect<A, E, never>)
const entry = (date: string) => ({
  date,
  description: "Any",
  reference: null,
  currency: "USD" as const,
  lines: [
    { account: "1000", debit: 100 },
    { account: "3000", credit: 100 },
  ],
})
const execute = <Input>(act: Command<Input>, input: Input, by: By) => Effect.flatMap(Records, ({ execute }) => execute(act, input, by))

beforeAll(() => runtime.runPromise(ledgerModule.setup))
afterAll(() => runtime.dispose())

test("posting to a closed month is refused, and to a soft-closed month is allowed only for finance", async () => {
  const posted: { id: number } = await run(execute(postEntry, entry("2026-08-10"), finance))
  await run(execute(openPeriod, { period: "2026-08" }, finance))
  await run(execute(softClosePeriod, { period: "2026-08", reason: "Bills are being checked" }, finance))
  await run(execute(postEntry, { ...entry("2026-08-11"), reason: "The bill came today" }, finance))
  await run(execute(closePeriod, { period: "2026-08", blockers: [], overrides: [] }, finance))
  const refused = async <Input>(act: Command<Input>, input: Input, by = finance) => (await run(Effect.flip(execute(act, input, by)))).message
  const sentence = "August 2026 is closed. Post to an open period, or request its reopening"
  expect(await refused(postEntry, entry("2026-08-31"))).toBe(sentence)
  expect(await refused(reverseEntry, { id: posted.id, date: "2026-08-31", reason: "x" }, director)).toBe(sentence)
  await run(execute(reverseEntry, { id: posted.id, date: "2026-09-01", reason: "x" }, director))
})

/** An entry derived from a document, as other modules post them. */
const documented = command("test.documented", (date: string, by) => post({ ...entry(date), source: { kind: "test", id: 1 } }, by))
const takenBack = command("test.takenBack", ({ id, date }: { id: number; date: string }, by) => reverse(id, date, "wrong", by))

test("an entry that follows from a document is posted on the first open day and keeps the document's date", async () => {
  const month = { period: "2026-06" }
  const timely: { id: number } = await run(execute(documented, "2026-06-01", finance))
  await run(execute(openPeriod, month, finance))
  await run(execute(closePeriod, { ...month, blockers: [], overrides: [] }, finance))
  const row = async (id: number) => {
    const [found] = await run(
      Effect.flatMap(Database, ({ statement }) => statement(`select ${journalEntries.record.answer("j")} from journal_entry j where id = $1`, [id])),
    )
    return found as unknown as { entryDate: string; effectiveDate: string; lateReason: string | null }
  }
  const late: { id: number } = await run(execute(documented, "2026-06-17", finance))
  expect(await row(late.id)).toMatchObject({ entryDate: "2026-07-01", effectiveDate: "2026-06-17", lateReason: null })
  expect(await row(timely.id)).toMatchObject({ entryDate: "2026-06-01", effectiveDate: "2026-06-01" })
  const back: { id: number } = await run(execute(takenBack, { id: timely.id, date: "2026-06-02" }, finance))
  expect(await row(back.id)).toMatchObject({ entryDate: "2026-07-01", effectiveDate: "2026-06-02" })
})

test("while a month is closing, only finance posts to it by hand, with a reason; other entries are posted after it", () => {
  const closing = [PeriodOpened(october), PeriodSoftClosed({ reason: "x", closedBy: 1 })].map((event) => fiscalPeriods.at(id, event))
  const books = given(
    ...["1000", "3000"].map((accountNumber, n) =>
      accounts.at(n + 1, AccountOpened({ accountNumber, accountName: "x", accountType: "asset", subType: null, parentAccountId: null, description: "" })),
    ),
    ...closing,
  )
  const byHand = entry("2026-10-12")
  books.when(postEntry, byHand, finance).refuses("October 2026 is closing: give a reason for posting to it", 422)
  books
    .when(postEntry, { ...byHand, reason: " The bank was late " }, finance)
    .gives(["journal_entry/1", "JournalPosted"], ["document_series/1", "NumberTaken"], ["journal_entry/1", "JournalPostedLate"])
    .holds(journalEntries, 1, { entryDate: "2026-10-12", effectiveDate: "2026-10-12", lateReason: "The bank was late" })
  // a reason where none is needed is not kept
  books.when(postEntry, { ...entry("2026-11-02"), reason: "x" }, finance).gives(["journal_entry/1", "JournalPosted"], ["document_series/1", "NumberTaken"])
  books.when(documented, "2026-10-12", finance).holds(journalEntries, 1, { entryDate: "2026-10-12" })
  books.when(documented, "2026-10-12", person(3, 6)).holds(journalEntries, 1, { entryDate: "2026-11-01", effectiveDate: "2026-10-12" })
})

test("an entry posted while a month is being closed is either included in it or refused", async () => {
  const month = { period: "2026-07" }
  const posting = Array.from({ length: 24 }, (_, n) => Effect.result(execute(postEntry, entry(`2026-07-${String(n + 1).padStart(2, "0")}`), finance)))
  const closing = Effect.andThen(execute(openPeriod, month, finance), execute(closePeriod, { ...month, blockers: [], overrides: [] }, finance))
  await run(
    Effect.all([Effect.all(posting, { concurrency: 3 }), Effect.andThen(Effect.sleep(40), closing)], { concurrency: "unbounded" }) as Effect.Effect<unknown>,
  )
  const [row] = await run(
    Effect.flatMap(Database, ({ statement }) =>
      statement(
        `select (select position from es.event where stream = 'fiscal_period/202607' and type = 'PeriodClosed') as closed,
           (select coalesce(max(e.position), 0) from es.event e where e.type = 'JournalPosted' and e.data->>'entryDate' like '2026-07%') as last`,
        [],
      ),
    ),
  )
  expect(Number(row.closed)).toBeGreaterThan(0)
  expect(Number(row.last)).toBeLessThan(Number(row.closed))
})

test("the checklist names whatever blocks closing", async () => {
  const asked = Effect.provideService(checklist("2026-09"), ClosingChecks, [...ledgerChecks, ...ledgerTies.map(tieCheck)]) as Effect.Effect<
    Effect.Success<ReturnType<typeof checklist>>,
    never,
    Database
  >
  const lines = await run(asked)
  expect(lines.map(({ key, ok }) => [key, ok])).toEqual([
    ["earlier-periods", true],
    ["opening", true],
    ["revaluation", true],
    ["tax-rates", false],
    ["suspense", true],
    ["balance", true],
  ])
  expect(lines.find(({ key }) => key === "tax-rates")!.examples[0]!.text).toContain("18.00%, by law 20.00% since 2023-07-01")
  // the person who enters a rate is responsible for it
  await run(execute(setTaxRate, { code: "SALES", from: "2020-01-01", rate: 1800, source: "As agreed" }, finance))
  await run(
    execute(
      postEntry,
      {
        ...entry("2026-05-02"),
        lines: [
          { account: "1990", debit: 7 },
          { account: "3000", credit: 7 },
        ],
      },
      finance,
    ),
  )
  const found = await run(asked)
  expect(found.filter(({ ok }) => !ok).map(({ examples }) => examples[0]!.text)).toEqual(["May 2026 is still open", "USD: 0.00, the books have 0.07"])
})

test("a soft close requires a reason and an open month", () => {
  given(opened)
    .when(softClosePeriod, { ...october, reason: " " }, finance)
    .refuses("Reason is required", 422)
  given(opened, fiscalPeriods.at(id, PeriodSoftClosed({ reason: "x", closedBy: 1 })))
    .when(softClosePeriod, { ...october, reason: "x" }, finance)
    .refuses("October 2026 is soft-closed already", 409)
})
