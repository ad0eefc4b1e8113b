import { describe, expect, test } from "vitest"
import { holidays, HolidayAdded } from "@ops/people/working-days/holiday.ts"
import { given } from "@ops/platform/testing/given.ts"
import { system } from "@ops/platform/records/command.ts"
import { completeOrder } from "../work-orders/completion.ts"
import { decideSlaCredit, escalateSla, SlaCreditBilled, slaClocks, slaConsequences } from "./sla-clock.ts"
import { type NewPromise, promiseSla, slaPolicies } from "./sla-policy.ts"
import { company, manager, noise, nothingUsed, person, supervisor, technician } from "../testing.ts"
import { assignOrder, cancelOrder, holdOrder, raiseOrder, reopenOrder, resumeOrder, startOrder } from "../work-orders/commands.ts"
import { workOrders } from "../work-orders/work-order.ts"

/** An hour to respond and four hours to resolve, in working time: 07:00 to 16:00 from Monday to Saturday. 21 November 2026 is a Saturday. */
const usual: NewPromise = {
  clientId: null,
  serviceType: null,
  priority: "medium",
  from: "2026-11-01",
  responseMinutes: 60,
  resolutionMinutes: 240,
  aroundTheClock: false,
  creditAmount: 25_00,
}
const here = given(...company).with(...slaConsequences)
const promised = here.when(promiseSla, usual, manager)
/** A person at a time of day in Juba. */
const at = (by: typeof supervisor, time: string, day = "2026-11-21") => ({ ...by, at: new Date(`${day}T${time}:00+02:00`).toISOString(), today: day })
const clockAt = (time: string, day?: string) => at(system("sla") as typeof supervisor, time, day)
const raised = promised.when(raiseOrder, { ...noise, clientId: 1 }, at(supervisor, "10:00"))
const toTechnician = { id: 1, scheduledDate: null, assignedTo: 1, contractorId: null, team: null }
const started = (time: string) => raised.when(assignOrder, toTechnician, at(supervisor, "10:05")).when(startOrder, { id: 1 }, at(technician, time))
const told = { id: 1, above: 6, aboveThat: 8 }

describe("SLA policies", () => {
  test("a client's policy precedes the general one, a service's precedes that of any service, and an order keeps its day's policy", () => {
    const many = promised
      .when(promiseSla, { ...usual, serviceType: "equipment_maintenance", responseMinutes: 50 }, manager)
      .when(promiseSla, { ...usual, clientId: 1, responseMinutes: 40 }, manager)
      .when(promiseSla, { ...usual, clientId: 1, serviceType: "sewage", responseMinutes: 30 }, manager)
    const responds = (more: object) => many.when(raiseOrder, { ...noise, ...more }, at(supervisor, "10:00")).row(slaClocks, 1)?.responseMinutes
    expect(responds({ serviceType: "cleaning" })).toBe(60)
    expect(responds({})).toBe(50)
    expect(responds({ clientId: 1 })).toBe(40)
    expect(responds({ clientId: 1, serviceType: "sewage" })).toBe(30)
    expect(responds({ priority: "low" })).toBeUndefined()
    const changed = many.when(promiseSla, { ...usual, from: "2026-11-23", responseMinutes: 20 }, manager)
    const cleaning = { ...noise, serviceType: "cleaning" as const }
    expect(changed.when(raiseOrder, cleaning, at(supervisor, "10:00")).row(slaClocks, 1)?.responseMinutes).toBe(60)
    expect(changed.when(raiseOrder, cleaning, at(supervisor, "10:00", "2026-11-23")).row(slaClocks, 1)?.responseMinutes).toBe(20)
  })
  test("repeating a policy changes nothing; changing a policy in force applies from tomorrow", () => {
    promised.when(promiseSla, { ...usual, from: "2026-11-30" }, manager).gives()
    promised
      .when(promiseSla, { ...usual, resolutionMinutes: 300 }, manager)
      .refuses("A service level in force can change from tomorrow at the earliest. Choose 2026-11-22 or later", 409)
    promised.when(promiseSla, { ...usual, from: "2026-11-22", resolutionMinutes: 300 }, manager).gives(["sla_policy/1", "SlaPromised"])
  })
  test.each([
    [{ responseMinutes: 300 }, "Resolution time cannot be shorter than response time"],
    [{ responseMinutes: 0 }, "Response must be from 1 to 525600 minutes, or blank for no limit"],
    [{ resolutionMinutes: null }, "A credit requires a resolution time"],
    [{ creditAmount: -1 }, "Credit must be 0 or more"],
    [{ clientId: 9 }, "Client 9 does not exist"],
  ])("%o is refused", (more, sentence) => {
    here.when(promiseSla, { ...usual, ...more }, manager).refuses(sentence)
  })
  test("only management sets service levels", () => {
    here.when(promiseSla, usual, supervisor).refuses("Only management can change service levels", 403)
  })
})

