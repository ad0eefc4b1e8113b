/** The calls for revaluing open currency at the end of a month. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { TextInput } from "@ops/platform/http/contract.ts"

const Person = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))
const Entry = Schema.Struct({ id: Schema.Int, entryNumber: Schema.String })

export const RevaluationAnswer = Schema.Struct({
  /** null for a dry run */
  id: Schema.NullOr(Schema.Int),
  period: Schema.String,
  date: Schema.String,
  /** SSP per dollar */
  rate: Schema.String,
  /** USD; negative is a loss */
  total: Schema.String,
  lines: Schema.Array(
    Schema.Struct({
      accountNumber: Schema.String,
      accountName: Schema.String,
      /** SSP, debits less credits */
      balance: Schema.String,
      carriedUsd: Schema.String,
      worthUsd: Schema.String,
      difference: Schema.String,
    }),
  ),
  /** each entry with its reversal on the first day of the next month */
  entries: Schema.Array(Schema.Struct({ entry: Entry, reversal: Entry })),
  revaluedByUser: Person,
  createdAt: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Revaluation" })

export class RevaluationsGroup extends callGroup(
  "revaluations",
  call.list("list", "/api/revaluations", "List currency revaluations", RevaluationAnswer, {
    may: FINANCE,
    scope: "all",
    dependsOn: ["revaluation", "journal_entry", "account"],
  }),
  call.post("revalue", "/api/revaluations", "Revalue foreign currency at a month's end", RevaluationAnswer, {
    /** true: says what would be posted, and posts nothing */
    query: { dryRun: Schema.optional(Schema.Literals(["true", "false"])) },
    payload: Schema.Struct({ period: TextInput("Period", { required: true, most: 7 }) }),
    may: ["finance.full"],
    scope: "all",
    duties: "each month once; again only what has come into it since",
  }),
) {}

export class RevaluationsApi extends HttpApi.make("ops").add(RevaluationsGroup) {}
