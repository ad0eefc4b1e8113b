/** Validations that the forms of sales and marketing share, each with its error message. */
import { checkedNumber, filled } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"

/** One of the options of a select, or none. */
export const oneOrNone = <const Word extends string>(options: ReadonlyArray<{ readonly value: Word }>) =>
  Schema.Literals(["", ...options.map(({ value }) => value)] as ReadonlyArray<Word | "">)
const wholeNumber = (field: string, least: number, most: number, required: boolean) =>
  checkedNumber((value) =>
    value === undefined || Number.isNaN(value)
      ? required
        ? `${field} is required`
        : undefined
      : Number.isInteger(value) && value >= least && value <= most
        ? undefined
        : `${field} must be a whole number from ${least} to ${most}`,
  )
/** A whole number within bounds. */
export const whole = (field: string, least: number, most: number) => filled(wholeNumber(field, least, most, true))
export const maybeWhole = (field: string, least: number, most: number) => wholeNumber(field, least, most, false)
