/**
 * Recomputes the financial statements, using only the lines of journal entries and the chart of accounts: trial balance, profit and loss, balance
 * sheet, both forms of the cash flow and both aging reports at twenty past dates, in dollars, and in each currency alone. Every figure agrees to the
 * cent.
 */
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import type { StatementChanges } from "@ops/ledger/changes/contract.ts"
import { type Caller, demoApp } from "../demo/demo-app.ts"

interface Line {
  readonly entry: number
  readonly number: string
  readonly type: "asset" | "liability" | "equity" | "income" | "expense"
  readonly currency: "USD" | "SSP"
  readonly posted: string
  readonly fact: string
  readonly source: string | null
  /** debit less credit, in cents: in the entry's currency, and in dollars */
  readonly own: number
  readonly usd: number
}
interface Section {
  readonly key: string
  readonly lines: ReadonlyArray<{ readonly accountNumber: string | null; readonly values: Readonly<Record<string, string>> }>
  readonly total: { readonly values: Readonly<Record<string, string>> }
}
interface Statement {
  readonly columns: ReadonlyArray<{ readonly key: string }>
  readonly sections: ReadonlyArray<Section>
}

let app: Awaited<ReturnType<typeof demoApp>>
let chief: Caller
let lines: ReadonlyArray<Line>
let days: ReadonlyArray<string>
/** the last event before the accrual */
let position: number
const lastMonth = addDays(`${dateOf(new Date()).slice(0, 7)}-01`, -1).slice(0, 7)
beforeAll(async () => {
  app = await demoApp()
  chief = await app.signedIn("FO-CEO-001")
  ;[{ position }] = (await app.owner("select es.closed() as position")) as [{ position: number }]
  // last month's meals are not billed: its end accrues them, and the first day of this month reverses the accrual
  expect(JSON.parse((await chief("POST", "/api/accruals", { period: lastMonth })).text)).toMatchObject({ period: lastMonth, entries: [{}, {}] })
  const entries = await app.owner(
    "select id, entry_date::text as posted, effective_date::text as fact, source_kind as source, currency, lines from live.journal_entry",
  )
  const accounts = new Map((await app.owner("select id, account_number as number, account_type as type from live.account")).map((row) => [Number(row.id), row]))
  lines = entries.flatMap(({ id, posted, fact, source, currency, lines: own }) =>
    (own as ReadonlyArray<Record<string, number>>).map((line): Line => {
      const { number, type } = accounts.get(line["accountId"]!)! as Pick<Line, "number" | "type">
      const base = {
        entry: Number(id),
        number,
        type,
        currency: currency as Line["currency"],
        posted: posted as string,
        fact: fact as string,
        source: source as string | null,
      }
      return { ...base, own: line["debit"]! - line["credit"]!, usd: line["debitUsd"]! - line["creditUsd"]! }
    }),
  )
  const all = lines.map(({ posted }) => posted).toSorted()
  const span = Math.round((Date.parse(all.at(-1)!) - Date.parse(all[0]!)) / 86_400_000)
  days = Array.from({ length: 20 }, (_, n) => addDays(all[0]!, Math.round((n * span) / 19)))
}, 300_000)
afterAll(() => app.dispose())

const read = async (address: string): Promise<Statement> => {
  const { status, text } = await chief("GET", address)
  expect([address, status]).toEqual([address, 200])
  return JSON.parse(text) as Statement
}
/** The figures of a statement's first column by account, and of its totals by section. */
const figuresOf = ({ columns, sections }: Statement) => {
  const key = columns[0]!.key
  return {
    accounts: Object.fromEntries(
      sections.flatMap(({ key: of, lines }) => lines.flatMap(({ accountNumber, values }) => (accountNumber ? [[`${of} ${accountNumber}`, values[key]!]] : []))),
    ),
    totals: Object.fromEntries(sections.map(({ key: of, total }) => [of, total.values[key]!])),
  }
}
const currencies = [undefined, "USD", "SSP"] as const
/** Balances of accounts in cents, debit less credit: for one currency in that currency, for all in dollars. */
const balances = (currency: (typeof currencies)[number], is: (line: Line) => boolean) => {
  const sums = new Map<string, { readonly type: Line["type"]; readonly sum: number }>()
  for (const line of lines) {
    if (!is(line) || (currency !== undefined && line.currency !== currency)) continue
    sums.set(line.number, { type: line.type, sum: (sums.get(line.number)?.sum ?? 0) + (currency === undefined ? line.usd : line.own) })
  }
  return [...sums].filter(([, { sum }]) => sum !== 0).map(([number, of]) => ({ number, ...of }))
}
const total = (of: ReadonlyArray<{ readonly sum: number }>) => of.reduce((sum, each) => sum + each.sum, 0)
const query = (currency: string | undefined) => (currency === undefined ? "" : `&currency=${currency}`)
const plain = (cents: number) => formatMoney(cents === 0 ? 0 : cents)

