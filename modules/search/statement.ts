/** The search in SQL: a word index for each kind of record, and one statement over everything a user may see. */
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { SearchSource } from "@ops/platform/http/search-source.ts"

/** Separators of words: punctuation, spaces, symbols. Postgres and JavaScript read the same character class. */
const signs = String.raw`!-/:-@[-\u0060{-\u00bf\u1680\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufeff`
// not the space, which separates words anyway: each replacement takes time in the building of an index
const between = String.raw`[${signs}\U0001f000-\U0001faff\u0001-\u001f]+`
const betweenHere = new RegExp(String.raw`[${signs}\u{1f000}-\u{1faff}\u0000-\u0020]+`, "u")

/** The maximum number of words of a query. */
const wordsAtMost = 12
/** The maximum number of rows per kind that are ranked: a word in many more rows is too common to find one of them. */
const candidates = 1000

const textOf = (words: ReadonlyArray<string>) => words.map((text) => `coalesce(${text}, '')`).join(" || ' ' || ")
const wordsOf = (words: NonNullable<SearchSource["words"]>, table: string) => `search_words(${textOf(words(table))})`

/** The indexes that each generation of the rows has for the search: nothing is stored beside the rows themselves. */
export const searchIndexes = (sources: ReadonlyArray<SearchSource>): ReadonlyArray<string> => [
  // language sql, so that the planner can inline it
  `create function search_words(text) returns tsvector language sql immutable parallel safe as $words$ select to_tsvector('simple'::regconfig, regexp_replace($1, '${between}', ' ', 'g')) $words$`,
  ...sources.flatMap(({ record: { kind }, words }) => (words ? [`create index ${kind}_words on ${kind} using gin (${wordsOf(words, kind)})`] : [])),
]

/** The words of a query; none if it consists of separators. */
export const wordsAsked = (q: string): ReadonlyArray<string> => q.split(betweenHere).filter(Boolean).slice(0, wordsAtMost)

/** Each word as a prefix; all of them must match. */
const queryOf = (words: ReadonlyArray<string>) => words.map((word) => `'${word}':*`).join(" & ")

/** SQL for the rows of a kind in the user's scope; the values of its conditions are appended to `values`. */
const scopeOf = ({ list }: SearchSource, who: SignedIn, values: Array<unknown>) => {
  const { from, where = [], id } = list(who)
  const scope = where.map(({ sql, values: given = [] }) => {
    let next = 0
    return `(${sql.replaceAll("?", () => {
      values.push(given[next++])
      return `$${values.length}`
    })})`
  })
  return { from, scope, id }
}
const together = (parts: ReadonlyArray<string>) => `select coalesce(json_agg(hit), '[]')::text as body from (${parts.join(" union all ")}) hit`
const shown = ({ record, number, title, detail = "null::text", site = "null::text", opens }: SearchSource, id: string) =>
  `'${record.kind}' as kind, ${id} as id, ${number ?? "null::text"} as number, ${title} as title, ${detail} as detail, ${site} as site, ${opens ?? id} as opens`

/**
 * The hits of a user: for each kind the best `limit` and one more, as JSON text in `body`. A record's exact number
 * comes first, then prefix matches, then the rest; within a rank the newest first.
 */
export const searchStatement = (sources: ReadonlyArray<SearchSource>, who: SignedIn, q: string, limit: number) => {
  const asked = q.trim()
  const values: Array<unknown> = [queryOf(wordsAsked(q)), [asked, asked.toUpperCase()], asked.toLowerCase(), limit + 1]
  const parts = sources.map((source) => {
    const { alias, words, number, title } = source
    const { from, scope, id } = scopeOf(source, who, values)
    const isNumber = number === undefined ? "" : `when ${number} = any($2::text[]) then 0 `
    const asks = words ? `${wordsOf(words, alias)} @@ to_tsquery('simple', $1::text)` : `${number} = any($2::text[])`
    const begins = [number, title].filter((text) => text !== undefined).map((text) => `starts_with(lower(${text}), $3::text)`)
    return (
      `(select * from (select ${shown(source, id)}, case ${isNumber}when ${begins.join(" or ")} then 1 else 2 end as rank ` +
      `from ${from} where ${[...scope, asks].join(" and ")} limit ${candidates}) x order by rank, id desc limit $4)`
    )
  })
  return { text: together(parts), values }
}

/** The minimum similarity of a name to the typed text, from 0 to 1. */
const alike = 0.45

/** Similar names, for a misspelled query without hits: names only, most similar first. Undefined if no kind has names. */
export const similarStatement = (sources: ReadonlyArray<SearchSource>, who: SignedIn, q: string, limit: number) => {
  const values: Array<unknown> = [wordsAsked(q).join(" ").toLowerCase(), limit + 1]
  const parts = sources.flatMap((source) => {
    if (!source.named) return []
    const { from, scope, id } = scopeOf(source, who, values)
    const likeness = `es.alike($1::text, lower(${source.title}))`
    return [
      `(select * from (select ${shown(source, id)}, 1 - ${likeness} as rank from ${from} ${scope.length > 0 ? `where ${scope.join(" and ")}` : ""}) x ` +
        `where rank <= ${1 - alike} order by rank, id desc limit $2)`,
    ]
  })
  return parts.length === 0 ? undefined : { text: together(parts), values }
}
