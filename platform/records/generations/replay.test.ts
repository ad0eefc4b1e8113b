import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as fc from "fast-check"
import { Database } from "../../database/database.ts"
import { EmbeddedPostgres } from "../../database/embedded.ts"
import * as database from "../../database/database.ts"
import { testDatabase } from "../../testing/database.ts"
import { command, get, newId, system } from "../command.ts"
import { Line, Money, Optional, Parts, Secret } from "../field.ts"
import { type Progress, rebuild } from "./generation.ts"
import { Snapshots } from "../snapshots/snapshots.ts"
import { record } from "../record.ts"
import { Records } from "../records.ts"
import { replay } from "./replay.ts"
import { event, stream } from "../stream.ts"

const Parcel = record(
  "parcel",
  { label: Line(), fee: Money, stamps: Parts(Line()), carrier: Optional(Line()), pin: Optional(Secret) },
  { label: "Parcel", title: "label", indexes: [["fee"]] },
)
const ParcelPacked = event("ParcelPacked", 1, { label: Line(), fee: Money }, () => "Packed")
const ParcelPriced = event("ParcelPriced", 1, { fee: Money }, () => "Priced")
const ParcelStamped = event("ParcelStamped", 1, { stamp: Line() }, () => "Stamped")
const ParcelSent = event("ParcelSent", 1, { carrier: Line(), pin: Secret }, ({ carrier }) => `Sent by ${carrier}`)
const parcels = stream(Parcel, ParcelPacked, ParcelPriced, ParcelStamped, ParcelSent).fold({
  ParcelPacked: (_, packed) => ({ ...packed, stamps: [], carrier: null, pin: null }),
  ParcelPriced: (parcel, { fee }) => ({ ...parcel, fee }),
  ParcelStamped: (parcel, { stamp }) => ({ ...parcel, stamps: [...parcel.stamps, stamp] }),
  ParcelSent: (parcel, { carrier, pin }) => ({ ...parcel, carrier, pin }),
})
const pack = command("parcel.pack", function* (input: { label: string; fee: number }) {
  return [parcels.at(yield* newId(parcels), ParcelPacked(input))]
})
const later = command("parcel.later", function* ({ id, what, fee, text }: { id: number; what: string; fee: number; text: string }) {
  yield* get(parcels, id)
  if (what === "price") return [parcels.at(id, ParcelPriced({ fee }))]
  if (what === "stamp") return [parcels.at(id, ParcelStamped({ stamp: text }))]
  return [parcels.at(id, ParcelSent({ carrier: text, pin: text }))]
})
const by = system("test")
const streams = [parcels]

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).map((text) => text.replaceAll(/[\0\ud800-\udfff]/g, "\\\t\n"))
const step = fc.record({ what: fc.constantFrom("pack", "price", "stamp", "send"), which: fc.nat(1000), fee: fc.integer({ min: 0, max: 1e12 }), text })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Runs random commands with this concurrency; returns the ids. */
const work = (steps: ReadonlyArray<Step>, atOnce: number, ids: Array<number> = []) =>
  Effect.gen(function* () {
    const { execute } = yield* Records
    yield* Effect.forEach(
      steps,
      ({ what, which, fee, text }) => {
        const id = ids[which % ids.length]
        return what === "pack" || id === undefined
          ? Effect.map(execute(pack, { label: text, fee }, by), (done) => void ids.push(done.id))
          : Effect.asVoid(Effect.ignore(execute(later, { id, what, fee, text }, by)))
      },
      { concurrency: atOnce, discard: true },
    )
    return ids
  })
const replayed = replay(streams, [], { diff: true })

/** Changes rows as a person with full access to the database could. */
const byHand = (sql: string) => Effect.flatMap(Database, ({ statement }) => statement(sql, []))

