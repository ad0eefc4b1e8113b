import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { journalDrafts } from "./resource.ts"

export const screen = screenOf(journalDrafts, {
  called: "draft",
  amount: { field: "totalDebit" },
  columns: ["draftNumber", "entryDate", "description", "createdByUser", "currency", "status", "entryNumber", "totalDebit", "totalCredit"],
  hidden: ["currency"],
  card: ["description"],
  commands: {
    post: { kind: "primary", confirm: "Post entry", failed: "Failed to post the draft" },
    discard: { kind: "danger", ask: "It will not be posted and can no longer be changed.", failed: "Failed to discard the draft" },
  },
})
