/** Tells browsers which of their lists are out of date, as soon as somebody changes a record. */
import { Context, Effect, Latch, Stream } from "effect"
import { HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { MadeOf } from "../access/rule.ts"
import { type SignedIn, Who } from "../access/who.ts"
import { Tail } from "../event-store/tail.ts"
import { LiveApi } from "./live-contract.ts"

/** Whether a person is still signed in as he was; asked with each heartbeat. Asking is no sign of his being there. */
export const StillSignedIn = Context.Reference<(who: SignedIn) => Effect.Effect<boolean>>("@ops/platform/http/StillSignedIn", {
  defaultValue: () => () => Effect.succeed(true),
})

/** The paths of the lists by the kind of record they are made of, read off the contract. */
export const listsByKind = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const lists = new Map<string, Set<string>>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      if (endpoint.method !== "GET") return
      const path = endpoint.path.replace(/\/:.*$/, "") // a browser reads again whatever lies below the path
      for (const kind of Context.get(mergedAnnotations, MadeOf)) lists.set(kind, (lists.get(kind) ?? new Set()).add(path))
    },
  })
  return new Map([...lists].map(([kind, paths]) => [kind, [...paths]]))
}

const heartbeat = "20 seconds"
/** At most five messages a second: what comes in a burst is told together. */
const breath = "200 millis"

/** What one browser is told, until `still` answers no. The first message comes at once. */
export const messages = (tail: Tail["Service"], lists: ReadonlyMap<string, ReadonlyArray<string>>, still: Effect.Effect<boolean>) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const changed = new Set<string>()
      const news = Latch.makeUnsafe()
      let told = yield* tail.position
      // drains at once, however slowly the browser reads: what waits for it is a few paths, not the events
      yield* Effect.forkScoped(
        Stream.runForEach(tail.subscribe, (batch) =>
          Effect.sync(() => {
            for (const { stream } of batch) {
              for (const path of lists.get(stream.slice(0, stream.indexOf("/"))) ?? []) changed.add(path)
            }
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
export const live = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  HttpApiBuilder.group(
    LiveApi,
    "live",
    Effect.fn(function* (handlers) {
      const tail = yield* Tail
      const still = yield* StillSignedIn
      const lists = listsByKind(api)
      return handlers.handleAll({ stream: () => Effect.map(Who, (who) => messages(tail, lists, still(who))) })
    }),
  )
