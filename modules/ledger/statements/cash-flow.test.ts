import * as fc from "fast-check"
import { times } from "@ops/platform/testing/thorough.ts"
import { describe, expect, test } from "vitest"
import { cashPartsOf, type EntrySum, shared } from "./cash-flow.ts"
import { type AccountSums, cashFlowDirect, cashFlowIndirect, cashTotals, type Statement } from "./statement.ts"

const types = { 1: "asset", 2: "liability", 3: "equity", 4: "income", 5: "expense", 6: "expense", 7: "expense" } as const
const typeOf = (account: string) => types[account[0] as unknown as keyof typeof types]
const line = (accountNumber: string, amount: number, revalued = 0) => ({
  accountNumber,
  accountName: `Account ${accountNumber}`,
  accountType: typeOf(accountNumber),
  amount,
  revalued,
})
type Line = ReturnType<typeof line>

/** Both forms of the statement of these entries. */
const forms = (...entries: ReadonlyArray<ReadonlyArray<Line>>) => {
  const all = new Map<string, AccountSums>()
  for (const { accountNumber, accountName, accountType, amount } of entries.flat()) {
    const known = all.get(accountNumber)?.values[0] ?? 0
    all.set(accountNumber, { accountNumber, accountName, accountType, values: [known + amount] })
  }
  const lines = entries.map((own) => {
    // one line per account, as the books sum them
    const sums = new Map<string, Line>()
    for (const each of own) {
      const known = sums.get(each.accountNumber)
      sums.set(each.accountNumber, known ? { ...known, amount: known.amount + each.amount, revalued: known.revalued + each.revalued } : each)
    }
    return [...sums.values()]
  })
  const sums = { all: [...all.values()], ...cashTotals([lines.map((lines) => ({ lines, parts: cashPartsOf(lines) }))]), opening: [0] }
  return [cashFlowDirect(sums, 1), cashFlowIndirect(sums, 1)] as const
}
const totalOf = ({ sections }: Statement, key: string) => sections.find((section) => section.key === key)?.total.values[0] ?? 0
const lineOf = ({ sections }: Statement, section: string, key: string) =>
  sections.find((each) => each.key === section)?.lines.find((each) => each.key === key)?.values[0] ?? 0

describe("the cash part of an entry", () => {
  const parts = (...lines: ReadonlyArray<EntrySum>) => {
    const { flows, exchange, nonCash } = cashPartsOf(lines)
    return { flows: Object.fromEntries(flows), exchange: Object.fromEntries(exchange), nonCash: Object.fromEntries(nonCash) }
  }
  test("tax withheld from a supplier is not cash paid: the supplier gets only what left the bank", () => {
    expect(parts(line("2000", 100_00), line("2210", -2_00), line("1010", -98_00))).toEqual({ flows: { 2000: -98_00 }, exchange: {}, nonCash: {} })
  })
  test("salaries count at net pay; taxes count when they are paid", () => {
    expect(parts(line("6100", 1000_00), line("2110", -100_00), line("2120", -80_00), line("1010", -820_00)).flows).toEqual({ 6100: -820_00 })
    expect(parts(line("2110", 100_00), line("1010", -100_00)).flows).toEqual({ 2110: -100_00 })
  })
  test("a receipt with an exchange gain or loss comes entirely from the client", () => {
    expect(parts(line("1020", 105_00), line("1100", -100_00), line("7900", -5_00)).flows).toEqual({ 1100: 105_00 })
    expect(parts(line("1020", 95_00), line("1100", -100_00), line("7900", 5_00)).flows).toEqual({ 1100: 95_00 })
  })
  test("revaluing cash is an exchange difference, not a cash flow", () => {
    expect(parts(line("1020", -40_00, -40_00), line("7900", 40_00, 40_00))).toEqual({ flows: {}, exchange: { 1020: -40_00 }, nonCash: {} })
  })
  test("opening stock against equity is not cash on either side", () => {
    expect(parts(line("1200", 500_00), line("3000", -500_00))).toEqual({ flows: {}, exchange: {}, nonCash: { 1200: 500_00, 3000: 500_00 } })
  })
  test("an amount is split exactly to the cent, whatever the weights", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), fc.array(fc.integer({ min: 1, max: 1e13 }), { minLength: 1, maxLength: 8 }), (amount, weights) => {
        const parts = shared(
          amount,
          weights.map((weight, n) => [String(n), weight]),
        )
        expect([...parts.values()].reduce((sum, value) => sum + value, 0)).toBe(amount)
      }),
    )
  })
})

describe("the direct and the indirect cash flow statement", () => {
  test("exclude opening stock and withheld tax, and show exchange differences on a line of their own", () => {
    const [direct, indirect] = forms(
      [line("1200", 45_155_25), line("3000", -45_155_25)],
      [line("1010", 250_000_00), line("3000", -250_000_00)],
      [line("2000", 680_53), line("2210", -13_61), line("1010", -666_92)],
      [line("1020", -40_00, -40_00), line("7900", 40_00, 40_00)],
    )
    for (const form of [direct, indirect]) {
      expect([totalOf(form, "operating"), totalOf(form, "financing"), totalOf(form, "exchange")]).toEqual([-666_92, 250_000_00, -40_00])
      expect(form.checks.every(({ ok }) => ok)).toBe(true)
    }
    expect([lineOf(direct, "suppliers", "2000"), lineOf(direct, "taxes", "2210")]).toEqual([-666_92, 0])
    expect([lineOf(indirect, "operating", "1200"), lineOf(indirect, "operating", "exchange")]).toEqual([0, 40_00])
  })
  test("count an asset bought on a loan as investing and financing only as far as cash moved", () => {
    const [direct, indirect] = forms([line("1500", 1000_00), line("2500", -700_00), line("1010", -300_00)])
    for (const form of [direct, indirect]) {
      expect([totalOf(form, "operating"), totalOf(form, "investing"), totalOf(form, "financing")]).toEqual([0, -300_00, 0])
    }
  })

  const accounts = ["1000", "1010", "1020", "1100", "1200", "1500", "2000", "2100", "2210", "2500", "3000", "3900", "4100", "5100", "6100", "7900"]
  const part = fc.record({ account: fc.constantFrom(...accounts), amount: fc.integer({ min: -90_000_00, max: 90_000_00 }) })
  const booked = fc.tuple(fc.array(part, { minLength: 1, maxLength: 6 }), fc.constantFrom(...accounts), fc.boolean()).map(([parts, last, isRevaluation]) => {
    const rest = -parts.reduce((sum, { amount }) => sum + amount, 0)
    return [...parts, { account: last, amount: rest }].map(({ account, amount }) => line(account, amount, isRevaluation ? amount : 0))
  })
  test("agree on operating, investing and financing cash and add up to the change in cash, whatever is posted", () => {
    fc.assert(
      fc.property(fc.array(booked, { maxLength: 12 }), (entries) => {
        const [direct, indirect] = forms(...entries)
        for (const key of ["operating", "investing", "financing", "exchange", "change"]) expect(totalOf(direct, key), key).toBe(totalOf(indirect, key))
        expect([...direct.checks, ...indirect.checks].filter(({ ok }) => !ok)).toEqual([])
        const cash = entries.flat().reduce((sum, { accountNumber, amount }) => (/^10\d\d$/.test(accountNumber) ? sum + amount : sum), 0)
        expect(totalOf(direct, "change")).toBe(cash)
      }),
      { numRuns: times(125, 500) },
    )
  })
})
