/** How payment runs are reached, read, checked and executed. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { holds } from "@ops/platform/access/levels.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { DateInput, Id, OneOf } from "@ops/platform/http/contract.ts"
import { computed, creates, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { personAs } from "@ops/identity/joins.ts"
import { journalEntryJoin, reversalColumns, reversalJoin } from "@ops/ledger/joins.ts"
import { ReversalAnswer, ReversalPreview } from "@ops/ledger/reversals/contract.ts"
import { currencies } from "../shared/labels.ts"
import {
  approvePaymentRun,
  cancelPaymentRun,
  draftPaymentRun,
  executePaymentRun,
  payingAccounts as accounts,
  paymentRuns as stream,
  reversePaymentRun,
  rows,
} from "./payment-run.ts"
import { itemsOf, itemsSql, vendorsSql } from "./queries.ts"

const Text = Schema.NullOr(Schema.String)
const Sums = { amount: Schema.String, withholding: Schema.String, net: Schema.String }
const VendorSums = { vendorId: Schema.Int, vendorName: Schema.String, bills: Schema.Int, ...Sums }
const Item = Schema.Struct({
  payableId: Schema.Int,
  billNumber: Schema.String,
  invoiceNumber: Schema.String,
  dueDate: Schema.String,
  vendorId: Schema.Int,
  vendorName: Schema.String,
  siteCode: Schema.String,
  ...Sums,
  /** why the run cannot be executed as it is */
  problem: Text,
})
/** The bills that could be paid in a currency: by vendor, oldest first. */
export const Proposal = Schema.Struct({
  currency: Schema.Literals(currencies),
  dueBy: Schema.String,
  /** the bank account of the currency */
  account: Schema.Literals(accounts),
  vendors: Schema.Array(
    Schema.Struct({
      ...VendorSums,
      items: Schema.Array(
        Schema.Struct({
          payableId: Schema.Int,
          billNumber: Schema.String,
          invoiceNumber: Schema.String,
          dueDate: Schema.String,
          overdue: Schema.Boolean,
          siteCode: Schema.String,
          ...Sums,
        }),
      ),
    }),
  ),
  bills: Schema.Int,
  total: Schema.String,
  withheld: Schema.String,
  net: Schema.String,
})

/** A sum over the bills of a run that a person may see: people at one site see those of that site. */
const sum = (column: "amount" | "withholding") => (who: SignedIn) =>
  who.confinedTo === null ? `r.${column === "amount" ? "total" : "withheld"}` : `(select coalesce(sum(i.${column}), 0)::bigint from ${itemsOf(who)} i)`
const [total, withheld] = [sum("amount"), sum("withholding")]
const own = {
  fields: {
    /** the amount settled; the part for the tax office; and the part for the vendors */
    total: computed(Schema.String, (who) => `es.money(${total(who)})`, { kind: "money" }),
    withheld: computed(Schema.String, (who) => `es.money(${withheld(who)})`, { kind: "money" }),
    net: computed(Schema.String, (who) => `es.money(${total(who)} - ${withheld(who)})`, { label: "To the vendors", kind: "money" }),
    /** SSP per dollar on the payment date; null for USD and before execution */
    rate: computed(Text, "case when r.currency = 'SSP' then es.money(r.rate) end"),
    bills: computed(Schema.Int, (who) => `(select count(*)::int from ${itemsOf(who)} i)`, { kind: "whole" }),
    items: computed(Schema.Array(Item), (who) => itemsSql(itemsOf(who))),
    /** `reversal`: how the payment to the vendor was reversed; null if it was not */
    vendors: computed(Schema.Array(Schema.Struct({ ...VendorSums, reversal: ReversalAnswer })), (who) => vendorsSql(itemsOf(who))),
    accountName: computed(Text, "(select a.account_name from account a where a.account_number = r.account)"),
    maker: personAs("r.maker_id", "Made by"),
    checker: personAs("r.checker_id", "Checked by"),
    executor: personAs("r.executed_by", "Executed by"),
  },
  sorts: { total },
  search: [(who: SignedIn) => `(select string_agg(v.name, ' ') from ${itemsOf(who)} i join vendor v on v.id = i."vendorId")`],
  dependsOn: ["payable"],
} as const satisfies Join

const finance = { may: ["finance.full"], scope: "all" } as const
const pays = { may: ["payments.process"], scope: "all", stepUp: true, versioned: true } as const
const pdf = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" }))
const made = ["payment_run", "payable"]

export const paymentRuns = resource("paymentRuns", stream, {
  path: "/api/payment-runs",
  noun: ["payment run", "payment runs"],
  answer: "PaymentRun",
  number: "runNumber",
  read: { may: FINANCE, rows },
  hidden: ["items", "total", "withheld", "rate", "returned", ...reversalColumns],
  joins: [own, journalEntryJoin, reversalJoin],
  titles: { account: "Pay from", cancelReason: "Reason", runNumber: "Run #" },
  list: {
    columns: ["runNumber", "paymentDate", "account", "bills", "maker", "checker", "currency", "total", "withheld", "status", "reference"],
    titles: { paymentDate: "Date", account: "Account" },
    unexported: ["maker", "checker"],
    filters: ["status", "currency", "account"],
    sorts: ["runNumber", "paymentDate", "total", "status", "createdAt"],
    order: "-paymentDate,-createdAt",
    search: ["runNumber", "reference"],
    date: "paymentDate",
    file: "Payment runs",
  },
  details: [
    "total",
    "withheld",
    "net",
    "account",
    "paymentDate",
    "rate",
    "maker",
    "checker",
    "executor",
    "reference",
    "journalEntryNumber",
    "cancelReason",
    "notes",
  ],
  commands: {
    draft: creates(draftPaymentRun, finance),
    approve: updates(approvePaymentRun, {
      ...finance,
      duties: "not its creator",
      stepUp: true,
      versioned: true,
      // the inbox counts these rows
      hint: (who) => (holds(who, "finance.full") && !who.simulated ? `(r.status = 'draft' and r.maker_id is distinct from ${Number(who.person)})` : "false"),
    }),
    execute: updates(executePaymentRun, { ...pays, duties: "only runs checked by another person" }),
    cancel: updates(cancelPaymentRun, finance),
    reverse: updates(reversePaymentRun, { ...pays, duties: "not who executed it; once, with a reason" }),
  },
  more: [
    call.get("proposal", "/api/payment-runs/proposal", "Read bills ready for a payment run", Proposal, {
      query: {
        /** the default is USD */
        currency: Schema.optional(OneOf("Currency", ...currencies)),
        /** the default is today */
        dueBy: Schema.optional(DateInput("dueBy")),
      },
      may: ["finance.full"],
      scope: "all",
      dependsOn: made,
    }),
    call.get("reversal", "/api/payment-runs/:id/reversal", "Read what reversing a payment would change", ReversalPreview, {
      /** the payment to this vendor alone */
      query: { vendorId: Schema.optional(Id) },
      may: ["payments.process"],
      scope: "all",
      dependsOn: made,
    }),
    call.get("remittance", "/api/payment-runs/:id/vendors/:vendorId/remittance/download", "Download a remittance advice", pdf, {
      params: { id: Id, vendorId: Id },
      may: FINANCE,
      scope: rows.words,
      audited: "export",
    }),
    call.get("certificate", "/api/payment-runs/:id/vendors/:vendorId/certificate/download", "Download a certificate of withheld tax", pdf, {
      params: { id: Id, vendorId: Id },
      may: FINANCE,
      scope: rows.words,
      audited: "export",
    }),
  ],
})

export const PaymentRunsApi = paymentRuns.api
