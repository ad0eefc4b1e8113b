/** A site as given by callers. */
import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { notFound } from "@ops/platform/records/command.ts"

/** A site by its id or slug. $1: either, as text. */
export const siteNamedSql = sql({ id: col.whole }, "select id from site where id::text = $1 or slug = $1")

/** The id of the given site; if none is given, the user's own, or null for all. 404 for a site that does not exist or is not the user's. */
export const siteOfTheirs = (named: string | undefined) =>
  Effect.gen(function* () {
    const { confinedTo } = yield* Who
    if (!named) return confinedTo
    const [site] = yield* statement(siteNamedSql, [named])
    if (site && (confinedTo === null || site.id === confinedTo)) return site.id
    return yield* Effect.fail(notFound(`Site ${named.slice(0, 60)} does not exist`))
  })

/** The site of a figure: the user's own if there is one, else the given one, by id or slug; null for all. 404 for a site that does not exist. */
export const siteAsked = (named: string | undefined) => Effect.flatMap(Who, ({ confinedTo }) => siteOfTheirs(confinedTo === null ? named : undefined))
