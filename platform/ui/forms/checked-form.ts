/** The checks of form fields, each with its error message. The server performs the same checks. */
import type { StandardSchemaV1 } from "@standard-schema/spec"
import { Schema } from "effect"
import { isEmail } from "../../text.ts"

type Fields = Readonly<Record<string, Schema.ConstraintDecoder<unknown>>>

/** A field that is empty at first and must be filled in: its check rejects `undefined`, so the submitted value is present. */
export const filled = <Value, Typed>(field: Schema.Codec<Value, Typed>) => field as Schema.Codec<Exclude<Value, undefined>, Typed>

/** The schema of a form: its fields, each with its check, and checks across fields, once each is valid by itself. */
export function formOf<const F extends Fields>(
  fields: F,
  ...across: ReadonlyArray<(values: Schema.Struct<F>["Type"]) => Schema.FilterOutput>
): StandardSchemaV1<Schema.Struct<F>["Encoded"], Schema.Struct<F>["Type"]> & Schema.Struct<F>
export function formOf(fields: Fields, ...across: ReadonlyArray<(values: object) => Schema.FilterOutput>): object {
  return Schema.toStandardSchemaV1(across.reduce((form, check) => form.check(Schema.makeFilter(check)), Schema.Struct(fields)))
}

/** A text with its check: the error message, or nothing. */
export const checkedText = (fault: (value: string) => string | undefined) => Schema.String.check(Schema.makeFilter(fault))
/** A number, or undefined while it is empty, with its check. */
export const checkedNumber = (fault: (value: number | undefined) => string | undefined) => Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter(fault))

/** A text of at most `most` characters. A required one must not be blank. */
export const text = (field: string, most = 200, required = false) =>
  checkedText((value) =>
    required && value.trim() === "" ? `${field} is required` : value.length > most ? `${field} can have ${most} characters at most` : undefined,
  )

/** An e-mail address, or empty. */
export const email = checkedText((value) => (value === "" || isEmail(value) ? undefined : "Invalid email"))

/** A required date. */
export const day = (field: string) => checkedText((value) => (value === "" ? `${field} is required` : undefined))

/** The required id of a select option. */
export const chosen = (field: string) => filled(checkedNumber((id) => (id !== undefined && id > 0 ? undefined : `${field} is required`)))

/** An optional number, such as the id of a select option. */
export const maybe = Schema.UndefinedOr(Schema.Finite)

/** A required select option with a text value. */
export const one = <const Word extends string>(options: ReadonlyArray<{ readonly value: Word }>, field: string) =>
  choice(
    field,
    options.map(({ value }) => value),
  )

/** The same for words without labels. */
export const choice = <const Word extends string>(field: string, words: ReadonlyArray<Word>) =>
  Schema.Literals(words).annotate({ message: `${field} is required` })

/** Whether this is an amount as formatted by an amount field: 0 or more, with two decimals. */
export const isAmount = (value: string) => /^\d{1,13}\.\d{2}$/.test(value)

/** An amount above 0, as a decimal string. */
export const amount = (field: string) =>
  checkedText((value) => {
    if (value === "") return `${field} is required`
    if (!isAmount(value.replace(/^-/, ""))) return `${field} must be a number with at most two decimals`
    return Number(value) > 0 ? undefined : `${field} must be greater than 0`
  })

/** An amount of 0 or more, or empty. */
export const maybeAmount = (field: string) =>
  checkedText((value) => (value === "" || isAmount(value) ? undefined : `${field} must be a number with at most two decimals`))
