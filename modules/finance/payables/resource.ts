/** How suppliers' bills are reached, read, approved and credited. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { computed, creates, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { journalEntryJoin } from "@ops/ledger/joins.ts"
import { StatementAnswer } from "@ops/ledger/statements/contract.ts"
import { siteJoin } from "@ops/sites/joins.ts"
import { currencies } from "../shared/labels.ts"
import { approvePayable, creditPayable, disputePayable, enterPayable, resolvePayable } from "./commands.ts"
import { Payable, payables as stream, rows } from "./payable.ts"
import { balanceSql, creditsSql, linesSql, matchSql, overdue, owed, paymentsSql, waiting } from "./queries.ts"

const Text = Schema.NullOr(Schema.String)
const MatchItem = Schema.Struct({
  item: Schema.String,
  purchaseItemId: Schema.NullOr(Schema.Int),
  ordered: Schema.String,
  received: Schema.String,
  /** on this bill and those before it */
  billed: Schema.String,
  /** the amount of the billed quantities at the order's price, USD */
  expected: Schema.String,
  /** charged on this bill before tax, USD */
  charged: Schema.String,
  problem: Schema.NullOr(Schema.String),
})
const Match = Schema.Struct({
  state: Schema.Literals(["matched", "differs", "none"]),
  items: Schema.Array(MatchItem),
  differences: Schema.Array(MatchItem),
})

const Line = Schema.Struct({
  description: Schema.String,
  purchaseItemId: Schema.NullOr(Schema.Int),
  quantity: Schema.String,
  unitPrice: Schema.String,
  amount: Schema.String,
  accountNumber: Schema.String,
  accountName: Text,
})
const Payment = Schema.Struct({ runId: Schema.Int, runNumber: Text, amount: Schema.String, withholding: Schema.String, date: Schema.String })
const Credit = Schema.Struct({ amount: Schema.String, date: Schema.String, reference: Text, reason: Schema.String })

const Amounts = Schema.Struct({ USD: Schema.String, SSP: Schema.String })
export const PayableFiguresAnswer = Schema.Struct({
  waitingBills: Schema.Int,
  waiting: Amounts,
  openBills: Schema.Int,
  open: Amounts,
  overdueBills: Schema.Int,
  overdue: Amounts,
  /** due within seven days */
  dueSoonBills: Schema.Int,
  dueSoon: Amounts,
  disputedBills: Schema.Int,
}).annotate({ identifier: "PayableFigures" })

/** A proposed bill for goods received and not billed yet. */
export const Proposal = Schema.Struct({
  purchaseRequestId: Schema.Int,
  requestNumber: Schema.String,
  siteId: Schema.Int,
  vendorId: Schema.NullOr(Schema.Int),
  vendorName: Schema.NullOr(Schema.String),
  currency: Schema.Literals(currencies),
  lines: Schema.Array(
    Schema.Struct({
      purchaseItemId: Schema.Int,
      description: Schema.String,
      unit: Schema.String,
      ordered: Schema.String,
      received: Schema.String,
      /** on existing bills */
      billed: Schema.String,
      /** received and not billed */
      quantity: Schema.String,
      /** at the order's price */
      amount: Schema.String,
    }),
  ),
})

const yesOrNo = { words: ["true", "false"], names: { true: "Yes", false: "No" } } as const
const own = {
  fields: {
    vendorName: computed(Schema.String, "v.name", { label: "Vendor" }),
    vendorNumber: computed(Schema.String, "v.vendor_number"),
    purchaseRequestNumber: computed(Text, "(select q.request_number from purchase_request q where q.id = r.purchase_request_id)", { label: "Order" }),
    runNumber: computed(Text, "(select n.run_number from payment_run n where n.id = r.run_id)", { label: "Payment run" }),
    /** SSP per dollar on the invoice date; null for USD */
    rate: computed(Text, "case when r.currency = 'SSP' then es.money(r.rate) end"),
    balance: computed(Schema.String, `es.money(${balanceSql})`, { label: "Open", kind: "money" }),
    overdue: computed(Schema.Boolean, overdue),
    daysOverdue: computed(Schema.Int, `case when ${overdue} then es.today() - r.due_date else 0 end`, { label: "Overdue", kind: "whole" }),
    match: computed(Match, matchSql),
    lines: computed(Schema.Array(Line), linesSql),
    payments: computed(Schema.Array(Payment), paymentsSql),
    credits: computed(Schema.Array(Credit), creditsSql),
    /** whether this person could pay it by a payment run */
    canPay: computed(Schema.Boolean, (who) => (holds(who, "finance.full") ? `(${owed} and r.status <> 'disputed' and r.run_id is null)` : "false")),
  },
  from: "join vendor v on v.id = r.vendor_id",
  dependsOn: ["payment_run"],
  sorts: { vendor: "v.name", balance: balanceSql },
  search: ["v.name"],
  filters: {
    match: { sql: "r.match->>'state'", words: ["matched", "differs", "none"], names: { matched: "Agrees", none: "No order" }, label: "Match" },
    waiting: { sql: waiting, ...yesOrNo, label: "Waits for approval" },
    /** posted, with an open amount */
    owed: { sql: owed },
    overdue: { sql: overdue, ...yesOrNo, label: "Overdue" },
  },
} as const satisfies Join

