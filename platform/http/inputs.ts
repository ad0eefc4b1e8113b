/** The inputs of calls: ids, text, days and instants as they travel, with their checks. Pure: a device reads what it has signed by the same schemas. */
import { Schema, SchemaGetter } from "effect"
import { dateOf, isBirthDate, isDate } from "../calendar.ts"
import { textOrNumber } from "../decimal-input.ts"
import { isEmail } from "../text.ts"
import { wellFormed } from "../well-formed.ts"

/** The id of a record in a path. */
export const Id = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,14}$/, { message: "Id must be a positive whole number" })).pipe(
  Schema.decodeTo(Schema.Int, {
    decode: SchemaGetter.transform((text: string) => Number(text)),
    encode: SchemaGetter.transform((id: number) => String(id)),
  }),
)

/** An id in a payload: a whole number, or its digits. `message` says which field is required. */
export const IdInput = (message: string) =>
  textOrNumber("int64", "The id of a record; digits as text are accepted")
    .annotate({ message })
    .check(Schema.makeFilter((value) => (/^[1-9]\d{0,14}$/.test(String(value)) ? undefined : message)))
    .annotate({ identifier: "Id" })
    .pipe(
      Schema.decodeTo(Schema.Int, {
        decode: SchemaGetter.transform((value: string | number) => Number(value)),
        encode: SchemaGetter.transform((id: number): string | number => id),
      }),
    )

/** A site in a payload: its id, code or slug. */
export const SiteGiven = Schema.Union([Schema.String, Schema.Finite]).annotate({
  identifier: "SiteName",
  description: "A site by its id, its code or its slug",
})

/** Text in a payload, trimmed. */
export const TextInput = (field: string, options: { readonly most?: number; readonly required?: boolean } = {}) => {
  const { most = 2000, required = false } = options
  return Schema.String.check(
    wellFormed,
    Schema.makeFilter((text) => {
      const { length } = text.trim()
      if (required && length === 0) return `${field} is required`
      return length > most ? `${field} can have ${most} characters at most` : undefined
    }),
  ).pipe(
    Schema.decodeTo(Schema.String, {
      decode: SchemaGetter.transform((text: string) => text.trim()),
      encode: SchemaGetter.transform((text: string) => text),
    }),
  )
}

/**
 * A number that a form assigns to a record before sending it, based on the time in milliseconds: TXN-1763712000000. Sent again, it refers to the same
 * record. Only this format is accepted; numbers such as TXN-2026-00001 are assigned by the server. If empty, the server assigns one.
 */
export const OwnNumber = (field: string, series: string) =>
  TextInput(field, { most: 60 }).check(
    Schema.makeFilter((text) => (text === "" || new RegExp(`^${series}-\\d{13}$`).test(text) ? undefined : `${field} is set by Field Office. Leave it out`)),
  )

/** An e-mail address in a payload; may be empty unless required. */
export const EmailInput = (field: string, { required = false }: { readonly required?: boolean } = {}) =>
  TextInput(field, { most: 200, required }).check(Schema.makeFilter((text) => (text === "" || isEmail(text) ? undefined : "Invalid email")))

/** Dates and instants, as described in the API's document. */
export const DayText = Schema.String.annotate({ format: "date" })
export const InstantText = Schema.String.annotate({ format: "date-time" })

/** A calendar date in a payload; an instant is accepted too and taken as its date in Juba. */
export const DateInput = (field: string) => dayInput(field, isDate, "2026-11-21")
/** A date of birth in a payload. */
export const BirthDateInput = (field: string) => dayInput(field, isBirthDate, "1985-11-21")
const dayInput = (field: string, isDay: (text: string) => boolean, example: string) =>
  DayText.check(
    Schema.makeFilter((text) =>
      text.trim() === ""
        ? `${field} is required`
        : isDay(text.slice(0, 10)) && /^.{10}(T[\d:.]+(Z|[+-][\d:]+)?)?$/.test(text) && (text.length === 10 || !Number.isNaN(Date.parse(text)))
          ? undefined
          : `${field} must be a day such as ${example}`,
    ),
  ).pipe(
    Schema.decodeTo(Schema.String, {
      // an instant is converted to its date in Juba; the date of a time without a zone is taken as written
      decode: SchemaGetter.transform((text: string) => (/T.*(Z|[+-][\d:]+)$/.test(text) ? dateOf(text) : text.slice(0, 10))),
      encode: SchemaGetter.transform((text: string) => text),
    }),
  )

/** An instant in a payload, such as the time at which a device recorded something. */
export const InstantInput = (field: string) =>
  InstantText.check(Schema.makeFilter((text) => (Number.isNaN(Date.parse(text)) ? `${field} must be an instant` : undefined))).pipe(
    Schema.decodeTo(Schema.String, {
      decode: SchemaGetter.transform((text: string) => new Date(text).toISOString()),
      encode: SchemaGetter.transform((text: string) => text),
    }),
  )

/** One of a few values in a payload. */
export const OneOf = <const L extends ReadonlyArray<string>>(field: string, ...words: L) =>
  Schema.Literals(words).annotate({ message: `${field} must be one of: ${words.join(", ")}` })

/** The ids of uploaded files, in the payload of the record to attach them to. At most twenty. */
export const AttachmentsInput = Schema.Array(IdInput("Files must be the ids of files that you have uploaded")).check(
  Schema.isMaxLength(20, { message: "20 files at most" }),
)
