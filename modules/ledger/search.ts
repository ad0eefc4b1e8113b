/** Journal entries as people look for them. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { JournalEntry } from "./journal-entry.ts"
import { entryList } from "./queries.ts"

export const ledgerSearch: ReadonlyArray<SearchSource> = [
  {
    record: JournalEntry,
    label: "Journal entry",
    heading: "Journal entries",
    call: "/api/journal-entries",
    list: (who) => entryList(who),
    alias: "j",
    words: (j) => [`${j}.entry_number`, `${j}.description`, `${j}.reference`],
    number: "j.entry_number",
    title: "j.description",
    detail: "to_char(j.entry_date, 'YYYY-MM-DD')",
    screen: "/financial?tab=reports&view=journal&open=:id",
  },
]
