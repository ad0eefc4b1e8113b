/** The calls for the costs of projects: budgets, changes, costs and commitments. Money is a decimal string in USD. */
import { Schema } from "effect"
import { Rule } from "@ops/platform/access/rule.ts"
import { apiOf, call, groupOf } from "@ops/platform/http/call-group.ts"
import { created, DateInput, IdInput, TextInput } from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { reversalCall } from "@ops/ledger/reversals/contract.ts"
import { BUILDERS, changeStatuses, costKinds, MONEY_READERS, PLANNERS } from "../money/labels.ts"
import { QuantityInput } from "../money/inputs.ts"

const Text = Schema.NullOr(Schema.String)
const OptionalId = Schema.NullOr(Schema.Int)
export const Named = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))
export const CodeAnswer = Schema.Struct({ id: Schema.Int, code: Schema.String, name: Schema.String })
/** The fields that identify the project of a row. */
export const ofProject = { projectId: Schema.Int, projectNumber: Schema.String, projectName: Schema.String, siteId: Schema.Int }

const sums = {
  original: Schema.String,
  changes: Schema.String,
  budget: Schema.String,
  /** ordered and not billed */
  committed: Schema.String,
  actual: Schema.String,
  toComplete: Schema.String,
  /** actual, committed and to complete */
  forecast: Schema.String,
  /** budget less forecast; below 0 means an overrun */
  variance: Schema.String,
}
export const BudgetAnswer = Schema.Struct({
  id: Schema.Int,
  ...ofProject,
  status: Schema.String,
  currency: Schema.String,
  /** that of the project, including approved changes; null if there is none */
  budget: Text,
  /** the part without a cost code */
  unassigned: Schema.String,
  lines: Schema.Array(
    Schema.Struct({
      costCode: CodeAnswer,
      ...sums,
      /** the estimate to complete, if there is one; otherwise what is left of the budget */
      estimated: Text,
    }),
  ),
  total: Schema.Struct(sums),
  /** what the caller may do now */
  canSet: Schema.Boolean,
  canChange: Schema.Boolean,
  canCharge: Schema.Boolean,
  canMove: Schema.Boolean,
  version: Schema.Int,
}).annotate({ identifier: "ProjectBudget" })
export const ChangeAnswer = Schema.Struct({
  id: Schema.Int,
  changeNumber: Schema.String,
  ...ofProject,
  reason: Schema.String,
  lines: Schema.Array(Schema.Struct({ costCode: CodeAnswer, amount: Schema.String })),
  total: Schema.String,
  /** the change of the contract price; can be below 0 */
  contractAmount: Schema.String,
  status: Schema.Literals(changeStatuses),
  requestedBy: OptionalId,
  requestedByUser: Named,
  decidedBy: OptionalId,
  decidedByUser: Named,
  decidedAt: Text,
  decisionNote: Schema.String,
  canDecide: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
}).annotate({ identifier: "BudgetChange" })
export const CostAnswer = Schema.Struct({
  id: Schema.Int,
  ...ofProject,
  costCode: CodeAnswer,
  kind: Schema.Literals(costKinds),
  date: Schema.String,
  description: Schema.String,
  amount: Schema.String,
  quantity: Text,
  sourceKind: Text,
  sourceId: OptionalId,
  journalEntryNumber: Text,
  chargedBy: OptionalId,
  chargedByUser: Named,
  takenBackDate: Text,
  takenBackReason: Schema.String,
  canRecode: Schema.Boolean,
  canTakeBack: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
}).annotate({ identifier: "ProjectCost" })
export const CommitmentAnswer = Schema.Struct({
  id: Schema.Int,
  ...ofProject,
  costCode: CodeAnswer,
  purchaseRequestId: Schema.Int,
  requestNumber: Schema.String,
  status: Schema.String,
  description: Schema.String,
  vendorName: Text,
  ordered: Schema.String,
  billed: Schema.String,
  committed: Schema.String,
  isClosed: Schema.Boolean,
  closedNote: Schema.String,
  canClose: Schema.Boolean,
  version: Schema.Int,
}).annotate({ identifier: "Commitment" })
/** What can be charged to a project: bill lines on 5400 without a project, purchase requests without a project, people, goods at its site, expense accounts. */
export const ChargeableAnswer = Schema.Struct({
  bills: Schema.Array(
    Schema.Struct({
      payableId: Schema.Int,
      billNumber: Schema.String,
      vendorName: Schema.String,
      /** its position among the bill's lines on 5400, from 1 */
      line: Schema.Int,
      description: Schema.String,
      amount: Schema.String,
      date: Schema.String,
    }),
  ),
  requests: Schema.Array(
    Schema.Struct({ id: Schema.Int, requestNumber: Schema.String, status: Schema.String, description: Schema.String, estimatedTotal: Schema.String }),
  ),
  staff: Schema.Array(Schema.Struct({ id: Schema.Int, staffNumber: Schema.String, name: Schema.String })),
  items: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String, unit: Schema.String, onHand: Schema.String })),
  accounts: Schema.Array(Schema.Struct({ number: Schema.String, name: Schema.String })),
}).annotate({ identifier: "Chargeable" })

