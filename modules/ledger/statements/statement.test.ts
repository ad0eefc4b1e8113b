import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as fc from "fast-check"
import { extractText } from "unpdf"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { parseMoney } from "@ops/platform/money.ts"
import { system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { postEntry } from "../journal-entries/journal-entry.ts"
import { ledgerModule } from "../module.ts"
import { spanAsked, spanBefore, spanOf, spanYearAgo } from "./statement.ts"
import { type StatementAnswer, StatementsApi } from "./contract.ts"
import { StatementsOfBooks } from "./testing.ts"

const elsewhere = [
  "create view site as select * from (values (1::bigint, 'unity-state', 'Unity State'), (2, 'paloj-adar', 'Paloj-Adar')) x(id, slug, name)",
  "create view company as select 1::bigint as id, 'Nile Camps' as name",
]
const runtime = ManagedRuntime.make(testDatabase({ ...ledgerModule, views: [...ledgerModule.views, ...elsewhere] }))
const web = serveApi(HttpApiBuilder.layer(StatementsApi).pipe(Layer.provide(StatementsOfBooks)), runtime)
const ask = (address: string, token = "7") => web.ask(token, `/api/reports/${address}`)
const statement = async (address: string, token?: string): Promise<StatementAnswer> => (await ask(address, token)).json()
const refusal = async (address: string, token?: string) => {
  const answer = await ask(address, token)
  return [answer.status, await answer.text()]
}
const rows = (text: string) => runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, [])))
const cents = (text: string | undefined) => parseMoney(text!)!
const totalOf = ({ sections }: StatementAnswer, key: string, column = "now") => sections.find((section) => section.key === key)!.total.values[column]!

const accounts = ["1000", "1010", "1020", "1100", "1200", "2000", "2200", "2300", "3000", "4100", "4900", "5100", "6100", "6300", "7900"]
const entry = fc.record({
  day: fc.integer({ min: 0, max: 420 }),
  amount: fc.integer({ min: 1, max: 90_000_00 }),
  debit: fc.constantFrom(...accounts),
  credit: fc.constantFrom(...accounts),
  currency: fc.constantFrom("USD" as const, "SSP" as const),
  siteId: fc.constantFrom(1, 2, null),
})
const start = "2025-02-01"
const book = ({ day, amount, debit, credit, currency, siteId }: typeof entry extends fc.Arbitrary<infer Entry> ? Entry : never) =>
  Effect.flatMap(Records, ({ execute }) => {
    const date = addDays(start, day)
    const lines = [
      { account: debit, debit: amount, siteId },
      { account: credit, credit: amount, siteId },
    ]
    return execute(postEntry, { date, description: "Any", reference: null, currency, lines }, system("test", `${date}T08:00:00.000Z`))
  })

