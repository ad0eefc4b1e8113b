/** A company with two stores and the stock accounts, for tests. */
import { type Account, AccountOpened, accounts } from "@ops/ledger/accounts/account.ts"
import { journalEntries } from "@ops/ledger/journal-entries/journal-entry.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { givenAt, type Then } from "@ops/platform/testing/given.ts"
import { SiteOpened, sites } from "@ops/sites/site.ts"
import { StockItemAdded, StockItemCosted, stockItems } from "./items/stock-item.ts"

type AccountType = Row<typeof Account>["accountType"]
const chart: ReadonlyArray<readonly [string, string, AccountType]> = [
  ["1200", "Stock", "asset"],
  ["2050", "Goods received, not billed", "liability"],
  ["3000", "Equity", "equity"],
  ["5100", "Food cost", "expense"],
  ["5110", "Stock losses", "expense"],
  ["5200", "Kitchen supplies", "expense"],
  ["5300", "Facilities services cost", "expense"],
]
const site = (id: number, code: string, name: string) =>
  sites.at(id, SiteOpened({ code, slug: code.toLowerCase(), name, label: name, client: "SLB", location: null }))
const item = (id: number, name: string, category: "other" | "cleaning_supplies", unit: string) =>
  stockItems.at(id, StockItemAdded({ name, category, unit, description: null, preferredVendorId: null }))

/** Diesel (1), without a usual cost, and chlorine (2), at USD 5.00; Unity State (1) and Juba (2). */
export const stores = [
  site(1, "US", "Unity State"),
  site(2, "JB", "Juba"),
  item(1, "Diesel", "other", "litre"),
  item(2, "Chlorine", "cleaning_supplies", "kg"),
  stockItems.at(2, StockItemCosted({ unitCost: 500, costAccount: null })),
  ...chart.map(([accountNumber, accountName, accountType], n) =>
    accounts.at(n + 1, AccountOpened({ accountNumber, accountName, accountType, subType: null, parentAccountId: null, description: "" })),
  ),
]

/** The postings of a command: account, cents (debit above 0), site. */
export const postedOf = (then: Then) =>
  then.events
    .filter(([stream, type]) => stream.startsWith(journalEntries.record.kind) && type === "JournalPosted")
    .flatMap(([, , { lines }]) =>
      lines.map(({ accountId, debit, credit, siteId }: { accountId: number; debit: number; credit: number; siteId: number }) => [
        chart[accountId - 1]![0],
        debit - credit,
        siteId,
      ]),
    )

export const keeper: By = { ...system("test", givenAt), actor: "person:6", person: 6, level: 6, permissions: ["inventory.manage"] }
export const operative: By = { ...keeper, actor: "person:3", person: 3, level: 3, permissions: ["inventory.view", "operations.basic"] }
