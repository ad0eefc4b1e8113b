/** How the work of contractors is reached: assignments, and the hours of each day. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { IdInput } from "@ops/platform/http/contract.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { dealsSql, places, READERS, workRows } from "../access.ts"
import { contractorJoin } from "../joins.ts"
import {
  assignContractor,
  cancelContractorAssignment,
  completeAssignment,
  rateAssignment,
  recordHours,
  rejectHours,
  startAssignment,
} from "./assignment-commands.ts"
import { ContractorAssignment, contractorAssignments as assignmentStream } from "./contractor-assignment.ts"
import { ContractorHours, contractorHours as hoursStream } from "./contractor-hours.ts"

const Text = Schema.NullOr(Schema.String)
/** Whether assignment `r` has a day for which hours can still be recorded: not settled, and in a month that is not billed. */
const recordableDay = `exists (select from generate_series(r.started_on, least(es.today(), coalesce(r.completed_on, r.end_date), c.ended_on), interval '1 day') as d(day)
  where not exists (select from contractor_hours h where h.assignment_id = r.id and h.date = d.day and h.status in ('approved', 'billed'))
    and not exists (select from contractor_account t, jsonb_array_elements(t.bills) b
      where t.id = c.id and (b->>'siteId')::bigint = r.site_id and b->>'month' = to_char(d.day, 'YYYY-MM')))`

const work = {
  fields: {
    projectName: computed(Text, "(select j.project_name from project j where j.id = r.project_id)", { label: "Project" }),
    /** of 5 */
    rating: computed(Text, "es.money(r.rating)", { label: "Rating" }),
    /** recorded and not rejected */
    actualHours: computed(
      Schema.String,
      "(select es.quantity(coalesce(sum(h.hours), 0)::bigint) from contractor_hours h where h.assignment_id = r.id and h.status <> 'rejected')",
      { label: "Hours" },
    ),
    canRecord: computed(
      Schema.Boolean,
      (who: SignedIn) => `(${dealsSql(who, "r.site_id")} and r.status in ('started', 'completed') and c.status <> 'suspended' and ${recordableDay})`,
    ),
  },
  dependsOn: ["contractor_hours"],
} as const

const puts = { ...places, method: "PUT" } as const

export const contractorAssignments = resource("contractorAssignments", assignmentStream, {
  path: "/api/contractor-assignments",
  noun: ["assignment", "assignments"],
  answer: "ContractorAssignment",
  area: "contractorWork",
  read: { may: READERS, rows: workRows },
  hidden: ["rating"],
  joins: [contractorJoin, wholeSiteJoin(ContractorAssignment, "siteId"), work, userJoin(ContractorAssignment, "assignedBy")],
  titles: { startDate: "From", endDate: "To" },
  list: {
    columns: ["contractorNumber", "name", "siteName", "task", "projectName", "startDate", "endDate", "actualHours", "status", "rating"],
    filters: ["status", "contractorId", "assignmentType", "projectId"],
    sorts: ["startDate", "endDate", "contractor", "site", "task", "status"],
    order: "-startDate,contractor",
    search: ["task"],
    date: "startDate",
    site: "siteId",
    file: "Contractor assignments",
  },
  commands: {
    assign: creates(assignContractor, places),
    start: updates(startAssignment, puts),
    complete: updates(completeAssignment, puts),
    cancel: updates(cancelContractorAssignment, puts),
    rate: updates(rateAssignment, { ...puts, path: "rating" }),
  },
})

/** All or none of those named. */
const approve = call.post("approve", "/api/contractor-hours/approve", "Approve hours of contractors", Schema.Struct({ approved: Schema.Int }), {
  payload: Schema.Struct({
    ids: Schema.Array(IdInput("Choose the hours to approve"))
      .check(Schema.isMinLength(1, { message: "Choose the hours to approve" }))
      .check(Schema.isMaxLength(200, { message: "Approve at most 200 days at a time" })),
  }),
  ...places,
  duties: "not the person who recorded them",
})

const day = {
  fields: {
    task: computed(Schema.String, "(select x.task from contractor_assignment x where x.id = r.assignment_id)"),
    bill: computed(Text, "(select b.bill_number from contractor_bill b where b.id = r.bill_id)", { label: "Bill" }),
    canDecide: computed(
      Schema.Boolean,
      (who: SignedIn) => `(${dealsSql(who, "r.site_id")} and r.status = 'recorded' and r.recorded_by is distinct from ${Number(who.person)}::bigint)`,
    ),
  },
  dependsOn: ["contractor_bill"],
} as const

export const contractorHours = resource("contractorHours", hoursStream, {
  path: "/api/contractor-hours",
  noun: ["hours", "hours"],
  answer: "ContractorHours",
  area: "contractorWork",
  read: { may: READERS, rows: workRows, history: false },
  hidden: ["approvedAt"],
  joins: [contractorJoin, wholeSiteJoin(ContractorHours, "siteId"), day, userJoin(ContractorHours, "recordedBy", "approvedBy")],
  list: {
    columns: ["contractorNumber", "name", "siteName", "date", "task", "hours", "status", "note", "bill"],
    unexported: ["task"],
    filters: ["status", "contractorId", "assignmentId"],
    sorts: ["date", "contractor", "site", "hours", "status"],
    order: "-date,contractor",
    search: ["note"],
    date: "date",
    site: "siteId",
    file: "Contractor hours",
  },
  commands: {
    record: creates(recordHours, places),
    reject: updates(rejectHours, { ...places, method: "PUT", duties: "not the person who recorded them" }),
  },
  more: [approve],
})

export const ContractorAssignmentsApi = contractorAssignments.api
export const ContractorHoursApi = contractorHours.api
