/** The resource of leave requests: how they are listed, made and decided. Days may have fractions: 0.5, 12.25. */
import { Schema } from "effect"
import { APPROVERS, STAFF } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { approveLeave, cancelLeave, LeaveRequest, leaveRequests as stream, rejectLeave, requestLeave } from "./leave-request.ts"
import { staffJoin } from "../joins.ts"
import { decidesSql, leaveOwnJoins, leaveScope, literal, statusSql } from "./queries.ts"

const Place = Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }))
const text = (sql: string, label?: string) => computed(Schema.String, sql, label === undefined ? {} : { label })
const isOwn = ({ person }: SignedIn) => `p.person_id is not distinct from ${Number(person)}::bigint`

/** The order of the list: pending requests first, then the latest. */
export const leaveIndex = "create index on leave_request ((status = 'pending') desc nulls last, start_date desc, id desc)"

const onLeave = {
  fields: {
    siteId: computed(Schema.NullOr(Schema.Int), "p.site_id", { kind: "ref" }),
    site: computed(Place, "case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'code', s.code) end"),
    leaveType: computed(
      Schema.Struct({ id: Schema.Int, name: Schema.String, maxDaysPerYear: Schema.Int, paid: Schema.Boolean }),
      "json_build_object('id', t.id, 'name', t.name, 'maxDaysPerYear', t.max_days_per_year, 'paid', t.paid)",
    ),
    /** the name of the leave type */
    type: text("t.name", "Leave type"),
    /** approved leave that is over is shown as taken */
    status: computed(LeaveRequest.schemas.status, statusSql),
  },
  from: leaveOwnJoins,
  dependsOn: ["leave_type"],
  filters: {
    status: { sql: statusSql },
    departmentId: { sql: "p.department_id" },
    siteId: { sql: "p.site_id" },
    mine: { sql: (who: SignedIn) => `case when ${isOwn(who)} then 'true' else 'false' end` },
  },
  sorts: { status: statusSql, leaveType: "t.name", pending: "(r.status = 'pending')" },
  search: ["t.name"],
} as const

const decides = {
  may: APPROVERS,
  scope: "the supervisor, the head of the department, 6: own site; 8: own department; 10: all",
  stepUp: true,
  method: "PUT",
} as const

export const leaveRequests = resource("leaveRequests", stream, {
  path: "/api/hr/leave-requests",
  noun: ["leave request", "leave requests"],
  answer: "LeaveRequest",
  area: "leave",
  read: {
    may: STAFF,
    rows: { where: leaveScope, words: "3 and 5: own rows; 6: own site; 8: own department; 7 and 10: all" },
    audited: "health",
  },
  hidden: ["status", "markedUntil"],
  joins: [staffJoin, onLeave, userJoin(LeaveRequest, "requestedBy", "approvedBy")],
  titles: {
    totalDays: "Days",
    claimedDays: "Counted by the form",
    appliedDate: "Applied",
    requestedByUser: "Requested by",
    approvedByUser: "Approved by",
    rejectionReason: "Rejected",
    cancelReason: "Called off",
    emergencyContact: "In an emergency",
    handoverNotes: "Handover",
    type: "Leave Type",
    startDate: "From",
    endDate: "To",
  },
  list: {
    columns: ["staffNumber", "name", "type", "startDate", "endDate", "totalDays", "status", "appliedDate", "department"],
    titles: { staffNumber: "Staff #" },
    unexported: ["department"],
    filters: ["status", "staffId", "leaveTypeId", "departmentId", "mine"],
    sorts: ["startDate", "endDate", "appliedDate", "totalDays", "status", "staff", "leaveType", "pending"],
    order: "-pending,-startDate",
    date: "startDate",
    site: "siteId",
    file: "Leave requests",
  },
  details: [
    "totalDays",
    "claimedDays",
    "reason",
    "staffNumber",
    "department",
    "site",
    "appliedDate",
    "requestedByUser",
    "approvedByUser",
    "rejectionReason",
    "cancelReason",
    "emergencyContact",
    "handoverNotes",
  ],
  commands: {
    request: creates(requestLeave, {
      may: STAFF,
      scope: "the caller; 6: own site; 8: own department; 10: all",
      // the form's own count
      aliases: { totalDays: "claimedDays" },
    }),
    approve: updates(approveLeave, {
      ...decides,
      duties: "not for one's own leave; level 10 may override with a reason",
      versioned: true,
      // the inbox counts by this hint
      hint: (who) => `(r.status = 'pending' and ${literal(decidesSql(who))} and p.status <> 'terminated')`,
    }),
    reject: updates(rejectLeave, { ...decides, duties: "not for one's own leave", aliases: { rejectionReason: "reason" } }),
    cancel: updates(cancelLeave, { may: STAFF, scope: "the person, the requester, and the approver", method: "PUT" }),
  },
})

export const LeaveRequestsApi = leaveRequests.api
