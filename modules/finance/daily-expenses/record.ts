/** What a site spent on a day, in a currency: recorded there, approved by another person, and posted. Amounts are cents. */
import { command, conflict, find, forbidden, get, invalid, newId, permitted, unchanged } from "@ops/platform/records/command.ts"
import * as decision from "@ops/platform/records/rules/decision.ts"
import { BusinessDate, Files, label, labelIn, Literals, Money, Optional, orZero, Ref, SiteName, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import { blank, record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { snake } from "@ops/platform/text.ts"
import * as reversal from "@ops/ledger/reversals/reversal.ts"
import { siteOf, sites } from "@ops/sites/site.ts"
import { accountFor } from "../expense-categories/category.ts"
import { requireDecider } from "../shared/deciding.ts"
import { currencies } from "../shared/labels.ts"
import { posted } from "../shared/postings.ts"

/** The costs of a site in a day. */
const costs = {
  staffFeedingCost: label("Staff feeding", Money),
  fuelCost: label("Fuel", Money),
  transportCost: label("Transport", Money),
  suppliesCost: label("Supplies", Money),
  maintenanceCost: label("Maintenance", Money),
  otherCosts: label("Other", Money),
}
type Cost = keyof typeof costs
export const costFields = Object.keys(costs) as ReadonlyArray<Cost>
const totalOf = (day: Readonly<Record<Cost, number>>) => costFields.reduce((sum, cost) => sum + day[cost], 0)
/** The category that says to which account a cost is posted: `staff_feeding` for `staffFeedingCost`. */
const categoryOf = (cost: Cost) => snake(cost.replace(/Costs?$/, ""))

const facts = {
  expenseDate: BusinessDate,
  siteId: Ref("site"),
  currency: Literals(...currencies),
  ...costs,
  notes: Text(),
  receipts: Files,
  staffCount: Whole,
}
const recorded = { ...facts, recordedBy: Optional(Ref("person")) }

export const DailyExpense = record(
  "daily_expense",
  {
    ...recorded,
    totalCost: label("Total", Money),
    status: Literals("pending", "approved", "rejected", "reversed"),
    ...decision.decisionFields,
    journalEntryId: Optional(Ref("journal_entry")),
    ...reversal.reversalFields,
  },
  {
    grows: true,
    label: "Daily expense",
    title: "to_char(expense_date, 'YYYY-MM-DD') || ' ' || (select s.name from site s where s.id = site_id)",
    unique: [{ fields: ["expenseDate", "siteId", "currency"], sentence: "The expenses of this site and day are already recorded" }],
    indexes: [
      ["status", "expenseDate"],
      ["expenseDate", "id"],
      ["siteId", "expenseDate"],
    ],
  },
)

export const DailyExpenseRecorded = event("DailyExpenseRecorded", 1, recorded, ({ expenseDate }, _) => `Expenses of ${expenseDate} recorded`)
const approved = { ...decision.approvalFacts, journalEntryId: Ref("journal_entry") }
export const DailyExpenseApproved = event("DailyExpenseApproved", 1, approved, (facts) => decision.approvalText(facts))
export const DailyExpenseRejected = event("DailyExpenseRejected", 1, decision.rejectionFacts, decision.rejectionText)
export const DailyExpenseReversed = event("DailyExpenseReversed", 1, reversal.reversalFacts, (facts) => reversal.reversalText(facts))

export const dailyExpenses = stream(DailyExpense, DailyExpenseRecorded, DailyExpenseApproved, DailyExpenseRejected, DailyExpenseReversed).fold({
  // recorded again after it was rejected or reversed, it waits for another approval
  DailyExpenseRecorded: (_, day) => ({ ...blank(DailyExpense), ...day, totalCost: totalOf(day), status: "pending" as const }),
  DailyExpenseReversed: (day, facts) => ({ ...day, status: "reversed" as const, ...reversal.asReversed(facts) }),
  DailyExpenseApproved: (day, approved, at) => ({ ...day, ...approved, status: "approved" as const, approvedDate: at }),
  DailyExpenseRejected: (day, { reason }) => ({ ...day, status: "rejected" as const, rejectionReason: reason }),
})

export const rows = ownSite("siteId", "8: its own site if it has one; 7 and 10: all")
const seen = visible(dailyExpenses, rows)

/** Records the expenses of a site and day, once; again only after they were rejected or reversed. */
export const recordDailyExpense = command(
  "daily_expense.record",
  "Record what a site spent on a day",
  {
    ...facts,
    siteId: SiteName,
    currency: withDefault("USD", facts.currency),
    ...orZero({ ...costs, staffCount: Whole }),
    notes: withDefault("", facts.notes),
    receipts: withDefault([], facts.receipts),
  },
  function* (input, by) {
    if (costFields.every((field) => input[field] === 0)) throw invalid("Enter at least one cost greater than 0")
    if (input.expenseDate > by.today) throw invalid("Expense date cannot be in the future")
    const site = yield* siteOf(input.siteId, by)
    if (!site.isActive) throw conflict(`${site.name} is closed`)
    const { expenseDate, currency } = input
    const known = yield* find(dailyExpenses, { expenseDate, siteId: site.id, currency }, { expected: false })
    if (known && known.status !== "rejected" && known.status !== "reversed")
      throw conflict(`The expenses of ${site.name} on ${expenseDate} in ${currency} are recorded already`)
    return [dailyExpenses.at(known?.id ?? (yield* newId(dailyExpenses)), DailyExpenseRecorded({ ...input, siteId: site.id, recordedBy: by.person }))]
  },
)
export type NewDailyExpense = Parameters<typeof recordDailyExpense.decide>[0]

/** Approves the expenses of a day and posts them: each cost to its category's account, out of cash. */
export const approveDailyExpense = command(
  "daily_expense.approve",
  "Approve the expenses of a day, and post them",
  decision.approving("daily_expense"),
  function* ({ id, overrideReason }, by) {
    const day = yield* seen(id, by)
    if (day.status === "approved" && day.approvedBy === by.person) return unchanged(id)
    if (day.status === "approved") throw conflict("These expenses are already approved")
    if (day.status !== "pending") throw conflict("Only pending expenses can be approved")
    decision.refuseSimulated(by)
    requireDecider(by)
    const own = decision.isSelf(by, day.recordedBy)
    if (own && !decision.overrides(by, overrideReason)) throw forbidden("You recorded these expenses, so another person must approve them")
    yield* permitted()
    const lines = []
    for (const field of costFields.filter((field) => day[field] !== 0)) {
      const category = categoryOf(field)
      const account = yield* accountFor(category)
      if (account === undefined) throw invalid(`The category ${category} has no account. Choose one for it before you approve`)
      lines.push({ account, debit: day[field], description: labelIn(costs, field) })
    }
    const site = yield* get(sites, day.siteId)
    const { entryId, changes } = yield* posted(
      {
        date: day.expenseDate,
        description: `Daily expenses, ${site.name}, ${day.expenseDate}`,
        source: { kind: "daily_expense", id },
        currency: day.currency,
        siteId: day.siteId,
        lines: [...lines, { account: "1000", credit: day.totalCost }],
      },
      by,
    )
    const approval = { approvedBy: by.person, overrideReason: own ? overrideReason : null, journalEntryId: entryId }
    return [dailyExpenses.at(id, DailyExpenseApproved(approval)), ...changes]
  },
)

/** Rejects the expenses of a day: they can be recorded again. */
export const rejectDailyExpense = command(
  "daily_expense.reject",
  "Send the expenses of a day back; they can be recorded again",
  decision.rejecting("daily_expense"),
  function* ({ id, reason }, by) {
    const day = yield* seen(id, by)
    if (day.status === "rejected") throw conflict("These expenses are already rejected")
    if (day.status !== "pending") throw conflict("Only pending expenses can be rejected")
    requireDecider(by)
    if (decision.isSelf(by, day.recordedBy)) throw forbidden("You recorded these expenses, so another person must decide on them")
    yield* permitted()
    return [dailyExpenses.at(id, DailyExpenseRejected({ rejectedBy: by.person, reason }))]
  },
)

/** Reverses the posted expenses of a day, by someone other than the approver. They can be recorded again. */
export const reverseDailyExpense = command(
  "daily_expense.reverse",
  "Reverse the expenses of a day that are in the books; they can be recorded again",
  { id: Ref("daily_expense"), ...reversal.reversingFields },
  function* ({ id, kind, reason }, by) {
    const { status, approvedBy, journalEntryId } = yield* seen(id, by)
    const rule: reversal.ReversalRule = { permission: "finance.full", doneBy: approvedBy, deed: "approved these expenses", isBanked: false }
    reversal.requireReverser(by, rule)
    if (status === "reversed") throw conflict("These expenses are already reversed")
    if (status !== "approved" || journalEntryId === null) throw conflict("Only approved expenses can be reversed")
    yield* permitted()
    const { facts, changes } = yield* reversal.reverseEntry(journalEntryId, { kind, reason }, rule, by)
    return [dailyExpenses.at(id, DailyExpenseReversed(facts)), ...changes]
  },
)
