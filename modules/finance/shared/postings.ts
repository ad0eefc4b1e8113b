/** The journal entries of expenses, transactions and daily expenses, posted in the same commit as the command. */
import { type By, invalid, type CommandGenerator } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { type EntryLine, post } from "@ops/ledger/journal-entries/journal-entry.ts"
import type { currencies, paymentMethods } from "./labels.ts"

type Currency = (typeof currencies)[number]
export type Method = (typeof paymentMethods)[number]

/** The money accounts: cash, in both currencies, and a bank account for each currency. */
export const moneyAccounts: ReadonlyArray<string> = ["1000", "1010", "1020"]
const bankOf = (currency: Currency) => (currency === "USD" ? "1010" : "1020")
export const moneyAt = (method: Method, currency: Currency) => (method === "cash" ? "1000" : bankOf(currency))

/** The account that a transfer goes to: the named one; otherwise from cash to the bank and from the bank to cash. */
export const transferTo = (toAccount: string | null, method: Method, currency: Currency): string => {
  const from = moneyAt(method, currency)
  const to = toAccount ?? (method === "cash" ? bankOf(currency) : "1000")
  if (!moneyAccounts.includes(to)) throw invalid("A transfer must go to 1000 Cash, 1010 Bank USD or 1020 Bank SSP")
  if (to === from) throw invalid("A transfer needs two different accounts. Choose another account to transfer to")
  if (to !== "1000" && to !== bankOf(currency)) throw invalid(`Account ${to} holds ${currency === "USD" ? "SSP" : "USD"}, the transfer is in ${currency}`)
  return to
}

export interface Posting {
  readonly date: string
  readonly description: string
  /** none, if not given */
  readonly reference?: string | null
  readonly source: { readonly kind: string; readonly id: number }
  readonly currency: Currency
  /** hundredths of SSP per dollar; the default is the official rate of the date */
  readonly rate?: number | undefined
  readonly siteId: number
  readonly lines: ReadonlyArray<Omit<EntryLine, "siteId">>
}

/** The date of the entry posted by `post`: later than requested if that month is closed. */
export const dayOf = ([entry]: ReadonlyArray<Change>): string => (entry!.event.data as { readonly entryDate: string }).entryDate

/** Posts an entry of one site; returns its id and the changes. */
export function* posted({ siteId, lines, ...entry }: Posting, by: By): CommandGenerator<{ readonly entryId: number; readonly changes: ReadonlyArray<Change> }> {
  const changes = yield* post({ reference: null, ...entry, lines: lines.map((line) => ({ ...line, siteId })) }, by)
  return { entryId: changes[0]!.id, changes }
}
