/** Notifies browsers of outdated lists as soon as a record changes that the signed-in person may see. */
import { Context, Effect, Latch, Schedule, Stream } from "effect"
import { HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { AcrossSites, InvalidatedBy, permits, Rule } from "../../access/rule.ts"
import { type SignedIn, Who } from "../../access/who.ts"
import type { StoredEvent } from "../../event-store/event-store.ts"
import { Tail } from "../../event-store/tail.ts"
import { LiveApi } from "./live-contract.ts"

/** Whether a person is still signed in with the same permissions; checked with each heartbeat. The check does not count as activity. */
export const StillSignedIn = Context.Reference<(who: SignedIn) => Effect.Effect<boolean>>("@ops/platform/http/StillSignedIn", {
  defaultValue: () => () => Effect.succeed(true),
})

/** A list of the contract, with who may read it and who of them sees every site in it. */
interface Kept {
  readonly path: string
  readonly may: Rule["may"]
  readonly across: Rule["may"]
}

/** The lists by the kinds of record they are made of, derived from the contract. */
export const listsByKind = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
): ReadonlyMap<string, ReadonlyArray<Kept>> => {
  const lists = new Map<string, Array<Kept>>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      const rule = Context.get(mergedAnnotations, Rule)
      if (endpoint.method !== "GET" || rule === undefined) return
      const path = endpoint.path.replace(/\/:.*$/, "") // a browser reloads everything below the path
      const kept = { path, may: rule.may, across: Context.get(mergedAnnotations, AcrossSites) }
      for (const kind of Context.get(mergedAnnotations, InvalidatedBy)) lists.set(kind, [...(lists.get(kind) ?? []), kept])
    },
  })
  return lists
}

/** The sites of the records that events are about, by stream. A record without an entry or without a site is company-wide. */
export type SitesOf<E = never, R = never> = (events: ReadonlyArray<StoredEvent>) => Effect.Effect<ReadonlyMap<string, ReadonlyArray<number>>, E, R>

/** The lists that are outdated for one person: lists that they may read, after a change that they may see. */
export const listsFor = (lists: ReadonlyMap<string, ReadonlyArray<Kept>>, sitesOf: SitesOf, who: SignedIn) => {
  const open = new Map([...lists].map(([kind, kept]) => [kind, kept.filter(({ may }) => may === "public" || permits(who, may))]))
  return (events: ReadonlyArray<StoredEvent>) =>
    Effect.map(who.confinedTo === null ? Effect.succeed(new Map<string, ReadonlyArray<number>>()) : sitesOf(events), (known) => {
      const paths = new Set<string>()
      for (const { stream } of events) {
        const sites = known.get(stream) ?? []
        const isElsewhere = who.confinedTo !== null && sites.length > 0 && !sites.includes(who.confinedTo)
        for (const { path, across } of open.get(stream.slice(0, stream.indexOf("/"))) ?? []) {
          if (!isElsewhere || permits(who, across)) paths.add(path)
        }
      }
      return paths
    })
}

const heartbeat = "20 seconds"
/** At most five messages a second: changes in a burst share one message. */
const breath = "200 millis"

/**
 * The messages for one browser, until `still` returns false. The first message is sent at once. `listsOf` returns the lists that events make
 * outdated.
 */
export const messages = (
  tail: Tail["Service"],
  listsOf: (events: ReadonlyArray<StoredEvent>) => Effect.Effect<Iterable<string>>,
  still: Effect.Effect<boolean>,
) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const changed = new Set<string>()
      const news = Latch.makeUnsafe()
      let told = yield* tail.position
      // drains immediately, however slowly the browser reads: only a few paths are queued for it, not the events
      yield* Effect.forkScoped(
        Stream.runForEach(tail.subscribe, (batch) =>
          Effect.map(listsOf(batch), (paths) => {
            for (const path of paths) changed.add(path)
            told = batch.at(-1)!.position
            if (changed.size > 0) news.openUnsafe()
          }),
        ),
        { startImmediately: true },
      )
      const message = () => {
        const lists = [...changed]
        changed.clear()
        news.closeUnsafe()
        return { position: told, lists }
      }
      const alive = Stream.tick(heartbeat).pipe(
        Stream.takeWhileEffect(() => still),
        Stream.map(() => ({ position: told, lists: [] as ReadonlyArray<string> })),
      )
      let pause = Effect.void
      const changes = Stream.fromEffectRepeat(
        Effect.gen(function* () {
          yield* pause
          yield* news.await
          pause = Effect.sleep(breath)
          return message()
        }),
      )
      return Stream.merge(alive, changes, { haltStrategy: "left" })
    }),
  )

/** The handlers of the live group, for the lists of a whole contract. */
export const live = <Id extends string, Groups extends HttpApiGroup.Constraint, E, R>(api: HttpApi.HttpApi<Id, Groups>, sitesOf: SitesOf<E, R>) =>
  HttpApiBuilder.group(
    LiveApi,
    "live",
    Effect.fn(function* (handlers) {
      const tail = yield* Tail
      const still = yield* StillSignedIn
      const context = yield* Effect.context<R>()
      const lists = listsByKind(api)
      // queried once for all listeners; while the database is unreachable, changes wait to be announced
      const asked = new WeakMap<ReadonlyArray<StoredEvent>, ReturnType<SitesOf>>()
      const shared: SitesOf = (events) =>
        Effect.suspend(() => {
          const sites =
            asked.get(events) ??
            Effect.runSync(Effect.cached(sitesOf(events).pipe(Effect.retry(Schedule.spaced("1 second")), Effect.orDie, Effect.provide(context))))
          asked.set(events, sites)
          return sites
        })
      return handlers.handleAll({ stream: () => Effect.map(Who, (who) => messages(tail, listsFor(lists, shared, who), still(who))) })
    }),
  )
