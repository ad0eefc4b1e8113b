/** The checks that the forms of sales and marketing share, each with its error message. */
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { Schema } from "effect"

export const text = (field: string, most = 2000, required = false) =>
  Schema.String.check(
    Schema.makeFilter((value) =>
      required && value.trim() === "" ? `${field} is required` : value.length > most ? `${field} can have ${most} characters at most` : undefined,
    ),
  )
export const one = <const Word extends string>(options: ReadonlyArray<{ readonly value: Word }>, field: string) =>
  Schema.Literals(options.map(({ value }) => value)).annotate({ message: `${field} is required` })
/** One of the options of a select, or none. */
export const oneOrNone = <const Word extends string>(options: ReadonlyArray<{ readonly value: Word }>) =>
  Schema.Literals(["", ...options.map(({ value }) => value)] as ReadonlyArray<Word | "">)
export const day = (field: string) => Schema.String.check(Schema.makeFilter((value) => (value === "" ? `${field} is required` : undefined)))
export const email = Schema.String.check(
  Schema.makeFilter((value) => (value === "" || /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(value) ? undefined : "Invalid email")),
)
/** An amount as a decimal string; nothing where it may be left empty. */
export const amount = (field: string, required = false) =>
  Schema.String.check(
    Schema.makeFilter((value) =>
      value === ""
        ? required
          ? `${field} is required`
          : undefined
        : !/^\d{1,13}\.\d{2}$/.test(value)
          ? `${field} must be a number with at most two decimals`
          : !required || Number(value) > 0
            ? undefined
            : `${field} must be greater than 0`,
    ),
  )
const wholeNumber = (field: string, least: number, most: number, required: boolean) =>
  Schema.UndefinedOr(Schema.Finite).check(
    Schema.makeFilter((value) =>
      value === undefined || Number.isNaN(value)
        ? required
          ? `${field} is required`
          : undefined
        : Number.isInteger(value) && value >= least && value <= most
          ? undefined
          : `${field} must be a whole number from ${least} to ${most}`,
    ),
  )
/** A whole number within bounds. */
export const whole = (field: string, least: number, most: number) => filled(wholeNumber(field, least, most, true))
export const maybeWhole = (field: string, least: number, most: number) => wholeNumber(field, least, most, false)
/** The id of a chosen option; none is undefined. */
export const chosen = Schema.UndefinedOr(Schema.Finite)
export const mustBeChosen = (field: string) =>
  filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id !== undefined && id > 0 ? undefined : `${field} is required`))))
