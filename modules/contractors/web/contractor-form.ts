/** The checks that the forms about contractors share, each with its error message. */
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { Schema } from "effect"

export const text = (field: string, most = 200, required = false) =>
  Schema.String.check(
    Schema.makeFilter((value) =>
      required && value.trim() === "" ? `${field} is required` : value.length > most ? `${field} can have ${most} characters at most` : undefined,
    ),
  )
export const email = Schema.String.check(
  Schema.makeFilter((value) => (value === "" || /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(value) ? undefined : "Invalid email")),
)
/** A required choice of a select. */
export const chosen = (field: string) =>
  filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id !== undefined && id > 0 ? undefined : `${field} is required`))))
export const maybe = Schema.UndefinedOr(Schema.Finite)
export const day = (field: string) => Schema.String.check(Schema.makeFilter((value) => (value === "" ? `${field} is required` : undefined)))
const isAmount = (value: string) => /^\d{1,13}\.\d{2}$/.test(value) && Number(value) > 0
/** An amount above 0, as a decimal string. */
export const amount = (field: string) =>
  Schema.String.check(Schema.makeFilter((value) => (value === "" ? `${field} is required` : isAmount(value) ? undefined : `${field} must be greater than 0`)))
export const maybeAmount = (field: string) =>
  Schema.String.check(Schema.makeFilter((value) => (value === "" || isAmount(value) ? undefined : `${field} must be greater than 0`)))
export const within = (field: string, most: number, required = false) =>
  Schema.UndefinedOr(Schema.Finite).check(
    Schema.makeFilter((value) => {
      if (value === undefined) return required ? `${field} is required` : undefined
      return value >= 0 && value <= most ? undefined : `${field} must be from 0 to ${most}`
    }),
  )
