/** The resource of petty cash requests: reading, deciding and paying out. */
import { Schema } from "effect"
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { STAFF } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { computed, creates, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { entryNumberSql, reversalColumns, reversalJoin } from "@ops/ledger/joins.ts"
import { reversalCall, reverses } from "@ops/ledger/reversals/contract.ts"
import { limitSql } from "../expense-requests/queries.ts"
import { PETTY_CASH_DECIDERS } from "./labels.ts"
import {
  approvePettyCash,
  disbursePettyCash,
  isOwnSql,
  keepsSql,
  PettyCashRequest,
  pettyCashRequests as stream,
  rejectPettyCash,
  requestPettyCash,
  retirePettyCash,
  reversePettyCash,
  rows,
} from "./request.ts"

export const pettyCashLimitSql = (level: number) => limitSql(level, "petty_cash_policy")

const Text = Schema.NullOr(Schema.String)
const requester = "(select p.first_name || ' ' || p.last_name from person p where p.id = r.requested_by)"
const own = {
  fields: {
    siteName: computed(Text, "s.name", { label: "Site" }),
    siteCode: computed(Text, "s.code", { label: "Site" }),
    floatName: computed(Text, "f.name", { label: "Float" }),
    disbursementEntryNumber: computed(Text, entryNumberSql("r.disbursement_entry_id"), { label: "Entry of the payment" }),
    retirementEntryNumber: computed(Text, entryNumberSql("r.retirement_entry_id"), { label: "Entry of the receipts" }),
  },
  from: "left join site s on s.id = r.site_id left join petty_cash_float f on f.id = r.float_id",
  sorts: { requestedBy: requester, site: "s.name", amount: "r.amount_usd", id: "r.id" },
  search: ["s.name", requester],
  dependsOn: ["petty_cash_float", "petty_cash_policy"],
} as const satisfies Join

/** Whether a person can approve a request `r`. */
const canApprove = (who: SignedIn) =>
  who.level >= 6 && !who.simulated && holdsAny(who, PETTY_CASH_DECIDERS)
    ? `(r.status = 'pending' and not ${isOwnSql(who)} and coalesce(r.amount_usd <= ${pettyCashLimitSql(who.level)}, false))`
    : "false"
/** Whether a person can pay a request `r` out of a float; which float, and whether it has enough, is checked by the command. */
const canDisburse = (who: SignedIn) => {
  const pays = who.simulated ? "false" : holds(who, "payments.process") ? "true" : keepsSql(who)
  return `(r.status = 'approved' and not ${isOwnSql(who)} and r.approved_by is distinct from ${Number(who.person)} and ${pays})`
}

const decided = { method: "PATCH", stepUp: true } as const
const paid = { ...decided, versioned: true, may: STAFF } as const

export const pettyCash = resource("pettyCash", stream, {
  path: "/api/crm/petty-cash-requests",
  noun: ["petty cash request", "petty cash requests"],
  answer: "PettyCashRequest",
  number: "requestNumber",
  read: { may: STAFF, rows },
  hidden: ["department", "disbursedRate", "out", ...reversalColumns],
  joins: [own, userJoin(PettyCashRequest, "requestedBy", "approvedBy", "rejectedBy", "disbursedBy", "retiredBy"), reversalJoin],
  titles: {
    amountUsd: "In dollars",
    requestDate: "Date",
    overrideReason: "Override",
    rejectionReason: "Reason",
    disbursedByUser: "Paid out by",
    floatName: "Out of",
    disbursedDate: "Paid out on",
    returned: "Restored",
    retiredByUser: "Taken by",
    retiredDate: "Retired on",
    requestNumber: "Request #",
  },
  list: {
    columns: [
      "requestNumber",
      "requestDate",
      "siteName",
      "requestedByUser",
      "category",
      "purpose",
      "currency",
      "amount",
      "status",
      "floatName",
      "disbursedDate",
      "spent",
      "returned",
      "retiredDate",
    ],
    titles: { requestedByUser: "Requested By", floatName: "Float", disbursedDate: "Paid out", retiredDate: "Retired" },
    unexported: ["requestedByUser"],
    filters: ["status", "category", "currency", "floatId"],
    sorts: ["id", "requestDate", "requestNumber", "requestedBy", "site", "amount", "category", "purpose", "status", "createdAt"],
    order: "-id",
    search: ["requestNumber", "purpose", "notes"],
    date: "requestDate",
    site: "siteId",
    file: "Petty cash requests",
  },
  details: [
    "amount",
    "amountUsd",
    "category",
    "purpose",
    "siteName",
    "requestedByUser",
    "requestDate",
    "notes",
    "approvedByUser",
    "overrideReason",
    "rejectedByUser",
    "rejectionReason",
    "disbursedByUser",
    "floatName",
    "disbursedDate",
    "disbursementEntryNumber",
    "spent",
    "returned",
    "retiredByUser",
    "retiredDate",
    "retirementEntryNumber",
  ],
  commands: {
    request: creates(requestPettyCash, { may: STAFF, scope: "in one's own name; 3, 5 and 6: own site" }),
    approve: updates(approvePettyCash, {
      ...decided,
      versioned: true,
      may: PETTY_CASH_DECIDERS,
      duties: "not who asked; within the level's limit; level 10 may override with a reason",
      // the inbox counts these rows
      hint: canApprove,
    }),
    reject: updates(rejectPettyCash, { ...decided, may: PETTY_CASH_DECIDERS, duties: "not who asked" }),
    disburse: updates(disbursePettyCash, {
      ...paid,
      duties: "the custodian of the float, or who pays; not who asked or approved",
      hint: canDisburse,
      onHint: true,
    }),
    retire: updates(retirePettyCash, { ...paid, duties: "the custodian of the float, or who pays; not who asked" }),
    reverse: reverses(reversePettyCash, ["payments.process"], "not who paid it out, or retired it, nor the person it is for; once, with a reason"),
  },
  more: [reversalCall("/api/crm/petty-cash-requests", { may: ["payments.process"], scope: "all" }, ["petty_cash_request", "petty_cash_float"])],
})

export const PettyCashApi = pettyCash.api
