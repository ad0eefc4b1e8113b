/** Money in one currency that settles amounts owed in the other, at a rate agreed between the payer and the company. Amounts are cents. */
import { tooLarge } from "@ops/platform/decimal-input.ts"
import { mostWhole } from "@ops/platform/quantity.ts"
import { formatMoney, mostCents, proportion } from "@ops/platform/money.ts"
import { type By, command, conflict, findById, forbidden, invalid } from "@ops/platform/records/command.ts"
import { toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { dollarIn } from "../invoices/invoice.ts"
import { clientAccounts, CreditConverted, creditIn, creditWorth } from "../receivables/client-account.ts"
import { requireCashier } from "./cashier.ts"

export type Currency = "USD" | "SSP"
export const otherThan = (currency: Currency): Currency => (currency === "USD" ? "SSP" : "USD")

/** Converts an amount to the other currency, at this many hundredths of SSP per dollar. Refuses a result that is too large for an amount. */
export const converted = (amount: number, from: Currency, rate: number): number => {
  const result = from === "USD" ? proportion(amount, rate, 100) : proportion(amount, 100, rate)
  if (result > mostCents) throw invalid(`${from} ${formatMoney(amount)} at ${formatMoney(rate)} SSP per USD is more than an amount can be`)
  return result
}

/** The agreed rate may differ from the official one; beyond this factor it is taken for a typing error, unless a person of level 10 enters it. */
const furthest = 10
/** Refuses an implausible rate; returns it in hundredths of SSP per dollar. */
export const requireRate = (rate: number, official: number, by: By): number => {
  if (rate <= 0) throw invalid("Exchange rate must be greater than 0")
  if (rate > mostWhole) throw invalid(`Exchange rate ${tooLarge(mostWhole, 100)(rate)}`)
  const isFar = rate > official * furthest || rate * furthest < official
  if (isFar && by.level < 10) {
    throw forbidden(`The exchange rate ${formatMoney(rate)} is far from the official ${formatMoney(official)} SSP per USD. Check it, or ask a level 10 user`)
  }
  return rate
}

export interface Converting {
  readonly clientId: number
  /** the amount to convert, and its currency */
  readonly currency: Currency
  readonly amount: number
  /** hundredths of SSP per dollar; null means today's official rate */
  readonly rate: number | null
}

/** Converts a client's credit to the other currency; the difference in book value is an exchange gain or loss. 409 if the amount exceeds the credit. */
export const convertCredit = command("client_account.convert", function* ({ clientId, currency, amount, rate: agreed }: Converting, by) {
  requireCashier(by)
  const account = yield* findById(clientAccounts, clientId)
  const credit = creditIn(account, currency)
  if (amount <= 0) throw invalid("Amount must be greater than 0")
  if (amount > credit) throw conflict(credit === 0 ? `This client has no credit in ${currency}` : `The client's credit is ${currency} ${formatMoney(credit)}`)
  const official = yield* dollarIn("SSP", by.today)
  const rate = requireRate(agreed ?? official, official, by)
  const toCurrency = otherThan(currency)
  const toAmount = converted(amount, currency, rate)
  if (toAmount === 0) throw invalid(`${currency} ${formatMoney(amount)} amounts to zero in ${toCurrency}`)
  const toUsdWorth = toCurrency === "USD" ? toAmount : toUsd(toAmount, official)
  const usd = creditWorth(account, currency, amount)
  return [clientAccounts.at(clientId, CreditConverted({ date: by.today, currency, amount, usd, toCurrency, toAmount, toUsd: toUsdWorth, rate }))]
})