describe("the SLA clock of an order", () => {
  test("runs in working time: an order raised late on Saturday is due on Monday, or on Tuesday after a holiday", () => {
    raised.holds(slaClocks, 1, {
      responseDue: "2026-11-21T09:00:00.000Z",
      resolutionDue: "2026-11-21T12:00:00.000Z",
      response: "running",
      resolution: "running",
    })
    const late = (then: typeof promised) => then.when(raiseOrder, { ...noise }, at(supervisor, "15:30"))
    late(promised).holds(slaClocks, 1, { responseDue: "2026-11-23T05:30:00.000Z", resolutionDue: "2026-11-23T08:30:00.000Z" })
    const festive = given(...company, holidays.at(1, HolidayAdded({ date: "2026-11-23", name: "Market day", siteId: 1 }))).with(...slaConsequences)
    late(festive.when(promiseSla, usual, manager)).holds(slaClocks, 1, { responseDue: "2026-11-24T05:30:00.000Z" })
  })
  test("runs day and night for an emergency", () => {
    promised
      .when(promiseSla, { ...usual, priority: "urgent", responseMinutes: 30, aroundTheClock: true }, manager)
      .when(
        raiseOrder,
        { origin: "emergency" as const, siteId: 1, serviceType: "sewage", description: "", location: "", photos: [], reportedAt: null },
        at(person(3), "22:00"),
      )
      .holds(slaClocks, 1, { responseDue: "2026-11-21T20:30:00.000Z" })
  })
  test("is met by an order completed in time; a late order misses it and proposes the agreed credit to the client", () => {
    started("10:30").gives(["work_order/1", "WorkOrderStarted"], ["sla_clock/1", "SlaMet", { clock: "response" }])
    started("11:01").gives(["work_order/1", "WorkOrderStarted"], ["sla_clock/1", "SlaMissed", { clock: "response", due: "2026-11-21T09:00:00.000Z" }])
    const complete = (time: string) => started("10:30").when(completeOrder, { id: 1, ...nothingUsed }, at(technician, time))
    complete("14:00").holds(slaClocks, 1, { resolution: "met", creditStatus: null, nextAt: null })
    complete("14:01").holds(slaClocks, 1, { resolution: "missed", creditStatus: "proposed", nextAt: null })
  })
  test("pauses on hold: a hold in working time extends the deadline by its length, one overnight does not, and nothing escalates", () => {
    const held = started("10:30").when(holdOrder, { id: 1, reason: "Waiting for a part" }, at(technician, "11:00"))
    held.holds(slaClocks, 1, { resolution: "paused", nextAt: null })
    held.when(escalateSla, told, clockAt("20:00")).gives()
    held
      .when(resumeOrder, { id: 1 }, at(technician, "12:00"))
      .holds(slaClocks, 1, { resolution: "running", resolutionDue: "2026-11-21T13:00:00.000Z", resolutionWarnAt: "2026-11-21T12:12:00.000Z" })
    // 11:00 to 16:00 is five hours on Saturday, and 07:00 to 08:00 one hour on Monday; Sunday does not count
    const overSunday = held.when(resumeOrder, { id: 1 }, at(technician, "08:00", "2026-11-23"))
    overSunday.holds(slaClocks, 1, { resolutionDue: "2026-11-23T09:00:00.000Z" })
    expect(overSunday.row(workOrders, 1)?.sla).toMatchObject({ resolutionDue: "2026-11-23T09:00:00.000Z", pausedMinutes: 360 })
  })
  test("does not apply a policy made after an order was raised, not even when the order resumes after a hold", () => {
    const none = here
      .when(raiseOrder, { ...noise }, at(supervisor, "10:00"))
      .when(assignOrder, toTechnician, at(supervisor, "10:05"))
      .when(startOrder, { id: 1 }, at(technician, "10:10"))
      .when(holdOrder, { id: 1, reason: "Waiting for a part" }, at(technician, "11:00"))
      .when(promiseSla, usual, manager)
      .when(resumeOrder, { id: 1 }, at(technician, "12:00"))
    expect(none.row(workOrders, 1)?.sla.resolutionDue).toBeNull()
    expect(none.row(slaClocks, 1)).toBeUndefined()
  })
  test("does not exist without a policy and stops on a cancelled order", () => {
    expect(here.when(raiseOrder, { ...noise }, supervisor).row(slaClocks, 1)).toBeUndefined()
    raised.when(cancelOrder, { id: 1, reason: "Double" }, at(supervisor, "10:10")).holds(slaClocks, 1, { response: "none", resolution: "none", nextAt: null })
  })
  test("continues under the same policy when an order is reopened", () => {
    const again = started("10:30")
      .when(completeOrder, { id: 1, ...nothingUsed }, at(technician, "13:00"))
      .when(reopenOrder, { id: 1, reason: "Still noisy" }, at(supervisor, "13:30"))
    again.holds(slaClocks, 1, { resolution: "running" })
    again.when(escalateSla, told, clockAt("14:01")).holds(slaClocks, 1, { resolution: "missed" })
  })
})

