/** What a bank writes of an account (MT940), and which line of it is what: the truth against which proposals are counted. */
import { addDays } from "@ops/platform/calendar.ts"

export interface BankLine<Amount = string> {
  readonly date: string
  /** cents; a list of lines has it as text */
  readonly amount: Amount
  readonly text: string
  readonly reference: string
}

interface Statement {
  readonly account: string
  readonly currency: "USD" | "SSP"
  readonly from: string
  readonly to: string
  readonly opening: number
  readonly lines: ReadonlyArray<BankLine<number>>
}

/** A statement as SWIFT has it. */
export const mt940 = ({ account, currency, from, to, opening, lines }: Statement): string => {
  const digits = (day: string) => day.slice(2).replaceAll("-", "")
  const comma = (cents: number) => `${Math.floor(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, "0")}`
  const balance = (day: string, cents: number) => `${cents < 0 ? "D" : "C"}${digits(day)}${currency}${comma(cents)}`
  const closing = lines.reduce((sum, { amount }) => sum + amount, opening)
  return [
    ":20:QUARTER",
    `:25:${account}`,
    ":28C:1/1",
    `:60F:${balance(addDays(from, -1), opening)}`,
    ...lines
      .toSorted((one, other) => one.date.localeCompare(other.date))
      .flatMap(({ date, amount, text, reference }) => [
        `:61:${digits(date)}${digits(date).slice(2)}${amount < 0 ? "D" : "C"}${comma(amount)}NTRF${reference}`,
        `:86:${text.replaceAll(/[^A-Za-z0-9 .,-]/g, " ").slice(0, 60)}`,
      ]),
    `:62F:${balance(to, closing)}`,
    "-",
    "",
  ].join("\r\n")
}

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
