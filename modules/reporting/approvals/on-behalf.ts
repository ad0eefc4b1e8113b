/** Deciding in the place of another person: which records have been delegated to a person, and the calls that decide them. */
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { actingAs } from "@ops/identity/sessions.ts"
import { isActiveSql } from "@ops/identity/delegations/delegation.ts"
import { Person } from "@ops/identity/person.ts"
import type { InboxSource } from "@ops/platform/access/inbox.ts"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { sql, sqlOf, col } from "@ops/platform/database/statement.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { Authorization } from "@ops/platform/http/contract.ts"
import { valuesOf } from "@ops/platform/http/query.ts"
import { forbidden, Rejection } from "@ops/platform/records/command.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { approvalList, type Delegated } from "./queries.ts"

const delegatorsSql = sql(
  stateColumns(Person),
  `select ${Person.state("p")} from person p where p.is_active and p.id in (select r.delegator_id from delegation r where r.delegate_id = $1 and ${isActiveSql}) order by p.id`,
)
const foundSql = sqlOf({ found: col.flag })

/** Those who have delegated their approvals to a person today, each with the person as delegate: the rights of the one, recorded in both names. */
export const delegatedTo = (who: SignedIn) =>
  Effect.gen(function* () {
    if (who.simulated) return []
    const { statement } = yield* Database
    const { actor, person, name, employeeId, sessionId, tokenId, proven, via, at } = who
    return (yield* statement(delegatorsSql, [person])).map((row): Delegated => {
      const delegator = actingAs(row, { at, via, simulated: false, sessionId: null })
      const self = { actor, person, name, employeeId, sessionId, ...(tokenId !== undefined && { tokenId }), ...(proven !== undefined && { proven }) }
      return { delegator, delegate: { ...delegator, ...self, onBehalfOf: delegator.actor } }
    })
  })

/** The lists of what a person may decide now: in their own right, and for those who have delegated to them, if any. */
export const waitingLists = (sources: ReadonlyArray<InboxSource>) => (who: SignedIn) =>
  Effect.map(delegatedTo(who), (delegated) => ({
    own: approvalList(sources, who),
    ...(delegated.length > 0 && { delegated: approvalList(sources, who, "delegated", { delegated }) }),
  }))

/** A call by its method and path, whatever its parameters are called. */
export const callOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path.replace(/:\w+/g, ":")}`
const notDelegated = forbidden("It has not been delegated to you, or no longer awaits a decision")

/**
 * An Authorization that lets a delegate make a decision of the inbox in the place of the person named by `onBehalfOf`. Any other call refuses it. Who may
 * decide follows from the inbox: the delegator may, and the delegate would with the same rights.
 */
export const onBehalfRequests = (sources: ReadonlyArray<InboxSource>) =>
  Layer.effect(
    Authorization,
    Effect.gen(function* () {
      const permit = yield* Authorization
      const database = yield* Database
      return Authorization.of((effect, call) =>
        Effect.gen(function* () {
          const [named] = valuesOf(yield* HttpServerRequest.ParsedSearchParams, "onBehalfOf")
          if (named === undefined) return yield* permit(effect, call)
          const { endpoint } = call
          const decided = sources.filter(({ approve, reject }) => [approve, reject].some((decision) => decision && callOf(decision) === callOf(endpoint)))
          if (decided.length === 0)
            return yield* Effect.fail(new Rejection(400, "Only decisions of the inbox can be made on behalf of another person. Leave out onBehalfOf"))
          const pairs = yield* mapDatabaseErrors(Effect.provideService(delegatedTo(yield* Who), Database, database))
          const delegated = pairs.find(({ delegator }) => String(delegator.person) === named)
          if (!delegated) return yield* Effect.fail(notDelegated)
          const { url } = yield* HttpServerRequest.HttpServerRequest
          const list = approvalList(decided, yield* Who, "delegated", { delegated: [delegated] })
          const path = `${url.split("?")[0]}?onBehalfOf=${named}`
          const text = `with inbox as (${list.with!.sql}) select exists(select from ${list.from} where $${list.with!.values!.length + 1} in (t.approve->>'path', t.reject->>'path')) as found`
          const [row] = yield* mapDatabaseErrors(database.statement(foundSql(text), [...list.with!.values!, path]))
          if (!row?.found) return yield* Effect.fail(notDelegated)
          return yield* Effect.provideService(permit(effect, call), Who, delegated.delegate)
        }),
      )
    }),
  )
