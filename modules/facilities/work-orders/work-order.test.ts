import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { queueMail } from "@ops/platform/mail/mail.ts"
import type { Command, By } from "@ops/platform/records/command.ts"
import { given, type Then } from "@ops/platform/testing/given.ts"
import { stockLevels } from "@ops/stock/levels/stock-level.ts"
import { completeOrder, type CompletionInput } from "./completion.ts"
import { orderConsequences } from "../consequences.ts"
import { company, manager, noise, nothingUsed, person, service, supervisor, technician, at } from "../testing.ts"
import { assignOrder, cancelOrder, holdOrder, photographOrder, raiseOrder, reopenOrder, resumeOrder, startOrder, verifyOrder } from "./commands.ts"
import { workOrders } from "./work-order.ts"
import type { Status } from "./labels.ts"

const here = given(...company)
const toTechnician = { assignedTo: 1, contractorId: null, team: null }
const toCleaners = { assignedTo: null, contractorId: null, team: "cleaning" as const }
const file = (id: number) => ({ id, name: `${id}.jpg`, type: "image/jpeg", size: 1000, sha256: "0".repeat(64) })
const complete = (more: Partial<CompletionInput> = {}) => ({ id: 1, ...nothingUsed, ...more })

const raised = here.when(raiseOrder, { ...service }, supervisor)
const assigned = raised.when(assignOrder, { id: 1, scheduledDate: null, ...toTechnician }, supervisor)
const started = assigned.when(startOrder, { id: 1 }, technician)
const oilOk = [
  { line: 1, result: "ok" as const, note: "" },
  { line: 2, result: "ok" as const, note: "" },
]
const completed = started.when(completeOrder, complete({ checklist: oilOk }), technician)

describe("raising", () => {
  test("assigns a five-digit number and leaves the order unassigned", () => {
    raised.holds(workOrders, 1, {
      orderNumber: "WO-2026-00001",
      status: "pending",
      origin: "request",
      requestedBy: 6,
      requestDate: "2026-11-21",
      actualCost: 0,
    })
  })
  test("refuses dates out of order, an empty description, and billable work without a client", () => {
    const raise = (more: object) => here.when(raiseOrder, { ...noise, ...more }, supervisor)
    raise({ dueDate: "2026-11-20" }).refuses("Due date cannot be before today", 422)
    raise({ scheduledDate: "2026-11-25", dueDate: "2026-11-24" }).refuses("Due date cannot be before the scheduled date")
    raise({ description: "" }).refuses("Description is required")
    raise({ billable: true }).refuses("A billable order needs the client who pays for it")
    raise({ billable: true, clientId: 1 }).holds(workOrders, 1, { billable: true, clientId: 1 })
    raise({ siteId: 2 }).refuses("You work at another site than Site 2", 403)
    raise({ estimatedCost: -1 }).refuses("Estimated cost must not be negative")
  })
  test("assigns the order in the same command when done by a dispatcher", () => {
    here.when(raiseOrder, { ...noise, ...toTechnician }, supervisor).gives(["work_order/1", "WorkOrderRequested"], ["work_order/1", "WorkOrderAssigned"])
    here.when(raiseOrder, { ...noise, ...toTechnician }, technician).refuses("Only a supervisor or management can assign an order. Leave it unassigned", 403)
    here.when(raiseOrder, { ...noise, billable: true, clientId: 1 }, technician).refuses(/make an order billable/, 403)
  })
  test("an emergency needs one word, is urgent, and records when it was noticed", () => {
    const report = { siteId: 1, serviceType: "sewage" as const, description: "", location: "", photos: [] }
    const guard = person(5)
    here
      .when(raiseOrder, { origin: "emergency" as const, ...report, reportedAt: at("07:18") }, guard)
      .holds(workOrders, 1, { priority: "urgent", emergency: true, origin: "emergency", description: "Emergency: sewage at Site 1", reportedAt: at("07:18") })
    // sent immediately, or with an implausible clock
    for (const reportedAt of [null, at("07:59", "2026-11-21").replace("59:00", "59:30"), at("08:30"), "2020-01-01T00:00:00.000Z"]) {
      here.when(raiseOrder, { origin: "emergency" as const, ...report, reportedAt }, guard).holds(workOrders, 1, { reportedAt: null })
    }
    here.when(raiseOrder, { origin: "issue" as const, ...report, priority: "low", reportedAt: null }, guard).refuses("Description is required")
  })
})

