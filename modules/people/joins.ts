/** The staff member of a row, as its answers include them. */
import { Schema } from "effect"
import { computed } from "@ops/platform/http/resources/resource.ts"

const Staff = Schema.Struct({ id: Schema.Int, staffNumber: Schema.String, firstName: Schema.String, lastName: Schema.String }).annotate({
  identifier: "StaffName",
})
const nameSql = "p.first_name || ' ' || p.last_name"

/** The person `p` and department `d` of a row with `staffId`. */
export const staffJoin = {
  fields: {
    staff: computed(Staff, "json_build_object('id', p.id, 'staffNumber', p.staff_number, 'firstName', p.first_name, 'lastName', p.last_name)"),
    name: computed(Schema.String, nameSql, { label: "Staff" }),
    staffNumber: computed(Schema.String, "p.staff_number", { label: "Staff number" }),
    department: computed(Schema.String, "d.name"),
  },
  from: "join company_staff p on p.id = r.staff_id join department d on d.id = p.department_id",
  dependsOn: ["company_staff"],
  sorts: { staff: "p.last_name" },
  search: [nameSql, "p.staff_number"],
} as const
