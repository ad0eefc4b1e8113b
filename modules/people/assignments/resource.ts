/** How assignments are reached and made: who works where, and how many should be at a site. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { STAFF } from "@ops/platform/access/rule.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { staffJoin } from "../joins.ts"
import { staffScope } from "../queries.ts"
import { assignsSql, isRotation, onTurnSql, statusSql } from "./queries.ts"
import { assignStaff, cancelAssignment, endAssignment, StaffAssignment, staffAssignments as stream } from "./staff-assignment.ts"

const Whole = Schema.NullOr(Schema.Int)
const statuses = ["planned", "active", "completed", "cancelled"] as const

/** A site's day: people expected, planned, and fed. */
const HeadCountAnswer = Schema.Struct({
  id: Schema.Int,
  date: Schema.String,
  siteId: Schema.Int,
  siteName: Schema.String,
  siteCode: Schema.String,
  /** own people: assigned there and on turn, or based there, and not on leave */
  ownStaff: Schema.Int,
  /** own people recorded at work; null if none was recorded */
  ownPresent: Whole,
  /** clients' people planned by the contracts, at the largest meal */
  planned: Schema.Int,
  /** own people plus those planned */
  expected: Schema.Int,
  /** everyone who ate at the largest meal; null if no meal was recorded */
  fed: Whole,
  /** fed minus expected */
  gap: Whole,
}).annotate({ identifier: "HeadCount" })

const headCount = call.list("headCount", "/api/hr/head-count", "Read the head-count of sites", HeadCountAnswer, {
  may: ["team.manage", "department.manage", "finance.full"],
  scope: "6: own site; 8: own site if it has one; 7 and 10: all",
  dependsOn: ["staff_assignment", "company_staff", "attendance", "leave_request", "meal_session", "meal_attendance", "staff_feeding_record"],
})

const standing = {
  fields: {
    /** derived from its dates, unless cancelled */
    status: computed(Schema.Literals(statuses), statusSql),
    /** for a rotation: whether today is a working day */
    onTurn: computed(Schema.NullOr(Schema.Boolean), `case when ${isRotation} and es.today() >= r.start_date then ${onTurnSql("es.today()")} end`, {
      label: "Today",
    }),
    projectName: computed(
      Schema.NullOr(Schema.String),
      "case when r.project_kind = 'client' then (select j.project_name from project j where j.id = r.project_id and j.site_id = r.site_id) end",
      { label: "Project" },
    ),
  },
  filters: { status: { sql: statusSql, words: statuses } },
  sorts: { status: statusSql },
} as const

const assigns = { may: ["team.manage", "department.manage"], scope: "6: own people to the own site; 8: own department; 10: all" } as const

export const assignments = resource("assignments", stream, {
  path: "/api/hr/assignments",
  noun: ["assignment", "assignments"],
  answer: "Assignment",
  read: { may: STAFF, rows: { where: staffScope, words: "3 and 5: own rows; 6: own site; 8: own department; 7 and 10: all" } },
  hidden: ["status"],
  joins: [staffJoin, wholeSiteJoin(StaffAssignment, "siteId"), standing, userJoin(StaffAssignment, "assignedBy")],
  titles: { assignmentType: "Type", startDate: "From", endDate: "Until", endReason: "Why it ended" },
  list: {
    columns: ["staffNumber", "name", "siteName", "projectName", "role", "assignmentType", "startDate", "endDate", "status"],
    titles: { staffNumber: "Staff #", endDate: "To" },
    filters: ["status", "assignmentType", "staffId"],
    sorts: ["startDate", "endDate", "staff", "site", "role", "status", "assignmentType"],
    order: "-startDate,staff",
    search: ["role"],
    date: "startDate",
    site: "siteId",
    file: "Assignments",
  },
  details: [
    "staffNumber",
    "department",
    "assignmentType",
    "rotation",
    "onTurn",
    "projectName",
    "startDate",
    "endDate",
    "endReason",
    "responsibilities",
    "notes",
    "assignedByUser",
  ],
  commands: {
    assign: creates(assignStaff, assigns),
    end: updates(endAssignment, {
      ...assigns,
      method: "PUT",
      onHint: true,
      hint: (who) => `(${assignsSql(who)} and r.status <> 'cancelled' and (r.end_date is null or r.end_date >= es.today()) and r.start_date <= es.today())`,
    }),
    cancel: updates(cancelAssignment, { ...assigns, method: "PUT" }),
  },
  more: [headCount],
})

export const AssignmentsApi = assignments.api
