/** The calls for taxes and exchange rates. Rates are decimals with two places: SSP per dollar, or percent. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { created, DateInput, OneOf, TextInput } from "@ops/platform/http/contract.ts"
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
  call.list("taxes", "/api/tax-codes", "List tax codes", TaxCodeAnswer, { may: FINANCE, scope: "all", dependsOn: ["tax_code"] }),
  call.get("taxHistory", "/api/tax-codes/history", "Read the history of tax rates", HistoryAnswer, { may: FINANCE, scope: "all", dependsOn: ["tax_code"] }),
  call.post("addTax", "/api/tax-codes", "Add a tax code", TaxCodeAnswer.pipe(created), {
    payload: TaxCodeInput,
    may: ["finance.full", "currency.manage"],
    scope: "all",
  }),
  call.post("setTaxRate", "/api/tax-codes/:code/rates", "Set a tax rate", TaxCodeAnswer.pipe(created), {
    params: { code: Schema.String },
    payload: TaxRateInput,
    may: ["finance.full", "currency.manage"],
    scope: "all",
    duties: "a rate that changes existing figures is only proposed: another person confirms it",
  }),
  call.post("confirmTaxRate", "/api/tax-codes/:code/rates/:from/confirm", "Confirm a proposed tax rate", TaxCodeAnswer, {
    params: { code: Schema.String, from: Schema.String },
    may: ["finance.full", "currency.manage"],
    scope: "all",
    duties: "not the person who proposed it",
    stepUp: true,
  }),
  call.post("rejectTaxRate", "/api/tax-codes/:code/rates/:from/reject", "Reject a proposed tax rate", TaxCodeAnswer, {
    params: { code: Schema.String, from: Schema.String },
    payload: Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) }),
    may: ["finance.full", "currency.manage"],
    scope: "all",
  }),
  call.list("rates", "/api/exchange-rates", "List exchange rates", ExchangeRateAnswer, {
    filters: ["type"],
    may: FINANCE,
    scope: "all",
    dependsOn: ["exchange_rate"],
  }),
  call.post("enterRate", "/api/exchange-rates", "Enter an exchange rate", ExchangeRateAnswer.pipe(created), {
    payload: ExchangeRateInput,
    may: ["currency.manage"],
    scope: "all",
  }),
) {}

export class LedgerApi extends HttpApi.make("ops").add(LedgerGroup) {}