layer(testDatabase({ streams }), { timeout: 300_000 })("replay and comparison", (it) => {
  it.effect("find no difference after any random commands", () =>
    Effect.gen(function* () {
      for (const steps of fc.sample(fc.array(step, { minLength: 1, maxLength: 40 }), 15)) {
        yield* work(steps, 4)
        const { compared } = yield* replayed
        assert.deepStrictEqual(compared!.differences, [])
        assert.strictEqual(compared!.differing, 0)
      }
      const { compared, tables } = yield* replayed
      assert.isAbove(compared!.tables[0]!.rows, 15)
      assert.deepStrictEqual(
        tables.map(({ rows }) => rows),
        compared!.tables.map(({ rows }) => rows),
      )
      assert.deepStrictEqual(yield* byHand("select nspname from pg_namespace where nspname ~ '^(replay|rows|retired)_'"), [])
    }),
  )

  it.effect(
    "find no difference during thousands of concurrent commands",
    () =>
      Effect.gen(function* () {
        const steps = fc.sample(step, 3000)
        const working = yield* Effect.forkChild(work(steps, 16))
        for (let n = 0; n < 5; n++) {
          const { compared } = yield* replayed
          assert.deepStrictEqual(compared!.differences, [])
        }
        yield* Fiber.join(working)
        const { compared } = yield* replayed
        assert.deepStrictEqual(compared!.differences, [])
      }),
    { timeout: 120_000 },
  )

  it.effect(
    "leave nothing behind when interrupted, and no open connection",
    () =>
      Effect.gen(function* () {
        for (let n = 0; n < 15; n++) {
          const running = yield* Effect.forkChild(replayed)
          yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, n * 8)))
          yield* Fiber.interrupt(running)
        }
        assert.strictEqual((yield* replayed).compared!.differing, 0)
        assert.deepStrictEqual(yield* byHand("select nspname from pg_namespace where nspname ~ '^replay_'"), [])
        const [open] = yield* byHand("select count(*) as count from pg_stat_activity where state like 'idle in transaction%'")
        assert.strictEqual(open.count, 0)
      }),
    { timeout: 60_000 },
  )

  it.effect("name a row changed outside the log, with its field and last event", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { id, position } = yield* execute(pack, { label: "tampered", fee: 100 }, by)
      const priced = yield* execute(later, { id, what: "price", fee: 250, text: "" }, by)
      yield* execute(later, { id, what: "stamp", fee: 0, text: "a" }, by)
      const sent = yield* execute(later, { id, what: "send", fee: 0, text: "Nile Air" }, by)
      const found = Effect.map(replayed, ({ compared }) => compared!)

      yield* byHand(`update parcel set fee = 999 where id = ${id}`)
      assert.deepStrictEqual((yield* found).differences, [
        {
          stream: `parcel/${id}`,
          record: "Parcel tampered",
          what: "changed",
          fields: [{ field: "fee", rows: "9.99", log: "2.50" }],
          event: { position: priced.position, version: 2, type: "ParcelPriced" },
        },
      ])
      // a secret is never shown
      yield* byHand(`update parcel set fee = 250, pin = 'mine' where id = ${id}`)
      const [secret] = (yield* found).differences
      assert.deepStrictEqual(secret!.fields, [{ field: "pin", rows: "(kept secret)", log: "(kept secret)" }])
      assert.strictEqual(secret!.event!.position, sent.position)
      // a part of a structured value
      yield* byHand(`update parcel set pin = 'Nile Air', stamps = '["b"]' where id = ${id}`)
      assert.deepStrictEqual((yield* found).differences[0]!.fields, [{ field: "stamps", rows: '["b"]', log: '["a"]' }])
      // reset to an older state, including its version
      yield* byHand(`update parcel set stamps = '["a"]', carrier = null, pin = null, version = 3 where id = ${id}`)
      const [stale] = (yield* found).differences
      assert.deepStrictEqual(stale!.fields.map(({ field }) => field).sort(), ["carrier", "pin", "version"])
      assert.strictEqual(stale!.event!.position, sent.position)
      // a version that the log does not have yet is reported too
      yield* byHand(`update parcel set carrier = 'Nile Air', pin = 'Nile Air', version = 9 where id = ${id}`)
      assert.deepStrictEqual((yield* found).differences[0]!.fields, [{ field: "version", rows: "9", log: "4" }])

      yield* byHand(`delete from parcel where id = ${id}`)
      const [missing] = (yield* found).differences
      assert.deepStrictEqual([missing!.what, missing!.event!.position], ["missing", position])
      yield* byHand(`insert into parcel (id, version, created_at, updated_at, label, fee, stamps) values (77777, 1, now(), now(), 'invented', 1, '[]')`)
      const both = yield* found
      assert.strictEqual(both.differing, 2)
      assert.deepInclude(
        both.differences.find(({ stream }) => stream === "parcel/77777"),
        { what: "without events", fields: [], event: null },
      )

      // a rebuild reports it too, and fixes it
      const rebuilt = yield* rebuild(streams, [])
      assert.isTrue(rebuilt.sameCode)
      assert.strictEqual(rebuilt.compared.differing, 2)
      assert.strictEqual((yield* found).differing, 0)
    }),
  )

  it.effect("compare the rows of a past moment too", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { resolve, within } = yield* Snapshots
      const { id, position } = yield* execute(pack, { label: "then", fee: 1 }, by)
      yield* execute(later, { id, what: "price", fee: 2, text: "" }, by)
      const until = yield* resolve(`@${position}`)
      yield* within(until, byHand("select from parcel limit 1"))
      const then = Effect.map(replay(streams, [], { diff: true, until }), ({ compared }) => compared!)
      assert.strictEqual((yield* then).differing, 0)
      yield* byHand(`update ${until.schema}.parcel set fee = 7 where id = ${id}`)
      assert.deepStrictEqual((yield* then).differences[0]!.fields, [{ field: "fee", rows: "0.07", log: "0.01" }])
    }),
  )

  it.effect(
    "switch rows during reads and writes: no read fails, nothing is lost, and writers wait only a moment",
    () =>
      Effect.gen(function* () {
        const { execute } = yield* Records
        const { statement } = yield* Database
        let isDone = false
        let reads = 0
        const ids: Array<number> = []
        const reading = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 3 }, () =>
              Effect.gen(function* () {
                while (!isDone) {
                  const seen = [...ids]
                  const [row] = yield* statement("select count(*) as count from parcel where id = any($1::bigint[])", [seen])
                  assert.strictEqual(row.count, seen.length) // acknowledged data is there
                  reads++
                }
              }),
            ),
            { concurrency: "unbounded" },
          ),
        )
        const writing = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 4 }, (_, client) =>
              Effect.gen(function* () {
                for (let n = 0; !isDone; n++) ids.push((yield* execute(pack, { label: `${client} ${n}`, fee: n }, by)).id)
              }),
            ),
            { concurrency: "unbounded" },
          ),
        )
        const generations = []
        for (let n = 0; n < 8; n++) generations.push((yield* rebuild(streams, [])).generation)
        isDone = true
        yield* Fiber.join(writing)
        yield* Fiber.join(reading)
        assert.strictEqual(new Set(generations).size, 8)
        assert.isAbove(reads, 20)
        assert.isAbove(ids.length, 20)
        const { compared } = yield* replayed
        assert.deepStrictEqual(compared!.differences, [])
        const [left] = yield* statement("select count(*) as count from pg_namespace where nspname ~ '^(rows|retired|replay)_'", [])
        assert.strictEqual(left.count, 0)
      }),
    { timeout: 60_000 },
  )

  it.effect("a rebuild and a replay say how far they are from their beginning on, and at the end that all is done", () =>
    Effect.gen(function* () {
      yield* work(fc.sample(step, 200), 16)
      const [{ events, last }] = (yield* byHand("select count(*) as events, max(position) as last from es.event")) as [{ events: number; last: number }]
      for (const folded of [
        (progress: (at: Progress) => void) => rebuild(streams, [], progress),
        (progress: (at: Progress) => void) => replay(streams, [], { diff: false, progress }),
      ]) {
        const told: Array<Progress> = []
        yield* folded((at) => void told.push(at))
        assert.deepStrictEqual(told[0], { events: 0, total: last })
        assert.deepStrictEqual(told.at(-1), { events, total: events })
        assert.deepStrictEqual(
          told.map((at) => at.events),
          told.map((at) => at.events).toSorted((a, b) => a - b),
        )
      }
    }),
  )

  it.effect("a rebuild goes on if the rows that an earlier one left behind are dropped meanwhile", () =>
    Effect.gen(function* () {
      const owner = yield* database.make({ ...(yield* EmbeddedPostgres), database: "postgres", max: 2 })
      yield* byHand("create schema retired_999")
      const [dropped, over] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const dropping = yield* Effect.forkChild(
        owner.transaction(
          owner.statement("drop schema retired_999", []).pipe(Effect.andThen(Deferred.succeed(dropped, undefined)), Effect.andThen(Deferred.await(over))),
        ),
      )
      yield* Deferred.await(dropped)
      const rebuilding = yield* Effect.forkChild(rebuild(streams, []))
      let waiting = 0
      while (waiting === 0) {
        const [row] = yield* owner.statement(
          "select count(*) as waiting from pg_stat_activity where wait_event_type = 'Lock' and query like 'drop schema%retired_999%' and pid <> pg_backend_pid()",
          [],
        )
        waiting = row.waiting
      }
      yield* Deferred.succeed(over, undefined)
      yield* Fiber.join(dropping)
      yield* Fiber.join(rebuilding)
      assert.strictEqual((yield* replayed).compared!.differing, 0)
    }).pipe(Effect.scoped),
  )

  it.effect(
    "leave nothing behind if a rebuild loses its connection, and the next rebuild works",
    () =>
      Effect.gen(function* () {
        yield* work(fc.sample(step, 1500), 32)
        const server = yield* EmbeddedPostgres
        const owner = yield* database.make({ ...server, database: "postgres", max: 2 })
        const before = yield* byHand("select generation from es.projection where name = 'rows' and state = 'active'")
        // first the connection that reads the log, then the one about to switch: each waits for a lock, and is killed there
        for (const [table, waits] of [
          ["es.event in access exclusive", "set local statement\\_timeout%copy (select%"],
          ["live.parcel in row exclusive", "lock table live.parcel%"],
        ] as const) {
          const [locked, over] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const lock = Effect.andThen(owner.statement(`lock table ${table} mode`, []), Deferred.succeed(locked, undefined))
          const holding = yield* Effect.forkChild(owner.transaction(Effect.andThen(lock, Deferred.await(over))))
          yield* Deferred.await(locked)
          const rebuilding = yield* Effect.forkChild(Effect.exit(rebuild(streams, [])))
          let killed = 0
          while (killed === 0) {
            const [row] = yield* owner.statement(
              "select count(pg_terminate_backend(pid)) as killed from pg_stat_activity where wait_event_type = 'Lock' and query ilike $1",
              [waits],
            )
            killed = row.killed
          }
          yield* Deferred.succeed(over, undefined)
          yield* Fiber.join(holding)
          assert.strictEqual((yield* Fiber.join(rebuilding))._tag, "Failure", table)
          assert.deepStrictEqual(yield* byHand("select nspname from pg_namespace where nspname ~ '^(rows|retired)_'"), [])
          assert.deepStrictEqual(yield* byHand("select generation from es.projection where name = 'rows' and state = 'active'"), before)
        }
        yield* rebuild(streams, [])
        assert.strictEqual((yield* replayed).compared!.differing, 0)
      }).pipe(Effect.scoped),
    { timeout: 60_000 },
  )
})
