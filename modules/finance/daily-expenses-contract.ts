/** The calls about what a site spent on a day. Money is a decimal string. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { FINANCE, InvalidatedBy, OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import { AttachmentsInput } from "@ops/platform/documents/attachment-contract.ts"
import { ErrorMapping, created, DateInput, Id, ListQuery, OneOf, Authorization, rejections, Authentication, TextInput } from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { ReversalPreview, reversible, ReversingInput } from "@ops/ledger/reversal-contract.ts"
import { DECIDERS, DecisionInput, HistoryAnswer, Named, ReasonInput, ReceiptAnswer, SiteInput, Text } from "./expenses-contract.ts"
import { currencies } from "./labels.ts"

export const DailyExpenseAnswer = Schema.Struct({
  id: Schema.Int,
  expenseDate: Schema.String,
  siteId: Schema.Int,
  siteName: Schema.String,
  siteCode: Schema.String,
  currency: Schema.Literals(currencies),
  staffFeedingCost: Schema.String,
  fuelCost: Schema.String,
  transportCost: Schema.String,
  suppliesCost: Schema.String,
  maintenanceCost: Schema.String,
  otherCosts: Schema.String,
  /** the sum of the six */
  totalCost: Schema.String,
  staffCount: Schema.Int,
  notes: Schema.String,
  receipts: Schema.Array(ReceiptAnswer),
  recordedBy: Schema.NullOr(Schema.Int),
  recordedByUser: Named,
  approvedBy: Schema.NullOr(Schema.Int),
  approvedByUser: Named,
  approvedDate: Text,
  rejectionReason: Text,
  overrideReason: Text,
  status: Schema.Literals(["pending", "approved", "rejected", "reversed"]),
  journalEntryId: Schema.NullOr(Schema.Int),
  journalEntryNumber: Text,
  /** what the caller may do now */
  canApprove: Schema.Boolean,
  canReject: Schema.Boolean,
  ...reversible,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

const Cost = (field: string) => Schema.optional(Schema.NullOr(MoneyInput(`${field} must be a number with at most two decimals`)))

/** A missing amount is 0. A total that is sent is ignored: it is the sum. */
export const DailyExpenseInput = Schema.Struct({
  expenseDate: DateInput("Expense date"),
  siteId: SiteInput,
  currency: Schema.optional(OneOf("Currency", ...currencies)),
  staffFeedingCost: Cost("Staff feeding cost"),
  fuelCost: Cost("Fuel cost"),
  transportCost: Cost("Transport cost"),
  suppliesCost: Cost("Supplies cost"),
  maintenanceCost: Cost("Maintenance cost"),
  otherCosts: Cost("Other costs"),
  totalCost: Cost("Total cost"),
  staffCount: Schema.optional(
    Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }, { message: "Staff count must be a whole number, not negative" }))),
  ),
  notes: Schema.optional(Schema.NullOr(TextInput("Notes"))),
  /** the ids of files that the caller has uploaded */
  receipts: Schema.optional(Schema.NullOr(AttachmentsInput)),
})

const id = { params: { id: Id } }
const rows = "8: its own site if it has one; 7 and 10: all"

export class DailyExpensesGroup extends HttpApiGroup.make("dailyExpenses")
  .add(
    HttpApiEndpoint.get("list", "/api/daily-expenses", {
      query: { ...ListQuery, currency: Schema.optional(Schema.String) },
      success: Schema.Array(DailyExpenseAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, ["daily_expense"]),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/daily-expenses/:id", { ...id, success: DailyExpenseAnswer, error: rejections })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, ["daily_expense"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/daily-expenses/:id/history", { ...id, success: Schema.Array(HistoryAnswer), error: rejections })
      .annotate(Rule, { may: FINANCE, scope: rows })
      .annotate(InvalidatedBy, ["daily_expense"]),
  )
  .add(
    HttpApiEndpoint.post("record", "/api/daily-expenses", {
      payload: DailyExpenseInput,
      success: DailyExpenseAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { may: [...OPERATIONS, "finance.full"], scope: "3 and 6: own site; 8: own site if it has one" }),
  )
  .add(
    HttpApiEndpoint.post("approve", "/api/daily-expenses/:id/approve", {
      ...id,
      payload: [Schema.Null, DecisionInput],
      success: DailyExpenseAnswer,
      error: rejections,
    }).annotate(Rule, { may: DECIDERS, scope: rows, duties: "not who recorded it; level 10 may override with a reason", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("reject", "/api/daily-expenses/:id/reject", {
      ...id,
      payload: [Schema.Null, ReasonInput],
      success: DailyExpenseAnswer,
      error: rejections,
    }).annotate(Rule, { may: DECIDERS, scope: rows, duties: "not who recorded it", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.get("reversal", "/api/daily-expenses/:id/reversal", { ...id, success: ReversalPreview, error: rejections })
      .annotate(Rule, { may: ["finance.full"], scope: "all" })
      .annotate(InvalidatedBy, ["daily_expense"]),
  )
  .add(
    HttpApiEndpoint.post("reverse", "/api/daily-expenses/:id/reverse", {
      ...id,
      payload: ReversingInput,
      success: DailyExpenseAnswer,
      error: rejections,
    }).annotate(Rule, {
      may: ["finance.full"],
      scope: "all",
      duties: "not who approved them; once, with a reason",
      stepUp: true,
    }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class DailyExpensesApi extends HttpApi.make("ops").add(DailyExpensesGroup) {}
