/** The calls about approval limits: what each level approves alone: expenses, petty cash and purchases. Money is a decimal string, USD. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { created, DateInput, OneOf } from "@ops/platform/http/contract.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { limitKinds } from "../shared/labels.ts"

export const ApprovalLimitAnswer = Schema.Struct({
  id: Schema.Int,
  kind: Schema.Literals(limitKinds),
  level: Schema.Int,
  from: Schema.String,
  /** null means no limit */
  upTo: Schema.NullOr(Schema.String),
  /** the one that applies today */
  isCurrent: Schema.Boolean,
}).annotate({ identifier: "ApprovalLimit" })

export const ApprovalLimitInput = Schema.Struct({
  kind: OneOf("Kind", ...limitKinds),
  level: Schema.Int,
  /** today or later: earlier decisions are not affected */
  from: DateInput("From"),
  /** null means no limit; for purchases only */
  upTo: Schema.NullOr(MoneyInput("Limit must be a number with at most two decimals")),
})

export class ApprovalLimitsGroup extends callGroup(
  "approvalLimits",
  call.list("list", "/api/approval-limits", "List approval limits", ApprovalLimitAnswer, {
    filters: ["kind", "level"],
    may: FINANCE,
    scope: "all",
    dependsOn: ["expense_policy", "petty_cash_policy", "approval_policy", "journal_policy"],
  }),
  call.get("history", "/api/approval-limits/history", "Read the history of approval limits", HistoryAnswer, {
    may: FINANCE,
    scope: "all",
    dependsOn: ["expense_policy", "petty_cash_policy", "approval_policy", "journal_policy"],
  }),
  call.post("set", "/api/approval-limits", "Set an approval limit", ApprovalLimitAnswer.pipe(created), {
    payload: ApprovalLimitInput,
    may: ["settings.system"],
    scope: "all",
    stepUp: true,
  }),
) {}

export class ApprovalLimitsApi extends HttpApi.make("ops").add(ApprovalLimitsGroup) {}
