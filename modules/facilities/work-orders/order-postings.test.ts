import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { command } from "@ops/platform/records/command.ts"
import { given } from "@ops/platform/testing/given.ts"
import { ContractorRateAgreed, contractors } from "@ops/contractors/contractor.ts"
import { AccountOpened, accounts } from "@ops/ledger/accounts/account.ts"
import { exchangeRates, RateEntered } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { journalEntries } from "@ops/ledger/journal-entries/journal-entry.ts"
import { companyStaff, StaffPayChanged } from "@ops/people/staff/company-staff.ts"
import { completeOrder } from "./completion.ts"
import { costOf, hoursCosted, orderPostings, type Worked } from "./order-postings.ts"
import { company, nothingUsed, service, supervisor, technician, today } from "../testing.ts"
import { assignOrder, raiseOrder, startOrder } from "./commands.ts"
import { workOrders } from "./work-order.ts"

const chart = [
  accounts.at(
    1,
    AccountOpened({
      accountNumber: "5300",
      accountName: "Facilities services cost",
      accountType: "expense",
      subType: null,
      parentAccountId: null,
      description: "",
    }),
  ),
  accounts.at(
    2,
    AccountOpened({
      accountNumber: "6190",
      accountName: "Labour charged to jobs",
      accountType: "expense",
      subType: null,
      parentAccountId: null,
      description: "",
    }),
  ),
]
const pay = [
  exchangeRates.at(1, RateEntered({ type: "official", from: "2020-01-01", rate: 130_000, source: "first", enteredBy: null })),
  companyStaff.at(3, StaffPayChanged({ from: "2026-11-01", salary: 67_600_000, currency: "SSP", reason: "In pounds" })),
  contractors.at(1, ContractorRateAgreed({ from: "2026-08-01", unit: "hour", amount: 12_50, reason: "" })),
]
const here = given(...company, ...chart, ...pay).with(...orderPostings)

/** The cost of hours, as a command would calculate it. */
let cost: ReadonlyArray<number> = []
const counted = command("test.cost", function* (hours: ReadonlyArray<Worked>) {
  cost = (yield* hoursCosted(hours, today)).map((each) => each.cost)
  return { id: 1, changes: [] }
})
const ofStaff = (staffId: number, minutes: number) => ({ staffId, contractorId: null, minutes })
const costs = (...hours: ReadonlyArray<Worked>) => {
  here.when(counted, hours).gives()
  return cost
}

describe("the cost of an hour", () => {
  test("is a month's pay × 12 ÷ 52 weeks ÷ 40 hours, in dollars at the rate of the day", () => {
    // 1,000 dollars × 12 ÷ 2,080 hours = 5.769…
    expect(costs(ofStaff(1, 60), ofStaff(1, 90), ofStaff(1, 1))).toEqual([577, 865, 10])
    // 676,000.00 SSP × 12 ÷ 2,080 = 3,900.00 SSP = 3.00 dollars
    expect(costs(ofStaff(3, 60), ofStaff(3, 120))).toEqual([300, 600])
  })
  test("is the agreed rate for a contractor", () => {
    expect(costs({ staffId: null, contractorId: 1, minutes: 100 })).toEqual([2083])
  })
  test("is refused unless the hours are of one person and more than zero", () => {
    const refused = (hours: Worked) => here.when(counted, [hours])
    refused({ staffId: 1, contractorId: 1, minutes: 60 }).refuses("Hours belong to one person: choose a staff member or a contractor", 422)
    refused({ staffId: null, contractorId: null, minutes: 60 }).refuses(/one person/)
    refused(ofStaff(1, 0)).refuses("Hours must be more than 0")
    refused(ofStaff(1, 44_641)).refuses("Hours of one person cannot exceed a month. Check the number")
    refused(ofStaff(99, 60)).refuses("Staff member 99 does not exist", 404)
  })
  test("when split into parts, differs from the whole by at most half a cent per part", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 1_000_000 }), (parts, amount) => {
        const whole = costOf(
          parts.reduce((sum, each) => sum + each, 0),
          amount,
          10_400,
        )
        const pieces = parts.reduce((sum, each) => sum + costOf(each, amount, 10_400), 0)
        return Math.abs(whole - pieces) <= (parts.length + 1) / 2
      }),
    )
  })
})

describe("completing an order", () => {
  const started = here
    .when(raiseOrder, { ...service, signatureRequired: false, checklist: [] }, supervisor)
    .when(assignOrder, { id: 1, scheduledDate: null, assignedTo: 1, contractorId: null, team: null }, supervisor)
    .when(startOrder, { id: 1 }, technician)
  const done = (hours: ReadonlyArray<Worked>) => started.when(completeOrder, { id: 1, ...nothingUsed, hours }, technician)

  test("posts our own people's hours once, and a contractor's not at all", () => {
    const then = done([ofStaff(1, 120), { staffId: null, contractorId: 1, minutes: 60 }])
    then.holds(workOrders, 1, { actualCost: 1154 + 1250 })
    expect(then.row(journalEntries, 1)).toMatchObject({
      entryDate: today,
      sourceKind: "work_order",
      sourceId: 1,
      totalDebit: 1154,
      lines: [
        { accountId: 1, debit: 1154, credit: 0, siteId: 1 },
        { accountId: 2, debit: 0, credit: 1154, siteId: 1 },
      ],
    })
  })
  test("posts nothing where none of our own people worked on it", () => {
    expect(done([]).row(journalEntries, 1)).toBeUndefined()
    expect(done([{ staffId: null, contractorId: 1, minutes: 60 }]).row(journalEntries, 1)).toBeUndefined()
  })
})
