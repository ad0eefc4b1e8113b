/** The calls for the standing checks: whether sub-ledgers, counts and bank statements are what the books have. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AcrossSites, FINANCE, InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
import { ErrorMapping, created, DateInput, Id, ListQuery, OneOf, Authorization, rejections, Authentication, TextInput } from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"

export const TieAnswer = Schema.Struct({
  key: Schema.String,
  title: Schema.String,
  /** the control accounts */
  accounts: Schema.Array(Schema.String),
  currency: Schema.Literals(["USD", "SSP"]),
  /** the balance that the statements of the day show */
  books: Schema.String,
  /** facts of the day or earlier that were posted later, because their month was closed */
  late: Schema.String,
  subLedger: Schema.String,
  /** books and late facts less sub-ledger */
  difference: Schema.String,
  ok: Schema.Boolean,
  path: Schema.NullOr(Schema.String),
  /** of a balance that was stated by hand: its record; its amount stands where the sub-ledger's would */
  assertionId: Schema.NullOr(Schema.Int),
})

export const AssertionAnswer = Schema.Struct({
  id: Schema.Int,
  accountNumber: Schema.String,
  currency: Schema.Literals(["USD", "SSP"]),
  date: Schema.String,
  amount: Schema.String,
  source: Schema.String,
  status: Schema.Literals(["standing", "withdrawn"]),
  reason: Schema.NullOr(Schema.String),
  enteredBy: Schema.NullOr(Schema.Int),
  createdAt: Schema.String,
})
export const AssertionInput = Schema.Struct({
  accountNumber: TextInput("Account", { required: true, most: 20 }),
  currency: Schema.optional(OneOf("Currency", "USD", "SSP")),
  date: DateInput("Date"),
  amount: MoneyInput(),
  source: TextInput("Source", { required: true, most: 300 }),
})
const writes: Rule = { may: ["finance.full", "payments.process"], scope: "all" }

export class TiesGroup extends HttpApiGroup.make("ties")
  .add(
    HttpApiEndpoint.get("checks", "/api/ledger/checks", {
      /** the end of this day; today if not given */
      query: { asAt: Schema.optional(Schema.String) },
      success: Schema.Array(TieAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: FINANCE, scope: "all" })
      .annotate(InvalidatedBy, ["journal_entry", "invoice", "payment", "account", "balance_assertion"])
      .annotate(AcrossSites, "session"),
  )
  .add(
    HttpApiEndpoint.get("assertions", "/api/ledger/assertions", {
      query: { ...ListQuery, status: Schema.optional(Schema.String), accountNumber: Schema.optional(Schema.String) },
      success: Schema.Array(AssertionAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: FINANCE, scope: "all" })
      .annotate(InvalidatedBy, ["balance_assertion"]),
  )
  .add(
    HttpApiEndpoint.post("state", "/api/ledger/assertions", {
      payload: AssertionInput,
      success: AssertionAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, writes),
  )
  .add(
    HttpApiEndpoint.post("withdraw", "/api/ledger/assertions/:id/withdraw", {
      params: { id: Id },
      payload: Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) }),
      success: AssertionAnswer,
      error: rejections,
    }).annotate(Rule, writes),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class TiesApi extends HttpApi.make("ops").add(TiesGroup) {}
