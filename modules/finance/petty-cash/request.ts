/**
 * A person requests petty cash; another approves it within their limit; a third pays it out of a float, and takes the receipts
 * and the rest. Cash paid out is an advance, what was spent an expense. Amounts are cents.
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
  type CommandGenerator,
  all,
  unchanged,
} from "@ops/platform/records/command.ts"
import {
  AttachedFile,
  BusinessDate,
  SeriesNumber,
  Instant,
  Line,
  Literals,
  Money,
  Optional,
  Parts,
  Ref,
  Text,
  Whole,
  Rate,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { officialRate, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { post, reverse } from "@ops/ledger/journal-entries/journal-entry.ts"
import {
  asReversed,
  notReversed,
  reversalFacts,
  reversalFields,
  reversalOf,
  type Reversing,
  reversalText,
  checkedReversalReason,
} from "@ops/ledger/reversals/reversal.ts"
import { siteOf } from "@ops/sites/site.ts"
import { accountFor } from "../expense-categories/category.ts"
import { type Float, keeps, lineDay, pettyCashAccounts, pettyCashFloats, seesFloat, requireFunds, rejectSimulated, written } from "./float.ts"
import { pettyCashPolicies } from "./policy.ts"
import { PETTY_CASH_DECIDERS, pettyCashCategories, pettyCashStatuses } from "./labels.ts"
import { limitOf } from "../expense-requests/policy.ts"
import { currencies } from "../shared/labels.ts"

const facts = {
  requestNumber: SeriesNumber("PC"),
  requestedBy: Optional(Ref("person")),
  /** the requester's department: its head sees and decides it */
  department: Optional(Line()),
  /** the site for which it is spent; null if it is not for a site */
  siteId: Optional(Ref("site")),
  amount: Money,
  currency: Literals(...currencies),
  /** the amount compared with limits, cents of USD at the official rate of the day */
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
    /** hundredths of SSP for a dollar on that day: spending is valued at the rate of the payout */
    disbursedRate: Optional(Rate),
    disbursementEntryId: Optional(Ref("journal_entry")),
    spent: Optional(Money),
    returned: Optional(Money),
    receipts: Parts(AttachedFile),
    retiredBy: Optional(Ref("person")),
    retiredDate: Optional(BusinessDate),
    retirementEntryId: Optional(Ref("journal_entry")),
    /** when the person held the advance: `to` is the day after which it was no longer, null while it is */
    out: Parts(Out),
    /** the latest reversal of a payout or a retirement */
    ...reversalFields,
  },
  {
    label: "Petty cash request",
    title: "request_number",
    unique: [{ fields: ["requestNumber"], sentence: "Another petty cash request has this number" }],
    indexes: [["status", "requestDate"], ["siteId", "requestDate"], ["requestedBy"], ["floatId"]],
  },
)

export const PettyCashRequested = event("PettyCashRequested", 1, facts, () => "Petty cash requested")
export const PettyCashApproved = event(
  "PettyCashApproved",
  1,
  { approvedBy: Optional(Ref("person")), level: Whole, overrideReason: Optional(Text(500)) },
  ({ overrideReason }) => (overrideReason === null ? "Approved" : `Approved. Override: ${overrideReason}`),
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
    receipts: Parts(AttachedFile),
    retiredBy: Optional(Ref("person")),
    retiredDate: BusinessDate,
    journalEntryId: Ref("journal_entry"),
  },
  ({ spent, returned }) => `Retired: ${formatMoney(spent)} spent, ${formatMoney(returned)} given back`,
)
/** The cash is back in the float: the request stays approved. */
export const PettyCashDisbursementReversed = event("PettyCashDisbursementReversed", 1, reversalFacts, (facts) => reversalText(facts, "Payout reversed"))
/** The cash is an advance again, to be retired again. */
export const PettyCashRetirementReversed = event("PettyCashRetirementReversed", 1, reversalFacts, (facts) => reversalText(facts, "Retirement reversed"))

