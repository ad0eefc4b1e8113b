/** The wire format of the fields of records and commands: money as decimal text, files as ids, a site as its id or code. */
import { Schema, SchemaGetter } from "effect"
import { decimalInput, decimals, wholeInput } from "../../decimal-input.ts"
import { formatMoney, MoneyInput, parseMoney } from "../../money.ts"
import { quantityInput } from "../../quantity.ts"
import { faultOn } from "../../text.ts"
import type { DeclaredCommand, InputOf } from "../../records/command.ts"
import { AttachedFile, type Defaulted, defaultsOf, describedAs, type FieldKind, isNullable, isPartial, labelIn } from "../../records/field.ts"
import {
  AttachmentsInput,
  BirthDateInput,
  DateInput,
  DayText,
  EmailInput,
  IdInput,
  InstantInput,
  InstantText,
  OneOf,
  OwnNumber,
  SiteGiven,
  TextInput,
} from "../inputs.ts"

type Fields = Schema.Struct.Fields

/** The type of a field in answers. */
type Answered<S> = S extends { readonly "~travels": infer Text }
  ? Text
  : S extends Schema.NullOr<infer Some>
    ? Answered<Some> | null
    : S extends { readonly Type: infer T }
      ? T
      : never
export type AnswerOf<F> = { readonly [K in keyof F]: Answered<F[K]> }

/** The type of a command's input field in a call's payload. */
type Taken<S> =
  S extends Schema.optionalKey<infer Given>
    ? Taken<Given>
    : S extends { readonly "~travels": infer Text }
      ? Text | number
      : S extends { readonly "~takes": infer T }
        ? T
        : S extends { readonly "~lines": infer F }
          ? ReadonlyArray<PayloadOf<F>>
          : S extends Schema.NullOr<infer Some>
            ? Taken<Some> | null
            : S extends { readonly Type: infer T }
              ? T
              : never
/** Its type once decoded: money in cents, files still as ids. */
type Read<S> =
  S extends Schema.optionalKey<infer Given>
    ? Read<Given>
    : S extends { readonly "~takes": infer T }
      ? T
      : S extends { readonly "~lines": infer F }
        ? ReadonlyArray<DecodedOf<F>>
        : S extends Schema.NullOr<infer Some>
          ? Read<Some> | null
          : S extends { readonly Type: infer T }
            ? T
            : never

type Missing<F> = {
  [K in keyof F]: F[K] extends Defaulted<unknown> | Schema.optionalKey<Schema.Constraint>
    ? K
    : F[K] extends { readonly Type: infer T }
      ? null extends T
        ? K
        : never
      : never
}[keyof F]
/** Empty text, as sent by forms, means no value if the field is optional. */
type Blank<S> = S extends { readonly Type: infer T } ? (null extends T ? "" : never) : never
/** The payload of a call: fields with a default, nullable fields, and fields of a partial change may be omitted. */
export type PayloadOf<F> = { readonly [K in Exclude<keyof F, Missing<F>>]: Taken<F[K]> } & {
  readonly [K in Missing<F>]?: Taken<F[K]> | Blank<F[K]> | null | undefined
}
/** The same once it is decoded. */
export type DecodedOf<F> = { readonly [K in Exclude<keyof F, Missing<F>>]: Read<F[K]> } & {
  readonly [K in Missing<F>]?: Read<F[K]> | null | undefined
}

const percentInput = (message: string) =>
  decimalInput(
    decimals.money,
    message,
    (text) => {
      const hundredths = parseMoney(text)
      return hundredths === undefined || hundredths < 0 || hundredths > 10_000 ? undefined : hundredths
    },
    formatMoney,
  )

const positiveInput = (message: string) => wholeInput(message).check(Schema.makeFilter((whole: number) => (whole > 0 ? undefined : message)))

/** A number of days, such as 2.5, in hundredths. */
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
  const { kind, most = 2000, words = [], series, sign, line, fault, notation } = describedAs(schema)
  if (line !== undefined) {
    const message = fault?.startsWith("can ") ? `${label} ${fault}` : fault
    return Schema.Array(payloadOf(line)).check(Schema.isMaxLength(most, { message }))
  }
  if (series !== undefined) return OwnNumber(label, series)
  if (notation !== undefined) {
    const fault = faultOn(label, notation.fault)
    const pattern = new RegExp(notation.pattern)
    const hasNotation = Schema.makeFilter((value: unknown) => (value === "" || pattern.test(String(value)) ? undefined : fault))
    return kind === "whole" ? wholeInput(fault).check(hasNotation) : TextInput(label, { required: isRequired }).check(hasNotation)
  }
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
    case "percent":
      return percentInput(`${label} must be a percentage between 0 and 100`)
    case "rate":
      return MoneyInput(`${label} must be a number with at most two decimals`)
    case "quantity":
      return quantityInput(`${label} must be a number with at most three decimals`)
    case "whole":
      return sign === "positive" ? positiveInput(`${label} must be a whole number greater than 0`) : wholeInput(`${label} must be a whole number`)
    case "days":
      return daysInput(label)
    case "date":
      return DateInput(label)
    case "birthDate":
      return BirthDateInput(label)
    case "ref":
      return IdInput(isRequired ? `${label} is required` : `${label} must be one of the list`)
    case "choice":
      return OneOf(label, ...words)
    case "instant":
      return InstantInput(label)
    case "files":
      return AttachmentsInput
    case "file":
      return IdInput(`${label} must be a file that you have uploaded`)
    case "site":
      return SiteGiven.annotate({ message: `${label} is required` })
        .check(Schema.makeFilter((site) => (isRequired && (site === "" || site === 0) ? `${label} is required` : undefined)))
        .annotate({ identifier: "SiteName" })
    case "flag":
      return Schema.Boolean
    case "parts":
    case "json":
      return Schema.toType(schema)
    default:
      throw new Error(`${label}: a field of the kind ${kind} has no form in which it travels`)
  }
}

