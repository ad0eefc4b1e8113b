/** The resources of departments and positions. Amounts are decimal strings in USD. */
import { Schema } from "effect"
import { FINANCE, STAFF } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { addPosition, changePosition, companyPositions } from "./company-position.ts"
import { addDepartment, changeDepartment, departments as departmentStream } from "./department.ts"

/** Who may see budgets and base salaries. */
const BUDGETS = [...FINANCE, "department.manage"] as const
const Named = Schema.Struct({ id: Schema.Int, name: Schema.String })
const inUse = { status: { sql: "case when r.is_active then 'active' else 'closed' end", words: ["active", "closed"] } } as const

const led = {
  fields: {
    manager: computed(Schema.NullOr(Named), "case when m.id is not null then json_build_object('id', m.id, 'name', m.first_name || ' ' || m.last_name) end"),
    /** active people of the sites that the reader may see */
    staff: computed(
      Schema.Int,
      ({ confinedTo }: SignedIn) =>
        `(select count(*) from company_staff p where p.department_id = r.id and p.status = 'active'${confinedTo === null ? "" : ` and p.site_id = ${Number(confinedTo)}`})`,
      { kind: "whole" },
    ),
  },
  from: "left join person m on m.id = r.manager_id",
  dependsOn: ["company_staff"],
  filters: inUse,
  sorts: { id: "r.id" },
} as const

const users = { may: ["users.manage"], scope: "all" } as const

export const departments = resource("departments", departmentStream, {
  path: "/api/hr/departments",
  noun: ["department", "departments"],
  answer: "Department",
  area: "staff",
  read: { may: STAFF, rows: everyRow("all; the budget only for 7, 8 and 10"), fields: { budget: BUDGETS }, history: false },
  joins: [led],
  list: { columns: ["name", "staff"], filters: ["status"], sorts: ["name", "id"], order: "name", search: ["name"], file: "Departments" },
  commands: {
    add: creates(addDepartment, users),
    change: updates(changeDepartment, { ...users, method: "PATCH", path: "" }),
  },
})

const ofDepartment = {
  fields: { department: computed(Named, "json_build_object('id', d.id, 'name', d.name)") },
  from: "join department d on d.id = r.department_id",
  dependsOn: ["department"],
  filters: inUse,
  sorts: { department: "d.name", id: "r.id" },
  search: ["d.name"],
} as const

const leads = { may: ["users.department", "users.manage"], scope: "8: own department; 10: all" } as const

export const positions = resource("positions", companyPositions, {
  path: "/api/hr/positions",
  noun: ["position", "positions"],
  answer: "Position",
  area: "staff",
  read: { may: STAFF, rows: everyRow("all; the base salary only for 7, 8 and 10"), fields: { baseSalary: BUDGETS }, history: false },
  joins: [ofDepartment],
  list: {
    columns: ["title", "level"],
    filters: ["departmentId", "status"],
    sorts: ["title", "department", "id"],
    order: "title",
    search: ["title"],
    file: "Positions",
  },
  commands: {
    add: creates(addPosition, leads),
    change: updates(changePosition, { ...leads, method: "PATCH", path: "" }),
  },
})

export const DepartmentsApi = departments.api
export const PositionsApi = positions.api
