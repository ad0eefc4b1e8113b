/** The checks that the forms of finance share, each with its error message. */
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { Schema } from "effect"

export const text = (field: string, most = 2000, required = false) =>
  Schema.String.check(
    Schema.makeFilter((value) =>
      required && value.trim() === "" ? `${field} is required` : value.length > most ? `${field} can have ${most} characters at most` : undefined,
    ),
  )
/** One of the options of a select. */
export const one = <const Word extends string>(options: ReadonlyArray<{ readonly value: Word }>, field: string) =>
  Schema.Literals(options.map(({ value }) => value)).annotate({ message: `${field} is required` })
/** A site, which must be chosen. */
export const site = filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id !== undefined && id > 0 ? undefined : "Site is required"))))
export const day = (field: string) => Schema.String.check(Schema.makeFilter((value) => (value === "" ? `${field} is required` : undefined)))
/** An amount above 0, as a decimal string. */
export const amount = Schema.String.check(
  Schema.makeFilter((value) =>
    value === ""
      ? "Amount is required"
      : !/^\d{1,13}\.\d{2}$/.test(value)
        ? "Amount must be a number with at most two decimals"
        : Number(value) > 0
          ? undefined
          : "Amount must be greater than 0",
  ),
)
/** An amount that may be left empty, which is nothing. */
export const cost = (field: string) =>
  Schema.String.check(
    Schema.makeFilter((value) => (value === "" || /^\d{1,13}\.\d{2}$/.test(value) ? undefined : `${field} must be a number with at most two decimals`)),
  )
export const email = Schema.String.check(
  Schema.makeFilter((value) => (value === "" || /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(value) ? undefined : "Invalid email")),
)
