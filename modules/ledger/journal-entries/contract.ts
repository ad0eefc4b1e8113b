/** Journal entries as the calls accept them. */
import { Schema } from "effect"
import { DateInput, OneOf, TextInput, SiteGiven } from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"

const Amount = Schema.optional(Schema.NullOr(MoneyInput()))
export const JournalEntryInput = Schema.Struct({
  entryDate: DateInput("Date"),
  description: TextInput("Description", { required: true, most: 500 }),
  reference: Schema.optional(Schema.NullOr(TextInput("Reference", { most: 100 }))),
  currency: Schema.optional(OneOf("Currency", "USD", "SSP")),
  /** the reason for posting into a month that is closing */
  reason: Schema.optional(Schema.NullOr(TextInput("Reason", { most: 500 }))),
  lines: Schema.Array(
    Schema.Struct({
      /** the account's number: "1010" */
      account: TextInput("Account", { required: true, most: 20 }),
      /** one of the two; 0 means none */
      debitAmount: Amount,
      creditAmount: Amount,
      description: Schema.optional(TextInput("Description", { most: 500 })),
      siteId: Schema.optional(Schema.NullOr(SiteGiven)),
    }),
  ),
})

export const JournalBatchInput = Schema.Struct({ entries: Schema.Array(JournalEntryInput) })
/** The drafts that were written, in the given order. */
export const JournalBatchAnswer = Schema.Struct({ entries: Schema.Array(Schema.Struct({ id: Schema.Int, draftNumber: Schema.String })) }).annotate({
  identifier: "JournalBatch",
})
