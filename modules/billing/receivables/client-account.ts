/** A client's account: the open invoices, and the client's credit. The record's id is the client's. Amounts are cents. */
import { Schema } from "effect"
import { BusinessDate, Literals, Money, MoneyTotal, Parts, Rate, Ref } from "@ops/platform/records/field.ts"
import { allocate, formatMoney } from "@ops/platform/money.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

const currencies = ["USD", "SSP"] as const
const owed = { invoiceId: Ref("invoice"), currency: Literals(...currencies), issueDate: BusinessDate }

export const ClientAccount = record(
  "client_account",
  {
    clientId: Ref("client"),
    /** invoices that are not settled yet, as issued */
    open: Parts(Schema.Struct({ invoiceId: Schema.Int, currency: Schema.Literals(currencies), issueDate: Schema.String })),
    creditUsd: MoneyTotal,
    creditSsp: MoneyTotal,
    /** the book value of the credit in SSP, in cents of USD */
    creditSspWorth: MoneyTotal,
    /** the amounts that conversions took from the credit in a currency (negative) and added to the other, in cents of that currency */
    conversions: Parts(Schema.Struct({ date: Schema.String, currency: Schema.Literals(currencies), amount: Schema.Int })),
  },
  { label: "Client account", title: "(select c.company_name from client c where c.id = client_id)" },
)

const credit = { currency: Literals(...currencies), amount: Money, usd: Money }
export const InvoiceOwed = event("InvoiceOwed", 1, { clientId: Ref("client"), ...owed }, ({ invoiceId }, title) => `Owes ${title("invoice", invoiceId)}`)
export const InvoiceSettled = event(
  "InvoiceSettled",
  1,
  { invoiceId: Ref("invoice") },
  ({ invoiceId }, title) => `Owes ${title("invoice", invoiceId)} no longer`,
)
export const CreditGained = event(
  "CreditGained",
  1,
  { clientId: Ref("client"), ...credit },
  ({ currency, amount }) => `Credit of ${currency} ${formatMoney(amount)} gained`,
)
export const CreditUsed = event("CreditUsed", 1, credit, ({ currency, amount }) => `Credit of ${currency} ${formatMoney(amount)} used`)
export const CreditTakenBack = event(
  "CreditTakenBack",
  1,
  { ...credit, paymentId: Ref("payment") },
  ({ currency, amount, paymentId }, title) => `Credit of ${currency} ${formatMoney(amount)} reversed: ${title("payment", paymentId)} is reversed`,
)

/** Credit in one currency was converted to the other, at a rate agreed between the payer and the company. */
export const CreditConverted = event(
  "CreditConverted",
  1,
  {
    date: BusinessDate,
    currency: Literals(...currencies),
    amount: Money,
    /** its book value, in cents of USD */
    usd: Money,
    toCurrency: Literals(...currencies),
    toAmount: Money,
    /** its value at the official rate of the date, in cents of USD; the difference is a gain or a loss */
    toUsd: Money,
    /** the agreed rate: hundredths of SSP per dollar */
    rate: Rate,
  },
  ({ currency, amount, toCurrency, toAmount, rate }) =>
    `Credit of ${currency} ${formatMoney(amount)} converted to ${toCurrency} ${formatMoney(toAmount)} at ${formatMoney(rate)} SSP per USD`,
)

type Account = Row<typeof ClientAccount>
const opened = (account: Account | null, clientId: number) => account ?? { clientId, open: [], creditUsd: 0, creditSsp: 0, creditSspWorth: 0, conversions: [] }
const changed = <A extends Pick<Account, "creditUsd" | "creditSsp" | "creditSspWorth">>(account: A, currency: "USD" | "SSP", amount: number, usd: number): A =>
  currency === "USD"
    ? { ...account, creditUsd: account.creditUsd + amount }
    : { ...account, creditSsp: account.creditSsp + amount, creditSspWorth: account.creditSspWorth + usd }

export const clientAccounts = stream(ClientAccount, InvoiceOwed, InvoiceSettled, CreditGained, CreditUsed, CreditTakenBack, CreditConverted).fold({
  InvoiceOwed: (account, { clientId, ...owed }) => {
    const known = opened(account, clientId)
    return { ...known, open: [...known.open, owed] }
  },
  InvoiceSettled: (account, { invoiceId }) => ({ ...account, open: account.open.filter((owed) => owed.invoiceId !== invoiceId) }),
  CreditGained: (account, { clientId, currency, amount, usd }) => changed(opened(account, clientId), currency, amount, usd),
  CreditUsed: (account, { currency, amount, usd }) => changed(account, currency, -amount, -usd),
  CreditTakenBack: (account, { currency, amount, usd }) => changed(account, currency, -amount, -usd),
  CreditConverted: (account, { date, currency, amount, usd, toCurrency, toAmount, toUsd }) => ({
    ...changed(changed(account, currency, -amount, -usd), toCurrency, toAmount, toUsd),
    conversions: [...account.conversions, { date, currency, amount: -amount }, { date, currency: toCurrency, amount: toAmount }],
  }),
})

/** The client's credit in a currency, in cents. */
export const creditIn = (account: Account | undefined, currency: "USD" | "SSP"): number =>
  account === undefined ? 0 : currency === "USD" ? account.creditUsd : account.creditSsp

/** The book value of an amount of the client's credit, in cents of USD: its share of the whole. */
export const creditWorth = (account: Account | undefined, currency: "USD" | "SSP", amount: number): number =>
  currency === "USD" ? amount : allocate(account!.creditSspWorth, [amount, account!.creditSsp - amount])[0]!
