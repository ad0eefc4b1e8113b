import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { journalEntries } from "./resource.ts"

export const screen = screenOf(journalEntries, {
  called: "entry",
  amount: { field: "totalDebit", figure: "journalEntry.total" },
  columns: ["entryNumber", "entryDate", "description", "sourceKind", "reference", "currency", "status", "totalDebit"],
  hidden: ["currency"],
  card: ["description"],
  commands: { reverse: { kind: "danger" } },
})
