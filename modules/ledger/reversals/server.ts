/** Previews what reversing a document would do, by running the command without writing anything. */
import { Effect, Result } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse } from "@ops/platform/http/answer.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { type Command, conflict } from "@ops/platform/records/command.ts"
import { described } from "@ops/platform/records/history.ts"
import { Records } from "@ops/platform/records/records.ts"
import { JournalPosted } from "../journal-entries/journal-entry.ts"
import type { ReversalKind, Reversing } from "./reversal.ts"

/** A placeholder for the reason in the preview; never shown. */
const unwritten = "\u2026"
/** Internal kinds of record, not documents. */
const inner: ReadonlyArray<string> = ["journal_entry", "document_series"]
type Posted = Parameters<typeof JournalPosted>[0]

const accountsSql = sql(
  { id: col.whole, number: col.text, name: col.text },
  "select id, account_number as number, account_name as name from account where id = any($1::bigint[])",
)
const entriesSql = sql({ id: col.whole, number: col.text }, "select id, entry_number as number from journal_entry where id = any($1::bigint[])")
const entrySql = sql(
  { id: col.whole },
  "select id from journal_entry where source_kind = $1 and source_id = $2 and reverses is null and status = 'posted' order by id desc limit 1",
)

/**
 * What a command would post and change, and what can be said of why. Refused as the command itself would be. Without `kinds` the command takes a reason
 * alone: what it reverses was recorded in error.
 */
export const reversalPreview = <Input extends Omit<Reversing, "kind"> & Partial<Reversing>>(
  act: Command<Input>,
  input: Omit<Input, "kind" | "reason">,
  { kinds: hasKinds = true } = {},
) =>
  handle(function* () {
    const { rehearse } = yield* Records
    const who = yield* Who
    const as = (kind: ReversalKind) => rehearse(act, { ...input, ...(hasKinds && { kind }), reason: unwritten } as Input, who)
    const inError = yield* Effect.result(as("error"))
    if (Result.isFailure(inError)) return yield* Effect.fail(inError.failure)
    const { id, changes, touched } = inError.success
    // only money that went through a bank can be returned by it, and only goods to a supplier
    const kinds: Array<ReversalKind> = ["error"]
    for (const kind of hasKinds ? (["supplier_return", "bank_return"] as const) : []) {
      if (Result.isSuccess(yield* Effect.result(as(kind)))) kinds.unshift(kind)
    }
    const posted = changes.flatMap(({ event }) => (event.type === JournalPosted.type ? [event.data as Posted] : []))
    const own = changes[0]?.stream.key(id)
    // a new record, such as the line of a movement, has no name yet
    const isKnown = (key: string) => (touched.get(key)?.held.row ?? null) !== null
    const others = changes.filter(({ stream, id }) => !inner.includes(stream.record.kind) && stream.key(id) !== own && isKnown(stream.key(id)))
    const accountIds = [...new Set(posted.flatMap(({ lines }) => lines.map(({ accountId }) => accountId)))]
    const accounts = new Map((yield* statement(accountsSql, [accountIds])).map((row) => [row.id, row]))
    const reversed = new Map((yield* statement(entriesSql, [posted.flatMap(({ reverses }) => reverses ?? [])])).map(({ id, number }) => [id, number]))
    const sentences = yield* described(others)
    const statusOf = (row: object | null | undefined) => (row && "status" in row ? String(row.status) : null)
    return jsonResponse(
      JSON.stringify({
        kinds,
        entries: posted.map(({ entryDate, currency, reverses, totalDebit, lines }) => ({
          date: entryDate,
          currency,
          reverses: (reverses !== null && reversed.get(reverses)) || null,
          total: formatMoney(totalDebit),
          lines: lines.map(({ accountId, debit, credit, debitUsd, creditUsd }) => ({
            accountNumber: accounts.get(accountId)?.number ?? "",
            accountName: accounts.get(accountId)?.name ?? "",
            debitAmount: formatMoney(debit),
            creditAmount: formatMoney(credit),
            debitUsd: formatMoney(debitUsd),
            creditUsd: formatMoney(creditUsd),
          })),
        })),
        documents: others.map(({ stream, id, event }, n) => {
          const of = touched.get(stream.key(id))
          const { title, text } = sentences[n]!
          // a sentence that contains the reason would show the placeholder
          const said = Object.values(event.data as object).includes(unwritten) ? null : text
          return { kind: stream.record.kind, id, title, text: said, from: statusOf(of?.held.row), to: statusOf(of?.row) }
        }),
      }),
    )
  })

/** The unreversed entry that a document posted, for documents that do not store its id. */
export const entryOf = (kind: string, id: number) =>
  Effect.gen(function* () {
    const [row] = yield* statement(entrySql, [kind, id])
    return row ? row.id : yield* Effect.fail(conflict("It has no postings, so there is nothing to reverse"))
  })

/** The call `reversal` of a resource that has it: `resourceLive(dailyExpenses, previewing(reverseDailyExpense))`. */
export const previewing = <Input extends Reversing>(act: Command<Input>) => ({
  reversal: ({ params: { id } }: { readonly params: { readonly id: number } }) => reversalPreview(act as Command<Reversing>, { id }),
})
