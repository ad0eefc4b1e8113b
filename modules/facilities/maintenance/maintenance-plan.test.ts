import { describe, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { mostThousandths } from "@ops/platform/quantity.ts"
import { system } from "@ops/platform/records/command.ts"
import { given } from "@ops/platform/testing/given.ts"
import { AbsenceAsked, AbsenceGranted, leaveAccounts } from "@ops/people/leave/leave-account.ts"
import { assetConsequences, assets, readMeter, registerAsset, retireAsset } from "../assets/asset.ts"
import { completeOrder } from "../work-orders/completion.ts"
import { changePlan, endPlan, maintenanceConsequences, makeDueOrder, makePlan, type NewPlan, pausePlan, resumePlan } from "./commands.ts"
import { maintenancePlans } from "./maintenance-plan.ts"
import { promiseSla } from "../service-levels/sla-policy.ts"
import { slaClocks, slaConsequences } from "../service-levels/sla-clock.ts"
import { company, manager, nothingUsed, person, supervisor, technician } from "../testing.ts"
import { assignOrder, cancelOrder, reopenOrder, startOrder } from "../work-orders/commands.ts"
import { workOrders } from "../work-orders/work-order.ts"

const generator = {
  name: "Generator 1",
  kind: "generator",
  siteId: 1,
  location: "Power house",
  manufacturer: "",
  model: "",
  serialNumber: null,
  inServiceSince: null,
  meterUnit: "hours",
  notes: "",
  status: "operational",
  meterReading: 1_200_000,
} as const
/** An oil change every month from 30 November, ordered a week ahead, assigned to the technician. */
const monthly: NewPlan = {
  name: "Oil and filters",
  siteId: 1,
  assetId: 1,
  location: "Power house",
  serviceType: "equipment_maintenance",
  priority: "medium",
  description: "",
  trigger: "calendar",
  every: 1_000,
  unit: "months",
  basis: "scheduled",
  startDate: "2026-11-30",
  startReading: null,
  leadDays: 7,
  endDate: null,
  checklist: [
    { line: "Oil changed", required: true },
    { line: "Housing cleaned", required: false },
  ],
  parts: [{ stockItemId: 1, quantity: 1_000 }],
  signatureRequired: false,
  team: null,
  assignedTo: 1,
  contractorId: null,
  clientId: null,
  contractId: null,
  billable: false,
  estimatedCost: null,
}
const everyHours: NewPlan = { ...monthly, trigger: "meter", every: 250_000, unit: null, startDate: null, startReading: 1_250_000, leadDays: 0 }
const here = given(...company)
  .with(...maintenanceConsequences, ...assetConsequences, ...slaConsequences)
  .when(registerAsset, generator, supervisor)
const plan = (more: Partial<NewPlan> = {}, by = supervisor) => here.when(makePlan, { ...monthly, ...more }, by)
const clock = (day: string) => system("maintenance", `${day}T04:00:00.000Z`)
const on = (by: typeof supervisor, day: string) => ({ ...by, at: `${day}T08:00:00.000Z`, today: day })
type Then = ReturnType<typeof plan>
const next = (then: Then) => {
  const { nextDue, nextUse, openOrders, ordersMade } = then.row(maintenancePlans, 1)!
  return { nextDue, nextUse, openOrders, ordersMade }
}
const done = (then: Then, id: number, day: string) =>
  then
    .when(startOrder, { id }, on(technician, day))
    .when(completeOrder, { id, ...nothingUsed, checklist: [{ line: 1, result: "ok", note: "" }] }, on(technician, day))

describe("an order of a plan", () => {
  test("is created once, on its day and not before, with all details of the plan", () => {
    plan().when(makeDueOrder, { id: 1 }, clock("2026-11-22")).gives()
    const made = plan({ signatureRequired: true }).when(makeDueOrder, { id: 1 }, clock("2026-11-23"))
    made.holds(workOrders, 1, {
      origin: "plan",
      planId: 1,
      assetId: 1,
      status: "assigned",
      assignedTo: 1,
      scheduledDate: "2026-11-30",
      dueDate: "2026-11-30",
      signatureRequired: true,
      description: "Oil and filters",
      plannedParts: [{ stockItemId: 1, quantity: 1_000 }],
    })
    expect(made.row(workOrders, 1)?.checklist).toEqual([
      { line: "Oil changed", required: true, result: null, note: "" },
      { line: "Housing cleaned", required: false, result: null, note: "" },
    ])
    expect(next(made)).toEqual({ nextDue: "2026-12-30", nextUse: null, openOrders: [1], ordersMade: 1 })
    made.when(makeDueOrder, { id: 1 }, clock("2026-11-23")).gives()
  })
  test("has a date of its own, so no SLA deadline applies to it", () => {
    const promised = plan().when(
      promiseSla,
      {
        clientId: null,
        serviceType: null,
        priority: "medium",
        from: "2026-11-01",
        responseMinutes: 60,
        resolutionMinutes: 240,
        aroundTheClock: false,
        creditAmount: 0,
      },
      manager,
    )
    const made = promised.when(makeDueOrder, { id: 1 }, clock("2026-11-23"))
    expect(made.row(slaClocks, 1)).toBeUndefined()
    expect(made.row(workOrders, 1)?.sla.resolutionDue).toBeNull()
  })
  test("is created without a worker when that person is on leave, and gives the reason", () => {
    const away = given(
      ...company,
      leaveAccounts.at(1, AbsenceAsked({ requestId: 7, leaveTypeId: 1, startDate: "2026-11-28", endDate: "2026-12-05", entries: [] })),
      leaveAccounts.at(1, AbsenceGranted({ requestId: 7 })),
    ).with(...maintenanceConsequences)
    const made = away.when(registerAsset, generator, supervisor).when(makePlan, monthly, supervisor).when(makeDueOrder, { id: 1 }, clock("2026-11-30"))
    // the number and id reserved for the assigned order are lost
    made.holds(workOrders, 2, { status: "pending", assignedTo: null })
    expect(made.row(workOrders, 2)?.notes).toBe("Not assigned: James Okot 1 is on leave from 2026-11-28 to 2026-12-05. Choose another person, or another day")
  })
  test("puts its asset under inspection while work is in progress", () => {
    const made = plan().when(makeDueOrder, { id: 1 }, clock("2026-11-23"))
    made.holds(assets, 1, { status: "operational" })
    made.when(startOrder, { id: 1 }, on(technician, "2026-11-30")).holds(assets, 1, { status: "inspection" })
    done(made, 1, "2026-11-30").holds(assets, 1, { status: "operational" })
  })
})

describe("the next order", () => {
  test("counted from the scheduled date does not wait: missed dates produce their orders one after the other", () => {
    let late = plan()
    for (let n = 0; n < 5; n++) late = late.when(makeDueOrder, { id: 1 }, clock("2027-02-01"))
    expect([1, 2, 3, 4].map((id) => late.row(workOrders, id)?.scheduledDate)).toEqual(["2026-11-30", "2026-12-30", "2027-01-30", undefined])
    expect(next(late)).toEqual({ nextDue: "2027-02-28", nextUse: null, openOrders: [1, 2, 3], ordersMade: 3 })
  })
  test("counted from the completed date waits until the work is done", () => {
    const made = plan({ basis: "completed", leadDays: 0 }).when(makeDueOrder, { id: 1 }, clock("2026-11-30"))
    expect(next(made).nextDue).toBeNull()
    made.when(makeDueOrder, { id: 1 }, clock("2027-11-30")).gives()
    const finished = done(made, 1, "2026-12-10")
    expect(next(finished)).toEqual({ nextDue: "2027-01-10", nextUse: null, openOrders: [], ordersMade: 1 })
    finished.holds(maintenancePlans, 1, { lastDoneOn: "2026-12-10" })
    // the work turned out not to be done
    const again = finished.when(reopenOrder, { id: 1, reason: "Oil leaks" }, on(supervisor, "2026-12-12"))
    expect(next(again)).toMatchObject({ nextDue: null, openOrders: [1] })
  })
  test("a cancelled order does not stop the plan", () => {
    const made = plan({ basis: "completed", leadDays: 0 }).when(makeDueOrder, { id: 1 }, clock("2026-11-30"))
    const cancelled = made.when(cancelOrder, { id: 1, reason: "Engine was replaced" }, on(supervisor, "2026-12-01"))
    expect(next(cancelled)).toMatchObject({ nextDue: "2026-12-30", openOrders: [] })
  })
  test("by the meter follows the reading, with one order for all thresholds passed at once; a new meter makes no difference", () => {
    const read = (then: Then, reading: number, replaced = false) => then.when(readMeter, { id: 1, date: "2026-11-21", reading, replaced }, technician)
    const made = here.when(makePlan, everyHours, supervisor)
    read(made, 1_249_999).when(makeDueOrder, { id: 1 }, clock("2026-11-21")).gives()
    const first = read(made, 1_900_000).when(makeDueOrder, { id: 1 }, clock("2026-11-21"))
    expect(next(first)).toMatchObject({ nextUse: 2_000_000, openOrders: [1] })
    first.holds(workOrders, 1, { scheduledDate: "2026-11-21", dueDate: null })
    const rarely = here.when(makePlan, { ...everyHours, every: mostThousandths, startReading: mostThousandths }, supervisor)
    expect(next(read(rarely, mostThousandths).when(makeDueOrder, { id: 1 }, clock("2026-11-21")))).toMatchObject({ nextUse: 2 * mostThousandths })
    const anew = read(read(first, 0, true), 100_000)
    expect(next(anew.when(makeDueOrder, { id: 1 }, clock("2026-11-21")))).toMatchObject({ openOrders: [1, 2] })
  })
})

describe("a plan", () => {
  test("pauses and skips the dates of the pause; once ended, it creates no further orders", () => {
    const paused = plan({ leadDays: 0 }).when(pausePlan, { id: 1, reason: "Camp is closed" }, supervisor)
    paused.when(makeDueOrder, { id: 1 }, clock("2026-12-30")).gives()
    const resumed = paused.when(resumePlan, { id: 1 }, on(supervisor, "2027-03-10"))
    expect(next(resumed)).toEqual({ nextDue: "2027-03-30", nextUse: null, openOrders: [], ordersMade: 0 })
    const ended = resumed.when(endPlan, { id: 1, reason: "Generator goes" }, manager)
    ended.when(makeDueOrder, { id: 1 }, clock("2027-03-30")).gives()
    ended.when(resumePlan, { id: 1 }, manager).refuses("PM-0001 has ended. Create a new plan", 409)
  })
  test("ends by itself after its last date, or with its asset", () => {
    const until = plan({ endDate: "2026-12-15" }).when(makeDueOrder, { id: 1 }, clock("2026-11-30"))
    until.when(makeDueOrder, { id: 1 }, clock("2026-12-30")).gives(["maintenance_plan/1", "MaintenancePlanEnded", { reason: "Its last date was 2026-12-15" }])
    const retired = plan().when(retireAsset, { id: 1, reason: "Sold" }, manager)
    retired
      .when(makeDueOrder, { id: 1 }, clock("2026-11-30"))
      .holds(maintenancePlans, 1, { status: "ended", statusReason: "AST-0001 was removed from the register" })
  })
  test("can be changed, and restarts its schedule only if the schedule differs", () => {
    const made = plan().when(makeDueOrder, { id: 1 }, clock("2026-11-23"))
    made.when(changePlan, { id: 1, name: "Oil" }, supervisor).holds(maintenancePlans, 1, { name: "Oil", nextDue: "2026-12-30" })
    made.when(changePlan, { id: 1, every: 2_000, startDate: "2027-01-15" }, supervisor).holds(maintenancePlans, 1, { every: 2, nextDue: "2027-01-15" })
    made.when(changePlan, { id: 1, every: 1_500 }, supervisor).refuses("Every must be a whole number of at least 1")
    made.when(changePlan, { id: 1, every: 2_000 }, on(supervisor, "2026-12-05")).refuses("First date of a changed schedule cannot be before today")
  })
  test.each<[Partial<NewPlan>, string]>([
    [{ startDate: "2026-11-20" }, "First date cannot be before today"],
    [{ startDate: null }, "First date is required"],
    [{ endDate: "2026-11-29" }, "Last date must be on or after the first date"],
    [{ every: 0 }, "Every must be a whole number of at least 1"],
    [{ every: 1_201_000, unit: "months" }, "A plan must repeat at least once in 100 years"],
    [{ unit: null }, "Choose the unit of the interval: days, weeks, months or years"],
    [{ leadDays: 61 }, "An order can be created up to 60 days ahead"],
    [{ basis: "completed", unit: "days", every: 5_000 }, "An order cannot be created further ahead than the interval of the plan"],
    [{ trigger: "meter", assetId: null, startReading: 1 }, "A plan by the meter needs an asset with a meter"],
    [{ trigger: "meter", startReading: null }, "Enter the meter reading at which the first order is due"],
    [{ checklist: ["Oil", "oil"].map((line) => ({ line, required: true })) }, "Two lines of the checklist are the same"],
    [{ parts: [{ stockItemId: 1, quantity: 0 }] }, "Quantity must be greater than 0"],
    [{ parts: [{ stockItemId: 9, quantity: 1 }] }, "Stock item 9 does not exist"],
    [{ team: "cleaning" }, "Choose one assignee: a person, a contractor or a team"],
    [{ billable: true }, "Billable work needs the client who pays for it"],
    [{ siteId: 2 }, "You work at another site than Site 2"],
  ])("%o is refused", (more, sentence) => {
    plan(more).refuses(sentence)
  })
  test("supervisors and management create plans, only for sites in their scope", () => {
    plan({}, person(3)).refuses("Only supervisors and management can plan maintenance", 403)
    plan()
      .when(pausePlan, { id: 1, reason: "x" }, person(6, { confinedTo: 2 }))
      .refuses("PM-0001 belongs to another site", 403)
  })
})

test("over three years of orders, the commands create exactly the dates of the plan", () => {
  let then = plan({ every: 3_000, unit: "months", leadDays: 10, assetId: null })
  const made: Array<string | null> = []
  for (let day = 0; day < 1096; day += 5) {
    const today = addDays("2026-11-21", day)
    then = then.when(makeDueOrder, { id: 1 }, clock(today))
    for (const [, type, data] of then.events) {
      if (type !== "MaintenanceOrderMade") continue
      made.push(data.due)
      // every other order is cancelled, and some are completed
      if (made.length % 2 === 0) then = then.when(cancelOrder, { id: data.orderId, reason: "Not needed" }, on(supervisor, today))
      else if (made.length % 3 === 0)
        then = then.when(assignOrder, { id: data.orderId, scheduledDate: null, assignedTo: 1, contractorId: null, team: null }, on(supervisor, today))
    }
  }
  expect(made).toEqual([
    "2026-11-30",
    "2027-02-28",
    "2027-05-30",
    "2027-08-30",
    "2027-11-30",
    "2028-02-29",
    "2028-05-30",
    "2028-08-30",
    "2028-11-30",
    "2029-02-28",
    "2029-05-30",
    "2029-08-30",
    "2029-11-30",
  ])
})
