/**
 * Bank and cash accounts: the statements of a bank account are imported and matched with the books, a cash account is counted. From its first day on, each
 * month-end must be reconciled. The layouts of the bank's files and the rules of finance for lines with certain words are stored with the account, each from
 * a date. Amounts are cents.
 */
import { Schema } from "effect"
import { formatMoney } from "@ops/platform/money.ts"
import { command, type By, conflict, find, get, invalid, newId, permitted } from "@ops/platform/records/command.ts"
import { refuseSimulated } from "@ops/platform/records/rules/decision.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, label, Line, Literals, Money, Optional, Parts, Ref, SiteName, Structure, Whole, withDefault } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { accounts } from "@ops/ledger/accounts/account.ts"
import { balanceAssertions, BalanceStated } from "@ops/ledger/checks/assertion.ts"
import { siteOf } from "@ops/sites/site.ts"
import { accountFor } from "../../expense-categories/category.ts"
import { currencies } from "../../shared/labels.ts"
import { moneyAccounts, moneyAt } from "../../shared/postings.ts"

const Header = Optional(Line(60))
/** The headers of the columns in the bank's table. */
const layoutFields = {
  name: Line(60),
  from: BusinessDate,
  date: label("Date column", Line(60)),
  amount: label("Amount column", Header),
  credit: label("Column of money in", Header),
  debit: label("Column of money out", Header),
  text: label("Text column", Line(60)),
  counterparty: label("Other party column", Header),
  reference: label("Reference column", Header),
  balance: label("Balance column", Header),
  days: withDefault("dmy", label("Days are written", Literals("dmy", "mdy"))),
  decimal: withDefault(".", label("Decimal sign", Literals(".", ","))),
}
const KeptLayout = Schema.Struct({
  name: Schema.String,
  from: Schema.String,
  date: Schema.String,
  amount: Schema.NullOr(Schema.String),
  credit: Schema.NullOr(Schema.String),
  debit: Schema.NullOr(Schema.String),
  text: Schema.String,
  counterparty: Schema.NullOr(Schema.String),
  reference: Schema.NullOr(Schema.String),
  balance: Schema.NullOr(Schema.String),
  days: Schema.Literals(["dmy", "mdy"]),
  decimal: Schema.Literals([".", ","]),
})

/** A rule for lines with these words, from one date until another: the category and site of the transaction drafted from such a line. */
const ruleFields = {
  contains: label("Words", Line(100)),
  side: label("Money", Literals("in", "out")),
  category: Line(100),
  siteId: Ref("site"),
  from: BusinessDate,
}
const KeptRule = Schema.Struct({
  rule: Schema.Int,
  contains: Schema.String,
  side: Schema.Literals(["in", "out"]),
  category: Schema.String,
  siteId: Schema.Int,
  from: Schema.String,
  until: Schema.NullOr(Schema.String),
})
/** The balance at the end of a day, and the statement that shows it. */
const Closing = Schema.Struct({ date: Schema.String, balance: Schema.Int, statementId: Schema.Int })
/**
 * A day whose balance was reconciled: the balance by the bank or the count, the amount in transit, and the balance assertion that the books are checked
 * against.
 */
const Reconciled = Schema.Struct({
  date: Schema.String,
  balance: Schema.Int,
  inTransit: Schema.Int,
  assertionId: Schema.Int,
  by: Schema.NullOr(Schema.Int),
})

const facts = {
  name: Line(100),
  accountNumber: label("Account", Line(20)),
  currency: Literals(...currencies),
  kind: Literals("bank", "cash"),
  /** the number or IBAN that the bank's files use */
  bankNumber: label("Bank account number", Optional(Line(60))),
  /** the first day that is reconciled */
  from: label("Reconciled from", BusinessDate),
  /** the balance at the end of the day before */
  opening: label("Balance before that day", Money),
}
export const BankAccount = record(
  "bank_account",
  { ...facts, layouts: Parts(KeptLayout), rules: Parts(KeptRule), closings: Parts(Closing), reconciled: Parts(Reconciled) },
  {
    label: "Bank account",
    title: "name",
    unique: [{ fields: ["accountNumber", "currency"], sentence: "This account already exists in this currency" }],
  },
)
export const BankAccountOpened = event("BankAccountOpened", 1, facts, ({ name, from }) => `${name} is reconciled from ${from}`)
export const BankLayoutKept = event("BankLayoutKept", 1, { layout: Structure(KeptLayout) }, ({ layout }) => `Layout "${layout.name}" from ${layout.from}`)
export const BankRuleKept = event(
  "BankRuleKept",
  1,
  { ...ruleFields, rule: Whole, lineId: Optional(Ref("bank_line")), keptBy: Optional(Ref("person")) },
  ({ contains, side, category, from }) => `Money ${side} with "${contains}" is ${category} from ${from}`,
)
export const BankRuleEnded = event(
  "BankRuleEnded",
  1,
  { rule: Whole, until: BusinessDate, endedBy: Optional(Ref("person")) },
  ({ rule, until }) => `Rule ${rule} ends on ${until}`,
)
export const BankBalanceKnown = event(
  "BankBalanceKnown",
  1,
  { date: BusinessDate, balance: Money, statementId: Ref("bank_statement") },
  ({ date, balance }) => `Holds ${formatMoney(balance)} on ${date}`,
)
export const BankReconciled = event(
  "BankReconciled",
  1,
  { date: BusinessDate, balance: Money, inTransit: Money, assertionId: Ref("balance_assertion"), reconciledBy: Optional(Ref("person")) },
  ({ date, balance, inTransit }) => `Reconciled on ${date}: ${formatMoney(balance)}${inTransit === 0 ? "" : `, and ${formatMoney(inTransit)} in transit`}`,
)

