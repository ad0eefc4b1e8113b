import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as fc from "fast-check"
import { extractText } from "unpdf"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { parseMoney } from "@ops/platform/money.ts"
import { system } from "@ops/platform/records/command.ts"
import { explain } from "@ops/platform/records/explain.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { byLevel, serveApi } from "@ops/platform/testing/http.ts"
import { ledgerFigures } from "../figures.ts"
import { type GeneralLedgerAnswer, GeneralLedgerGroup } from "./contract.ts"
import { GeneralLedgerLive } from "./server.ts"
import { postEntry } from "../journal-entries/journal-entry.ts"
import { ledgerModule } from "../module.ts"
import { type StatementAnswer, StatementsApi } from "../statements/contract.ts"
import { keysInOrder } from "../statements/merge.ts"
import { StatementsOfBooks } from "../statements/testing.ts"

const elsewhere = [
  "create view site as select * from (values (1::bigint, 'unity-state', 'Unity State'), (2, 'paloj-adar', 'Paloj-Adar')) x(id, slug, name)",
  "create view company as select 1::bigint as id, 'Nile Camps' as name",
]
const runtime = ManagedRuntime.make(testDatabase({ ...ledgerModule, views: [...ledgerModule.views, ...elsewhere] }))
const api = HttpApiBuilder.layer(StatementsApi.add(GeneralLedgerGroup)).pipe(Layer.provide([StatementsOfBooks, GeneralLedgerLive]))
const web = serveApi(api, runtime)
const ask = (address: string, token = "7") => web.ask(token, `/api/reports/${address}`)
const ledger = async (query: string, token?: string): Promise<GeneralLedgerAnswer> => (await ask(`general-ledger?${query}`, token)).json()
const statement = async (address: string): Promise<StatementAnswer> => (await ask(address)).json()
const refusal = async (query: string, token?: string) => {
  const answer = await ask(`general-ledger?${query}`, token)
  return [answer.status, await answer.text()]
}
const cents = (text: string) => parseMoney(text)!

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

