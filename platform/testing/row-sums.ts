/** Checksums of the rows of a generation, small enough to compare rows folded by different versions column by column. */
import { Effect } from "effect"
import * as Database from "../database/database.ts"
import { col, sql, sqlOf } from "../database/statement.ts"

const columnsSql = sql(
  { table: col.text, column: col.text },
  `select c.relname::text as table, a.attname::text as column from pg_class c join pg_namespace n on n.oid = c.relnamespace
   join pg_attribute a on a.attrelid = c.oid
   where n.nspname = $1 and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
     and exists(select from pg_attribute i where i.attrelid = c.oid and i.attname = 'id') order by 1, a.attnum`,
)
const sumsSql = sqlOf({ sums: col.object })

/** A checksum of each column of each record table in a schema, in id order: `{ site: { name: "3f2a…" } }`. */
export const sumsOfColumns = (schema: string) =>
  Effect.gen(function* () {
    const { statement } = yield* Database.Database
    const sums: Record<string, Readonly<Record<string, unknown>>> = {}
    const tables = Map.groupBy(yield* statement(columnsSql, [schema]), ({ table }) => table)
    for (const [table, columns] of tables) {
      const each = columns.map(({ column }) => `'${column}', left(md5(string_agg(coalesce("${column}"::text, '~'), E'\\n' order by id)), 12)`)
      // a function takes at most a hundred arguments
      const parts = Array.from({ length: Math.ceil(each.length / 40) }, (_, n) => `jsonb_build_object(${each.slice(n * 40, n * 40 + 40).join(", ")})`)
      const [row] = yield* statement(sumsSql(`select ${parts.join(" || ")} as sums from ${schema}."${table}"`), [])
      sums[table] = row!.sums
    }
    return sums
  })
