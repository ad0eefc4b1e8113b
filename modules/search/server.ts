import { Context, Effect, Layer } from "effect"
import { HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { permits, Rule } from "@ops/platform/access/rule.ts"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { handle, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { conflict, Rejection } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { type Found, SearchApi } from "./contract.ts"
import { viewList } from "./queries.ts"
import { changeView, chooseDefault, removeView, saveView, viewsAtMost } from "./saved-view.ts"
import { searchStatement, similarStatement, wordsAsked } from "./statement.ts"

const limitDefault = 5
const limitAtMost = 50
/** The minimum number of letters for similar names. */
const similarFrom = 4

interface Row {
  readonly kind: string
  readonly id: number
  readonly number: string | null
  readonly title: string | null
  readonly detail: string | null
  readonly site: string | null
  readonly opens: number
  readonly rank: number
}

const foundSql = sqlOf({ body: col.text })
const viewSql = sql(
  { list: col.text, isDefault: col.flag },
  `select v.list, exists (select from view_default d where d.person_id = $2 and d.list = v.list and d.view_id = v.id) as "isDefault"
   from saved_view v where v.id = $1`,
)
const manySql = sql({ many: col.whole }, "select count(*)::int as many from saved_view where owner_id = $1 and list = $2 and name_key is not null")

/** Who may read each list, according to the contract. */
const rulesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>): ReadonlyMap<string, Rule["may"]> => {
  const rules = new Map<string, Rule["may"]>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      const rule = Context.get(mergedAnnotations, Rule)
      if (endpoint.method === "GET" && rule) rules.set(endpoint.path, rule.may)
    },
  })
  return rules
}

const grouped = (sources: ReadonlyArray<SearchSource>, rows: ReadonlyArray<Row>, who: SignedIn, limit: number): ReadonlyArray<typeof Found.Type> => {
  const groups = sources.flatMap((source) => {
    const found = rows.filter(({ kind }) => kind === source.record.kind)
    if (found.length === 0) return []
    const { label, heading, screen, record } = source
    const place = typeof screen === "string" ? screen : screen(who)
    const hits = found.slice(0, limit).map(({ id, number, title, detail, site, opens }) => ({
      id,
      number,
      title: title ?? "",
      detail,
      site,
      path: place.replace(/:(id|number|title)/, (_, name: "id" | "number" | "title") => encodeURIComponent({ id: opens, number, title }[name] ?? "")),
    }))
    return [{ best: found[0]!.rank, group: { kind: record.kind, label, heading, hits, more: found.length > limit } }]
  })
  return groups.sort((a, b) => a.best - b.best).map(({ group }) => group)
}

const SearchLive = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>, sources: ReadonlyArray<SearchSource>) =>
  HttpApiBuilder.group(SearchApi, "search", (handlers) => {
    const rules = rulesOf(api)
    for (const { call } of sources) if (!rules.has(call)) throw new Error(`${call} is not a list of the contract`)
    const mayRead = (who: SignedIn) => (source: SearchSource) => permits(who, rules.get(source.call)!)
    return handlers.handleAll({
      search: ({ query: { q = "", limit = String(limitDefault) } }) =>
        handle(function* () {
          const who = yield* Who
          const most = Number(limit)
          if (!/^[1-9]\d?$/.test(limit) || most > limitAtMost) {
            return yield* Effect.fail(new Rejection(400, `limit must be a whole number from 1 to ${limitAtMost}`))
          }
          const readable = sources.filter(mayRead(who))
          if (wordsAsked(q).length === 0 || readable.length === 0) return []
          const rowsOf = ({ text, values }: ReturnType<typeof searchStatement>) =>
            Effect.map(statement(foundSql(text), values), ([row]) => JSON.parse(row!.body) as ReadonlyArray<Row>)
          const found = yield* rowsOf(searchStatement(readable, who, q, most))
          const nearly = found.length === 0 && q.trim().length >= similarFrom ? similarStatement(readable, who, q, most) : undefined
          return grouped(readable, nearly ? yield* rowsOf(nearly) : found, who, most)
        }),
    })
  })

const SavedViewsLive = HttpApiBuilder.group(SearchApi, "savedViews", (handlers) => {
  /** Makes a view the default of its list for the person, or removes it as default. */
  const first = (who: SignedIn, id: number, isDefault: boolean) =>
    Effect.gen(function* () {
      const [view] = yield* statement(viewSql, [id, who.person])
      if (!view) return yield* Effect.fail(new Rejection(404, `View ${id} does not exist`))
      if (isDefault || view.isDefault) yield* execute(chooseDefault, { list: view.list, viewId: isDefault ? id : null }, who)
    })
  return handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/saved-views", viewList(who), query)),
    save: ({ payload: { isDefault = false, query = {}, sort = null, columns = null, sharedFrom = null, ...named } }) =>
      Effect.gen(function* () {
        const who = yield* Who
        const saved = Effect.gen(function* () {
          const [own] = yield* statement(manySql, [who.person, named.list])
          if (own!.many >= viewsAtMost) return yield* Effect.fail(conflict(`You have ${viewsAtMost} views on this list. Remove one first`))
          const { id } = yield* execute(saveView, { ...named, query, sort: sort || null, columns, sharedFrom }, who, yield* commandKey)
          if (isDefault) yield* first(who, id, true)
          return id
        })
        return yield* rowAnswer(viewList(who), yield* mapDatabaseErrors(saved), "View", 201)
      }),
    change: ({ params: { id }, payload: { isDefault, sort, ...change } }) =>
      Effect.gen(function* () {
        const who = yield* Who
        const changed = Effect.gen(function* () {
          if (sort !== undefined || Object.values(change).some((value) => value !== undefined)) {
            yield* execute(changeView, { id, ...change, ...(sort !== undefined && { sort: sort || null }) }, who, yield* commandKey)
          }
          if (isDefault !== undefined) yield* first(who, id, isDefault)
        })
        yield* mapDatabaseErrors(changed)
        return yield* rowAnswer(viewList(who), id, "View")
      }),
    remove: ({ params }) =>
      mapDatabaseErrors(
        Effect.flatMap(Who, (who) => Effect.flatMap(commandKey, (key) => Effect.map(execute(removeView, params, who, key), ({ id }) => ({ id })))),
      ),
  })
})

/** The handlers of the search over the modules' searchable records, under the rules of a whole contract; and of saved views. */
export const search = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>, sources: ReadonlyArray<SearchSource>) =>
  Layer.merge(SearchLive(api, sources), SavedViewsLive)
