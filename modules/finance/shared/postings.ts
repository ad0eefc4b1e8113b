/** The journal entries that follow from expenses, transactions and daily expenses, in the same commit as the command. */
import { type By, invalid, type CommandGenerator } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { type EntryLine, post } from "@ops/ledger/journal-entries/journal-entry.ts"
import type { currencies, paymentMethods } from "./labels.ts"

type Currency = (typeof currencies)[number]
export type Method = (typeof paymentMethods)[number]

/** Our money accounts: cash, in both currencies, and a bank account for each. */
export const moneyAccounts: ReadonlyArray<string> = ["1000", "1010", "1020"]
const bankOf = (currency: Currency) => (currency === "USD" ? "1010" : "1020")
export const moneyAt = (method: Method, currency: Currency) => (method === "cash" ? "1000" : bankOf(currency))

/** The account a transfer goes to: as named, else from cash to the bank and from the bank to cash. */
export const transferTo = (toAccount: string | null, method: Method, currency: Currency): string => {
  const from = moneyAt(method, currency)
  const to = toAccount ?? (method === "cash" ? bankOf(currency) : "1000")
  if (!moneyAccounts.includes(to)) throw invalid("A transfer goes to 1000 Cash, 1010 Bank USD or 1020 Bank SSP")
  if (to === from) throw invalid("A transfer goes from one account to another. Choose another account to transfer to")
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
  /** hundredths of SSP for a dollar; the official rate of the date, if not given */
  readonly rate?: number | undefined
  readonly siteId: number
  readonly lines: ReadonlyArray<Omit<EntryLine, "siteId">>
}

/** The day of an entry that `post` has made: later than requested where that month is closed. */
export const dayOf = ([entry]: ReadonlyArray<Change>): string => (entry!.event.data as { readonly entryDate: string }).entryDate

/** Posts an entry of one site; gives its id with its changes. */
export function* posted({ siteId, lines, ...entry }: Posting, by: By): CommandGenerator<{ readonly entryId: number; readonly changes: ReadonlyArray<Change> }> {
  const changes = yield* post({ reference: null, ...entry, lines: lines.map((line) => ({ ...line, siteId })) }, by)
  return { entryId: changes[0]!.id, changes }
}
