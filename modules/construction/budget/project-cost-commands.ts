/** Charging costs to a project, and moving them between cost codes. */
import { allocate } from "@ops/platform/money.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { command, type By, conflict, consequence, find, get, getHere, invalid, newId, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import type { Row } from "@ops/platform/records/record.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { hoursCosted } from "@ops/facilities/work-orders/order-postings.ts"
import { type Bill, payables } from "@ops/finance/payables/payable.ts"
import { accounts } from "@ops/ledger/accounts/account.ts"
import { journalEntries, type JournalEntry, JournalPosted, post, reverse } from "@ops/ledger/journal-entries/journal-entry.ts"
import { issueFrom, worthTaken } from "@ops/stock/levels/commands.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { commitments } from "./commitment.ts"
import { constructionProjects, type ConstructionProjectRow, projectOf } from "../projects/construction-project.ts"
import { activeCode } from "../cost-codes/cost-code.ts"
import { BUILDERS } from "../money/labels.ts"
import { CostCharged, CostRecoded, CostTakenBack, projectCosts } from "./project-cost.ts"
import { staffHere } from "@ops/people/assignments/staff-assignment.ts"

/** Construction cost, and labour that payroll has already posted. */
export const constructionCost = "5400"
const labourCharged = "6190"

const requireProjectManager = requiring(BUILDERS, "Only people who manage projects can charge costs to them")
const requireFinance = requiring("finance.full", "Only finance can charge bills and entries to projects")
/** The project, if it accepts costs. Bills may arrive after it is complete. */
function* chargeable(projectId: number, costCodeId: number, by: By): CommandGenerator<ConstructionProjectRow> {
  const project = yield* projectOf(projectId, by)
  if (project.status === "cancelled") throw conflict(`${project.name} is cancelled. Choose another project`)
  yield* activeCode(costCodeId)
  return project
}
const rejectFuture = (date: string, by: By) => {
  if (date > by.today) throw invalid("Date cannot be in the future")
}
const blank = { quantity: null, billLine: null, sourceKind: null, sourceId: null, journalEntryId: null } as const

export interface OnProject {
  readonly projectId: number
  readonly costCodeId: number
}

/** Issues goods from a store to a project, at their average cost. The store's entry debits 5400. */
export const chargeStock = command(
  "project_cost.stock",
  function* (input: OnProject & { readonly siteId: number | null; readonly stockItemId: number; readonly quantity: number; readonly note: string }, by) {
    requireProjectManager(by)
    const { projectId, costCodeId, stockItemId, quantity } = input
    const project = yield* chargeable(projectId, costCodeId, by)
    const siteId = input.siteId ?? project.siteId
    if (by.confinedTo !== null && siteId !== by.confinedTo) throw invalid("Choose goods of your own site")
    const { name, unit } = yield* get(stockItems, stockItemId)
    const id = yield* newId(projectCosts)
    const source = { kind: "project_cost", id }
    const issued = yield* issueFrom(
      siteId,
      stockItemId,
      quantity,
      { note: `${project.projectNumber}${input.note && `: ${input.note}`}`.slice(0, 200), source, account: constructionCost },
      by,
    )
    const description = `${formatQuantity(quantity)} ${unit} of ${name}${input.note && `, ${input.note}`}`.slice(0, 500)
    const cost = { projectId, costCodeId, siteId, kind: "stock" as const, date: by.today, description, amount: worthTaken(issued), chargedBy: by.person }
    return [projectCosts.at(id, CostCharged({ ...blank, ...cost, quantity, sourceKind: "stock_item", sourceId: stockItemId })), ...issued]
  },
)

/** The entry for labour or a moved cost: 5400 against another account. */
function* posted(
  cost: {
    readonly id: number
    readonly project: ConstructionProjectRow
    readonly date: string
    readonly description: string
    readonly amount: number
    readonly from: string
  },
  by: By,
): CommandGenerator<ReadonlyArray<Change>> {
  const { id, project, date, description, amount, from } = cost
  const { siteId, projectNumber } = project
  return yield* post(
    {
      date,
      description: `${projectNumber}, ${description}`.slice(0, 500),
      reference: projectNumber,
      source: { kind: "project_cost", id },
      currency: "USD",
      lines: [
        { account: constructionCost, debit: amount, siteId },
        { account: from, credit: amount, siteId },
      ],
    },
    by,
  )
}

