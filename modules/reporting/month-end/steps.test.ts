/** The steps of a month-end: the current one, done ones, those that need attention, and the next action. */
import { expect, test } from "vitest"
import { type Month, monthEnd, type MonthFacts } from "./steps.ts"

const facts: MonthFacts = {
  sessions: 3,
  closedSessions: 3,
  counted: { by: "Gatluak Riek", at: "2026-10-31T18:00:00.000Z" },
  count: [],
  invoices: 2,
  issued: 2,
  billed: [{ currency: "USD", amount: "1200.00" }],
  billing: null,
  bill: [],
  sendable: 2,
  sent: 2,
  mailFailed: 0,
  sending: null,
  send: [],
  salaries: 24,
  payrolls: 1,
  paidPayrolls: 1,
  bills: 1,
  paidBills: 0,
  paying: null,
  pay: [],
  closing: null,
  result: { earned: 500_000, costs: 300_000, before: 190_000 },
}
const check = (key: string, step: Month["checks"][number]["step"], ok = true) => ({
  key,
  step,
  title: `${key} is right`,
  command: `ops mend ${key}`,
  ok,
  count: ok ? 0 : 2,
  examples: ok ? [] : [{ text: "the first", path: "/somewhere?open=7" }],
})
const noRevaluation = { rate: undefined, total: 0, lines: [], by: null, at: null }
const open = {
  ...noRevaluation,
  total: -12_345,
  lines: [{ accountNumber: "1000", accountName: "Cash", balance: 1_000_000, carriedUsd: 100_000, worthUsd: 87_655, difference: -12_345 }],
}
const tax = (type: string, status: string | null) => ({
  type,
  currency: "USD",
  amount: 10_000,
  id: status ? 1 : null,
  reportNumber: status ? "TAX-1" : null,
  status,
  filingDate: null,
  by: null,
  at: null,
})
const month = (more: Partial<Month> = {}): Month => ({
  period: "2026-10",
  title: "October 2026",
  from: "2026-10-01",
  to: "2026-10-31",
  today: "2026-11-04",
  facts,
  checks: [check("meals", "bill"), check("payroll", "pay"), check("balance", "check")],
  revaluation: noRevaluation,
  taxes: [],
  isAtOneSite: false,
  ...more,
})
const states = (of: Month) => monthEnd(of).steps.map(({ state }) => state)

test("where all is done the close comes next, and is the only act", () => {
  const { current, done, steps } = monthEnd(month())
  expect([current, done]).toEqual(["close", 7])
  expect(steps.map(({ next }) => next?.label ?? null)).toEqual([null, null, null, null, null, null, null, "Close the month"])
  expect(steps.at(-1)!.next).toMatchObject({ act: "close", command: "ops close run --period 2026-10 --dry-run" })
  expect(steps[0]).toMatchObject({ summary: ["3 of 3 meal sessions"], by: "Gatluak Riek" })
  expect(steps[1]).toMatchObject({ summary: ["2 of 2 invoices"], amounts: [{ amount: "1200.00", currency: "USD" }] })
})

test("the first step that is not done is current, those after it that are not done wait", () => {
  const of = month({ facts: { ...facts, issued: 1 }, revaluation: open })
  expect(states(of)).toEqual(["done", "current", "done", "done", "waiting", "done", "done", "waiting"])
  expect(monthEnd(of).steps[1]!.next).toMatchObject({ label: "Bill the month", path: "/invoices?view=month-end&month=2026-10" })
})

test("a check that is open keeps its step open, and says what to do and where", () => {
  const of = monthEnd(month({ checks: [check("meals", "bill"), check("payroll", "pay", false), check("balance", "check")] }))
  expect(of.current).toBe("pay")
  expect(of.steps[3]).toMatchObject({ state: "current", open: 1, next: { command: "ops mend payroll", path: "/somewhere?open=7" } })
  // it is also listed in the checks of the month, before those that pass
  expect(of.steps[6]).toMatchObject({ state: "waiting", open: 1, summary: ["2 of 3 pass", "1 to resolve"] })
  expect(of.checks.map(({ key, ok }) => [key, ok])).toEqual([
    ["payroll", false],
    ["meals", true],
    ["balance", true],
  ])
})

