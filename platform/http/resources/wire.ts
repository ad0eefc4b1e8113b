/** How the fields of records and commands travel: money as decimal text, files as their ids, a site by its id or code. */
import { Schema, SchemaGetter } from "effect"
import { AttachmentsInput } from "../../documents/attachment-contract.ts"
import { MoneyInput } from "../../money.ts"
import { quantityInput } from "../../quantity.ts"
import { AttachedFile, type Defaulted, defaultsOf, describedAs, type FieldKind, isNullable, isPartial, labelIn } from "../../records/field.ts"
import { BirthDateInput, DateInput, EmailInput, IdInput, OneOf, OwnNumber, TextInput } from "../contract.ts"

type Fields = Schema.Struct.Fields

/** What an answer has for a field. */
type Answered<S> = S extends { readonly "~travels": infer Text }
  ? Text
  : S extends Schema.NullOr<infer Some>
    ? Answered<Some> | null
    : S extends { readonly Type: infer T }
      ? T
      : never
export type AnswerOf<F> = { readonly [K in keyof F]: Answered<F[K]> }

/** What a call takes for a field of a command's input. */
type Taken<S> =
  S extends Schema.optionalKey<infer Given>
    ? Taken<Given>
    : S extends { readonly "~travels": infer Text }
      ? Text | number
      : S extends { readonly "~takes": infer T }
        ? T
        : S extends Schema.NullOr<infer Some>
          ? Taken<Some> | null
          : S extends { readonly Type: infer T }
            ? T
            : never
/** What it is once the call has read it: money in cents, files still as their ids. */
type Read<S> = S extends { readonly "~takes": infer T } ? T : S extends { readonly Type: infer T } ? T : never

type Missing<F> = {
  [K in keyof F]: F[K] extends Defaulted<unknown> | Schema.optionalKey<Schema.Constraint>
    ? K
    : F[K] extends { readonly Type: infer T }
      ? null extends T
        ? K
        : never
      : never
}[keyof F]
/** The payload of a call: fields with a default, those that may be null, and those of a partial change need not be given. */
export type PayloadOf<F> = { readonly [K in Exclude<keyof F, Missing<F>>]: Taken<F[K]> } & {
  readonly [K in Missing<F>]?: Taken<F[K]> | null | undefined
}
/** The same once it is decoded. */
export type DecodedOf<F> = { readonly [K in Exclude<keyof F, Missing<F>>]: Read<F[K]> } & {
  readonly [K in Missing<F>]?: Read<F[K]> | null | undefined
}

/** A number of days, such as 2.5, as hundredths. */
const daysInput = (label: string) =>
  Schema.Finite.check(
    Schema.makeFilter((days) =>
      Math.abs(days * 100 - Math.round(days * 100)) < 1e-6 && Math.abs(days) <= 400 ? undefined : `${label} must be a number of days such as 2.5`,
    ),
  ).pipe(
    Schema.decodeTo(Schema.Int, {
      decode: SchemaGetter.transform((days: number) => Math.round(days * 100)),
      encode: SchemaGetter.transform((hundredths: number) => hundredths / 100),
    }),
  )

const codecOf = (label: string, schema: Schema.Top, isRequired: boolean): Schema.Top => {
  const { kind, most = 2000, words = [], series } = describedAs(schema)
  if (series !== undefined) return OwnNumber(label, series)
  switch (kind) {
    case "text":
      return TextInput(label, { most })
    case "line":
    case "phone":
      return TextInput(label, { most, required: isRequired })
    case "email":
      return EmailInput(label, { required: isRequired })
    case "money":
      return MoneyInput(`${label} must be a number with at most two decimals`)
    case "quantity":
      return quantityInput(`${label} must be a number with at most three decimals`)
    case "whole":
      return Schema.Int.annotate({ message: `${label} must be a whole number` })
    case "days":
      return daysInput(label)
    case "date":
      return DateInput(label)
    case "birthDate":
      return BirthDateInput(label)
    case "ref":
      return IdInput(`${label} is required`)
    case "choice":
      return OneOf(label, ...words)
    case "files":
      return AttachmentsInput
    case "site":
      return Schema.Union([Schema.String, Schema.Finite])
        .annotate({ message: `${label} is required` })
        .check(Schema.makeFilter((site) => (isRequired && (site === "" || site === 0) ? `${label} is required` : undefined)))
    case "flag":
      return Schema.Boolean
    case "parts":
    case "json":
      return Schema.toType(schema)
    default:
      throw new Error(`${label}: a field of the kind ${kind} has no form in which it travels`)
  }
}