test.each(currencies)("the trial balance at twenty past dates is what the lines add up to: %s", async (currency) => {
  for (const day of days) {
    const own = balances(currency, ({ posted }) => posted <= day)
    const { accounts, totals } = figuresOf(await read(`/api/reports/trial-balance?to=${day}${query(currency)}`))
    expect([day, accounts]).toEqual([
      day,
      Object.fromEntries(own.map(({ number, sum }) => [`${sum > 0 ? "debit" : "credit"} ${number}`, plain(Math.abs(sum))])),
    ])
    expect(totals).toEqual({ debit: plain(total(own.filter(({ sum }) => sum > 0))), credit: plain(-total(own.filter(({ sum }) => sum < 0))) })
    expect(total(own)).toBe(0)
  }
})

test.each(currencies)(
  "profit and loss of each month up to twenty past dates, and the balance sheet of each, are what the lines add up to: %s",
  async (currency) => {
    for (const day of days) {
      const from = `${day.slice(0, 7)}-01`
      const moved = balances(currency, ({ posted }) => posted >= from && posted <= day).filter(({ type }) => type === "income" || type === "expense")
      const pnl = figuresOf(await read(`/api/reports/pnl?from=${from}&to=${day}${query(currency)}`))
      const figures = Object.entries(pnl.accounts).map(([name, value]) => [name.split(" ")[1], value])
      const signed = moved.map(({ number, type, sum }) => [number, plain(type === "income" || number >= "7" ? -sum : sum)])
      expect([day, Object.fromEntries(figures)]).toEqual([day, Object.fromEntries(signed)])
      expect(pnl.totals["net-profit"]).toBe(plain(-total(moved)))

      const all = balances(currency, ({ posted }) => posted <= day)
      const sheet = figuresOf(await read(`/api/reports/balance-sheet?to=${day}${query(currency)}`))
      const of = (...types: ReadonlyArray<Line["type"]>) => total(all.filter(({ type }) => types.includes(type)))
      expect([day, sheet.totals]).toMatchObject([
        day,
        {
          assets: plain(of("asset")),
          liabilities: plain(-of("liability")),
          equity: plain(-of("equity", "income", "expense")),
          "liabilities-and-equity": plain(of("asset")),
        },
      ])
    }
  },
)

/** The cash flow activity of an account, by its number and type alone. */
const activityOf = ({ number, type }: Pick<Line, "number" | "type">) => {
  if (number.startsWith("10")) return "cash"
  if (number.startsWith("7")) return "exchange"
  if (type === "equity" || (type === "liability" && number >= "25")) return "financing"
  return type === "asset" && number >= "14" && number < "19" ? "investing" : "operating"
}

