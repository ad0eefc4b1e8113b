import { createHash } from "node:crypto"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Database } from "@ops/platform/database/database.ts"
import { documentBytes } from "@ops/platform/documents/document.ts"
import { documentsModule } from "@ops/platform/documents/module.ts"
import { act, get, system } from "@ops/platform/records/act.ts"
import { Publications, republished } from "@ops/platform/records/publication.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { sitesModule } from "@ops/sites/module.ts"
import { postEntry } from "./journal-entry.ts"
import { ledgerModule } from "./module.ts"
import { askReopening, closePeriod, confirmReopening, FiscalPeriod, fiscalPeriods, openPeriod, PeriodPublished, publishPeriod } from "./period.ts"
import { periodPacks, publishPack } from "./period-pack.ts"

const model = {
  streams: [...ledgerModule.streams, ...sitesModule.streams],
  consequences: [...ledgerModule.consequences],
  views: [...ledgerModule.views],
  tables: [...ledgerModule.tables, ...documentsModule.tables],
}
const runtime = ManagedRuntime.make(Layer.mergeAll(testDatabase(model), Layer.succeed(Publications, [periodPacks])))
const run = runtime.runPromise
const perform = <Input>(...args: Parameters<typeof Records.Service.perform<Input>>) => run(Effect.flatMap(Records, ({ perform }) => perform(...args)))
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
const close = () => perform(closePeriod, { period, blockers: [], overrides: [] }, by)
const packOf = async () =>
  (await ask(`select ${FiscalPeriod.state("f")} from fiscal_period f where id = 202610`))[0].pack as ReadonlyArray<{
    report: string
    sha256: string
    bytes: number
  }>
const made = () =>
  Effect.flatMap(Database, ({ statement }) =>
    Effect.flatMap(statement("select max(position) as last from es.event", []), ([row]) => republished(Number(row!.last))),
  )

beforeAll(async () => {
  await run(Effect.asVoid(ledgerModule.setup))
  await perform(openPeriod, { period }, by)
  await perform(postEntry, sale(120_000), by)
}, 120_000)
afterAll(() => runtime.dispose())

test("the statements of a closed month are kept, and as of its close they are the same bytes, whatever was posted since", async () => {
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

  await perform(postEntry, { ...sale(50_000), date: "2026-11-03" }, by)
  expect(await run(made())).toEqual({ made: 5, differing: [] })
})

test("a month that is opened, changed and closed again gives out another pack; the first one still holds", async () => {
  const first = await packOf()
  const [one, two] = [
    { ...by, person: 1, actor: "person:1", level: 7, permissions: ["finance.full"] as never },
    { ...by, person: 2, actor: "person:2", level: 10 },
  ]
  await perform(askReopening, { period, reason: "A late bill" }, one)
  await perform(confirmReopening, { period }, two)
  expect(await packOf()).toEqual([])
  await expect(perform(publishPeriod, { period, position: 1, pack: [...first] }, by)).rejects.toThrow("October 2026 is not closed")
  await perform(postEntry, sale(7), by)
  await close()
  await run(publishPack(period))
  const second = await packOf()
  const same = second.filter(({ sha256 }) => first.some((before) => before.sha256 === sha256)).map(({ report }) => report)
  expect(same).toEqual(["expense"])
  expect(await run(made())).toEqual({ made: 10, differing: [] })
})

test("a pack that does not follow from the log of its moment is named", async () => {
  const [row] = await ask("select max(position) as position from es.event where type = 'PeriodClosed'")
  const position = Number(row.position)
  const forged = act("test.forge", function* (_: object) {
    const { id, pack } = yield* get(fiscalPeriods, 202610)
    const other = pack.map((each) => (each.report === "pnl" ? { ...each, sha256: "0".repeat(64) } : each))
    return [fiscalPeriods.at(id, PeriodPublished({ period, position, pack: other }))]
  })
  await perform(forged, {}, by)
  expect((await run(made())).differing).toEqual(["pnl of 2026-10"])
})