/** Whether a person can approve a bill `r` of the vendor `v`. */
const canApprove = (who: SignedIn) => {
  const person = Number(who.person)
  return holds(who, "finance.full") && !who.simulated
    ? `(${waiting} and r.created_by is distinct from ${person} and (r.purchase_request_id is not null or v.created_by is distinct from ${person}))`
    : "false"
}

const optional = Schema.optional(Schema.String)
const finance = { may: ["finance.full"], scope: "all" } as const

export const payables = resource("payables", stream, {
  path: "/api/accounts-payable",
  noun: ["bill", "bills"],
  answer: "Bill",
  number: "billNumber",
  read: { may: FINANCE, rows },
  hidden: ["invoiceKey", "lines", "match", "payments", "credits", "rate"],
  joins: [siteJoin(Payable, "siteId"), own, userJoin(Payable, "createdBy", "approvedBy"), journalEntryJoin],
  titles: {
    taxAmount: "Of which tax",
    invoiceDate: "Date",
    dueDate: "Due",
    description: "For",
    createdByUser: "Entered by",
    matchReason: "Approved despite difference",
    postedDate: "Posted on",
    disputeReason: "Dispute",
    billNumber: "Bill #",
    invoiceNumber: "Invoice #",
    paidAmount: "Paid",
    creditedAmount: "Credited",
  },
  list: {
    columns: [
      "billNumber",
      "invoiceNumber",
      "vendorName",
      "siteName",
      "purchaseRequestNumber",
      "invoiceDate",
      "dueDate",
      "description",
      "category",
      "currency",
      "amount",
      "paidAmount",
      "creditedAmount",
      "balance",
      "status",
    ],
    titles: { description: "Description" },
    unexported: ["purchaseRequestNumber"],
    filters: ["status", "waiting", "overdue", "match", "currency", "category", "vendorId", "purchaseRequestId", "owed"],
    sorts: ["billNumber", "invoiceNumber", "vendor", "site", "invoiceDate", "dueDate", "amount", "balance", "status", "createdAt"],
    order: "-invoiceDate,-createdAt",
    search: ["billNumber", "invoiceNumber", "description"],
    date: "invoiceDate",
    site: "siteId",
    file: "Bills",
  },
  details: [
    "amount",
    "taxAmount",
    "balance",
    "withholdingRate",
    "rate",
    "invoiceDate",
    "dueDate",
    "daysOverdue",
    "description",
    "category",
    "siteName",
    "purchaseRequestNumber",
    "createdByUser",
    "approvedByUser",
    "matchReason",
    "postedDate",
    "journalEntryNumber",
    "disputeReason",
    "runNumber",
    "notes",
  ],
  commands: {
    enter: creates(enterPayable, finance),
    approve: updates(approvePayable, {
      ...finance,
      duties: "not who entered it; without an order not who added the vendor; one that differs from its order needs a reason",
      stepUp: true,
      versioned: true,
      // the inbox counts these rows
      hint: canApprove,
    }),
    dispute: updates(disputePayable, finance),
    resolve: updates(resolvePayable, finance),
    credit: updates(creditPayable, { ...finance, stepUp: true }),
  },
  more: [
    call.get("figures", "/api/accounts-payable/figures", "Read the figures of payables", PayableFiguresAnswer, {
      query: { siteId: optional },
      may: FINANCE,
      scope: rows.words,
      dependsOn: ["payable"],
    }),
    call.get("proposal", "/api/accounts-payable/proposal", "Read the bill suggested by a purchase request", Proposal, {
      query: { purchaseRequestId: Schema.String },
      may: ["finance.full"],
      scope: "all",
      dependsOn: ["payable", "purchase_request"],
    }),
    call.get("aged", "/api/reports/aged-payables", "Read aged payables", StatementAnswer, {
      query: {
        /** open items at the end of this day; the default is today */
        asAt: optional,
        /** the default is USD */
        currency: Schema.optional(Schema.Literals(currencies)),
        siteId: optional,
        format: Schema.optional(Schema.Literals(["json", "pdf", "xlsx", "csv"])),
      },
      may: FINANCE,
      scope: rows.words,
      dependsOn: ["payable", "journal_entry"],
    }),
  ],
})

export const PayablesApi = payables.api