/** Charges hours of an employee at the pay rate of that day. */
export const chargeLabour = command(
  "project_cost.labour",
  function* (input: OnProject & { readonly staffId: number; readonly minutes: number; readonly date: string | null; readonly note: string }, by) {
    requireProjectManager(by)
    const { projectId, costCodeId, staffId, minutes } = input
    const project = yield* chargeable(projectId, costCodeId, by)
    const date = input.date ?? by.today
    rejectFuture(date, by)
    const staff = yield* staffHere(staffId, by)
    const name = `${staff.firstName} ${staff.lastName}`
    if (date < staff.hireDate) throw invalid(`${name} was not employed on ${date}`)
    if (staff.terminationDate !== null && date > staff.terminationDate) throw invalid(`${name} left on ${staff.terminationDate}`)
    const [hours] = yield* hoursCosted([{ staffId, contractorId: null, minutes }], date)
    const amount = hours!.cost
    if (amount <= 0) throw invalid(`${name} has no pay on ${date}, so the hours have no cost`)
    const id = yield* newId(projectCosts)
    const quantity = Math.round((minutes * 1000) / 60)
    // the person's data may be erased later: the staff number stays, the name does not
    const description = `${formatQuantity(quantity)} h of ${staff.staffNumber}${input.note && `, ${input.note}`}`.slice(0, 500)
    const entry = yield* posted({ id, project, date, description, amount, from: labourCharged }, by)
    const cost = { projectId, costCodeId, siteId: project.siteId, kind: "labour" as const, date, description, amount, quantity, chargedBy: by.person }
    return [projectCosts.at(id, CostCharged({ ...blank, ...cost, sourceKind: "company_staff", sourceId: staffId, journalEntryId: entry[0]!.id })), ...entry]
  },
)

/** Moves a cost from another expense account to a project. */
export const moveCost = command(
  "project_cost.move",
  function* (input: OnProject & { readonly account: string; readonly amount: number; readonly date: string | null; readonly description: string }, by) {
    requireFinance(by)
    const { projectId, costCodeId, amount } = input
    const project = yield* chargeable(projectId, costCodeId, by)
    const date = input.date ?? by.today
    rejectFuture(date, by)
    const description = input.description.trim()
    if (description === "") throw invalid("Description is required")
    if (amount <= 0) throw invalid("Amount must be greater than 0")
    const account = yield* find(accounts, { accountNumber: input.account })
    if (!account) throw invalid(`There is no account ${input.account}`)
    if (account.accountType !== "expense" || input.account === constructionCost)
      throw invalid("Costs can be moved only from another expense account. Choose one")
    const id = yield* newId(projectCosts)
    const entry = yield* posted({ id, project, date, description, amount, from: input.account }, by)
    const cost = { projectId, costCodeId, siteId: project.siteId, kind: "moved" as const, date, description, amount, chargedBy: by.person }
    return [projectCosts.at(id, CostCharged({ ...blank, ...cost, sourceKind: "account", sourceId: account.id, journalEntryId: entry[0]!.id })), ...entry]
  },
)

type Entry = Row<typeof JournalEntry>
/** The part of a credit for each line of the bill: its share of what the credit posts on 5400. */
const creditedParts = (credit: Entry["lines"], lines: Entry["lines"]): ReadonlyArray<number> =>
  allocate(
    credit.reduce((sum, { debitUsd, creditUsd }) => sum + creditUsd - debitUsd, 0),
    lines.map(({ debitUsd }) => debitUsd),
  )

/** The lines of a bill's entry on 5400, at their posted amounts. */
function* linesOf(entry: Pick<Entry, "lines">): CommandGenerator<Entry["lines"]> {
  const account = yield* find(accounts, { accountNumber: constructionCost })
  return entry.lines.filter(({ accountId }) => accountId === account?.id)
}

function* billCharge(
  bill: Bill,
  lines: Entry["lines"],
  n: number,
  amount: number,
  date: string,
  on: OnProject & { readonly siteId: number },
  entryId: number,
  by: By,
) {
  const { id, billNumber, siteId } = bill
  const description = `${billNumber}: ${lines[n]!.description}`.slice(0, 500)
  const source = { sourceKind: "payable", sourceId: id, journalEntryId: entryId }
  const cost = { projectId: on.projectId, costCodeId: on.costCodeId, siteId, kind: "bill" as const, date, description, amount, ...source, chargedBy: by.person }
  return projectCosts.at(yield* newId(projectCosts), CostCharged({ ...blank, ...cost, billLine: amount < 0 ? null : `${id}/${n + 1}` }))
}

