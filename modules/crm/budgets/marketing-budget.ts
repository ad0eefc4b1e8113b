/** Marketing budgets for a month, a quarter or a year, in cents of USD. Spending is taken from the books. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import { command, type By, conflict, find, forbidden, get, invalid, newId, permitted, unchanged } from "@ops/platform/records/command.ts"
import { BusinessDate, Line, Literals, Money, Optional, Ref, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { periodOf } from "../marketing/period.ts"
import { budgetCategories, budgetStatuses, periods } from "../labels.ts"

const facts = {
  category: Literals(...budgetCategories),
  allocatedAmount: Money,
  budgetPeriod: Literals(...periods),
  year: Whole,
  month: Optional(Whole),
  quarter: Optional(Whole),
  fromDay: BusinessDate,
  toDay: BusinessDate,
  /** the department of the person who set it: level 8 changes budgets of its own department */
  department: Optional(Line()),
  createdBy: Optional(Ref("person")),
}
export const MarketingBudget = record(
  "marketing_budget",
  {
    ...facts,
    /** unique key of category and period; null once the budget is closed */
    slot: Optional(Line()),
    status: Literals(...budgetStatuses),
  },
  {
    label: "Marketing budget",
    title: "category || ' ' || to_char(from_day, 'YYYY-MM')",
    unique: [{ fields: ["slot"], sentence: "There is already a budget for that period" }],
    indexes: [["fromDay"]],
  },
)
export const MarketingBudgetSet = event(
  "MarketingBudgetSet",
  1,
  { ...facts, slot: Line() },
  ({ category, fromDay, toDay }) => `Budget for ${category.replace("_", " ")} set for ${fromDay} to ${toDay}`,
)
export const MarketingBudgetChanged = event("MarketingBudgetChanged", 1, { allocatedAmount: Money, reason: Text(500) }, ({ reason }) => `Changed: ${reason}`)
export const MarketingBudgetClosed = event("MarketingBudgetClosed", 1, { reason: Text(500) }, ({ reason }) => `Closed: ${reason}`)
export const marketingBudgets = stream(MarketingBudget, MarketingBudgetSet, MarketingBudgetChanged, MarketingBudgetClosed).fold({
  MarketingBudgetSet: (_, set) => ({ ...set, status: "active" as const }),
  MarketingBudgetChanged: (row, { allocatedAmount }) => ({ ...row, allocatedAmount }),
  MarketingBudgetClosed: (row) => ({ ...row, slot: null, status: "closed" as const }),
})

const most = 1_000_000_000_00
const requireValidAmount = (amount: number) => {
  if (amount <= 0) throw invalid("Allocated amount must be greater than 0")
  if (amount > most) throw invalid("Allocated amount must be 1000000000.00 at most")
}
/** Level 8 changes what its own department set; finance and level 10 may change all. */
export const requireOwnDepartment = (by: By, department: string | null, what: string) => {
  if (by.person === null || holdsAny(by, ["budget.manage", "users.manage"])) return
  if (department?.toLowerCase() !== by.department?.toLowerCase()) throw forbidden(`You can only change ${what} of your own department`)
}

export const setMarketingBudget = command(
  "marketing_budget.set",
  "Set a marketing budget for a month, a quarter or a year",
  {
    category: facts.category,
    allocatedAmount: facts.allocatedAmount,
    budgetPeriod: withDefault("monthly", facts.budgetPeriod),
    year: facts.year,
    month: facts.month,
  },
  function* (asked, by) {
    const { category, allocatedAmount, budgetPeriod } = asked
    requireValidAmount(allocatedAmount)
    const { from, to, ...when } = periodOf({ ...asked, period: budgetPeriod })
    const slot = `${category}/${budgetPeriod}/${from}`
    if (yield* find(marketingBudgets, { slot }, { expected: false })) {
      throw conflict(`There is a ${budgetPeriod} budget for ${category.replace("_", " ")} from ${from} already. Change it`)
    }
    const facts = { category, allocatedAmount, budgetPeriod, ...when, fromDay: from, toDay: to, department: by.department, createdBy: by.person }
    return [marketingBudgets.at(yield* newId(marketingBudgets), MarketingBudgetSet({ ...facts, slot }))]
  },
)

export const changeMarketingBudget = command(
  "marketing_budget.change",
  "Change the amount of a marketing budget",
  { id: Ref("marketing_budget"), allocatedAmount: facts.allocatedAmount, reason: Line(500) },
  function* ({ id, allocatedAmount, reason }, by) {
    const row = yield* get(marketingBudgets, id)
    requireOwnDepartment(by, row.department, "budgets")
    if (row.status === "closed") throw conflict("A closed budget cannot be changed. Set a new one")
    yield* permitted()
    requireValidAmount(allocatedAmount)
    return allocatedAmount === row.allocatedAmount ? unchanged(id) : [marketingBudgets.at(id, MarketingBudgetChanged({ allocatedAmount, reason }))]
  },
)

export const closeMarketingBudget = command(
  "marketing_budget.close",
  "Close a marketing budget",
  { id: Ref("marketing_budget"), reason: Line(500) },
  function* ({ id, reason }, by) {
    const row = yield* get(marketingBudgets, id)
    requireOwnDepartment(by, row.department, "budgets")
    if (row.status === "closed") return unchanged(id)
    yield* permitted()
    return [marketingBudgets.at(id, MarketingBudgetClosed({ reason }))]
  },
)