const byDate = <Dated extends { readonly date: string }>(dated: ReadonlyArray<Dated>, one: Dated) =>
  [...dated.filter(({ date }) => date !== one.date), one].toSorted((a, b) => a.date.localeCompare(b.date))

export const bankAccounts = stream(BankAccount, BankAccountOpened, BankLayoutKept, BankRuleKept, BankRuleEnded, BankBalanceKnown, BankReconciled).fold({
  BankAccountOpened: (_, opened) => ({ ...opened, layouts: [], rules: [], closings: [], reconciled: [] }),
  BankLayoutKept: (account, { layout }) => ({
    ...account,
    layouts: [...account.layouts.filter(({ name, from }) => name !== layout.name || from !== layout.from), layout],
  }),
  BankRuleKept: (account, { lineId: _, keptBy: __, ...rule }) => ({ ...account, rules: [...account.rules, { ...rule, until: null }] }),
  BankRuleEnded: (account, { rule, until }) => ({ ...account, rules: account.rules.map((kept) => (kept.rule === rule ? { ...kept, until } : kept)) }),
  BankBalanceKnown: (account, closing) => ({ ...account, closings: byDate(account.closings, closing) }),
  BankReconciled: (account, { reconciledBy, ...reconciled }) => ({ ...account, reconciled: byDate(account.reconciled, { ...reconciled, by: reconciledBy }) }),
})
export type Account = Row<typeof BankAccount>

export const requireCashier = requiring(["payments.process"], "Only finance can manage bank accounts")
export const rejectSimulated = (by: By) => refuseSimulated(by, "work with bank accounts")

/** Opens an account: from its first day on, every month-end must be reconciled. */
export const openBankAccount = command(
  "bank_account.open",
  "Add a bank or cash account to reconcile at each month-end, from a date",
  { ...facts, kind: withDefault("bank", facts.kind) },
  function* (input, by) {
    requireCashier(by)
    const { accountNumber, currency, kind } = input
    if (!moneyAccounts.includes(accountNumber)) throw invalid("Choose 1000 Cash, 1010 Bank USD or 1020 Bank SSP")
    if ((accountNumber === "1000") !== (kind === "cash"))
      throw invalid(kind === "cash" ? "Cash must use account 1000" : "Account 1000 is cash and is counted. Add it as cash")
    if (kind === "bank" && accountNumber !== moneyAt("bank_transfer", currency)) throw invalid(`Account ${accountNumber} does not hold ${currency}`)
    if (!(yield* find(accounts, { accountNumber }))) throw invalid(`There is no account ${accountNumber}`)
    if (input.from > by.today) throw invalid("The first day cannot be in the future")
    if (yield* find(bankAccounts, { accountNumber, currency }, { expected: false })) throw conflict("This account already exists in this currency")
    return [bankAccounts.at(yield* newId(bankAccounts), BankAccountOpened(input))]
  },
)

/** Saves the layout of the bank's tables from a date; earlier layouts stay. */
export const keepLayout = command(
  "bank_account.keep-layout",
  "Save the column layout of the bank's CSV or XLSX files, from a date",
  { id: Ref("bank_account"), ...layoutFields, from: Optional(layoutFields.from) },
  function* ({ id, ...layout }, by) {
    requireCashier(by)
    yield* get(bankAccounts, id)
    yield* permitted()
    const sides = layout.credit !== null && layout.debit !== null
    if ((layout.amount !== null) === sides) throw invalid("Choose one column for the amount, or one for money in and one for money out")
    return [bankAccounts.at(id, BankLayoutKept({ layout: { ...layout, from: layout.from ?? by.today } }))]
  },
)

/** The number of the next rule of an account. */
export const nextRule = ({ rules }: Pick<Account, "rules">) => Math.max(0, ...rules.map(({ rule }) => rule)) + 1

