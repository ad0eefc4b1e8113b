import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { Then } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { creditInvoice, invoices } from "@ops/billing/invoices/invoice.ts"
import { setBoq } from "./boq.ts"
import { billAdvance, certificates, certify, claimProgress, rejectClaim, releaseRetention } from "./certificate.ts"
import { completeProject } from "../projects/commands.ts"
import { agreeContract, projectContracts } from "./contract-terms.ts"
import { boq, chief, company, finance, manager, numberOf, on, supervisor, terms } from "../money/testing.ts"

const agreed = company.when(agreeContract, { projectId: 1, ...terms }, manager)
const measured = agreed.when(setBoq, { projectId: 1, lines: boq }, manager)
const done = (first: number, second: number) => [
  { id: 1, quantity: first * 1000 },
  { id: 2, quantity: second * 1000 },
]
const claim = (first: number, second: number) => ({ projectId: 1, periodTo: null, done: done(first, second), note: "" })

/** The postings of these events by account; a debit is positive. */
const posted = (...steps: ReadonlyArray<Then>) => {
  const sums: Record<string, number> = {}
  for (const { events } of steps) {
    for (const [, type, data] of events) {
      if (type !== "JournalPosted") continue
      for (const { accountId, debitUsd, creditUsd } of data.lines) sums[numberOf(accountId)] = (sums[numberOf(accountId)] ?? 0) + debitUsd - creditUsd
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0))
}

test("an advance and a claim certified by another person are billed at once, with retention and recovery", () => {
  const advance = measured.when(billAdvance, { projectId: 1, note: "" }, finance)
  expect(posted(advance)).toEqual({ 1100: 236_000_00, 2200: -36_000_00, 2320: -200_000_00 })
  advance.when(billAdvance, { projectId: 1, note: "" }, finance).refuses("The advance of SLB/C/17 is billed already", 409)

  const claimed = advance.when(claimProgress, claim(1000, 0), supervisor)
  claimed.holds(certificates, claimed.id!, { certified: 50_000_00, retention: -5_000_00, recovered: 12_500_00, billed: 32_500_00, status: "claimed" })
  claimed.when(claimProgress, claim(2000, 0), supervisor).refuses("A claim already awaits certification. Certify or reject it first", 409)
  claimed.when(certify, { id: claimed.id!, note: "" }, manager).refuses("Only finance can certify and bill progress", 403)
  const certified = claimed.when(certify, { id: claimed.id!, note: "" }, finance)
  expect(posted(certified)).toEqual({ 1100: 38_350_00, 2200: -5_850_00, 1220: 5_000_00, 2320: 12_500_00, 4300: -50_000_00 })
  const { invoiceId, journalEntryId } = certified.row(certificates, claimed.id!)!
  expect(journalEntryId).not.toBeNull()
  certified.holds(invoices, invoiceId!, { kind: "construction", subtotalAmount: 32_500_00, totalAmount: 38_350_00, dueDate: "2026-12-21", clientId: 1 })
  const lines = certified.row(invoices, invoiceId!)!.lines
  expect(lines.map(({ description, amount }) => [description, amount])).toEqual([
    ["1.1 Excavation: 1000.00 m3", 50_000_00],
    ["Retention of 10%", -5_000_00],
    ["Advance recovered", -12_500_00],
  ])
  certified.holds(projectContracts, 1, { certifiedAmount: 50_000_00, retainedAmount: 5_000_00, recoveredAmount: 12_500_00, openClaimId: null })
  const numbers = certified.events.filter(([, type]) => type === "JournalPosted").map(([, , { entryNumber }]) => entryNumber)
  expect(new Set(numbers).size).toBe(2)
})

