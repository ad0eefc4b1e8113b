/** Answers the calls of a resource: its list, single records, their history, and every command. */
import { Effect, type Layer } from "effect"
import { HttpApi, HttpApiBuilder, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { permits } from "../../access/rule.ts"
import { type SignedIn, Who } from "../../access/who.ts"
import { CurrentInstant, type Database, type DatabaseError } from "../../database/database.ts"
import { attached, attachedPictures } from "../../documents/attachment.ts"
import { acting, type Command } from "../../records/command.ts"
import { chained, concurrently, mapped } from "../../records/decide.ts"
import { erasureOf, requireEncrypted } from "../../records/personal-data/erasure.ts"
import { describedAs } from "../../records/field.ts"
import type { PersonalKeys } from "../../records/personal-data/personal.ts"
import { type Model, Records } from "../../records/records.ts"
import { mapDatabaseErrors } from "../answer.ts"
import { answering } from "../answering.ts"
import { listAnswer } from "../list-query.ts"
import { type AnyResource, isDecided, takesOverride } from "./resource.ts"
import { canOf } from "../../text.ts"
import { inputOf } from "./wire.ts"

/** The arguments of a handwritten call. */
interface Request {
  readonly params: any
  readonly query: any
  readonly payload: any
}
type Handlers = Readonly<Record<string, (request: any) => Effect.Effect<any, any, any>>>
type CallsOf<R> = R extends { readonly group: infer G } ? HttpApiGroup.Endpoints<G> : never
/** The request of a handwritten call: `({ query }: RequestOf<typeof attendance, "today">) => …`. */
export type RequestOf<R, Name extends HttpApiEndpoint.Identifier<CallsOf<R>>> = HttpApiEndpoint.Request<HttpApiEndpoint.WithIdentifier<CallsOf<R>, Name>>

/** What every row of a resource has. */
interface Shown {
  readonly id: number
  readonly version: number
}

/**
 * Adds to each row which commands the reader could perform now, and why not the others: each is decided without writing anything. `canOverride` means
 * that the command that takes an override reason is rejected without one and accepted with one.
 */
export const withDecisions = (resource: AnyResource) => {
  const commands = Object.entries(resource.commands)
    .filter(([, exposed]) => isDecided(exposed) && !exposed.onHint)
    .map(([name, exposed]) => {
      const { command, access } = exposed
      return { name, can: canOf(name), access, command: command as Command<unknown>, input: inputOf(command.fields), overrides: takesOverride(exposed) }
    })
  const overriding = commands.find(({ overrides }) => overrides)
  return (answered: ReadonlyArray<object>, who: SignedIn) =>
    Effect.gen(function* () {
      const rows = answered as ReadonlyArray<Shown>
      const could = (yield* Records).couldOnce(new Map(rows.map(({ id, version }) => [resource.stream.key(id), version])))
      const past = yield* CurrentInstant
      const by = acting(who)
      const asked = commands.map((one) => ({
        ...one,
        fault: past ? "The past can only be read" : permits(who, one.access.may) ? undefined : "You do not have access to this",
      }))
      const reasonOf = (id: number, { command, fault, input }: (typeof asked)[number]) =>
        fault === undefined ? could(command, input({ id }), by) : Effect.succeed(fault)
      const overrides = (id: number, cannot: Readonly<Record<string, string>>): Effect.Effect<boolean, DatabaseError> => {
        const { name, command, input } = overriding!
        const isClosed = asked.some((one) => one.name === name && one.fault !== undefined)
        if (!(name in cannot) || isClosed) return Effect.succeed(false)
        return mapped(could(command, input({ id, overrideReason: "-" }), by), (why) => why === undefined)
      }
      const decidedRow = (row: Shown): Effect.Effect<object, DatabaseError> => {
        const [first, ...others] = asked
        if (!first) return Effect.succeed({ ...row, cannot: {} })
        // the first reads the row, on which the others are decided without waiting
        const reasons = chained(reasonOf(row.id, first), (reason) =>
          mapped(concurrently(others.map((one) => reasonOf(row.id, one))), (more) => [reason, ...more]),
        )
        return chained(reasons, (given) => {
          const can: Record<string, boolean> = {}
          const cannot: Record<string, string> = {}
          for (const [n, one] of asked.entries()) {
            const why = given[n]
            can[one.can] = why === undefined
            if (why !== undefined) cannot[one.name] = why
          }
          if (overriding === undefined) return Effect.succeed({ ...row, ...can, cannot })
          return mapped(overrides(row.id, cannot), (canOverride) => ({ ...row, ...can, canOverride, cannot }))
        })
      }
      return yield* concurrently(rows.map(decidedRow))
    })
}

type ServiceOf<R> = R extends AnyResource ? HttpApiGroup.Service<"ops", R["name"]> : never

/** Functions that complete a payload, by command name, if its defaults depend on the caller. */
type Preparing = Handlers

/** The layer that answers a resource's calls; `more` answers its handwritten calls. */
export const resourceLive = <R extends AnyResource & { readonly group: object }>(resource: R, more: Handlers = {}, prepare: Preparing = {}) => {
  const decided = withDecisions(resource)
  const usual = Object.fromEntries(resource.filters.flatMap(({ name, usual }) => (usual === undefined ? [] : [[name, usual]])))
  const { one, execute, executeAt, history, requireVisible } = answering(resource.stream, resource.shape, decided)
  /** The history without the fields that the caller may not read. */
  const shownHistory = (id: number) =>
    Effect.gen(function* () {
      const withheld = resource.withheld(yield* Who)
      const lines = yield* history(id)
      return withheld.size === 0 ? lines : lines.map((line) => ({ ...line, changes: line.changes.filter(({ field }) => !withheld.has(field)) }))
    })
  /** Runs an effect on a record that the caller may see: the requirements of its erasure, or a preview. */
  const ofVisible = <A, E, R>(id: number, looked: Effect.Effect<A, E, R>) => Effect.andThen(requireVisible(id), mapDatabaseErrors(looked))
  const handlerOf = (name: string) => {
    const { command, isNew, erases, status, idIn, aliases = {} } = resource.commands[name]!
    const input = inputOf(command.fields)
    const files = Object.entries(command.fields).flatMap(([field, schema]) => {
      const { kind, pictures } = describedAs(schema)
      return kind === "files" || kind === "file" ? [{ field, isOne: kind === "file", attach: pictures ? attachedPictures : attached }] : []
    })
    const act = command as Command<unknown>
    return ({ params, payload: asked }: Request) =>
      Effect.gen(function* () {
        const payload = prepare[name] ? yield* prepare[name](asked) : asked
        const id = idIn === undefined ? params?.id : payload[idIn]
        const given = { ...payload, ...params, id }
        for (const [alias, field] of Object.entries(aliases)) given[field] = given[alias] || given[field]
        for (const { field, isOne, attach } of files) {
          const named: ReadonlyArray<number> = isOne && given[field] ? [given[field]] : (given[field] ?? [])
          const kept = yield* attach(named)
          given[field] = isOne ? (kept[0] ?? null) : kept
        }
        if (erases) yield* ofVisible(params.id, requireEncrypted(resource.stream, id))
        return yield* isNew ? execute(act, input(given), 201) : executeAt(id, payload?.version, act, input(given), status)
      })
  }
  const handlers: Handlers = {
    list: ({ query }: Request) =>
      Effect.flatMap(Who, (who) => listAnswer(resource.path, resource.shape(who), { ...usual, ...query }, (rows) => decided(rows, who))),
    one: ({ params }: Request) => one(params.id),
    ...(resource.hasHistory && { history: ({ params }: Request) => shownHistory(params.id) }),
    ...(Object.values(resource.commands).some(({ erases }) => erases) && {
      erasure: ({ params }: Request) => ofVisible(params.id, erasureOf(resource.stream, params.id)),
    }),
    ...Object.fromEntries(Object.keys(resource.commands).map((name) => [name, handlerOf(name)])),
    ...more,
  }
  const api = HttpApi.make("ops").add(resource.group as never)
  return HttpApiBuilder.group(api as never, resource.name as never, ((all: any) => all.handleAll(handlers)) as never) as unknown as Layer.Layer<
    ServiceOf<R>,
    never,
    Database | Model | PersonalKeys | Records
  >
}
