/** Joins to the ledger for records of other modules. */
import { Schema } from "effect"
import { computed } from "@ops/platform/http/resources/resource.ts"
import { ReversalAnswer } from "./reversals/contract.ts"
import { reversalOfRow } from "./reversals/queries.ts"

/** SQL for the number of the journal entry in this column. */
export const entryNumberSql = (column: string) => `(select j.entry_number from journal_entry j where j.id = ${column})`

/** Adds `journalEntryNumber` next to `journalEntryId`. */
export const journalEntryJoin = {
  fields: {
    journalEntryNumber: computed(Schema.NullOr(Schema.String), entryNumberSql("r.journal_entry_id"), { label: "Journal entry" }),
  },
} as const

/** `reversal`: how a document was reversed; null if it was not. */
export const reversalJoin = { fields: { reversal: computed(ReversalAnswer, reversalOfRow) } } as const
/** The columns in whose place it stands. */
export const reversalColumns = ["reversalKind", "reversalReason", "reversalDate", "reversedBy", "reversalEntryId"] as const
