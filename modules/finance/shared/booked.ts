/** The entry that posted a record, as a component of its figure. */
interface Booked {
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
