import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, rowAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { type Command, notFound } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import { Records } from "@ops/platform/records/records.ts"
import { changeDraft, discardDraft, draftEntry, journalDrafts, postDraft } from "./journal-draft.ts"
import { JournalDraftsApi } from "./contract.ts"
import { draftList } from "./queries.ts"
import { written } from "../journal-entries/written.ts"

const what = "Journal draft"

/** Does a command and answers the draft's row. */
const execute = <Input>(act: Command<Input>, input: Input, status = 200) =>
  Effect.gen(function* () {
    const who = yield* Who
    const { id } = yield* mapDatabaseErrors((yield* Records).execute(act, input, who, yield* commandKey))
    return yield* rowAnswer(draftList(who), id, what, status)
  })

export const JournalDraftsLive = HttpApiBuilder.group(JournalDraftsApi, "journalDrafts", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/journal-drafts", draftList(who), query)),
    write: ({ payload }) => Effect.flatMap(written([payload]), ([entry]) => execute(draftEntry, entry!, 201)),
    one: ({ params: { id } }) => Effect.flatMap(Who, (who) => rowAnswer(draftList(who), id, what)),
    history: ({ params: { id } }) =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          if ((yield* rowText(draftList(yield* Who), id)) === undefined) return yield* Effect.fail(notFound(`${what} ${id} does not exist`))
          return yield* history(journalDrafts, id)
        }),
      ),
    change: ({ params: { id }, payload }) => Effect.flatMap(written([payload]), ([entry]) => execute(changeDraft, { id, entry: entry! })),
    post: ({ params: { id }, payload }) => execute(postDraft, { id, version: payload?.version ?? null }),
    discard: ({ params: { id }, payload: { reason } }) => execute(discardDraft, { id, reason }),
  }),
)
