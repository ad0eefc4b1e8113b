/** What a bank writes of an account, as MT940: for tests, and for `npm run quarter`. */
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
