/** The resource of pay components: reading, adding and ending. */
import { Schema } from "effect"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { addComponent, endComponent, payComponents as stream } from "./pay-component.ts"

const Text = Schema.NullOr(Schema.String)
const person = {
  fields: {
    staffNumber: computed(Schema.String, "c.staff_number", { label: "Staff #" }),
    firstName: computed(Text, "c.first_name"),
    lastName: computed(Text, "c.last_name"),
  },
  from: "join company_staff c on c.id = r.staff_id",
  dependsOn: ["company_staff"],
  sorts: { staffNumber: "c.staff_number" },
  search: ["c.first_name || ' ' || c.last_name", "c.staff_number"],
} as const

const makes = { may: ["finance.full"], scope: "all", duties: "not for one's own pay", stepUp: true } as const

export const payComponents = resource("payComponents", stream, {
  path: "/api/pay-components",
  noun: ["pay component", "pay components"],
  answer: "PayComponent",
  area: "payroll",
  // components that were withdrawn before they were paid are hidden
  read: { may: ["finance.full"], rows: { where: () => [{ sql: "not r.is_withdrawn" }], words: "all" }, audited: "pay", history: false },
  hidden: ["isWithdrawn"],
  joins: [person],
  list: {
    columns: ["staffNumber", "firstName", "lastName", "kind", "name", "currency", "amount", "from", "to"],
    filters: ["staffId", "kind"],
    sorts: ["from", "name", "staffNumber", "createdAt"],
    order: "-createdAt",
    search: ["name"],
    file: "Pay components",
  },
  details: ["staffNumber", "kind", "amount", "from", "to"],
  commands: { add: creates(addComponent, makes), end: updates(endComponent, { ...makes, method: "PUT" }) },
})

export const PayComponentsApi = payComponents.api