test.each(currencies)("both cash flows of each month up to twenty past dates are what the lines add up to: %s", async (currency) => {
  const worth = (line: Line) => (currency === undefined ? line.usd : line.own)
  const sum = (of: ReadonlyArray<Line>) => of.reduce((total, line) => total + worth(line), 0)
  const own = lines.filter((line) => currency === undefined || line.currency === currency)
  for (const day of days) {
    const from = `${day.slice(0, 7)}-01`
    const flows = { operating: 0, investing: 0, financing: 0, exchange: 0 }
    for (const entry of Map.groupBy(
      own.filter(({ posted }) => posted >= from && posted <= day),
      (line) => line.entry,
    ).values()) {
      const cash = entry.filter((line) => activityOf(line) === "cash")
      // a line with a value in dollars but no amount revalues existing cash
      const revalued = sum(cash.filter((line) => line.own === 0))
      const moved = sum(cash) - revalued
      flows.exchange += revalued
      if (moved === 0) continue
      // the other side of the entry shows the purpose: in the demo data always a single activity, except for an exchange difference beside it
      const against = new Set(entry.filter((line) => activityOf(line) !== "cash" && worth(line) * moved < 0).map(activityOf))
      if (against.size > 1) against.delete("exchange")
      expect([entry[0]!.entry, against.size]).toEqual([entry[0]!.entry, 1])
      flows[[...against][0] as keyof typeof flows] += moved
    }
    const cash = (is: (line: Line) => boolean) => plain(sum(own.filter((line) => activityOf(line) === "cash" && is(line))))
    const expected = {
      operating: plain(flows.operating),
      ...Object.fromEntries((["investing", "financing", "exchange"] as const).flatMap((key) => (flows[key] === 0 ? [] : [[key, plain(flows[key])]]))),
      change: cash(({ posted }) => posted >= from && posted <= day),
      opening: cash(({ posted }) => posted < from),
      closing: cash(({ posted }) => posted <= day),
    }
    for (const method of ["direct", "indirect"]) {
      const { totals } = figuresOf(await read(`/api/reports/cash-flow?method=${method}&from=${from}&to=${day}${query(currency)}`))
      expect([day, method, totals]).toMatchObject([day, method, expected])
    }
  }
})

test.each(["USD", "SSP"] as const)(
  "what clients owe and what is owed to suppliers at twenty past dates is what the lines of 1100 and 2000 add up to: %s",
  async (currency) => {
    for (const day of days) {
      const own = balances(currency, ({ fact, number }) => fact <= day && (number === "1100" || number === "2000"))
      for (const [report, account, sign] of [
        ["aged-receivables", "1100", 1],
        ["aged-payables", "2000", -1],
      ] as const) {
        const { totals } = figuresOf(await read(`/api/reports/${report}?asAt=${day}&currency=${currency}`))
        expect([day, report, totals["all"]]).toEqual([day, report, plain(sign * total(own.filter(({ number }) => number === account)))])
      }
    }
  },
)

// proves U-12
test.each([
  ["pnl", "Net profit"],
  ["balance-sheet", "Total assets"],
  ["expense", "Total expenses"],
] as const)("what changed in %s since before the accrual is the accrual, to the cent, and nothing else", async (report, title) => {
  const { status, text } = await chief("GET", `/api/reports/${report}/changes?period=${lastMonth}&since=@${position}`)
  expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)])
  const found = JSON.parse(text) as typeof StatementChanges.Type
  const accrued = total(
    lines
      .filter(({ number, source, posted }) => number === "4100" && source === "meal_accrual" && posted.startsWith(lastMonth))
      .map(({ usd }) => ({ sum: -usd })),
  )
  expect(accrued).toBeGreaterThan(0)
  const difference = report === "expense" ? "0.00" : formatMoney(accrued)
  expect(found.total).toMatchObject({ title, difference })
  const sum = (of: ReadonlyArray<string>) => of.reduce((cents, amount) => cents + Math.round(Number(amount) * 100), 0)
  expect(sum(found.causes.map(({ amount }) => amount))).toBe(sum([difference]))
  expect(found.causes.map(({ title }) => title)).toEqual(report === "expense" ? [] : ["Accruals of the month-end"])
  expect(text).not.toMatch(/[a-z]_[a-z]/)
  for (const { before, after, difference } of found.lines) expect(sum([after]) - sum([before])).toBe(sum([difference]))
})

test("a statement that was never published, and a moment that is not over, are refused in words", async () => {
  const refused = async (since: string) => (await chief("GET", `/api/reports/pnl/changes?period=${lastMonth}&since=${since}`)).text
  expect(await refused("published")).toMatch(/were never published: it is not closed/)
  expect(await refused("now")).toMatch(/The first moment must lie in the past/)
})
