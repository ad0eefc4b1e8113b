import type { MoneyAnswer } from "../contract.ts"

type Name = Exclude<keyof (typeof MoneyAnswer.Type)["money"], "marginPercent">

/** The labels of the names, in display order. */
export const moneyWords: ReadonlyArray<readonly [name: Name, word: string]> = [
  ["earned", "Earned"],
  ["earnedNotBilled", "Earned, not billed"],
  ["billed", "Billed"],
  ["notYetBilled", "Not yet billed"],
  ["billedAhead", "Billed ahead"],
  ["costs", "Costs"],
  ["margin", "Margin"],
  ["result", "Result"],
  ["collected", "Collected"],
  ["outstanding", "Outstanding"],
  ["cash", "Cash"],
]
