/** The resource of clients' people. Health and family details are only for people who serve meals. Spec: API-018, SHP-16, ENT-14. */
import { Schema } from "effect"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import { computed, creates, erases, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { clientJoin } from "../joins.ts"
import { KEEPERS, READERS } from "../permissions.ts"
import { changeStaffMember, comeBack, eraseStaffMember, joinStaffMember, leave, loseBadge, rows, StaffMember, staffMembers as stream } from "./staff-member.ts"

const person = {
  fields: {
    project: computed(
      Schema.NullOr(Schema.Struct({ id: Schema.Int, projectName: Schema.String })),
      "(select json_build_object('id', j.id, 'projectName', j.project_name) from project j where j.id = r.project_id)",
      { label: "Project" },
    ),
  },
  dependsOn: ["project"],
  search: ["r.first_name || ' ' || r.last_name"],
} as const
const keeps = { may: KEEPERS, scope: "6: own site; 8: own site if it has one; 7 and 10: all" }

export const staffMembers = resource("staffMembers", stream, {
  path: "/api/staff-members",
  noun: ["staff member", "staff members"],
  answer: "StaffMember",
  number: "staffNumber",
  read: {
    may: READERS,
    rows,
    fields: { badge: OPERATIONS, allergies: OPERATIONS, dietaryRestrictions: OPERATIONS, emergencyContact: OPERATIONS, emergencyPhone: OPERATIONS },
    history: false,
    audited: "health",
  },
  hidden: ["erasedAt"],
  // searched by person only, not by client and site
  joins: [{ ...clientJoin(StaffMember), search: [] }, { ...wholeSiteJoin(StaffMember, "siteId"), search: [] }, person],
  titles: { staffNumber: "Staff #", hireDate: "From", endDate: "Last day" },
  list: {
    columns: ["staffNumber", "firstName", "lastName", "position", "department", "mealPlan", "hireDate", "endDate", "status"],
    filters: [{ field: "status", usual: "active" }, "clientId", "projectId", "mealPlan"],
    sorts: ["lastName", "firstName", "staffNumber", "hireDate"],
    order: "lastName,firstName",
    search: ["staffNumber", "position"],
    site: "siteId",
    file: "Staff members",
  },
  commands: {
    join: creates(joinStaffMember, keeps),
    change: updates(changeStaffMember, { ...keeps, method: "PATCH", path: "" }),
    leave: updates(leave, keeps),
    loseBadge: updates(loseBadge, { ...keeps, path: "badge-lost" }),
    comeBack: updates(comeBack, { ...keeps, path: "return" }),
    erase: erases(eraseStaffMember, { path: "erase", may: ["system.admin"], scope: "all", duties: "only people who have left" }),
  },
})

export const StaffMembersApi = staffMembers.api
