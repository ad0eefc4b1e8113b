/** The single list of what waits for the caller's decision, over all modules. Each row names the calls that decide it. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { APPROVERS, InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
import { ErrorMapping, Id, ListQuery, Authorization, rejections, Authentication } from "@ops/platform/http/contract.ts"
import { AttachedFile } from "@ops/platform/records/field.ts"

const Text = Schema.NullOr(Schema.String)
const method = Schema.Literals(["POST", "PATCH", "PUT"])
/** The payload of the decision: the version of the record, if the call refuses a decision on an outdated state. */
const body = Schema.Struct({ version: Schema.optional(Schema.Int) })

export const ApprovalAnswer = Schema.Struct({
  kind: Schema.String,
  /** the name of the kind of record */
  label: Schema.String,
  id: Schema.Int,
  number: Schema.String,
  title: Schema.String,
  requestedBy: Schema.NullOr(Schema.Int),
  requestedByName: Text,
  requestedByEmail: Text,
  siteId: Schema.NullOr(Schema.Int),
  siteName: Text,
  /** a decimal; null if it is not about money */
  amount: Text,
  currency: Text,
  since: Schema.String,
  /** why the caller may decide */
  rule: Schema.String,
  /** the screen that shows it */
  path: Schema.String,
  /** with a `reason` if the call accepts one */
  approve: Schema.Struct({ method, path: Schema.String, body, reason: Schema.optional(Schema.Literals(["required"])) }),
  reject: Schema.NullOr(Schema.Struct({ method, path: Schema.String, reason: Schema.Literals(["required", "optional"]) })),
  /** what is unusual about it, as a short tag and a sentence; such records are decided one by one */
  unusual: Schema.Array(Schema.Struct({ tag: Schema.String, text: Schema.String })),
}).annotate({ identifier: "Approval" })
/** One record, with the details needed for the decision. Amounts are decimals in the currency of the record; those of a budget in USD. */
export const ApprovalRecordAnswer = Schema.Struct({
  ...ApprovalAnswer.fields,
  detail: Schema.Struct({
    reason: Text,
    items: Schema.Array(Schema.Struct({ item: Schema.String, unit: Text, quantity: Text, onHand: Text, lastPrice: Text, price: Text, amount: Text })),
    /** the amount committed without this record */
    budget: Schema.NullOr(Schema.Struct({ name: Schema.String, committed: Schema.String, budget: Schema.String })),
    facts: Schema.Array(Schema.Struct({ label: Schema.String, text: Schema.String })),
    files: Schema.Array(AttachedFile),
    /** the path of its history */
    history: Text,
  }),
}).annotate({ identifier: "ApprovalRecord" })
export type ApprovalRecord = typeof ApprovalRecordAnswer.Type
export type Approval = typeof ApprovalAnswer.Type

const rule: Rule = {
  may: [...APPROVERS, "finance.full"],
  scope: "what the caller may decide now, by rights, limit, sites or department; never the caller's own requests",
}
const kinds = [
  "purchase_request",
  "work_order",
  "approval_policy",
  "expense_request",
  "expense_policy",
  "daily_expense",
  "money_transaction",
  "meal_attendance",
  "fiscal_period",
  "journal_draft",
  "payable",
  "payment_run",
  "tax_report",
  "tax_payment",
  "leave_request",
  "payroll_period",
]

export class ApprovalsGroup extends HttpApiGroup.make("approvals")
  .add(
    HttpApiEndpoint.get("list", "/api/approvals", {
      query: { ...ListQuery, kind: Schema.optional(Schema.String) },
      success: Schema.Array(ApprovalAnswer),
      error: rejections,
    })
      .annotateMerge(ruled("List what waits for your decision", rule))
      .annotate(InvalidatedBy, kinds),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/approvals/:kind/:id", {
      params: { kind: Schema.String, id: Id },
      success: ApprovalRecordAnswer,
      error: rejections,
    })
      .annotateMerge(ruled("Read one item that waits for a decision", rule))
      .annotate(InvalidatedBy, kinds),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping) {}

export class ApprovalsApi extends HttpApi.make("ops").add(ApprovalsGroup) {}
