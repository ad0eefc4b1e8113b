/** Spending that waits for a decision. */
import { type InboxSource, approvesUpTo, dayIn, dollarsIn, inboxItem, nameIn } from "@ops/platform/access/inbox.ts"
import { quoted } from "@ops/platform/text.ts"
import { inboxOf } from "@ops/platform/http/resources/inbox.ts"
import { labelIn } from "@ops/platform/records/field.ts"
import { costFields, DailyExpense } from "./daily-expenses/record.ts"
import { dailyExpenses } from "./daily-expenses/resource.ts"
import { limitSql } from "./expense-requests/queries.ts"
import { expenseRequests } from "./expense-requests/resource.ts"
import { transactions } from "./transactions/resource.ts"

/** The words of an enum value such as `petty_cash`. */
const wordsOf = (column: string) => `replace(initcap(replace(${column}, '_', ' ')), ' And ', ' and ')`
/** Another record of the same site, category and amount within a week: it may have been entered twice. */
const twice = (from: string, number: string, day: string) => `select 'Same as ' || o.${number} as tag,
    'Same site, category and amount as ' || o.${number} || ' of ' || ${dayIn(`o.${day}`)} as text
  from ${from} o where o.id <> x.id and o.status not in ('rejected', 'voided') and o.site_id = x."siteId" and o.category = x.category and o.currency = x.currency
    and es.money(o.amount) = x.amount and o.${day} between x."DAY"::date - 7 and x."DAY"::date + 7 order by o.id limit 1`

export const financeInbox: ReadonlyArray<InboxSource> = [
  inboxOf(expenseRequests, {
    by: "requestedBy",
    amount: "amount",
    title: "x.description",
    row: {
      requestedBy: `coalesce(x."onBehalfOf", x."requestedBy")`,
      requestedByName: nameIn(`coalesce(x."onBehalfOfUser", x."requestedByUser")`),
    },
    rule: (who) => `case when x."amountUsd"::numeric * 100 <= ${limitSql(who.level)} then ${approvesUpTo(who, limitSql(who.level))}
      when json_array_length(x.approvals) = 0 then 'Above ' || ${dollarsIn(limitSql(who.level))} || ': yours is the first of two approvals'
      else 'Above ' || ${dollarsIn(limitSql(who.level))} || ': the second approval, after ' || (x.approvals->0->>'byName') end`,
    screen: "/financial?tab=expenses&open=:id",
    approve: "approve",
    reject: "reject",
    detail: () => ({
      reason: `x."businessPurpose"`,
      files: "x.receipts",
      facts: {
        Category: wordsOf("x.category"),
        "Needed by": dayIn(`x."requiredDate"`),
        "Paid by": wordsOf(`x."paymentMethod"`),
        Priority: "initcap(x.priority)",
        "In dollars": `case when x.currency <> 'USD' then '$' || to_char(x."amountUsd"::numeric, 'FM999,999,999,990.00') end`,
        Notes: "x.notes",
      },
    }),
    unusual: twice("expense_request", "request_number", "request_date").replaceAll("DAY", "requestDate"),
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
    detail: () => ({
      reason: "x.notes",
      items: `(select coalesce(json_agg(${inboxItem({ item: "c.name", amount: "c.amount" })} order by c.n), '[]')
        from (values ${costFields.map((field, n) => `(${n}, ${quoted(labelIn(DailyExpense.schemas, field))}, x."${field}")`).join(", ")}) as c(n, name, amount) where c.amount::numeric <> 0)`,
      facts: { People: `x."staffCount"` },
    }),
    unusual: `select round((x."totalCost"::numeric * 100 / a.usual - 1) * 100) || '% above usual' as tag,
        'The last ' || a.days || ' days of ' || x."siteName" || ' cost ' || x.currency || ' ' || to_char(a.usual / 100, 'FM999,999,999,990.00') || ' a day' as text
      from (select avg(d.total_cost) as usual, count(*) as days from daily_expense d where d.site_id = x."siteId" and d.currency = x.currency and d.status = 'approved'
        and d.expense_date between x."expenseDate"::date - 30 and x."expenseDate"::date - 1) a where a.days >= 5 and x."totalCost"::numeric * 100 > a.usual * 1.5`,
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
    detail: () => ({
      reason: "x.description",
      files: "x.attachments",
      facts: {
        Type: wordsOf(`x."transactionType"`),
        Category: wordsOf("x.category"),
        Date: dayIn(`x."transactionDate"`),
        Method: wordsOf(`x."paymentMethod"`),
        Reference: `x."referenceNumber"`,
      },
    }),
    unusual: twice("money_transaction", "transaction_number", "transaction_date").replaceAll("DAY", "transactionDate"),
  }),
]
