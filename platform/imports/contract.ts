/**
 * The calls that import records from a spreadsheet. The rows are sent as JSON, each with the input of the call that records one, so that the same
 * checks and rules apply; nothing is written unless every row of a call is valid.
 */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { call, callGroup } from "../http/call-group.ts"
import { Rule } from "../access/rule.ts"

/** The maximum number of rows per call; a longer file is sent in several calls. */
export const rowsAtMost = 500

const Value = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])
const Row = Schema.Struct({
  line: Schema.Int.annotate({ message: "Line must be a whole number" }),
  /** the index of this row among equal rows of the file, from 0 */
  copy: Schema.optional(Schema.Int),
  /** by field, as the call that records one takes it; other records by id, number or name */
  values: Schema.Record(Schema.String, Value),
})
const Rows = Schema.Array(Row).check(
  Schema.makeFilter((rows) => (rows.length >= 1 && rows.length <= rowsAtMost ? undefined : `Send 1 to ${rowsAtMost} rows in a call`)),
)

const Field = Schema.Struct({
  name: Schema.String,
  label: Schema.String,
  kind: Schema.String,
  required: Schema.Boolean,
  words: Schema.optionalKey(Schema.Array(Schema.String)),
  names: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  most: Schema.optionalKey(Schema.Int),
  /** alternative headers in files */
  headers: Schema.optionalKey(Schema.Array(Schema.String)),
})
const about = { what: Schema.String, one: Schema.String, several: Schema.String }
export const ImportKind = Schema.Struct(about)
export const ImportForm = Schema.Struct({
  ...about,
  fields: Schema.Array(Field),
  /** fields by the other headers of earlier files, in lower case without spaces */
  mapping: Schema.Record(Schema.String, Schema.String),
})
export const CheckedRow = Schema.Struct({
  line: Schema.Int,
  /** new, already imported, or rejected */
  status: Schema.Literals(["new", "done", "refused"]),
  reason: Schema.NullOr(Schema.String),
})
export const ImportCheck = Schema.Struct({
  /** digest of these rows, to be sent with the call that imports them */
  digest: Schema.String,
  rows: Schema.Array(CheckedRow),
})
export const Imported = Schema.Struct({
  written: Schema.Int,
  /** number of rows that had already been imported */
  done: Schema.Int,
})

const what = { params: { what: Schema.String } }
const rule: Rule = { may: "session", scope: "what the caller can record one by one" }

export class ImportsGroup extends callGroup(
  "imports",
  call.get("list", "/api/imports", "List what can be imported", Schema.Array(ImportKind), rule),
  call.get("form", "/api/imports/:what", "Read the fields of an import", ImportForm, { ...what, ...rule }),
  call.post("check", "/api/imports/:what/check", "Check rows without writing any", ImportCheck, { ...what, payload: Schema.Struct({ rows: Rows }), ...rule }),
  call.post("post", "/api/imports/:what", "Import rows: all of the call, or none", Imported, {
    ...what,
    payload: Schema.Struct({
      rows: Rows,
      /** that of the check of these rows */
      digest: Schema.String,
      /** headers of the file that name fields in their own way, to be known next time */
      mapping: Schema.optional(Schema.Record(Schema.String, Schema.String)),
    }),
    ...rule,
    stepUp: true,
  }),
) {}

export const ImportsApi = HttpApi.make("ops").add(ImportsGroup)