/** What is typed, and is never empty text: where such a value may be missing, that stands for none. */
const typed: ReadonlySet<FieldKind | undefined> = new Set<FieldKind>(["money", "quantity", "whole", "days", "date", "birthDate", "ref", "choice"])
const orEmpty = (schema: Schema.Top, codec: Schema.Top): Schema.Top =>
  isNullable(schema) && typed.has(describedAs(schema).kind) ? Schema.Union([Schema.Literal(""), codec]) : codec

/** The schema of a call's payload; `more` are fields of the call that are none of the command, such as the version. */
export const payloadOf = <F extends Fields>(fields: F, more: Fields = {}): Schema.Codec<DecodedOf<F>, PayloadOf<F>> => {
  const defaults = defaultsOf(fields)
  const entries = Object.entries(fields).map(([name, given]) => {
    const schema = given as Schema.Top
    const isRequired = !(name in defaults)
    const codec = codecOf(labelIn(fields, name), schema, isRequired && !isNullable(schema))
    if (isRequired && !isPartial(schema)) return [name, codec] as const
    return [name, Schema.optional(Schema.NullOr(orEmpty(schema, codec)))] as const
  })
  return Schema.Struct({ ...Object.fromEntries(entries), ...more }) as unknown as Schema.Codec<DecodedOf<F>, PayloadOf<F>>
}

/**
 * A command's input from a decoded payload: what is missing has its default, and empty text that may be missing is missing. Of a partial
 * change, what is missing is left out, and null stands for none where a value may be missing.
 */
export const inputOf = (fields: Fields) => {
  const defaults = defaultsOf(fields)
  return (payload: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, schema]) => {
        const value = payload[name]
        const maybeNone = isNullable(schema as Schema.Top)
        const isNone = value === null || (value === "" && maybeNone)
        if (!isPartial(schema)) return [[name, value === undefined || isNone ? defaults[name] : value]]
        if (value === undefined || (isNone && !maybeNone)) return []
        return [[name, isNone ? null : value]]
      }),
    )
}

/** The shape of a value in an answer. The checks of a value are not repeated: it passed them when it was written. */
const shapeOf = (schema: Schema.Top): Schema.Top => {
  const { kind, words = [] } = describedAs(schema)
  switch (kind) {
    case "whole":
    case "rate":
    case "ref":
      return Schema.Int
    case "days":
      return Schema.Finite
    case "flag":
      return Schema.Boolean
    case "choice":
      return Schema.Literals(words)
    case "files":
      return Schema.Array(AttachedFile)
    case "parts":
    case "json":
    case undefined:
      return Schema.toType(schema)
    default:
      return Schema.String
  }
}
const answered = (schema: Schema.Top): Schema.Top => {
  const { kind } = describedAs(schema)
  return isNullable(schema) && kind !== "json" && kind !== "parts" ? Schema.NullOr(shapeOf(schema)) : shapeOf(schema)
}

/** The schema of what a call answers of a record, as a component of the OpenAPI document. */
export const answerOf = (identifier: string, fields: Fields, hidden: ReadonlyArray<string>, more: Fields): Schema.Codec<any> =>
  Schema.Struct({
    id: Schema.Int,
    ...Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => !hidden.includes(name))
        .map(([name, schema]) => [name, answered(schema as Schema.Top)]),
    ),
    ...more,
    version: Schema.Int,
    createdAt: Schema.String,
    updatedAt: Schema.String,
  }).annotate({ identifier }) as unknown as Schema.Codec<any>
