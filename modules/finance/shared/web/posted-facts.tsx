/** Who recorded a record and who posted it, and the entry that it was posted by. */
import { JournalEntry } from "./journal-entry.tsx"
import { nameOf } from "./labels.ts"

type Person = Parameters<typeof nameOf>[0]
interface Posted {
  readonly recordedByUser: Person
  readonly approvedByUser: Person
  readonly journalEntryId: number | null
  readonly journalEntryNumber: string | null
}
export const postedFacts = ({ recordedByUser, approvedByUser, journalEntryId: id, journalEntryNumber: number }: Posted) => ({
  recordedByUser: nameOf(recordedByUser),
  approvedByUser: id && nameOf(approvedByUser),
  journalEntryNumber: id && <JournalEntry key="entry" id={id} number={number} />,
})
