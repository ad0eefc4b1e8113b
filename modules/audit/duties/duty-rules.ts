/** The duties in each chain, the events that show them, and the duties that different people should perform. */

export interface Duty {
  readonly duty: string
  readonly label: string
  /** the types of event that show that a person performed it */
  readonly events: ReadonlyArray<string>
  /** Where those events are if not in the chain's own stream: SQL that returns `chain` and `stream`, the chain's record and the stream of the events. */
  readonly elsewhere?: string
  /** SQL over such an event `e`: whether it counts */
  readonly when?: string
}

export interface Chain {
  readonly chain: string
  readonly label: string
  /** the kind of the chain's main record */
  readonly kind: string
  readonly duties: ReadonlyArray<Duty>
  /** two duties that one person should not perform in one chain, and why */
  readonly apart: ReadonlyArray<{ readonly duties: readonly [string, string]; readonly why: string }>
  /** events that allowed what a rule blocks, with the field of their reason, or SQL that gives it; `when` is SQL over their data */
  readonly overrides: ReadonlyArray<
    { readonly event: string; readonly when?: string; readonly elsewhere?: string } & ({ readonly reason: string } | { readonly said: string })
  >
}

/** The sessions whose meals are on an invoice: those of its contract on the billed days. */
const billedSessions = `select 'invoice/' || (billed.data->>'invoiceId') as chain, opened.stream
  from es.event billed
  join es.event opened on opened.type = 'SessionOpened' and opened.data->>'contractId' = billed.data->>'contractId'
    and opened.data->>'sessionDate' between billed.data->>'from' and billed.data->>'to'
  where billed.type = 'PeriodBilled'`
const billedMeals = `select b.chain, tap.stream from (${billedSessions}) b
  join es.event tap on tap.type = 'MealAttended' and tap.data->>'mealSessionId' = split_part(b.stream, '/', 2)`

/** The entries that were posted from a draft. */
const postedDrafts = `select 'journal_entry/' || (posted.data->>'journalEntryId') as chain, posted.stream
  from es.event posted where posted.type = 'JournalDraftPosted'`
/** A manual entry `e`, which is neither derived from a record nor a reversal, that was posted without a draft by another person. */
const isWrittenAndPosted = `e.data->>'sourceKind' is null and e.data->>'reverses' is null
  and not exists (select from es.event d where d.type = 'JournalDraftPosted' and d.commit_id = e.commit_id)`

