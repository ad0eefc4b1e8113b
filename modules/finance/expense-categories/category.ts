/** The account that each category of expense or transaction is posted to. */
import { wordOf } from "@ops/platform/text.ts"
import { holds } from "@ops/platform/access/levels.ts"
import { command, conflict, find, forbidden, invalid, newId, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { Line } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { accounts } from "@ops/ledger/accounts/account.ts"
import { moneyAccounts } from "../shared/postings.ts"

/** The suspense account: postings without a mapped account wait there, and block the close of a period. */
export const unmapped = "1990"

const facts = { name: Line(100), accountNumber: Line(20) }
export const ExpenseCategory = record("expense_category", facts, {
  label: "Category",
  title: "name",
  unique: [{ fields: ["name"], sentence: "This category already exists" }],
})
export const CategoryMapped = event("CategoryMapped", 1, facts, ({ name, accountNumber }) => `${wordOf(name)} goes to account ${accountNumber}`)
export const expenseCategories = stream(ExpenseCategory, CategoryMapped).fold({ CategoryMapped: (_, category) => category })

/** The normalised name of a category in any spelling: "Bank Charges" is bank_charges. */
export const nameOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "_")

/** The account of a category; undefined if it has none. */
export function* accountFor(category: string): CommandGenerator<string | undefined> {
  return (yield* find(expenseCategories, { name: nameOf(category) }))?.accountNumber
}

/** Sets the account of a category from now on. Earlier postings stay where they are. */
export const mapCategory = command("expense_category.map", function* (input: { readonly name: string; readonly accountNumber: string }, by) {
  if (by.person !== null && !holds(by, "finance.full")) throw forbidden("Only finance can set the account of a category")
  const name = nameOf(input.name)
  if (name === "" || name.length > 100) throw invalid("Category is required")
  const { accountNumber } = input
  const account = yield* find(accounts, { accountNumber })
  if (!account) throw invalid(`There is no account ${accountNumber}`)
  if (!account.isActive) throw conflict(`Account ${accountNumber} ${account.accountName} is closed`)
  if (accountNumber === unmapped || moneyAccounts.includes(accountNumber)) {
    throw invalid(`Account ${accountNumber} ${account.accountName} cannot be the account of a category. Choose an expense or income account`)
  }
  const known = yield* find(expenseCategories, { name })
  if (known?.accountNumber === accountNumber) return unchanged(known.id)
  return [expenseCategories.at(known?.id ?? (yield* newId(expenseCategories)), CategoryMapped({ name, accountNumber }))]
})
