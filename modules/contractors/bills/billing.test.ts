import fc from "fast-check"
import { expect, test } from "vitest"
import type { Command } from "@ops/platform/records/command.ts"
import { given, type Then } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { approvePayable, creditPayable } from "@ops/finance/payables/commands.ts"
import { payables } from "@ops/finance/payables/payable.ts"
import {
  approveHours,
  assignContractor,
  cancelContractorAssignment,
  completeAssignment,
  rateAssignment,
  recordHours,
  rejectHours,
  startAssignment,
} from "../work/assignment-commands.ts"
import { billMonth, contractorConsequences } from "./commands.ts"
import { billLines } from "./billing.ts"
import { contractors } from "../contractor.ts"
import { contractorAccounts } from "../contractor-account.ts"
import { agreeRate, nameVendor, registerContractor } from "../contractor-commands.ts"
import { contractorAssignments } from "../work/contractor-assignment.ts"
import { contractorBills } from "./contractor-bill.ts"
import { contractorHours } from "../work/contractor-hours.ts"
import { clerk, company, electrician, manager, person, rewiring, supervisor } from "../testing.ts"

const placed = given(...company)
  .with(...contractorConsequences)
  .when(registerContractor, { ...electrician, contractEnd: null }, manager)
  .when(nameVendor, { id: 1, vendorId: 1 }, clerk)
  .when(assignContractor, rewiring, manager)
const started = placed.when(startAssignment, { id: 1, date: "2026-10-01" }, supervisor)
const day = (date: string, hours = 8000) => ({ assignmentId: 1, date, hours, note: "" })
const worked = (...dates: ReadonlyArray<string>) => dates.reduce((then, date) => then.when(recordHours, day(date), supervisor), started as Then)
const approved = worked("2026-10-05", "2026-10-06").when(approveHours, { ids: [1, 2] }, manager)
const billed = approved.when(billMonth, { id: 1, month: "2026-10" }, clerk)

test("the approved hours of a month become one bill of the vendor, due at the end of the following month", () => {
  billed.holds(contractorBills, 1, { number: "CON-0001/2026-10/S1", amount: 200_00, date: "2026-10-31", dueDate: "2026-11-30", payableId: 1 })
  billed.holds(payables, 1, { vendorId: 1, invoiceNumber: "CON-0001/2026-10/S1", amount: 200_00, dueDate: "2026-11-30", siteId: 1, createdBy: 71 })
  expect(billed.row(payables, 1)!.lines).toMatchObject([{ quantity: 16_000, unitPrice: 12_50, amount: 200_00, accountNumber: "6130" }])
  billed.holds(contractorHours, 1, { status: "billed", billId: 1 })
  expect(billed.row(contractorAccounts, 1)!.hours).toEqual([])
})

test("a month is billed once, after it is over and no hours await approval", () => {
  billed.when(billMonth, { id: 1, month: "2026-10" }, clerk).refuses("2026-10 of Bol Majok is billed already as AP-2026-00001", 409)
  billed.when(recordHours, day("2026-10-07"), supervisor).refuses("2026-10 is already billed, so no hours can be added", 409)
  billed.when(agreeRate, { id: 1, from: "2026-10-15", unit: "hour", amount: 100, reason: "" }, manager).refuses(/^2026-10 is already billed/, 409)
  approved.when(billMonth, { id: 1, month: "2026-11" }, clerk).refuses("2026-11 is not over. Bill it from 2026-12-01 on")
  approved.when(billMonth, { id: 1, month: "2026-09" }, clerk).refuses("No hours of Bol Majok in 2026-09 are approved. Record and approve hours first", 409)
  worked("2026-10-05")
    .when(billMonth, { id: 1, month: "2026-10" }, clerk)
    .refuses("The hours of 2026-10-05 wait for approval. Approve or reject them first", 409)
  approved.when(billMonth, { id: 1, month: "2026-10" }, manager).refuses("Only finance can bill the work of contractors", 403)
  approved.when(billMonth, { id: 1, month: "2026-13" }, clerk).refuses("Month must be written as 2026-10")
})

test("a bill withdrawn before posting releases its hours; a credit after posting does not", () => {
  const withdrawn = billed.when(creditPayable, { id: 1, amount: null, date: null, reference: null, reason: "Wrong vendor" }, clerk)
  withdrawn.holds(contractorBills, 1, { status: "withdrawn" }).holds(contractorHours, 2, { status: "approved", billId: null })
  withdrawn.when(billMonth, { id: 1, month: "2026-10" }, clerk).holds(contractorBills, 2, { amount: 200_00, payableId: 2, status: "billed" })
  billed
    .when(approvePayable, { id: 1, reason: null }, person(7, { person: 72 }))
    .when(creditPayable, { id: 1, amount: null, date: null, reference: null, reason: "Half done" }, clerk)
    .holds(contractorHours, 2, { status: "billed" })
})

