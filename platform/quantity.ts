/** Quantities of goods: held as a whole number of thousandths, sent as a decimal string ("420.00", "0.125"). */
import { decimalInput, decimals, tooLarge } from "./decimal-input.ts"

/** The largest quantity that can be recorded, in thousandths: 9,999,999.999. */
export const mostThousandths = 9_999_999_999
/** The largest whole number that can be recorded, such as a head-count. */
export const mostWhole = 999_999_999
const decimal = /^(\d{1,9})(?:\.(\d{1,3}))?$/

/** Parses a decimal such as "2.5" into thousandths; undefined for anything else. */
export const parseQuantity = (text: string): number | undefined => {
  const match = decimal.exec(text.trim())
  return match ? Number(match[1]) * 1000 + Number((match[2] ?? "").padEnd(3, "0")) : undefined
}

/** "2.50" for 2500; the third decimal is written only if it is not zero. */
export const formatQuantity = (thousandths: number): string => {
  const digits = String(Math.abs(thousandths)).padStart(4, "0")
  const text = `${thousandths < 0 ? "-" : ""}${digits.slice(0, -3)}.${digits.slice(-3)}`
  return text.endsWith("0") ? text.slice(0, -1) : text
}

/** A quantity in payloads: a decimal string, or a JSON number with at most three decimals. In thousandths. */
export const quantityInput = (message: string) => decimalInput(decimals.quantity, message, parseQuantity, formatQuantity, tooLarge(mostThousandths, 1000))
export const QuantityInput = quantityInput("Quantity must be a number with at most three decimals")
