import { describe, expect, test } from "vitest"
import { command, get } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { given } from "@ops/platform/testing/given.ts"
import { SlaClockStarted, slaClocks, SlaEscalated } from "@ops/facilities/service-levels/sla-clock.ts"
import { WorkOrderCancelled, WorkOrderCompleted, WorkOrderRequested, workOrders, WorkOrderStarted } from "@ops/facilities/work-orders/work-order.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import { alerts } from "../alert.ts"
import { facilitiesRules } from "./facilities-rules.ts"

const dues = { responseDue: "2026-11-21T09:00:00.000Z", resolutionDue: "2026-11-21T12:00:00.000Z" }
const order = {
  orderNumber: "WO-2026-00001",
  siteId: 1,
  location: "Power house",
  assetId: null,
  serviceType: "equipment_maintenance",
  priority: "high",
  description: "The generator makes a noise",
  dueDate: null,
  scheduledDate: null,
  clientId: 1,
  contractId: null,
  billable: false,
  emergency: false,
  origin: "request",
  estimatedCost: null,
  notes: "",
  planId: null,
  followUpOf: null,
  signatureRequired: false,
  requestedBy: null,
  requestDate: "2026-11-21",
  reportedAt: null,
  photos: [],
  plannedParts: [],
  checklist: [],
  ...dues,
} as const
const promise = {
  siteId: 1,
  clientId: 1,
  responseMinutes: 60,
  resolutionMinutes: 240,
  aroundTheClock: false,
  creditAmount: 0,
  responseWarnAt: null,
  resolutionWarnAt: null,
}
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* get(stream, id)
  return changes
})
const boss = PersonAdded({
  employeeId: "FO-SUP-001",
  firstName: "Grace",
  lastName: "Achol",
  email: null,
  phoneNumber: null,
  role: "supervisor",
  accessLevel: 6,
  department: "operations",
  siteId: 1,
  position: null,
  supervisor: null,
  hireDate: null,
} as Parameters<typeof PersonAdded>[0])
const here = given(people.at(6, boss), workOrders.at(1, WorkOrderRequested(order)), slaClocks.at(1, SlaClockStarted({ ...promise, ...dues }))).with(
  ...facilitiesRules,
)
const escalated = (clock: "response" | "resolution", percent: number, to: number | null = 6) => slaClocks.at(1, SlaEscalated({ clock, percent, to }))
const completed = {
  completedBy: null,
  checklist: [],
  parts: [],
  hours: [],
  photos: [],
  completion: { signature: null, signedBy: "", rating: null, remarks: "" },
  resolutionMet: false,
}

describe("an SLA close to its deadline", () => {
  test("raises an alert at 80%, critical at 100%, naming the person who was notified", () => {
    const warned = here.when(told, [escalated("response", 80)])
    warned.holds(alerts, 1, {
      priority: "high",
      status: "open",
      siteId: 1,
      title: "The generator makes a noise",
      message: "WO-2026-00001, Power house. 80% of the time for the response has passed, due 2026-11-21 11:00. Notified: Grace Achol",
      relatedEntity: "work_order",
      relatedEntityId: 1,
    })
    const late = warned.when(told, [escalated("response", 100, null)])
    expect(late.row(alerts, 1)).toMatchObject({ priority: "critical", message: expect.stringMatching(/The response is overdue, due 2026-11-21 11:00$/) })
    expect(late.row(alerts, 2)).toBeUndefined()
  })
  test("ends the response alert when work starts, and the resolution alert when it is completed", () => {
    const both = here.when(told, [escalated("response", 100), escalated("resolution", 80)])
    const begun = both.when(told, [workOrders.at(1, WorkOrderStarted({ responseMet: false }))])
    begun.holds(alerts, 1, { status: "resolved" }).holds(alerts, 2, { status: "open" })
    begun.when(told, [workOrders.at(1, WorkOrderCompleted(completed))]).holds(alerts, 2, { status: "resolved" })
    both
      .when(told, [workOrders.at(1, WorkOrderCancelled({ reason: "Double" }))])
      .holds(alerts, 1, { status: "resolved" })
      .holds(alerts, 2, { status: "resolved" })
  })
})
