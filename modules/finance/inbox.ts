/** Spending that waits for a decision. */
import { type InboxSource, dollarsIn, nameIn, quoted } from "@ops/platform/access/inbox.ts"
import { inboxOf } from "@ops/platform/http/resources/inbox.ts"
import { dailyExpenses } from "./daily-expenses/resource.ts"
import { limitSql } from "./expense-requests/queries.ts"
import { expenseRequests } from "./expense-requests/resource.ts"
import { transactions } from "./transactions/resource.ts"

export const financeInbox: ReadonlyArray<InboxSource> = [
  inboxOf(expenseRequests, {
    by: "requestedBy",
    amount: "amount",
    title: "x.description",
    row: {
      requestedBy: `coalesce(x."onBehalfOf", x."requestedBy")`,
      requestedByName: nameIn(`coalesce(x."onBehalfOfUser", x."requestedByUser")`),
    },
    rule: ({
      level,
    }) => `case when x."amountUsd"::numeric * 100 <= ${limitSql(level)} then ${quoted(`Level ${level} approves up to `)} || ${dollarsIn(limitSql(level))}
      when json_array_length(x.approvals) = 0 then 'Above ' || ${dollarsIn(limitSql(level))} || ': yours is the first of two approvals'
      else 'Above ' || ${dollarsIn(limitSql(level))} || ': the second approval, after ' || (x.approvals->0->>'byName') end`,
    screen: "/financial?tab=expenses&open=:id",
    approve: "approve",
    reject: "reject",
  }),
  inboxOf(dailyExpenses, {
    by: "recordedBy",
    amount: "totalCost",
    title: `'Expenses of ' || x."siteName" || ' on ' || x."expenseDate"`,
    rule: "Needs approval by another person",
    row: { number: `x."siteCode" || ' ' || x."expenseDate"` },
    screen: "/financial?tab=expenses&view=daily&open=:id",
    approve: "approve",
    reject: "reject",
  }),
  inboxOf(transactions, {
    kind: "transaction",
    by: "recordedBy",
    amount: "amount",
    title: "x.description",
    rule: "Needs approval by another person",
    screen: "/financial?tab=transactions&open=:id",
    approve: "post",
    reject: "void",
  }),
]
