/** The checks that the forms about people share, each with its sentence. */
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
/** What a select gives that must be chosen. */
export const chosen = (field: string) =>
  filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id !== undefined && id > 0 ? undefined : `${field} is required`))))
export const maybe = Schema.UndefinedOr(Schema.Finite)
export const day = (field: string) => Schema.String.check(Schema.makeFilter((value) => (value === "" ? `${field} is required` : undefined)))
/** An amount above nothing, as a decimal string. */
export const amount = (field: string) =>
  Schema.String.check(
    Schema.makeFilter((value) =>
      value === "" ? `${field} is required` : /^\d{1,13}\.\d{2}$/.test(value) && Number(value) > 0 ? undefined : `${field} must be greater than 0`,
    ),
  )
export const hours = (field: string) =>
  Schema.UndefinedOr(Schema.Finite).check(
    Schema.makeFilter((value) => (value === undefined || (value >= 0 && value <= 24) ? undefined : `${field} must be from 0 to 24`)),
  )
export const minutes = (field: string) =>
  filled(
    Schema.UndefinedOr(Schema.Finite).check(
      Schema.makeFilter((value) =>
        value !== undefined && Number.isInteger(value) && value >= 0 && value <= 720 ? undefined : `${field} must be a whole number of minutes from 0 to 720`,
      ),
    ),
  )
