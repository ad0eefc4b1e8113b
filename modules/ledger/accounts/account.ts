/** The chart of accounts. Balances are not stored: they are the sums of posted lines. */
import { command, conflict, find, get, invalid, findById, newId, permitted, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { Flag, label, Line, Literals, named, Optional, partly, Ref, Text, withDefault } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

/** Equity, which opening balances of all kinds are posted against: it then has what the books begin with. */
export const openingAccount = "3000"

export const accountTypes = ["asset", "liability", "equity", "income", "expense"] as const

const facts = {
  accountNumber: Line(20),
  accountName: Line(),
  accountType: label("Type", Literals(...accountTypes)),
  subType: label("Sub-type", Optional(Line(60))),
  parentAccountId: label("Part of", Optional(Ref("account"))),
  description: Text(500),
}
export const Account = record(
  "account",
  {
    ...facts,
    isActive: label("Status", named({ true: "In use", false: "Closed" }, Flag)),
    /** whether its SSP balance is revalued to USD at each month-end: cash, receivables and payables */
    isMonetary: label("Revalued at month-end", Flag),
    /** the documents that post to it ("an invoice or a payment"), where it has a sub-ledger: it then accepts no manual journal entries */
    controlledBy: label("Kept by", Optional(Line(200))),
  },
  {
    label: "Account",
    title: "account_number || ' ' || account_name",
    unique: [{ fields: ["accountNumber"], sentence: "Another account already has this number" }],
  },
)
export const AccountOpened = event("AccountOpened", 1, facts, ({ accountNumber, accountName }) => `Account ${accountNumber} ${accountName} opened`)
export const AccountRenamed = event("AccountRenamed", 1, { accountName: Line(), description: Text(500) }, ({ accountName }) => `Renamed ${accountName}`)
export const AccountClosed = event("AccountClosed", 1, {}, () => "Account closed")
export const AccountMonetarySet = event("AccountMonetarySet", 1, { isMonetary: Flag }, ({ isMonetary }) =>
  isMonetary ? "Revalued at month-end from now on" : "No longer revalued at month-end",
)
/** From now on only documents post to the account, so that its sub-ledger agrees with it. */
export const AccountControlled = event("AccountControlled", 1, { controlledBy: Line(200) }, ({ controlledBy }) => `Kept by ${controlledBy} from now on`)
export const accounts = stream(Account, AccountOpened, AccountRenamed, AccountClosed, AccountMonetarySet, AccountControlled).fold({
  AccountOpened: (_, account) => ({
    ...account,
    isActive: true,
    isMonetary: account.accountType === "liability" || (account.accountType === "asset" && account.accountNumber < "1200"),
    controlledBy: null,
  }),
  AccountRenamed: (account, renamed) => ({ ...account, ...renamed }),
  AccountClosed: (account) => ({ ...account, isActive: false }),
  AccountMonetarySet: (account, { isMonetary }) => ({ ...account, isMonetary }),
  AccountControlled: (account, { controlledBy }) => ({ ...account, controlledBy }),
})

const requireFinance = requiring("finance.full", "Only finance can change the chart of accounts")

/** Opens an account. Its parent, if it has one, must be of the same type. */
export const openAccount = command("account.open", "Open an account", { ...facts, description: withDefault("", facts.description) }, function* (account, by) {
  requireFinance(by)
  if (account.parentAccountId !== null) {
    const parent = yield* findById(accounts, account.parentAccountId)
    if (!parent) throw invalid(`There is no account with the id ${account.parentAccountId}`)
    if (parent.accountType !== account.accountType) throw invalid(`The parent ${parent.accountNumber} is of another type: ${parent.accountType}`)
  }
  return [accounts.at(yield* newId(accounts), AccountOpened(account))]
})

/** Renames an account; its number and type stay the same. Its description and the revaluation flag change only if given. */
export const renameAccount = command(
  "account.rename",
  "Change the name of an account; its number and type stay",
  { id: Ref("account"), accountName: facts.accountName, ...partly({ description: facts.description, isMonetary: Account.schemas.isMonetary }) },
  function* ({ id, accountName, description, isMonetary }, by) {
    requireFinance(by)
    const account = yield* get(accounts, id)
    yield* permitted()
    const renamed = accounts.at(id, AccountRenamed({ accountName, description: description ?? account.description }))
    return isMonetary === undefined || isMonetary === account.isMonetary ? [renamed] : [renamed, accounts.at(id, AccountMonetarySet({ isMonetary }))]
  },
)

/** Closes an account: nothing more can be posted to it. Existing postings stay. */
export const closeAccount = command("account.close", "Close an account: no further postings", { id: Ref("account") }, function* ({ id }, by) {
  requireFinance(by)
  const { isActive, accountNumber } = yield* get(accounts, id)
  if (!isActive) throw conflict(`Account ${accountNumber} is closed already`)
  return [accounts.at(id, AccountClosed({}))]
})

/** Records which documents post to an account: from then on it accepts no manual journal entries. */
export const controlAccount = command("account.control", function* ({ accountNumber, controlledBy }: { accountNumber: string; controlledBy: string }, by) {
  requireFinance(by)
  const account = yield* find(accounts, { accountNumber })
  if (!account) throw invalid(`There is no account ${accountNumber}`)
  return account.controlledBy === controlledBy ? unchanged(account.id) : [accounts.at(account.id, AccountControlled({ controlledBy }))]
})
