/** The checks that the forms about contractors share, each with its error message. */
import { Schema } from "effect"
import { isAmount } from "@ops/platform/ui/forms/checked-form.ts"

/** An amount above 0, or nothing. */
export const maybePositive = (field: string) =>
  Schema.String.check(Schema.makeFilter((value) => (value === "" || (isAmount(value) && Number(value) > 0) ? undefined : `${field} must be greater than 0`)))
export const within = (field: string, most: number, required = false) =>
  Schema.UndefinedOr(Schema.Finite).check(
    Schema.makeFilter((value) => {
      if (value === undefined) return required ? `${field} is required` : undefined
      return value >= 0 && value <= most ? undefined : `${field} must be from 0 to ${most}`
    }),
  )
