/** The API of possible assignees of a work order. */
import { Schema } from "effect"
import { apiOf, call, groupOf } from "@ops/platform/http/call-group.ts"
import { ListQuery, OneOf } from "@ops/platform/http/contract.ts"
import { DISPATCHERS } from "../work-orders/access.ts"
import { serviceTypes } from "../work-orders/labels.ts"

const Text = Schema.NullOr(Schema.String)
const load = { openOrders: Schema.Int, inProgress: Schema.Int }
const place = {
  /** the person's site on that day */
  siteId: Schema.NullOr(Schema.Int),
  siteName: Text,
  here: Schema.Boolean,
  /** whether the position or the contractor's work matches the service */
  skilled: Schema.Boolean,
}

export const AssigneesAnswer = Schema.Struct({
  at: Schema.String,
  date: Schema.String,
  people: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      staffNumber: Schema.String,
      name: Schema.String,
      position: Schema.String,
      department: Schema.String,
      team: Text,
      ...place,
      onShift: Schema.Boolean,
      checkedIn: Schema.Boolean,
      onLeave: Schema.Boolean,
      /** start of current leave, or of leave that begins within a fortnight */
      leaveFrom: Text,
      leaveTo: Text,
      ...load,
      /** the reason for absence at that hour */
      why: Text,
    }),
  ),
  contractors: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      contractorNumber: Schema.String,
      name: Schema.String,
      companyName: Text,
      serviceType: Schema.String,
      skills: Schema.Array(Schema.String),
      ...place,
      /** the contractor's task on that day */
      task: Text,
      ...load,
    }),
  ),
  teams: Schema.Array(Schema.Struct({ team: Schema.String, people: Schema.Int, onShift: Schema.Int, free: Schema.Int, openOrders: Schema.Int })),
}).annotate({ identifier: "Assignees" })

export const AssigneesGroup = groupOf("assignees", [
  call.get("board", "/api/work-orders/assignees", "Read who can take a work order", AssigneesAnswer, {
    query: {
      siteId: ListQuery.siteId,
      serviceType: Schema.optional(OneOf("Service type", ...serviceTypes)),
      at: Schema.optional(Schema.String),
      everyone: Schema.optional(Schema.Literals(["true", "false"])),
      asOf: ListQuery.asOf,
    },
    may: DISPATCHERS,
    scope: "6: who is at the own site; 8: its own site if it has one; 10: all",
    dependsOn: ["work_order", "company_staff", "leave_request", "attendance", "staff_assignment", "contractor", "contractor_assignment"],
  }),
])

export const AssigneesApi = apiOf(AssigneesGroup)