/** Kinds that are never empty text: for an optional field, empty text means no value. */
const typed: ReadonlySet<FieldKind | undefined> = new Set<FieldKind>([
  "money",
  "percent",
  "rate",
  "quantity",
  "whole",
  "days",
  "date",
  "birthDate",
  "instant",
  "ref",
  "choice",
])
const orEmpty = (schema: Schema.Top, codec: Schema.Top): Schema.Top =>
  isNullable(schema) && typed.has(describedAs(schema).kind) ? Schema.Union([Schema.Literal(""), codec]) : codec

/** The schema of a call's payload; `more` are fields of the call that do not belong to the command, such as the version. */
export const payloadOf = <F extends Fields>(fields: F, more: Fields = {}): Schema.Codec<DecodedOf<F>, PayloadOf<F>> => {
  const defaults = defaultsOf(fields)
  const entries = Object.entries(fields).map(([name, given]) => {
    const schema = given as Schema.Top
    const isRequired = !(name in defaults)
    const label = labelIn(fields, name)
    const codec = codecOf(label, schema, isRequired && !isNullable(schema))
    if (isRequired && !isPartial(schema)) return [name, codec.pipe(Schema.annotateKey({ messageMissingKey: `${label} is required` }))] as const
    return [name, Schema.optional(Schema.NullOr(orEmpty(schema, codec)))] as const
  })
  return Schema.Struct({ ...Object.fromEntries(entries), ...more }) as unknown as Schema.Codec<DecodedOf<F>, PayloadOf<F>>
}

/** The payload of a handwritten call that performs a command on the record in its path. */
export function payloadOn<F extends Fields>(command: { readonly fields: F }): Schema.Codec<DecodedOf<Omit<F, "id">>, PayloadOf<Omit<F, "id">>>
export function payloadOn({ fields: { id: _, ...fields } }: { readonly fields: Fields }): Schema.Codec<object, object> {
  return payloadOf(fields)
}

/**
 * A command's input from a decoded payload: omitted fields have their default, and empty text in an optional field means no value. In a partial
 * change, omitted fields stay omitted, and null clears an optional field.
 */
export const inputOf = (fields: Fields): ((given: Readonly<Record<string, unknown>>) => Record<string, unknown>) => {
  const defaults = defaultsOf(fields)
  const each = Object.entries(fields).map(([name, schema]) => {
    const { line } = describedAs(schema)
    return { name, maybeNone: isNullable(schema as Schema.Top), isPartial: isPartial(schema), lineOf: line && inputOf(line) }
  })
  return (given: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const input: Record<string, unknown> = {}
    for (const { name, maybeNone, isPartial, lineOf } of each) {
      const value = given[name]
      const isNone = value === null || (value === "" && maybeNone)
      if (lineOf && Array.isArray(value)) input[name] = value.map(lineOf)
      else if (!isPartial) input[name] = value === undefined || isNone ? defaults[name] : value
      else if (value !== undefined && (!isNone || maybeNone)) input[name] = isNone ? null : value
    }
    return input
  }
}

/** The same for a single command, typed, for handwritten calls. */
export function inputFor<F extends Fields>(command: DeclaredCommand<F>): (payload: object) => InputOf<F>
export function inputFor({ fields }: { readonly fields: Fields }): (payload: Readonly<Record<string, unknown>>) => unknown {
  return inputOf(fields)
}

const decimalText = { money: Schema.String.annotate(decimals.money), quantity: Schema.String.annotate(decimals.quantity) }

/** The schema of a value in an answer, without its checks: it passed them when it was written. */
const shapeOf = (schema: Schema.Top): Schema.Top => {
  const { kind, words = [] } = describedAs(schema)
  switch (kind) {
    case "whole":
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
    case "file":
      return AttachedFile
    case "parts":
    case "json":
    case undefined:
      return Schema.toType(schema)
    case "money":
    case "rate":
    case "percent":
      return decimalText.money
    case "quantity":
      return decimalText.quantity
    case "date":
    case "birthDate":
      return DayText
    case "instant":
      return InstantText
    default:
      return Schema.String
  }
}
const answered = (schema: Schema.Top): Schema.Top => {
  const { kind } = describedAs(schema)
  return isNullable(schema) && kind !== "json" && kind !== "parts" ? Schema.NullOr(shapeOf(schema)) : shapeOf(schema)
}

/** The schema of a record in answers, as a component of the OpenAPI document. */
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
    createdAt: InstantText,
    updatedAt: InstantText,
  }).annotate({ identifier }) as unknown as Schema.Codec<any>
