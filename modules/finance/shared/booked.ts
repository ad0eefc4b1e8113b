/** The entry that a record was posted by, as an input of its figure. */
import type { Selected } from "@ops/platform/database/database.ts"

export interface Booked extends Selected {
  readonly journalEntryId: number | null
  readonly journalEntryNumber: string | null
}
export const posted = ({ journalEntryId, journalEntryNumber }: Booked) =>
  journalEntryId === null
    ? []
    : [
        {
          stream: `journal_entry/${journalEntryId}`,
          title: `Posted by ${journalEntryNumber}`,
          value: null,
          figure: { name: "journalEntry.total", parameters: { id: journalEntryId } },
        },
      ]
