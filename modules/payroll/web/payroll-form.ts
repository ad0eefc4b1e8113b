/** The checks of the forms about payroll, each with its sentence. */
import { Schema } from "effect"

export const required = (field: string, most = 100) =>
  Schema.String.check(
    Schema.makeFilter((text) => {
      if (text.trim() === "") return `${field} is required`
      return text.trim().length > most ? `${field} can have ${most} characters at most` : undefined
    }),
  )
export const optional = (field: string, most: number) =>
  Schema.String.check(Schema.makeFilter((text) => (text.trim().length > most ? `${field} can have ${most} characters at most` : undefined)))
