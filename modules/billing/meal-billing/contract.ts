/** The calls for the billing of meals. Money is a decimal string in the bill's currency; dates are in Juba time. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE, Rule } from "@ops/platform/access/rule.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { created, DateInput, IdInput, OneOf, TextInput, SiteGiven } from "@ops/platform/http/contract.ts"
import { textOrNumber } from "@ops/platform/decimal-input.ts"
import { MoneyInput } from "@ops/platform/money.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const Currency = Schema.Literals(["USD", "SSP"])
const types = ["daily", "weekly", "monthly"] as const
const bases = ["served", "planned", "guaranteed"] as const
const amounts = { subtotalAmount: Schema.String, taxAmount: Schema.String, totalAmount: Schema.String }
/** Totals by currency; a currency without a bill is left out. */
const Totals = Schema.Struct({
  USD: Schema.optional(Schema.Struct({ bills: Schema.Int, ...amounts })),
  SSP: Schema.optional(Schema.Struct({ bills: Schema.Int, ...amounts })),
})

/** A bill of meals. Spec: SHP-20. */
export const BillingPeriodAnswer = Schema.Struct({
  id: Schema.Int,
  /** the number of the invoice, or "Draft 12" */
  billingNumber: Schema.String,
  siteId: Schema.Int,
  site: Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }),
  clientId: Schema.Int,
  client: Schema.Struct({ id: Schema.Int, companyName: Schema.String }),
  contractId: Whole,
  projectId: Whole,
  billingType: Schema.NullOr(Schema.Literals(types)),
  startDate: Schema.String,
  endDate: Schema.String,
  issueDate: Text,
  dueDate: Schema.String,
  totalMealsServed: Schema.Int,
  totalMealsMissed: Schema.Int,
  /** people times days: the sum over the days of the highest head-count of a meal */
  totalStaffDays: Schema.Int,
  currency: Currency,
  /** the price per meal; null if the bill has several */
  mealRate: Text,
  /** percent; null if the bill has several */
  taxRate: Text,
  ...amounts,
  paidAmount: Schema.String,
  paidDate: Text,
  notes: Schema.String,
  generatedBy: Whole,
  /** pending: issued and not settled; overdue: pending after its due date, which is computed */
  status: Schema.Literals(["draft", "pending", "overdue", "paid", "credited", "discarded"]),
  runId: Whole,
  canIssue: Schema.Boolean,
  canCredit: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
}).annotate({ identifier: "BillingPeriod" })

export const PlannedSlotAnswer = Schema.Struct({
  date: Schema.String,
  mealType: Schema.String,
  planned: Schema.Int,
  served: Schema.Int,
  missed: Schema.Int,
  /** the billed meals */
  heads: Schema.Int,
  rate: Text,
  amount: Schema.String,
}).annotate({ identifier: "PlannedSlot" })
export const PlannedBillAnswer = Schema.Struct({
  contractId: Schema.Int,
  contractNumber: Schema.String,
  clientId: Schema.Int,
  client: Schema.String,
  siteId: Schema.Int,
  site: Schema.String,
  siteCode: Schema.String,
  startDate: Schema.String,
  endDate: Schema.String,
  planned: Schema.Int,
  served: Schema.Int,
  missed: Schema.Int,
  /** the billed meals */
  heads: Schema.Int,
  currency: Currency,
  lines: Schema.Array(
    Schema.Struct({ description: Schema.String, quantity: Schema.Int, unitPrice: Schema.String, amount: Schema.String, taxRate: Schema.String }),
  ),
  ...amounts,
  /** the effect of a what-if: its amounts less those by the agreed terms; null without one */
  difference: Schema.NullOr(Schema.Struct(amounts)),
  problems: Schema.Array(Schema.String),
  /** each meal of each day, if requested */
  slots: Schema.optional(Schema.Array(PlannedSlotAnswer)),
}).annotate({ identifier: "PlannedBill" })
export const PlanAnswer = Schema.Struct({
  id: Schema.String,
  /** null if it is not for a month: such a plan cannot be posted */
  month: Text,
  startDate: Schema.String,
  endDate: Schema.String,
  siteId: Whole,
  clientId: Whole,
  whatIf: Schema.NullOr(
    Schema.Struct({
      rate: Text,
      currency: Schema.NullOr(Currency),
      basis: Schema.NullOr(Schema.Literals(bases)),
      guaranteedShare: Text,
      taxRate: Text,
      heads: Whole,
      taxDate: Text,
      exchangeRate: Text,
    }),
  ),
  /** what all bills are worth in USD at the supposed exchange rate, and at today's official one; null without a supposed one */
  worth: Schema.NullOr(Schema.Struct({ totalUsd: Schema.String, officialRate: Text, officialUsd: Text, difference: Text })),
  /** SHA-256 over what the bills say */
  digest: Schema.String,
  bills: Schema.Array(PlannedBillAnswer),
  totals: Totals,
  /** meals without a contract that can be billed */
  problems: Schema.Array(Schema.String),
  madeBy: Whole,
  madeAt: Schema.String,
}).annotate({ identifier: "BillingPlan" })