describe("escalation", () => {
  test("notifies the next level up once at 80%, and the level above at 100%, when the deadline is missed", () => {
    raised.holds(slaClocks, 1, { nextAt: "2026-11-21T08:48:00.000Z" })
    raised.when(escalateSla, told, clockAt("10:47")).gives()
    const warned = raised.when(escalateSla, told, clockAt("10:48"))
    warned.gives(["sla_clock/1", "SlaEscalated", { clock: "response", percent: 80, to: 6 }]).holds(slaClocks, 1, { nextAt: "2026-11-21T09:00:00.000Z" })
    warned.when(escalateSla, told, clockAt("10:59")).gives()
    const over = warned.when(escalateSla, told, clockAt("11:01"))
    over.gives(
      ["sla_clock/1", "SlaEscalated", { clock: "response", percent: 100, to: 8 }],
      ["sla_clock/1", "SlaMissed", { clock: "response", due: "2026-11-21T09:00:00.000Z" }],
    )
    over.when(escalateSla, told, clockAt("11:02")).gives()
    over.holds(slaClocks, 1, { nextAt: "2026-11-21T11:12:00.000Z" })
  })
  test("of an order that was not checked in time happens only at 100%, for both deadlines, and proposes the credit once", () => {
    const over = raised.when(escalateSla, told, clockAt("15:00"))
    expect(over.events.map(([, type, { clock, percent }]) => [type, clock, percent])).toEqual([
      ["SlaEscalated", "response", 100],
      ["SlaMissed", "response", undefined],
      ["SlaEscalated", "resolution", 100],
      ["SlaMissed", "resolution", undefined],
      ["SlaCreditProposed", undefined, undefined],
    ])
    const done = over
      .when(assignOrder, toTechnician, at(supervisor, "15:05"))
      .when(startOrder, { id: 1 }, at(technician, "15:10"))
      .when(completeOrder, { id: 1, ...nothingUsed }, at(technician, "15:30"))
    done.gives(["work_order/1", "WorkOrderCompleted"]).holds(slaClocks, 1, { creditStatus: "proposed" })
  })
})

describe("an SLA credit", () => {
  const proposed = raised.when(escalateSla, told, clockAt("15:00"))
  test("is granted or waived once, by management or finance; waiving requires a reason", () => {
    proposed.when(decideSlaCredit, { id: 1, granted: true, note: "" }, manager).holds(slaClocks, 1, { creditStatus: "granted", creditDecidedBy: 8 })
    proposed.when(decideSlaCredit, { id: 1, granted: false, note: "" }, manager).refuses("Reason is required")
    const waived = proposed.when(decideSlaCredit, { id: 1, granted: false, note: "No access to the room" }, person(7))
    waived.holds(slaClocks, 1, { creditStatus: "waived", creditNote: "No access to the room" })
    waived.when(decideSlaCredit, { id: 1, granted: true, note: "" }, manager).refuses("This credit is waived already", 409)
    proposed.when(decideSlaCredit, { id: 1, granted: true, note: "" }, supervisor).refuses("Only management or finance can decide on a credit", 403)
    raised.when(decideSlaCredit, { id: 1, granted: true, note: "" }, manager).refuses("No credit is proposed for this order", 409)
  })
  test("does not exist for our own work; a granted credit goes on an invoice", () => {
    const own = promised.when(raiseOrder, { ...noise }, at(supervisor, "10:00"))
    own.when(escalateSla, told, clockAt("15:00")).holds(slaClocks, 1, { resolution: "missed", creditStatus: null })
    const row = slaClocks.evolve(proposed.row(slaClocks, 1)!, 1, SlaCreditBilled({ invoiceId: 5 }), "2026-12-01T08:00:00.000Z")
    expect(row).toMatchObject({ creditStatus: "billed", invoiceId: 5 })
  })
})

test("a policy is one row with its terms in date order", () => {
  const twice = promised
    .when(promiseSla, { ...usual, from: "2026-12-01", responseMinutes: 30 }, manager)
    .when(promiseSla, { ...usual, from: "2026-11-25", responseMinutes: 45 }, manager)
  expect(twice.row(slaPolicies, 1)?.terms.map(({ from, responseMinutes }) => [from, responseMinutes])).toEqual([
    ["2026-11-01", 60],
    ["2026-11-25", 45],
    ["2026-12-01", 30],
  ])
})
