/** A name of money is one figure: two screens that show it for the same days and the same site show the same value, for every role. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { addMonths } from "@ops/platform/dates/days.ts"
import { dateOf } from "@ops/platform/calendar.ts"
import { parseMoney } from "@ops/platform/money.ts"
import { spanOf } from "@ops/ledger/statements/statement.ts"
import type { StatementAnswer } from "@ops/ledger/statements/contract.ts"
import type { MoneyAnswer } from "@ops/reporting/money/contract.ts"
import { type Caller, demoApp } from "../demo/demo-app.ts"

type Money = typeof MoneyAnswer.Type
interface Shown {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly cents: number
  readonly place: string
}

/** Figures with the same name and period that differ, in words. */
const contradictions = (shown: ReadonlyArray<Shown>) =>
  [...Map.groupBy(shown, ({ name, from, to }) => `${name} ${from} to ${to}`)].flatMap(([what, of]) =>
    new Set(of.map(({ cents }) => cents)).size === 1 ? [] : [`${what}: ${of.map(({ place, cents }) => `${cents / 100} by ${place}`).join(", ")}`],
  )

const today = dateOf(new Date())
const month = today.slice(0, 7)
const lastMonth = addMonths(`${month}-01`, -1).slice(0, 7)
const year = `${today.slice(0, 4)}-01-01`