test("the revaluation to be posted is shown line by line, with what it does to the result", () => {
  const { steps, result } = monthEnd(month({ revaluation: open }))
  expect(steps[4]).toMatchObject({ state: "current", summary: ["1 SSP balance to revalue"], amounts: [{ amount: "-123.45", currency: "USD" }] })
  expect(steps[4]!.table.rows).toEqual([{ account: "1000 Cash", balance: "10000.00", carried: "1000.00", worth: "876.55", difference: "-123.45" }])
  expect(result).toEqual({ earned: "5000.00", costs: "3000.00", before: "1900.00", step: "-123.45", after: "1776.55" })
})

test("returns are due on the fifteenth; once that has passed, and where a mail was not delivered, the step needs attention", () => {
  const taxes = [tax("sales", "filed"), tax("pit", "draft"), tax("nsif", null)]
  const early = monthEnd(month({ taxes }))
  expect(early.steps[5]).toMatchObject({ state: "current", summary: ["1 of 3 returns filed"] })
  expect(early.due.map(({ date, overdue }) => [date, overdue])).toEqual([
    ["2026-11-15", false],
    ["2026-11-15", false],
  ])
  // in both currencies it is one date
  expect(monthEnd(month({ taxes: [tax("sales", null), { ...tax("sales", null), currency: "SSP" }] })).due).toMatchObject([{ title: "Sales tax" }])
  const late = monthEnd(month({ taxes, today: "2026-11-16", facts: { ...facts, sent: 1, mailFailed: 1 } }))
  expect([late.steps[5]!.state, late.steps[2]!.state]).toEqual(["failed", "failed"])
  expect(late.current).toBe("send")
})

test("a month that is not over has no turn, and one that was closed despite an open check says so", () => {
  expect(monthEnd(month({ today: "2026-10-20" }))).toMatchObject({ current: null, done: 0 })
  const closing = {
    status: "closed" as const,
    by: "Achol Deng",
    at: "2026-11-05T08:00:00.000Z",
    overrides: [{ key: "payroll", reason: "Paid by hand" }],
    reason: "",
  }
  const of = monthEnd(month({ facts: { ...facts, closing }, checks: [check("meals", "bill"), check("payroll", "pay", false), check("balance", "check")] }))
  expect([of.status, of.current]).toEqual(["closed", null])
  expect(of.steps.map(({ state }) => state)).toEqual(["done", "done", "done", "failed", "done", "done", "failed", "done"])
  expect(of.steps[7]!.table.rows).toEqual([{ check: "payroll is right", reason: "Paid by hand" }])
  expect(of.steps.every(({ next }) => next === null)).toBe(true)
})

test("to a reader at one site, the month shows its state and sums, and no document of another site", () => {
  const rows = [{ number: "INV-2026-00007", path: "/invoices?view=all&open=7" }]
  const filled = { facts: { ...facts, count: rows, bill: rows, send: rows, pay: rows, billing: { by: "Ayen Deng", at: null } } }
  const tableOf = (isAtOneSite: boolean) => monthEnd(month({ ...filled, isAtOneSite } as Partial<Month>)).steps.map(({ table, by }) => [table.rows.length, by])
  const [count, bill, send, pay] = tableOf(true)
  expect([count, bill, send, pay]).toEqual(Array.from({ length: 4 }, () => [0, null]))
  expect(tableOf(false)[1]).toEqual([1, "Ayen Deng"])
  expect(monthEnd(month({ ...filled, isAtOneSite: true } as Partial<Month>)).steps[1]!.amounts).toEqual(facts.billed)
})
