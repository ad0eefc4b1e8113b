/** Commands on supplier bills: enter, approve and post, dispute, credit. */
import type { Schema } from "effect"
import { refuseSimulated } from "@ops/platform/records/rules/decision.ts"
import { BusinessDate, label, Line as LineOf, Lines, Money, Optional, Quantity, Ref, SiteName, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { allocate, formatMoney } from "@ops/platform/money.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import {
  command,
  conflict,
  consequence,
  find,
  forbidden,
  get,
  invalid,
  findById,
  newId,
  nextNumber,
  permitted,
  type CommandGenerator,
  all,
  unchanged,
} from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import type { Row } from "@ops/platform/records/record.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { accounts, openingAccount } from "@ops/ledger/accounts/account.ts"
import { officialRate, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { journalEntries } from "@ops/ledger/journal-entries/journal-entry.ts"
import { GoodsReceiptReversed, GoodsReceived, type PurchaseRequest, purchaseRequests } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { vendors } from "@ops/procurement/vendors/vendor.ts"
import { siteOf } from "@ops/sites/site.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { accountFor, unmapped } from "../expense-categories/category.ts"
import { costLines, goodsReceived, orderedWorths, priceDifferences } from "./goods-received.ts"
import {
  balanceOf,
  type Bill,
  invoiceKeyOf,
  Payable,
  plainNumber,
  PayableApproved,
  PayableCredited,
  PayableDisputed,
  PayableEntered,
  type PayableLine,
  PayableMatched,
  PayableResolved,
  payables,
  PayableWithdrawn,
  worthOf,
} from "./payable.ts"
import { dayOf, moneyAccounts, posted } from "../shared/postings.ts"
import { billedBefore, PurchaseBilled, purchaseBillings, PurchaseUnbilled } from "./purchase-billing.ts"
import { type Match, threeWayMatch, unmatched } from "./three-way-match.ts"

/** The control account of supplier payables. */
export const payablesAccount = "2000"
/** Accounts that a cost cannot be posted to: money accounts, receivables, suspense. */
const noCost = [...moneyAccounts, "1100", unmapped]
const termDays = { net_15: 15, net_30: 30, due_on_receipt: 0 } as const

const requireFinance = requiring("finance.full", "Only finance can manage suppliers' bills")
const said = (reason: string | null) => (reason === null || reason.trim() === "" ? null : reason.trim())

type Request = Row<typeof PurchaseRequest>
type Line = typeof PayableLine.Type

/** The name and unit of a line of an order. */
function* namedItem({ stockItemId, name, unit }: Request["items"][number]): CommandGenerator<{ readonly name: string; readonly unit: string }> {
  return stockItemId === null ? { name: name!, unit: unit! } : yield* get(stockItems, stockItemId)
}

/** The match of a bill's lines with its order, in their current state. */
function* matched(request: Request, lines: ReadonlyArray<Line>, rate: number, before: ReturnType<typeof billedBefore>): CommandGenerator<Match> {
  const items = []
  for (const item of request.items) {
    const { id, approvedQuantity, received, estimatedCost } = item
    items.push({ id, name: (yield* namedItem(item)).name, ordered: approvedQuantity ?? 0, received, cost: estimatedCost })
  }
  const billed = lines.map((line) => ({ ...line, amountUsd: toUsd(line.amount, rate) }))
  return threeWayMatch(items, billed, before)
}

/** A line of a new bill: a null quantity means one; a null amount means quantity times price. */
const newLine = {
  description: Optional(Text(500)),
  /** the item of the purchase request that it bills */
  purchaseItemId: label("Item", Optional(Whole)),
  quantity: Optional(Quantity),
  unitPrice: label("Price", Optional(Money)),
  /** before tax */
  amount: Optional(Money),
  /** null means that of the bill's category */
  accountNumber: label("Account", Optional(LineOf(20))),
}
const bill = Payable.schemas
const newBill = {
  vendorId: bill.vendorId,
  invoiceNumber: bill.invoiceNumber,
  /** null means that of the vendor */
  currency: Optional(bill.currency),
  invoiceDate: bill.invoiceDate,
  /** null means by the vendor's terms */
  dueDate: Optional(bill.dueDate),
  description: Optional(Text(500)),
  category: bill.category,
  /** null means that of the purchase request */
  siteId: Optional(SiteName),
  purchaseRequestId: bill.purchaseRequestId,
  /** including tax; null means the sum of the lines and the tax */
  amount: Optional(Money),
  taxAmount: withDefault(0, bill.taxAmount),
  withholdingRate: bill.withholdingRate,
  /** an empty list means one line with the whole amount */
  lines: withDefault([], Lines(newLine, 200, "A bill can have 200 lines at most")),
  attachments: withDefault([], bill.attachments),
  notes: withDefault("", bill.notes),
}
/** The purchase request of a bill. Refused if nothing was ordered by it, or if it was from another vendor. */
function* orderOf(id: number, vendorId: number): CommandGenerator<Request> {
  const request = yield* get(purchaseRequests, id)
  const { requestNumber } = request
  if (request.status === "pending" || request.status === "rejected") throw conflict(`${requestNumber} is ${request.status}, so it ordered nothing`)
  if (request.vendorId !== null && request.vendorId !== vendorId) {
    const { name } = yield* get(vendors, request.vendorId)
    throw invalid(`${requestNumber} was ordered from ${name}. Choose that vendor, or remove the purchase request`)
  }
  return request
}

/** The lines with defaults filled in, and each account checked. */
function* completed(input: Schema.Struct.Type<typeof newBill>, description: string, request: Request | undefined): CommandGenerator<ReadonlyArray<Line>> {
  const { category, taxAmount } = input
  const fallback = yield* accountFor(category)
  const whole = { description, purchaseItemId: null, quantity: 1000, unitPrice: null, amount: null, accountNumber: null }
  if (input.lines.length === 0 && input.amount === null) throw invalid("Give the amount of the bill, or its lines")
  const asked = input.lines.length > 0 ? input.lines : [{ ...whole, amount: input.amount! - taxAmount }]
  const lines: Array<Line> = []
  for (const [n, line] of asked.entries()) {
    const at = asked.length > 1 ? ` of line ${n + 1}` : ""
    const quantity = line.quantity ?? 1000
    if (quantity <= 0) throw invalid(`Quantity${at} must be greater than 0`)
    if (line.amount === null && line.unitPrice === null) throw invalid(`Give the amount${at}`)
    const amount = line.amount ?? Math.round((line.unitPrice! * quantity) / 1000)
    if (amount <= 0) throw invalid(`Amount${at} must be greater than 0`)
    const item = request?.items.find(({ id }) => id === line.purchaseItemId)
    if (line.purchaseItemId !== null && !item) {
      throw invalid(request ? `${request.requestNumber} has no item ${line.purchaseItemId}` : "Choose the purchase request of the item")
    }
    const isStocked = item !== undefined && item.stockItemId !== null
    const accountNumber = line.accountNumber ?? (isStocked ? goodsReceived : fallback)
    if (accountNumber === undefined) throw invalid(`The category ${category} has no account. Set one, or choose an account for each line`)
    const account = yield* find(accounts, { accountNumber })
    if (!account) throw invalid(`There is no account ${accountNumber}`)
    if (!account.isActive) throw conflict(`Account ${accountNumber} ${account.accountName} is closed`)
    const isCost = account.accountType === "expense" || account.accountType === "asset" || accountNumber === goodsReceived || accountNumber === openingAccount
    if (noCost.includes(accountNumber) || !isCost) {
      throw invalid(`A bill cannot be posted to ${accountNumber} ${account.accountName}. Choose an expense account, or stock`)
    }
    const name = item && (yield* namedItem(item)).name
    // their receipt posted nothing that a bill could clear
    if (item && !isStocked && accountNumber === goodsReceived) throw invalid(`${name} is not kept in stock. Choose an expense account for it, or an asset`)
    lines.push({
      description: said(line.description) ?? name ?? description,
      purchaseItemId: line.purchaseItemId,
      quantity,
      unitPrice: line.unitPrice ?? Math.round((amount * 1000) / quantity),
      amount,
      accountNumber,
    })
  }
  return lines
}

/** Enters a bill. It is matched against its order immediately, and is posted when another person approves it. */
export const enterPayable = command("payable.enter", "Enter a supplier's bill; another person approves it", newBill, function* (input, by) {
  requireFinance(by)
  const { vendorId, invoiceDate, taxAmount, withholdingRate, category, purchaseRequestId } = input
  const invoiceNumber = plainNumber(input.invoiceNumber).trim()
  if (invoiceNumber === "") throw invalid("Invoice number is required")
  if (category.trim() === "") throw invalid("Category is required")
  const vendor = yield* get(vendors, vendorId)
  if (!vendor.isActive) throw conflict(`${vendor.name} is not an active vendor`)
  const known = yield* find(payables, { vendorId, invoiceKey: invoiceKeyOf(invoiceNumber) }, { expected: false })
  if (known) throw conflict(`Invoice ${invoiceNumber} of ${vendor.name} is already entered as ${known.billNumber}`)
  if (invoiceDate > by.today) throw invalid("Invoice date cannot be in the future")
  const dueDate = input.dueDate ?? addDays(invoiceDate, termDays[vendor.paymentTerms])
  if (dueDate < invoiceDate) throw invalid("Due date must be on or after the invoice date")
  if (taxAmount < 0) throw invalid("Tax must not be negative")
  if (withholdingRate !== null && (withholdingRate <= 0 || withholdingRate >= 10_000)) throw invalid("Withholding must be a percentage between 0 and 100")
  const request = purchaseRequestId === null ? undefined : yield* orderOf(purchaseRequestId, vendorId)
  const named = input.siteId ?? request?.siteId
  if (named === undefined) throw invalid("Site is required")
  const site = yield* siteOf(named, by)
  const description = said(input.description) ?? (request ? `Goods of ${request.requestNumber}` : category)
  const lines = yield* completed(input, description, request)
  const amount = lines.reduce((sum, line) => sum + line.amount, 0) + taxAmount
  const currency = input.currency ?? vendor.currency
  if (input.amount !== null && input.amount !== amount) {
    throw invalid(`The lines and the tax total ${currency} ${formatMoney(amount)}, the bill ${currency} ${formatMoney(input.amount)}. Correct one of them`)
  }
  const rate = currency === "USD" ? 100 : yield* officialRate(invoiceDate)
  const billing = request && (yield* findById(purchaseBillings, request.id))
  const match = request ? yield* matched(request, lines, rate, billedBefore(billing, null)) : unmatched
  const [id, billNumber] = yield* all(newId(payables), nextNumber("AP", invoiceDate.slice(0, 4), 5))
  const billed = lines.flatMap(({ purchaseItemId, quantity }) => (purchaseItemId === null ? [] : [{ itemId: purchaseItemId, quantity }]))
  const { attachments, notes } = input
  const facts = { vendorId, invoiceNumber, amount, taxAmount, withholdingRate, currency, rate, invoiceDate, dueDate, description, category, lines, match }
  return [
    payables.at(id, PayableEntered({ ...facts, billNumber, siteId: site.id, purchaseRequestId, attachments, notes, createdBy: by.person })),
    ...(request ? [purchaseBillings.at(request.id, PurchaseBilled({ payableId: id, lines: billed }))] : []),
  ]
})

export type NewPayable = Parameters<typeof enterPayable.decide>[0]
export type NewPayableLine = NonNullable<NewPayable["lines"]>[number]

/** The costs of a bill per line, including its tax: input tax is not refunded. */
const costsOf = ({ lines, taxAmount }: Bill): ReadonlyArray<number> => {
  const amounts = lines.map(({ amount }) => amount)
  const taxes = allocate(taxAmount, amounts)
  return amounts.map((amount, n) => amount + taxes[n]!)
}

/**
 * Approves a bill and posts it on its invoice date, or the first open day after it: debits its costs, credits 2000. Goods received become a cost when they
 * are used: the bill clears 2050 for them, and the difference from the order's price goes to 5120.
 */
export const approvePayable = command(
  "payable.approve",
  "Approve a bill that another person entered: it is posted",
  {
    id: Ref("payable"),
    /** required if the bill does not match */
    reason: Optional(Text(500)),
  },
  function* ({ id, reason }, by) {
    const bill = yield* get(payables, id)
    const { billNumber, lines, amount, currency, rate, siteId, vendorId, invoiceNumber, invoiceDate } = bill
    requireFinance(by)
    if (bill.approvedDate !== null) {
      if (bill.approvedBy === by.person) return unchanged(id)
      throw conflict(`${billNumber} is approved already`)
    }
    if (bill.status === "disputed") throw conflict(`${billNumber} is disputed. Settle the dispute first`)
    if (bill.status !== "open") throw conflict(`${billNumber} is withdrawn`)
    refuseSimulated(by)
    if (by.person !== null && bill.createdBy === by.person) throw forbidden("You entered this bill, so another person must approve it")
    const vendor = yield* get(vendors, vendorId)
    if (by.person !== null && vendor.createdBy === by.person && bill.purchaseRequestId === null) {
      throw forbidden(`You added ${vendor.name}, so another person must approve their bills without an order`)
    }
    yield* permitted()
    if (bill.match.state === "differs" && said(reason) === null) {
      const [first] = bill.match.items.filter(({ problem }) => problem !== null)
      throw invalid(`${billNumber} differs from its order: ${first!.item}, ${first!.problem}. Give a reason to approve it anyway`)
    }
    const costs = costsOf(bill)
    const request = bill.purchaseRequestId === null ? undefined : yield* findById(purchaseRequests, bill.purchaseRequestId)
    const before = request ? billedBefore(yield* findById(purchaseBillings, request.id), id) : []
    const worths = orderedWorths(request?.items ?? [], lines, before)
    const { entryId, changes } = yield* posted(
      {
        date: invoiceDate,
        description: `${billNumber}, ${vendor.name}, invoice ${invoiceNumber}`,
        reference: billNumber,
        source: { kind: "payable", id },
        currency,
        rate,
        siteId,
        lines: [
          ...lines.flatMap((line, n) => costLines(line, costs[n]!, worths[n]!, rate)),
          { account: payablesAccount, credit: amount, description: vendor.name },
        ],
      },
      by,
    )
    const matchReason = bill.match.state === "differs" ? said(reason) : null
    return [payables.at(id, PayableApproved({ approvedBy: by.person, postedDate: dayOf(changes), reason: matchReason, journalEntryId: entryId })), ...changes]
  },
)

/** Disputes a bill: it cannot be approved or paid until the dispute is settled. */
export const disputePayable = command(
  "payable.dispute",
  "Dispute a bill: it cannot be approved or paid until the dispute is settled",
  { id: Ref("payable"), reason: LineOf(500) },
  function* ({ id, reason }, by) {
    requireFinance(by)
    const bill = yield* get(payables, id)
    if (bill.status === "disputed") throw conflict(`${bill.billNumber} is already disputed`)
    if (bill.status !== "open" && bill.status !== "part_paid") throw conflict(`Nothing of ${bill.billNumber} is open`)
    yield* permitted()
    if (said(reason) === null) throw invalid("Reason is required")
    return [payables.at(id, PayableDisputed({ reason: reason.trim(), disputedBy: by.person }))]
  },
)

export const resolvePayable = command(
  "payable.resolve",
  "Settle a dispute: the bill can be approved and paid again",
  { id: Ref("payable"), note: withDefault("", Text(500)) },
  function* ({ id, note }, by) {
    requireFinance(by)
    const bill = yield* get(payables, id)
    if (bill.status !== "disputed") throw conflict(`${bill.billNumber} is not disputed`)
    yield* permitted()
    return [payables.at(id, PayableResolved({ note: note.trim(), resolvedBy: by.person }))]
  },
)

/** Records a vendor's credit for part of a bill, or all that is open. A bill that is not posted yet is withdrawn as a whole. */
export const creditPayable = command(
  "payable.credit",
  "Credit part or all of a bill's open balance; an unapproved bill is withdrawn",
  {
    id: Ref("payable"),
    /** null means all that is open */
    amount: Optional(Money),
    /** null means today */
    date: Optional(BusinessDate),
    /** the number of the vendor's credit note */
    reference: Optional(LineOf(100)),
    reason: LineOf(500),
  },
  function* ({ id, reference, reason, ...input }, by) {
    requireFinance(by)
    const bill = yield* get(payables, id)
    const { billNumber, currency, rate, siteId, postedDate, invoiceDate } = bill
    const open = balanceOf(bill)
    if (open === 0) throw conflict(`Nothing of ${billNumber} is open`)
    if (postedDate !== null) refuseSimulated(by)
    if (open <= bill.reservedAmount) throw conflict(`${billNumber} is on a payment run. Cancel the run first`)
    yield* permitted()
    if (said(reason) === null) throw invalid("Reason is required")
    const amount = input.amount ?? open
    if (amount <= 0) throw invalid("Amount must be greater than 0")
    if (amount > open) throw conflict(`Only ${currency} ${formatMoney(open)} of ${billNumber} is open`)
    if (postedDate === null) {
      if (amount < open) throw conflict(`${billNumber} is not approved yet, so it can only be withdrawn in full. Enter it again correctly`)
      return [payables.at(id, PayableWithdrawn({ reason, withdrawnBy: by.person })), ...(yield* unbilled(bill))]
    }
    if (bill.runId !== null && amount > open - bill.reservedAmount) throw conflict(`${billNumber} is on a payment run. Cancel the run first`)
    const date = input.date ?? by.today
    if (date > by.today) throw invalid("Date cannot be in the future")
    if (date < invoiceDate) throw invalid(`${billNumber} is of ${invoiceDate}: date the credit on or after that day`)
    const vendor = yield* get(vendors, bill.vendorId)
    const parts = allocate(amount, costsOf(bill))
    // a bill that is credited as a whole no longer bills its goods: they count as received and not billed again
    const isWhole = amount === open && bill.paidAmount === 0
    const cleared = isWhole ? yield* clearedBy(bill) : nothingCleared
    const isGoods = ({ accountNumber }: Line) => accountNumber === goodsReceived
    const difference = bill.lines.reduce((sum, line, n) => (isGoods(line) ? sum + parts[n]! : sum), 0) - cleared.amount
    const others = bill.lines.flatMap((line, n) =>
      isGoods(line) || parts[n] === 0 ? [] : [{ account: line.accountNumber, credit: parts[n]!, description: line.description }],
    )
    const hasOpenLines = others.length > 0 || difference !== 0
    const { entryId, changes } = yield* posted(
      {
        date,
        description: `${billNumber} credited, ${vendor.name}: ${reason}`.slice(0, 500),
        reference: reference ?? billNumber,
        source: { kind: "payable", id },
        currency,
        rate,
        siteId,
        lines: [
          { account: payablesAccount, debit: amount, ...(currency === "SSP" && { usd: worthOf(bill, amount) }), description: vendor.name },
          ...others,
          ...(cleared.amount > 0
            ? [{ account: goodsReceived, credit: cleared.amount, ...(hasOpenLines && { usd: cleared.usd }), description: billNumber }]
            : []),
          ...(difference > 0 ? [{ account: priceDifferences, credit: difference, description: billNumber }] : []),
          ...(difference < 0 ? [{ account: priceDifferences, debit: -difference, description: billNumber }] : []),
        ],
      },
      by,
    )
    const credit = { amount, date, reference, reason, journalEntryId: entryId, creditedBy: by.person }
    return [payables.at(id, PayableCredited(credit)), ...changes, ...(isWhole ? yield* unbilled(bill) : [])]
  },
)

const nothingCleared = { amount: 0, usd: 0 }
/** The amount of goods received that the entry of a bill cleared, in its currency and in cents of USD. */
function* clearedBy({ journalEntryId, purchaseRequestId }: Bill): CommandGenerator<typeof nothingCleared> {
  if (journalEntryId === null || purchaseRequestId === null) return nothingCleared
  const [entry, account] = yield* all(get(journalEntries, journalEntryId), find(accounts, { accountNumber: goodsReceived }))
  const own = entry.lines.filter(({ accountId }) => accountId === account?.id)
  return { amount: own.reduce((sum, { debit }) => sum + debit, 0), usd: own.reduce((sum, { debitUsd }) => sum + debitUsd, 0) }
}

/** A withdrawn bill, or one that is credited as a whole, no longer counts against its order; later bills are matched again. */
function* unbilled({ id, purchaseRequestId }: Bill): CommandGenerator<ReadonlyArray<Change>> {
  if (purchaseRequestId === null) return []
  const billing = yield* findById(purchaseBillings, purchaseRequestId)
  if (!billing) return []
  const bills = billing.bills.filter(({ payableId }) => payableId !== id)
  const again = yield* matchedAgain(yield* get(purchaseRequests, purchaseRequestId), { ...billing, bills })
  return [purchaseBillings.at(purchaseRequestId, PurchaseUnbilled({ payableId: id })), ...again]
}

/** Matches bills that wait for approval against their order again. */
function* matchedAgain(request: Request, billing: NonNullable<Parameters<typeof billedBefore>[0]>): CommandGenerator<ReadonlyArray<Change>> {
  const changes: Array<Change> = []
  for (const { payableId } of billing.bills) {
    const bill = yield* get(payables, payableId)
    if (bill.approvedDate !== null) continue
    const match = yield* matched(request, bill.lines, bill.rate, billedBefore(billing, payableId))
    if (JSON.stringify(match) !== JSON.stringify(bill.match)) changes.push(payables.at(payableId, PayableMatched({ match })))
  }
  return changes
}

export const payableConsequences = [
  consequence(GoodsReceived, function* (_, { id, row }) {
    const billing = yield* findById(purchaseBillings, id)
    return billing ? yield* matchedAgain(row as Request, billing) : []
  }),
  consequence(GoodsReceiptReversed, function* ({ receipt }, { id, row }) {
    const billing = yield* findById(purchaseBillings, id)
    if (!billing) return []
    const request = row as Request
    yield* rejectBilled(request, receipt, billing)
    return yield* matchedAgain(request, billing)
  }),
]

/** Refuses to reverse a receipt whose goods are on a posted bill. Waiting bills are matched against the order again. */
function* rejectBilled(
  { requestNumber, items, receipts }: Request,
  receipt: number,
  { bills }: NonNullable<Parameters<typeof billedBefore>[0]>,
): CommandGenerator<void> {
  const inBooks = (yield* all(...bills.map(({ payableId }) => get(payables, payableId)))).filter(({ approvedDate }) => approvedDate !== null)
  for (const { itemId } of receipts.find(({ number }) => number === receipt)!.lines) {
    const item = items.find(({ id }) => id === itemId)!
    const { received } = item
    const ofItem = (bill: Bill) => bill.lines.reduce((sum, line) => (line.purchaseItemId === itemId ? sum + line.quantity : sum), 0)
    const billing = inBooks.filter((bill) => ofItem(bill) > 0)
    const billed = billing.reduce((sum, bill) => sum + ofItem(bill), 0)
    const last = billing.at(-1)
    if (last === undefined || billed <= received * 1000) continue
    const { name, unit } = yield* namedItem(item)
    const first = last.paidAmount > 0 ? `Reverse the payment of ${last.billNumber}, then record` : "Record"
    throw conflict(
      `${formatQuantity(billed)} ${unit} of ${name} of ${requestNumber} are billed and posted, and only ${received} would remain received. ` +
        `${first} the supplier's credit note for all of ${last.billNumber} first`,
    )
  }
}
