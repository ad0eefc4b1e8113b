/**
 * The statements, recomputed. This reads only the lines of journal entries and the chart of accounts, and adds them up by itself: trial balance, profit and
 * loss, balance sheet, both forms of the cash flow and both ageings at twenty past dates, in dollars, and in each currency alone. Every figure agrees to the
 * cent, or this throws.
 */
import assert from "node:assert/strict"
import { addDays } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"

export interface Line {
  readonly entry: number
  readonly number: string
  readonly type: "asset" | "liability" | "equity" | "income" | "expense"
  readonly currency: "USD" | "SSP"
  readonly posted: string
  readonly fact: string
  readonly source: string | null
  /** debit less credit, cents: in the entry's currency, and in dollars */
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

interface Entry extends Pick<Line, "posted" | "fact" | "source" | "currency"> {
  readonly id: number
  readonly lines: ReadonlyArray<Readonly<Record<"accountId" | "debit" | "credit" | "debitUsd" | "creditUsd", number>>>
}
interface Account extends Pick<Line, "number" | "type"> {
  readonly id: number
}

/** Where the books are: the rows of the journal, and the statements as people read them. */
export interface Books {
  readonly rows: (sql: string) => Promise<ReadonlyArray<object>>
  readonly ask: (method: string, address: string) => Promise<{ readonly status: number; readonly text: string }>
}

export const currencies = [undefined, "USD", "SSP"] as const
type Currency = (typeof currencies)[number]

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
const total = (of: ReadonlyArray<{ readonly sum: number }>) => of.reduce((sum, each) => sum + each.sum, 0)
const query = (currency: Currency) => (currency === undefined ? "" : `&currency=${currency}`)
const plain = (cents: number) => formatMoney(cents === 0 ? 0 : cents)
/** That these figures are among those that a statement shows. */
const among = (shown: Readonly<Record<string, string>>, figures: Readonly<Record<string, string>>, where: string) => {
  for (const [name, figure] of Object.entries(figures)) assert.equal(shown[name], figure, `${where}, ${name}`)
}

/** The activity of an account in a cash flow: by its number and type alone. */
const activityOf = ({ number, type }: Pick<Line, "number" | "type">) => {
  if (number.startsWith("10")) return "cash"
  if (number.startsWith("7")) return "exchange"
  if (type === "equity" || (type === "liability" && number >= "25")) return "financing"
  return type === "asset" && number >= "14" && number < "19" ? "investing" : "operating"
}

/** Reads the lines of the books as they are now. Gives them, and what compares the statements with them. */
export const recomputation = async ({ rows, ask }: Books) => {
  const entries = (await rows(
    "select id, entry_date::text as posted, effective_date::text as fact, source_kind as source, currency, lines from live.journal_entry",
  )) as ReadonlyArray<Entry>
  const chart = (await rows("select id, account_number as number, account_type as type from live.account")) as ReadonlyArray<Account>
  const accounts = new Map(chart.map((account) => [Number(account.id), account]))
  const lines = entries.flatMap(({ id, lines: own, ...of }) =>
    own.map(({ accountId, debit, credit, debitUsd, creditUsd }): Line => {
      const { number, type } = accounts.get(accountId)!
      return { ...of, entry: Number(id), number, type, own: debit - credit, usd: debitUsd - creditUsd }
    }),
  )
  const all = lines.map(({ posted }) => posted).toSorted()
  const span = Math.round((Date.parse(all.at(-1)!) - Date.parse(all[0]!)) / 86_400_000)
  const days = Array.from({ length: 20 }, (_, n) => addDays(all[0]!, Math.round((n * span) / 19)))

  const read = async (address: string) => {
    const { status, text } = await ask("GET", address)
    assert.equal(status, 200, `${address}: ${text}`)
    return figuresOf(JSON.parse(text) as Statement)
  }
  /** What accounts have of lines, cents, debit less credit: of one currency in that currency, of all in dollars. */
  const balances = (currency: Currency, is: (line: Line) => boolean) => {
    const sums = new Map<string, { readonly type: Line["type"]; readonly sum: number }>()
    for (const line of lines) {
      if (!is(line) || (currency !== undefined && line.currency !== currency)) continue
      sums.set(line.number, { type: line.type, sum: (sums.get(line.number)?.sum ?? 0) + (currency === undefined ? line.usd : line.own) })
    }
    return [...sums].filter(([, { sum }]) => sum !== 0).map(([number, of]) => ({ number, ...of }))
  }

  const trialBalance = async (currency: Currency) => {
    for (const day of days) {
      const own = balances(currency, ({ posted }) => posted <= day)
      const { accounts, totals } = await read(`/api/reports/trial-balance?to=${day}${query(currency)}`)
      const expected = Object.fromEntries(own.map(({ number, sum }) => [`${sum > 0 ? "debit" : "credit"} ${number}`, plain(Math.abs(sum))]))
      assert.deepEqual(accounts, expected, `Trial balance of ${day}`)
      const sums = { debit: plain(total(own.filter(({ sum }) => sum > 0))), credit: plain(-total(own.filter(({ sum }) => sum < 0))) }
      assert.deepEqual(totals, sums, `Trial balance of ${day}`)
      assert.equal(total(own), 0)
    }
  }

  /** Profit and loss of each month up to a day, and the balance sheet of the day. */
  const results = async (currency: Currency) => {
    for (const day of days) {
      const from = `${day.slice(0, 7)}-01`
      const moved = balances(currency, ({ posted }) => posted >= from && posted <= day).filter(({ type }) => type === "income" || type === "expense")
      const pnl = await read(`/api/reports/pnl?from=${from}&to=${day}${query(currency)}`)
      const figures = Object.fromEntries(Object.entries(pnl.accounts).map(([name, value]) => [name.split(" ")[1]!, value]))
      const signed = Object.fromEntries(moved.map(({ number, type, sum }) => [number, plain(type === "income" || number >= "7" ? -sum : sum)]))
      assert.deepEqual(figures, signed, `Profit and loss up to ${day}`)
      assert.equal(pnl.totals["net-profit"], plain(-total(moved)), `Net profit up to ${day}`)

      const own = balances(currency, ({ posted }) => posted <= day)
      const sheet = await read(`/api/reports/balance-sheet?to=${day}${query(currency)}`)
      const of = (...types: ReadonlyArray<Line["type"]>) => total(own.filter(({ type }) => types.includes(type)))
      const sums = { assets: plain(of("asset")), liabilities: plain(-of("liability")), equity: plain(-of("equity", "income", "expense")) }
      among(sheet.totals, { ...sums, "liabilities-and-equity": sums.assets }, `Balance sheet of ${day}`)
    }
  }

  const cashFlows = async (currency: Currency) => {
    const worth = (line: Line) => (currency === undefined ? line.usd : line.own)
    const sum = (of: ReadonlyArray<Line>) => of.reduce((total, line) => total + worth(line), 0)
    const own = lines.filter((line) => currency === undefined || line.currency === currency)
    for (const day of days) {
      const from = `${day.slice(0, 7)}-01`
      const flows = { operating: 0, investing: 0, financing: 0, exchange: 0 }
      const inMonth = own.filter(({ posted }) => posted >= from && posted <= day)
      for (const entry of Map.groupBy(inMonth, (line) => line.entry).values()) {
        const cash = entry.filter((line) => activityOf(line) === "cash")
        // a line with a worth but no amount revalues the cash that is there
        const revalued = sum(cash.filter((line) => line.own === 0))
        const moved = sum(cash) - revalued
        flows.exchange += revalued
        if (moved === 0) continue
        // the other side says what it was for: in the demo always one activity, but for an exchange difference beside it
        const against = new Set(entry.filter((line) => activityOf(line) !== "cash" && worth(line) * moved < 0).map(activityOf))
        if (against.size > 1) against.delete("exchange")
        assert.equal(against.size, 1, `Entry ${entry[0]!.entry} is of one activity`)
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
        const { totals } = await read(`/api/reports/cash-flow?method=${method}&from=${from}&to=${day}${query(currency)}`)
        among(totals, expected, `Cash flow up to ${day}, ${method}`)
      }
    }
  }

  /** What clients owe and what is owed to suppliers. */
  const ageings = async (currency: "USD" | "SSP") => {
    for (const day of days) {
      const own = balances(currency, ({ fact, number }) => fact <= day && (number === "1100" || number === "2000"))
      for (const [report, account, sign] of [
        ["aged-receivables", "1100", 1],
        ["aged-payables", "2000", -1],
      ] as const) {
        const { totals } = await read(`/api/reports/${report}?asAt=${day}&currency=${currency}`)
        assert.equal(totals["all"], plain(sign * total(own.filter(({ number }) => number === account))), `${report} of ${day}`)
      }
    }
  }
  return { lines, days, trialBalance, results, cashFlows, ageings }
}
