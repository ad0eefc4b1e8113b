/** The handlers of the calls about clients. */
import { Effect, Layer, type Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { type ListAsked, listAnswer } from "@ops/platform/http/list-query.ts"
import { type RequestOf, resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import { inputFor } from "@ops/platform/http/resources/wire.ts"
import type { DeclaredCommand } from "@ops/platform/records/command.ts"
import { BadgesLive } from "./badges/server.ts"
import { addClient, changeClient, deactivateClient, reactivateClient } from "./client.ts"
import { ClientsApi } from "./contract.ts"
import { projectHeadList } from "./queries.ts"
import { clients, customerList, type Reader } from "./resource.ts"

const sitesSql = sql({ id: col.whole }, "select id from site where id::text = any($1::text[]) or slug = any($1::text[])")

/** The reader, for whom only these sites count. */
const ofSites = (who: SignedIn, sites: ReadonlyArray<number> | null): Reader => ({ ...who, sites })
const decided = withDecisions(clients)
// a user may add or change clients without seeing all of them: the answer contains the client anyway
const anyClient = answering(clients.stream, (who) => clients.shape(ofSites(who, null)), decided)
const given =
  <F extends Schema.Struct.Fields>(act: DeclaredCommand<F>) =>
  ({ params, payload }: { readonly params: object; readonly payload?: object | null }) =>
    anyClient.execute(act, inputFor(act)({ ...payload, ...params }))

/** The reader and the requested sites, by id or slug, within those that the reader may see. */
const asked = ({ siteId }: ListAsked) =>
  Effect.gen(function* () {
    const who = yield* Who
    if (!siteId) return who
    const rows = yield* mapDatabaseErrors(statement(sitesSql, [siteId.split(",")]))
    return ofSites(
      who,
      rows.map(({ id }) => id).filter((id) => who.confinedTo === null || id === who.confinedTo),
    )
  })

const ClientRecordsLive = resourceLive(clients, {
  list: ({ query }: RequestOf<typeof clients, "list">) =>
    Effect.flatMap(asked(query), (who) => listAnswer(clients.path, clients.shape(who), query, (rows) => decided(rows, who))),
  customers: ({ query }: RequestOf<typeof clients, "customers">) =>
    Effect.flatMap(asked(query), (who) => listAnswer("/api/customers", customerList(who), query)),
  add: ({ payload }: RequestOf<typeof clients, "add">) => anyClient.execute(addClient, inputFor(addClient)(payload), 201),
  change: given(changeClient),
  deactivate: given(deactivateClient),
  reactivate: given(reactivateClient),
})

const ProjectHeadsLive = HttpApiBuilder.group(ClientsApi, "projectHeads", (handlers) =>
  handlers.handleAll({ list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/project-heads", projectHeadList(who), query)) }),
)

export const ClientsLive = Layer.mergeAll(ClientRecordsLive, ProjectHeadsLive, BadgesLive)