const told = [
  PettyCashRequested,
  PettyCashApproved,
  PettyCashRejected,
  PettyCashDisbursed,
  PettyCashRetired,
  PettyCashDisbursementReversed,
  PettyCashRetirementReversed,
] as const
/** The advance ends on a day. */
const backOn = (out: ReadonlyArray<typeof Out.Type>, to: string) => [...out.slice(0, -1), { ...out.at(-1)!, to }]
export const pettyCashRequests = stream(PettyCashRequest, ...told).fold({
  PettyCashRequested: (_, requested) => ({
    ...requested,
    status: "pending" as const,
    approvedBy: null,
    approvedDate: null,
    overrideReason: null,
    rejectedBy: null,
    rejectionReason: null,
    floatId: null,
    disbursedBy: null,
    disbursedDate: null,
    disbursedRate: null,
    disbursementEntryId: null,
    spent: null,
    returned: null,
    receipts: [],
    retiredBy: null,
    retiredDate: null,
    retirementEntryId: null,
    out: [],
    ...notReversed,
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

const isOwn = ({ requestedBy }: Request, { person }: By) => person !== null && requestedBy === person
const missing = (id: number) => notFound(`Petty cash request ${id} does not exist`)

/** Whether a person sees a request by their level. The lists apply the same rule in SQL. */
const sees = (request: Request, by: By): boolean => {
  if (by.person === null || isOwn(request, by)) return true
  if (by.confinedTo !== null && request.siteId !== by.confinedTo) return false
  if (by.level === 8) return request.department !== null && request.department === by.department
  return by.level >= 6
}
/** A float's custodian sees the requests it can pay: those of its site, and those paid out of it. */
const seesAsCustodian = (request: Request, { id, custodianId, siteId, currency }: Float, { person }: By): boolean =>
  custodianId === person && (request.floatId === id || (request.status === "approved" && request.siteId === siteId && request.currency === currency))

/** The request, if the person sees it; otherwise it is answered as not found. */
function* seen(id: number, by: By): CommandGenerator<Request> {
  const request = yield* get(pettyCashRequests, id)
  if (!sees(request, by)) throw missing(id)
  return request
}

export interface NewPettyCash extends Pick<Parameters<typeof PettyCashRequested>[0], "amount" | "currency" | "category" | "purpose" | "notes"> {
  /** null if it is not for a site; people confined to a site request for that site */
  readonly siteId: number | string | null
}

export const requestPettyCash = command("petty_cash.request", function* ({ siteId: place, ...asked }: NewPettyCash, by) {
  if (asked.amount <= 0) throw invalid("Amount must be greater than 0")
  const siteId = place ?? by.confinedTo
  const site = siteId === null ? null : yield* siteOf(siteId, by)
  if (site && !site.isActive) throw conflict(`${site.name} is closed`)
  const rate = asked.currency === "USD" ? 100 : yield* officialRate(by.today)
  const [id, requestNumber] = yield* all(newId(pettyCashRequests), nextNumber("PC", by.today.slice(0, 4)))
  const from = { requestNumber, requestedBy: by.person, department: by.department, siteId: site?.id ?? null, requestDate: by.today }
  return [pettyCashRequests.at(id, PettyCashRequested({ ...asked, ...from, amountUsd: toUsd(asked.amount, rate) }))]
})

const requireApprover = (by: By) => {
  if (by.person === null) return
  if (by.level < 6 || !holdsAny(by, PETTY_CASH_DECIDERS)) throw forbidden("Your level cannot decide on petty cash")
}

export interface PettyCashApproval {
  readonly id: number
  /** level 10 only: why one's own request, or one above the limit, is approved anyway */
  readonly overrideReason: string | null
}

export const approvePettyCash = command("petty_cash.approve", function* ({ id, overrideReason }: PettyCashApproval, by) {
  const [request, policy] = yield* all(seen(id, by), findById(pettyCashPolicies, 1))
  const { status, approvedBy } = request
  if (status !== "pending" && status !== "rejected") {
    if (approvedBy === by.person && status === "approved") return unchanged(id)
    throw conflict("This request is approved already")
  }
  if (status !== "pending") throw conflict("Only a pending request can be approved")
  rejectSimulated(by)
  requireApprover(by)
  const limit = limitOf(policy, by.level, by.today)
  if (limit === undefined) throw forbidden("Your level cannot decide on petty cash")
  const mayOverride = by.level >= 10 && overrideReason !== null && overrideReason !== ""
  const own = isOwn(request, by)
  const isAbove = request.amountUsd > limit
  if (own && !mayOverride) throw forbidden("You cannot approve your own request")
  if (isAbove && !mayOverride) {
    throw forbidden(
      by.level >= 10
        ? `This is above the limit of USD ${formatMoney(limit)}. Give a reason, or have an expense request made of it`
        : `Level ${by.level} approves petty cash up to USD ${formatMoney(limit)}. Someone of a higher level approves this`,
    )
  }
  const reason = own || isAbove ? overrideReason : null
  return [pettyCashRequests.at(id, PettyCashApproved({ approvedBy: by.person, level: by.level, overrideReason: reason }))]
})

export const rejectPettyCash = command("petty_cash.reject", function* ({ id, reason }: { readonly id: number; readonly reason: string }, by) {
  const request = yield* seen(id, by)
  if (request.status === "rejected") {
    if (request.rejectedBy === by.person) return unchanged(id)
    throw conflict("This request is rejected already")
  }
  if (request.status !== "pending") throw conflict("Only a pending request can be rejected")
  requireApprover(by)
  if (isOwn(request, by)) throw forbidden("You cannot reject your own request")
  if (reason === "") throw invalid("Reason is required")
  return [pettyCashRequests.at(id, PettyCashRejected({ rejectedBy: by.person, reason }))]
})

export interface Disbursement {
  readonly id: number
  readonly floatId: number
  /** today, if null */
  readonly date: string | null
}

/** Pays an approved request out of a float: debit advances, credit petty cash. The requester and the approver cannot pay it. */
export const disbursePettyCash = command("petty_cash.disburse", function* ({ id, floatId, date: day }: Disbursement, by) {
  const [request, float] = yield* all(get(pettyCashRequests, id), findById(pettyCashFloats, floatId))
  const isCustodian = float !== undefined && seesAsCustodian(request, float, by)
  if (!isCustodian && !sees(request, by)) throw missing(id)
  if (!float || !seesFloat(float, by)) throw invalid("Float must be one of the petty cash floats")
  if (!keeps(float, by)) throw forbidden("Only the custodian of the float, and finance, pay out petty cash")
  if (request.status === "disbursed" || request.status === "retired") throw conflict("This request is paid out already")
  if (request.status !== "approved") throw conflict("Only an approved request can be paid out")
  rejectSimulated(by)
  if (isOwn(request, by)) throw forbidden("You cannot pay out your own request")
  if (by.person !== null && request.approvedBy === by.person) throw forbidden("You have approved this request. Someone else pays it out")
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
})

export interface Retirement {
  readonly id: number
  /** by the receipts; the rest goes back to the float */
  readonly spent: number
  readonly receipts: ReadonlyArray<AttachedFile>
  /** today, if null */
  readonly date: string | null
}

/**
 * Retires a request with its receipts and the rest of the cash: debit the category's account and petty cash, credit advances. Done by the custodian
 * of the float or finance, who hold the cash; never by the person who spent it.
 */
export const retirePettyCash = command("petty_cash.retire", function* ({ id, spent, receipts, date: day }: Retirement, by) {
  const request = yield* get(pettyCashRequests, id)
  const float = request.floatId === null ? undefined : yield* findById(pettyCashFloats, request.floatId)
  if (!(float && seesAsCustodian(request, float, by)) && !sees(request, by)) throw missing(id)
  if (request.status === "retired") throw conflict("This request is retired already")
  if (request.status !== "disbursed" || !float) throw conflict("Only what was paid out can be retired")
  if (!keeps(float, by)) throw forbidden("Only the custodian of the float, and finance, retire petty cash")
  rejectSimulated(by)
  if (isOwn(request, by)) throw forbidden("You cannot retire your own request. Hand the receipts to the custodian of the float")
  const { amount, currency, category, requestNumber, purpose, siteId } = request
  if (spent < 0) throw invalid("Spent must not be negative")
  if (spent > amount) throw invalid(`${currency} ${formatMoney(amount)} was paid out, so no more was spent of it. Request the rest separately`)
  if (spent > 0 && receipts.length === 0) throw invalid("Add the receipts of what was spent")
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
})

/**
 * Reverses the latest step of a request: its retirement, after which the cash is out again, or its payout, after which it is back
 * in the float and the request can be paid out again. By a person in finance other than the one who did the step.
 */
export const reversePettyCash = command("petty_cash.reverse", function* ({ id, kind, reason }: Reversing, by) {
  const request = yield* seen(id, by)
  const isRetired = request.status === "retired"
  const doneBy = isRetired ? request.retiredBy : request.disbursedBy
  const deed = isRetired ? "retired this request" : "paid out this request"
  const why = checkedReversalReason(by, { kind, reason }, { permission: "payments.process", doneBy, deed, isBanked: false })
  if (isOwn(request, by)) throw forbidden("You cannot reverse petty cash of your own. Ask another person in finance")
  if (!isRetired && request.status !== "disbursed") throw conflict("Only what was paid out or retired can be reversed")
  const float = yield* get(pettyCashFloats, request.floatId!)
  const date = lineDay(float, null, by)
  // a retirement put back what was left over, a payout took out the whole amount
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
})
