/** The calls for the standing checks: whether sub-ledgers, counts and bank statements agree with the books. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"

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
  call.get("checks", "/api/ledger/checks", "Compare each sub-ledger with its control account", Schema.Array(TieAnswer), {
    /** the end of this day; today if not given */
    query: { asAt: Schema.optional(Schema.String) },
    may: FINANCE,
    scope: "all",
    dependsOn: ["journal_entry", "invoice", "payment", "account", "balance_assertion"],
    acrossSites: "session",
  }),
) {}

export class TiesApi extends HttpApi.make("ops").add(TiesGroup) {}