test("a claim above the contract or below what is certified, or a repeated claim, is refused", () => {
  agreed.when(claimProgress, claim(1, 0), supervisor).refuses("SLB/C/17 has no bill of quantities yet. Set it first", 409)
  measured
    .when(claimProgress, claim(4001, 0), supervisor)
    .refuses("Line 1.1 Excavation: 4001.00 m3 are claimed to date, and the contract has 4000.00. Have a change approved first", 422)
  measured.when(claimProgress, claim(0, 0), supervisor).refuses("This claims no more work than is certified already", 422)
  measured.when(claimProgress, { ...claim(1, 0), done: [{ id: 9, quantity: 1 }] }, supervisor).refuses("SLB/C/17 has no line with id 9", 422)
  measured.when(claimProgress, { ...claim(1, 0), periodTo: "2026-11-22" }, supervisor).refuses("Work can be claimed up to today only", 422)
  company.when(claimProgress, { ...claim(1, 0), projectId: 2 }, supervisor).refuses("Clinic has no contract with a client yet. Agree on it first", 409)
  const first = measured.when(claimProgress, claim(1000, 10), supervisor)
  const certified = first.when(certify, { id: first.id!, note: "" }, finance)
  certified.when(claimProgress, claim(900, 10), supervisor).refuses(/1000.00 m3 are certified already/, 422)
  certified.when(certify, { id: first.id!, note: "" }, finance).refuses(/is certified already$/, 409)
  certified.when(claimProgress, claim(1000, 10), supervisor).refuses("This claims no more work than is certified already")
  // the person who claims cannot certify, not even the chief executive
  const own = measured.when(claimProgress, claim(1000, 0), chief)
  own.when(certify, { id: own.id!, note: "" }, chief).refuses("You claimed this progress, so another person must certify it", 403)
  own.when(certify, { id: own.id!, note: "" }, { ...finance, simulated: true }).refuses(/simulated sign-in/, 403)
  const rejected = own.when(rejectClaim, { id: own.id!, reason: "Measure again" }, finance)
  rejected.holds(projectContracts, 1, { openClaimId: null, certifiedAmount: 0 })
  expect(rejected.when(claimProgress, claim(900, 0), supervisor).refusal).toBeUndefined()
})

test("impossible terms and lines are refused", () => {
  const agree = (changes: Partial<typeof terms>) => company.when(agreeContract, { projectId: 1, ...terms, ...changes }, manager)
  agree({ agreedValue: 0 }).refuses("The contract value must be greater than 0", 422)
  agree({ retentionRate: 5001 }).refuses("Retention is between 0 and 50%")
  agree({ advanceAmount: terms.agreedValue }).refuses("The advance must be less than the contract value")
  agree({ recoveryRate: 9000 }).refuses("Retention and recovery together must be less than 100%")
  agree({ recoveryRate: 0 }).refuses("Set the share of each certificate that recovers the advance")
  agree({ signedDate: "2026-11-22" }).refuses("The day of signing cannot be in the future")
  agree({ taxCode: "VAT" }).refuses("There is no tax VAT")
  company.when(agreeContract, { projectId: 1, ...terms }, supervisor).refuses("Only management or finance can agree on contracts", 403)
  const set = (lines: typeof boq) => agreed.when(setBoq, { projectId: 1, lines }, manager)
  set([{ ...boq[0]!, quantity: 0 }]).refuses("Line 1.1: quantity must be greater than 0")
  set([{ ...boq[0]!, rate: 0 }]).refuses("Line 1.1: rate must be greater than 0")
  set([boq[0]!, boq[0]!]).refuses("Line 1.1 is there twice")
  set([]).refuses("Name at least one line")
  set([...boq, { ...boq[0]!, item: "3", quantity: 1000 }]).refuses(/^The lines total USD 1000050.00, above the contract of USD 1000000.00/)
  const claimed = measured.when(claimProgress, claim(1000, 0), supervisor)
  claimed.when(setBoq, { projectId: 1, lines: boq }, manager).refuses(/A claim awaits certification/)
  const certified = claimed.when(certify, { id: claimed.id!, note: "" }, finance)
  const again = (lines: ReadonlyArray<Omit<(typeof boq)[number], "id"> & { readonly id: number | null }>) =>
    certified.when(setBoq, { projectId: 1, lines }, manager)
  const [first, second] = [
    { ...boq[0]!, id: 1 },
    { ...boq[1]!, id: 2 },
  ]
  again([{ ...first, rate: 49_00 }, second]).refuses("Line 1.1 is partly certified, so its rate cannot change", 409)
  again([{ ...first, quantity: 999_000 }, second]).refuses("Line 1.1: 1000.00 m3 are certified already", 409)
  again([second]).refuses("Line 1.1 is partly certified, so it cannot be removed", 409)
  again([{ ...first, quantity: 3999_000 }, second]).holds(projectContracts, 1, { certifiedAmount: 50_000_00 })
  certified.when(agreeContract, { projectId: 1, ...terms, retentionRate: 500 }, manager).refuses(/Something of SLB\/C\/17 is already billed/, 409)
})

