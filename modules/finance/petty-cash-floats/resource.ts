/** How petty cash floats are reached, read, filled and counted. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { STAFF } from "@ops/platform/access/rule.ts"
import { computed, creates, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { personAs, User } from "@ops/identity/joins.ts"
import { siteJoin } from "@ops/sites/joins.ts"
import { countFloat, openFloat, PettyCashFloat, pettyCashFloats as stream, rows, topUpFloat } from "./float.ts"
import { FLOAT_COUNTERS, movementKinds } from "../petty-cash/labels.ts"

/** A line of a float's cash book: the change and the balance after it. */
export const Movement = Schema.Struct({
  id: Schema.Int,
  floatId: Schema.Int,
  kind: Schema.Literals(movementKinds),
  date: Schema.String,
  amount: Schema.String,
  balance: Schema.String,
  requestId: Schema.NullOr(Schema.Int),
  purpose: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  reference: Schema.NullOr(Schema.String),
  journalEntryId: Schema.NullOr(Schema.Int),
  journalEntryNumber: Schema.NullOr(Schema.String),
  movedByUser: User,
  createdAt: Schema.String,
})

const keeper = "(select p.first_name || ' ' || p.last_name from person p where p.id = r.custodian_id)"
const own = {
  fields: {
    custodian: personAs("r.custodian_id", "Custodian"),
    /** paid out and not retired yet */
    out: computed(
      Schema.String,
      "es.money((select coalesce(sum(q.amount), 0)::bigint from petty_cash_request q where q.float_id = r.id and q.status = 'disbursed'))",
      { label: "Out with people", kind: "money" },
    ),
    /** whether this person can pay out of it */
    canDisburse: computed(Schema.Boolean, (who) =>
      who.simulated ? "false" : `(r.balance > 0${holds(who, "payments.process") ? "" : ` and r.custodian_id = ${Number(who.person)}`})`,
    ),
  },
  sorts: { custodian: keeper },
  search: [keeper],
  dependsOn: ["petty_cash_request"],
} as const satisfies Join

export const pettyCashFloats = resource("pettyCashFloats", stream, {
  path: "/api/petty-cash-floats",
  noun: ["float", "floats"],
  answer: "PettyCashFloat",
  number: "name",
  read: { may: STAFF, rows },
  joins: [siteJoin(PettyCashFloat, "siteId"), own],
  titles: { lastCountedOn: "Counted", name: "Float" },
  list: {
    columns: ["name", "siteName", "custodian", "currency", "lastCountedOn", "limit", "balance", "out"],
    unexported: ["custodian", "lastCountedOn"],
    filters: ["currency"],
    sorts: ["name", "site", "custodian", "balance", "limit", "lastCountedOn"],
    order: "name",
    search: ["name"],
    site: "siteId",
    file: "Petty cash floats",
  },
  details: ["balance", "out", "limit", "custodian", "lastCountedOn"],
  commands: {
    open: creates(openFloat, { may: ["finance.full"], scope: "all" }),
    topUp: updates(topUpFloat, { path: "top-up", may: ["payments.process"], scope: "all", duties: "not the custodian", stepUp: true }),
    count: updates(countFloat, {
      may: FLOAT_COUNTERS,
      duties: "not the custodian; a difference within the level's limit for petty cash",
      stepUp: true,
    }),
  },
  more: [
    call.list("movements", "/api/petty-cash-floats/:id/movements", "List the movements of a petty cash float", Movement, {
      filters: ["kind"],
      may: STAFF,
      scope: rows.words,
      dependsOn: ["petty_cash_movement"],
    }),
  ],
})

export const PettyCashFloatsApi = pettyCashFloats.api