/** Saves a rule for lines with certain words, from a date. */
export const keepRule = command(
  "bank_account.keep-rule",
  "Save a rule that sets the category of lines with certain words, from a date",
  { id: Ref("bank_account"), ...ruleFields, siteId: SiteName, from: Optional(ruleFields.from) },
  function* ({ id, ...rule }, by) {
    requireCashier(by)
    const account = yield* get(bankAccounts, id)
    yield* permitted()
    const site = yield* siteOf(rule.siteId, by)
    if ((yield* accountFor(rule.category)) === undefined) throw invalid(`There is no account for the category "${rule.category}". Set one first`)
    return [
      bankAccounts.at(id, BankRuleKept({ ...rule, siteId: site.id, from: rule.from ?? by.today, rule: nextRule(account), lineId: null, keptBy: by.person })),
    ]
  },
)

/** Ends a rule; earlier proposals stay as they were decided. */
export const endRule = command(
  "bank_account.end-rule",
  "End a rule; lines up to that day keep it",
  { id: Ref("bank_account"), rule: Whole, until: Optional(BusinessDate) },
  function* ({ id, rule, until }, by) {
    requireCashier(by)
    const account = yield* get(bankAccounts, id)
    yield* permitted()
    const kept = account.rules.find((each) => each.rule === rule)
    if (!kept) throw invalid(`${account.name} has no rule ${rule}`)
    if (kept.until !== null) throw conflict(`This rule ended on ${kept.until}`)
    return [bankAccounts.at(id, BankRuleEnded({ rule, until: until ?? by.today, endedBy: by.person }))]
  },
)

/** The balances of an account at the end of a day, as just read. Amounts are cents. */
export interface Standing {
  /** in the books, including late entries */
  readonly books: number
  /** in the books and not yet at the bank */
  readonly inTransit: number
  /** from the lines of its statements; null if they do not reach the day */
  readonly bank: number | null
  readonly openLines: number
}

/** Why an account cannot be reconciled; undefined if it can. */
export const reconcilingFault = (
  { kind, currency }: Pick<Account, "kind" | "currency">,
  date: string,
  balance: number,
  { books, inTransit, bank, openLines }: Standing,
) => {
  const money = (cents: number) => `${currency} ${formatMoney(cents)}`
  if (kind === "cash") {
    return balance === books
      ? undefined
      : `The books have ${money(books)}, ${money(balance)} was counted. Post the difference of ${money(balance - books)} first`
  }
  if (bank === null) return `The imported statements do not reach ${date}. Import the rest first`
  if (bank !== balance) return `By its statements the balance is ${money(bank)} on ${date}, not ${money(balance)}`
  if (openLines > 0) return `${openLines === 1 ? "One line" : `${openLines} lines`} of the bank up to ${date} ${openLines === 1 ? "is" : "are"} not matched`
  if (books - inTransit !== balance) {
    return `The books have ${money(books)}, of which ${money(inTransit)} had not reached the bank; the bank has ${money(balance)}. ${money(books - inTransit - balance)} is not explained`
  }
  return undefined
}

interface Reconciling {
  readonly id: number
  readonly date: string
  /** by the statement or the count; null takes the balance of the imported statements */
  readonly balance: number | null
  readonly standing: Standing
}

/**
 * Reconciles the end of a day: the balance by the bank or the count plus the amount in transit must equal the books, which are checked against it from then
 * on.
 */
export const reconcile = command("bank_account.reconcile", function* ({ id, date, balance: asked, standing }: Reconciling, by) {
  requireCashier(by)
  rejectSimulated(by)
  const account = yield* get(bankAccounts, id)
  const { name, accountNumber, currency, kind, from, reconciled } = account
  if (date > by.today) throw invalid("Date cannot be in the future")
  if (date < from) throw invalid(`${name} is reconciled from ${from}`)
  const known = reconciled.find((each) => each.date === date)
  if (known && (yield* get(balanceAssertions, known.assertionId)).status === "standing") throw conflict(`${name} is reconciled on ${date} already`)
  const balance = asked ?? standing.bank
  if (balance === null) throw invalid(kind === "cash" ? "Enter the counted amount" : reconcilingFault(account, date, 0, standing)!)
  const fault = reconcilingFault(account, date, balance, standing)
  if (fault !== undefined) throw conflict(fault)
  const assertionId = yield* newId(balanceAssertions)
  const { inTransit } = standing
  const transit = inTransit === 0 ? "" : `; ${currency} ${formatMoney(inTransit)} in transit`
  const source = kind === "cash" ? `Count of ${name}` : `Bank statement of ${name}: ${currency} ${formatMoney(balance)}${transit}`
  return [
    bankAccounts.at(id, BankReconciled({ date, balance, inTransit, assertionId, reconciledBy: by.person })),
    balanceAssertions.at(
      assertionId,
      BalanceStated({ accountNumber, currency, date, amount: balance + inTransit, source: source.slice(0, 300), enteredBy: by.person, clientId: null }),
    ),
  ]
})
