/** The content of a bank's file: its lines, period and balances. Read in the browser and in the terminal, with one reader per format. */
import { isDate } from "@ops/platform/calendar.ts"
import { FileFault } from "@ops/platform/imports/table.ts"
import type { bankFormats } from "../../labels.ts"
import { decimalOf, parseCents } from "./cents.ts"

export type BankFormat = (typeof bankFormats)[number]

/** A line of the bank: money in is above 0. */
export interface FileLine {
  readonly date: string
  readonly amount: number
  readonly text: string
  readonly counterparty: string
  /** the reference given by the bank or the payer */
  readonly reference: string
}
export interface BankFile {
  readonly format: BankFormat
  /** the account number in the file, if it has one */
  readonly account: string | null
  readonly currency: string | null
  readonly from: string
  readonly to: string
  /** at the end of the day before; null if the file does not have it */
  readonly opening: number | null
  readonly closing: number | null
  readonly lines: ReadonlyArray<FileLine>
}

/** The layout of a bank's CSV or XLSX file: the header of each column. */
export interface Layout {
  readonly date: string
  /** one column with a signed amount; or two columns for money in and money out */
  readonly amount: string | null
  readonly credit: string | null
  readonly debit: string | null
  readonly text: string
  readonly counterparty: string | null
  readonly reference: string | null
  /** the balance after the line */
  readonly balance: string | null
  readonly days: "dmy" | "mdy"
  readonly decimal: "." | ","
}

export const fault = (sentence: string): never => {
  throw new FileFault(sentence)
}

/** The cents of an amount such as "1,234.50" or "1.234,5"; `where` starts the message for an amount that cannot be read. */
export const centsOf = (text: string, decimal: "." | ",", where: string): number => {
  const thousands = decimal === "." ? "," : "."
  const plain = text
    .replace(/[\s\u00a0\u202f']/g, "")
    .replace(/^(USD|SSP|\$|£)|(USD|SSP)$/gi, "")
    .replaceAll(thousands, "")
    .replace(decimal, ".")
    .replace(/^\((.*)\)$/, "-$1")
    .replace(/^(.*)-$/, "-$1")
    .replace(/^\+/, "")
    .replace(/\.$/, "")
  return parseCents(plain) ?? fault(`${where}: "${text.slice(0, 40)}" is not an amount`)
}

/** The date of digits such as 20261031. */
export const dayOfDigits = (digits: string, where: string): string => {
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  return isDate(date) ? date : fault(`${where}: "${digits.slice(0, 20)}" is not a date`)
}

export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim()

/** Completes a file: a missing period is taken from its lines, and a missing balance is computed from the other one. */
export const whole = (read: Omit<BankFile, "from" | "to"> & { readonly from: string | null; readonly to: string | null }): BankFile => {
  const dates = read.lines.map(({ date }) => date).toSorted()
  const from = read.from ?? dates[0] ?? read.to
  const to = read.to ?? dates.at(-1) ?? read.from
  if (from === null || to === null) return fault("The file has no transactions and no date")
  const sum = read.lines.reduce((sum, { amount }) => sum + amount, 0)
  const { opening, closing } = read
  if (opening !== null && closing !== null && opening + sum !== closing) {
    const lines = `${read.lines.length} ${read.lines.length === 1 ? "line" : "lines"} of ${decimalOf(sum)}`
    fault(
      `The file does not add up: opening balance ${decimalOf(opening)}, ${lines} make that ${decimalOf(opening + sum)}, closing balance ${decimalOf(closing)}`,
    )
  }
  return {
    ...read,
    from,
    to,
    opening: opening ?? (closing === null ? null : closing - sum),
    closing: closing ?? (opening === null ? null : opening + sum),
  }
}

/** Combines several statements of one account in a file, each of which must start where the previous one ends. */
export const joined = (parts: ReadonlyArray<BankFile>): BankFile => {
  const [first, ...rest] = parts.toSorted((one, other) => one.from.localeCompare(other.from))
  if (!first) return fault("The file has no statement")
  return rest.reduce((before, part) => {
    if (part.account !== before.account)
      fault(`The file has statements of several accounts: ${before.account} and ${part.account}. Import one account at a time`)
    if (before.closing !== null && part.opening !== null && before.closing !== part.opening) {
      fault(
        `The statements of the file do not continue each other: one closes with ${decimalOf(before.closing)}, the next opens with ${decimalOf(part.opening)}`,
      )
    }
    const to = part.to > before.to ? part.to : before.to
    return whole({ ...before, to, closing: part.closing, lines: [...before.lines, ...part.lines] })
  }, first)
}
