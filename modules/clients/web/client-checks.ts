/** Validations that the forms about clients share, each with its error message. */
import { checkedNumber, checkedText, filled, isAmount } from "@ops/platform/ui/forms/checked-form.ts"

/** An amount above 0, as a decimal string. */
export const price = (field: string) => checkedText((value) => (isAmount(value) && Number(value) > 0 ? undefined : `${field} must be greater than 0`))
export const heads = (field: string) =>
  filled(
    checkedNumber((count) =>
      count !== undefined && Number.isInteger(count) && count >= 0 && count <= 100_000 ? undefined : `${field} must be a whole number from 0 to 100000`,
    ),
  )
/** A percentage with at most two decimals, above 0 and up to 100. */
export const share = checkedText((value) =>
  /^\d{1,3}\.\d{2}$/.test(value) && Number(value) > 0 && Number(value) <= 100 ? undefined : "Share is more than 0 and at most 100%",
)
export const inOrder = (start: string, end: string) => start === "" || end === "" || start <= end