export const chains: ReadonlyArray<Chain> = [
  {
    chain: "purchase",
    label: "Purchases",
    kind: "purchase_request",
    duties: [
      {
        duty: "added_supplier",
        label: "Added the supplier",
        events: ["VendorAdded"],
        elsewhere: `select approved.stream as chain, 'vendor/' || (approved.data->>'vendorId') as stream
          from es.event approved where approved.type = 'PurchaseRequestApproved' and approved.data->>'vendorId' is not null`,
      },
      { duty: "requested", label: "Requested", events: ["PurchaseRequestRaised", "PurchaseItemAdded", "PurchaseUnstockedItemAdded"] },
      { duty: "approved", label: "Approved", events: ["PurchaseRequestApproved"] },
      { duty: "rejected", label: "Rejected", events: ["PurchaseRequestRejected"] },
      { duty: "received", label: "Received", events: ["GoodsReceived"] },
      { duty: "reversed", label: "Reversed a receipt", events: ["GoodsReceiptReversed"] },
      { duty: "cancelled", label: "Cancelled", events: ["PurchaseRequestCancelled"] },
    ],
    apart: [
      { duties: ["requested", "approved"], why: "The requester of a purchase cannot approve it" },
      { duties: ["added_supplier", "approved"], why: "The person who added a supplier cannot approve purchases from it" },
      { duties: ["approved", "received"], why: "The approver of a purchase cannot confirm its receipt" },
      { duties: ["requested", "received"], why: "The requester of goods cannot receive them" },
    ],
    overrides: [{ event: "PurchaseRequestApproved", reason: "overrideReason" }],
  },
  {
    chain: "invoice",
    label: "Invoices",
    kind: "invoice",
    duties: [
      { duty: "made", label: "Made", events: ["InvoiceDrafted"] },
      { duty: "issued", label: "Issued", events: ["InvoiceIssued"] },
      { duty: "sent", label: "Sent", events: ["InvoiceMailed"] },
      { duty: "paid", label: "Recorded the payment", events: ["InvoicePaid"] },
      { duty: "reversed", label: "Reversed a payment", events: ["InvoicePaymentReversed"] },
      { duty: "credited", label: "Credited", events: ["InvoiceCredited"] },
      { duty: "discarded", label: "Discarded", events: ["InvoiceDiscarded"] },
    ],
    apart: [
      { duties: ["issued", "paid"], why: "The person who bills a client cannot record the client's payment" },
      { duties: ["paid", "credited"], why: "The person who records payments cannot write off receivables" },
      { duties: ["issued", "credited"], why: "The person who issued an invoice cannot credit it" },
    ],
    overrides: [],
  },
  {
    chain: "meals",
    label: "Meals billed",
    kind: "invoice",
    duties: [
      { duty: "recorded", label: "Recorded who was served", events: ["MealAttended", "AttendanceCorrected"], elsewhere: billedMeals },
      {
        duty: "counted",
        label: "Closed the session or counted others",
        events: ["SessionCompleted", "DinersCounted", "DinerTallied"],
        elsewhere: billedSessions,
      },
      { duty: "decided", label: "Decided an exception", events: ["ExceptionDecided"], elsewhere: billedMeals },
      { duty: "billed", label: "Billed the meals", events: ["InvoiceDrafted", "InvoiceIssued"] },
    ],
    apart: [
      { duties: ["recorded", "billed"], why: "The person who recorded meals cannot bill them" },
      { duties: ["counted", "billed"], why: "The person who counted meals cannot bill them" },
      { duties: ["decided", "billed"], why: "The person who allowed a meal outside the contract cannot bill it" },
    ],
    overrides: [
      { event: "InvoiceDrafted", reason: "overrideReason" },
      { event: "ExceptionDecided", reason: "reason", when: "e.data->>'allowed' = 'true'", elsewhere: billedMeals },
      { event: "SessionReopened", reason: "reason", elsewhere: billedSessions },
      { event: "AttendanceCorrected", reason: "notes", when: "e.data->>'late' = 'true'", elsewhere: billedMeals },
    ],
  },
  {
    chain: "billing_run",
    label: "Billing runs",
    kind: "billing_run",
    duties: [
      { duty: "started", label: "Started", events: ["BillingRunStarted"] },
      { duty: "finished", label: "Finished", events: ["BillingRunFinished"] },
      { duty: "given_up", label: "Gave up", events: ["BillingRunAbandoned"] },
    ],
    apart: [],
    overrides: [],
  },
  {
    chain: "expense",
    label: "Expenses",
    kind: "expense_request",
    duties: [
      { duty: "requested", label: "Requested", events: ["ExpenseRequested"] },
      { duty: "approved", label: "Approved", events: ["ExpenseApproved"] },
      { duty: "rejected", label: "Rejected", events: ["ExpenseRejected"] },
      { duty: "paid", label: "Paid", events: ["ExpensePaid"] },
      { duty: "reversed", label: "Reversed the payment", events: ["ExpensePaymentReversed"] },
    ],
    apart: [
      { duties: ["requested", "approved"], why: "The requester of an expense cannot approve it" },
      { duties: ["requested", "paid"], why: "The requester of an expense cannot pay it out" },
      { duties: ["approved", "paid"], why: "The approver of an expense cannot pay it out" },
      { duties: ["paid", "reversed"], why: "The payer of an expense cannot reverse the payment" },
    ],
    overrides: [{ event: "ExpenseApproved", reason: "overrideReason" }],
  },
  {
    chain: "petty_cash",
    label: "Petty cash",
    kind: "petty_cash_request",
    duties: [
      { duty: "requested", label: "Requested", events: ["PettyCashRequested"] },
      { duty: "approved", label: "Approved", events: ["PettyCashApproved"] },
      { duty: "rejected", label: "Rejected", events: ["PettyCashRejected"] },
      { duty: "paid_out", label: "Paid out", events: ["PettyCashDisbursed"] },
      { duty: "retired", label: "Took the receipts", events: ["PettyCashRetired"] },
      { duty: "reversed", label: "Reversed a payout or retirement", events: ["PettyCashDisbursementReversed", "PettyCashRetirementReversed"] },
    ],
    apart: [
      { duties: ["requested", "approved"], why: "The requester of petty cash cannot approve it" },
      { duties: ["requested", "paid_out"], why: "The requester of petty cash cannot pay it out" },
      { duties: ["approved", "paid_out"], why: "The approver of petty cash cannot pay it out" },
      { duties: ["requested", "retired"], why: "The person who spent petty cash cannot accept their own receipts" },
    ],
    overrides: [{ event: "PettyCashApproved", reason: "overrideReason" }],
  },
  {
    chain: "transaction",
    label: "Transactions",
    kind: "money_transaction",
    duties: [
      { duty: "recorded", label: "Recorded", events: ["TransactionRecorded"] },
      { duty: "posted", label: "Posted", events: ["TransactionPosted"] },
      { duty: "voided", label: "Voided", events: ["TransactionVoided"] },
      { duty: "reversed", label: "Reversed", events: ["TransactionReversed"] },
    ],
    apart: [
      { duties: ["recorded", "posted"], why: "The person who recorded a transaction cannot post it" },
      { duties: ["posted", "reversed"], why: "The person who posts a transaction does not reverse it" },
    ],
    overrides: [{ event: "TransactionPosted", reason: "overrideReason" }],
  },
  {
    chain: "daily_expense",
    label: "Daily expenses",
    kind: "daily_expense",
    duties: [
      { duty: "recorded", label: "Recorded", events: ["DailyExpenseRecorded"] },
      { duty: "approved", label: "Approved", events: ["DailyExpenseApproved"] },
      { duty: "rejected", label: "Rejected", events: ["DailyExpenseRejected"] },
      { duty: "reversed", label: "Reversed", events: ["DailyExpenseReversed"] },
    ],
    apart: [
      { duties: ["recorded", "approved"], why: "The person who recorded a site's expenses cannot approve them" },
      { duties: ["approved", "reversed"], why: "The approver of a site's expenses cannot reverse them" },
    ],
    overrides: [{ event: "DailyExpenseApproved", reason: "overrideReason" }],
  },
  {
    chain: "tax_report",
    label: "Tax reports",
    kind: "tax_report",
    duties: [
      { duty: "drawn_up", label: "Drawn up", events: ["TaxReportDrawnUp"] },
      { duty: "reviewed", label: "Reviewed", events: ["TaxReportReviewed"] },
      { duty: "filed", label: "Filed", events: ["TaxReportFiled"] },
    ],
    apart: [{ duties: ["drawn_up", "reviewed"], why: "The preparer of a tax report cannot review it" }],
    overrides: [],
  },
  {
    chain: "tax_payment",
    label: "Tax payments",
    kind: "tax_payment",
    duties: [
      { duty: "recorded", label: "Recorded", events: ["TaxPaymentRecorded"] },
      { duty: "approved", label: "Approved", events: ["TaxPaymentApproved"] },
      { duty: "paid", label: "Paid", events: ["TaxPaymentPaid"] },
      { duty: "cancelled", label: "Cancelled", events: ["TaxPaymentCancelled"] },
      { duty: "reversed", label: "Reversed", events: ["TaxPaymentReversed"] },
    ],
    apart: [
      { duties: ["recorded", "approved"], why: "The person who recorded a tax payment cannot approve it" },
      { duties: ["approved", "paid"], why: "The approver of a tax payment cannot pay it" },
      { duties: ["paid", "reversed"], why: "The payer of a tax cannot reverse the payment" },
    ],
    overrides: [],
  },
  {
    chain: "leave",
    label: "Leave",
    kind: "leave_request",
    duties: [
      { duty: "requested", label: "Requested", events: ["LeaveRequested"] },
      { duty: "approved", label: "Approved", events: ["LeaveApproved"] },
      { duty: "rejected", label: "Rejected", events: ["LeaveRejected"] },
    ],
    apart: [{ duties: ["requested", "approved"], why: "The requester of leave cannot approve it" }],
    overrides: [{ event: "LeaveApproved", reason: "overrideReason" }],
  },
  {
    chain: "project",
    label: "Construction projects",
    kind: "construction_project",
    duties: [
      { duty: "started", label: "Started", events: ["ConstructionStarted"] },
      { duty: "completed", label: "Completed", events: ["ConstructionCompleted"] },
      { duty: "reopened", label: "Re-opened", events: ["ConstructionReopened"] },
    ],
    apart: [],
    overrides: [{ event: "ConstructionCompleted", reason: "overrideReason" }],
  },
  {
    chain: "month",
    label: "Months of the books",
    kind: "fiscal_period",
    duties: [
      { duty: "closed", label: "Closed", events: ["PeriodClosed"] },
      { duty: "asked", label: "Requested re-opening", events: ["ReopeningAsked"] },
      { duty: "reopened", label: "Re-opened", events: ["PeriodReopened"] },
    ],
    apart: [{ duties: ["asked", "reopened"], why: "The person who requested re-opening a month cannot confirm it" }],
    overrides: [
      { event: "PeriodClosed", said: "(select string_agg((x->>'key') || ': ' || (x->>'reason'), '; ') from jsonb_array_elements(e.data->'overrides') x)" },
    ],
  },
  {
    chain: "payroll",
    label: "Payrolls",
    kind: "payroll_period",
    duties: [
      { duty: "created", label: "Created", events: ["PayrollCreated"] },
      { duty: "processed", label: "Processed", events: ["PayrollCalculated"] },
      { duty: "approved", label: "Approved", events: ["PayrollApproved"] },
      { duty: "posted", label: "Posted", events: ["PayrollPosted"] },
      { duty: "paid", label: "Paid", events: ["PayrollPaid"] },
      { duty: "payment_reversed", label: "Reversed the payment", events: ["PayrollPaymentReversed"] },
      { duty: "reversed", label: "Reversed", events: ["PayrollReversed"] },
    ],
    apart: [
      { duties: ["created", "approved"], why: "The creator of a payroll cannot approve it" },
      { duties: ["processed", "approved"], why: "The person who calculated a payroll cannot approve it" },
      { duties: ["approved", "paid"], why: "The approver of a payroll cannot pay it" },
      { duties: ["paid", "payment_reversed"], why: "The payer of a payroll cannot reverse the payment" },
    ],
    overrides: [{ event: "PayrollApproved", reason: "overrideReason" }],
  },
  {
    chain: "bill",
    label: "Suppliers' bills",
    kind: "payable",
    duties: [
      { duty: "entered", label: "Entered", events: ["PayableEntered"] },
      { duty: "approved", label: "Approved", events: ["PayableApproved"] },
      { duty: "disputed", label: "Disputed", events: ["PayableDisputed"] },
      { duty: "credited", label: "Credited or withdrawn", events: ["PayableCredited", "PayableWithdrawn"] },
      { duty: "paid", label: "Paid", events: ["PayablePaid"] },
    ],
    apart: [
      { duties: ["entered", "approved"], why: "The person who entered a bill cannot approve it" },
      { duties: ["entered", "paid"], why: "The person who entered a bill cannot pay it" },
      { duties: ["approved", "paid"], why: "The approver of a bill cannot pay it" },
    ],
    overrides: [{ event: "PayableApproved", reason: "reason" }],
  },
  {
    chain: "payment_run",
    label: "Payment runs",
    kind: "payment_run",
    duties: [
      { duty: "made", label: "Made", events: ["PaymentRunDrafted"] },
      { duty: "checked", label: "Checked", events: ["PaymentRunApproved"] },
      { duty: "executed", label: "Executed", events: ["PaymentRunExecuted"] },
      { duty: "cancelled", label: "Cancelled", events: ["PaymentRunCancelled"] },
      { duty: "reversed", label: "Reversed", events: ["PaymentRunReversed", "VendorPaymentReversed"] },
    ],
    apart: [
      { duties: ["made", "checked"], why: "The creator of a payment run cannot check it" },
      { duties: ["made", "executed"], why: "The creator of a payment run cannot pay it" },
      { duties: ["checked", "executed"], why: "The checker of a payment run cannot pay it" },
      { duties: ["executed", "reversed"], why: "The person who executed a payment run cannot reverse it" },
    ],
    overrides: [],
  },
  {
    chain: "journal",
    label: "Journal entries",
    kind: "journal_entry",
    duties: [
      { duty: "drafted", label: "Drafted", events: ["JournalDrafted", "JournalDraftChanged"], elsewhere: postedDrafts },
      { duty: "written", label: "Written by hand", events: ["JournalPosted"], when: isWrittenAndPosted },
      { duty: "posted", label: "Posted", events: ["JournalPosted"] },
      {
        duty: "reversed",
        label: "Reversed",
        events: ["JournalReversed"],
        // a revaluation is reversed in the commit that posts it
        when: "not exists (select from es.event p where p.stream = e.stream and p.type = 'JournalPosted' and p.commit_id = e.commit_id)",
      },
    ],
    apart: [
      { duties: ["drafted", "posted"], why: "The person who drafted an entry cannot post it" },
      { duties: ["written", "posted"], why: "The author of a manual entry cannot post it alone" },
      { duties: ["posted", "reversed"], why: "The person who posted an entry cannot reverse it" },
    ],
    overrides: [],
  },
]
