/** Numbers in payloads: sent as a string or a JSON number, held as a whole number; decimals as hundredths or thousandths. */
import { Schema, SchemaGetter } from "effect"

/** The error for a whole number above a maximum, as the end of a sentence that begins with the field's name. */
export const tooLarge = (most: number, one: number) => {
  const decimals = String(one).length - 1
  const text = (most / one).toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const message = `can be ${text} at most`
  return (whole: number) => (Math.abs(whole) <= most ? undefined : message)
}

/** The error for a text that `parse` rejects: its size or its sign, if the number would be valid otherwise, else `message`. */
const faultOf = (text: string, message: string, parse: (text: string) => number | undefined, fault: (whole: number) => string | undefined) => {
  const field = /^(.+?) must be /.exec(message)?.[1]
  const named = (end: string | undefined) => (end === undefined ? message : field === undefined ? end : `${field} ${end}`)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return message
  const small = text.replace(/\d+/, "1")
  if (parse(small) !== undefined) return named(fault(Number.POSITIVE_INFINITY))
  return small.startsWith("-") && parse(small.slice(1)) !== undefined ? named("must not be negative") : message
}

/** Text or a JSON number, in the API's document a single type with a format. */
export const textOrNumber = (format: "decimal" | "int64", description: string) => Schema.Union([Schema.String, Schema.Finite]).annotate({ format, description })

/** The descriptions of decimals in the API's document, in payloads and answers: `identifier` is the name of the component. */
export const decimals = {
  money: { identifier: "Money", format: "decimal", description: "A decimal with up to two places, such as 1234.50; a JSON number is accepted" },
  quantity: { identifier: "Quantity", format: "decimal", description: "A decimal with up to three places, such as 0.125; a JSON number is accepted" },
} as const

/** Marks the schema of a decimal with the function that formats it: tests use it to find every amount and quantity of a call. */
export const decimalMark = "decimal"

/** `message` states what the field must be; `fault` returns the error for a parsed number. */
export const decimalInput = (
  { identifier, format: written, description }: (typeof decimals)[keyof typeof decimals],
  message: string,
  parse: (text: string) => number | undefined,
  format: (whole: number) => string,
  fault: (whole: number) => string | undefined = () => undefined,
) =>
  textOrNumber(written, description)
    .check(
      Schema.makeFilter((value) => {
        const text = String(value).trim()
        const whole = parse(text)
        return whole === undefined ? faultOf(text, message, parse, fault) : fault(whole)
      }),
    )
    .annotate({ [decimalMark]: format, identifier })
    .pipe(
      Schema.decodeTo(Schema.Int, {
        decode: SchemaGetter.transform((value: string | number) => parse(String(value))!),
        encode: SchemaGetter.transform((whole: number): string | number => format(whole)),
      }),
    )

/** A whole number from 0 to `most` in a payload, or its digits. `message` states what the field must be. */
export const wholeInput = (message: string, most = 999_999_999) => {
  const parse = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)
  const fault = tooLarge(most, 1)
  return textOrNumber("int64", "A whole number; digits as text are accepted")
    .check(
      Schema.makeFilter((value) => {
        const text = String(value).trim()
        const whole = parse(text)
        return whole === undefined ? faultOf(text, message, parse, fault) : fault(whole)
      }),
    )
    .annotate({ identifier: "WholeNumber" })
    .pipe(
      Schema.decodeTo(Schema.Int, {
        decode: SchemaGetter.transform((value: string | number) => Number(value)),
        encode: SchemaGetter.transform((value: number): string | number => value),
      }),
    )
}
