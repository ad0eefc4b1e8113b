/** What the list of daily expenses is made of. */
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { reversalSql } from "@ops/ledger/reversal-queries.ts"
import { DailyExpense } from "./daily-expense.ts"
import { decides, entrySql, personSql } from "./expenses-queries.ts"
import { dailyCosts } from "./labels.ts"

export const dailyExpenseList = (who: SignedIn): ListShape => {
  const open = decides(who) ? `(r.status = 'pending' and r.recorded_by is distinct from ${Number(who.person)})` : "false"
  return {
    select:
      `${DailyExpense.answer("r", "id", "expenseDate", "siteId", "currency", "staffFeedingCost", "fuelCost", "transportCost", "suppliesCost", "maintenanceCost", "otherCosts", "totalCost", "staffCount", "notes", "receipts", "recordedBy", "approvedBy", "approvedDate", "rejectionReason", "overrideReason", "status", "journalEntryId", "version", "createdAt", "updatedAt")}, ` +
      `s.name as "siteName", s.code as "siteCode", ${personSql("r.recorded_by")} as "recordedByUser", ${personSql("r.approved_by")} as "approvedByUser", ` +
      `${entrySql("r.journal_entry_id")} as "journalEntryNumber", ${open} as "canApprove", ${open} as "canReject", ` +
      reversalSql(who, "finance.full", "r.status = 'approved'", "r.approved_by"),
    from: "daily_expense r join site s on s.id = r.site_id",
    id: "r.id",
    site: "r.site_id",
    date: "r.expense_date",
    where: who.confinedTo === null ? [] : [{ sql: "r.site_id = ?", values: [who.confinedTo] }],
    filters: { status: "r.status", currency: "r.currency" },
    search: ["s.name", "r.notes"],
    sorts: { expenseDate: "r.expense_date", site: "s.name", totalCost: "r.total_cost", status: "r.status", createdAt: "r.created_at" },
    order: "-expenseDate,site",
    file: "Daily expenses",
    columns: [
      { key: "expenseDate", title: "Date", kind: "date" },
      { key: "siteName", title: "Site", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      ...dailyCosts.map(({ field, label }) => ({ key: field, title: label, kind: "money" as const })),
      { key: "totalCost", title: "Total", kind: "money" },
      { key: "staffCount", title: "Staff", kind: "integer" },
      { key: "status", title: "Status", kind: "text" },
    ],
  }
}
