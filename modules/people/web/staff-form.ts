/** Validations that the forms about people share, each with its message. */
import { checkedNumber, filled } from "@ops/platform/ui/forms/checked-form.ts"

export const hours = (field: string) =>
  checkedNumber((value) => (value === undefined || (value >= 0 && value <= 24) ? undefined : `${field} must be from 0 to 24`))
export const minutes = (field: string) =>
  filled(
    checkedNumber((value) =>
      value !== undefined && Number.isInteger(value) && value >= 0 && value <= 720 ? undefined : `${field} must be a whole number of minutes from 0 to 720`,
    ),
  )
