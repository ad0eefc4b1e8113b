import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Exit, Logger, Scope } from "effect"
import { Database } from "../database/database.ts"
import { testDatabase } from "../testing/database.ts"
import { eventually } from "../testing/eventually.ts"
import { clock, clockTable, dueOf, runClocks } from "./clock.ts"

/** Runs clocks as a separate process would, until ended. */
const process = (...clocks: Parameters<typeof runClocks<never>>[0]) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    yield* Effect.provideService(runClocks(clocks), Scope.Scope, scope)
    return Scope.close(scope, Exit.void)
  })
const every = (name: string, work: Effect.Effect<unknown, { readonly message: string }>, cron = "* * * * * *") =>
  clock(name, cron, { work, failed: "The test failed" })
const stored = (name: string) =>
  Effect.flatMap(Database, ({ query }) =>
    Effect.map(
      query((sql) => sql<Array<{ is_done: boolean; leased: boolean }>>`select is_done, leased_until > now() as leased from app.clock where name = ${name}`),
      ([row]) => row,
    ),
  )

layer(testDatabase({ tables: [clockTable] }), { excludeTestServices: true, timeout: "60 seconds" })("a clock", (it) => {
  it.effect("is done once by several processes together, each time that is due", () =>
    Effect.gen(function* () {
      let done = 0
      const second = () => Math.floor(Date.now() / 1000)
      const began = second()
      const work = Effect.sync(() => void done++)
      const ends = yield* Effect.forEach([1, 2, 3], () => process(every("shared", work)))
      yield* eventually(Effect.sync(() => done >= 7))
      assert.isAtMost(done, ends.length + second() - began, "once for each start and each second")
      yield* Effect.forEach(ends, (end) => end)
    }),
  )

  it.effect("is never done by two processes at once, however long it takes", () =>
    Effect.gen(function* () {
      let [at, most, times] = [0, 0, 0]
      const work = Effect.acquireUseRelease(
        Effect.sync(() => (most = Math.max(most, ++at))),
        () => Effect.sleep(1500),
        () => Effect.sync(() => (at--, times++)),
      )
      const ends = yield* Effect.forEach([1, 2], () => process(every("long", work)))
      yield* eventually(Effect.sync(() => times >= 2))
      yield* Effect.forEach(ends, (end) => end)
      assert.strictEqual(most, 1)
    }),
  )

  it.effect("runs at the start of a server, and is left to another process by one that stops in the middle of it", () =>
    Effect.gen(function* () {
      const seldom = "0 0 1 1 *"
      const end = yield* process(every("left", Effect.never, seldom))
      yield* eventually(Effect.map(stored("left"), (row) => row !== undefined))
      assert.deepStrictEqual({ ...(yield* stored("left"))! }, { is_done: false, leased: true })
      yield* end
      let done = 0
      const other = yield* process(
        every(
          "left",
          Effect.sync(() => void done++),
          seldom,
        ),
      )
      yield* eventually(Effect.map(stored("left"), (row) => row?.is_done === true))
      yield* other
      assert.strictEqual(done, 1)
      assert.deepStrictEqual({ ...(yield* stored("left"))! }, { is_done: true, leased: null })
    }),
  )

  it.effect("is taken over once the lease of a process that died has expired, and not before", () =>
    Effect.gen(function* () {
      const { query } = yield* Database
      const lost = (name: string, seconds: number) =>
        query(
          (sql) =>
            sql`insert into app.clock (name, due, holder, leased_until) values (${name}, now(), gen_random_uuid(), now() + make_interval(secs => ${seconds}))`,
        )
      yield* lost("dead", -1)
      yield* lost("alive", 30)
      const done: Array<string> = []
      const noting = (name: string, cron?: string) =>
        every(
          name,
          Effect.sync(() => void done.push(name)),
          cron,
        )
      const end = yield* process(noting("alive", "0 0 1 1 *"), noting("dead", "0 0 1 1 *"), noting("tick"))
      yield* eventually(Effect.sync(() => done.includes("dead") && done.filter((name) => name === "tick").length >= 2))
      assert.deepStrictEqual(
        done.filter((name) => name !== "tick"),
        ["dead"],
      )
      yield* end
    }),
  )

  it.effect("that fails says so and stays owed; others go on", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const log = Logger.make(({ message }) => void lines.push(String(message)))
      let done = 0
      const end = yield* Effect.provide(
        process(
          every("bad", Effect.fail({ message: "no paper" })),
          every("broken", Effect.die(new Error("a defect"))),
          every(
            "good",
            Effect.sync(() => void done++),
          ),
        ),
        Logger.layer([log]),
      )
      const said = (start: string) => lines.some((line) => line.startsWith(start))
      yield* eventually(Effect.sync(() => said("The test failed: no paper") && said("The test failed: Error: a defect") && done >= 2))
      assert.deepStrictEqual({ ...(yield* stored("bad"))! }, { is_done: false, leased: true })
      yield* end
    }),
  )
})

describe("what is due", () => {
  const at = (text: string) => Date.parse(text)
  const said = (due: number | undefined) => (due === undefined ? undefined : new Date(due).toISOString())
  const morning = clock("morning", "0 6 * * *", { work: Effect.void, failed: "" })
  const night = clock("night", "0 2 * * *", { work: Effect.void, failed: "", late: "1 hour" })

  it("runs by Juba's time", () => {
    assert.strictEqual(said(dueOf(morning, at("2026-11-20T00:00:00Z"), at("2026-11-21T03:59:59Z"))), "2026-11-20T04:00:00.000Z")
    assert.strictEqual(said(dueOf(morning, at("2026-11-20T00:00:00Z"), at("2026-11-21T04:00:00Z"))), "2026-11-21T04:00:00.000Z")
  })
  it("is also the start of a server", () => {
    assert.strictEqual(said(dueOf(morning, at("2026-11-21T09:10:11Z"), at("2026-11-21T09:10:12Z"))), "2026-11-21T09:10:11.000Z")
  })
  it("waits after a start where it was missed and is too much for one", () => {
    const started = at("2026-11-21T09:00:00Z")
    assert.isUndefined(dueOf(night, started, at("2026-11-21T09:59:00Z")))
    assert.strictEqual(said(dueOf(night, started, at("2026-11-21T10:00:00Z"))), "2026-11-21T00:00:00.000Z")
    assert.strictEqual(said(dueOf(night, started, at("2026-11-22T00:00:01Z"))), "2026-11-22T00:00:00.000Z")
  })
})
