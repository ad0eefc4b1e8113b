/** The statements of the demonstration with its accrual are what an independent recomputation of the journal's lines gives; what changed is explained. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import type { StatementChanges } from "@ops/ledger/changes/contract.ts"
import { type Caller, demoApp } from "../demo/demo-app.ts"
import { currencies, recomputation } from "./recomputed.ts"

let app: Awaited<ReturnType<typeof demoApp>>
let chief: Caller
let books: Awaited<ReturnType<typeof recomputation>>
/** the last event before the accrual */
let position: number
const lastMonth = addDays(`${dateOf(new Date()).slice(0, 7)}-01`, -1).slice(0, 7)
beforeAll(async () => {
  app = await demoApp()
  chief = await app.signedIn("FO-CEO-001")
  ;[{ position }] = (await app.owner("select es.closed() as position")) as [{ position: number }]
  // last month's meals are not billed: its end accrues them, and the first day of this month reverses the accrual
  expect(JSON.parse((await chief("POST", "/api/accruals", { period: lastMonth })).text)).toMatchObject({ period: lastMonth, entries: [{}, {}] })
  books = await recomputation({ rows: app.owner, ask: chief })
}, 300_000)
afterAll(() => app.dispose())

test.each(currencies)("the trial balance at twenty past dates is what the lines add up to: %s", (currency) => books.trialBalance(currency))
test.each(currencies)("profit and loss of each month up to twenty past dates, and the balance sheet of each, are what the lines add up to: %s", (currency) =>
  books.results(currency),
)
test.each(currencies)("both cash flows of each month up to twenty past dates are what the lines add up to: %s", (currency) => books.cashFlows(currency))
test.each(["USD", "SSP"] as const)(
  "what clients owe and what is owed to suppliers at twenty past dates is what the lines of 1100 and 2000 add up to: %s",
  (currency) => books.ageings(currency),
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
  const accrued = books.lines
    .filter(({ number, source, posted }) => number === "4100" && source === "meal_accrual" && posted.startsWith(lastMonth))
    .reduce((sum, { usd }) => sum - usd, 0)
  expect(accrued).toBeGreaterThan(0)
  const difference = report === "expense" ? "0.00" : formatMoney(accrued)
  expect(found.total).toMatchObject({ title, difference })
  const sum = (of: ReadonlyArray<string>) => of.reduce((cents, amount) => cents + Math.round(Number(amount) * 100), 0)
  expect(sum(found.causes.map(({ amount }) => amount))).toBe(sum([difference]))
  expect(found.causes.map(({ title }) => title)).toEqual(report === "expense" ? [] : ["Accruals of the month-end"])
  expect(text).not.toMatch(/[a-z]_[a-z]/)
  for (const { before, after, difference } of found.lines) expect(sum([after]) - sum([before])).toBe(sum([difference]))
})

// proves U-12
test("what changed in open invoices, open bills and cash since before a receipt and a bill is the receipt and the bill, to the cent", async () => {
  const day = dateOf(new Date())
  const [{ position: before }] = (await app.owner("select es.closed() as position")) as [{ position: number }]
  const ask = async <A>(method: string, path: string, body?: unknown): Promise<A> => {
    const { status, text } = await chief(method, path, body)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return JSON.parse(text) as A
  }
  const of = (report: string) => ask<typeof StatementChanges.Type>("GET", `/api/reports/${report}/changes?to=${day}&since=@${before}`)
  const [invoice] = await ask<ReadonlyArray<{ id: number; clientId: number }>>("GET", "/api/invoices?status=open&currency=USD&limit=1")
  await ask("POST", "/api/payments", { clientId: invoice!.clientId, amount: "12.34", currency: "USD", reference: "Diff", method: "bank_transfer" })
  const bills = await ask<ReadonlyArray<{ id: number; amount: string; canApprove: boolean; currency: string }>>(
    "GET",
    "/api/accounts-payable?status=open&limit=1000",
  )
  const bill = bills.find(({ canApprove, currency }) => canApprove && currency === "USD")!
  await ask("POST", `/api/accounts-payable/${bill.id}/approve`, { reason: "Agreed by telephone" })
  const told = async (report: string) => {
    const { total, causes } = await of(report)
    return [total.title, total.difference, causes.map(({ title, amount }) => [title, amount])]
  }
  const ofSite = await chief("GET", `/api/reports/aged-receivables/changes?to=${day}&since=@${before}&siteId=1`)
  expect([ofSite.status, ofSite.text]).toEqual([400, "Payments are recorded company-wide: remove the site to see what changed"])
  expect(await told("aged-receivables")).toEqual(["All clients", "-12.34", [["Payments", "-12.34"]]])
  expect(await told("cash-flow")).toEqual(["Change in cash", "12.34", [["Payments", "12.34"]]])
  expect(await told("aged-payables")).toEqual(["All vendors", bill.amount, [["Bills", bill.amount]]])
})

test("a statement that was never published, and a moment that is not over, are refused in words", async () => {
  const refused = async (since: string) => (await chief("GET", `/api/reports/pnl/changes?period=${lastMonth}&since=${since}`)).text
  expect(await refused("published")).toMatch(/have not been published: the month is not closed/)
  expect(await refused("now")).toMatch(/The first moment must lie in the past/)
})
