/** Expenses by person: the person columns always add up to the total, and each amount is explained by its entries. */
import { Effect, ManagedRuntime } from "effect"
import * as fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { parseMoney } from "@ops/platform/money.ts"
import { command, system } from "@ops/platform/records/command.ts"
import { explain } from "@ops/platform/records/explain.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { ledgerFigures } from "../figures.ts"
import { type Entry, post } from "../journal-entries/journal-entry.ts"
import { ledgerModule } from "../module.ts"
import { spenderView } from "./spenders.ts"
import { expensesByPerson, mostPeople } from "./statement.ts"
import type { StatementAnswer } from "./contract.ts"
import { statementFile } from "./file.ts"
import { statementOf } from "./server.ts"

const people = 15
const elsewhere = [
  "create view site as select * from (values (1::bigint, 'unity-state', 'Unity State'), (2, 'paloj-adar', 'Paloj-Adar')) x(id, slug, name)",
  `create view person as select n::bigint as id, 'Person' as first_name, 'No ' || n as last_name from generate_series(1, ${people}) n`,
  // trip n belongs to person n, a wish to no known person
  spenderView([`select 'trip', n, n from generate_series(1, ${people}) n`, "select 'wish', 1, null"]),
]
const runtime = ManagedRuntime.make(testDatabase({ ...ledgerModule, views: [...ledgerModule.views, ...elsewhere] }))
const signedIn = (level: number, siteId: number | null = null): SignedIn => {
  const by = {
    ...system("test", new Date().toISOString()),
    actor: `person:${level}`,
    person: level,
    level,
    permissions: permissionsOf(level),
    confinedTo: siteId,
  }
  return { ...by, employeeId: String(level), siteId, sessionId: null, proven: true }
}
const cents = (text: string | undefined) => parseMoney(text!)!
const report = (asked: { readonly period?: string; readonly siteId?: string; readonly currency?: "USD" | "SSP" | "both" }, who = signedIn(7)) =>
  runtime.runPromise(Effect.provideService(statementOf("expense", { ...asked, groupBy: "person" }), Who, who))

const entry = fc.record({
  day: fc.integer({ min: 0, max: 60 }),
  amount: fc.integer({ min: 1, max: 90_000_00 }),
  expense: fc.constantFrom("5100", "6100", "6300"),
  isBack: fc.constantFrom(false, false, false, true),
  currency: fc.constantFrom("USD" as const, "SSP" as const),
  siteId: fc.constantFrom(1, 2, null),
  source: fc.oneof(
    fc.record({ kind: fc.constant("trip"), id: fc.integer({ min: 1, max: people }) }),
    fc.constantFrom({ kind: "wish", id: 1 }, { kind: "bill", id: 1 }),
  ),
})
const documented = command("test.documented", (entry: Entry, by) => post(entry, by))

beforeAll(async () => {
  await runtime.runPromise(ledgerModule.setup)
  const book = ({ day, amount, expense, isBack, currency, siteId, source }: typeof entry extends fc.Arbitrary<infer One> ? One : never) =>
    Effect.flatMap(Records, ({ execute }) => {
      const date = addDays("2025-03-01", day)
      const [debit, credit] = isBack ? ["1000", expense] : [expense, "1000"]
      const lines = [
        { account: debit, debit: amount, siteId },
        { account: credit, credit: amount, siteId },
      ]
      return execute(documented, { date, description: "Any", reference: null, source, currency, lines }, system("test", `${date}T08:00:00.000Z`))
    })
  await runtime.runPromise(Effect.forEach(fc.sample(entry, { numRuns: 300, seed: 5 }), book, { discard: true }))
}, 60_000)
afterAll(() => runtime.dispose())

test("the highest spenders are named, at most twelve, and the columns for others and no one make up the rest", () => {
  const parts = fc.array(
    fc.record({
      accountNumber: fc.constantFrom("5100", "6300"),
      personId: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 30 })),
      amount: fc.integer({ min: -500, max: 9000 }),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(parts, (spent) => {
      const sums = ["5100", "6300"].map((accountNumber) => ({
        accountNumber,
        accountName: "Any",
        accountType: "expense" as const,
        values: [spent.reduce((sum, part) => sum + (part.accountNumber === accountNumber ? part.amount : 0), 0)],
      }))
      const { statement, people } = expensesByPerson(sums, spent)
      const values = statement.sections[0]!.total.values
      const of = (person: number | null) => spent.reduce((sum, { personId, amount }) => sum + (personId === person ? amount : 0), 0)
      const named = people.filter((person) => /^\d+$/.test(person)).map(Number)
      const left = [...new Set(spent.map(({ personId }) => personId))].filter((id) => id !== null && !named.includes(id))
      const others = left.reduce((sum: number, id) => sum + of(id), 0)
      expect(named.length).toBeLessThanOrEqual(mostPeople)
      expect(values.slice(0, named.length)).toEqual(named.map(of))
      expect(values.slice(named.length)).toEqual([...(people.includes("others") ? [others] : []), of(null), sums[0]!.values[0]! + sums[1]!.values[0]!])
      if (!people.includes("others")) expect(others).toBe(0)
      for (const id of left) if (people.includes("others")) expect(of(id)).toBeLessThanOrEqual(of(named.at(-1)!))
      expect(statement.checks).toEqual([{ name: "The columns equal the total", ok: true, difference: 0 }])
    }),
  )
  // an amount that the parts do not add up to is reported
  const lost = expensesByPerson(
    [{ accountNumber: "5100", accountName: "Food", accountType: "expense", values: [700] }],
    [{ accountNumber: "5100", personId: 1, amount: 600 }],
  )
  expect(lost.statement.checks).toEqual([{ name: "The columns equal the total", ok: false, difference: -100 }])
})