describe("the names of money", () => {
  let app: Awaited<ReturnType<typeof demoApp>>
  beforeAll(async () => {
    app = await demoApp()
  })
  afterAll(() => app.dispose())

  const read = async <T>(as: Caller, path: string) => {
    const { status, text } = await as("GET", path)
    assert.strictEqual(status, 200, `${path}: ${text.slice(0, 200)}`)
    return JSON.parse(text) as T
  }
  const cents = (value: string | number) => {
    const decimal = typeof value === "number" ? value.toFixed(2) : value
    return parseMoney(decimal.replace("-", ""))! * (decimal.startsWith("-") ? -1 : 1)
  }

  /** What every place shows to a person, for a site or for all. */
  const shownTo = async (as: Caller, siteId: number | undefined): Promise<ReadonlyArray<Shown>> => {
    const site = siteId === undefined ? "" : `&siteId=${siteId}`
    const spans = [{ from: `${month}-01`, to: today }, spanOf(lastMonth), { from: year, to: today }]
    const found: Array<Shown> = []
    for (const { from, to } of spans) {
      const add = (name: string, value: string | number, place: string) => found.push({ name, from, to, cents: cents(value), place })
      const { money, before } = await read<Money>(as, `/api/money?from=${from}&to=${to}${site}`)
      for (const [name, value] of Object.entries(money)) if (name !== "marginPercent") add(name, value!, "Today")
      const earlier = await read<Money>(as, `/api/money?from=${before.from}&to=${before.to}${site}`)
      assert.deepStrictEqual(before.money, earlier.money, "what a span is compared with is what that span shows itself")
      // from the first day on, everything earned is either billed or unbilled, less what is billed but not yet earned
      if (from === year)
        assert.strictEqual(cents(money.earned) + cents(money.earnedNotBilled), cents(money.billed) + cents(money.notYetBilled) - cents(money.billedAhead))
      assert.isAtLeast(Math.min(cents(money.notYetBilled), cents(money.billedAhead)), 0, "work that is not billed, and deferred income, are never negative")
      assert.strictEqual(cents(money.margin), cents(money.earned) - cents(money.costs))

      const total = (of: StatementAnswer, key: string) => of.sections.find((section) => section.key === key)!.total.values[of.columns[0]!.key]!
      const pnl = await read<StatementAnswer>(as, `/api/reports/pnl?from=${from}&to=${to}${site}`)
      add("earned", total(pnl, "revenue"), "the profit and loss statement")
      add("costs", (cents(total(pnl, "direct-costs")) + cents(total(pnl, "operating-expenses"))) / 100, "the profit and loss statement")
      add("margin", total(pnl, "operating-profit"), "the profit and loss statement")
      add("result", total(pnl, "net-profit"), "the profit and loss statement")
      add(
        "earnedNotBilled",
        pnl.sections.some(({ key }) => key === "not-in-the-books") ? total(pnl, "not-in-the-books") : "0.00",
        "the profit and loss statement",
      )
      const balance = await read<StatementAnswer>(as, `/api/reports/balance-sheet?from=${from}&to=${to}${site}`)
      const assets = balance.sections.find(({ key }) => key === "assets")!.lines
      const held = (isOne: (account: string) => boolean) =>
        assets.filter(({ accountNumber }) => isOne(accountNumber!)).reduce((sum, { values }) => sum + cents(values[balance.columns[0]!.key]!), 0) / 100
      add(
        "cash",
        held((account) => account.startsWith("10")),
        "the balance sheet",
      )
      add(
        "outstanding",
        held((account) => account === "1100"),
        "the balance sheet",
      )
    }
    const here = (name: string, value: string | number, place: string, [from, to]: readonly [string, string]) =>
      found.push({ name, from, to, cents: cents(value), place })
    const metrics = await read<{ monthlyRevenue: number; revenue: { before: number | null } }>(as, `/api/dashboard/metrics?${site}`)
    const overview = await read<Record<"totalRevenue" | "totalExpenses", { USD: string }>>(as, `/api/finance/overview?${site}`)
    const explained = await read<{ value: string; before: { value: string } | null }>(as, `/api/explain?figure=dashboard.monthlyRevenue${site}`)
    here("earned", metrics.monthlyRevenue, "the dashboard", [`${month}-01`, today])
    here("earned", explained.value, "the explanation of Monthly Revenue", [`${month}-01`, today])
    here("earned", overview.totalRevenue.USD, "the overview of finance", [year, today])
    here("costs", overview.totalExpenses.USD, "the overview of finance", [year, today])
    const { before } = await read<Money>(as, `/api/money?${site}`)
    here("earned before", before.money.earned, "Today", [before.from, before.to])
    here("earned before", metrics.revenue.before ?? 0, "the dashboard", [before.from, before.to])
    here("earned before", explained.before?.value ?? 0, "the explanation of Monthly Revenue", [before.from, before.to])
    if (siteId === undefined) {
      const { result, from, to } = await read<{ from: string; to: string; result: Record<"earned" | "costs" | "before", string> }>(
        as,
        `/api/month-end/${lastMonth}`,
      )
      here("earned", result.earned, "the month-end", [from, to])
      here("costs", result.costs, "the month-end", [from, to])
      here("result", result.before, "the month-end", [from, to])
    }
    return found
  }

  it("are the same figure on every screen that shows them, of all sites and of each", async () => {
    for (const employeeId of ["FO-CEO-001", "FO-MGT-001", "FO-FIN-001"]) {
      const as = await app.signedIn(employeeId)
      for (const siteId of [undefined, 1, 2, 3]) {
        const shown = await shownTo(as, siteId)
        assert.deepStrictEqual(contradictions(shown), [], `${employeeId}, site ${siteId ?? "all"}`)
        assert.isAbove(shown.filter(({ name }) => name === "earned").length, 6)
      }
    }
  })

  it("are found to contradict each other where one of them is off by a cent", async () => {
    const shown = await shownTo(await app.signedIn("FO-CEO-001"), undefined)
    const [first, ...rest] = shown
    assert.strictEqual(contradictions([{ ...first!, cents: first!.cents + 1 }, ...rest]).length, 1)
  })

  it("are kept from who does not see finance", async () => {
    for (const employeeId of ["FO-SUP-001", "FO-SEC-001", "FO-OPS-001", "FO-GST-001"]) {
      const { status } = await (await app.signedIn(employeeId))("GET", "/api/money")
      assert.strictEqual(status, 403, employeeId)
    }
  })
})
