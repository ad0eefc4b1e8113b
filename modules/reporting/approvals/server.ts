import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { InboxSource } from "@ops/platform/access/inbox.ts"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse } from "@ops/platform/http/answer.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { actingAs } from "@ops/identity/sessions.ts"
import { Person } from "@ops/identity/person.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { ApprovalsApi, isOtherList, type Shown } from "./contract.ts"
import { delegatedTo } from "./on-behalf.ts"
import { approvalList, approvalRecord, waitingFor } from "./queries.ts"

const oneSql = sqlOf({ body: col.text })
const keysSql = sqlOf({ key: col.text })
const peopleSql = sql(stateColumns(Person), `select ${Person.state("p")} from person p where p.is_active order by p.access_level, p.id`)

/** "Mary Keji", "Mary Keji or Peter Lado", "Mary Keji or 3 others". */
const eitherOf = ([first, ...others]: ReadonlyArray<string>) =>
  others.length === 0 ? first! : `${first} or ${others.length === 1 ? others[0] : `${others.length} others`}`

/** By kind/id, who may decide what waits. */
const decidersOf = (sources: ReadonlyArray<InboxSource>, who: SignedIn) =>
  Effect.gen(function* () {
    const { at, via, person } = who
    const people = (yield* statement(peopleSql, [])).filter(({ id }) => id !== person)
    const found = yield* Effect.forEach(
      people.map((each) => actingAs(each, { at, via, simulated: false, sessionId: null })),
      (other) => {
        const own = sources.filter(({ may }) => holdsAny(other, may))
        if (own.length === 0) return Effect.succeed([])
        const { text, values } = waitingFor(own, other)
        return Effect.map(statement(keysSql(text), values), (rows) => rows.map(({ key }) => ({ key, name: other.name })))
      },
      { concurrency: 4 },
    )
    return Object.fromEntries([...Map.groupBy(found.flat(), ({ key }) => key)].map(([key, those]) => [key, eitherOf(those.map(({ name }) => name))]))
  })

const shownIn = (asked: string | undefined): Shown => (isOtherList(asked) ? asked : "mine")

/** The handlers of the approvals group, over the inbox sources of the modules. */
export const approvals = (sources: ReadonlyArray<InboxSource>) =>
  HttpApiBuilder.group(ApprovalsApi, "approvals", (handlers) =>
    handlers.handleAll({
      list: ({ query }) =>
        handle(function* () {
          const who = yield* Who
          const shown = shownIn(query.show)
          const deciders = shown === "others" ? yield* decidersOf(sources, who) : {}
          const delegated = shown === "delegated" ? yield* delegatedTo(who) : []
          return yield* listAnswer("/api/approvals", approvalList(sources, who, shown, { deciders, delegated }), query)
        }),
      one: ({ params: { kind, id }, query: { show } }) =>
        handle(function* () {
          const who = yield* Who
          const source = sources.find((each) => each.kind === kind)
          const shown = shownIn(show)
          const delegated = shown === "delegated" ? yield* delegatedTo(who) : []
          const { text, values } = source ? approvalRecord(source, who, id, shown, delegated) : { text: "", values: [] }
          const [row] = text === "" ? [] : yield* statement(oneSql(text), values)
          if (row === undefined) return yield* Effect.fail(notFound("It no longer awaits your decision"))
          return jsonResponse(row.body)
        }),
    }),
  )