test("the person who entered the bill cannot approve it", () => {
  billed.when(approvePayable, { id: 1, reason: null }, clerk).refuses("You entered this bill, so another person must approve it", 403)
})

test("nothing is billed without a vendor or a rate", () => {
  const bare = given(...company)
    .when(registerContractor, { ...electrician, contractEnd: null, hourlyRate: null }, manager)
    .when(assignContractor, rewiring, manager)
    .when(startAssignment, { id: 1, date: "2026-10-01" }, supervisor)
    .when(recordHours, day("2026-10-05"), supervisor)
    .when(approveHours, { ids: [1] }, manager)
  bare.when(billMonth, { id: 1, month: "2026-10" }, clerk).refuses("First choose the vendor for Bol Majok is paid", 409)
  bare
    .when(nameVendor, { id: 1, vendorId: 1 }, clerk)
    .when(billMonth, { id: 1, month: "2026-10" }, clerk)
    .refuses("There is no rate for 2026-10-05. Agree on one with Bol Majok first", 409)
})

test("rates apply by the day, by the month pro rata, and change within a month", () => {
  const hours = [5, 6, 20].map((n) => ({ date: `2026-10-${String(n).padStart(2, "0")}`, hours: 6000 }))
  const term = (from: string, unit: "hour" | "day" | "month", amount: number) => ({ from, unit, amount, reason: "" })
  const places = [{ startDate: "2026-10-17", endDate: null }]
  const lines = (...rates: ReadonlyArray<ReturnType<typeof term>>) =>
    billLines({ month: "2026-10", rates, hours, places }).map(({ unit, quantity, amount }) => [unit, quantity, amount])
  expect(lines(term("2026-01-01", "day", 80_00))).toEqual([["day", 3000, 240_00]])
  expect(lines(term("2026-01-01", "month", 3100_00))).toEqual([["month", 484, 1500_00]])
  expect(lines(term("2026-01-01", "hour", 10_00), term("2026-10-20", "day", 90_00))).toEqual([
    ["hour", 12_000, 120_00],
    ["day", 1000, 90_00],
  ])
})

test("a second assignment on the same day is refused, naming the first", () => {
  started
    .when(assignContractor, { ...rewiring, siteId: 2, task: "Pump", startDate: "2026-11-01" }, manager)
    .refuses('Bol Majok has "Rewiring of the kitchen" at Site 1 since 2026-10-01, without an end. Complete or cancel that first, or choose other dates', 409)
  started.when(assignContractor, { ...rewiring, endDate: "2026-09-30" }, manager).refuses("End date must be on or after the start date")
  started
    .when(completeAssignment, { id: 1, date: "2026-11-10", note: "", rating: 450 }, supervisor)
    .holds(contractorAssignments, 1, { status: "completed", completedOn: "2026-11-10", rating: 450 })
    .when(assignContractor, { ...rewiring, siteId: 2, task: "Pump", startDate: "2026-11-11" }, manager)
    .holds(contractorAssignments, 2, { status: "assigned", siteId: 2 })
})

test.each([
  [day("2026-10-05", 24_001), "A day has 24 hours at most"],
  [day("2026-10-05", 0), "Hours must be greater than 0"],
  [day("2026-11-22"), "Hours can be recorded for today or an earlier day"],
  [day("2026-09-30"), '"Rewiring of the kitchen" started on 2026-10-01'],
])("%o is refused, and nothing is written", (hours, sentence) => {
  expect(started.when(recordHours, hours, supervisor).refuses(sentence).events).toEqual([])
})

test("hours lie between start and end, and the person who recorded them cannot approve them", () => {
  placed.when(recordHours, day("2026-10-05"), supervisor).refuses('"Rewiring of the kitchen" has not started. Start it first', 409)
  started
    .when(completeAssignment, { id: 1, date: "2026-11-10", note: "", rating: null }, supervisor)
    .when(recordHours, day("2026-11-11"), supervisor)
    .refuses('"Rewiring of the kitchen" ended on 2026-11-10')
  worked("2026-10-05")
    .when(approveHours, { ids: [1] }, supervisor)
    .refuses("You recorded the hours of 2026-10-05, so someone else approves them", 403)
  const rejected = worked("2026-10-05").when(rejectHours, { id: 1, reason: "Left at noon" }, manager)
  rejected.holds(contractorHours, 1, { status: "rejected" })
  rejected.when(recordHours, day("2026-10-05", 4000), supervisor).holds(contractorHours, 1, { status: "recorded", hours: 4000, rejectionReason: null })
  approved.when(recordHours, day("2026-10-05", 4000), supervisor).refuses("The hours of 2026-10-05 are approved already: 8.00", 409)
})