const columnsOf = ({ columns }: StatementAnswer) => columns.map(({ key }) => key)

test("whatever is posted, the columns of people, others and no one add up to the total expenses", async () => {
  for (const asked of [{ period: "2025-03" }, { period: "2025-Q1", siteId: "1" }, { period: "2025", currency: "SSP" as const }]) {
    const by = await report(asked)
    const [whole] = (await runtime.runPromise(Effect.provideService(statementOf("expense", asked), Who, signedIn(7)))).sections
    expect(columnsOf(by).slice(-3)).toEqual(["others", "nobody", "total"])
    expect(columnsOf(by)).toHaveLength(mostPeople + 3)
    expect(by.checks).toEqual([{ name: "The columns equal the total", ok: true, difference: "0.00" }])
    const { values } = by.sections[0]!.total
    expect(values["total"]).toBe(whole!.total.values["now"])
    expect(values["nobody"]).not.toBe("0.00")
    const named = by.columns.slice(0, mostPeople).map(({ key }) => cents(values[key]))
    expect(named).toEqual(named.toSorted((a, b) => b - a))
    expect(by.columns[0]!.title).toMatch(/^Person No \d+$/)
  }
  // a person at one site sees what was spent there
  const here = await report({ period: "2025-03" }, signedIn(8, 2))
  expect(here.siteName).toBe("Paloj-Adar")
  expect(here.sections[0]!.total.values["total"]).toBe((await report({ period: "2025-03", siteId: "2" })).sections[0]!.total.values["total"])
  await expect(report({ period: "2025-03", currency: "both" })).rejects.toThrow("A report by person has one currency: remove the currency, or give USD or SSP")
})

test("every amount is explained by entries or lines that add up to it", async () => {
  const told = (parameters: Record<string, string>) => runtime.runPromise(explain(ledgerFigures([]), "statement.line", parameters, signedIn(7)))
  const { sections, columns } = await report({ period: "2025-Q1", currency: "USD" })
  let cells = 0
  for (const { key, lines, total } of sections) {
    for (const line of [...lines, total]) {
      for (const column of columns) {
        const asked = {
          statement: "expense",
          part: `${key}/${line.key}`,
          from: column.from,
          to: column.to,
          currency: "USD",
          ...(column.person && { person: column.person }),
        }
        const answer = await told(asked)
        expect(answer.value, `${asked.part} of ${column.key}: ${answer.formula}`).toBe(line.values[column.key])
        if (answer.total > 0) expect(answer.sum, answer.formula).toBe(answer.value)
        if (column.person !== undefined) expect(answer.formula).toContain(column.title)
        if (column.person === undefined || line === total) continue
        for (const { figure } of answer.inputs) expect(figure?.name).toBe("journalEntry.total")
        cells++
      }
    }
  }
  expect(cells).toBeGreaterThan(30)
  await expect(told({ statement: "expense", part: "expenses/5100", from: "2025-03-01", to: "2025-03-31", person: "99" })).rejects.toThrow(
    "This report has no column for that person. Choose others",
  )
  await expect(told({ statement: "pnl", part: "revenue/4100", from: "2025-03-01", to: "2025-03-31", person: "1" })).rejects.toThrow(
    "Only the expense report is by person",
  )
})

test("fifteen columns fit on a page", async () => {
  const by = await report({ period: "2025" })
  const { extractText } = await import("unpdf")
  const { bytes } = await runtime.runPromise(statementFile(by, "pdf", "Nile Camps") as Effect.Effect<{ bytes: Uint8Array }>)
  const { text, totalPages } = await extractText(new Uint8Array(bytes), { mergePages: true })
  expect(totalPages).toBe(1)
  for (const part of ["Others", "No person", "Total", "Expense Report"]) expect(text).toContain(part)
})