/** Charges a line of an approved bill on 5400, by its position among those lines from 1. */
export const chargeBill = command(
  "project_cost.bill",
  function* ({ payableId, line, ...on }: OnProject & { readonly payableId: number; readonly line: number }, by) {
    requireFinance(by)
    const project = yield* chargeable(on.projectId, on.costCodeId, by)
    const bill = yield* getHere(payables, payableId, by)
    if (bill.journalEntryId === null) throw conflict(`${bill.billNumber} is not approved yet, so it is not a cost`)
    const lines = yield* linesOf(yield* get(journalEntries, bill.journalEntryId))
    if (lines.length === 0) throw invalid(`${bill.billNumber} has no line on ${constructionCost} Construction cost. Move the cost from its account instead`)
    if (!lines[line - 1]) throw invalid(`${bill.billNumber} has no line ${line} on ${constructionCost}`)
    if (yield* find(projectCosts, { billLine: `${payableId}/${line}` }, { expected: false })) throw conflict("This bill line is already charged to a project")
    const place = { ...on, siteId: project.siteId }
    const changes = [yield* billCharge(bill, lines, line - 1, lines[line - 1]!.debitUsd, bill.invoiceDate, place, bill.journalEntryId, by)]
    for (const { journalEntryId, date } of bill.credits) {
      const part = creditedParts(yield* linesOf(yield* get(journalEntries, journalEntryId)), lines)[line - 1]!
      if (part > 0) changes.push(yield* billCharge(bill, lines, line - 1, -part, date, place, journalEntryId, by))
    }
    return changes
  },
)

export const projectCostConsequences = [
  // the entry of a bill, or of a credit for it: its part on 5400 is charged to the project that ordered it
  consequence(JournalPosted, function* ({ sourceKind, sourceId, lines: posted }, { id, by }) {
    if (sourceKind !== "payable" || sourceId === null) return []
    const own = yield* linesOf({ lines: posted })
    if (own.length === 0) return []
    const bill = yield* get(payables, sourceId)
    const changes: Array<Change> = []
    if (bill.journalEntryId === id) {
      const commitment =
        bill.purchaseRequestId === null ? undefined : yield* find(commitments, { purchaseRequestId: bill.purchaseRequestId }, { expected: false })
      if (!commitment) return []
      const { siteId } = yield* get(constructionProjects, commitment.projectId)
      for (const [n, { debitUsd }] of own.entries()) {
        if (debitUsd > 0) changes.push(yield* billCharge(bill, own, n, debitUsd, bill.invoiceDate, { ...commitment, siteId }, id, by))
      }
      return changes
    }
    const credit = bill.credits.find(({ journalEntryId }) => journalEntryId === id)
    if (!credit || bill.journalEntryId === null) return []
    const lines = yield* linesOf(yield* get(journalEntries, bill.journalEntryId))
    if (lines.length === 0) return []
    for (const [n, part] of creditedParts(own, lines).entries()) {
      const cost = yield* find(projectCosts, { billLine: `${bill.id}/${n + 1}` }, { expected: false })
      if (cost && part > 0) changes.push(yield* billCharge(bill, lines, n, -part, credit.date, cost, id, by))
    }
    return changes
  }),
]

/** Moves a cost to another cost code, or to another project at the same site. */
export const recodeCost = command("project_cost.recode", function* (input: OnProject & { readonly id: number; readonly reason: string }, by) {
  requireProjectManager(by)
  const { id, projectId, costCodeId, reason } = input
  const cost = yield* get(projectCosts, id)
  const before = yield* projectOf(cost.projectId, by)
  if (cost.takenBackDate !== null) throw conflict("This cost is already reversed")
  if (cost.projectId === projectId && cost.costCodeId === costCodeId) return unchanged(id)
  const project = yield* chargeable(projectId, costCodeId, by)
  if (project.siteId !== before.siteId) throw invalid(`${project.name} is at another site. Reverse the cost, and charge it there`)
  return [projectCosts.at(id, CostRecoded({ projectId, costCodeId, reason: reason.trim(), by: by.person }))]
})

/** Removes labour or a moved cost from a project. Its entry is reversed, dated today. */
export const takeBackCost = command("project_cost.take_back", function* ({ id, reason }: { readonly id: number; readonly reason: string }, by) {
  requireProjectManager(by)
  const cost = yield* get(projectCosts, id)
  yield* projectOf(cost.projectId, by)
  if (cost.takenBackDate !== null) throw conflict("This cost is already reversed")
  if (cost.kind === "moved") requireFinance(by)
  if (cost.kind === "bill") throw conflict("Reverse a supplier's bill by crediting it. Move it to another cost code, or credit the bill")
  if (cost.kind === "stock" || cost.journalEntryId === null)
    throw conflict("Issued goods cannot be reversed here. Move the cost to another cost code, or receive the goods again")
  if (reason.trim() === "") throw invalid("Reason is required")
  const entry = yield* reverse(cost.journalEntryId, by.today, reason.trim(), by)
  return [projectCosts.at(id, CostTakenBack({ date: by.today, reason: reason.trim(), by: by.person })), ...entry]
})
