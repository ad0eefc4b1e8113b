/** A site as callers name it. */
import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { notFound } from "@ops/platform/records/command.ts"

/** A site by its id or slug. $1: either, as text. */
export const siteNamedSql = sql({ id: col.whole }, "select id from site where id::text = $1 or slug = $1")

/** Which site is named: a person's own, or null for all, where none is. 404 for one that is not there, or not theirs. */
export const siteOfTheirs = (named: string | undefined) =>
  Effect.gen(function* () {
    const { confinedTo } = yield* Who
    if (!named) return confinedTo
    const { statement } = yield* Database
    const [site] = yield* statement(siteNamedSql, [named])
    if (site && (confinedTo === null || site.id === confinedTo)) return site.id
    return yield* Effect.fail(notFound(`Site ${named.slice(0, 60)} does not exist`))
  })

/** Which site a figure is of: a person's own where they have one, else the one that is named, by id or slug; null for all. 404 for one that is not there. */
export const siteAsked = (named: string | undefined) => Effect.flatMap(Who, ({ confinedTo }) => siteOfTheirs(confinedTo === null ? named : undefined))
