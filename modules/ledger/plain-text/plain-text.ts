/** The books as text that other programs can check: Beancount and hledger. Both sum every entry themselves. */
import { addDays } from "@ops/platform/calendar.ts"
import { formatMoney, parseMoney } from "@ops/platform/money.ts"

export const plainTextFormats = ["beancount", "hledger"] as const
export type PlainTextFormat = (typeof plainTextFormats)[number]

interface Account {
  readonly accountNumber: string
  readonly accountName: string
  readonly accountType: "asset" | "liability" | "equity" | "income" | "expense"
}
interface Line {
  readonly accountNumber: string
  readonly debitAmount: string
  readonly creditAmount: string
  readonly debitUsd: string
  readonly creditUsd: string
}
interface Entry {
  readonly entryNumber: string
  readonly entryDate: string
  readonly description: string
  readonly reference: string | null
  readonly currency: string
  readonly lines: ReadonlyArray<Line>
}
/** The balance of an account in a currency from the general ledger, on the account's normal side. */
interface Balance {
  readonly accountNumber: string
  readonly currency: string
  readonly closing: string
}
export interface Books {
  readonly company: string
  /** the last day of the export */
  readonly asAt: string
  readonly accounts: ReadonlyArray<Account>
  /** by date and number */
  readonly entries: ReadonlyArray<Entry>
  readonly balances: ReadonlyArray<Balance>
}

const groups = { asset: "Assets", liability: "Liabilities", equity: "Equity", income: "Income", expense: "Expenses" } as const
const cents = (text: string) => parseMoney(text) ?? 0
const amountOf = ({ debitAmount, creditAmount }: Line) => cents(debitAmount) - cents(creditAmount)
const worthOf = ({ debitUsd, creditUsd }: Line) => cents(debitUsd) - cents(creditUsd)
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim()

/** The differences between the two formats. */
interface Syntax {
  readonly name: (account: Account) => string
  readonly head: (books: Books) => ReadonlyArray<string>
  readonly open: (name: string, from: string) => string
  readonly title: (entry: Entry) => ReadonlyArray<string>
  readonly balance: (day: string, name: string, amount: string) => ReadonlyArray<string>
}
const syntaxes: Readonly<Record<PlainTextFormat, Syntax>> = {
  beancount: {
    // a component of an account name starts with a capital letter or a digit, and consists of letters, digits and hyphens
    name: ({ accountType, accountNumber, accountName }) =>
      `${groups[accountType]}:${`${accountNumber}-${accountName}`.replace(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "")}`,
    head: ({ company }) => [`option "title" "${company.replace(/["\\]/g, "")}"`, 'option "operating_currency" "USD"', 'option "operating_currency" "SSP"'],
    open: (name, from) => `${from} open ${name}`,
    title: ({ entryDate, entryNumber, description, reference }) => [
      `${entryDate} * "${oneLine(description).replace(/["\\]/g, "'")}" ^${entryNumber}`,
      ...(reference ? [`  reference: "${oneLine(reference).replace(/["\\]/g, "'")}"`] : []),
    ],
    // a balance assertion applies at the beginning of the day
    balance: (day, name, amount) => [`${addDays(day, 1)} balance ${name}  ${amount}`],
  },
  hledger: {
    // two spaces end an account name
    name: ({ accountType, accountNumber, accountName }) => `${groups[accountType]}:${oneLine(`${accountNumber} ${accountName}`).replace(/[:;]/g, "-")}`,
    head: ({ company }) => [`; ${company}`, "commodity USD", "commodity SSP"],
    open: (name) => `account ${name}`,
    title: ({ entryDate, entryNumber, description, reference }) => [
      `${entryDate} * (${entryNumber}) ${oneLine(`${description}${reference ? ` (${reference})` : ""}`).replaceAll(";", ",")}`,
    ],
    balance: (day, name, amount) => [`${day} * Balance by the general ledger`, `    ${name}  0.00 ${amount.slice(-3)} = ${amount}`],
  },
}

/**
 * The complete books up to a day. An amount in SSP is followed by its USD amount, as posted, so that each entry also balances in USD. The balances at the end
 * are those of the general ledger, which are summed separately: the importing program compares them with its own.
 */
export const plainText = (format: PlainTextFormat, books: Books): string => {
  const { asAt, accounts, entries, balances } = books
  const { name, head, open, title, balance } = syntaxes[format]
  const names = new Map(accounts.map((account) => [account.accountNumber, name(account)]))
  const types = new Map(accounts.map(({ accountNumber, accountType }) => [accountNumber, accountType]))
  const posting = (line: Line, currency: string) => {
    const [amount, usd] = [amountOf(line), worthOf(line)]
    if (amount === 0 && usd === 0) return []
    // exchange differences have only a USD amount
    const text =
      amount === 0 ? `${formatMoney(usd)} USD` : `${formatMoney(amount)} ${currency}${currency === "USD" ? "" : ` @@ ${formatMoney(Math.abs(usd))} USD`}`
    return [`    ${names.get(line.accountNumber)}  ${text}`]
  }
  /** The sum of an account's exchange differences, which have only a USD amount; the general ledger lists them among the SSP entries. */
  const worthAlone = (accountNumber: string) =>
    entries
      .flatMap(({ currency, lines }) => (currency === "USD" ? [] : lines))
      .filter((line) => line.accountNumber === accountNumber && amountOf(line) === 0)
      .reduce((sum, line) => sum + worthOf(line), 0)
  const from = entries[0]?.entryDate ?? asAt
  const stated = balances.map(({ accountNumber, currency, closing }) => {
    const isCredit = ["liability", "equity", "income"].includes(types.get(accountNumber) ?? "")
    const net = (isCredit ? -1 : 1) * cents(closing) + (currency === "USD" ? worthAlone(accountNumber) : 0)
    return balance(asAt, names.get(accountNumber) ?? "", `${formatMoney(net || 0)} ${currency}`)
  })
  const parts = [
    head(books),
    accounts.map((account) => open(name(account), from)),
    ...entries.map((entry) => [...title(entry), ...entry.lines.flatMap((line) => posting(line, entry.currency))]),
    ...stated,
  ]
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`
}