describe("assigning", () => {
  test("refuses a worker who is on leave, has left, or whose contract has ended on that day", () => {
    const assign = (more: object) => raised.when(assignOrder, { id: 1, scheduledDate: null, ...toTechnician, ...more }, supervisor)
    assign({ assignedTo: 2 }).refuses("James Okot 2 is on leave from 2026-11-20 to 2026-11-25. Choose another person, or another day", 422)
    assign({ assignedTo: 2, scheduledDate: "2026-11-26" }).holds(workOrders, 1, { assignedTo: 2, scheduledDate: "2026-11-26", status: "assigned" })
    assign({ assignedTo: 1, scheduledDate: "2026-11-20" }).refuses("Scheduled date cannot be before today")
    assign({ assignedTo: null }).refuses("Choose an assignee: a person, a contractor or a team")
    assign({ contractorId: 1 }).refuses("Choose an assignee: a person, a contractor or a team")
    assign({ assignedTo: null, contractorId: 1 }).holds(workOrders, 1, { contractorId: 1, assignedTo: null })
    assign({ assignedTo: null, contractorId: 1, scheduledDate: "2100-01-01" }).refuses(/The contract of Bol Majok ends on 2099-12-31/)
    assign({ assignedTo: 9 }).refuses("Staff member 9 does not exist", 404)
  })
  test("notifies the assigned worker by mail, once", () => {
    const told = here
      .with(...orderConsequences)
      .when(raiseOrder, { ...noise, ...toTechnician }, supervisor)
      .gives(
        ["work_order/1", "WorkOrderRequested"],
        ["work_order/1", "WorkOrderAssigned"],
        ["mail/1", queueMail(1, {} as Parameters<typeof queueMail>[1]).event.type],
      )
    expect(told.events[2]![2]).toMatchObject({ to: "james@example.com", subject: "Work order WO-2026-00001 for Site 1", aboutKind: "work_order", aboutId: 1 })
    told.when(assignOrder, { id: 1, scheduledDate: null, ...toTechnician }, supervisor).gives()
  })
  test("an order of another site is hidden from people confined to one site", () => {
    here
      .when(raiseOrder, { ...noise, siteId: 2 }, manager)
      .when(assignOrder, { id: 1, scheduledDate: null, ...toTechnician }, supervisor)
      .refuses("Work order 1 does not exist", 404)
  })
})

describe("working", () => {
  test("is limited to the assigned worker and dispatchers; a team's order can be worked on by anyone at the site", () => {
    const other = person(3, { person: 33 })
    assigned.when(startOrder, { id: 1 }, other).refuses("WO-2026-00001 is assigned to James Okot 1. Only they or a supervisor can do this", 403)
    assigned.when(startOrder, { id: 1 }, supervisor).holds(workOrders, 1, { status: "in_progress" })
    raised
      .when(assignOrder, { id: 1, scheduledDate: null, ...toCleaners }, supervisor)
      .when(startOrder, { id: 1 }, other)
      .holds(workOrders, 1, { status: "in_progress" })
  })
  test("can be put on hold with a reason, and resumed", () => {
    started.when(holdOrder, { id: 1, reason: "" }, technician).refuses("Reason is required")
    const held = started.when(holdOrder, { id: 1, reason: "Waiting for parts" }, person(3, { at: at("09:00") }))
    held.when(completeOrder, complete({ checklist: oilOk }), technician).refuses("WO-2026-00001 is on hold. Resume it first", 409)
    held
      .when(resumeOrder, { id: 1 }, person(3, { at: at("10:30") }))
      .holds(workOrders, 1, { status: "in_progress", holds: [{ from: at("09:00"), to: at("10:30"), reason: "Waiting for parts" }] })
  })
  test("photos can be added while the order is open", () => {
    const photo = { ...file(1), taken: "before" as const }
    raised.when(photographOrder, { id: 1, photos: [photo] }, technician).holds(workOrders, 1, { photos: [photo] })
    raised.when(photographOrder, { id: 1, photos: [] }, technician).refuses("Choose at least one photo")
    completed.when(photographOrder, { id: 1, photos: [photo] }, technician).refuses("Photos can be added only while the order is open", 409)
  })
  test("photos that a device took before the order was completed are added when they arrive", () => {
    const photo = { ...file(1), taken: "before" as const }
    const { completedAt } = completed.row(workOrders, 1)!
    const onDevice = { device: 1, number: 2, arrivedAt: completedAt!, doubtMs: 0 }
    const by = (ms: number) => ({ ...technician, at: new Date(Date.parse(completedAt!) + ms).toISOString(), onDevice })
    completed.when(photographOrder, { id: 1, photos: [photo] }, by(-60_000)).holds(workOrders, 1, { status: "completed", photos: [photo] })
    completed.when(photographOrder, { id: 1, photos: [photo] }, by(60_000)).refuses("Photos can be added only while the order is open", 409)
  })
})