const Posted = Schema.Struct({
  id: Schema.Int,
  invoiceNumber: Text,
  clientId: Schema.Int,
  client: Schema.String,
  siteId: Schema.Int,
  site: Schema.String,
  siteCode: Schema.String,
  startDate: Schema.String,
  endDate: Schema.String,
  currency: Currency,
  ...amounts,
  status: Schema.String,
})
const run = {
  id: Schema.Int,
  month: Schema.String,
  startDate: Schema.String,
  endDate: Schema.String,
  planId: Schema.String,
  planDigest: Schema.String,
  status: Schema.Literals(["running", "finished", "abandoned"]),
  /** why it was abandoned */
  reason: Schema.String,
  bills: Schema.Int,
  posted: Schema.Int,
  startedBy: Whole,
  createdAt: Schema.String,
  updatedAt: Schema.String,
}
export const RunAnswer = Schema.Struct({
  ...run,
  /** whether this server is working on it now; a running run without a worker was interrupted, and can be resumed */
  isWorking: Schema.Boolean,
  /** why this server stopped working on it */
  problem: Text,
  invoices: Schema.Array(Posted),
}).annotate({ identifier: "BillingRun" })
export const BillingStatusAnswer = Schema.Struct({
  month: Schema.String,
  /** SHA-256 over the month's bills: client, site, days, lines, totals and number */
  digest: Schema.String,
  issued: Totals,
  drafts: Totals,
  /** what is still unbilled, for past days */
  unbilled: Totals,
  runs: Schema.Array(Schema.Struct(run)),
  bills: Schema.Array(Posted),
}).annotate({ identifier: "BillingStatus" })

/** The meals of a month under a contract, and their revenue. */
export const MealReportAnswer = Schema.Struct({
  /** month and contract; it is not the id of a record */
  id: Schema.String,
  /** 2026-10 */
  month: Schema.String,
  siteId: Schema.Int,
  site: Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }),
  clientId: Schema.Int,
  client: Schema.Struct({ id: Schema.Int, companyName: Schema.String }),
  /** the two names as top-level fields, for tables */
  siteName: Schema.String,
  companyName: Schema.String,
  contractNumber: Schema.String,
  planned: Schema.Int,
  served: Schema.Int,
  missed: Schema.Int,
  /** visitors, contractors and own staff who ate there: counted, not billed to the client */
  guestMeals: Schema.Int,
  /** the meals billed by the basis of the contract */
  billedMeals: Schema.Int,
  /** the average price per billed meal; null if there are none */
  rate: Text,
  /** before tax, whether billed yet or not */
  revenue: Schema.String,
  currency: Currency,
  /** null: food is issued to a kitchen, not to a client */
  foodCost: Schema.Null,
  marginPerMeal: Schema.Null,
}).annotate({ identifier: "MealReport" })

const SiteInput = SiteGiven
const HeadsInput = textOrNumber("int64", "Number of people; digits as text are accepted")
  .check(Schema.makeFilter((value) => (/^\d{1,6}$/.test(String(value)) && Number(value) <= 100_000 ? undefined : "Count must be from 0 to 100000")))
  .annotate({ identifier: "HeadsInput" })
const PercentInput = (what: string) =>
  MoneyInput(`${what} must be a percentage with at most two decimals`).check(
    Schema.makeFilter((hundredths) => (hundredths >= 0 && hundredths <= 10_000 ? undefined : `${what} must be between 0 and 100%`)),
  )