beforeAll(async () => {
  await runtime.runPromise(ledgerModule.setup)
  await runtime.runPromise(Effect.forEach(fc.sample(entry, { numRuns: 250, seed: 11 }), book, { discard: true }))
}, 60_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

test("periods in words are understood, and impossible periods are refused", () => {
  expect(spanOf("2026-02")).toEqual({ from: "2026-02-01", to: "2026-02-28", title: "February 2026" })
  expect(spanOf("2024-Q1")).toMatchObject({ from: "2024-01-01", to: "2024-03-31" })
  expect(spanOf("2026")).toMatchObject({ from: "2026-01-01", to: "2026-12-31" })
  const today = "2026-11-21"
  expect(spanAsked({}, today)).toMatchObject({ title: "November 2026" })
  expect(spanAsked({ to: "2026-03-05" }, today)).toMatchObject({ from: "2026-01-01", to: "2026-03-05" })
  for (const [asked, sentence] of [
    [{ period: "2026-13" }, /is not a period/],
    [{ period: "2026-12" }, "December 2026 has not started"],
    [{ period: "2026-10", from: "2026-10-01" }, /not both/],
    [{ from: "2026-10-02", to: "2026-10-01" }, "to must be on or after from"],
    [{ from: "2026-02-30" }, "from must be a day such as 2026-11-21"],
    [{ from: "2010-01-01", to: "2026-01-01" }, "A report can cover ten years at most"],
  ] as const) {
    expect(() => spanAsked(asked, today)).toThrow(sentence)
  }
})

test("a period is compared with the one before it of equal length, or with the same period a year ago", () => {
  expect(spanBefore(spanOf("2026-03"))).toEqual({ from: "2026-02-01", to: "2026-02-28" })
  expect(spanBefore(spanOf("2026-Q1"))).toEqual({ from: "2025-10-01", to: "2025-12-31" })
  expect(spanBefore({ from: "2026-03-11", to: "2026-03-20" })).toEqual({ from: "2026-03-01", to: "2026-03-10" })
  expect(spanYearAgo(spanOf("2024-02"))).toEqual({ from: "2023-02-01", to: "2023-02-28" })
  expect(spanYearAgo(spanOf("2025-02"))).toEqual({ from: "2024-02-01", to: "2024-02-29" })
})

test("whatever is posted, the trial balance is zero, the balance sheet balances, and the cash flow equals the change in cash", async () => {
  for (const period of ["2025-03", "2025-Q4", "2025", "2026-03"]) {
    for (const query of ["", "&compare=previous", "&compare=year-ago", "&currency=USD", "&currency=SSP"]) {
      for (const kind of ["trial-balance", "balance-sheet", "cash-flow", "cash-flow?method=indirect&"]) {
        const { checks, title } = await statement(`${kind}${kind.includes("?") ? "" : "?"}period=${period}${query}`)
        expect(checks.length, title).toBe(kind.startsWith("cash-flow") ? 2 : 1)
        expect(checks, `${title} ${period} ${query}`).toEqual(checks.map((check) => ({ ...check, ok: true, difference: "0.00" })))
      }
    }
    const of = (kind: string) => statement(`${kind}?period=${period}`)
    const [pnl, direct, indirect] = [await of("pnl"), await of("cash-flow"), await statement(`cash-flow?method=indirect&period=${period}`)]
    expect(totalOf(direct, "change")).toBe(totalOf(indirect, "change"))
    expect(cents(totalOf(direct, "opening")) + cents(totalOf(direct, "change"))).toBe(cents(totalOf(direct, "closing")))
    const [{ profit, cash }] = await rows(
      `select sum(l.credit_usd - l.debit_usd) filter (where a.account_type in ('income', 'expense') and l.entry_date >= '${pnl.period.from}')::bigint as profit,
         sum(l.debit_usd - l.credit_usd) filter (where a.account_number in ('1000', '1010', '1020'))::bigint as cash
       from journal_line l join account a on a.id = l.account_id where l.entry_date <= '${pnl.period.to}'`,
    )
    expect(cents(totalOf(pnl, "net-profit"))).toBe(Number(profit))
    expect(cents(totalOf(direct, "closing"))).toBe(Number(cash))
  }
}, 60_000)

test("a site's balance sheet shows what it owes the other sites; all sites and the unassigned part add up to the whole", async () => {
  const sheet = await statement("balance-sheet?period=2025-12&siteId=unity-state")
  expect(sheet.checks[0]!.ok).toBe(true)
  expect(sheet.siteName).toBe("Unity State")
  expect((await statement("trial-balance?period=2025-12&siteId=unity-state")).checks).toEqual([])
  const report = await statement("expense?period=2025&groupBy=site")
  const { values } = report.sections[0]!.total
  expect(report.columns.map(({ title }) => title)).toEqual(["Unity State", "Paloj-Adar", "No site", "Total"])
  expect(["site1", "site2", "none"].reduce((sum, key) => sum + cents(values[key]), 0)).toBe(cents(values["total"]))
  const pnl = await statement("pnl?period=2025&groupBy=site")
  const whole = totalOf(await statement("pnl?period=2025"), "net-profit")
  const { values: profits } = pnl.sections.find(({ key }) => key === "net-profit")!.total
  expect(pnl.columns.map(({ title }) => title)).toEqual(["Unity State", "Paloj-Adar", "No site", "Total"])
  expect(["site1", "site2", "none"].reduce((sum, key) => sum + cents(profits[key]), 0)).toBe(cents(profits["total"]))
  expect(profits["total"]).toBe(whole)
  for (const question of ["pnl?groupBy=person", "balance-sheet?groupBy=site"]) expect((await ask(question)).status).toBe(400)
  const confined = await statement("pnl?period=2025", "8@2")
  expect(confined.siteName).toBe("Paloj-Adar")
})

// proves API-267
test("the statement of a past month is the same file when requested later, with its figures in it", async () => {
  const file = async () => new Uint8Array(await (await ask("pnl?period=2025-03&format=pdf")).arrayBuffer())
  const before = await file()
  await runtime.runPromise(book({ day: 300, amount: 5_00, debit: "6300", credit: "1000", currency: "USD", siteId: 1 }))
  expect(Buffer.from(await file()).equals(before)).toBe(true)
  const { text } = await extractText(before, { mergePages: true })
  const pnl = await statement("pnl?period=2025-03")
  const shown = totalOf(pnl, "net-profit")
    .replace("-", "")
    .replace(/\B(?=(\d{3})+\.)/g, ",")
  for (const part of ["Profit & Loss Statement", "March 2025", "Nile Camps", "Net profit", shown]) expect(text).toContain(part)
  const csv = await (await ask("trial-balance?period=2025-03&format=csv")).text()
  expect(csv).toContain("Total debit")
  expect((await ask("pnl?period=2025-03&format=xlsx")).headers.get("content-disposition")).toBe(
    'attachment; filename="Profit & Loss Statement March 2025.xlsx"',
  )
}, 30_000)

test("bad input gets one sentence, and the call requires a permission", async () => {
  expect(await refusal("pnl?period=2999")).toEqual([400, expect.stringContaining("is not a period")])
  expect(await refusal("pnl?from=2026-01-02&to=2026-01-01")).toEqual([400, "to must be on or after from"])
  expect(await refusal("pnl?siteId=nowhere")).toEqual([404, "Site nowhere does not exist"])
  expect(await refusal("cash-flow?siteId=1")).toEqual([400, "Cash is managed company-wide: remove the site from the cash flow"])
  expect((await refusal("pnl", "6"))[0]).toBe(403)
})
