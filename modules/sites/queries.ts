/** A site as callers name it. */
import { col, sql } from "@ops/platform/database/statement.ts"

/** A site by its id or slug. $1: either, as text. */
export const siteNamedSql = sql({ id: col.whole }, "select id from site where id::text = $1 or slug = $1")
