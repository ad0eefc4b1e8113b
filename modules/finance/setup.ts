/** The initial setup of finance: the account of each category, and the approval limits. Finance can change both. */
import { Effect } from "effect"
import { system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { openingAccount } from "@ops/ledger/accounts/account.ts"
import { mapCategory } from "./expense-categories/category.ts"
import { setPettyCashLimit } from "./petty-cash/policy.ts"
import { setExpenseLimit } from "./expense-requests/policy.ts"

const categories = {
  transport: "6200",
  fuel: "6200",
  supplies: "5200",
  maintenance: "6300",
  marketing: "6600",
  office: "6500",
  staff_feeding: "5100",
  utilities: "6400",
  other: "6900",
  contractors: "6130",
  // the categories of petty cash
  marketing_materials: "6600",
  entertainment: "6600",
  office_supplies: "6500",
  meals: "5100",
  // frequent names of transactions
  salaries: "6100",
  bank_charges: "6900",
  catering_sales: "4100",
  other_income: "4900",
  // bills of the earlier books that were open when these began
  opening_balance: openingAccount,
}

/** The limit up to which each level that approves expenses approves alone; cents, USD. Above it two must approve, one of them of level 10. */
const alone = 500_000

/** The levels that approve petty cash, with their limits; cents, USD. */
const pettyCash: ReadonlyArray<readonly [level: number, upTo: number]> = [
  [6, 10_000],
  [7, 100_000],
  [8, 100_000],
  [10, 100_000],
]

export const setupFinance = Effect.gen(function* () {
  const by = system("setup", "2026-01-01T06:00:00.000Z")
  for (const [name, accountNumber] of Object.entries(categories)) {
    yield* execute(mapCategory, { name, accountNumber }, by, { key: `setup-category-${name}` })
  }
  for (const level of [7, 8, 10]) {
    yield* execute(setExpenseLimit, { from: "2026-01-01", level, upTo: alone }, by, { key: `setup-expense-limit-${level}` })
  }
  for (const [level, upTo] of pettyCash) {
    yield* execute(setPettyCashLimit, { from: "2026-01-01", level, upTo }, by, { key: `setup-petty-cash-limit-${level}` })
  }
})
