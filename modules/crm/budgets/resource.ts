/** The resource of marketing budgets. Money is a number of USD. */
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { changeMarketingBudget, closeMarketingBudget, marketingBudgets as stream, setMarketingBudget } from "./marketing-budget.ts"
import { READERS, sets, spending } from "../marketing/permissions.ts"
import { spentOfBudget, usd } from "../queries.ts"

const remaining = "r.allocated_amount - g.spent"
const money = {
  fields: {
    allocatedAmount: usd("Allocated (USD)", "r.allocated_amount"),
    spentAmount: usd("Spent (USD)", "g.spent"),
    remainingAmount: usd("Remaining (USD)", remaining),
  },
  from: `cross join lateral (select ${spentOfBudget("r")} as spent) g`,
  dependsOn: spending,
  sorts: { spentAmount: "g.spent", remainingAmount: remaining },
} as const

export const marketingBudgets = resource("marketingBudgets", stream, {
  path: "/api/crm/marketing-budgets",
  noun: ["marketing budget", "marketing budgets"],
  answer: "MarketingBudget",
  area: "marketing",
  read: { may: READERS, rows: everyRow(), history: false, acrossSites: "session" },
  hidden: ["allocatedAmount", "slot", "department", "createdBy"],
  joins: [money],
  titles: { fromDay: "From", toDay: "To", allocatedAmount: "Allocated (USD)" },
  list: {
    columns: ["category", "fromDay", "toDay", "allocatedAmount", "spentAmount", "remainingAmount", "status"],
    filters: ["status", "category", "year", "month"],
    sorts: ["fromDay", "category", "allocatedAmount", "spentAmount", "remainingAmount", "status"],
    order: "-fromDay,category",
    search: ["category"],
    date: "fromDay",
    file: "Marketing budgets",
  },
  commands: {
    set: creates(setMarketingBudget, sets),
    change: updates(changeMarketingBudget, { ...sets, method: "PATCH", path: "" }),
    close: updates(closeMarketingBudget, { ...sets, method: "PUT" }),
  },
})
