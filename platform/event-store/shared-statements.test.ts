/** Which commits share a statement, and which statements are on their way at once; against a database that answers in any order. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import fc from "fast-check"
import { Database, DatabaseError } from "../database/database.ts"
import { type Commit, EventStore, layer } from "./event-store.ts"

interface Asked {
  readonly names: ReadonlyArray<string>
  readonly answer: Deferred.Deferred<ReadonlyArray<{ position: number }>, DatabaseError>
}

/** A database that keeps every statement until it is answered. */
const database = () => {
  const underWay = new Set<Asked>()
  const seen: Array<Asked> = []
  const statement = (_: unknown, [commits]: ReadonlyArray<unknown>) =>
    Effect.gen(function* () {
      const asked = { names: String(commits).match(/commit-\d+/g) ?? [], answer: yield* Deferred.make<ReadonlyArray<{ position: number }>, DatabaseError>() }
      underWay.add(asked)
      seen.push(asked)
      return yield* Effect.ensuring(
        Deferred.await(asked.answer),
        Effect.sync(() => underWay.delete(asked)),
      )
    })
  return { underWay, seen, layer: layer.pipe(Layer.provide(Layer.succeed(Database, { statement } as unknown as Database["Service"]))) }
}

const commitOf = (n: number, writes: string, reads: ReadonlyArray<string> = []): Commit => ({
  commit: {
    commandId: `commit-${n}`,
    command: "test",
    requestHash: "",
    actor: "",
    onBehalfOf: null,
    correlation: "",
    causation: null,
    via: "test",
    appVersion: "",
    result: null,
  },
  streams: [{ stream: writes, expected: 1 }],
  read: reads.map((stream) => ({ stream, expected: 1 })),
  events: [{ stream: writes, version: 2, type: "Changed", schemaVersion: 1, occurredAt: "2026-11-28T00:00:00.000Z", data: {}, hash: "" }],
  rows: [],
})

/** Lets everything happen that does not wait for the database. */
const settled = Effect.promise(() => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))))

it.live("while one statement is on its way, a second is sent once sixteen commits wait, and never a third", () => {
  const { underWay, seen, layer } = database()
  return Effect.gen(function* () {
    const { append } = yield* EventStore
    let appended = 0
    const more = (many: number) =>
      Effect.andThen(
        Effect.forEach(Array.from({ length: many }), () => Effect.forkChild(append(commitOf(++appended, `stream-${appended}`)))),
        settled,
      )
    yield* more(1)
    yield* more(15)
    assert.deepStrictEqual(
      seen.map(({ names }) => names.length),
      [1],
    )
    yield* more(1)
    assert.deepStrictEqual(
      seen.map(({ names }) => names.length),
      [1, 16],
    )
    yield* more(40)
    assert.strictEqual(underWay.size, 2)
  }).pipe(Effect.provide(layer))
})

it.live("every commit is answered, and none is on its way beside another that writes what it reads or writes", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ writes: fc.nat(30), reads: fc.array(fc.nat(30), { maxLength: 2 }), step: fc.constantFrom("wait", "answer", ...Array<"">(14).fill("")) }), { minLength: 60, maxLength: 150 }),
        fc.infiniteStream(fc.record({ first: fc.boolean(), fails: fc.integer({ min: 0, max: 9 }) })),
        (given, order) => {
          const { underWay, seen, layer } = database()
          const commits = given.map(({ writes, reads }, n) =>
            commitOf(
              n,
              `stream-${writes}`,
              reads.filter((read) => read !== writes).map((read) => `stream-${read}`),
            ),
          )
          const byName = new Map(commits.map((commit) => [commit.commit.commandId, commit]))
          const check = () => {
            const all = [...underWay].flatMap(({ names }) => names.map((name) => byName.get(name)!))
            for (const one of all)
              for (const other of all) {
                if (one === other) continue
                const touched = [...other.streams, ...other.read].map(({ stream }) => stream)
                assert.isFalse(one.streams.some(({ stream }) => touched.includes(stream)))
              }
          }
          const answerOne = Effect.gen(function* () {
            const { first, fails } = order.next().value!
            const asked = [...underWay].at(first ? 0 : -1)
            if (!asked) return
            yield* fails === 0
              ? Deferred.fail(asked.answer, new DatabaseError({ code: "OP409", message: "moved", cause: undefined }))
              : Deferred.succeed(asked.answer, [{ position: 1 }])
            yield* settled
            check()
          })
          return Effect.runPromise(
            Effect.gen(function* () {
              const { append } = yield* EventStore
              const callers: Array<Fiber.Fiber<unknown, never>> = []
              for (const [n, commit] of commits.entries()) {
                callers.push(yield* Effect.forkChild(Effect.exit(append(commit))))
                const { step } = given[n]!
                if (step === "") continue
                yield* settled
                check()
                if (step === "answer") yield* answerOne
              }
              yield* settled
              while (underWay.size > 0) yield* answerOne
              yield* Fiber.joinAll(callers)
              assert.sameMembers([...new Set(seen.flatMap(({ names }) => names))], [...byName.keys()])
            }).pipe(Effect.provide(layer)),
          )
        },
      ),
      { numRuns: 60 },
    ),
  ),
)
