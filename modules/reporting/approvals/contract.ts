/** The one list of what waits for the caller's decision, over all modules. Deciding is the call that each row names. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { DECIDERS, Rule } from "@ops/platform/access/rule.ts"
import { Id } from "@ops/platform/http/contract.ts"
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
  /** the delegator in whose place the caller decides it */
  onBehalfOfName: Text,
  siteId: Schema.NullOr(Schema.Int),
  siteName: Text,
  /** a decimal; null if it is not about money */
  amount: Text,
  currency: Text,
  /** since when it waits, or when the caller decided */
  since: Schema.String,
  /** why the caller may decide */
  rule: Schema.String,
  /** the screen that shows it */
  path: Schema.String,
  /** the call that decides, with a `reason` if it accepts one */
  approve: Schema.Struct({ method, path: Schema.String, body, reason: Schema.optional(Schema.Literals(["required"])) }),
  reject: Schema.NullOr(Schema.Struct({ method, path: Schema.String, reason: Schema.Literals(["required", "optional"]) })),
  /** what is unusual about it, as a short tag and a sentence; such records are decided one by one */
  unusual: Schema.Array(Schema.Struct({ tag: Schema.String, text: Schema.String })),
  /** who may decide it, in words, if it waits for others; null if no one may */
  waitsFor: Text,
  /** the caller's own decision, if made */
  decision: Schema.NullOr(Schema.Literals(["approved", "rejected"])),
}).annotate({ identifier: "Approval" })
/** One record, with the details needed for the decision. Amounts are decimals in the currency of the record; those of a budget in USD. */
export const ApprovalRecordAnswer = Schema.Struct({
  ...ApprovalAnswer.fields,
  detail: Schema.Struct({
    reason: Text,
    /** `daysLeft`: for how many days the stock on hand lasts */
    items: Schema.Array(
      Schema.Struct({ item: Schema.String, unit: Text, quantity: Text, onHand: Text, daysLeft: Text, lastPrice: Text, price: Text, amount: Text }),
    ),
    /** the amount committed without this record */
    budget: Schema.NullOr(Schema.Struct({ name: Schema.String, committed: Schema.String, budget: Schema.String })),
    facts: Schema.Array(Schema.Struct({ label: Schema.String, text: Schema.String })),
    files: Schema.Array(AttachedFile),
    /** how a price or a use came to be what it is, oldest value first */
    trends: Schema.Array(Schema.Struct({ title: Schema.String, unit: Text, values: Schema.Array(Schema.Finite) })),
    /** the path of its history */
    history: Text,
  }),
}).annotate({ identifier: "ApprovalRecord" })
export type ApprovalRecord = typeof ApprovalRecordAnswer.Type
export type Approval = typeof ApprovalAnswer.Type

const rule: Rule = {
  may: DECIDERS,
  scope:
    "what the caller may decide now, by rights, limit, sites or department; never the caller's own requests. Others' and decided ones as far as the caller may read them",
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

/** What awaits the caller, what others delegated to the caller, what awaits others, or what the caller has decided. */
const lists = ["mine", "delegated", "others", "decided"] as const
export type Shown = (typeof lists)[number]
export const isOtherList = Schema.is(Schema.Literals(["delegated", "others", "decided"]))

export class ApprovalsGroup extends callGroup(
  "approvals",
  call.list("list", "/api/approvals", "List records awaiting your decision, delegated to you, awaiting others, or decided by you", ApprovalAnswer, {
    filters: ["kind", "show"],
    words: { show: lists },
    ...rule,
    dependsOn: kinds,
  }),
  call.get("one", "/api/approvals/:kind/:id", "Read one record awaiting a decision", ApprovalRecordAnswer, {
    params: { kind: Schema.String, id: Id },
    query: { show: Schema.optional(Schema.Literals(lists)) },
    ...rule,
    dependsOn: kinds,
  }),
) {}

export class ApprovalsApi extends HttpApi.make("ops").add(ApprovalsGroup) {}
