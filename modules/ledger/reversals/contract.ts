/** What every call that reverses a document takes and answers. */
import { call } from "@ops/platform/http/call-group.ts"
import type { Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { Rule } from "@ops/platform/access/rule.ts"
import { OneOf, TextInput } from "@ops/platform/http/contract.ts"
import { updates } from "@ops/platform/http/resources/resource.ts"
import type { AnyDeclaredCommand } from "@ops/platform/records/command.ts"
import { reversalKinds } from "./labels.ts"

export const ReversingInput = Schema.Struct({
  reason: TextInput("Reason", { required: true, most: 400 }),
  /** the default is `error`: recorded in error */
  kind: Schema.optional(OneOf("Kind", ...reversalKinds)),
  /** the version of the document that the caller read */
  version: Schema.optional(Schema.Int),
})

/** How a document was reversed; null if it was not. */
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
/** The fields of a reversible document in answers. */
export const reversible = { reversal: ReversalAnswer, canReverse: Schema.Boolean }

/** What reversing a document now would do. */
export const ReversalPreview = Schema.Struct({
  /** the kinds of reversal that are possible */
  kinds: Schema.Array(Schema.Literals(reversalKinds)),
  /** the journal entries it posts */
  entries: Schema.Array(
    Schema.Struct({
      date: Schema.String,
      currency: Schema.String,
      /** the entry that it reverses */
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
      /** a sentence about the change, if the status does not express it */
      text: Schema.NullOr(Schema.String),
      from: Schema.NullOr(Schema.String),
      to: Schema.NullOr(Schema.String),
    }),
  ),
}).annotate({ identifier: "ReversalPreview" })

/** The call that shows what reversing one of these documents would do. */
export const reversalCall = <const P extends string>(path: P, rule: Rule, dependsOn: ReadonlyArray<string>) =>
  call.get("reversal", `${path}/:id/reversal` as `${P}/:id/reversal` & `/${string}`, "Read what a reversal would change", ReversalPreview, {
    ...rule,
    dependsOn,
  })

/** The command of a resource that reverses a document: of all sites, with a renewed proof of identity, as it was looked at. */
export const reverses = <C extends AnyDeclaredCommand>(command: C, may: ReadonlyArray<Permission>, duties: string) =>
  updates(command, { may, scope: "all", duties, stepUp: true, versioned: true })
