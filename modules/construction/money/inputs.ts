/** The input schemas for quantities and percentages in the calls for project budgets and billing. */
import { decimalInput, decimals } from "@ops/platform/decimal-input.ts"
import { formatMoney, parseMoney } from "@ops/platform/money.ts"
import { quantityInput } from "@ops/platform/quantity.ts"

/** A quantity, in thousandths. */
export const QuantityInput = (field: string) => quantityInput(`${field} must be a number with at most three decimals`)
/** A share from 0 to 100, in hundredths of a percent. */
export const PercentInput = (field: string) =>
  decimalInput(
    decimals.money,
    `${field} must be a percentage between 0 and 100`,
    (text) => {
      const share = parseMoney(text)
      return share === undefined || share < 0 || share > 10_000 ? undefined : share
    },
    formatMoney,
  )
