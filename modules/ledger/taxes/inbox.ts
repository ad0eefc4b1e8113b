/** Tax reports to review, payments of taxes to approve, and proposed rates to confirm. */
import { type InboxSource, nameIn } from "@ops/platform/access/inbox.ts"
import { quoted } from "@ops/platform/text.ts"
import { inboxOf } from "@ops/platform/http/resources/inbox.ts"
import { taxRateProposalList } from "../queries.ts"
import { taxNames } from "./tax-report.ts"
import { taxPayments } from "./payments/resource.ts"
import { taxReportList } from "./queries.ts"

const taxName = `case x."taxType" ${Object.entries(taxNames)
  .map(([type, name]) => `when ${quoted(type)} then ${quoted(name)}`)
  .join(" ")} end`

const reports: InboxSource = {
  kind: "tax_report",
  label: "Tax report",
  may: ["finance.full"],
  inLog: { record: "tax_report", approve: "tax_report.review" },
  list: taxReportList,
  waiting: "r.status = 'draft'",
  can: () => `x."canReview"`,
  row: () => ({
    number: `x."reportNumber"`,
    title: `${taxName} || ' of ' || x."taxPeriod"`,
    requestedBy: `x."createdBy"`,
    requestedByName: nameIn(`x."createdByUser"`),
    siteId: "null",
    siteName: "null",
    amount: `x."totalTaxOwed"`,
    currency: "x.currency",
    since: `x."createdAt"`,
    rule: "'Not the person who prepared it'",
  }),
  screen: "/financial?tab=reports&view=taxes&open=:id",
  history: "/api/tax-reports/:id/history",
  approve: { method: "POST", path: "/api/tax-reports/:id/review" },
}

const payments = inboxOf(taxPayments, {
  waiting: "r.status = 'pending'",
  approve: "approve",
  by: "recordedBy",
  title: `${taxName} || ' of ' || x."taxPeriod" || ', ' || x."reportNumber"`,
  amount: "paymentAmount",
  rule: "Not the person who recorded it",
  screen: "/financial?tab=reports&view=taxes",
})

/** Proposed tax rates: one line each, identified by the tax and the day from which it is to apply. */
const rates: InboxSource = {
  kind: "tax_rate",
  label: "Tax rate",
  may: ["finance.full", "currency.manage"],
  list: taxRateProposalList,
  waiting: "true",
  can: () => `x."canConfirm"`,
  row: () => ({
    number: `x.code || ' ' || x."from"`,
    title: `x.name || ': ' || x.rate || '% from ' || x."from" || ', ' || x.source`,
    requestedBy: `x."proposedBy"`,
    requestedByName: nameIn(`x."proposedByUser"`),
    siteId: "null",
    siteName: "null",
    since: `x."proposedAt"`,
    rule: "'Not the person who proposed it'",
  }),
  screen: "/settings?tab=taxes",
  approve: { method: "POST", path: "/api/tax-codes/:code/rates/:from/confirm" },
  reject: { method: "POST", path: "/api/tax-codes/:code/rates/:from/reject", reason: "required" },
}

export const taxInbox: ReadonlyArray<InboxSource> = [reports, payments, rates]
