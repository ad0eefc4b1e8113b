/** The calls that say where a figure comes from. */
import { call, callGroup } from "./call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { parameterNames } from "../records/figure-parameters.ts"

const Value = Schema.NullOr(Schema.Union([Schema.String, Schema.Finite]))
const Ref = Schema.Struct({ name: Schema.String, parameters: Schema.Record(Schema.String, Schema.String) })

export const ExplainedEvent = Schema.Struct({ position: Schema.Int, at: Schema.String, by: Schema.String, via: Schema.String, text: Schema.String })
const of = { value: Value, unit: Schema.String }
const events = { events: Schema.Array(ExplainedEvent) }

export const Explanation = Schema.Struct({
  name: Schema.String,
  label: Schema.String,
  parameters: Schema.Record(Schema.String, Schema.String),
  ...of,
  /** the calculation in words, with its numbers filled in */
  formula: Schema.String,
  inputs: Schema.Array(Schema.Struct({ label: Schema.String, ...of, figure: Schema.optionalKey(Ref) })),
  /** the prices, taxes, rates and plans in force that it uses */
  terms: Schema.Array(
    Schema.Struct({
      label: Schema.String,
      ...of,
      from: Schema.NullOr(Schema.String),
      source: Schema.NullOr(Schema.String),
      stream: Schema.optionalKey(Schema.String),
      path: Schema.optionalKey(Schema.String),
      ...events,
    }),
  ),
  records: Schema.Array(
    Schema.Struct({
      stream: Schema.optionalKey(Schema.String),
      title: Schema.String,
      ...of,
      path: Schema.optionalKey(Schema.String),
      figure: Schema.optionalKey(Ref),
      ...events,
    }),
  ),
  /** total number of inputs, or of records if there are no inputs; the first fifty are returned */
  total: Schema.Int,
  /** their sum; null if they are not added up */
  sum: Value,
  /** the figure of the days before that its screen compares it with */
  before: Schema.NullOr(Schema.Struct({ label: Schema.String, value: Value })),
  /** the same figure of each site, if requested and if these add up to it; `siteId` null: what belongs to no site */
  sites: Schema.Array(Schema.Struct({ siteId: Schema.NullOr(Schema.Int), ...of, figure: Schema.optionalKey(Ref) })),
  asOf: Schema.String,
})

export const FigureAnswer = Schema.Struct({
  name: Schema.String,
  label: Schema.String,
  unit: Schema.String,
  needs: Schema.Array(Schema.String),
  takes: Schema.Array(Schema.String),
}).annotate({ identifier: "Figure" })

const optional = Schema.optional(Schema.String)
type Asked = Record<(typeof parameterNames)[number], typeof optional>
const asked = Object.fromEntries(parameterNames.map((name) => [name, optional])) as Asked

export class ExplainGroup extends callGroup(
  "explain",
  call.get("explain", "/api/explain", "Explain a figure", Explanation, {
    query: {
      ...asked,
      /** its name, or the number of a document: INV-2026-00001 */
      figure: Schema.optional(Schema.String),
      /** with its parts by site */
      sites: Schema.optional(Schema.Literals(["true"])),
      asOf: optional,
    },
    examples: { figure: "INV-2026-00001" },
    may: "session",
    scope: "each figure: the permissions and rows of the screen that shows it",
  }),
  call.get("figures", "/api/explain/figures", "List the figures that can be explained", Schema.Array(FigureAnswer), {
    may: "session",
    scope: "figures the caller can see",
  }),
) {}

export class ExplainApi extends HttpApi.make("ops").add(ExplainGroup) {}
