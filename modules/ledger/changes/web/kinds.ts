/** The statements whose changes between two moments are explained, with what is open at the end of a day. */
export const changingStatements = ["pnl", "balance-sheet", "cash-flow", "trial-balance", "expense", "aged-receivables", "aged-payables"] as const
export type Changing = (typeof changingStatements)[number]
export const isChanging = (name: string): name is Changing => (changingStatements as ReadonlyArray<string>).includes(name)
