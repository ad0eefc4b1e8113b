/**
 * A person requests petty cash; another approves it within their limit; a third pays it out of a float, and later takes the receipts and the remaining cash.
 * Cash paid out is an advance; what was spent is an expense. Amounts are cents.
 */
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { dateOf } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import {
  command,
  type By,
  conflict,
  forbidden,
  get,
  invalid,
  findById,
  newId,
  nextNumber,
  notFound,
  permitted,
  all,
  unchanged,
} from "@ops/platform/records/command.ts"
import { approvalText, approving, overrides, refuseSimulatedPayment } from "@ops/platform/records/rules/decision.ts"
import {
  BusinessDate,
  Files,
  SeriesNumber,
  Instant,
  Line,
  Literals,
  Money,
  Optional,
  Parts,
  positive,
  Ref,
  nonNegative,
  SiteName,
  Text,
  Whole,
  withDefault,
  Rate,
} from "@ops/platform/records/field.ts"
import { blank, record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { visible } from "@ops/platform/records/visibility.ts"
import { officialRate, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { post, reverse } from "@ops/ledger/journal-entries/journal-entry.ts"
import {
  asReversed,
  reversalFacts,
  reversalFields,
  reversalOf,
  type ReversalRule,
  reversalText,
  requireReverser,
  reversingFields,
  checkedReversalReason,
} from "@ops/ledger/reversals/reversal.ts"
import { siteOf } from "@ops/sites/site.ts"
import { accountFor } from "../expense-categories/category.ts"
import { type Float, keeps, lineDay, pettyCashAccounts, pettyCashFloats, requireFunds, rows as floatRows, written } from "../petty-cash-floats/float.ts"
import { pettyCashPolicies } from "./policy.ts"
import { PETTY_CASH_DECIDERS, pettyCashCategories, pettyCashStatuses } from "./labels.ts"
import { limitOf } from "../expense-requests/policy.ts"
import { currencies } from "../shared/labels.ts"
import { requestRows } from "../shared/request-rows.ts"

const facts = {
  requestNumber: SeriesNumber("PC"),
  requestedBy: Optional(Ref("person")),
  /** the requester's department, whose head sees and decides it */
  department: Optional(Line()),
  /** the site for which it is spent; null if it is not for a site */
  siteId: Optional(Ref("site")),
  amount: Money,
  currency: Literals(...currencies),
  /** the amount compared with limits, in cents of USD at the official rate of the day */
  amountUsd: Money,
  category: Literals(...pettyCashCategories),
  purpose: Text(500),
  notes: Text(),
  requestDate: BusinessDate,
}
const Out = Schema.Struct({ from: BusinessDate, to: Schema.NullOr(BusinessDate) })

export const PettyCashRequest = record(
  "petty_cash_request",
  {
    ...facts,
    status: Literals(...pettyCashStatuses),
    approvedBy: Optional(Ref("person")),
    approvedDate: Optional(Instant),
    overrideReason: Optional(Text(500)),
    rejectedBy: Optional(Ref("person")),
    rejectionReason: Optional(Text(500)),
    floatId: Optional(Ref("petty_cash_float")),
    disbursedBy: Optional(Ref("person")),
    disbursedDate: Optional(BusinessDate),
    /** hundredths of SSP per dollar on that day: spending is valued at the rate of the payout */
    disbursedRate: Optional(Rate),
    disbursementEntryId: Optional(Ref("journal_entry")),
    spent: Optional(Money),
    returned: Optional(Money),
    receipts: Files,
    retiredBy: Optional(Ref("person")),
    retiredDate: Optional(BusinessDate),
    retirementEntryId: Optional(Ref("journal_entry")),
    /** the periods in which the person held the advance: `to` is the last day, null while it is still held */
    out: Parts(Out),
    /** the latest reversal of a payout or a retirement */
    ...reversalFields,
  },
  {
    grows: true,
    label: "Petty cash request",
    title: "request_number",
    unique: [{ fields: ["requestNumber"], sentence: "Another petty cash request already has this number" }],
    indexes: [["status", "requestDate"], ["siteId", "requestDate"], ["requestedBy"], ["floatId"]],
  },
)

export const PettyCashRequested = event("PettyCashRequested", 1, facts, () => "Petty cash requested")
export const PettyCashApproved = event(
  "PettyCashApproved",
  1,
  { approvedBy: Optional(Ref("person")), level: Whole, overrideReason: Optional(Text(500)) },
  (facts) => approvalText(facts),
)
export const PettyCashRejected = event(
  "PettyCashRejected",
  1,
  { rejectedBy: Optional(Ref("person")), reason: Text(500) },
  ({ reason }) => `Rejected: ${reason}`,
)
export const PettyCashDisbursed = event(
  "PettyCashDisbursed",
  1,
  {
    floatId: Ref("petty_cash_float"),
    disbursedBy: Optional(Ref("person")),
    disbursedDate: BusinessDate,
    rate: Rate,
    journalEntryId: Ref("journal_entry"),
  },
  ({ floatId }, title) => `Paid out of ${title("petty_cash_float", floatId)}`,
)
export const PettyCashRetired = event(
  "PettyCashRetired",
  1,
  {
    spent: Money,
    returned: Money,
    receipts: Files,
    retiredBy: Optional(Ref("person")),
    retiredDate: BusinessDate,
    journalEntryId: Ref("journal_entry"),
  },
  ({ spent, returned }) => `Retired: ${formatMoney(spent)} spent, ${formatMoney(returned)} given back`,
)
/** An advance that was out when the books began: it was asked for, approved and paid in the earlier books. */
export const PettyCashAdvanceTakenOver = event(
  "PettyCashAdvanceTakenOver",
  1,
  { ...facts, floatId: Ref("petty_cash_float"), disbursedDate: BusinessDate, rate: Rate, journalEntryId: Ref("journal_entry") },
  ({ floatId }, title) => `Taken over from the earlier books; accounted for to ${title("petty_cash_float", floatId)}`,
)
/** The cash is back in the float; the request stays approved. */
export const PettyCashDisbursementReversed = event("PettyCashDisbursementReversed", 1, reversalFacts, (facts) => reversalText(facts, "Payout reversed"))
/** The cash is an advance again, and must be retired again. */
export const PettyCashRetirementReversed = event("PettyCashRetirementReversed", 1, reversalFacts, (facts) => reversalText(facts, "Retirement reversed"))

const told = [
  PettyCashRequested,
  PettyCashApproved,
  PettyCashRejected,
  PettyCashDisbursed,
  PettyCashAdvanceTakenOver,
  PettyCashRetired,
  PettyCashDisbursementReversed,
  PettyCashRetirementReversed,
] as const
/** Ends the advance on a day. */
const backOn = (out: ReadonlyArray<typeof Out.Type>, to: string) => [...out.slice(0, -1), { ...out.at(-1)!, to }]
export const pettyCashRequests = stream(PettyCashRequest, ...told).fold({
  PettyCashRequested: (_, requested) => ({
    ...blank(PettyCashRequest),
    ...requested,
    status: "pending" as const,
  }),
  PettyCashApproved: (request, { approvedBy, overrideReason }, at) => ({
    ...request,
    status: "approved" as const,
    approvedBy,
    approvedDate: at,
    overrideReason,
  }),
  PettyCashRejected: (request, { rejectedBy, reason }) => ({ ...request, status: "rejected" as const, rejectedBy, rejectionReason: reason }),
  PettyCashDisbursed: (request, { rate, journalEntryId, ...paid }) => ({
    ...request,
    ...paid,
    status: "disbursed" as const,
    disbursedRate: rate,
    disbursementEntryId: journalEntryId,
    out: [...request.out, { from: paid.disbursedDate, to: null }],
  }),
  PettyCashAdvanceTakenOver: (_, { rate, journalEntryId, ...advance }) => ({
    ...blank(PettyCashRequest),
    ...advance,
    status: "disbursed" as const,
    disbursedRate: rate,
    disbursementEntryId: journalEntryId,
    out: [{ from: advance.disbursedDate, to: null }],
  }),
  PettyCashRetired: (request, { journalEntryId, ...retired }) => ({
    ...request,
    ...retired,
    status: "retired" as const,
    retirementEntryId: journalEntryId,
    out: backOn(request.out, retired.retiredDate),
  }),
  PettyCashDisbursementReversed: (request, facts) => ({
    ...request,
    status: "approved" as const,
    floatId: null,
    disbursedBy: null,
    disbursedDate: null,
    disbursedRate: null,
    disbursementEntryId: null,
    out: backOn(request.out, facts.date),
    ...asReversed(facts),
  }),
  PettyCashRetirementReversed: (request, facts) => ({
    ...request,
    status: "disbursed" as const,
    spent: null,
    returned: null,
    retiredBy: null,
    retiredDate: null,
    retirementEntryId: null,
    out: [...request.out, { from: facts.date, to: null }],
    ...asReversed(facts),
  }),
})

type Request = Row<typeof PettyCashRequest>

const isOwn = ({ requestedBy }: { readonly requestedBy: unknown }, { person }: Pick<By, "person">) => person !== null && requestedBy === person
/** The same in SQL, for the row `r`. */
export const isOwnSql = ({ person }: Pick<By, "person">) => `coalesce(r.requested_by = ${Number(person)}, false)`
const missing = (id: number) => notFound(`Petty cash request ${id} does not exist`)

/** Requests that a person's float can pay, and those it has paid, in SQL for the row `r`. */
export const keepsSql = ({ person }: Pick<By, "person">) => `exists(select from petty_cash_float k where k.custodian_id = ${Number(person)}
  and (k.id = r.float_id or (r.status = 'approved' and k.site_id = r.site_id and k.currency = r.currency)))`
/** A float's custodian sees the requests it can pay: those of its site, and those paid out of it. */
const seesAsCustodian = (request: Request, { id, custodianId, siteId, currency }: Float, { person }: Pick<By, "person">): boolean =>
  custodianId === person && (request.floatId === id || (request.status === "approved" && request.siteId === siteId && request.currency === currency))

/** A float's custodian sees more in lists; commands on those requests check for the custodian themselves. */
export const rows = requestRows<"requestedBy">(
  isOwn,
  (by) => `${isOwnSql(by)} or ${keepsSql(by)}`,
  "; the custodian of a float: requests it can pay or has paid",
)
const seen = visible(pettyCashRequests, rows)

export const requestPettyCash = command(
  "petty_cash.request",
  "Request petty cash",
  {
    amount: positive(Money),
    currency: withDefault("USD", facts.currency),
    category: facts.category,
    purpose: Line(500),
    notes: withDefault("", facts.notes),
    /** null if it is not for a site; people restricted to a site request for that site */
    siteId: Optional(SiteName),
  },
  function* ({ siteId: place, ...asked }, by) {
    const siteId = place ?? by.confinedTo
    const site = siteId === null ? null : yield* siteOf(siteId, by)
    if (site && !site.isActive) throw conflict(`${site.name} is closed`)
    const rate = asked.currency === "USD" ? 100 : yield* officialRate(by.today)
    const [id, requestNumber] = yield* all(newId(pettyCashRequests), nextNumber("PC", by.today.slice(0, 4)))
    const from = { requestNumber, requestedBy: by.person, department: by.department, siteId: site?.id ?? null, requestDate: by.today }
    return [pettyCashRequests.at(id, PettyCashRequested({ ...asked, ...from, amountUsd: toUsd(asked.amount, rate) }))]
  },
)

export type NewPettyCash = Parameters<typeof requestPettyCash.decide>[0]

const requireApprover = (by: By) => {
  if (by.person === null) return
  if (by.level < 6 || !holdsAny(by, PETTY_CASH_DECIDERS)) throw forbidden("Your level cannot decide on petty cash")
}

export const approvePettyCash = command(
  "petty_cash.approve",
  "Approve a petty cash request",
  approving("petty_cash_request"),
  function* ({ id, overrideReason }, by) {
    const [request, policy] = yield* all(seen(id, by), findById(pettyCashPolicies, 1))
    const { status, approvedBy } = request
    if (status !== "pending" && status !== "rejected") {
      if (approvedBy === by.person && status === "approved") return unchanged(id)
      throw conflict("This request is already approved")
    }
    if (status !== "pending") throw conflict("Only a pending request can be approved")
    refuseSimulatedPayment(by)
    requireApprover(by)
    const limit = limitOf(policy, by.level, by.today)
    if (limit === undefined) throw forbidden("Your level cannot decide on petty cash")
    const mayOverride = overrides(by, overrideReason)
    const own = isOwn(request, by)
    const isAbove = request.amountUsd > limit
    if (own && !mayOverride) throw forbidden("You cannot approve your own request")
    if (isAbove && !mayOverride) {
      throw forbidden(
        by.level >= 10
          ? `This is above the limit of USD ${formatMoney(limit)}. Give a reason, or create an expense request instead`
          : `Level ${by.level} approves petty cash up to USD ${formatMoney(limit)}. Someone at a higher level must approve it`,
      )
    }
    yield* permitted()
    const reason = own || isAbove ? overrideReason : null
    return [pettyCashRequests.at(id, PettyCashApproved({ approvedBy: by.person, level: by.level, overrideReason: reason }))]
  },
)

export const rejectPettyCash = command(
  "petty_cash.reject",
  "Reject a petty cash request",
  { id: Ref("petty_cash_request"), reason: Line(500) },
  function* ({ id, reason }, by) {
    const request = yield* seen(id, by)
    if (request.status === "rejected") {
      if (request.rejectedBy === by.person) return unchanged(id)
      throw conflict("This request is already rejected")
    }
    if (request.status !== "pending") throw conflict("Only a pending request can be rejected")
    requireApprover(by)
    if (isOwn(request, by)) throw forbidden("You cannot reject your own request")
    yield* permitted()
    return [pettyCashRequests.at(id, PettyCashRejected({ rejectedBy: by.person, reason }))]
  },
)

/** Pays an approved request out of a float: debits advances, credits petty cash. The requester and the approver cannot pay it. */
export const disbursePettyCash = command(
  "petty_cash.disburse",
  "Pay an approved request out of a float",
  {
    id: Ref("petty_cash_request"),
    floatId: Ref("petty_cash_float"),
    /** null means today */
    date: Optional(BusinessDate),
  },
  function* ({ id, floatId, date: day }, by) {
    const [request, float] = yield* all(get(pettyCashRequests, id), findById(pettyCashFloats, floatId))
    const isCustodian = float !== undefined && seesAsCustodian(request, float, by)
    if (!isCustodian && !rows.sees(request, by)) throw missing(id)
    if (!float || !floatRows.sees(float, by)) throw invalid("Float must be one of the petty cash floats")
    if (!keeps(float, by)) throw forbidden("Only the custodian of the float and finance can pay out petty cash")
    if (request.status === "disbursed" || request.status === "retired") throw conflict("This request is already paid out")
    if (request.status !== "approved") throw conflict("Only an approved request can be paid out")
    refuseSimulatedPayment(by)
    if (isOwn(request, by)) throw forbidden("You cannot pay out your own request")
    if (by.person !== null && request.approvedBy === by.person) throw forbidden("You approved this request, so another person must pay it out")
    const { amount, currency, requestNumber, purpose } = request
    if (float.currency !== currency) throw invalid(`${float.name} is in ${float.currency}, the request in ${currency}. Choose another float`)
    requireFunds(float, amount)
    const date = lineDay(float, day, by)
    if (date < dateOf(request.approvedDate!)) throw invalid("Date must be on or after the day of the approval")
    const rate = currency === "USD" ? 100 : yield* officialRate(date)
    const entry = yield* post(
      {
        date,
        description: `${requestNumber}, petty cash for ${purpose.split("\n")[0]!.slice(0, 200)}`,
        reference: requestNumber,
        source: { kind: "petty_cash_request", id },
        currency,
        rate,
        lines: [
          { account: pettyCashAccounts.advances, debit: amount, description: requestNumber, siteId: request.siteId },
          { account: pettyCashAccounts.floats, credit: amount, description: float.name, siteId: float.siteId },
        ],
      },
      by,
    )
    const journalEntryId = entry[0]!.id
    const paid = { floatId, disbursedBy: by.person, disbursedDate: date, rate, journalEntryId }
    return [
      pettyCashRequests.at(id, PettyCashDisbursed(paid)),
      ...(yield* written(float, { kind: "disbursement", date, amount: -amount, requestId: id, reference: requestNumber, journalEntryId }, by)),
      ...entry,
    ]
  },
)

/**
 * Retires a request with its receipts and the remaining cash: debits the category's account and petty cash, credits advances. Done by the float's custodian
 * or by finance, who hold the cash; never by the person who spent it.
 */
export const retirePettyCash = command(
  "petty_cash.retire",
  "Accept the receipts and the remaining cash, and post the expenses",
  {
    id: Ref("petty_cash_request"),
    /** the amount on the receipts; the rest goes back to the float */
    spent: nonNegative(Money),
    receipts: withDefault([], Files),
    /** null means today */
    date: Optional(BusinessDate),
  },
  function* ({ id, spent, receipts, date: day }, by) {
    const request = yield* get(pettyCashRequests, id)
    const float = request.floatId === null ? undefined : yield* findById(pettyCashFloats, request.floatId)
    if (!(float && seesAsCustodian(request, float, by)) && !rows.sees(request, by)) throw missing(id)
    if (request.status === "retired") throw conflict("This request is already retired")
    if (request.status !== "disbursed" || !float) throw conflict("Only paid-out requests can be retired")
    if (!keeps(float, by)) throw forbidden("Only the custodian of the float and finance can retire petty cash")
    refuseSimulatedPayment(by)
    if (isOwn(request, by)) throw forbidden("You cannot retire your own request. Hand the receipts to the custodian of the float")
    yield* permitted()
    const { amount, currency, category, requestNumber, purpose, siteId } = request
    if (spent > amount) throw invalid(`${currency} ${formatMoney(amount)} was paid out, so you cannot record more. Request the rest separately`)
    if (spent > 0 && receipts.length === 0) throw invalid("Add the receipts of the expenses")
    const returned = amount - spent
    const date = returned > 0 ? lineDay(float, day, by) : (day ?? by.today)
    if (date > by.today) throw invalid("Date cannot be in the future")
    if (date < request.disbursedDate!) throw invalid("Date must be on or after the day of the payment")
    const account = yield* accountFor(category)
    if (account === undefined) throw invalid(`The category ${category} has no account. Choose one for it before you retire this`)
    const entry = yield* post(
      {
        date,
        description: `${requestNumber} retired, ${purpose.split("\n")[0]!.slice(0, 200)}`,
        reference: requestNumber,
        source: { kind: "petty_cash_request", id },
        currency,
        rate: request.disbursedRate!,
        lines: [
          ...(spent > 0 ? [{ account, debit: spent, description: category, siteId: siteId ?? float.siteId }] : []),
          ...(returned > 0 ? [{ account: pettyCashAccounts.floats, debit: returned, description: float.name, siteId: float.siteId }] : []),
          { account: pettyCashAccounts.advances, credit: amount, description: requestNumber, siteId },
        ],
      },
      by,
    )
    const journalEntryId = entry[0]!.id
    const back = { kind: "return", date, amount: returned, requestId: id, reference: requestNumber, journalEntryId } as const
    return [
      pettyCashRequests.at(id, PettyCashRetired({ spent, returned, receipts, retiredBy: by.person, retiredDate: date, journalEntryId })),
      ...(returned > 0 ? yield* written(float, back, by) : []),
      ...entry,
    ]
  },
)

/**
 * Reverses the latest step of a request: its retirement, after which the cash is an advance again, or its payout, after which the cash is back in the float
 * and the request can be paid out again. Done by a person in finance other than the one who did the step.
 */
export const reversePettyCash = command(
  "petty_cash.reverse",
  "Reverse the retirement of a request, or its payout: the advance is reopened, or the cash returns to the float",
  { id: Ref("petty_cash_request"), ...reversingFields },
  function* ({ id, kind, reason }, by) {
    const request = yield* seen(id, by)
    const isRetired = request.status === "retired"
    const doneBy = isRetired ? request.retiredBy : request.disbursedBy
    const deed = isRetired ? "retired this request" : "paid out this request"
    const rule: ReversalRule = { permission: "payments.process", doneBy, deed, isBanked: false }
    requireReverser(by, rule)
    if (isOwn(request, by)) throw forbidden("You cannot reverse your own petty cash. Ask another person in finance")
    if (!isRetired && request.status !== "disbursed") throw conflict("Only paid-out or retired requests can be reversed")
    if (!isRetired && request.approvedDate === null) throw conflict("This advance was paid out in the earlier books. Retire it instead")
    yield* permitted()
    const why = checkedReversalReason(by, { kind, reason }, rule)
    const float = yield* get(pettyCashFloats, request.floatId!)
    const date = lineDay(float, null, by)
    // a retirement returned what was left, a payout took out the whole amount
    const amount = isRetired ? -request.returned! : request.amount
    const changes = yield* reverse(isRetired ? request.retirementEntryId! : request.disbursementEntryId!, date, why, by)
    const facts = reversalOf({ kind }, why, changes[0]!.id, by)
    const line = {
      kind: isRetired ? ("disbursement" as const) : ("return" as const),
      date,
      amount,
      requestId: id,
      reason: `Reversal: ${why}`,
      reference: request.requestNumber,
      journalEntryId: facts.journalEntryId,
    }
    return [
      pettyCashRequests.at(id, isRetired ? PettyCashRetirementReversed(facts) : PettyCashDisbursementReversed(facts)),
      ...(amount === 0 ? [] : yield* written(float, line, by)),
      ...changes,
    ]
  },
)
