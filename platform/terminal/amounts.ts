/** Amounts on the command line. */
import { Exit } from "./exit-codes.ts"

/** A number with commas as thousands separators. */
export const grouped = (figure: string) => (/^-?\d+(\.\d+)?$/.test(figure) ? figure.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",") : figure)

/** A sentence with thousands separators in its amounts, such as USD 1264629.60. */
export const withGroupedAmounts = (sentence: string) => sentence.replace(/(?<=\b[A-Z]{3} )-?\d+\.\d\d\b/g, grouped)

/** An amount in cents; anything else is a usage error. */
export const centsOf = async (option: string, text: string): Promise<number> => {
  const { parseMoney } = await import("../money.ts")
  const cents = parseMoney(text)
  if (cents === undefined) throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give a decimal with at most two places, such as 120.50." })
  return cents
}

/** A quantity in thousandths; anything else is a usage error. */
export const thousandthsOf = async (option: string, text: string): Promise<number> => {
  const { parseQuantity } = await import("../quantity.ts")
  const thousandths = parseQuantity(text)
  if (thousandths === undefined)
    throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give a number with at most three decimals, such as 1250.5." })
  return thousandths
}

/** A number of days with at most two decimals, such as 2.5 or -3. */
export const daysOf = (option: string, text: string): number => {
  if (!/^-?\d{1,3}(\.\d{1,2})?$/.test(text)) throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give a number such as 2.5 or -3." })
  return Number(text)
}
