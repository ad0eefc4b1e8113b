/** The calls for the standing checks: whether sub-ledgers, counts and bank statements agree with the books. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint } from "effect/http-api"
import { AcrossSites, FINANCE, InvalidatedBy } from "@ops/platform/access/rule.ts"
import { callGroup, ruled } from "@ops/platform/http/call-group.ts"
import { rejections } from "@ops/platform/http/contract.ts"

export const TieAnswer = Schema.Struct({
  key: Schema.String,
  title: Schema.String,
  /** the control accounts */
  accounts: Schema.Array(Schema.String),
  currency: Schema.Literals(["USD", "SSP"]),
  /** the balance in the statements of the day */
  books: Schema.String,
  /** entries effective on the day or earlier that were posted later, because their month was closed */
  late: Schema.String,
  subLedger: Schema.String,
  /** books plus late entries, less sub-ledger */
  difference: Schema.String,
  ok: Schema.Boolean,
  path: Schema.NullOr(Schema.String),
  /** for a balance that was stated by hand: its id; its amount is in `subLedger` */
  assertionId: Schema.NullOr(Schema.Int),
}).annotate({ identifier: "Tie" })

export class TiesGroup extends callGroup(
  "ties",
  HttpApiEndpoint.get("checks", "/api/ledger/checks", {
    /** as at the end of this day; the default is today */
    query: { asAt: Schema.optional(Schema.String) },
    success: Schema.Array(TieAnswer),
    error: rejections,
  })
    .annotateMerge(ruled("Compare each sub-ledger with its control account", { may: FINANCE, scope: "all" }))
    .annotate(InvalidatedBy, ["journal_entry", "invoice", "payment", "account", "balance_assertion"])
    .annotate(AcrossSites, "session"),
) {}

export class TiesApi extends HttpApi.make("ops").add(TiesGroup) {}
