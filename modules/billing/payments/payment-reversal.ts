/** The journal entry that reverses a payment, and its effect on the client's credit. */
import { allocate } from "@ops/platform/money.ts"
import type { By, CommandGenerator } from "@ops/platform/records/command.ts"
import type { Row } from "@ops/platform/records/record.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { type EntryLine, reverse } from "@ops/ledger/journal-entries/journal-entry.ts"
import { type ClientAccount, clientAccounts, CreditGained, CreditTakenBack } from "../receivables/client-account.ts"
import type { Invoice } from "../invoices/invoice.ts"
import { exchangeLine, moneyAt, receivables, clientCredits, some, worth } from "../posting-lines.ts"

interface Reversed {
  readonly payment: {
    readonly id: number
    readonly clientId: number
    readonly currency: Row<typeof Invoice>["currency"]
    readonly amount: number
    readonly amountUsd: number
    readonly method: string
  }
  readonly entryId: number
  readonly parts: ReadonlyArray<{ readonly invoice: Row<typeof Invoice>; readonly reopened: number }>
  /** the part of it that is now the client's credit */
  readonly credited: number
  readonly account: Row<typeof ClientAccount> | undefined
}

/** The value of a reopened amount on the receivable, in cents of USD: the parts add up to the whole in any order. */
const worthReopened = ({ paidAmount, creditedAmount, rate }: Row<typeof Invoice>, amount: number) => {
  const settled = paidAmount + creditedAmount
  return toUsd(settled, rate!) - toUsd(settled - amount, rate!)
}

/**
 * The money is returned at the value at which it was received; a receivable is reopened at the rate of its invoice; credit is reversed at its current
 * value. The difference is an exchange gain or loss.
 */
export function* reversePosting(
  { payment, entryId, parts, credited, account }: Reversed,
  reason: string,
  by: By,
): CommandGenerator<{ readonly entry: ReadonlyArray<Change>; readonly gained: ReadonlyArray<Change>; readonly taken: ReadonlyArray<Change> }> {
  const { id, clientId, currency, amount, amountUsd, method } = payment
  const isCredit = method === "client_credit"
  const pool = isCredit ? { held: amount, worth: amountUsd } : { held: 0, worth: 0 }
  const held = (currency === "USD" ? (account?.creditUsd ?? 0) : (account?.creditSsp ?? 0)) + pool.held
  const heldWorth = currency === "USD" ? held : (account?.creditSspWorth ?? 0) + pool.worth
  const creditedUsd = currency === "USD" ? credited : credited === 0 ? 0 : allocate(heldWorth, [credited, held - credited])[0]!
  const open = parts.filter(({ reopened }) => reopened > 0).map(({ invoice, reopened }) => ({ reopened, usd: worthReopened(invoice, reopened) }))
  const back = creditedUsd + open.reduce((sum, { usd }) => sum + usd, 0)
  const lines: ReadonlyArray<EntryLine> = [
    ...open.map(({ reopened, usd }) => ({ account: receivables, debit: reopened, ...worth(currency, usd), clientId })),
    ...some(credited, { account: clientCredits, debit: credited, ...worth(currency, creditedUsd), clientId }),
    { account: isCredit ? clientCredits : moneyAt(method, currency), credit: amount, ...worth(currency, amountUsd), clientId },
    ...exchangeLine(amountUsd - back, clientId),
  ]
  return {
    entry: yield* reverse(entryId, by.today, reason, by, [], { lines }),
    gained: isCredit ? [clientAccounts.at(clientId, CreditGained({ clientId, currency, amount, usd: amountUsd }))] : [],
    taken: credited > 0 ? [clientAccounts.at(clientId, CreditTakenBack({ currency, amount: credited, usd: creditedUsd, paymentId: id }))] : [],
  }
}
