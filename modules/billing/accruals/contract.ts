/** The calls for meals that are earned and not billed at the end of a month. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint } from "effect/http-api"
import { InvalidatedBy } from "@ops/platform/access/rule.ts"
import { callGroup, ruled } from "@ops/platform/http/call-group.ts"
import { ListQuery, rejections, TextInput } from "@ops/platform/http/contract.ts"

const Person = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))
const Entry = Schema.Struct({ id: Schema.Int, entryNumber: Schema.String })

export const AccrualAnswer = Schema.Struct({
  /** null for a dry run */
  id: Schema.NullOr(Schema.Int),
  period: Schema.String,
  /** the last day of the month; today if the month is not over */
  date: Schema.String,
  /** USD: everything that is earned and not billed */
  total: Schema.String,
  lines: Schema.Array(
    Schema.Struct({
      contractId: Schema.Int,
      contractNumber: Schema.String,
      client: Schema.String,
      site: Schema.String,
      currency: Schema.Literals(["USD", "SSP"]),
      meals: Schema.Int,
      /** before tax, in the currency of the contract */
      amount: Schema.String,
      usd: Schema.String,
    }),
  ),
  /** USD: the part of it that is not posted; null unless it is a dry run */
  toPost: Schema.NullOr(Schema.String),
  /** each entry with its reversal on the first day of the next month */
  entries: Schema.Array(Schema.Struct({ entry: Entry, reversal: Entry })),
  accruedByUser: Person,
  createdAt: Schema.NullOr(Schema.String),
}).annotate({ identifier: "MealAccrual" })

export class AccrualsGroup extends callGroup(
  "accruals",
  HttpApiEndpoint.get("list", "/api/accruals", { query: ListQuery, success: Schema.Array(AccrualAnswer), error: rejections })
    .annotateMerge(ruled("List accruals of meals", { may: ["finance.full"], scope: "all" }))
    .annotate(InvalidatedBy, ["meal_accrual", "journal_entry"]),
  HttpApiEndpoint.post("accrue", "/api/accruals", {
    /** true: returns what is earned and not billed and what would be posted, and posts nothing; also possible for a month that is not over */
    query: { dryRun: Schema.optional(Schema.Literals(["true", "false"])) },
    payload: Schema.Struct({ period: TextInput("Period", { required: true, most: 7 }) }),
    success: AccrualAnswer,
    error: rejections,
  }).annotateMerge(
    ruled("Accrue meals served but not billed at a month's end", {
      may: ["finance.full"],
      scope: "all",
      duties: "each month once; again only what has changed since",
    }),
  ),
) {}

export class AccrualsApi extends HttpApi.make("ops").add(AccrualsGroup) {}
