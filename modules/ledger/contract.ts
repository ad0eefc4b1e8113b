/** The calls for taxes and exchange rates. Rates are decimals with two places: SSP per dollar, or percent. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint } from "effect/http-api"
import { FINANCE, InvalidatedBy } from "@ops/platform/access/rule.ts"
import { callGroup, ruled } from "@ops/platform/http/call-group.ts"
import { created, DateInput, ListQuery, OneOf, rejections, TextInput } from "@ops/platform/http/contract.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { User } from "@ops/identity/joins.ts"

const rateTypes = ["official", "parallel", "contract"] as const

export const TaxCodeAnswer = Schema.Struct({
  id: Schema.Int,
  code: Schema.String,
  name: Schema.String,
  /** percent, as of today; null before the first rate */
  rate: Schema.NullOr(Schema.String),
  /** `confirmed` once finance has entered the rate; a new company starts with unconfirmed rates */
  rates: Schema.Array(Schema.Struct({ from: Schema.String, rate: Schema.String, source: Schema.String, confirmed: Schema.Boolean })),
  /** rates that wait for a second person; none of them applies yet */
  proposals: Schema.Array(Schema.Struct({ from: Schema.String, rate: Schema.String, source: Schema.String, proposedByUser: User, canConfirm: Schema.Boolean })),
}).annotate({ identifier: "TaxCode" })

export const ExchangeRateAnswer = Schema.Struct({
  type: Schema.Literals(rateTypes),
  from: Schema.String,
  /** SSP per dollar */
  rate: Schema.String,
  source: Schema.String,
  enteredByUser: User,
}).annotate({ identifier: "ExchangeRate" })

export const TaxCodeInput = Schema.Struct({
  code: TextInput("Code", { required: true, most: 20 }),
  name: TextInput("Name", { required: true, most: 200 }),
})

export const TaxRateInput = Schema.Struct({
  from: DateInput("From"),
  rate: MoneyInput("Rate must be a percentage with at most two decimals"),
  source: Schema.optional(TextInput("Source", { most: 500 })),
})

export const ExchangeRateInput = Schema.Struct({
  type: Schema.optional(OneOf("Type", ...rateTypes)),
  from: DateInput("From"),
  rate: MoneyInput("Rate must be a number with at most two decimals"),
  source: Schema.optional(TextInput("Source", { most: 500 })),
})

export class LedgerGroup extends callGroup(
  "ledger",
  HttpApiEndpoint.get("taxes", "/api/tax-codes", { query: ListQuery, success: Schema.Array(TaxCodeAnswer), error: rejections })
    .annotateMerge(ruled("List tax codes", { may: FINANCE, scope: "all" }))
    .annotate(InvalidatedBy, ["tax_code"]),
  HttpApiEndpoint.get("taxHistory", "/api/tax-codes/history", { success: HistoryAnswer, error: rejections })
    .annotateMerge(ruled("Read the history of tax rates", { may: FINANCE, scope: "all" }))
    .annotate(InvalidatedBy, ["tax_code"]),
  HttpApiEndpoint.post("addTax", "/api/tax-codes", { payload: TaxCodeInput, success: TaxCodeAnswer.pipe(created), error: rejections }).annotateMerge(
    ruled("Add a tax code", {
      may: ["finance.full", "currency.manage"],
      scope: "all",
    }),
  ),
  HttpApiEndpoint.post("setTaxRate", "/api/tax-codes/:code/rates", {
    params: { code: Schema.String },
    payload: TaxRateInput,
    success: TaxCodeAnswer.pipe(created),
    error: rejections,
  }).annotateMerge(
    ruled("Set a tax rate", {
      may: ["finance.full", "currency.manage"],
      scope: "all",
      duties: "a rate that alters figures is only proposed: another person confirms it",
    }),
  ),
  HttpApiEndpoint.post("confirmTaxRate", "/api/tax-codes/:code/rates/:from/confirm", {
    params: { code: Schema.String, from: Schema.String },
    success: TaxCodeAnswer,
    error: rejections,
  }).annotateMerge(
    ruled("Confirm a proposed tax rate", { may: ["finance.full", "currency.manage"], scope: "all", duties: "not the person who proposed it", stepUp: true }),
  ),
  HttpApiEndpoint.post("rejectTaxRate", "/api/tax-codes/:code/rates/:from/reject", {
    params: { code: Schema.String, from: Schema.String },
    payload: Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) }),
    success: TaxCodeAnswer,
    error: rejections,
  }).annotateMerge(ruled("Reject a proposed tax rate", { may: ["finance.full", "currency.manage"], scope: "all" })),
  HttpApiEndpoint.get("rates", "/api/exchange-rates", {
    query: { ...ListQuery, type: Schema.optional(Schema.String) },
    success: Schema.Array(ExchangeRateAnswer),
    error: rejections,
  })
    .annotateMerge(ruled("List exchange rates", { may: FINANCE, scope: "all" }))
    .annotate(InvalidatedBy, ["exchange_rate"]),
  HttpApiEndpoint.post("enterRate", "/api/exchange-rates", {
    payload: ExchangeRateInput,
    success: ExchangeRateAnswer.pipe(created),
    error: rejections,
  }).annotateMerge(ruled("Enter an exchange rate", { may: ["currency.manage"], scope: "all" })),
) {}

export class LedgerApi extends HttpApi.make("ops").add(LedgerGroup) {}
