/** Company policy on expenses, by date: the highest amount that one person of a level may approve. Cents, USD. */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { command, forbidden, findById } from "@ops/platform/records/command.ts"
import { BusinessDate, Money, Parts, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { limitOn } from "@ops/ledger/journal-drafts/journal-policy.ts"

const Limit = Schema.Struct({ from: BusinessDate, level: Schema.Int, upTo: Schema.Int })

/** Approval limits of expenses: one record, id 1. A level without a row approves nothing; above the limit two people must approve. */
export const ExpensePolicy = record("expense_policy", { limits: Parts(Limit) }, { label: "Expense policy", title: "'Expense approval limits'" })
export const ExpenseLimitSet = event(
  "ExpenseLimitSet",
  1,
  { from: BusinessDate, level: Whole, upTo: Money },
  ({ level, upTo, from }) => `Level ${level} approves expenses up to USD ${formatMoney(upTo)} from ${from}`,
)
export const expensePolicies = stream(ExpensePolicy, ExpenseLimitSet).fold({
  ExpenseLimitSet: (policy, limit) => ({ limits: [...(policy?.limits ?? []), limit] }),
})

/** The highest amount that a level approves alone on a date, in cents of USD. Undefined if it approves nothing. */
export const limitOf: (policy: Row<typeof ExpensePolicy> | undefined, level: number, date: string) => number | undefined = limitOn

export const setExpenseLimit = command("expense_policy.set", function* (limit: Parameters<typeof ExpenseLimitSet>[0], by) {
  if (by.person !== null && !holds(by, "settings.system")) throw forbidden("Only people who manage the settings can change approval limits")
  yield* findById(expensePolicies, 1)
  return [expensePolicies.at(1, ExpenseLimitSet(limit))]
})
