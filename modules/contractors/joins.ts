/** The contractor of a piece of work, in the shape of the answer. */
import { Schema } from "effect"
import { computed } from "@ops/platform/http/resources/resource.ts"

const Named = Schema.Struct({ id: Schema.Int, contractorNumber: Schema.String, firstName: Schema.String, lastName: Schema.String })
const nameSql = "c.first_name || ' ' || c.last_name"

/** The contractor `c` and the department `d` of a row with `contractorId`. */
export const contractorJoin = {
  fields: {
    contractor: computed(Named, "json_build_object('id', c.id, 'contractorNumber', c.contractor_number, 'firstName', c.first_name, 'lastName', c.last_name)"),
    name: computed(Schema.String, nameSql, { label: "Contractor" }),
    contractorNumber: computed(Schema.String, "c.contractor_number", { label: "Contractor #" }),
  },
  from: "join contractor c on c.id = r.contractor_id join department d on d.id = c.department_id",
  dependsOn: ["contractor"],
  sorts: { contractor: "c.last_name" },
  search: [nameSql, "c.contractor_number"],
} as const
