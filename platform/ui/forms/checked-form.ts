/** The checks of form fields, each with its error message. The server performs the same checks. */
import { Schema } from "effect"
import { isEmail } from "../../text.ts"
import { filled } from "./filled-form.ts"

/** A text of at most `most` characters. A required one must not be blank. */
export const text = (field: string, most = 200, required = false) =>
  Schema.String.check(
    Schema.makeFilter((value) =>
      required && value.trim() === "" ? `${field} is required` : value.length > most ? `${field} can have ${most} characters at most` : undefined,
    ),
  )

/** An e-mail address, or empty. */
export const email = Schema.String.check(Schema.makeFilter((value) => (value === "" || isEmail(value) ? undefined : "Invalid email")))

/** A required date. */
export const day = (field: string) => Schema.String.check(Schema.makeFilter((value) => (value === "" ? `${field} is required` : undefined)))

/** The required id of a select option. */
export const chosen = (field: string) =>
  filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id !== undefined && id > 0 ? undefined : `${field} is required`))))

/** An optional number, such as the id of a select option. */
export const maybe = Schema.UndefinedOr(Schema.Finite)

/** A required select option with a text value. */
export const one = <const Word extends string>(options: ReadonlyArray<{ readonly value: Word }>, field: string) =>
  Schema.Literals(options.map(({ value }) => value)).annotate({ message: `${field} is required` })

/** Whether this is an amount as formatted by an amount field: 0 or more, with two decimals. */
export const isAmount = (value: string) => /^\d{1,13}\.\d{2}$/.test(value)

/** An amount above 0, as a decimal string. */
export const amount = (field: string) =>
  Schema.String.check(
    Schema.makeFilter((value) => {
      if (value === "") return `${field} is required`
      if (!isAmount(value.replace(/^-/, ""))) return `${field} must be a number with at most two decimals`
      return Number(value) > 0 ? undefined : `${field} must be greater than 0`
    }),
  )

/** An amount of 0 or more, or empty. */
export const maybeAmount = (field: string) =>
  Schema.String.check(Schema.makeFilter((value) => (value === "" || isAmount(value) ? undefined : `${field} must be a number with at most two decimals`)))