beforeAll(async () => {
  await runtime.runPromise(ledgerModule.setup)
  const book = ({ day, amount, debit, credit, currency, siteId }: typeof entry extends fc.Arbitrary<infer Entry> ? Entry : never) =>
    Effect.flatMap(Records, ({ execute }) => {
      const date = addDays(start, day)
      const lines = [
        { account: debit, debit: amount, siteId },
        { account: credit, credit: amount, siteId },
      ]
      return execute(postEntry, { date, description: "Any", reference: "R-1", currency, lines }, system("test", `${date}T08:00:00.000Z`))
    })
  await runtime.runPromise(Effect.forEach(fc.sample(entry, { numRuns: 250, seed: 23 }), book, { discard: true }))
}, 60_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

const isDebitSide = (type: string) => type === "asset" || type === "expense"
const netOf = (type: string, { debit, credit }: { readonly debit: string; readonly credit: string }) =>
  (cents(debit) - cents(credit)) * (isDebitSide(type) ? 1 : -1)

test("every account runs from its opening to its closing balance line by line, and debits equal credits", async () => {
  for (const query of [
    "period=2025-06",
    "from=2025-03-10&to=2025-11-20",
    "period=2025-06&currency=SSP",
    "period=2025-06&siteId=1",
    "period=2026-03&currency=USD",
  ]) {
    const whole = await ledger(`${query}&limit=1000`)
    expect(whole.entries.length).toBe(whole.total)
    for (const account of whole.accounts) {
      let balance = cents(account.opening)
      const entries = whole.entries.filter(({ accountNumber }) => accountNumber === account.accountNumber)
      expect(entries.length).toBe(account.entries)
      for (const line of entries) {
        balance += netOf(account.accountType, line)
        expect(cents(line.balance)).toBe(balance)
      }
      expect(cents(account.closing)).toBe(balance)
      expect(cents(account.opening) + netOf(account.accountType, account)).toBe(balance)
    }
    const side = (name: "debit" | "credit") => whole.accounts.reduce((sum, account) => sum + cents(account[name]), 0)
    expect(side("debit")).toBe(side("credit"))
  }
})

test("each account's balance equals the one in the trial balance", async () => {
  const { accounts } = await ledger("period=2025-09&limit=1")
  const { sections } = await statement("trial-balance?period=2025-09")
  const shown = Object.fromEntries(sections.flatMap(({ key, lines }) => lines.map((line) => [line.accountNumber, [key, line.values["now"]]])))
  const told = accounts
    .filter(({ closing }) => closing !== "0.00")
    .map(({ accountNumber, accountType, closing }) => {
      const isDebit = isDebitSide(accountType) !== closing.startsWith("-")
      return [accountNumber, [isDebit ? "debit" : "credit", closing.replace("-", "")]]
    })
  expect(told.length).toBeGreaterThan(10)
  expect(Object.fromEntries(told)).toEqual(shown)
})

test("the pages together equal the whole ledger", async () => {
  const query = "account=1000&from=2025-02-01&to=2026-03-31"
  const whole = await ledger(`${query}&limit=1000`)
  expect(whole.accountName).toBe("1000 Cash")
  const entries: Array<GeneralLedgerAnswer["entries"][number]> = []
  let cursor: string | null = "0"
  while (cursor !== null) {
    const page: GeneralLedgerAnswer = await ledger(`${query}&limit=7&cursor=${cursor}`)
    expect(page.accounts).toEqual(whole.accounts)
    entries.push(...page.entries)
    cursor = page.next
  }
  expect(entries).toEqual(whole.entries)
  expect(whole.total).toBeGreaterThan(20)
})

test("its files contain every entry and are identical when requested again", async () => {
  const query = "account=6100&period=2025-Q2"
  const whole = await ledger(`${query}&limit=1000`)
  const csv = await (await ask(`general-ledger?${query}&format=csv`)).text()
  expect(csv.trim().split("\r\n").length).toBe(whole.total + 3)
  expect(csv).toContain("Opening balance")
  const pdf = async () => new Uint8Array(await (await ask(`general-ledger?${query}&format=pdf`)).arrayBuffer())
  const first = await pdf()
  const { text } = await extractText(first.slice(), { mergePages: true })
  for (const part of ["General Ledger", "6100 Salaries and wages", "Nile Camps", "Closing balance", ...whole.entries.map(({ entryNumber }) => entryNumber)]) {
    expect(text).toContain(part)
  }
  expect(Buffer.from(await pdf()).equals(Buffer.from(first))).toBe(true)
  const xlsx = await ask(`general-ledger?${query}&format=xlsx`)
  expect(xlsx.headers.get("content-disposition")).toBe('attachment; filename="General Ledger 6100 Salaries and wages Quarter 2 of 2025.xlsx"')
}, 30_000)

test("bad input gets one sentence, and each person sees only what their role allows", async () => {
  expect(await refusal("account=9999")).toEqual([404, "There is no account 9999"])
  expect(await refusal("period=2999-01")).toEqual([400, expect.stringContaining("is not a period")])
  expect(await refusal("limit=0")).toEqual([400, "limit must be a whole number from 1 to 1000"])
  expect(await refusal("cursor=abc")).toEqual([400, "This cursor is not valid. Start again from the first page"])
  expect((await refusal("period=2025-06", "6"))[0]).toBe(403)
  const confined = await ledger("period=2025&limit=1000", "8@2")
  expect(confined.siteName).toBe("Paloj-Adar")
  expect(new Set(confined.entries.map(({ siteId }) => siteId))).toEqual(new Set([2]))
})

test("a statement in both currencies shows each beside the total in USD, each column equal to its own statement", async () => {
  for (const kind of ["pnl", "balance-sheet", "cash-flow", "trial-balance", "expense"]) {
    const both = await statement(`${kind}?period=2025-08&currency=both&compare=previous`)
    expect(both.columns.map(({ key }) => key)).toEqual(["now0", "before0", "now1", "before1", "now2", "before2"])
    expect(both.checks.every(({ ok }) => ok)).toBe(true)
    for (const [n, query] of ["&currency=USD", "&currency=SSP", ""].entries()) {
      const one = await statement(`${kind}?period=2025-08&compare=previous${query}`)
      for (const section of one.sections) {
        const shown = both.sections.find(({ key }) => key === section.key)!
        for (const line of [...section.lines, section.total]) {
          const merged = [...shown.lines, shown.total].find(({ key }) => key === line.key)!
          expect([merged.values[`now${n}`], merged.values[`before${n}`]], `${kind} ${line.title}`).toEqual([line.values["now"], line.values["before"]])
        }
      }
    }
  }
  expect(
    keysInOrder([
      ["1000", "1100", "result"],
      ["1050", "result", "more"],
      ["first", "1200"],
    ]),
  ).toEqual(["first", "1000", "1050", "1100", "1200", "result", "more"])
})

test("every cell of every statement explains itself by parts that add up to it and can be explained in turn", async () => {
  const who = byLevel("7")
  const told = (parameters: Record<string, string>, name = "statement.line") => runtime.runPromise(explain(ledgerFigures([]), name, parameters, who))
  let parts = 0
  for (const query of [
    "pnl?period=2025-08",
    "pnl?period=2025&siteId=1",
    "pnl?period=2025-Q3&currency=SSP",
    "balance-sheet?period=2026-02",
    "balance-sheet?period=2026-02&siteId=2",
    "trial-balance?period=2025-05",
    "cash-flow?period=2025-Q4",
    "cash-flow?period=2025-11&method=indirect",
    "expense?period=2025&compare=previous",
    "expense?period=2025&groupBy=site",
  ]) {
    const { sections, columns } = await statement(query)
    const kind = query.split("?")[0]!
    for (const { key, lines, total } of sections) {
      for (const line of [...lines, total]) {
        for (const column of columns.filter(({ key }) => key !== "none")) {
          const asked = {
            statement: kind,
            part: `${key}/${line.key}`,
            from: column.from,
            to: column.to,
            ...(column.siteId && { siteId: String(column.siteId) }),
            ...(column.currency && { currency: column.currency }),
            ...(query.includes("indirect") && { method: "indirect" }),
          }
          const answer = await told(asked)
          const where = `${query} ${asked.part} ${column.key}: ${answer.formula}`
          expect(answer.value, where).toBe(line.values[column.key])
          if (answer.sum !== null && answer.total > 0) expect(answer.sum, where).toBe(answer.value)
          if (answer.total === answer.inputs.length && answer.total > 0) {
            const sum = answer.inputs.reduce((sum, { value }) => sum + cents(String(value)), 0)
            expect(sum, where).toBe(cents(String(answer.value)))
          }
          const part = answer.inputs[0]
          if (part?.figure && part.figure.name !== "journalEntry.total") {
            const deeper = await told(part.figure.parameters, part.figure.name)
            expect(Math.abs(cents(String(deeper.value))), `${where} > ${part.label}`).toBe(Math.abs(cents(String(part.value))))
            parts++
          }
        }
      }
    }
  }
  expect(parts).toBeGreaterThan(60)
}, 60_000)
