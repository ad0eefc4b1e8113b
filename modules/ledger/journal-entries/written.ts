/** Converts journal entries from the shape of the calls to that of the commands. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { invalid } from "@ops/platform/records/command.ts"
import type { JournalEntryInput } from "./contract.ts"

const sitesSql = sql(
  { given: col.text, id: col.nullable(col.whole) },
  "select x.given, s.id from unnest($1::text[]) as x(given) left join site s on s.id::text = x.given or s.slug = x.given",
)

/** The ids of sites given by id or slug. */
const siteIds = (asked: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (asked.length === 0) return new Map<string, number>()
    const rows = yield* mapDatabaseErrors(statement(sitesSql, [asked]))
    const unknown = rows.find(({ id }) => id === null)
    if (unknown) return yield* Effect.fail(invalid(`There is no site ${unknown.given}`))
    return new Map(rows.flatMap(({ given, id }) => (id === null ? [] : [[given, id] as const])))
  })

/** Entries in the shape of the commands. Fails (422) if a line names an unknown site. */
export const written = (entries: ReadonlyArray<typeof JournalEntryInput.Type>) =>
  Effect.gen(function* () {
    const named = (siteId: string | number | null | undefined) => (siteId === null || siteId === undefined ? undefined : String(siteId))
    const ids = yield* siteIds([...new Set(entries.flatMap(({ lines }) => lines.flatMap(({ siteId }) => named(siteId) ?? [])))])
    return entries.map(({ entryDate, description, reference, reason, currency = "USD", lines }) => ({
      date: entryDate,
      description,
      reference: reference || null,
      reason: reason || null,
      currency,
      lines: lines.map(({ account, debitAmount, creditAmount, description, siteId }) => ({
        account,
        debit: debitAmount || undefined,
        credit: creditAmount || undefined,
        description,
        siteId: ids.get(named(siteId) ?? "") ?? null,
      })),
    }))
  })
