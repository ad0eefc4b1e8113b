/** The calls for approval limits: the highest amount that each level approves alone, for expenses, petty cash and purchases. Money is a decimal string, USD. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { FINANCE, InvalidatedBy } from "@ops/platform/access/rule.ts"
import { ErrorMapping, created, DateInput, ListQuery, OneOf, Authorization, rejections, Authentication } from "@ops/platform/http/contract.ts"
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

export class ApprovalLimitsGroup extends HttpApiGroup.make("approvalLimits")
  .add(
    HttpApiEndpoint.get("list", "/api/approval-limits", {
      query: { ...ListQuery, kind: Schema.optional(Schema.String), level: Schema.optional(Schema.String) },
      success: Schema.Array(ApprovalLimitAnswer),
      error: rejections,
    })
      .annotateMerge(ruled("List approval limits", { may: FINANCE, scope: "all" }))
      .annotate(InvalidatedBy, ["expense_policy", "petty_cash_policy", "approval_policy", "journal_policy"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/approval-limits/history", { success: HistoryAnswer, error: rejections })
      .annotateMerge(ruled("Read the history of approval limits", { may: FINANCE, scope: "all" }))
      .annotate(InvalidatedBy, ["expense_policy", "petty_cash_policy", "approval_policy", "journal_policy"]),
  )
  .add(
    HttpApiEndpoint.post("set", "/api/approval-limits", {
      payload: ApprovalLimitInput,
      success: ApprovalLimitAnswer.pipe(created),
      error: rejections,
    }).annotateMerge(ruled("Set an approval limit", { may: ["settings.system"], scope: "all", stepUp: true })),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class ApprovalLimitsApi extends HttpApi.make("ops").add(ApprovalLimitsGroup) {}
