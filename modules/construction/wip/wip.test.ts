import { lastDayOf } from "@ops/platform/calendar.ts"
import type { PostedLine } from "@ops/ledger/journal-entries/journal-entry.ts"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { Then } from "@ops/platform/testing/given.ts"
import { fiscalPeriods, PeriodClosed, PeriodOpened } from "@ops/ledger/periods/period.ts"
import { given } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { company, finance, manager, numberOf } from "../money/testing.ts"
import { contractWip, earnedOf, postWip, type WipFacts, wipConsequences, wipOf } from "./wip.ts"

const contract = (changes: Partial<WipFacts> = {}): WipFacts => ({
  projectId: 1,
  projectNumber: "PRJ-2026-0001",
  siteId: 1,
  clientId: 1,
  contractValue: 100_000_00,
  actual: 30_000_00,
  forecast: 60_000_00,
  certified: 40_000_00,
  isComplete: false,
  ...changes,
})
const posted = ({ events }: Pick<Then, "events">) =>
  events
    .filter(([, type]) => type === "JournalPosted")
    .flatMap(([, , { entryDate, lines }]) =>
      lines.map((line: PostedLine): readonly [string, string, number] => [entryDate, numberOf(line.accountId), line.debitUsd - line.creditUsd]),
    ) as ReadonlyArray<readonly [string, string, number]>
const october = { period: "2026-10", version: 0, contracts: [contract()] }

test("earned but unbilled revenue is posted on the last day of the month and reversed on the first day of the next", () => {
  const done = company.when(postWip, october, finance)
  expect(posted(done)).toEqual([
    ["2026-10-31", "1210", 10_000_00],
    ["2026-10-31", "4300", -10_000_00],
    ["2026-11-01", "1210", -10_000_00],
    ["2026-11-01", "4300", 10_000_00],
  ])
  const { version } = done.row(contractWip, 202610)!
  expect(done.when(postWip, { ...october, version }, finance).events).toEqual([])
  done.when(postWip, october, finance).refuses(/^Another person has just posted the work in progress of October 2026/, 409)
  // the position has changed sign: from asset to liability
  const over = done.when(postWip, { ...october, version, contracts: [contract({ certified: 55_000_00 })] }, finance)
  expect(posted(over).slice(0, 3)).toEqual([
    ["2026-10-31", "1210", -10_000_00],
    ["2026-10-31", "2310", -5_000_00],
    ["2026-10-31", "4300", 15_000_00],
  ])
  over.holds(contractWip, 202610, {
    entries: [
      { journalEntryId: 1, reversalEntryId: 2 },
      { journalEntryId: 3, reversalEntryId: 4 },
    ],
  })
})

test("an open or closed month, and anyone but finance, is refused; a month with nothing to post counts as done", () => {
  company.when(postWip, october, manager).refuses("Only finance can post the work in progress", 403)
  company.when(postWip, { ...october, period: "2026-11" }, finance).refuses("November 2026 is not over", 422)
  company.when(postWip, { ...october, period: "soon" }, finance).refuses(/is not a month/)
  const level = company.when(postWip, { ...october, contracts: [contract({ certified: 50_000_00 })] }, finance)
  level.gives(["contract_wip/202610", "ContractWipCounted"]).holds(contractWip, 202610, { entries: [] })
  given(fiscalPeriods.at(202611, PeriodOpened({ period: "2026-11" })), fiscalPeriods.at(202611, PeriodClosed({ overrides: [], closedBy: 1 })))
    .with(...wipConsequences)
    .when(postWip, october, finance)
    .refuses(/^November 2026 is closed/, 409)
})

test("earned revenue follows the share of costs, and equals the whole contract at completion", () => {
  expect(earnedOf(contract())).toBe(50_000_00)
  expect(earnedOf(contract({ actual: 70_000_00 }))).toBe(100_000_00)
  expect(earnedOf(contract({ actual: 0, forecast: 0 }))).toBe(0)
  expect(earnedOf(contract({ actual: 0, isComplete: true }))).toBe(100_000_00)
  expect([lastDayOf("2026-02"), lastDayOf("2028-02"), lastDayOf("2026-12")]).toEqual(["2026-02-28", "2028-02-29", "2026-12-31"])
})

const facts = fc.record({
  actual: fc.integer({ min: -1000, max: 900_000_00 }),
  forecast: fc.integer({ min: 0, max: 900_000_00 }),
  certified: fc.integer({ min: 0, max: 100_000_00 }),
  isComplete: fc.boolean(),
})
test("repeated posting of a month leaves each position on its last day and none on the next day", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(facts, facts), { minLength: 1, maxLength: 5 }), (runs) => {
      let world: Pick<Then, "when"> = company
      const lines: Array<readonly [string, string, number]> = []
      let version = 0
      for (const pair of runs) {
        const contracts = pair.map((each, n) => contract({ ...each, projectId: n + 1 }))
        const next = world.when(postWip, { period: "2026-10", version, contracts }, finance)
        expect(next.refusal).toBeUndefined()
        lines.push(...posted(next))
        version = next.row(contractWip, 202610)!.version
        world = next
        const sum = (account: string, until: string) =>
          lines.reduce((total, [date, number, amount]) => (number === account && date <= until ? total + amount : total), 0)
        const positions = contracts.map((each) => wipOf(each).position)
        const each = (of: (position: number) => number) => positions.reduce((total, position) => total + of(position), 0)
        expect([sum("1210", "2026-10-31"), sum("2310", "2026-10-31")]).toEqual([each((it) => Math.max(0, it)), each((it) => Math.min(0, it))])
        expect(["1210", "2310", "4300"].map((account) => sum(account, "2026-11-01"))).toEqual([0, 0, 0])
      }
    }),
    { numRuns: times(15, 60) },
  )
})