describe("completing", () => {
  test("is refused while a checklist line is open, and then writes nothing", () => {
    started
      .when(completeOrder, complete({ checklist: [oilOk[0]!] }), technician)
      .refuses("Line 2 of the checklist is open: Earth leakage tested. Mark it as ok, failed or not applicable", 422)
    started.when(completeOrder, complete({ checklist: [...oilOk, { line: 4, result: "ok", note: "" }] }), technician).refuses(/has no line 4/)
    completed.holds(workOrders, 1, { status: "completed", completedBy: 3 })
  })
  test("issues parts from the store at cost, never more than on hand", () => {
    const used = started.when(
      completeOrder,
      complete({ checklist: oilOk, parts: [1_000, 2_000].map((quantity) => ({ stockItemId: 1, quantity })) }),
      technician,
    )
    used.gives(["work_order/1", "WorkOrderCompleted"], ["stock_level/1", "StockMoved"])
    used.holds(stockLevels, 1, { currentQuantity: 1_000, value: 12_50 }).holds(workOrders, 1, { actualCost: 37_50 })
    started
      .when(completeOrder, complete({ checklist: oilOk, parts: [{ stockItemId: 1, quantity: 5_000 }] }), technician)
      .refuses("There are only 4.00 piece of Oil filter at Site 1")
    started.when(completeOrder, complete({ checklist: oilOk, parts: [{ stockItemId: 1, quantity: 0 }] }), technician).refuses("Quantity must be greater than 0")
  })
  test("counts hours at the pay rate of the day", () => {
    // a thousand dollars a month of 173⅓ hours
    const worked = started.when(completeOrder, complete({ checklist: oilOk, hours: [{ staffId: 1, contractorId: null, minutes: 104 }] }), technician)
    worked.holds(workOrders, 1, { actualCost: 10_00 })
    started
      .when(completeOrder, complete({ checklist: oilOk, hours: [{ staffId: null, contractorId: null, minutes: 60 }] }), technician)
      .refuses(/choose a staff member or a contractor/)
  })
  test("a failed checklist line creates a follow-up order", () => {
    const failed = started.when(completeOrder, complete({ checklist: [oilOk[0]!, { line: 2, result: "failed", note: "Trips at 60 mA" }] }), technician)
    failed.gives(["work_order/1", "WorkOrderCompleted"], ["work_order/2", "WorkOrderRequested"])
    failed.holds(workOrders, 2, {
      orderNumber: "WO-2026-00002",
      followUpOf: 1,
      origin: "follow_up",
      status: "pending",
      description: "Failed at WO-2026-00001:\n- Earth leakage tested: Trips at 60 mA",
    })
  })
  test("requires the client's signature if agreed, with the name of the signatory", () => {
    const signing = here.when(raiseOrder, { ...noise, signatureRequired: true, ...toTechnician }, supervisor).when(startOrder, { id: 1 }, technician)
    signing.when(completeOrder, complete(), technician).refuses("This order needs the client's signature. Let them sign before you complete it")
    signing.when(completeOrder, complete({ signature: file(7) }), technician).refuses("Say who signed")
    signing.when(completeOrder, complete({ signature: file(7), signedBy: "Ayen", rating: 6 }), technician).refuses("Rating must be from 1 to 5")
    signing.when(completeOrder, complete({ signature: file(7), signedBy: "Ayen", rating: 5, photos: [file(8)] }), technician).holds(workOrders, 1, {
      completion: { signature: file(7), signedBy: "Ayen", rating: 5, remarks: "" },
      photos: [{ ...file(8), taken: "after" }],
    })
  })
})

