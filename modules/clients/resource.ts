/** The resource of clients, and the same parties as customers. Spec: API-017, API-294, ENT-05, ENT-12. */
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { call } from "@ops/platform/http/call-group.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { computed, creates, erases, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { answerOf } from "@ops/platform/http/resources/wire.ts"
import { addClient, changeClient, Client, clients as stream, deactivateClient, eraseClientContact, reactivateClient } from "./client.ts"
import { HISTORIANS, OFFICE, PRICES, READERS } from "./permissions.ts"
import { inForce, rateToday } from "./queries.ts"

/** The reader, and the sites whose contracts and people are shown: those that the reader sees, unless some are requested. Null for all. */
export interface Reader extends SignedIn {
  readonly sites?: ReadonlyArray<number> | null
}
const sitesOf = ({ confinedTo, sites = confinedTo === null ? null : [confinedTo] }: Reader) => sites
const there = (who: Reader, alias: string) => {
  const sites = sitesOf(who)
  return sites === null ? "" : `and ${alias}.site_id = any('{${sites.join(",")}}'::bigint[])`
}

const Text = Schema.NullOr(Schema.String)
/** The newest contract in force today at these sites. */
const newest = (service: string) => (who: Reader) =>
  `left join lateral (select k.* from client_contract k where k.client_id = r.id and ${inForce("k")} ${service} ${there(who, "k")} ` +
  "order by k.start_date desc, k.id desc limit 1) k on true"
const count = (table: string, condition: string) =>
  computed(Schema.Int, (who: Reader) => `(select count(*) from ${table} x where x.client_id = r.id and ${condition} ${there(who, "x")})`, { kind: "whole" })
const rate = `(case when k.service_type = 'catering' then ${rateToday("k")} end)`

const inForceToday = {
  fields: {
    /** start of the contract in force today; null without one */
    contractStartDate: computed(Text, "to_char(k.start_date, 'YYYY-MM-DD')", { kind: "date", label: "Contract from" }),
    contractEndDate: computed(Text, "to_char(k.end_date, 'YYYY-MM-DD')", { kind: "date", label: "Contract to" }),
    /** today's meal rate of that contract, in `contractCurrency`; null without one, and for levels that may not see prices */
    mealRate: computed(Text, (who) => (holdsAny(who, PRICES) ? rate : "null::text"), { kind: "money" }),
    contractCurrency: computed(Schema.NullOr(Schema.Literals(["USD", "SSP"])), "k.currency", { label: "Currency" }),
    activeContracts: count("client_contract", inForce("x")),
    activeStaff: count("staff_member", "x.status = 'active'"),
  },
  from: newest("and k.service_type = 'catering'"),
  dependsOn: ["client_contract", "project", "staff_member"],
} as const

const writes = { may: OFFICE, scope: "all" }
const scope = "3 and 6: own site; 8: own site if it has one; 7 and 10: all; the meal rate only for 6, 7, 8 and 10"
const { clientCode, contracts: _, ...facts } = Client.schemas
export const CustomerAnswer = answerOf("Customer", facts, [], {
  ...Object.fromEntries(Object.entries(inForceToday.fields).map(([name, { schema }]) => [name, schema])),
  customerCode: clientCode,
})

export const clients = resource("clients", stream, {
  path: "/api/clients",
  noun: ["client", "clients"],
  answer: "Client",
  number: "clientCode",
  read: {
    may: READERS,
    /** clients with a contract, a project or people at one of the sites */
    rows: {
      where: (who: Reader) => {
        const at = sitesOf(who)
        const has = (table: string) => `exists (select from ${table} x where x.client_id = r.id and x.site_id = any(?::bigint[]))`
        return at === null ? [] : [{ sql: `(${["client_contract", "project", "staff_member"].map(has).join(" or ")})`, values: [at, at, at] }]
      },
      words: scope,
    },
    history: HISTORIANS,
  },
  hidden: ["contracts"],
  joins: [inForceToday],
  titles: { clientCode: "Code", companyName: "Company", contactPerson: "Contact", paymentTerms: "Terms" },
  list: {
    columns: [
      "clientCode",
      "companyName",
      "contactPerson",
      "email",
      "phone",
      "paymentTerms",
      "contractStartDate",
      "contractEndDate",
      "activeStaff",
      "mealRate",
      "contractCurrency",
      "status",
    ],
    titles: { activeStaff: "Staff" },
    unexported: ["activeStaff"],
    filters: ["status", "currency"],
    sorts: ["companyName", "clientCode", "status", "createdAt"],
    order: "companyName",
    search: ["companyName", "clientCode", "contactPerson", "email"],
    file: "Clients",
  },
  details: ["contractEndDate", "phone", "address", "statementsFrom", "notes"],
  commands: {
    add: creates(addClient, { ...writes, headers: { companyName: ["Company", "Client"], contactPerson: ["Contact"], paymentTerms: ["Terms"] } }),
    change: updates(changeClient, { ...writes, method: "PATCH", path: "" }),
    deactivate: updates(deactivateClient, writes),
    reactivate: updates(reactivateClient, writes),
    eraseContact: erases(eraseClientContact, { path: "erase-contact", may: ["system.admin"], scope: "all" }),
  },
  more: [
    call.list("customers", "/api/customers", "List customers", CustomerAnswer, {
      may: READERS,
      scope,
      dependsOn: ["client", ...inForceToday.dependsOn],
    }),
  ],
})

/** The same parties with the newest contract in force for any service. */
export const customerList = (who: Reader): ListShape => {
  const { select, columns = [], sorts, ...shape } = clients.shape(who)
  const { clientCode, ...others } = sorts
  return {
    ...shape,
    select: select.replace('"clientCode"', '"customerCode"'),
    from: `client r ${newest("")(who)}`,
    sorts: { ...others, customerCode: clientCode! },
    columns: columns.map((column) => (column.key === "clientCode" ? { ...column, key: "customerCode" } : column)),
    file: "Customers",
  }
}

export const ClientRecordsApi = clients.api
