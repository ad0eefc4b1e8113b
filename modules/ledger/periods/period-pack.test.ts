import { createHash } from "node:crypto"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { Database } from "@ops/platform/database/database.ts"
import { documentBytes } from "@ops/platform/documents/document.ts"
import { documentsModule } from "@ops/platform/documents/module.ts"
import { command, get, system } from "@ops/platform/records/command.ts"
import { Publications, republished } from "@ops/platform/records/reproducible-documents.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { sitesModule } from "@ops/sites/module.ts"
import { postEntry } from "../journal-entries/journal-entry.ts"
import { ledgerModule } from "../module.ts"
import { askReopening, closePeriod, confirmReopening, FiscalPeriod, fiscalPeriods, openPeriod, PeriodPublished, publishPeriod } from "./period.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { periodPacks, publishPack } from "./period-pack.ts"

const model = {
  streams: [...ledgerModule.streams, ...sitesModule.streams],
  consequences: [...ledgerModule.consequences],
  views: [...ledgerModule.views],
  tables: [...ledgerModule.tables, ...documentsModule.tables],
}
const runtime = ManagedRuntime.make(Layer.mergeAll(testDatabase(model), Layer.succeed(Publications, [periodPacks])))
const run = runtime.runPromise
const execute = <Input>(...args: Parameters<typeof Records.Service.execute<Input>>) => run(Effect.flatMap(Records, ({ execute }) => execute(...args)))
const ask = (text: string) => run(Effect.flatMap(Database, ({ statement }) => statement(text, [])))

const by = { ...system("test"), today: "2026-11-21" }
const period = "2026-10"
const sale = (cents: number) => ({
  date: "2026-10-12",
  description: "Meals",
  reference: null,
  currency: "USD" as const,
  lines: [
    { account: "1010", debit: cents },
    { account: "4100", credit: cents },
  ],
})
const close = () => execute(closePeriod, { period, blockers: [], overrides: [] }, by)
const packOf = async () =>
  (await ask(`select ${FiscalPeriod.state("f")} from fiscal_period f where id = 202610`))[0].pack as ReadonlyArray<{
    report: string
    sha256: string
    bytes: number
    statementVersion: number
  }>
const made = () =>
  Effect.flatMap(Database, ({ statement }) =>
    Effect.flatMap(statement("select max(position) as last from es.event", []), ([row]) => republished(Number(row!.last))),
  )

beforeAll(async () => {
  await run(Effect.asVoid(ledgerModule.setup))
  await execute(openPeriod, { period }, by)
  await execute(postEntry, sale(120_000), by)
}, 120_000)
afterAll(() => runtime.dispose())

test("the statements of a closed month are kept, and as of its close are the same bytes whatever was posted since", async () => {
  await close()
  await run(publishPack(period))
  const pack = await packOf()
  expect(pack.map(({ report }) => report)).toEqual(["pnl", "balance-sheet", "cash-flow", "trial-balance", "expense"])
  for (const { sha256, bytes } of pack) {
    const kept = (await run(documentBytes(sha256)))!
    expect(kept.length).toBe(bytes)
    expect(createHash("sha256").update(kept).digest("hex")).toBe(sha256)
    expect(Buffer.from(kept.subarray(0, 5)).toString()).toBe("%PDF-")
  }
  await run(publishPack(period))
  expect((await ask("select count(*)::int as n from es.event where type = 'PeriodPublished'"))[0].n).toBe(1)

  await execute(postEntry, { ...sale(50_000), date: "2026-11-03" }, by)
  expect(await run(made())).toEqual({ made: 5, differing: [], incomparable: [], missing: [] })
})

