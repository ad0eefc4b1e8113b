/** The accounts of billing, and the lines that its entries are made of. */
import type { EntryLine } from "@ops/ledger/journal-entries/journal-entry.ts"

export const receivables = "1100"
export const accruedIncome = "1150"
export const revenue = { meal: "4100", service: "4200", construction: "4300" } as const
export const clientCredits = "2300"
/** What is converted of one currency into the other passes through it: it holds no value in USD. */
export const conversion = "1910"
const exchange = "7900"
export const moneyAt = (method: string, currency: "USD" | "SSP") => (method === "cash" ? "1000" : currency === "USD" ? "1010" : "1020")

/** What a line is worth, where that is not its amount. */
export const worth = (currency: "USD" | "SSP", usd: number) => (currency === "USD" ? {} : { usd })
/** A line over an amount, unless that is nothing. */
export const some = (amount: number, line: EntryLine): ReadonlyArray<EntryLine> => (amount > 0 ? [line] : [])
/** Exchange difference of an entry, cents of USD: a loss is a debit, a gain a credit. */
export const exchangeLine = (loss: number, clientId: number): ReadonlyArray<EntryLine> =>
  loss === 0 ? [] : [{ account: exchange, [loss > 0 ? "debit" : "credit"]: 0, usd: Math.abs(loss), clientId }]
