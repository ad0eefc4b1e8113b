import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type By, titleOf } from "@ops/platform/records/command.ts"
import { given, type Then } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { exchangeRates, RateEntered, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { type PostedLine, journalEntries } from "@ops/ledger/journal-entries/journal-entry.ts"
import { balanceOf, payables, withholdingOn } from "../payables/payable.ts"
import { approvePayable, creditPayable, disputePayable, enterPayable, type NewPayable, resolvePayable } from "../payables/commands.ts"
import { bill, buyers, checker, chief, clerk } from "../payables/testing.ts"
import { approvePaymentRun, cancelPaymentRun, draftPaymentRun, executePaymentRun, type NewPaymentRun, paymentRuns, reversePaymentRun } from "./payment-run.ts"
import { accountNumbers, linesOf, person, today } from "../testing.ts"

const run = (...items: ReadonlyArray<readonly [payableId: number, amount: number | null]>): NewPaymentRun => ({
  currency: "USD",
  account: null,
  paymentDate: null,
  items: items.map(([payableId, amount]) => ({ payableId, amount })),
  notes: "",
})
/** Bills entered and approved one after another. */
const owing = (...bills: ReadonlyArray<Partial<NewPayable>>): Then =>
  bills.reduce<Then | undefined>((then, more, n) => {
    const entered = (then ?? given(...buyers)).when(enterPayable, { ...bill, invoiceNumber: `INV ${n + 1}`, ...more }, clerk)
    return entered.when(approvePayable, { id: n + 1, reason: null }, checker)
  }, undefined)!
const drafted = (then: Then, input: NewPaymentRun) => then.when(draftPaymentRun, input, clerk)
const executed = (then: Then, id = 1, reference: string | null = null, by: By = clerk) =>
  then.when(approvePaymentRun, { id }, checker).when(executePaymentRun, { id, reference }, by)
const entryOf = (then: Then) => linesOf(then.events.find(([, type]) => type === "JournalPosted")![2])

describe("a payment run", () => {
  test("pays its bills in one entry that debits 2000 and credits the bank and the withheld tax", () => {
    const then = executed(drafted(owing({ withholdingRate: 1500, taxAmount: 18_00, amount: 118_00 }, {}), run([1, null], [2, 40_00])), 1, "TT 4711")
    expect(entryOf(then)).toEqual([
      ["2000", 118_00, 0],
      ["1010", 0, 103_00],
      ["2210", 0, 15_00],
      ["2000", 40_00, 0],
      ["1010", 0, 40_00],
    ])
    then.holds(paymentRuns, 1, {
      runNumber: "PAY-2026-0001",
      status: "executed",
      total: 158_00,
      withheld: 15_00,
      makerId: 71,
      checkerId: 72,
      reference: "TT 4711",
    })
    then.holds(payables, 1, { status: "paid", paidAmount: 118_00, withheldAmount: 15_00, paidDate: today, paymentReference: "TT 4711", runId: null })
    then.holds(payables, 2, { status: "part_paid", paidAmount: 40_00, paidDate: null, reservedAmount: 0 })
  })

  test("cannot be checked by its creator, and is paid only once checked", () => {
    const draft = drafted(owing({}), run([1, null]))
    draft.when(approvePaymentRun, { id: 1 }, clerk).refuses("You created this payment run, so another person must check it", 403)
    draft.when(approvePaymentRun, { id: 1 }, { ...checker, simulated: true }).refuses(/simulated/, 403)
    draft.when(executePaymentRun, { id: 1, reference: null }, checker).refuses("PAY-2026-0001 is not approved yet", 409)
    draft.when(approvePaymentRun, { id: 1 }, person(8)).refuses("Only finance can create and check payment runs", 403)
    const done = executed(draft)
    done.when(executePaymentRun, { id: 1, reference: null }, clerk).gives()
    done.when(executePaymentRun, { id: 1, reference: null }, chief).refuses("PAY-2026-0001 is executed already", 409)
    done.when(cancelPaymentRun, { id: 1, reason: "" }, clerk).refuses(/^PAY-2026-0001 is executed/, 409)
  })

  test("two runs cannot pay the same bill; a cancelled run releases it", () => {
    const draft = drafted(owing({}), run([1, 60_00]))
    drafted(draft, run([1, 40_00])).refuses("AP-2026-00001 is on payment run PAY-2026-0001 already", 409)
    draft.when(creditPayable, { id: 1, amount: 40_01, date: null, reference: null, reason: "Spoilt" }, clerk).refuses(/is on a payment run/, 409)
    draft.when(creditPayable, { id: 1, amount: 40_00, date: null, reference: null, reason: "Spoilt" }, clerk).holds(payables, 1, { creditedAmount: 40_00 })
    const cancelled = draft.when(cancelPaymentRun, { id: 1, reason: "Wrong account" }, checker)
    cancelled.holds(payables, 1, { runId: null, reservedAmount: 0 })
    cancelled.when(approvePaymentRun, { id: 1 }, checker).refuses("PAY-2026-0001 is cancelled already", 409)
    drafted(cancelled, run([1, null])).holds(paymentRuns, 2, { total: 100_00 })
  })

  test("a dispute stops an approved run", () => {
    const stopped = drafted(owing({}), run([1, null]))
      .when(approvePaymentRun, { id: 1 }, checker)
      .when(disputePayable, { id: 1, reason: "Spoilt" }, chief)
    stopped.when(executePaymentRun, { id: 1, reference: null }, clerk).refuses("AP-2026-00001 is disputed. Settle the dispute, or remove the bill", 409)
    const settled = stopped.when(resolvePayable, { id: 1, note: "" }, chief)
    settled.when(executePaymentRun, { id: 1, reference: null }, clerk).holds(payables, 1, { status: "paid" })
  })

  test.each<readonly [string, NewPaymentRun, string | RegExp]>([
    ["an empty run", run(), "Choose at least one bill to pay"],
    ["more than is open", run([1, 100_01]), "Only USD 100.00 of AP-2026-00001 is open"],
    ["an amount of zero", run([1, 0]), "The amount for AP-2026-00001 must be greater than 0"],
    ["the same bill twice", run([1, 1], [1, 1]), "Each bill can be on a payment run once"],
    ["another currency", { ...run([1, null]), currency: "SSP" }, "AP-2026-00001 is in USD, the payment run in SSP"],
    ["a bank account in another currency", { ...run([1, null]), account: "1020" }, "Account 1020 does not hold USD. Pay from 1010 or from 1000 Cash"],
    ["a payment date before the bill", { ...run([1, null]), paymentDate: "2026-11-09" }, "AP-2026-00001 is of 2026-11-10: it cannot be paid before that day"],
    ["an unknown bill", run([9, null]), "Bill 9 does not exist"],
  ])("refuses %s", (_, input, sentence) => {
    drafted(owing({}), input).refuses(sentence)
  })

  test("an unapproved bill is not paid, and a run for a future day waits for that day", () => {
    given(...buyers)
      .when(enterPayable, bill, clerk)
      .when(draftPaymentRun, run([1, null]), clerk)
      .refuses("AP-2026-00001 is not approved yet")
    executed(drafted(owing({}), { ...run([1, null]), paymentDate: "2026-11-25" })).refuses(/^PAY-2026-0001 is due to be paid on 2026-11-25/)
    executed(drafted(owing({}), run([1, null])))
      .when(draftPaymentRun, run([1, null]), clerk)
      .refuses("Nothing of AP-2026-00001 is open")
  })

  test("a change of the rate since a bill in SSP was posted is a gain or loss, in dollars only", () => {
    const rates = [...buyers, exchangeRates.at(1, RateEntered({ type: "official", from: "2026-11-15", rate: 260_000, source: "bank", enteredBy: null }))]
    const pounds = { currency: "SSP", amount: 1_300_000_00, withholdingRate: 1000 } as const
    const owed = given(...rates)
      .when(enterPayable, { ...bill, ...pounds }, clerk)
      .when(approvePayable, { id: 1, reason: null }, checker)
    const then = executed(drafted(owed, { ...run([1, 650_000_00]), currency: "SSP" }))
    const lines = then.events.find(([, type]) => type === "JournalPosted")![2].lines
    expect(lines.map((each: PostedLine) => [accountNumbers.get(each.accountId), each.debit - each.credit, each.debitUsd - each.creditUsd])).toEqual([
      ["2000", 650_000_00, 500_00],
      ["1020", -585_000_00, -225_00],
      ["2210", -65_000_00, -25_00],
      ["7900", 0, -250_00],
    ])
  })
})

const error = { kind: "error" as const, reason: "Paid twice", vendorId: null }
const returned = { kind: "bank_return" as const, reason: "Account closed", vendorId: 1 }

describe("reversing a run", () => {
  const bills = owing({ withholdingRate: 1500, taxAmount: 18_00, amount: 118_00 }, { vendorId: 2, currency: "USD" })
  const done = executed(drafted(bills, run([1, null], [2, 40_00])))

  test("makes its bills payable again, reverses the withheld tax, and links both journal entries", () => {
    const then = done.when(reversePaymentRun, { id: 1, ...error }, checker)
    const id = then.row(paymentRuns, 1)!.reversalEntryId!
    expect(entryOf(then)).toEqual([
      ["2000", 0, 118_00],
      ["1010", 103_00, 0],
      ["2210", 15_00, 0],
      ["2000", 0, 40_00],
      ["1010", 40_00, 0],
    ])
    then
      .holds(paymentRuns, 1, { status: "reversed", reversalKind: "error", reversalReason: "Paid twice", reversedBy: 72, reversalDate: today })
      .holds(payables, 1, { status: "open", paidAmount: 0, withheldAmount: 0, paidDate: null, paymentReference: null })
      .holds(payables, 2, { status: "open", paidAmount: 0 })
      .holds(journalEntries, id, { reverses: done.row(paymentRuns, 1)!.journalEntryId!, entryDate: today })
      .holds(journalEntries, done.row(paymentRuns, 1)!.journalEntryId!, { status: "reversed", reversedBy: id })
    drafted(then, run([1, null], [2, null])).holds(paymentRuns, 2, { total: 218_00, withheld: 15_00 })
  })

  test("when the bank returns one payment, that vendor's bills are payable again and the others stay paid", () => {
    const then = done.when(reversePaymentRun, { id: 1, ...returned }, checker)
    expect(entryOf(then)).toEqual([
      ["2000", 0, 118_00],
      ["1010", 103_00, 0],
      ["2210", 15_00, 0],
    ])
    then
      .holds(paymentRuns, 1, { status: "executed", reversalEntryId: null })
      .holds(payables, 1, { status: "open", paidAmount: 0 })
      .holds(payables, 2, { status: "part_paid", paidAmount: 40_00 })
      .holds(journalEntries, done.row(paymentRuns, 1)!.journalEntryId!, { status: "posted" })
    then.when(reversePaymentRun, { id: 1, ...returned }, checker).refuses("This payment of PAY-2026-0001 is reversed already", 409)
    // the rest is reversed separately
    const rest = then.when(reversePaymentRun, { id: 1, ...error }, chief)
    expect(entryOf(rest)).toEqual([
      ["2000", 0, 40_00],
      ["1010", 40_00, 0],
    ])
    rest.holds(paymentRuns, 1, { status: "reversed" }).holds(journalEntries, done.row(paymentRuns, 1)!.journalEntryId!, { status: "reversed" })
  })

  test("is refused for the person who executed it, without a reason, twice, and before execution", () => {
    done.when(reversePaymentRun, { id: 1, ...error }, clerk).refuses("You executed this payment run, so another person in finance must reverse it", 403)
    done.when(reversePaymentRun, { id: 1, ...error }, person(8)).refuses("Only finance can reverse posted entries", 403)
    done.when(reversePaymentRun, { id: 1, ...error, reason: " " }, checker).refuses("Reason is required", 422)
    done.when(reversePaymentRun, { id: 1, ...returned, vendorId: 9 }, checker).refuses(`PAY-2026-0001 pays nothing to ${titleOf("vendor", 9)}`, 422)
    const then = done.when(reversePaymentRun, { id: 1, ...error }, checker)
    then.when(reversePaymentRun, { id: 1, ...error }, chief).refuses("PAY-2026-0001 is reversed already", 409)
    drafted(bills, run([1, null]))
      .when(reversePaymentRun, { id: 1, ...error }, checker)
      .refuses("PAY-2026-0001 is not executed. Cancel it instead", 409)
    const cash = executed(drafted(bills, { ...run([1, null]), account: "1000" }))
    cash.when(reversePaymentRun, { id: 1, ...returned }, checker).refuses(/no bank can return it/, 422)
  })

  test("a reversed run is not cancelled: its bills may be on another run by now", () => {
    const then = done.when(reversePaymentRun, { id: 1, ...error }, checker)
    then.when(cancelPaymentRun, { id: 1, reason: "" }, clerk).refuses("PAY-2026-0001 is reversed already", 409)
  })
})

test("withheld tax is exact over all payments, however they are split", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 0, max: 99 }),
      fc.integer({ min: 1, max: 9999 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      (net, part, rate, cuts) => {
        const taxAmount = Math.floor((net * part) / 100)
        const amount = net + taxAmount
        const stops = [...new Set([...cuts.map((cut) => cut % amount), amount])].filter((stop) => stop > 0).sort((a, b) => a - b)
        let withheldAmount = 0
        const parts = stops.map((stop, n) => {
          const paidAmount = stops[n - 1] ?? 0
          const kept = withholdingOn({ amount, taxAmount, withholdingRate: rate, paidAmount, withheldAmount }, stop - paidAmount)
          withheldAmount += kept
          return kept
        })
        expect(parts.every((kept, n) => kept >= 0 && kept <= stops[n]! - (stops[n - 1] ?? 0))).toBe(true)
        expect(parts.reduce((sum, kept) => sum + kept, 0)).toBe(Math.round((net * rate) / 10_000))
      },
    ),
  )
})