test("crediting the invoice reverses the last certificate, as a whole or not at all", () => {
  const one = measured.when(claimProgress, claim(1000, 0), supervisor)
  const first = one.when(certify, { id: one.id!, note: "" }, finance)
  const two = first.when(claimProgress, claim(2000, 0), supervisor)
  const second = two.when(certify, { id: two.id!, note: "" }, finance)
  const invoiceOf = (id: number) => second.row(certificates, id)!.invoiceId!
  const credit = (id: number, lines: null | ReadonlyArray<{ line: number; quantity: null; amount: number }> = null) =>
    second.when(creditInvoice, { id: invoiceOf(id), reason: "Measured wrongly", lines }, finance)
  credit(one.id!).refuses(/is not the last certificate of its contract. Credit the later ones first/, 409)
  credit(two.id!, [{ line: 1, quantity: null, amount: 100 }]).refuses(/credit it in full, and certify again/, 409)
  const back = credit(two.id!)
  expect(posted(second, back)).toEqual({})
  back.holds(certificates, two.id!, { status: "void", voidedDate: "2026-11-21" })
  back.holds(projectContracts, 1, { certifiedAmount: 50_000_00, retainedAmount: 5_000_00, certificates: [one.id!] })
  expect(back.row(projectContracts, 1)!.lines[0]!.certified).toBe(1000_000)
  expect(back.when(claimProgress, claim(1500, 0), supervisor).refusal).toBeUndefined()
})

test("half of the retention is billed at completion, the rest after the defect period", () => {
  const claimed = measured.when(claimProgress, claim(4000, 2000), supervisor)
  const certified = claimed.when(certify, { id: claimed.id!, note: "" }, finance)
  const release = (world: Then, today = "2026-11-21") => world.when(releaseRetention, { projectId: 1, note: "" }, on(finance, today))
  release(measured).refuses("No retention is held on Warehouse", 409)
  release(certified).refuses("Warehouse is not complete yet. Half of the retention is due at completion, the rest after the defect period", 409)
  const complete = certified.when(completeProject, { id: 1, actualEndDate: null, overrideReason: null }, manager)
  const half = release(complete)
  expect(posted(half)).toEqual({ 1100: 59_000_00, 2200: -9_000_00, 1220: -50_000_00 })
  half.holds(projectContracts, 1, { retainedAmount: 100_000_00, releasedAmount: 50_000_00 })
  const tooEarly = "Half of the retention of Warehouse is released. The other half, USD 50,000.00, is due when the defect period ends, on 2027-05-20"
  release(half, "2027-05-19").refuses(tooEarly.replace("50,000.00", "50000.00"), 409)
  const rest = release(half, "2027-05-20")
  expect(posted(rest)).toEqual({ 1100: 59_000_00, 2200: -9_000_00, 1220: -50_000_00 })
  expect(posted(certified, half, rest)["1220"]).toBeUndefined()
  expect(posted(certified, half, rest)["4300"]).toBe(-1_000_000_00)
  release(rest, "2027-05-21").refuses("No retention is held on Warehouse")
  half.when(claimProgress, claim(4000, 2000), supervisor).refuses(/is released, so nothing more can be claimed/)
  // the half that was not billed at completion is billed with the rest
  expect(posted(release(complete, "2027-05-20"))).toEqual({ 1100: 118_000_00, 2200: -18_000_00, 1220: -100_000_00 })
  // once it is credited, the half is due again
  const { invoiceId } = half.row(certificates, half.id!)!
  const credited = half.when(creditInvoice, { id: invoiceId!, reason: "Wrong address", lines: null }, finance)
  expect(credited.refusal).toBeUndefined()
  credited.holds(projectContracts, 1, { releasedAmount: 0 })
  expect(posted(release(credited))["1220"]).toBe(-50_000_00)
})

/** A project's life: measurements, rejected claims, credited invoices, and the billing of the advance. */
const life = fc.record({
  /** half of the retention is released at completion */
  halves: fc.boolean(),
  retentionRate: fc.integer({ min: 0, max: 2000 }),
  recoveryRate: fc.integer({ min: 1, max: 5000 }),
  advance: fc.integer({ min: 0, max: 300_000_00 }),
  advanceAfter: fc.integer({ min: 0, max: 4 }),
  rates: fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 5 }),
  quantities: fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 5, maxLength: 5 }),
  steps: fc.array(
    fc.record({
      shares: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 5 }),
      what: fc.constantFrom("certify", "certify", "reject", "credit"),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  ),
})

