/** Which line of the bank is what: the truth against which proposals are counted. */
import type { BankLine } from "@ops/finance/bank/mt940-file.ts"

/** What the proposal of a line must begin with. The banks of the demonstration write the entry into their reference, or what else it is. */
export const truthOf =
  (entryNumbers: ReadonlyMap<number, string>) =>
  ({ reference }: BankLine): RegExp => {
    const others = { CHG: "Draft a transaction: Bank charges", FTERR: "The bank's line of ", FTBILL: "AP-", FTINW: "INV-" }
    const [, other] = Object.entries(others).find(([name]) => reference.startsWith(name)) ?? []
    if (other !== undefined) return new RegExp(`^${other}`)
    const digits = reference.slice("FT".length)
    // a run of several payments has one reference for each, with their number behind it
    const number = entryNumbers.get(Number(digits)) ?? entryNumbers.get(Number(digits.slice(0, -1)))
    return new RegExp(`^${number}`)
  }
