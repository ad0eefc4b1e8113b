/** The parameters of figures: each by name, with the check of its text. */
import { Schema, SchemaGetter } from "effect"
import { isDate } from "../calendar.ts"

const checked = (sentence: string, holds: (text: string) => boolean) =>
  Schema.String.check(Schema.makeFilter((text: string) => (holds(text) ? undefined : sentence)))
const whole = (name: string) =>
  checked(`${name} must be a positive whole number`, (text) => /^[1-9]\d{0,14}$/.test(text)).pipe(
    Schema.decodeTo(Schema.Int, {
      decode: SchemaGetter.transform((text: string) => Number(text)),
      encode: SchemaGetter.transform((value: number) => String(value)),
    }),
  )
const day = (name: string) => checked(`${name} must be a day such as 2026-11-21`, isDate)

/** A site is given by its id or slug. */
export const parameters = {
  id: whole("id"),
  siteId: Schema.String,
  clientId: whole("clientId"),
  projectId: whole("projectId"),
  day: day("day"),
  from: day("from"),
  to: day("to"),
  month: checked("month must be a month such as 2026-11", (text) => isDate(`${text}-01`)),
  currency: Schema.Literals(["USD", "SSP"]).annotate({ message: "currency must be one of: USD, SSP" }),
  meal: Schema.Literals(["breakfast", "lunch", "dinner"]).annotate({ message: "meal must be one of: breakfast, lunch, dinner" }),
  line: whole("line"),
  /** a statement by name; lines of a statement by the section's key and their own: revenue/4100 */
  statement: checked("statement must be the name of one, such as pnl", (text) => /^[a-z-]{1,40}$/.test(text)),
  part: checked("part must be a section and a line of it, such as revenue/4100", (text) => /^[\w-]{1,60}\/[\w-]{1,60}$/.test(text)),
  method: Schema.Literals(["direct", "indirect"]).annotate({ message: "method must be one of: direct, indirect" }),
  /** a column of an aging report */
  age: checked("age must be one of: total, notDue, days30, days60, days90, older", (text) => /^(total|notDue|days30|days60|days90|older)$/.test(text)),
  /** a column of a report by person */
  person: checked("person must be an id, others or none", (text) => /^([1-9]\d{0,14}|others|none)$/.test(text)),
  hour: checked("hour must be from 0 to 23", (text) => /^(1?\d|2[0-3])$/.test(text)),
}
export type Parameter = keyof typeof parameters
export const parameterNames = Object.keys(parameters) as ReadonlyArray<Parameter>

type Values = { readonly [Name in Parameter]: Name extends "siteId" ? number : Schema.Schema.Type<(typeof parameters)[Name]> }
/** The checked parameters of a figure: those in `needs` are present, those in `takes` may be missing, a site is given as its id. */
export type Asked<Needs extends Parameter, Takes extends Parameter> = { readonly [Name in Needs]: Values[Name] } & {
  readonly [Name in Takes]: Values[Name] | undefined
}
