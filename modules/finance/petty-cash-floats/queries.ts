/** The cash book of a float. */
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { personSql } from "@ops/identity/joins.ts"
import { entryNumberSql } from "@ops/ledger/joins.ts"
import { PettyCashMovement } from "./float.ts"

/** The lines of a float's cash book; the person must be allowed to see the float. */
export const movementList = (floatId: number): ListShape => ({
  select:
    `${PettyCashMovement.answer("m", "id", "floatId", "kind", "date", "amount", "balance", "requestId", "reason", "reference", "journalEntryId", "createdAt")}, ` +
    `(select q.purpose from petty_cash_request q where q.id = m.request_id) as purpose, ${personSql("m.moved_by")} as "movedByUser", ${entryNumberSql("m.journal_entry_id")} as "journalEntryNumber"`,
  from: "petty_cash_movement m",
  id: "m.id",
  date: "m.date",
  where: [{ sql: "m.float_id = ?", values: [floatId] }],
  filters: { kind: "m.kind" },
  search: ["m.reference", "m.reason"],
  sorts: { date: "m.date", amount: "m.amount" },
  order: "-date",
  file: "Cash book",
  columns: [
    { key: "date", title: "Date", kind: "date" },
    { key: "kind", title: "What", kind: "text" },
    { key: "reference", title: "Reference", kind: "text" },
    { key: "purpose", title: "Purpose", kind: "text" },
    { key: "amount", title: "Amount", kind: "money" },
    { key: "balance", title: "Balance", kind: "money" },
    { key: "reason", title: "Reason", kind: "text" },
    { key: "journalEntryNumber", title: "Entry", kind: "text" },
  ],
})