const Note = Schema.optional(Schema.NullOr(TextInput("Note", { most: 500 })))
const Reason = TextInput("Reason", { required: true, most: 500 })
const CodeId = IdInput("Cost code is required")
const AmountLine = Schema.Struct({ costCodeId: CodeId, amount: MoneyInput() })
export const BudgetInput = Schema.Struct({ lines: Schema.Array(AmountLine), version: Schema.optional(Schema.Int) })
export const EstimateInput = Schema.Struct({
  costCodeId: CodeId,
  /** null means what is left of the budget */
  toComplete: Schema.NullOr(MoneyInput()),
  note: Note,
})
export const ChangeInput = Schema.Struct({
  reason: Reason,
  lines: Schema.Array(AmountLine),
  contractAmount: Schema.optional(Schema.NullOr(MoneyInput())),
})
export const DecisionInput = Schema.Struct({ note: Note, version: Schema.optional(Schema.Int) })
export const ReasonInput = Schema.Struct({ reason: Reason })
const Day = Schema.optional(Schema.NullOr(DateInput("Date")))
export const CostInput = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("stock"),
    costCodeId: CodeId,
    stockItemId: IdInput("Item is required"),
    quantity: QuantityInput("Quantity"),
    /** the default is the project's site */
    siteId: Schema.optional(Schema.NullOr(IdInput("Site must be a number"))),
    note: Note,
  }),
  Schema.Struct({
    kind: Schema.Literal("labour"),
    costCodeId: CodeId,
    staffId: IdInput("Person is required"),
    hours: QuantityInput("Hours"),
    date: Day,
    note: Note,
  }),
  Schema.Struct({ kind: Schema.Literal("bill"), costCodeId: CodeId, payableId: IdInput("Bill is required"), line: Schema.optional(Schema.Int) }),
  Schema.Struct({
    kind: Schema.Literal("moved"),
    costCodeId: CodeId,
    /** the expense account that currently has the cost */
    account: TextInput("Account", { required: true, most: 20 }),
    amount: MoneyInput(),
    date: Day,
    description: TextInput("Description", { required: true, most: 500 }),
  }),
])
export const RecodeInput = Schema.Struct({ costCodeId: CodeId, projectId: Schema.optional(Schema.NullOr(IdInput("Project must be a number"))), reason: Note })
export const CommitmentInput = Schema.Struct({ costCodeId: CodeId, purchaseRequestId: IdInput("Purchase request is required") })

const rows = "6: own site; 8: its own site if it has one; 7 and 10: all"
const budgetMade = ["project_budget", "project_cost", "commitment", "construction_project", "purchase_request", "payable"]
const project = "/api/construction-projects/:id"
const decision = [Schema.Null, DecisionInput] as const
const reads: Rule = { may: MONEY_READERS, scope: rows }
const builds: Rule = { may: BUILDERS, scope: rows }
const decides: Rule = { may: PLANNERS, scope: rows, duties: "not who asked", stepUp: true }

export const ConstructionBudgetGroup = groupOf("constructionBudget", [
  call.get("budget", `${project}/budget`, "Read the budget of a project", BudgetAnswer, { ...reads, dependsOn: budgetMade }),
  call.put("setBudget", `${project}/budget`, "Set the budget of a project", BudgetAnswer, {
    payload: BudgetInput,
    may: PLANNERS,
    scope: rows,
    duties: "until a change is approved",
  }),
  call.patch("estimate", `${project}/budget/estimate`, "Estimate the cost to complete of a project", BudgetAnswer, { payload: EstimateInput, ...builds }),
  call.list("changes", `${project}/changes`, "List budget changes of a project", ChangeAnswer, { ...reads, dependsOn: ["budget_change"] }),
  call.post("askChange", `${project}/changes`, "Request a budget change", ChangeAnswer.pipe(created), { payload: ChangeInput, ...builds }),
  call.patch("approveChange", "/api/construction-changes/:id/approve", "Approve a budget change", ChangeAnswer, { payload: decision, ...decides }),
  call.patch("rejectChange", "/api/construction-changes/:id/reject", "Reject a budget change", ChangeAnswer, { payload: ReasonInput, ...decides }),
  call.list("costs", `${project}/costs`, "List the costs of a project", CostAnswer, {
    filters: ["kind", "costCodeId"],
    ...reads,
    dependsOn: ["project_cost", "cost_code"],
  }),
  call.post("charge", `${project}/costs`, "Charge a cost to a project", CostAnswer.pipe(created), {
    payload: CostInput,
    ...builds,
    duties: "bills, and costs posted to other accounts: finance only",
  }),
  call.get("chargeable", `${project}/chargeable`, "List what can be charged to a project", ChargeableAnswer, {
    may: BUILDERS,
    scope: `${rows}; bills and accounts for finance only`,
    dependsOn: ["project_cost", "commitment", "payable", "purchase_request", "company_staff", "stock_level"],
  }),
  call.patch("recode", "/api/construction-costs/:id/recode", "Move a cost to another cost code", CostAnswer, { payload: RecodeInput, ...builds }),
  call.patch("takeBack", "/api/construction-costs/:id/take-back", "Remove a cost from a project", CostAnswer, {
    payload: ReasonInput,
    ...builds,
    duties: "a cost moved by finance: finance only",
  }),
  reversalCall("/api/construction-costs", builds, ["project_cost", "journal_entry"]),
  call.list("commitments", `${project}/commitments`, "List the commitments of a project", CommitmentAnswer, {
    filters: ["costCodeId"],
    ...reads,
    dependsOn: ["commitment", "purchase_request", "payable"],
  }),
  call.post("commit", `${project}/commitments`, "Commit an amount of a project's budget", CommitmentAnswer.pipe(created), {
    payload: CommitmentInput,
    ...builds,
  }),
  call.patch("closeCommitment", "/api/construction-commitments/:id/close", "Close a commitment", CommitmentAnswer, { payload: decision, ...builds }),
])

export const ConstructionBudgetApi = apiOf(ConstructionBudgetGroup)
