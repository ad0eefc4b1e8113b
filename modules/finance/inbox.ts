/** Spending that waits for a decision. */
import { type InboxSource, dollarsIn, nameIn, quoted } from "@ops/platform/access/inbox.ts"
import { dailyExpenses } from "./daily-expenses/resource.ts"
import { DECIDERS } from "./expense-requests/contract.ts"
import { limitSql, expenseList } from "./expense-requests/queries.ts"
import { transactions } from "./transactions/resource.ts"

const expenses: InboxSource = {
  kind: "expense_request",
  label: "Expense request",
  may: DECIDERS,
  list: expenseList,
  waiting: "r.status = 'pending'",
  can: () => `x."canApprove"`,
  row: ({ level }) => ({
    number: `x."requestNumber"`,
    title: "x.description",
    requestedBy: `coalesce(x."onBehalfOf", x."requestedBy")`,
    requestedByName: nameIn(`coalesce(x."onBehalfOfUser", x."requestedByUser")`),
    siteId: `x."siteId"`,
    siteName: `x."siteName"`,
    amount: "x.amount",
    currency: "x.currency",
    version: "x.version",
    since: `x."createdAt"`,
    rule: `case when x."amountUsd"::numeric * 100 <= ${limitSql(level)} then ${quoted(`Level ${level} approves up to `)} || ${dollarsIn(limitSql(level))}
      when json_array_length(x.approvals) = 0 then 'Above ' || ${dollarsIn(limitSql(level))} || ': yours is the first of two approvals'
      else 'Above ' || ${dollarsIn(limitSql(level))} || ': the second approval, after ' || (x.approvals->0->>'byName') end`,
  }),
  screen: "/financial?tab=expenses&open=:id",
  approve: { method: "POST", path: "/api/expense-requests/:id/approve", versioned: true },
  reject: { method: "POST", path: "/api/expense-requests/:id/reject", reason: "optional" },
}

const days: InboxSource = {
  kind: "daily_expense",
  label: "Daily expense",
  may: DECIDERS,
  list: dailyExpenses.shape,
  waiting: "r.status = 'pending'",
  can: () => `x."canApprove"`,
  row: () => ({
    number: `x."siteCode" || ' ' || x."expenseDate"`,
    title: `'Expenses of ' || x."siteName" || ' on ' || x."expenseDate"`,
    requestedBy: `x."recordedBy"`,
    requestedByName: nameIn(`x."recordedByUser"`),
    siteId: `x."siteId"`,
    siteName: `x."siteName"`,
    amount: `x."totalCost"`,
    currency: "x.currency",
    version: "x.version",
    since: `x."createdAt"`,
    rule: "'Not who recorded it'",
  }),
  screen: "/financial?tab=expenses&view=daily&open=:id",
  approve: { method: "POST", path: "/api/daily-expenses/:id/approve", versioned: true },
  reject: { method: "POST", path: "/api/daily-expenses/:id/reject", reason: "optional" },
}

const moved: InboxSource = {
  kind: "transaction",
  label: "Transaction",
  may: DECIDERS,
  list: transactions.shape,
  waiting: "r.status = 'pending'",
  can: () => `x."canPost"`,
  row: () => ({
    number: `x."transactionNumber"`,
    title: "x.description",
    requestedBy: `x."recordedBy"`,
    requestedByName: nameIn(`x."recordedByUser"`),
    siteId: `x."siteId"`,
    siteName: `x."siteName"`,
    amount: "x.amount",
    currency: "x.currency",
    version: "x.version",
    since: `x."createdAt"`,
    rule: "'Not who recorded it'",
  }),
  screen: "/financial?tab=transactions&open=:id",
  approve: { method: "POST", path: "/api/transactions/:id/post", versioned: true },
  reject: { method: "POST", path: "/api/transactions/:id/void", reason: "required", may: ["finance.full"] },
}

export const financeInbox: ReadonlyArray<InboxSource> = [expenses, days, moved]
