/** What the lists of expenses and categories are made of. */
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { entryNumberSql } from "@ops/ledger/joins.ts"
import { personSql } from "@ops/identity/joins.ts"
import { reversalSql } from "@ops/ledger/reversals/queries.ts"
import { ExpenseCategory } from "../expense-categories/category.ts"
import { ExpenseRequest } from "./expense-request.ts"

/** Whether a person decides on expense requests of others. */
export const decides = (who: SignedIn): boolean =>
  who.level >= 7 && !who.simulated && holdsAny(who, ["finance.full", "approval.departmental", "approval.override"])

/** Up to how much a level approves alone today, by a policy of limits with dates; cents of USD, null if it approves nothing. */
export const limitSql = (level: number, policy = "expense_policy") =>
  `(select (l->>'upTo')::bigint from ${policy} a, jsonb_array_elements(a.limits) with ordinality as x(l, n)
    where a.id = 1 and (l->>'level')::int = ${Math.min(level, 10)} and (l->>'from')::date <= es.today() order by l->>'from' desc, n desc limit 1)`

/** Which requests a person sees: the same rule as in the commands. */
const scope = (who: SignedIn, own: string): ReadonlyArray<Condition> => {
  const all = [
    ...(who.confinedTo === null ? [] : [`r.site_id = ${Number(who.confinedTo)}`]),
    ...(who.level < 6 ? ["false"] : []),
    ...(who.level === 8 ? ["r.department = ?"] : []),
  ]
  return all.length === 0 ? [] : [{ sql: `(${own} or (${all.join(" and ")}))`, values: who.level === 8 ? [who.department] : [] }]
}

export const expenseList = (who: SignedIn): ListShape => {
  const person = Number(who.person)
  const own = `coalesce(${person} in (r.requested_by, r.on_behalf_of), false)`
  const mine = `r.approvals @> '[{"by": ${person}}]'`
  const withTop = who.level >= 10 ? "true" : `exists(select from jsonb_array_elements(r.approvals) x where (x->>'level')::int >= 10)`
  const limit = limitSql(who.level)
  const mayDecide = decides(who)
  const mayPay = holds(who, "payments.process") && !who.simulated
  return {
    select:
      `${ExpenseRequest.answer("r", "id", "requestNumber", "requestedBy", "onBehalfOf", "amount", "currency", "amountUsd", "category", "subcategory", "description", "businessPurpose", "siteId", "requestDate", "requiredDate", "paymentMethod", "priority", "status", "approvedBy", "approvedDate", "rejectedBy", "rejectionReason", "paidDate", "paidBy", "paymentReference", "journalEntryId", "receipts", "notes", "version", "createdAt", "updatedAt")}, ` +
      `s.name as "siteName", s.code as "siteCode", ${personSql("r.requested_by")} as "requestedByUser", ${personSql("r.on_behalf_of")} as "onBehalfOfUser", ` +
      `${personSql("r.approved_by")} as "approvedByUser", ${personSql("r.paid_by")} as "paidByUser", ${entryNumberSql("r.journal_entry_id")} as "journalEntryNumber", ` +
      `(select coalesce(json_agg(json_build_object('by', (x->>'by')::bigint, 'at', x->>'at', 'overrideReason', x->>'overrideReason',
          'byName', (select p.first_name || ' ' || p.last_name from person p where p.id = (x->>'by')::bigint)) order by n), '[]')
        from jsonb_array_elements(r.approvals) with ordinality as a(x, n)) as approvals, ` +
      `${mayDecide ? `(r.status = 'pending' and not ${own} and coalesce(r.amount_usd <= ${limit} or (${limit} is not null and not ${mine} and (r.approvals = '[]' or ${withTop})), false))` : "false"} as "canApprove", ` +
      `${mayDecide ? `(r.status = 'pending' and not ${own})` : "false"} as "canReject", ` +
      `${mayPay ? `(r.status = 'approved' and not ${own} and (r.amount_usd <= coalesce(${limit}, 0) or not ${mine}))` : "false"} as "canPay", ` +
      `(r.status = 'pending' and ${own}) as "canWithdraw", (r.status <> 'rejected' and ${mayPay ? "true" : own}) as "canAddReceipts", ` +
      reversalSql(who, "payments.process", "r.status = 'paid'", "r.paid_by"),
    from: "expense_request r join site s on s.id = r.site_id",
    id: "r.id",
    site: "r.site_id",
    date: "r.request_date",
    where: scope(who, own),
    filters: { status: "r.status", category: "r.category", priority: "r.priority", currency: "r.currency", mine: own },
    search: [
      "r.request_number",
      "r.description",
      "r.business_purpose",
      "s.name",
      "(select p.first_name || ' ' || p.last_name from person p where p.id = r.requested_by)",
    ],
    sorts: {
      requestDate: "r.request_date",
      requestNumber: "r.request_number",
      requestedBy: "(select p.first_name || ' ' || p.last_name from person p where p.id = r.requested_by)",
      description: "r.description",
      site: "s.name",
      category: "r.category",
      amount: "r.amount_usd",
      paymentMethod: "r.payment_method",
      priority: "array_position(array['urgent','high','medium','low'], r.priority)",
      status: "r.status",
      createdAt: "r.created_at",
    },
    order: "-requestDate,-createdAt",
    file: "Expense requests",
    columns: [
      { key: "requestNumber", title: "Request #", kind: "text" },
      { key: "requestDate", title: "Date", kind: "date" },
      { key: "siteName", title: "Site", kind: "text" },
      { key: "category", title: "Category", kind: "text" },
      { key: "description", title: "Description", kind: "text" },
      { key: "businessPurpose", title: "Business purpose", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "amount", title: "Amount", kind: "money" },
      { key: "paymentMethod", title: "Payment method", kind: "text" },
      { key: "priority", title: "Priority", kind: "text" },
      { key: "status", title: "Status", kind: "text" },
      { key: "paidDate", title: "Paid", kind: "date" },
    ],
  }
}

export const categoryList: ListShape = {
  select: `${ExpenseCategory.answer("c", "id", "name", "accountNumber", "updatedAt")}, a.account_name as "accountName"`,
  from: "expense_category c left join account a on a.account_number = c.account_number",
  id: "c.id",
  search: ["c.name", "c.account_number", "a.account_name"],
  sorts: { name: "c.name", accountNumber: "c.account_number" },
  order: "name",
  file: "Categories",
  columns: [
    { key: "name", title: "Category", kind: "text" },
    { key: "accountNumber", title: "Account", kind: "text" },
    { key: "accountName", title: "Name", kind: "text" },
  ],
}
