/**
 * Money: held as a whole number of cents, sent as a decimal string, never as a fraction in between. An amount has at most 15 digits, so it is always
 * a safe integer.
 */
import { decimalInput, decimals, tooLarge } from "./decimal-input.ts"
import { TooLarge } from "./too-large.ts"

export type Cents = number

/**
 * The largest amount that can be recorded, in cents: 99,999,999,999.99. The sum of hundreds of them is a safe integer; the sum of hundreds of
 * thousands fits a bigint.
 */
export const mostCents: Cents = 9_999_999_999_999

const decimal = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/

/** Parses a decimal such as "12.5" into cents; undefined for anything else: NaN, 1e5, 1.005, 0x1F, 1_000. */
export const parseMoney = (text: string): Cents | undefined => {
  const match = decimal.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole, fraction = ""] = match
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"))
  return sign && cents !== 0 ? -cents : cents
}

/** "1234.50" for 123450. Throws if the value is not a whole number of cents, or is not represented exactly as a number. */
export const formatMoney = (cents: Cents | bigint): string => {
  if (typeof cents === "number" && !Number.isSafeInteger(cents)) {
    throw Number.isInteger(cents) ? new TooLarge(`${cents} is too large for a number of cents`) : new RangeError(`${cents} is not a whole number of cents`)
  }
  const digits = String(cents < 0 ? -cents : cents).padStart(3, "0")
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `amount` × `part` ÷ `whole`, rounded once, half away from zero. All are whole numbers, `whole` is above 0. */
export const proportion = (amount: number, part: number, whole: number): number => {
  const product = BigInt(amount) * BigInt(part)
  const of = BigInt(whole)
  return Number((product * 2n + (product < 0n ? -of : of)) / (of * 2n))
}

/** Splits cents by weights so that the parts add up exactly; the largest remainders get the extra cents. */
export const allocate = (cents: Cents, weights: ReadonlyArray<number>): ReadonlyArray<Cents> => {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (!(total > 0) || weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0)) {
    throw new RangeError("Weights must be whole, not negative, and not all zero")
  }
  const sign = cents < 0 ? -1 : 1
  const parts = weights.map((weight, index) => {
    const share = BigInt(Math.abs(cents)) * BigInt(weight)
    return { index, part: Number(share / BigInt(total)), rest: Number(share % BigInt(total)) }
  })
  let left = Math.abs(cents) - parts.reduce((sum, { part }) => sum + part, 0)
  for (const share of [...parts].sort((a, b) => b.rest - a.rest || a.index - b.index)) {
    if (left-- <= 0) break
    share.part += 1
  }
  return parts.map(({ part }) => (part === 0 ? 0 : sign * part))
}

/** Money in payloads: a decimal string, or a JSON number with at most two decimals. In cents. */
export const MoneyInput = (message = "Amount must be a number with at most two decimals") =>
  decimalInput(decimals.money, message, parseMoney, formatMoney, tooLarge(mostCents, 100))
