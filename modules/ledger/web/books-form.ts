/** The checks that the forms of the books share. */
import { Schema } from "effect"

/** A text; what is required may not be blank. */
export const text = (label: string, most: number, required = false) =>
  Schema.String.check(
    Schema.makeFilter((text) => (required && text.trim() === "" ? `${label} is required` : undefined)),
    Schema.isMaxLength(most, { message: `${label} can have ${most} characters at most` }),
  )

export const isAmount = (text: string) => /^\d{1,13}(\.\d{1,2})?$/.test(text)
