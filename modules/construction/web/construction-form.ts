/** The checks that the forms of construction share, each with its error message. */
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { Schema } from "effect"

export const text = (field: string, most = 200, required = false) =>
  Schema.String.check(
    Schema.makeFilter((value) =>
      required && value.trim() === "" ? `${field} is required` : value.length > most ? `${field} can have ${most} characters at most` : undefined,
    ),
  )
/** A required choice of a select. */
export const chosen = (field: string) =>
  filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id !== undefined && id > 0 ? undefined : `${field} is required`))))
export const day = (field: string) => Schema.String.check(Schema.makeFilter((value) => (value === "" ? `${field} is required` : undefined)))
/** An amount, or nothing. */
export const budget = Schema.String.check(
  Schema.makeFilter((value) => (value === "" || /^\d{1,13}\.\d{2}$/.test(value) ? undefined : "Budget must be a number with at most two decimals")),
)
export const whole = (field: string, least: number, most: number) =>
  filled(
    Schema.UndefinedOr(Schema.Finite).check(
      Schema.makeFilter((value) =>
        value !== undefined && Number.isInteger(value) && value >= least && value <= most
          ? undefined
          : `${field} must be a whole number from ${least} to ${most}`,
      ),
    ),
  )
export const inOrder = (start: string, end: string) => start === "" || end === "" || start <= end