describe("after completion", () => {
  test("someone other than the worker verifies the order", () => {
    const itself = started.when(completeOrder, complete({ checklist: oilOk }), supervisor)
    itself.when(verifyOrder, { id: 1, note: "" }, supervisor).refuses("You did this work, so another person must verify it", 403)
    completed.when(verifyOrder, { id: 1, note: "Clean" }, supervisor).holds(workOrders, 1, { status: "verified", verifiedBy: 6 })
    raised.when(verifyOrder, { id: 1, note: "" }, supervisor).refuses("Only a completed order can be verified", 409)
  })
  test("an order can be reopened within seven days, and the parts used stay recorded", () => {
    const used = started.when(completeOrder, complete({ checklist: oilOk, parts: [{ stockItemId: 1, quantity: 1_000 }] }), technician)
    const reopened = used.when(reopenOrder, { id: 1, reason: "Still noisy" }, person(6, { today: "2026-11-28", at: at("08:00", "2026-11-28") }))
    reopened.holds(workOrders, 1, { status: "in_progress", completedAt: null, actualCost: 12_50 })
    reopened.when(completeOrder, complete({ parts: [{ stockItemId: 1, quantity: 2_000 }] }), technician).holds(workOrders, 1, { actualCost: 37_50 })
    used
      .when(reopenOrder, { id: 1, reason: "Still noisy" }, person(6, { today: "2026-11-29", at: at("08:00", "2026-11-29") }))
      .refuses("WO-2026-00001 was completed more than 7 days ago. Create a new order instead", 409)
  })
  test("the requester can cancel it before work begins", () => {
    const mine = here.when(raiseOrder, { origin: "issue" as const, ...noise, location: "", photos: [], reportedAt: null }, technician)
    mine.when(cancelOrder, { id: 1, reason: "" }, technician).refuses("Reason is required")
    mine.when(cancelOrder, { id: 1, reason: "It stopped" }, technician).holds(workOrders, 1, { status: "cancelled", cancelReason: "It stopped" })
    raised.when(cancelOrder, { id: 1, reason: "No" }, technician).refuses("Only the requester or a supervisor can cancel an order", 403)
    started.when(cancelOrder, { id: 1, reason: "No" }, supervisor).refuses("Only an order on which work has not started can be cancelled", 409)
  })
})

/** The statuses between which each command moves an order. */
const transitions: Record<string, { readonly act: Command<never>; readonly input: object; readonly to: Partial<Record<Status, Status>> }> = {
  assign: {
    act: assignOrder,
    input: { scheduledDate: null, ...toTechnician },
    to: { pending: "assigned", assigned: "assigned", in_progress: "in_progress", on_hold: "on_hold" },
  },
  start: { act: startOrder, input: {}, to: { assigned: "in_progress", in_progress: "in_progress" } },
  hold: { act: holdOrder, input: { reason: "Rain" }, to: { in_progress: "on_hold" } },
  resume: { act: resumeOrder, input: {}, to: { on_hold: "in_progress", in_progress: "in_progress" } },
  complete: { act: completeOrder, input: { ...nothingUsed, checklist: oilOk }, to: { in_progress: "completed", completed: "completed" } },
  verify: { act: verifyOrder, input: { note: "" }, to: { completed: "verified", verified: "verified" } },
  cancel: { act: cancelOrder, input: { reason: "Not needed" }, to: { pending: "cancelled", assigned: "cancelled" } },
  reopen: { act: reopenOrder, input: { reason: "Not done" }, to: { completed: "in_progress" } },
}

test("any sequence of commands follows the allowed status transitions, and a refusal changes nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...Object.keys(transitions)), { maxLength: 25 }), (names) => {
      let now: Pick<Then, "when" | "row"> = raised
      let status: Status = "pending"
      for (const name of names) {
        const { act, input, to } = transitions[name]!
        const next = now.when(act as Command<object>, { id: 1, ...input }, person(10) as By)
        const after: Status | undefined = to[status]
        expect(next.refusal === undefined, `${name} of ${status}`).toBe(after !== undefined)
        if (after === undefined) continue
        now = next
        status = after
        expect(now.row(workOrders, 1)!.status).toBe(status)
        expect(now.row(workOrders, 1)!.holds.filter(({ to }) => to === null)).toHaveLength(status === "on_hold" ? 1 : 0)
      }
    }),
  )
})
