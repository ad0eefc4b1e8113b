/** The value of a preview at an assumed exchange rate, in a sentence for the screen and the terminal. */
import type { PlanAnswer } from "../contract.ts"

type Plan = typeof PlanAnswer.Type

/** Undefined without an assumed rate. `usd` and `rate` write amounts and rates. */
export const worthText = ({ worth, whatIf }: Plan, usd: (amount: string) => string, rate = (figure: string) => figure): string | undefined => {
  if (worth === null) return undefined
  const { totalUsd, officialRate, officialUsd, difference } = worth
  const beside =
    officialUsd === null ? "" : `; at the official rate of ${rate(officialRate ?? "")} ${usd(officialUsd)}, a difference of ${usd(difference ?? "0.00")}`
  return `At ${rate(whatIf?.exchangeRate ?? "")} SSP per USD the total is worth ${usd(totalUsd)}${beside}.`
}
