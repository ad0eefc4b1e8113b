/** What every call that reverses a document takes and answers. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { Rule } from "@ops/platform/access/rule.ts"
import { OneOf, TextInput } from "@ops/platform/http/contract.ts"
import { reversalKinds } from "./labels.ts"

export const ReversingInput = Schema.Struct({
  reason: TextInput("Reason", { required: true, most: 400 }),
  /** recorded in error, if not given */
  kind: Schema.optional(OneOf("Kind", ...reversalKinds)),
  /** the version of the document that was looked at */
  version: Schema.optional(Schema.Int),
})

/** How a document was reversed; null while it stands. */
export const ReversalAnswer = Schema.NullOr(
  Schema.Struct({
    kind: Schema.Literals(reversalKinds),
    reason: Schema.String,
    date: Schema.String,
    by: Schema.NullOr(Schema.String),
    journalEntryId: Schema.NullOr(Schema.Int),
    journalEntryNumber: Schema.NullOr(Schema.String),
  }).annotate({ identifier: "Reversal" }),
)
/** What a document that can be reversed says of it. */
export const reversible = { reversal: ReversalAnswer, canReverse: Schema.Boolean }

/** What reversing a document would do if it were done now. */
export const ReversalPreview = Schema.Struct({
  /** what can be said of why */
  kinds: Schema.Array(Schema.Literals(reversalKinds)),
  /** the journal entries it posts */
  entries: Schema.Array(
    Schema.Struct({
      date: Schema.String,
      currency: Schema.String,
      /** the entry that it takes back */
      reverses: Schema.NullOr(Schema.String),
      total: Schema.String,
      lines: Schema.Array(
        Schema.Struct({
          accountNumber: Schema.String,
          accountName: Schema.String,
          debitAmount: Schema.String,
          creditAmount: Schema.String,
          debitUsd: Schema.String,
          creditUsd: Schema.String,
        }),
      ),
    }),
  ),
  /** the other documents it changes, and their status before and after */
  documents: Schema.Array(
    Schema.Struct({
      kind: Schema.String,
      id: Schema.Int,
      title: Schema.String,
      /** what happens to it, where its status does not say it */
      text: Schema.NullOr(Schema.String),
      from: Schema.NullOr(Schema.String),
      to: Schema.NullOr(Schema.String),
    }),
  ),
}).annotate({ identifier: "ReversalPreview" })

/** The call that shows what reversing one of these documents would do. */
export const reversalCall = <const P extends string>(path: P, rule: Rule, madeOf: ReadonlyArray<string>) =>
  call.get("reversal", `${path}/:id/reversal` as `${P}/:id/reversal` & `/${string}`, "Read what a reversal would change", ReversalPreview, {
    ...rule,
    madeOf: madeOf,
  })
