/** The handwritten calls: entries that a person submits become drafts for another to post. */
import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { handle, jsonResponse } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { Records } from "@ops/platform/records/records.ts"
import { sendEntries } from "../journal-drafts/journal-draft.ts"
import { drafts } from "../journal-drafts/server.ts"
import { reversalPreview } from "../reversals/server.ts"
import { reverseEntry } from "./journal-entry.ts"
import type { JournalBatchInput, JournalEntryInput } from "./contract.ts"
import { journalEntries } from "./resource.ts"
import { written } from "./written.ts"

/** The drafts created by the same command, found by the stream of the first one, in order. */
const draftedWith = `select d.id, d.draft_number as "draftNumber" from es.event made join es.event e on e.commit_id = made.commit_id and e.type = 'JournalDrafted'
  join journal_draft d on 'journal_draft/' || d.id = e.stream where made.stream = $1 and made.version = 1 order by e.position`

export const JournalEntriesLive = resourceLive(journalEntries, {
  reversal: ({ params: { id } }: RequestOf<typeof journalEntries, "reversal">) => reversalPreview(reverseEntry, { id, date: null }, { kinds: false }),
  post: ({ payload }: { readonly payload: typeof JournalEntryInput.Type }) =>
    Effect.flatMap(written([payload]), (entries) => drafts.execute(sendEntries, { entries }, 201)),
  postBatch: ({ payload: { entries } }: { readonly payload: typeof JournalBatchInput.Type }) =>
    handle(function* () {
      const [{ execute }, { statement }] = [yield* Records, yield* Database]
      const { id } = yield* execute(sendEntries, { entries: yield* written(entries) }, yield* Who, yield* commandKey)
      return jsonResponse(JSON.stringify({ entries: yield* statement(draftedWith, [`journal_draft/${id}`]) }), { status: 201 })
    }),
})
