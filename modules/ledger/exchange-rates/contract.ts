/** The calls for changes of exchange rates: one proposes, another confirms. Rates are decimals: SSP for a dollar. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { FINANCE, InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
import { ErrorMapping, created, DateInput, Id, ListQuery, OneOf, Authorization, rejections, Authentication, TextInput } from "@ops/platform/http/contract.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"

const rateTypes = ["official", "parallel", "contract"] as const
const Named = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))
const Text = Schema.NullOr(Schema.String)

export const RateChangeAnswer = Schema.Struct({
  id: Schema.Int,
  changeNumber: Schema.String,
  type: Schema.Literals(rateTypes),
  from: Schema.String,
  /** what holds on that day until the change is confirmed */
  was: Schema.String,
  rate: Schema.String,
  source: Schema.String,
  reason: Schema.String,
  status: Schema.Literals(["proposed", "confirmed", "rejected"]),
  proposedBy: Schema.NullOr(Schema.Int),
  proposedByUser: Named,
  decidedByUser: Named,
  decidedAt: Text,
  rejectionReason: Text,
  canConfirm: Schema.Boolean,
  canReject: Schema.Boolean,
  createdAt: Schema.String,
})
export const RateChangeInput = Schema.Struct({
  type: Schema.optional(OneOf("Type", ...rateTypes)),
  from: DateInput("From"),
  rate: MoneyInput("Rate must be a number with at most two decimals"),
  source: Schema.optional(TextInput("Source", { most: 500 })),
  reason: TextInput("Reason", { required: true, most: 500 }),
})

const id = { params: { id: Id } }
const writes: Rule = { may: ["currency.manage"], scope: "all" }
const reads: Rule = { may: FINANCE, scope: "all" }

export class RateChangesGroup extends HttpApiGroup.make("rateChanges")
  .add(
    HttpApiEndpoint.get("list", "/api/exchange-rates/changes", {
      query: { ...ListQuery, type: Schema.optional(Schema.String) },
      success: Schema.Array(RateChangeAnswer),
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["rate_change"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/exchange-rates/history", { success: HistoryAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["exchange_rate", "rate_change"]),
  )
  .add(
    HttpApiEndpoint.post("propose", "/api/exchange-rates/changes", {
      payload: RateChangeInput,
      success: RateChangeAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, writes),
  )
  .add(
    HttpApiEndpoint.post("confirm", "/api/exchange-rates/changes/:id/confirm", { ...id, success: RateChangeAnswer, error: rejections }).annotate(Rule, {
      ...writes,
      duties: "not the person who proposed it",
      stepUp: true,
    }),
  )
  .add(
    HttpApiEndpoint.post("reject", "/api/exchange-rates/changes/:id/reject", {
      ...id,
      payload: Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) }),
      success: RateChangeAnswer,
      error: rejections,
    }).annotate(Rule, writes),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class RateChangesApi extends HttpApi.make("ops").add(RateChangesGroup) {}
