/** The handwritten calls: those that take the lines of an entry. */
import { Effect } from "effect"
import { answering } from "@ops/platform/http/answering.ts"
import { resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import type { JournalEntryInput } from "../journal-entries/contract.ts"
import { written } from "../journal-entries/written.ts"
import { changeDraft, draftEntry } from "./journal-draft.ts"
import { journalDrafts } from "./resource.ts"

/** How commands on drafts are answered. */
export const drafts = answering(journalDrafts.stream, journalDrafts.shape, withDecisions(journalDrafts))

interface Written {
  readonly params: { readonly id: number }
  readonly payload: typeof JournalEntryInput.Type
}
export const JournalDraftsLive = resourceLive(journalDrafts, {
  write: ({ payload }: Written) => Effect.flatMap(written([payload]), ([entry]) => drafts.execute(draftEntry, entry!, 201)),
  change: ({ params: { id }, payload }: Written) => Effect.flatMap(written([payload]), ([entry]) => drafts.execute(changeDraft, { id, entry: entry! })),
})
