/** Validations that the forms about stock share, each with its message. */
import { checkedNumber, checkedText, filled } from "@ops/platform/ui/forms/checked-form.ts"

const isQuantity = (value: number) => value >= 0 && value < 1e9 && Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6

/** A quantity above 0; sent as a JSON number with at most three decimals. */
export const quantity = filled(
  checkedNumber((value) => {
    if (value === undefined || value <= 0) return "Quantity must be greater than 0"
    return isQuantity(value) ? undefined : "Quantity must be a number with at most three decimals"
  }),
)
/** A quantity that may be 0 or omitted. */
export const maybeQuantity = (field: string) =>
  checkedNumber((value) => (value === undefined || isQuantity(value) ? undefined : `${field} must be a number with at most three decimals, not negative`))
/** An amount that may be omitted. */
export const maybeAmount = (field: string) =>
  checkedText((value) => (value === "" || /^\d{1,13}(\.\d{1,2})?$/.test(value) ? undefined : `${field} must be a number with at most two decimals`))