test("for any project, certified + retention − recovered is billed, agrees with the books, and never exceeds the contract", () => {
  fc.assert(
    fc.property(life, ({ halves, retentionRate, recoveryRate, advance, advanceAfter, rates, quantities, steps }) => {
      const lines = rates.map((rate, n) => ({
        id: null,
        item: String(n + 1),
        description: "Work",
        unit: "m",
        quantity: quantities[n]!,
        rate,
        costCodeId: null,
      }))
      const worth = lines.reduce((sum, { quantity, rate }) => sum + Math.round((quantity * rate) / 1000), 0) + advance + 100
      let world = company.when(agreeContract, { projectId: 1, ...terms, agreedValue: worth, retentionRate, recoveryRate, advanceAmount: advance }, manager)
      const written: Array<Then> = []
      const doing = (next: Then) => {
        expect(next.refusal).toBeUndefined()
        written.push(next)
        world = next
      }
      doing(world.when(setBoq, { projectId: 1, lines }, manager))
      for (const [n, { shares, what }] of [...steps, { shares: [100, 100, 100, 100, 100], what: "certify" as const }].entries()) {
        if (n === Math.min(advanceAfter, steps.length) && advance > 0) doing(world.when(billAdvance, { projectId: 1, note: "" }, finance))
        const { lines: now, certifiedAmount } = world.row(projectContracts, 1)!
        const done = now.map(({ id, quantity, certified }, line) => ({
          id,
          quantity: certified + Math.floor(((quantity - certified) * shares[line % 5]!) / 100),
        }))
        const claimed = world.when(claimProgress, { projectId: 1, periodTo: null, done, note: "" }, supervisor)
        if (claimed.refusal) continue
        doing(claimed)
        if (what === "reject") {
          doing(world.when(rejectClaim, { id: claimed.id!, reason: "No" }, finance))
          continue
        }
        doing(world.when(certify, { id: claimed.id!, note: "" }, finance))
        if (what === "credit") {
          doing(world.when(creditInvoice, { id: world.row(certificates, claimed.id!)!.invoiceId!, reason: "Wrong", lines: null }, finance))
          expect(world.row(projectContracts, 1)!.certifiedAmount).toBe(certifiedAmount)
        }
        expect(world.row(projectContracts, 1)!.certifiedAmount).toBeLessThanOrEqual(worth)
      }
      doing(world.when(completeProject, { id: 1, actualEndDate: null, overrideReason: null }, manager))
      const contract = world.row(projectContracts, 1)!
      const release = (today: string) => world.when(releaseRetention, { projectId: 1, note: "" }, on(finance, today))
      if (halves && contract.retainedAmount > 0) {
        doing(release("2026-11-21"))
        const { retainedAmount, releasedAmount } = world.row(projectContracts, 1)!
        expect(releasedAmount - (retainedAmount - releasedAmount)).toBe(retainedAmount % 2)
      }
      const { retainedAmount, releasedAmount } = world.row(projectContracts, 1)!
      if (retainedAmount > releasedAmount) doing(release("2027-12-31"))

      const end = world.row(projectContracts, 1)!
      const all = end.certificates.map((id) => world.row(certificates, id)!)
      for (const { certified, retention, recovered, billed, invoiceId } of all) {
        expect(certified + retention - recovered).toBe(billed)
        expect(world.row(invoices, invoiceId!)!.subtotalAmount).toBe(billed)
        expect(billed).toBeGreaterThan(0)
      }
      const sum = (name: "certified" | "retention" | "recovered" | "billed") => all.reduce((total, row) => total + row[name], 0)
      expect(sum("certified") + sum("retention") - sum("recovered")).toBe(sum("billed"))
      // all work is certified, all retention is released, and no more of the advance is recovered than was paid
      expect(sum("certified")).toBe(worth - advance - 100)
      expect(sum("retention")).toBe(0)
      expect(end.recoveredAmount).toBeLessThanOrEqual(end.advancePaid)
      const books = posted(...written)
      expect(books["4300"] ?? 0).toBe(0 - sum("certified"))
      expect(books["1220"] ?? 0).toBe(0)
      expect(books["2320"] ?? 0).toBe(sum("recovered"))
      // each entry has a different number
      const numbers = written.flatMap(({ events }) => events.filter(([, type]) => type === "JournalPosted").map(([, , { entryNumber }]) => entryNumber))
      expect(new Set(numbers).size).toBe(numbers.length)
    }),
    { numRuns: times(15, 60) },
  )
})
