/** The calls for drafts of journal entries: one writes, another posts. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { FINANCE, InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
import { ErrorMapping, created, Id, ListQuery, Authorization, rejections, Authentication, TextInput } from "@ops/platform/http/contract.ts"
import { JournalDraftAnswer, JournalEntryInput } from "../contract.ts"

const DraftPostInput = Schema.Struct({
  /** the version that was looked at: refused (409) if the draft has changed since */
  version: Schema.optional(Schema.NullOr(Schema.Int)),
})
const DraftDiscardInput = Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) })

const id = { params: { id: Id } }
const writes: Rule = { may: ["finance.full"], scope: "all" }
const reads: Rule = { may: FINANCE, scope: "8: drafts that touch its own site if it has one; 7 and 10: all" }
const madeOf = ["journal_draft", "journal_entry", "account"]

export class JournalDraftsGroup extends HttpApiGroup.make("journalDrafts")
  .add(
    HttpApiEndpoint.get("list", "/api/journal-drafts", {
      query: {
        ...ListQuery,
        currency: Schema.optional(Schema.String),
        createdBy: Schema.optional(Schema.String),
        journalEntryId: Schema.optional(Schema.String),
      },
      success: Schema.Array(JournalDraftAnswer),
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, madeOf),
  )
  .add(
    HttpApiEndpoint.post("write", "/api/journal-drafts", { payload: JournalEntryInput, success: JournalDraftAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      writes,
    ),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/journal-drafts/:id", { ...id, success: JournalDraftAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, madeOf),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/journal-drafts/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["journal_draft"]),
  )
  .add(
    HttpApiEndpoint.put("change", "/api/journal-drafts/:id", {
      ...id,
      payload: JournalEntryInput,
      success: JournalDraftAnswer,
      error: rejections,
    }).annotate(Rule, { ...writes, duties: "only the author" }),
  )
  .add(
    HttpApiEndpoint.post("post", "/api/journal-drafts/:id/post", {
      ...id,
      payload: [Schema.Null, DraftPostInput],
      success: JournalDraftAnswer,
      error: rejections,
    }).annotate(Rule, { ...writes, duties: "not the author; within your own limit; level 10 without limit", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("discard", "/api/journal-drafts/:id/discard", {
      ...id,
      payload: DraftDiscardInput,
      success: JournalDraftAnswer,
      error: rejections,
    }).annotate(Rule, writes),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class JournalDraftsApi extends HttpApi.make("ops").add(JournalDraftsGroup) {}
