/** A small company for tests of finance: three sites, a chart of accounts, categories, limits, a rate, and people of each level. */
import type { Change } from "@ops/platform/records/stream.ts"
import { AccountOpened, accounts, type accountTypes } from "@ops/ledger/accounts/account.ts"
import { exchangeRates, RateEntered } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { CategoryMapped, expenseCategories } from "./expense-categories/category.ts"
import { ExpenseLimitSet, expensePolicies } from "./expense-requests/policy.ts"

export { person, today } from "@ops/platform/testing/person.ts"

const chart: Record<string, readonly [string, (typeof accountTypes)[number]]> = {
  1000: ["Cash", "asset"],
  1010: ["Bank USD", "asset"],
  1020: ["Bank SSP", "asset"],
  1990: ["Unmapped", "asset"],
  4900: ["Other income", "income"],
  5100: ["Food cost", "expense"],
  5200: ["Kitchen supplies", "expense"],
  6200: ["Transport and fuel", "expense"],
  6300: ["Maintenance", "expense"],
  6900: ["Other expenses", "expense"],
}
const categories = { transport: "6200", fuel: "6200", supplies: "5200", maintenance: "6300", staff_feeding: "5100", other: "6900", other_income: "4900" }

export const company: ReadonlyArray<Change> = [
  ...[1, 2, 3].map((id) =>
    sites.at(id, SiteOpened({ code: `S${id}`, slug: `site-${id}`, name: `Site ${id}`, label: `Site ${id}`, client: null, location: null })),
  ),
  ...Object.entries(chart).map(([accountNumber, [accountName, accountType]], n) =>
    accounts.at(n + 1, AccountOpened({ accountNumber, accountName, accountType, subType: null, parentAccountId: null, description: "" })),
  ),
  ...Object.entries(categories).map(([name, accountNumber], n) => expenseCategories.at(n + 1, CategoryMapped({ name, accountNumber }))),
  ...[7, 8, 10].map((level) => expensePolicies.at(1, ExpenseLimitSet({ from: "2026-01-01", level, upTo: 500_000 }))),
  exchangeRates.at(1, RateEntered({ type: "official", from: "2020-01-01", rate: 130_000, source: "first", enteredBy: null })),
]

/** The number of each account of the company, by its id. */
export const accountNumbers = new Map(Object.keys(chart).map((number, n) => [n + 1, number]))
/** A posted entry as account, debit and credit per line. */
export const linesOf = (data: { readonly lines: ReadonlyArray<{ readonly accountId: number; readonly debit: number; readonly credit: number }> }) =>
  data.lines.map(({ accountId, debit, credit }) => [accountNumbers.get(accountId), debit, credit])
