/** Journal entries as people look for them: by their number. The list of the journal looks at their words. */
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
