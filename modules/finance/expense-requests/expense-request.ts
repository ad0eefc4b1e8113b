/** A person requests an expense; others approve within their limits; another pays it out, and it is posted. Amounts are cents. */
import { Schema } from "effect"
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { command, type By, conflict, forbidden, invalid, findById, newId, nextNumber, permitted, all, unchanged } from "@ops/platform/records/command.ts"
import { approvalText, approving, overrides, refuseSimulatedPayment, rejecting, rejectionFacts, rejectionText } from "@ops/platform/records/rules/decision.ts"
import {
  BusinessDate,
  Files,
  SeriesNumber,
  Flag,
  Instant,
  label,
  Line,
  Literals,
  Money,
  Optional,
  Parts,
  positive,
  Ref,
  SiteName,
  Text,
  Whole,
  withDefault,
  Rate,
} from "@ops/platform/records/field.ts"
import { blank, record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { visible } from "@ops/platform/records/visibility.ts"
import { people } from "@ops/identity/person.ts"
import { officialRate, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { siteOf } from "@ops/sites/site.ts"
import {
  asReversed,
  notReversed,
  reversalFacts,
  reversalFields,
  reverseEntry,
  type ReversalRule,
  reversalText,
  requireReverser,
  reversingFields,
} from "@ops/ledger/reversals/reversal.ts"
import { requireDecider } from "../shared/deciding.ts"
import { accountFor } from "../expense-categories/category.ts"
import { expensePolicies, limitOf } from "./policy.ts"
import { moneyAt, posted } from "../shared/postings.ts"
import { requestRows } from "../shared/request-rows.ts"
import { currencies, expenseCategories, paymentMethods, priorities } from "../shared/labels.ts"

const facts = {
  requestNumber: SeriesNumber("EXP"),
  requestedBy: Optional(Ref("person")),
  /** the person on whose behalf it was requested, if not the requester */
  onBehalfOf: Optional(Ref("person")),
  /** the department of the person it is for, whose head sees and decides it */
  department: Optional(Line()),
  amount: Money,
  currency: Literals(...currencies),
  /** hundredths of SSP per dollar on the day of the request; 100 for USD */
  rate: Rate,
  /** the amount compared with limits, in cents of USD */
  amountUsd: Money,
  category: Literals(...expenseCategories),
  subcategory: Optional(Line(100)),
  description: Text(),
  businessPurpose: Text(),
  siteId: Ref("site"),
  requestDate: BusinessDate,
  requiredDate: Optional(BusinessDate),
  paymentMethod: Literals(...paymentMethods),
  priority: Literals(...priorities),
  receipts: Files,
  notes: Text(),
}
const Approval = Schema.Struct({ by: Schema.NullOr(Schema.Int), level: Schema.Int, at: Schema.String, overrideReason: Schema.NullOr(Schema.String) })

export const ExpenseRequest = record(
  "expense_request",
  {
    ...facts,
    status: Literals("pending", "approved", "rejected", "paid", "reversed"),
    approvals: Parts(Approval),
    approvedBy: Optional(Ref("person")),
    approvedDate: Optional(Instant),
    rejectedBy: Optional(Ref("person")),
    rejectionReason: Optional(Text(500)),
    paidDate: Optional(BusinessDate),
    paidBy: Optional(Ref("person")),
    paymentReference: Optional(Line(100)),
    journalEntryId: Optional(Ref("journal_entry")),
    /** how its latest payment was reversed; null while a payment is in effect */
    ...reversalFields,
  },
  {
    grows: true,
    label: "Expense request",
    title: "request_number",
    unique: [{ fields: ["requestNumber"], sentence: "Another expense request already has this number" }],
    indexes: [["status", "requestDate"], ["siteId", "requestDate"], ["requestDate", "createdAt", "id"], ["requestedBy"]],
  },
)

export const ExpenseRequested = event("ExpenseRequested", 1, facts, ({ onBehalfOf }, title) =>
  onBehalfOf === null ? "Expense requested" : `Expense requested for ${title("person", onBehalfOf)}`,
)
export const ExpenseApproved = event(
  "ExpenseApproved",
  1,
  {
    approvedBy: Optional(Ref("person")),
    level: Whole,
    /** false for the first of two approvals */
    final: Flag,
    overrideReason: Optional(Text(500)),
  },
  (facts) => approvalText(facts, facts.final ? "Approved" : "Approved by the first of two"),
)
export const ExpenseRejected = event("ExpenseRejected", 1, rejectionFacts, rejectionText)
export const ExpenseWithdrawn = event("ExpenseWithdrawn", 1, { withdrawnBy: Optional(Ref("person")) }, () => "Withdrawn")
export const ExpensePaid = event(
  "ExpensePaid",
  1,
  {
    paidBy: Optional(Ref("person")),
    paidDate: BusinessDate,
    paymentMethod: Literals(...paymentMethods),
    paymentReference: Optional(Line(100)),
    journalEntryId: Ref("journal_entry"),
  },
  ({ paymentMethod, paymentReference }) => `Paid by ${paymentMethod.replace("_", " ")}${paymentReference === null ? "" : `, ${paymentReference}`}`,
)
export const ExpenseReceiptsAdded = event(
  "ExpenseReceiptsAdded",
  1,
  { receipts: Files, addedBy: Optional(Ref("person")) },
  ({ receipts }) => `Added ${receipts.map(({ name }) => name).join(", ")}`,
)
/** If the bank returned it, the request stays approved and can be paid again; if it was recorded in error, it is closed. */
export const ExpensePaymentReversed = event("ExpensePaymentReversed", 1, reversalFacts, (facts) => reversalText(facts, "Payment reversed"))

const told = [ExpenseRequested, ExpenseApproved, ExpenseRejected, ExpenseWithdrawn, ExpensePaid, ExpenseReceiptsAdded, ExpensePaymentReversed] as const
export const expenseRequests = stream(ExpenseRequest, ...told).fold({
  ExpenseRequested: (_, requested) => ({
    ...blank(ExpenseRequest),
    ...requested,
    status: "pending" as const,
  }),
  ExpenseApproved: (request, { approvedBy, level, final, overrideReason }, at) => ({
    ...request,
    approvals: [...request.approvals, { by: approvedBy, level, at, overrideReason }],
    ...(final && { status: "approved" as const, approvedBy, approvedDate: at }),
  }),
  ExpenseRejected: (request, { rejectedBy, reason }) => ({ ...request, status: "rejected" as const, rejectedBy, rejectionReason: reason }),
  ExpenseWithdrawn: (request, { withdrawnBy }) => ({
    ...request,
    status: "rejected" as const,
    rejectedBy: withdrawnBy,
    rejectionReason: "Withdrawn",
  }),
  ExpensePaid: (request, { paidBy, paidDate, paymentMethod, paymentReference, journalEntryId }) => ({
    ...request,
    status: "paid" as const,
    paidBy,
    paidDate,
    paymentMethod,
    paymentReference,
    journalEntryId,
    ...notReversed,
  }),
  ExpensePaymentReversed: (request, facts) => ({
    ...request,
    ...(facts.kind === "bank_return"
      ? { status: "approved" as const, paidDate: null, paidBy: null, paymentReference: null, journalEntryId: null }
      : { status: "reversed" as const }),
    ...asReversed(facts),
  }),
  ExpenseReceiptsAdded: (request, { receipts }) => ({ ...request, receipts: [...request.receipts, ...receipts] }),
})

const isOwn = ({ requestedBy, onBehalfOf }: { readonly requestedBy: unknown; readonly onBehalfOf: unknown }, { person }: Pick<By, "person">) =>
  person !== null && (requestedBy === person || onBehalfOf === person)
/** The same in SQL, for the row `r`. */
export const isOwnSql = ({ person }: Pick<By, "person">) => `coalesce(${Number(person)} in (r.requested_by, r.on_behalf_of), false)`

export const rows = requestRows<"requestedBy" | "onBehalfOf">(isOwn, isOwnSql)
const seen = visible(expenseRequests, rows)

/** Requests an expense, for oneself or on behalf of another person. */
export const requestExpense = command(
  "expense.request",
  "Request money for an expense",
  {
    amount: positive(Money),
    currency: withDefault("USD", facts.currency),
    category: facts.category,
    subcategory: facts.subcategory,
    description: Line(2000),
    businessPurpose: Line(2000),
    siteId: SiteName,
    requestDate: facts.requestDate.pipe(Optional),
    requiredDate: facts.requiredDate,
    paymentMethod: facts.paymentMethod,
    priority: withDefault("medium", facts.priority),
    /** the person it is for; null means the requester */
    requestedBy: Optional(Ref("person")),
    notes: withDefault("", facts.notes),
    receipts: withDefault([], facts.receipts),
  },
  function* ({ siteId, requestedBy, requestDate: day, ...asked }, by) {
    const requestDate = day ?? by.today
    const onBehalfOf = requestedBy === by.person ? null : requestedBy
    if (requestDate > by.today) throw invalid("Request date cannot be in the future")
    if (asked.requiredDate !== null && asked.requiredDate < requestDate) throw invalid("Required date must be on or after the request date")
    if (onBehalfOf !== null && by.person !== null && !holdsAny(by, ["finance.full", "department.manage"])) {
      throw forbidden("You can only request expenses in your own name")
    }
    const site = yield* siteOf(siteId, by)
    if (!site.isActive) throw conflict(`${site.name} is closed`)
    const other = onBehalfOf === null ? undefined : yield* findById(people, onBehalfOf)
    if (onBehalfOf !== null && !other) throw invalid("Requested by must be a person who works here")
    const rate = asked.currency === "USD" ? 100 : yield* officialRate(requestDate)
    const [id, requestNumber] = yield* all(newId(expenseRequests), nextNumber("EXP", requestDate.slice(0, 4)))
    const { department } = other ?? by
    const of = { requestNumber, requestedBy: by.person, onBehalfOf, department, siteId: site.id, requestDate, rate, amountUsd: toUsd(asked.amount, rate) }
    return [expenseRequests.at(id, ExpenseRequested({ ...asked, ...of }))]
  },
)

export type NewExpense = Parameters<typeof requestExpense.decide>[0]

/** Approves a request; above the approver's limit two approvals are needed, one of them by level 10. */
export const approveExpense = command(
  "expense.approve",
  "Approve an expense request; above the limit this is one of two approvals",
  approving("expense_request"),
  function* ({ id, overrideReason }, by) {
    const [request, policy] = yield* all(seen(id, by), findById(expensePolicies, 1))
    const hasApproved = request.approvals.some((approval) => approval.by === by.person)
    if (request.status === "approved" || request.status === "paid") {
      if (hasApproved) return unchanged(id)
      throw conflict("This request is already approved")
    }
    if (request.status !== "pending") throw conflict("Only a pending request can be approved")
    refuseSimulatedPayment(by)
    requireDecider(by)
    const limit = limitOf(policy, by.level, by.today)
    if (limit === undefined) throw forbidden("Your level cannot decide on expenses")
    const mayOverride = overrides(by, overrideReason)
    const own = isOwn(request, by)
    if (own && !mayOverride) throw forbidden("You cannot approve your own request")
    const above = request.amountUsd > limit
    const isSecond = request.approvals.length > 0 && !hasApproved
    const withTop = by.level >= 10 || request.approvals.some(({ level }) => level >= 10)
    const agreed = !above || (isSecond && withTop)
    if (!agreed && !mayOverride && hasApproved) {
      throw conflict(`You have approved this request. Above USD ${formatMoney(limit)} a second person must approve it`)
    }
    if (!agreed && !mayOverride && isSecond)
      throw forbidden(`This is above the limit of USD ${formatMoney(limit)}: one of its two approvers must have level 10`)
    yield* permitted()
    const overridden = own || (!agreed && mayOverride)
    const approval = { approvedBy: by.person, level: by.level, final: agreed || mayOverride, overrideReason: overridden ? overrideReason : null }
    return [expenseRequests.at(id, ExpenseApproved(approval))]
  },
)

export const rejectExpense = command("expense.reject", "Reject an expense request", rejecting("expense_request"), function* ({ id, reason }, by) {
  const request = yield* seen(id, by)
  if (request.status === "rejected") {
    if (request.rejectedBy === by.person) return unchanged(id)
    throw conflict("This request is already rejected")
  }
  if (request.status !== "pending") throw conflict("Only a pending request can be rejected")
  requireDecider(by)
  if (isOwn(request, by)) throw forbidden("You cannot reject your own request. Withdraw it instead")
  yield* permitted()
  return [expenseRequests.at(id, ExpenseRejected({ rejectedBy: by.person, reason }))]
})

/** Withdraws a request before it is decided, by the requester or the person it is for. */
export const withdrawExpense = command("expense.withdraw", "Withdraw your own pending request", { id: Ref("expense_request") }, function* ({ id }, by) {
  const request = yield* seen(id, by)
  if (by.person !== null && !isOwn(request, by)) throw forbidden("Only the requester can withdraw an expense request")
  if (request.status === "rejected" && request.rejectionReason === "Withdrawn") return unchanged(id)
  if (request.status !== "pending") throw conflict("Only a pending request can be withdrawn")
  yield* permitted()
  return [expenseRequests.at(id, ExpenseWithdrawn({ withdrawnBy: by.person }))]
})

/** The maximum number of files attached to a request. */
const mostReceipts = 20

/** Attaches files to a request, even after it is paid: a receipt comes with the goods. Attached files cannot be removed. */
export const addReceipts = command(
  "expense.add-receipts",
  "Attach receipts to an expense request",
  { id: Ref("expense_request"), receipts: Files },
  function* ({ id, receipts }, by) {
    const request = yield* seen(id, by)
    if (by.person !== null && !isOwn(request, by) && !holds(by, "payments.process")) {
      throw forbidden("Only the requester and finance can add receipts to an expense")
    }
    if (request.status === "rejected") throw conflict("A rejected request cannot have receipts. Create a new request")
    yield* permitted()
    if (receipts.length === 0) throw invalid("Choose at least one file")
    const fresh = receipts.filter((receipt) => !request.receipts.some((known) => known.id === receipt.id))
    if (fresh.length === 0) return unchanged(id)
    if (request.receipts.length + fresh.length > mostReceipts) throw invalid(`${mostReceipts} files at most can be attached to a request`)
    return [expenseRequests.at(id, ExpenseReceiptsAdded({ receipts: fresh, addedBy: by.person }))]
  },
)

/** Pays out an approved request and posts it: debits the category's account, credits cash or the bank. */
export const payExpense = command(
  "expense.pay",
  "Pay out an approved request, and post it",
  {
    id: Ref("expense_request"),
    /** null means today */
    paidDate: label("Payment date", Optional(BusinessDate)),
    /** null means that of the request */
    paymentMethod: Optional(facts.paymentMethod),
    paymentReference: Optional(Line(100)),
  },
  function* ({ id, paymentReference, ...input }, by) {
    const [request, policy] = yield* all(seen(id, by), findById(expensePolicies, 1))
    const { requestNumber, category, currency, amount, siteId, description } = request
    if (by.person !== null && !holds(by, "payments.process")) throw forbidden("Only finance can pay expenses")
    if (request.status === "paid") throw conflict("This request is already paid")
    if (request.status !== "approved") throw conflict("Only an approved request can be paid")
    refuseSimulatedPayment(by)
    if (isOwn(request, by)) throw forbidden("You cannot pay your own request")
    const limit = limitOf(policy, by.level, by.today) ?? 0
    if (by.person !== null && request.amountUsd > limit && request.approvals.some((approval) => approval.by === by.person)) {
      throw forbidden(`Above USD ${formatMoney(limit)} a third person must pay it, not an approver`)
    }
    yield* permitted()
    const paidDate = input.paidDate ?? by.today
    if (paidDate > by.today) throw invalid("Payment date cannot be in the future")
    if (paidDate < request.requestDate) throw invalid("Payment date must be on or after the request date")
    const paymentMethod = input.paymentMethod ?? request.paymentMethod
    const account = yield* accountFor(category)
    if (account === undefined) throw invalid(`The category ${category} has no account. Choose one for it before you pay`)
    const { entryId, changes } = yield* posted(
      {
        date: paidDate,
        description: `${requestNumber}, ${description.split("\n")[0]!.slice(0, 200)}`,
        reference: paymentReference ?? requestNumber,
        source: { kind: "expense_request", id },
        currency,
        siteId,
        lines: [
          { account, debit: amount, description: category },
          { account: moneyAt(paymentMethod, currency), credit: amount },
        ],
      },
      by,
    )
    return [expenseRequests.at(id, ExpensePaid({ paidBy: by.person, paidDate, paymentMethod, paymentReference, journalEntryId: entryId })), ...changes]
  },
)

/** Reverses the payment of a request; not by the person who paid it. A payment returned by the bank can be paid again. */
export const reverseExpense = command(
  "expense.reverse",
  "Reverse the payment of a request; one that the bank returned can be paid again",
  { id: Ref("expense_request"), ...reversingFields },
  function* ({ id, kind, reason }, by) {
    const { status, paidBy, paymentMethod, journalEntryId } = yield* seen(id, by)
    const rule: ReversalRule = { permission: "payments.process", doneBy: paidBy, deed: "paid this request", isBanked: paymentMethod !== "cash" }
    requireReverser(by, rule)
    if (status === "reversed") throw conflict("The payment of this request is already reversed")
    if (status !== "paid" || journalEntryId === null) throw conflict("Only the payment of a paid request can be reversed")
    yield* permitted()
    const { facts, changes } = yield* reverseEntry(journalEntryId, { kind, reason }, rule, by)
    return [expenseRequests.at(id, ExpensePaymentReversed(facts)), ...changes]
  },
)
