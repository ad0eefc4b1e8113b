/** The checks that the forms about clients share, each with its error message. */
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
export const day = (field: string) => Schema.String.check(Schema.makeFilter((value) => (value === "" ? `${field} is required` : undefined)))
/** An amount above 0, as a decimal string. */
export const price = (field: string) =>
  Schema.String.check(Schema.makeFilter((value) => (/^\d{1,13}\.\d{2}$/.test(value) && Number(value) > 0 ? undefined : `${field} must be greater than 0`)))
export const heads = (field: string) =>
  filled(
    Schema.UndefinedOr(Schema.Finite).check(
      Schema.makeFilter((count) =>
        count !== undefined && Number.isInteger(count) && count >= 0 && count <= 100_000 ? undefined : `${field} must be a whole number from 0 to 100000`,
      ),
    ),
  )
/** A percentage with at most two decimals, above 0 and up to 100. */
export const share = Schema.String.check(
  Schema.makeFilter((value) =>
    /^\d{1,3}\.\d{2}$/.test(value) && Number(value) > 0 && Number(value) <= 100 ? undefined : "Share is more than 0 and at most 100 %",
  ),
)
export const inOrder = (start: string, end: string) => start === "" || end === "" || start <= end
