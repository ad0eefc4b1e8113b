/** The resource of tax payments: reading, deciding and paying. */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { journalEntryJoin, reversalColumns, reversalJoin } from "../../joins.ts"
import { reversalCall } from "../../reversals/contract.ts"
import { taxTypes } from "../tax-report.ts"
import { approveTaxPayment, cancelTaxPayment, payTax, recordTaxPayment, reverseTaxPayment, TaxPayment, taxPayments as stream } from "./tax-payment.ts"

const report = {
  fields: {
    reportNumber: computed(Schema.String, "t.report_number", { label: "Report" }),
    taxType: computed(Schema.Literals(taxTypes), "t.tax_type", { label: "Tax" }),
    taxPeriod: computed(Schema.String, "t.tax_period", { label: "Period" }),
  },
  from: "join tax_report t on t.id = r.tax_report_id",
  dependsOn: ["tax_report"],
  search: ["t.report_number"],
} as const

const writes = { may: ["finance.full"], scope: "all" } as const
const pays = { may: ["payments.process"], scope: "all" } as const
const path = "/api/tax-payments"

export const taxPayments = resource("taxPayments", stream, {
  path,
  noun: ["tax payment", "tax payments"],
  answer: "TaxPayment",
  number: "paymentNumber",
  read: { may: FINANCE, rows: everyRow("all; 8: lines of its own site if it has one, the others as one line") },
  hidden: [...reversalColumns],
  joins: [report, userJoin(TaxPayment, "recordedBy", "approvedBy", "paidBy"), journalEntryJoin, reversalJoin],
  titles: { paymentNumber: "Payment", paymentDate: "Date", paymentAmount: "Amount", paymentMethod: "Method", referenceNumber: "Reference" },
  list: {
    columns: ["paymentNumber", "reportNumber", "paymentDate", "currency", "paymentAmount", "paymentMethod", "referenceNumber", "status"],
    filters: ["status", "taxReportId", "currency"],
    conditions: { taxType: { label: "Tax", where: () => "t.tax_type = any(?::text[])" } },
    sorts: ["paymentNumber", "paymentDate", "paymentAmount", "status"],
    order: "-paymentDate,-paymentNumber",
    search: ["paymentNumber", "referenceNumber", "notes"],
    date: "paymentDate",
    file: "Tax payments",
  },
  details: ["recordedByUser", "approvedByUser", "paidByUser", "journalEntryNumber", "reason", "notes"],
  commands: {
    record: creates(recordTaxPayment, writes),
    approve: updates(approveTaxPayment, {
      ...writes,
      duties: "not the person who recorded it",
      stepUp: true,
      // the inbox counts these rows
      hint: (who) =>
        holds(who, "finance.full") && !who.simulated ? `(r.status = 'pending' and r.recorded_by is distinct from ${Number(who.person)})` : "false",
    }),
    pay: updates(payTax, { ...pays, duties: "not the approver", stepUp: true }),
    cancel: updates(cancelTaxPayment, writes),
    reverse: updates(reverseTaxPayment, { ...pays, duties: "not the payer; once, with a reason", stepUp: true, versioned: true }),
  },
  more: [reversalCall(path, pays, ["tax_payment", "tax_report"])],
})

export const TaxPaymentsApi = taxPayments.api
