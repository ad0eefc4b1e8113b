/** Search for journal entries by number. The journal's own list also searches descriptions. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { journalEntries } from "./journal-entries/resource.ts"

export const ledgerSearch: ReadonlyArray<SearchSource> = [
  {
    record: journalEntries.stream.record,
    label: "Journal entry",
    heading: "Journal entries",
    call: journalEntries.path,
    list: journalEntries.shape,
    alias: "r",
    number: "r.entry_number",
    title: "r.description",
    detail: "to_char(r.entry_date, 'YYYY-MM-DD')",
    screen: "/financial?tab=reports&view=journal&open=:id",
  },
]
