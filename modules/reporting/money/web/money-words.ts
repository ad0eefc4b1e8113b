import type { MoneyAnswer } from "../contract.ts"

type Name = Exclude<keyof (typeof MoneyAnswer.Type)["money"], "marginPercent">

/** The names as people read them, in the order in which they are shown. */
export const moneyWords: ReadonlyArray<readonly [name: Name, word: string]> = [
  ["earned", "Earned"],
  ["billed", "Billed"],
  ["notYetBilled", "Not yet billed"],
  ["costs", "Costs"],
  ["margin", "Margin"],
  ["result", "Result"],
  ["collected", "Collected"],
  ["outstanding", "Outstanding"],
  ["cash", "Cash"],
]
