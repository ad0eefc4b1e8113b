/** The checks shared by the forms for budgets and billing, each with its error message. */
import { checkedNumber, checkedText, filled } from "@ops/platform/ui/forms/checked-form.ts"

/** An amount that may be below 0, typed as text. */
export const signedAmount = (field: string) =>
  checkedText((value) => (/^-?\d{1,13}(\.\d{1,2})?$/.test(value.trim()) || value.trim() === "" ? undefined : `${field} must be a number such as 5000 or -5000`))
export const quantity = (field: string) => filled(checkedNumber((value) => (value !== undefined && value > 0 ? undefined : `${field} must be greater than 0`)))
export const share = (field: string) =>
  checkedNumber((value) => (value === undefined || (value >= 0 && value <= 100) ? undefined : `${field} must be a percentage between 0 and 100`))
