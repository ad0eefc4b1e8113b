/** Journal entries as people look for them: by their number. The list of the journal looks at their words. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { JournalEntry } from "./journal-entries/journal-entry.ts"
import { entryList } from "./queries.ts"

export const ledgerSearch: ReadonlyArray<SearchSource> = [
  {
    record: JournalEntry,
    label: "Journal entry",
    heading: "Journal entries",
    call: "/api/journal-entries",
    list: (who) => entryList(who),
    alias: "j",
    number: "j.entry_number",
    title: "j.description",
    detail: "to_char(j.entry_date, 'YYYY-MM-DD')",
    screen: "/financial?tab=reports&view=journal&open=:id",
  },
]
