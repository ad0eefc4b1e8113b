/** Amounts on the command line. */
import { Exit } from "./exit-codes.ts"

/** Cents of an amount; what is none is a wrong use. */
export const centsOf = async (option: string, text: string): Promise<number> => {
  const { parseMoney } = await import("../money.ts")
  const cents = parseMoney(text)
  if (cents === undefined) throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give a decimal with at most two places, such as 120.50." })
  return cents
}
