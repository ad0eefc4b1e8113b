/**
 * A client's account: the open invoices, and the client's credit. The record's id is
 * the client's. Amounts are cents.
 */
import { Schema } from "effect"
import { BusinessDate, Literals, Money, MoneyTotal, Parts, Ref } from "@ops/platform/records/field.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

const currencies = ["USD", "SSP"] as const
const owed = { invoiceId: Ref("invoice"), currency: Literals(...currencies), issueDate: BusinessDate }

export const ClientAccount = record(
  "client_account",
  {
    clientId: Ref("client"),
    /** invoices not settled yet, as they were issued */
    open: Parts(Schema.Struct({ invoiceId: Schema.Int, currency: Schema.Literals(currencies), issueDate: Schema.String })),
    creditUsd: MoneyTotal,
    creditSsp: MoneyTotal,
    /** the value of the credit in SSP in the books, cents of USD */
    creditSspWorth: MoneyTotal,
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

type Account = Row<typeof ClientAccount>
const opened = (account: Account | null, clientId: number) => account ?? { clientId, open: [], creditUsd: 0, creditSsp: 0, creditSspWorth: 0 }
const changed = <A extends Pick<Account, "creditUsd" | "creditSsp" | "creditSspWorth">>(account: A, currency: "USD" | "SSP", amount: number, usd: number): A =>
  currency === "USD"
    ? { ...account, creditUsd: account.creditUsd + amount }
    : { ...account, creditSsp: account.creditSsp + amount, creditSspWorth: account.creditSspWorth + usd }

export const clientAccounts = stream(ClientAccount, InvoiceOwed, InvoiceSettled, CreditGained, CreditUsed, CreditTakenBack).fold({
  InvoiceOwed: (account, { clientId, ...owed }) => {
    const known = opened(account, clientId)
    return { ...known, open: [...known.open, owed] }
  },
  InvoiceSettled: (account, { invoiceId }) => ({ ...account, open: account.open.filter((owed) => owed.invoiceId !== invoiceId) }),
  CreditGained: (account, { clientId, currency, amount, usd }) => changed(opened(account, clientId), currency, amount, usd),
  CreditUsed: (account, { currency, amount, usd }) => changed(account, currency, -amount, -usd),
  CreditTakenBack: (account, { currency, amount, usd }) => changed(account, currency, -amount, -usd),
})

/** The client's credit in a currency, cents. */
export const creditIn = (account: Account | undefined, currency: "USD" | "SSP"): number =>
  account === undefined ? 0 : currency === "USD" ? account.creditUsd : account.creditSsp
