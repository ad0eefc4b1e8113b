/** The resource of leave types. */
import { STAFF } from "@ops/platform/access/rule.ts"
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { addLeaveType, changeLeaveType, leaveTypes as stream } from "./leave-type.ts"

const manages = { may: ["users.department", "users.manage"], scope: "the company's types of leave" } as const
const inUse = {
  fields: {},
  sorts: { id: "r.id" },
  filters: {
    status: {
      sql: "case when r.is_active then 'active' else 'closed' end",
      words: ["active", "closed"],
      names: { active: "In use", closed: "Archived" },
      label: "State",
    },
  },
} as const

export const leaveTypes = resource("leaveTypes", stream, {
  path: "/api/hr/leave-types",
  noun: ["leave type", "leave types"],
  answer: "LeaveType",
  number: "name",
  area: "leave",
  read: { may: STAFF, rows: everyRow() },
  joins: [inUse],
  titles: { name: "Leave", maxDaysPerYear: "Days a year", carryForward: "Carried forward", countsEveryDay: "Every day counts" },
  list: {
    columns: ["name", "description", "maxDaysPerYear", "accrual", "carryForward", "paid", "countsEveryDay"],
    filters: ["status"],
    sorts: ["name", "maxDaysPerYear", "id"],
    order: "id",
    search: ["name"],
    file: "Leave types",
  },
  commands: {
    add: creates(addLeaveType, manages),
    change: updates(changeLeaveType, { ...manages, method: "PATCH", path: "" }),
  },
})

export const LeaveTypesApi = leaveTypes.api