test("an assignment is started, completed or cancelled, with no step repeated or skipped", () => {
  placed
    .when(completeAssignment, { id: 1, date: "2026-11-10", note: "", rating: null }, supervisor)
    .refuses(/has not started. Start it first, or cancel it/, 409)
  placed.when(rateAssignment, { id: 1, rating: 400, note: "" }, supervisor).refuses(/You can rate it once it is completed/, 409)
  const cancelled = placed.when(cancelContractorAssignment, { id: 1, reason: "Put off" }, manager).holds(contractorAssignments, 1, { status: "cancelled" })
  cancelled.when(startAssignment, { id: 1, date: "2026-10-01" }, supervisor).refuses('"Rewiring of the kitchen" is cancelled', 409)
  worked("2026-10-05")
    .when(cancelContractorAssignment, { id: 1, reason: "Put off" }, manager)
    .refuses(/Complete it instead/, 409)
  const completed = started.when(completeAssignment, { id: 1, date: "2026-11-10", note: "", rating: null }, supervisor)
  completed.when(rateAssignment, { id: 1, rating: 501, note: "" }, supervisor).refuses("Rating must be from 0 to 5")
  completed.when(rateAssignment, { id: 1, rating: 500, note: "Fine work" }, supervisor).holds(contractorAssignments, 1, { rating: 500, status: "completed" })
})

test("supervisors cannot see contractors of another site", () => {
  placed.when(startAssignment, { id: 1, date: "2026-10-01" }, person(6, { confinedTo: 2 })).refuses("Assignment 1 does not exist", 404)
})

const month = fc.constantFrom("2026-08", "2026-09", "2026-10")
const which = fc.integer({ min: 1, max: 6 })
const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant("record" as const), month, n: which, hours: fc.integer({ min: 1, max: 24_000 }) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("approve" as const), month }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("bill" as const), month }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("reject" as const), n: which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("withdraw" as const), n: which }) },
)

test("any sequence of commands keeps each approved hour on at most one bill", () => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 30, maxLength: 80 }), (commands) => {
      let then: Then = placed
        .when(assignContractor, { ...rewiring, siteId: 2, startDate: "2026-08-01", endDate: "2026-09-15" }, manager)
        .when(startAssignment, { id: 1, date: "2026-10-01" }, manager)
        .when(startAssignment, { id: 2, date: "2026-08-01" }, manager)
      const go = <Input>(act: Command<Input>, input: Input, by: typeof clerk) => {
        const next = then.when(act, input, by)
        if (!next.refusal) then = next
      }
      for (const each of commands) {
        if (each.act === "record") {
          go(recordHours, { ...day(`${each.month}-0${each.n}`, each.hours), assignmentId: each.month === "2026-10" ? 1 : 2 }, person(8, { person: 88 }))
        } else if (each.act === "approve") {
          const waiting = then.row(contractorAccounts, 1)!.hours.filter(({ date }) => date.startsWith(each.month))
          go(approveHours, { ids: waiting.map(({ hoursId }) => hoursId) }, manager)
        } else if (each.act === "bill") go(billMonth, { id: 1, month: each.month }, clerk)
        else if (each.act === "reject") go(rejectHours, { id: each.n, reason: "No" }, manager)
        else go(creditPayable, { id: each.n, amount: null, date: null, reference: null, reason: "No" }, clerk)
      }
      const rows = <S extends Parameters<Then["row"]>[0]>(stream: S) =>
        Array.from({ length: 61 }, (_, n) => then.row(stream, n + 1)).filter((row) => row !== undefined)
      const live = rows(contractorBills).filter(({ status }) => status === "billed")
      const onBills = live.flatMap(({ hours }) => hours.map(({ hoursId }) => hoursId))
      expect(new Set(onBills).size).toBe(onBills.length)
      const hours = rows(contractorHours)
      expect(hours.filter(({ status }) => status === "billed").map(({ id }) => id)).toEqual([...onBills].sort((a, b) => a - b))
      for (const bill of live) {
        const stands = hours.filter(({ billId }) => billId === bill.id).reduce((sum, { hours }) => sum + hours, 0)
        expect(bill.amount).toBe(Math.round((stands * 12_50) / 1000))
        expect(then.row(payables, bill.payableId)).toMatchObject({ amount: bill.amount, status: "open" })
      }
      const open = then.row(contractorAccounts, 1)!.hours.map(({ hoursId, approved }) => [hoursId, approved])
      const waiting = hours.filter(({ status }) => status === "recorded" || status === "approved")
      expect(open.sort(([a], [b]) => Number(a) - Number(b))).toEqual(waiting.map(({ id, status }) => [id, status === "approved"]))
      expect(then.row(contractors, 1)!.status).toBe("active")
    }),
    { numRuns: times(15, 60) },
  )
})
