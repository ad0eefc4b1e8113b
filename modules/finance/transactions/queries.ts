/** What the list of transactions is made of. Each of its orders has an index: it is read a page at a time, however long it is. */
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { personSql } from "@ops/identity/joins.ts"
import { entryNumberSql } from "@ops/ledger/joins.ts"
import { decides } from "../expense-requests/queries.ts"
import { Transaction } from "./transaction.ts"

export const transactionList = (who: SignedIn): ListShape => {
  const person = Number(who.person)
  const mayPost = decides(who)
  const mayUndo = holds(who, "finance.full")
  return {
    select:
      `${Transaction.answer("r", "id", "transactionNumber", "description", "amount", "currency", "transactionType", "category", "paymentMethod", "toAccount", "referenceNumber", "siteId", "transactionDate", "status", "recordedBy", "approvedBy", "reason", "overrideReason", "accountNumber", "journalEntryId", "attachments", "version", "createdAt", "updatedAt")}, ` +
      `(select s.name from site s where s.id = r.site_id) as "siteName", (select s.code from site s where s.id = r.site_id) as "siteCode", ` +
      `${personSql("r.recorded_by")} as "recordedByUser", ${personSql("r.approved_by")} as "approvedByUser", ${entryNumberSql("r.journal_entry_id")} as "journalEntryNumber", ` +
      `${mayPost ? `(r.status = 'pending' and r.recorded_by is distinct from ${person})` : "false"} as "canPost", ` +
      `${mayUndo ? "(r.status = 'pending')" : "false"} as "canVoid", ${mayUndo && !who.simulated ? "(r.status = 'posted')" : "false"} as "canReverse"`,
    from: "money_transaction r",
    id: "r.id",
    site: "r.site_id",
    date: "r.transaction_date",
    where: who.confinedTo === null ? [] : [{ sql: "r.site_id = ?", values: [who.confinedTo] }],
    filters: {
      status: "r.status",
      transactionType: "r.transaction_type",
      category: "r.category",
      paymentMethod: "r.payment_method",
      currency: "r.currency",
    },
    search: ["r.transaction_number", "r.description", "r.category", "r.reference_number"],
    sorts: {
      transactionDate: "r.transaction_date",
      transactionNumber: "r.transaction_number",
      category: "r.category",
      amount: "r.amount",
      createdAt: "r.created_at",
    },
    order: "-transactionDate",
    long: true,
    file: "Transactions",
    columns: [
      { key: "transactionDate", title: "Date", kind: "date" },
      { key: "transactionNumber", title: "Number", kind: "text" },
      { key: "description", title: "Description", kind: "text" },
      { key: "transactionType", title: "Type", kind: "text" },
      { key: "category", title: "Category", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "amount", title: "Amount", kind: "money" },
      { key: "paymentMethod", title: "Method", kind: "text" },
      { key: "siteName", title: "Site", kind: "text" },
      { key: "referenceNumber", title: "Reference", kind: "text" },
      { key: "status", title: "Status", kind: "text" },
    ],
  }
}
