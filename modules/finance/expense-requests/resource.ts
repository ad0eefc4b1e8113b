/** The resource of expense requests: reading, deciding and paying. */
import { Schema } from "effect"
import { STAFF } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { computed, creates, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { journalEntryJoin, reversalColumns, reversalJoin } from "@ops/ledger/joins.ts"
import { reversalCall, reverses } from "@ops/ledger/reversals/contract.ts"
import { siteJoin } from "@ops/sites/joins.ts"
import {
  addReceipts,
  approveExpense,
  ExpenseRequest,
  expenseRequests as stream,
  isOwnSql,
  payExpense,
  rejectExpense,
  requestExpense,
  reverseExpense,
  rows,
  withdrawExpense,
} from "./expense-request.ts"
import { DECIDERS, decides, limitSql } from "./queries.ts"

const Approval = Schema.Struct({
  by: Schema.NullOr(Schema.Int),
  byName: Schema.NullOr(Schema.String),
  at: Schema.String,
  overrideReason: Schema.NullOr(Schema.String),
})
const requester = "(select p.first_name || ' ' || p.last_name from person p where p.id = r.requested_by)"
const own = {
  fields: {
    /** the approvals so far: above the limit two are needed, and the request stays pending after the first */
    approvals: computed(
      Schema.Array(Approval),
      `(select coalesce(json_agg(json_build_object('by', (x->>'by')::bigint, 'at', x->>'at', 'overrideReason', x->>'overrideReason',
          'byName', (select p.first_name || ' ' || p.last_name from person p where p.id = (x->>'by')::bigint)) order by n), '[]')
        from jsonb_array_elements(r.approvals) with ordinality as a(x, n))`,
    ),
  },
  sorts: { requestedBy: requester, amount: "r.amount_usd", priority: "array_position(array['urgent','high','medium','low'], r.priority)" },
  search: [requester],
  // those made by the caller, or on the caller's behalf
  filters: { mine: { sql: isOwnSql, words: ["true", "false"], unshown: true } },
  dependsOn: ["expense_policy"],
} as const satisfies Join

/** Whether a person can approve a request `r`. */
const canApprove = (who: SignedIn) => {
  if (!decides(who)) return "false"
  const limit = limitSql(who.level)
  const mine = `r.approvals @> '[{"by": ${Number(who.person)}}]'`
  const withTop = who.level >= 10 ? "true" : `exists(select from jsonb_array_elements(r.approvals) x where (x->>'level')::int >= 10)`
  return `(r.status = 'pending' and not ${isOwnSql(who)} and coalesce(r.amount_usd <= ${limit} or (${limit} is not null and not ${mine} and (r.approvals = '[]' or ${withTop})), false))`
}

export const expenseRequests = resource("expenseRequests", stream, {
  path: "/api/expense-requests",
  noun: ["expense request", "expense requests"],
  answer: "ExpenseRequest",
  number: "requestNumber",
  area: "expenses",
  read: { may: STAFF, rows },
  hidden: ["approvals", "department", "rate", ...reversalColumns],
  joins: [
    siteJoin(ExpenseRequest, "siteId"),
    userJoin(ExpenseRequest, "requestedBy", "onBehalfOf", "approvedBy", "paidBy"),
    journalEntryJoin,
    reversalJoin,
    own,
  ],
  titles: {
    amountUsd: "In dollars",
    requestDate: "Date",
    requiredDate: "Needed by",
    rejectionReason: "Rejected",
    paidDate: "Paid on",
    paymentReference: "Reference",
    requestNumber: "Request #",
  },
  list: {
    columns: [
      "requestNumber",
      "requestDate",
      "siteName",
      "requestedByUser",
      "category",
      "description",
      "businessPurpose",
      "currency",
      "amount",
      "paymentMethod",
      "priority",
      "status",
      "paidDate",
    ],
    titles: { requestedByUser: "Requested By", paidDate: "Paid" },
    unexported: ["requestedByUser"],
    filters: ["status", "category", "priority", "currency", "mine"],
    sorts: ["requestDate", "requestNumber", "requestedBy", "description", "site", "category", "amount", "paymentMethod", "priority", "status", "createdAt"],
    order: "-requestDate,-createdAt",
    search: ["requestNumber", "description", "businessPurpose"],
    date: "requestDate",
    site: "siteId",
    file: "Expense requests",
  },
  details: [
    "amount",
    "amountUsd",
    "category",
    "businessPurpose",
    "siteName",
    "requestedByUser",
    "onBehalfOfUser",
    "requestDate",
    "requiredDate",
    "paymentMethod",
    "priority",
    "notes",
    "rejectionReason",
    "paidByUser",
    "paidDate",
    "paymentReference",
    "journalEntryNumber",
  ],
  commands: {
    request: creates(requestExpense, { may: STAFF, scope: "3, 5 and 6: own site; in one's own name, 7, 8 and 10 on behalf of others too" }),
    approve: updates(approveExpense, {
      may: DECIDERS,
      duties:
        "not the requester or the beneficiary; within the level's limit, above it two people, one of them of level 10; level 10 may override with a reason",
      stepUp: true,
      versioned: true,
      // the inbox counts these rows
      hint: canApprove,
    }),
    reject: updates(rejectExpense, { may: DECIDERS, duties: "not the requester or the beneficiary", stepUp: true }),
    withdraw: updates(withdrawExpense, { may: STAFF, scope: "own rows", duties: "only the requester or the beneficiary, while it is pending" }),
    addReceipts: updates(addReceipts, { path: "receipts", may: STAFF, duties: "who asked or for whom, and who pays; not once it is rejected" }),
    pay: updates(payExpense, {
      may: ["payments.process"],
      scope: "all",
      duties: "not the requester or the beneficiary; above the limit not who approved",
      stepUp: true,
      versioned: true,
    }),
    reverse: reverses(reverseExpense, ["payments.process"], "not who paid it; once, with a reason"),
  },
  more: [reversalCall("/api/expense-requests", { may: ["payments.process"], scope: "all" }, ["expense_request"])],
})

export const ExpenseRequestsApi = expenseRequests.api
