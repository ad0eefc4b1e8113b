/** The call for what changed in a statement between two moments. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint } from "effect/http-api"
import { FINANCE, InvalidatedBy } from "@ops/platform/access/rule.ts"
import { callGroup, ruled } from "@ops/platform/http/call-group.ts"
import { ParameterExamples, rejections } from "@ops/platform/http/contract.ts"
import { changingStatements } from "./web/kinds.ts"

const Moment = Schema.Struct({
  /** a label: "1 October 2026, 18:00", "now" */
  title: Schema.String,
  at: Schema.String,
  position: Schema.Int,
})
const change = { before: Schema.String, after: Schema.String, difference: Schema.String }

export const StatementChanges = Schema.Struct({
  title: Schema.String,
  period: Schema.Struct({ title: Schema.String, from: Schema.String, to: Schema.String }),
  measure: Schema.String,
  siteName: Schema.NullOr(Schema.String),
  since: Moment,
  until: Moment,
  /** the last line of the statement: net profit, total assets */
  total: Schema.Struct({ title: Schema.String, ...change }),
  /** the lines that differ */
  lines: Schema.Array(Schema.Struct({ section: Schema.String, title: Schema.String, accountNumber: Schema.NullOr(Schema.String), ...change })),
  /** the causes of the change in the last line, each with its latest fifty entries */
  causes: Schema.Array(
    Schema.Struct({
      title: Schema.String,
      amount: Schema.String,
      count: Schema.Int,
      entries: Schema.Array(
        Schema.Struct({
          id: Schema.Int,
          entryNumber: Schema.String,
          date: Schema.String,
          /** the effective date, where its month was closed */
          effectiveDate: Schema.String,
          description: Schema.String,
          amount: Schema.String,
          /** who recorded it, when, and the position of its event in the log */
          by: Schema.String,
          at: Schema.String,
          position: Schema.Int,
        }),
      ),
    }),
  ),
}).annotate({ identifier: "StatementChanges" })

const optional = Schema.optional(Schema.String)

export class ChangesGroup extends callGroup(
  "changes",
  HttpApiEndpoint.get("statement", "/api/reports/:statement/changes", {
    params: { statement: Schema.Literals(changingStatements) },
    query: {
      /** the dates of the statement: a period, or from and to */
      period: optional,
      from: optional,
      to: optional,
      siteId: optional,
      currency: Schema.optional(Schema.Literals(["USD", "SSP"])),
      /** a moment: a day or month (its end), a time, @ and a position, or `published`: as the month's statements were published */
      since: Schema.String,
      /** the same; the default is now */
      until: optional,
    },
    success: StatementChanges,
    error: rejections,
  })
    .annotateMerge(ruled("Read what changed in a statement between two moments", { may: FINANCE, scope: "8: its own site if it has one; 7 and 10: all" }))
    .annotate(ParameterExamples, { period: "2026-10" })
    .annotate(InvalidatedBy, ["journal_entry", "account"]),
) {}

export class ChangesApi extends HttpApi.make("ops").add(ChangesGroup) {}