test("a month that is re-opened, changed and closed again publishes a new pack; the first one remains valid", async () => {
  const first = await packOf()
  const [one, two] = [
    { ...by, person: 1, actor: "person:1", level: 7, permissions: ["finance.full"] },
    { ...by, person: 2, actor: "person:2", level: 10 },
  ]
  await execute(askReopening, { period, reason: "A late bill" }, one)
  await execute(confirmReopening, { period }, two)
  expect(await packOf()).toEqual([])
  const [{ closings }] = (await ask(`select ${FiscalPeriod.state("f")} from fiscal_period f where id = 202610`)) as [{ closings: ReadonlyArray<Fields> }]
  expect(closings).toEqual([
    { closedBy: null, closedAt: expect.any(String), overrides: [], pack: first, reopenedBy: 2, reopenedAt: expect.any(String), reason: "A late bill" },
  ])
  await expect(execute(publishPeriod, { period, position: 1, pack: [...first] }, by)).rejects.toThrow("October 2026 is not closed")
  await execute(postEntry, sale(7), by)
  await close()
  await run(publishPack(period))
  const second = await packOf()
  const same = second.filter(({ sha256 }) => first.some((before) => before.sha256 === sha256)).map(({ report }) => report)
  expect(same).toEqual(["expense"])
  expect(await run(made())).toEqual({ made: 10, differing: [], incomparable: [], missing: [] })
})

test("a pack that does not follow from the log at its moment is named", async () => {
  const [row] = await ask("select max(position) as position from es.event where type = 'PeriodClosed'")
  const position = Number(row.position)
  const forged = command("test.forge", function* (_: object) {
    const { id, pack } = yield* get(fiscalPeriods, 202610)
    const other = pack.map((each) => (each.report === "pnl" ? { ...each, sha256: "0".repeat(64) } : each))
    return [fiscalPeriods.at(id, PeriodPublished({ period, position, pack: other }))]
  })
  await execute(forged, {}, by)
  expect((await run(made())).differing).toEqual(["pnl of 2026-10"])
})

test("the pack carries the time of its publication, not the time of the server's start", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40 * 86_400_000 })
  try {
    const now = new Date().toISOString()
    const later = { ...by, today: "2026-11-22" }
    await execute(openPeriod, { period: "2026-09" }, later)
    await execute(closePeriod, { period: "2026-09", blockers: [], overrides: [] }, later)
    await run(publishPack("2026-09"))
    const events = await ask(
      `select type, occurred_at >= '${now}' as "isNow" from es.event where stream = 'fiscal_period/202609' and type in ('PeriodClosed', 'PeriodPublished') order by position`,
    )
    expect(events).toEqual([
      { type: "PeriodClosed", isNow: true },
      { type: "PeriodPublished", isNow: true },
    ])
  } finally {
    vi.useRealTimers()
  }
})

test("a closed month whose pack was never published is named, rather than passing as equal", async () => {
  await execute(openPeriod, { period: "2026-08" }, by)
  await execute(closePeriod, { period: "2026-08", blockers: [], overrides: [] }, by)
  expect((await run(made())).missing).toEqual(["the statements of 2026-08"])
  await run(publishPack("2026-08"))
  expect((await run(made())).missing).toEqual([])
})

test("a statement made by an older version is not comparable; one of the present version that differs is a fault", async () => {
  const position = Number(
    (await ask("select max(position) as position from es.event where type = 'PeriodClosed' and stream = 'fiscal_period/202610'"))[0].position,
  )
  const before = await run(made())
  /** Publishes the pack with a cash flow of the first version, and one report whose bytes differ from those of the present code. */
  const published = command("test.published", function* ({ report }: { readonly report: string }) {
    const { id, pack } = yield* get(fiscalPeriods, 202610)
    const files = pack.map((each) => ({
      ...each,
      statementVersion: each.report === "cash-flow" ? 1 : each.statementVersion,
      ...(each.report === report && { sha256: "0".repeat(64) }),
    }))
    return [fiscalPeriods.at(id, PeriodPublished({ period, position, pack: files }))]
  })
  await execute(published, { report: "cash-flow" }, by)
  const cashFlow = await run(made())
  expect(cashFlow.incomparable).toEqual([{ name: "cash-flow of 2026-10", version: 1, present: 3 }])
  await execute(published, { report: "balance-sheet" }, by)
  const balanceSheet = await run(made())
  expect(balanceSheet.differing.filter((name) => !before.differing.includes(name))).toEqual(["balance-sheet of 2026-10"])
})

test("a pack from before statements had versions is read as version 1", () => {
  expect(PeriodPublished.upcast(1, { period, position: 1, pack: [{ report: "pnl", sha256: "0", bytes: 1 }] })).toEqual({
    period,
    position: 1,
    pack: [{ report: "pnl", sha256: "0", bytes: 1, statementVersion: 1 }],
  })
})