test("reversing the payments of a run one by one, in any order and at another rate, restores the books as they were", () => {
  const amounts = fc.array(fc.record({ cents: fc.integer({ min: 100, max: 90_000_000 }), vendorId: fc.constantFrom(1, 2), kept: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(amounts, fc.constantFrom("USD" as const, "SSP" as const), fc.boolean(), (bills, currency, firstFirst) => {
      const rates = [
        exchangeRates.at(1, RateEntered({ type: "official", from: "2026-11-15", rate: 141_037, source: "bank", enteredBy: null })),
        exchangeRates.at(1, RateEntered({ type: "official", from: "2026-11-21", rate: 152_511, source: "bank", enteredBy: null })),
      ]
      let then: Then | undefined
      for (const [n, { cents, vendorId, kept }] of bills.entries()) {
        const asked = { invoiceNumber: `${n}`, vendorId, currency, amount: cents, withholdingRate: kept ? 1537 : null }
        then = (then ?? given(...buyers, ...rates)).when(enterPayable, { ...bill, ...asked }, clerk).when(approvePayable, { id: n + 1, reason: null }, checker)
      }
      then = executed(then!.when(draftPaymentRun, { ...run(...bills.map((_, n) => [n + 1, null] as const)), currency, paymentDate: "2026-11-20" }, clerk))
      const vendorIds = [...new Set(bills.map(({ vendorId }) => vendorId))].sort((a, b) => (firstFirst ? a - b : b - a))
      for (const [n, vendorId] of vendorIds.entries()) {
        then = then.when(reversePaymentRun, { ...error, id: 1, vendorId }, checker)
        expect(then.events.some(([, type]) => type === (n === vendorIds.length - 1 ? "JournalReversed" : "JournalPartlyReversed"))).toBe(true)
      }
      then.holds(paymentRuns, 1, { status: "reversed" })
      const sums = new Map<string, number>()
      for (let id = 1; then.row(journalEntries, id); id++) {
        const { sourceKind, lines } = then.row(journalEntries, id)!
        if (sourceKind !== "payment_run") continue
        for (const { accountId, debit, credit, debitUsd, creditUsd } of lines) {
          for (const [key, value] of [
            [`${accountId}`, debit - credit],
            [`${accountId} USD`, debitUsd - creditUsd],
          ] as const) {
            sums.set(key, (sums.get(key) ?? 0) + value)
          }
        }
      }
      expect([...sums.values()].filter((sum) => sum !== 0)).toEqual([])
      for (const n of bills.keys()) then.holds(payables, n + 1, { status: "open", paidAmount: 0, withheldAmount: 0 })
    }),
    { numRuns: times(15, 60) },
  )
})

interface Step {
  readonly what: "enter" | "approve" | "credit" | "dispute" | "resolve" | "draft" | "check" | "execute" | "cancel" | "reverse" | "return"
  readonly which: number
  readonly cents: number
  readonly more: number
}
const steps = fc.array(
  fc.record<Step>({
    what: fc.constantFrom(
      "enter",
      "enter",
      "approve",
      "approve",
      "credit",
      "dispute",
      "resolve",
      "draft",
      "draft",
      "check",
      "check",
      "execute",
      "execute",
      "cancel",
      "reverse",
      "return",
    ),
    which: fc.integer({ min: 1, max: 3 }),
    cents: fc.integer({ min: 1, max: 200_000_00 }),
    more: fc.nat({ max: 99 }),
  }),
  { minLength: 30, maxLength: 80, size: "max" },
)

/** Performs a step, which may be refused. */
const taken = (then: Then, { what, which, cents, more }: Step): Then => {
  const row = then.row(payables, which)
  // usually part of the open amount, sometimes too much
  const amount = more % 4 === 0 ? null : row && more % 9 > 0 ? 1 + (cents % Math.max(1, balanceOf(row))) : cents
  const runs = Array.from({ length: 25 }, (_, n) => then.row(paymentRuns, n + 1)).filter((run) => run !== undefined)
  const id = runs.findLast(({ status }) => status === "draft" || status === "approved")?.id ?? 1
  switch (what) {
    case "enter": {
      const taxAmount = Math.floor((cents * (more % 20)) / 100)
      const currency = cents % 2 === 0 ? ("SSP" as const) : ("USD" as const)
      const asked = {
        vendorId: 1 + (which % 2),
        invoiceNumber: `${which}`,
        currency,
        amount: cents + taxAmount,
        taxAmount,
        withholdingRate: more % 3 === 0 ? more * 37 || null : null,
      }
      return then.when(enterPayable, { ...bill, ...asked, invoiceDate: more % 2 === 0 ? "2026-11-02" : "2026-11-10" }, clerk)
    }
    case "approve":
      return then.when(approvePayable, { id: which, reason: null }, checker)
    case "credit":
      return then.when(creditPayable, { id: which, amount, date: null, reference: null, reason: "Spoilt" }, clerk)
    case "dispute":
      return then.when(disputePayable, { id: which, reason: "Spoilt" }, clerk)
    case "resolve":
      return then.when(resolvePayable, { id: which, note: "" }, clerk)
    case "draft": {
      const others = [1, 2, 3, 4, 5].filter((other) => other !== which && more % 3 === 0 && then.row(payables, other)?.currency === row?.currency)
      const all = run([which, amount], ...others.map((other) => [other, null] as const))
      return then.when(draftPaymentRun, { ...all, currency: row?.currency ?? "USD" }, clerk)
    }
    case "check":
      return then.when(approvePaymentRun, { id }, checker)
    case "execute":
      return then.when(executePaymentRun, { id, reference: null }, clerk)
    case "cancel":
      return then.when(cancelPaymentRun, { id, reason: "" }, clerk)
    case "reverse":
    case "return": {
      const paid = runs.filter(({ status }) => status === "executed")
      const chosen = paid[more % Math.max(1, paid.length)]
      const vendorId = what === "reverse" ? null : (chosen?.items[cents % chosen.items.length]?.vendorId ?? 1)
      return then.when(reversePaymentRun, { ...error, id: chosen?.id ?? 1, vendorId }, checker)
    }
  }
}

test("any sequence of commands never pays more than is open, balances every entry, and keeps 2000 equal to the open bills", () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(steps, (all) => {
      const rates = [2, 10, 21].map((day, n) =>
        exchangeRates.at(
          1,
          RateEntered({ type: "official", from: `2026-11-${String(day).padStart(2, "0")}`, rate: 110_037 + n * 41_011, source: "bank", enteredBy: null }),
        ),
      )
      let then = given(...buyers, ...rates).when(enterPayable, bill, clerk)
      const owed = { USD: 0, SSP: 0, worth: 0 }
      for (const step of all) {
        const next = taken(then, step)
        if (next.refusal) continue
        then = next
        for (const [, type, entry] of then.events) {
          if (type === "PaymentRunReversed" || type === "VendorPaymentReversed") seen.add(type)
          if (type !== "JournalPosted") continue
          const sum = (of: (line: PostedLine) => number) => entry.lines.reduce((sum: number, line: PostedLine) => sum + of(line), 0)
          expect(sum(({ debit, credit }) => debit - credit)).toBe(0)
          expect(sum(({ debitUsd, creditUsd }) => debitUsd - creditUsd)).toBe(0)
          const own = entry.lines.filter(({ accountId }: PostedLine) => accountNumbers.get(accountId) === "2000")
          for (const { debit, credit, debitUsd, creditUsd } of own) {
            owed[entry.currency as "USD" | "SSP"] += credit - debit
            owed.worth += creditUsd - debitUsd
          }
        }
        const bills = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((id) => then.row(payables, id) ?? [])
        const open = { USD: 0, SSP: 0, worth: 0 }
        for (const row of bills) {
          const { amount, paidAmount, creditedAmount, reservedAmount, rate, currency, postedDate, runId } = row
          const balance = balanceOf(row)
          expect(balance).toBeGreaterThanOrEqual(reservedAmount)
          expect(reservedAmount > 0).toBe(runId !== null)
          if (row.status !== "disputed") expect(row.status === "paid" || row.status === "credited").toBe(balance === 0)
          seen.add(`${currency} ${row.status}`)
          if (postedDate === null) continue
          // the tax withheld never exceeds the rate of the amount paid, except for rounding of its parts
          const due = withholdingOn({ ...row, paidAmount: 0, withheldAmount: 0 }, paidAmount)
          expect(Math.abs(row.withheldAmount - due)).toBeLessThanOrEqual(1)
          open[currency] += balance
          open.worth += toUsd(amount, rate) - toUsd(paidAmount + creditedAmount, rate)
        }
        expect(owed).toEqual(open)
      }
    }),
    { numRuns: 120 },
  )
  // the steps reach every state
  const words = new Set([...seen].flatMap((state) => state.split(" ")))
  expect([...words].sort()).toEqual(["PaymentRunReversed", "SSP", "USD", "VendorPaymentReversed", "credited", "disputed", "open", "paid", "part_paid"])
}, 30_000)
