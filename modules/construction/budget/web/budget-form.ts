/** The checks shared by the forms for budgets and billing, each with its error message. */
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { Schema } from "effect"

/** An amount that may be below 0, typed as text. */
export const signedAmount = (field: string) =>
  Schema.String.check(
    Schema.makeFilter((value) =>
      /^-?\d{1,13}(\.\d{1,2})?$/.test(value.trim()) || value.trim() === "" ? undefined : `${field} must be a number such as 5000 or -5000`,
    ),
  )
export const quantity = (field: string) =>
  filled(
    Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((value) => (value !== undefined && value > 0 ? undefined : `${field} must be greater than 0`))),
  )
export const share = (field: string) =>
  Schema.UndefinedOr(Schema.Finite).check(
    Schema.makeFilter((value) => (value === undefined || (value >= 0 && value <= 100) ? undefined : `${field} must be a percentage between 0 and 100`)),
  )
