/**
 * The budget of a project by cost code, with the approved changes. The budget's id is the project's. Money in USD cents. The project itself has the total
 * budget; the part without a cost code is the difference.
 */
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { formatMoney } from "@ops/platform/money.ts"
import {
  command,
  conflict,
  forbidden,
  get,
  invalid,
  findById,
  newId,
  nextNumber,
  type CommandGenerator,
  all,
  type By,
  unchanged,
} from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { refuseSimulated } from "@ops/platform/records/rules/decision.ts"
import { SeriesNumber, Instant, Literals, Money, Optional, Parts, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { ConstructionBudgetRevised, constructionProjects, projectOf } from "../projects/construction-project.ts"
import { activeCode, costCodes } from "../cost-codes/cost-code.ts"
import { ContractVaried, projectContracts } from "../billing/contract-terms.ts"
import { BUILDERS, changeStatuses, PLANNERS } from "../money/labels.ts"

const AmountOfCode = Schema.Struct({ costCodeId: Schema.Int, amount: Schema.Int })
export type AmountOfCode = typeof AmountOfCode.Type
const BudgetLine = Schema.Struct({
  ...AmountOfCode.fields,
  /** the sum of the approved changes */
  changes: Schema.Int,
  /** the estimate of what is still to be spent besides orders; null means what is left of the budget */
  toComplete: Schema.NullOr(Schema.Int),
})

export const ProjectBudget = record(
  "project_budget",
  { lines: Parts(BudgetLine), setBy: Optional(Ref("person")) },
  { label: "Budget", title: "'Budget of ' || coalesce((select p.project_number from construction_project p where p.id = project_budget.id), id::text)" },
)
const by = Optional(Ref("person"))
export const BudgetSet = event(
  "BudgetSet",
  1,
  { lines: Parts(AmountOfCode), by },
  ({ lines }) => `Budget by cost code: USD ${formatMoney(lines.reduce((sum, { amount }) => sum + amount, 0))} on ${lines.length} codes`,
)
export const BudgetChanged = event(
  "BudgetChanged",
  1,
  { changeId: Ref("budget_change"), lines: Parts(AmountOfCode) },
  ({ changeId }, title) => `Changed by ${title("budget_change", changeId)}`,
)
export const CompletionEstimated = event(
  "CompletionEstimated",
  1,
  { costCodeId: Ref("cost_code"), toComplete: Optional(Money), note: Text(500), by },
  ({ costCodeId, toComplete, note }, title) =>
    `${title("cost_code", costCodeId)}: ${toComplete === null ? "what is left of the budget" : `USD ${formatMoney(toComplete)}`} to complete${note ? `, ${note}` : ""}`,
)

type BudgetLines = Row<typeof ProjectBudget>["lines"]
const none = { amount: 0, changes: 0, toComplete: null }
/** The lines with one of them changed or added. */
const withLine = (lines: BudgetLines, costCodeId: number, change: (line: BudgetLines[number]) => BudgetLines[number]): BudgetLines =>
  lines.some((line) => line.costCodeId === costCodeId)
    ? lines.map((line) => (line.costCodeId === costCodeId ? change(line) : line))
    : [...lines, change({ costCodeId, ...none })]

export const projectBudgets = stream(ProjectBudget, BudgetSet, BudgetChanged, CompletionEstimated).fold({
  BudgetSet: (budget, { lines, by }) => {
    const kept = (budget?.lines ?? []).map((line) => ({ ...line, amount: 0 }))
    const set = lines.reduce<BudgetLines>((all, { costCodeId, amount }) => withLine(all, costCodeId, (line) => ({ ...line, amount })), kept)
    return { lines: set.filter(({ amount, changes, toComplete }) => amount !== 0 || changes !== 0 || toComplete !== null), setBy: by }
  },
  BudgetChanged: (budget, { lines }) => ({
    setBy: budget?.setBy ?? null,
    lines: lines.reduce<BudgetLines>(
      (all, { costCodeId, amount }) => withLine(all, costCodeId, (line) => ({ ...line, changes: line.changes + amount })),
      budget?.lines ?? [],
    ),
  }),
  CompletionEstimated: (budget, { costCodeId, toComplete }) => ({
    setBy: budget?.setBy ?? null,
    lines: withLine(budget?.lines ?? [], costCodeId, (line) => ({ ...line, toComplete })),
  }),
})

const change = {
  changeNumber: SeriesNumber("BC"),
  projectId: Ref("construction_project"),
  reason: Text(500),
  lines: Parts(AmountOfCode),
  /** the change of the contract price; can be below 0 */
  contractAmount: Money,
  requestedBy: Optional(Ref("person")),
}
export const BudgetChange = record(
  "budget_change",
  {
    ...change,
    total: Money,
    status: Literals(...changeStatuses),
    decidedBy: Optional(Ref("person")),
    decidedAt: Optional(Instant),
    decisionNote: Text(500),
  },
  {
    label: "Change of budget",
    title: "change_number",
    unique: [{ fields: ["changeNumber"], sentence: "Another change has this number" }],
    indexes: [["projectId"]],
  },
)
const sumOf = (lines: ReadonlyArray<AmountOfCode>) => lines.reduce((sum, { amount }) => sum + amount, 0)
export const BudgetChangeAsked = event("BudgetChangeAsked", 1, change, ({ lines, reason }) => `Change of USD ${formatMoney(sumOf(lines))} asked for: ${reason}`)
const decision = { by, note: Text(500) }
export const BudgetChangeApproved = event("BudgetChangeApproved", 1, decision, ({ note }) => `Approved${note ? `: ${note}` : ""}`)
export const BudgetChangeRejected = event("BudgetChangeRejected", 1, decision, ({ note }) => `Rejected: ${note}`)
export const budgetChanges = stream(BudgetChange, BudgetChangeAsked, BudgetChangeApproved, BudgetChangeRejected).fold({
  BudgetChangeAsked: (_, asked) => ({ ...asked, total: sumOf(asked.lines), status: "pending" as const, decidedBy: null, decidedAt: null, decisionNote: "" }),
  BudgetChangeApproved: (row, { by, note }, at) => ({ ...row, status: "approved" as const, decidedBy: by, decidedAt: at, decisionNote: note }),
  BudgetChangeRejected: (row, { by, note }, at) => ({ ...row, status: "rejected" as const, decidedBy: by, decidedAt: at, decisionNote: note }),
})

const requirePlanner = requiring(PLANNERS, (what: string) => `Only management or finance can ${what}`)
/** Refuses unknown and duplicate codes. */
function* checkedCodes(lines: ReadonlyArray<AmountOfCode>): CommandGenerator<void> {
  for (const [n, { costCodeId }] of lines.entries()) {
    const { code } = yield* activeCode(costCodeId)
    if (lines.findIndex((line) => line.costCodeId === costCodeId) !== n) throw invalid(`Cost code ${code} appears twice. Combine it in one line`)
  }
}

/** Distributes the project's budget over cost codes. Refused above the budget, and after a change has been approved. */
export const setBudget = command(
  "project_budget.set",
  function* ({ projectId, lines }: { readonly projectId: number; readonly lines: ReadonlyArray<AmountOfCode> }, by) {
    requirePlanner(by, "set a budget")
    const project = yield* projectOf(projectId, by)
    const known = yield* findById(projectBudgets, projectId)
    if (known?.lines.some(({ changes }) => changes !== 0)) throw conflict(`The budget of ${project.name} has already changed. Request another change instead`)
    if (project.status === "cancelled") throw conflict(`${project.name} is cancelled`)
    if (lines.some(({ amount }) => amount <= 0)) throw invalid("The budget of a cost code must be greater than 0")
    yield* checkedCodes(lines)
    const total = sumOf(lines)
    if (project.budget !== null && total > project.budget) {
      throw invalid(
        `The codes total USD ${formatMoney(total)}, the project's budget to USD ${formatMoney(project.budget)}. Reduce a code, or request a budget change`,
      )
    }
    const set = projectBudgets.at(projectId, BudgetSet({ lines, by: by.person }))
    if (project.budget !== null) return [set]
    return [set, constructionProjects.at(projectId, ConstructionBudgetRevised({ budget: total, note: "Sum of its cost codes" }))]
  },
)

export interface Estimate {
  readonly projectId: number
  readonly costCodeId: number
  /** null means what is left of the budget */
  readonly toComplete: number | null
  readonly note: string
}

/** Estimates what is still to be spent on a code besides orders. */
export const estimateCompletion = command("project_budget.estimate", function* ({ projectId, costCodeId, toComplete, note }: Estimate, by) {
  if (by.person !== null && !holdsAny(by, BUILDERS)) throw forbidden("Only project managers can estimate the remaining cost")
  yield* projectOf(projectId, by)
  yield* get(costCodes, costCodeId)
  if (toComplete !== null && toComplete < 0) throw invalid("Estimate to complete must not be negative")
  const known = yield* findById(projectBudgets, projectId)
  const line = known?.lines.find((line) => line.costCodeId === costCodeId)
  if ((line?.toComplete ?? null) === toComplete) return unchanged(projectId)
  return [projectBudgets.at(projectId, CompletionEstimated({ costCodeId, toComplete, note, by: by.person }))]
})

export interface AskedChange {
  readonly projectId: number
  readonly reason: string
  readonly lines: ReadonlyArray<AmountOfCode>
  readonly contractAmount: number
}

/** Requests an increase or decrease on cost codes, with the change of the contract price. Another person approves it. */
export const askChange = command("budget_change.ask", function* (input: AskedChange, by) {
  if (by.person !== null && !holdsAny(by, BUILDERS)) throw forbidden("Only people who manage projects can request a budget change")
  const { projectId, lines, contractAmount } = input
  const project = yield* projectOf(projectId, by)
  if (project.status === "cancelled" || project.status === "completed") throw conflict(`${project.name} is ${project.status}, so its budget cannot change`)
  const reason = input.reason.trim()
  if (reason === "") throw invalid("Reason is required")
  if (lines.length === 0 && contractAmount === 0) throw invalid("Give at least one cost code and its change")
  if (lines.some(({ amount }) => amount === 0)) throw invalid("Give the change of each cost code")
  yield* checkedCodes(lines)
  if (contractAmount !== 0 && !(yield* findById(projectContracts, projectId)))
    throw invalid(`${project.name} has no contract with a client yet. Agree on it first`)
  const [id, changeNumber] = yield* all(newId(budgetChanges), nextNumber("BC", by.today.slice(0, 4)))
  return [budgetChanges.at(id, BudgetChangeAsked({ changeNumber, projectId, reason, lines, contractAmount, requestedBy: by.person }))]
})

/** The change, if it is open and the person may decide it. */
function* decidable(id: number, by: By): CommandGenerator<Row<typeof BudgetChange>> {
  const asked = yield* get(budgetChanges, id)
  yield* projectOf(asked.projectId, by)
  requirePlanner(by, "decide on a budget change")
  if (asked.status !== "pending") throw conflict(`${asked.changeNumber} is ${asked.status} already`)
  refuseSimulated(by)
  if (by.person !== null && asked.requestedBy === by.person) throw forbidden("You requested this change, so another person must decide on it")
  return asked
}

/** Approves a change: it applies to the codes, the project's budget and the contract. */
export const approveChange = command("budget_change.approve", function* ({ id, note }: { readonly id: number; readonly note: string }, by) {
  const { projectId, lines, total, contractAmount, changeNumber, reason } = yield* decidable(id, by)
  const project = yield* get(constructionProjects, projectId)
  const budget = yield* findById(projectBudgets, projectId)
  for (const { costCodeId, amount } of lines) {
    const line = budget?.lines.find((line) => line.costCodeId === costCodeId) ?? none
    if (line.amount + line.changes + amount < 0) {
      const { code, name } = yield* get(costCodes, costCodeId)
      throw invalid(`${code} ${name} has USD ${formatMoney(line.amount + line.changes)}, so it cannot release USD ${formatMoney(-amount)}`)
    }
  }
  const revised: ReadonlyArray<Change> =
    total === 0
      ? []
      : [
          constructionProjects.at(
            projectId,
            ConstructionBudgetRevised({ budget: (project.budget ?? 0) + total, note: `${changeNumber}, ${reason}`.slice(0, 500) }),
          ),
        ]
  const varied: Array<Change> = []
  if (contractAmount !== 0) {
    const contract = yield* get(projectContracts, projectId)
    const value = contract.contractValue + contractAmount
    const used = Math.max(
      contract.certifiedAmount,
      contract.lines.reduce((sum, line) => sum + line.amount, 0),
    )
    if (value < used) throw conflict(`The contract value would be USD ${formatMoney(value)}, and USD ${formatMoney(used)} is in its bill of quantities`)
    varied.push(projectContracts.at(projectId, ContractVaried({ changeId: id, amount: contractAmount })))
  }
  return [
    budgetChanges.at(id, BudgetChangeApproved({ by: by.person, note })),
    ...(lines.length === 0 ? [] : [projectBudgets.at(projectId, BudgetChanged({ changeId: id, lines }))]),
    ...revised,
    ...varied,
  ]
})

export const rejectChange = command("budget_change.reject", function* ({ id, note }: { readonly id: number; readonly note: string }, by) {
  yield* decidable(id, by)
  if (note.trim() === "") throw invalid("Reason is required")
  return [budgetChanges.at(id, BudgetChangeRejected({ by: by.person, note: note.trim() }))]
})