export const GenerateInput = Schema.Struct({
  siteId: SiteInput,
  clientId: IdInput("Client is required"),
  billingType: OneOf("Billing type", ...types),
  startDate: DateInput("Start date"),
  endDate: DateInput("End date"),
})
export const PreviewInput = Schema.Struct({
  /** 2026-10; otherwise the two dates */
  month: Schema.optional(Schema.NullOr(TextInput("Month", { most: 20 }))),
  startDate: Schema.optional(Schema.NullOr(DateInput("Start date"))),
  endDate: Schema.optional(Schema.NullOr(DateInput("End date"))),
  siteId: Schema.optional(Schema.NullOr(SiteInput)),
  clientId: Schema.optional(Schema.NullOr(IdInput("Client must be a client's id"))),
  whatIf: Schema.optional(
    Schema.NullOr(
      Schema.Struct({
        rate: Schema.optional(
          Schema.NullOr(
            MoneyInput("Rate must be a number with at most two decimals").check(Schema.isGreaterThan(0, { message: "Rate must be greater than 0" })),
          ),
        ),
        /** the currency of the rate; the default is USD */
        currency: Schema.optional(Schema.NullOr(OneOf("Currency", "USD", "SSP"))),
        basis: Schema.optional(Schema.NullOr(OneOf("Basis", ...bases))),
        /** percent of the planned heads, for the basis "guaranteed"; the default is 100 */
        guaranteedShare: Schema.optional(Schema.NullOr(PercentInput("Guaranteed share"))),
        taxRate: Schema.optional(Schema.NullOr(PercentInput("Tax"))),
        heads: Schema.optional(Schema.NullOr(HeadsInput)),
        taxDate: Schema.optional(Schema.NullOr(DateInput("Tax date"))),
        /** SSP per USD */
        exchangeRate: Schema.optional(
          Schema.NullOr(
            MoneyInput("Exchange rate must be a number with at most two decimals").check(
              Schema.isGreaterThan(0, { message: "Exchange rate must be greater than 0" }),
            ),
          ),
        ),
      }),
    ),
  ),
})
const Reason = Schema.Struct({ reason: Schema.optional(Schema.NullOr(TextInput("Reason", { most: 500 }))) })

const makers: Rule = { may: ["invoices.manage"], scope: "all" }
const duties = "not the person who recorded the period's meals, except level 10"
const planId = { params: { id: Schema.String.check(Schema.isPattern(/^[\w-]{1,60}$/, { message: "A plan's id is like 2026-10-1a2b3c4d" })) } }

export class MealBillingGroup extends callGroup(
  "mealBilling",
  call.list("list", "/api/meal-billing-periods", "List meal bills", BillingPeriodAnswer, {
    filters: ["clientId", "billingType", "currency"],
    may: FINANCE,
    scope: "level 8: its own site if it has one; 7 and 10: all",
    dependsOn: ["invoice", "client", "site"],
  }),
  call.post("generate", "/api/meal-billing-periods/generate", "Bill the meals of a period", BillingPeriodAnswer.pipe(created), {
    payload: GenerateInput,
    ...makers,
    duties: `no meal twice; ${duties}`,
  }),
  call.post("preview", "/api/meal-billing-periods/preview", "Preview the meal bills of a period", PlanAnswer, { payload: PreviewInput, ...makers }),
  call.patch("issue", "/api/meal-billing-periods/:id/issue", "Issue a meal bill", BillingPeriodAnswer, { ...makers, duties }),
  call.patch("credit", "/api/meal-billing-periods/:id/credit", "Credit a meal bill", BillingPeriodAnswer, {
    payload: [Schema.Null, Reason],
    ...makers,
    duties: "a draft is discarded; an issued bill is credited in full, with a reason",
  }),
  call.list("report", "/api/billing/report", "Read the report of meals to bill", MealReportAnswer, {
    filters: ["clientId", "currency"],
    may: FINANCE,
    scope: "level 8: its own site if it has one; 7 and 10: all",
    dependsOn: ["meal_session", "meal_attendance", "staff_feeding_record", "client_contract"],
  }),
  call.get("plan", "/api/billing/plans/:id", "Read the billing plan of a month", PlanAnswer, {
    ...planId,
    query: { slots: Schema.optional(Schema.Literals(["true", "false"])) },
    ...makers,
  }),
  call.post("post", "/api/billing/plans/:id/post", "Post the billing plan of a month", RunAnswer.pipe(created), { ...planId, ...makers, duties }),
  call.get("run", "/api/billing/runs/:id", "Read a billing run", RunAnswer, { ...makers, dependsOn: ["billing_run", "invoice"] }),
  call.post("resume", "/api/billing/runs/:id/resume", "Resume a billing run", RunAnswer, { ...makers, duties }),
  call.post("abandon", "/api/billing/runs/:id/abandon", "Abandon a billing run", RunAnswer, { payload: [Schema.Null, Reason], ...makers }),
  call.get("status", "/api/billing/status", "Read billed and unbilled meals", BillingStatusAnswer, {
    query: { month: Schema.optional(Schema.String) },
    ...makers,
    dependsOn: ["billing_run", "invoice", "meal_session", "meal_attendance", "staff_feeding_record"],
  }),
) {}

export class MealBillingApi extends HttpApi.make("ops").add(MealBillingGroup) {}
