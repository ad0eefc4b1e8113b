import { assert, layer } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { Effect, Fiber } from "effect"
import * as fc from "fast-check"
import { batched } from "../../database/batch.ts"
import { type DatabaseError, Database } from "../../database/database.ts"
import { EventStore, type StoredEvent } from "../../event-store/event-store.ts"
import { testDatabase } from "../../testing/database.ts"
import { command, get, newId, system } from "../command.ts"
import { foldEvents, type Rows } from "../generations/generation.ts"
import { Line, Literals, Money, Optional } from "../field.ts"
import { history } from "../history.ts"
import { Snapshots } from "./snapshots.ts"
import { record } from "../record.ts"
import { Records } from "../records.ts"
import { event, stream } from "../stream.ts"

const Parcel = record(
  "parcel",
  { label: Line(), fee: Money, status: Literals("packed", "sent"), carrier: Optional(Line()) },
  { label: "Parcel", title: "label" },
)
const ParcelPacked = event("ParcelPacked", 1, { label: Line(), fee: Money }, () => "Packed")
const ParcelPriced = event("ParcelPriced", 1, { fee: Money }, () => "Priced")
const ParcelSent = event("ParcelSent", 1, { carrier: Line() }, ({ carrier }) => `Sent by ${carrier}`)
const parcels = stream(Parcel, ParcelPacked, ParcelPriced, ParcelSent).fold({
  ParcelPacked: (_, packed) => ({ ...packed, status: "packed" as const, carrier: null }),
  ParcelPriced: (parcel, { fee }) => ({ ...parcel, fee }),
  ParcelSent: (parcel, { carrier }) => ({ ...parcel, status: "sent" as const, carrier }),
})
const pack = command("parcel.pack", function* (input: { label: string; fee: number }) {
  return [parcels.at(yield* newId(parcels), ParcelPacked(input))]
})
const price = command("parcel.price", function* ({ id, fee }: { id: number; fee: number }) {
  yield* get(parcels, id)
  return [parcels.at(id, ParcelPriced({ fee }))]
})
const send = command("parcel.send", function* ({ id, carrier }: { id: number; carrier: string }) {
  yield* get(parcels, id)
  return [parcels.at(id, ParcelSent({ carrier }))]
})
const by = system("test")

const listed = Effect.flatMap(Database, ({ statement }) => statement(`select ${Parcel.state("p")} from parcel p order by id`, []))
const at = <A, E, R>(asOf: string, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Snapshots, ({ resolve, within }) => Effect.flatMap(resolve(asOf), (instant) => within(instant, effect)))
const refusal = (asOf: string) => Effect.map(Effect.flip(Effect.flatMap(Snapshots, ({ resolve }) => resolve(asOf))), ({ message }) => message)

layer(testDatabase({ streams: [parcels] }), { timeout: 120_000 })("past instants", (it) => {
  it.effect("before the first event there is no past to show", () =>
    Effect.gen(function* () {
      assert.match(yield* refusal("@0"), /^There is no data before the first event/)
      assert.strictEqual(yield* refusal("2026-01-31"), "Nothing is recorded yet")
    }),
  )

  it.effect("the rows at every position equal the fold of the log up to it, for any history", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const store = yield* EventStore
      const step = fc.record({
        what: fc.constantFrom("pack", "price", "send"),
        which: fc.nat(9),
        fee: fc.nat(100_000),
        text: fc.string({ minLength: 1, maxLength: 20 }),
      })
      const texts = (text: string) => text.replaceAll(/[\0\ud800-\udfff]/g, "x")
      for (const steps of fc.sample(fc.array(step, { minLength: 4, maxLength: 14 }), 3)) {
        const ids: Array<number> = []
        for (const { what, which, fee, text } of steps) {
          const id = ids[which % ids.length]
          if (what === "pack" || id === undefined) ids.push((yield* execute(pack, { label: texts(text), fee }, by)).id)
          else if (what === "price") yield* execute(price, { id, fee }, by)
          else yield* execute(send, { id, carrier: texts(text) }, by)
        }
      }
      const closed = yield* store.closed
      const events: ReadonlyArray<StoredEvent> = yield* store.read(0, { upTo: closed, limit: 1000 })
      assert.isAtLeast(events.length, 12)
      yield* Effect.forEach(
        events,
        ({ position }) =>
          Effect.gen(function* () {
            const rows: Rows = new Map()
            foldEvents(
              [parcels],
              rows,
              events.filter((event) => event.position <= position),
            )
            const expected = [...rows.values()].map(({ row }) => row).sort((a, b) => a.id - b.id)
            const sort = (row: object) => Object.fromEntries(Object.entries(row).sort())
            assert.deepStrictEqual((yield* at(`@${position}`, listed)).map(sort), expected.map(sort))
          }),
        { concurrency: 4 },
      )
      // the present is unchanged
      assert.deepStrictEqual(yield* listed, yield* at(`@${closed}`, listed))
    }),
  )

  it.effect("an instant is made from the nearest one before it that is kept, and otherwise from the log", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { resolve, within, forget } = yield* Snapshots
      const { statement } = yield* Database
      const { id, position } = yield* execute(pack, { label: "kept", fee: 3 }, by)
      const other = yield* execute(pack, { label: "changed since", fee: 4 }, by)
      const kept = yield* resolve(`@${other.position}`)
      yield* within(kept, listed)
      // a marker that exists in that instant alone
      yield* statement(`update ${kept.schema}.parcel set label = 'copied' where id = any($1::bigint[])`, [[id, other.id]])
      const later = yield* execute(price, { id: other.id, fee: 5 }, by)
      const labels = (asOf: string) =>
        at(
          asOf,
          Effect.map(listed, (rows) => rows.filter((row) => row["id"] === id || row["id"] === other.id).map((row) => [row["label"], row["fee"]])),
        )
      assert.deepStrictEqual(yield* labels(`@${later.position}`), [
        ["copied", 3],
        ["changed since", 5],
      ])
      assert.deepStrictEqual(yield* labels(`@${position}`), [["kept", 3]])
      yield* forget
      assert.deepStrictEqual(yield* labels(`@${later.position}`), [
        ["kept", 3],
        ["changed since", 5],
      ])
    }),
  )

  it.effect("concurrent readers of several instants and of the present each see their own", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { statement } = yield* Database
      const { id, position } = yield* execute(pack, { label: "told apart", fee: 0 }, by)
      const fees = [0]
      for (let fee = 1; fee < 6; fee++) {
        yield* execute(price, { id, fee }, by)
        fees.push(fee)
      }
      const feeOf = batched<number, number, DatabaseError>(String, (ids) =>
        Effect.map(
          statement("select id, fee from parcel where id = any($1::bigint[])", [ids]),
          (rows) => new Map(rows.map((row) => [String(row.id), row.fee])),
        ),
      )
      const reads = Array.from({ length: 120 }, (_, n) => n % 7)
      const seen = yield* Effect.forEach(reads, (fee) => (fee === 6 ? feeOf(id) : at(`@${position + fee}`, feeOf(id))), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        seen,
        reads.map((fee) => Math.min(fee, 5)),
      )
    }),
  )

  it.effect("an instant is read-only, uses its own time as now, and ends histories there", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { statement, transaction } = yield* Database
      const { id, position } = yield* execute(pack, { label: "history", fee: 1 }, by)
      yield* execute(send, { id, carrier: "Nile Air" }, by)
      for (const text of [
        "update parcel set fee = 7",
        "delete from parcel",
        "update app.x set y = 1",
        "select es.append('{}', '{}', null, null, null, null)",
      ]) {
        const failed = yield* Effect.flip(at(`@${position}`, statement(text, [])))
        assert.oneOf(failed._tag === "DatabaseError" && failed.code, ["25006", "42P01"], text)
      }
      const failed = yield* Effect.flip(at(`@${position}`, transaction(statement("delete from parcel", []))))
      assert.strictEqual(failed._tag === "DatabaseError" && failed.code, "25006")
      assert.strictEqual((yield* at(`@${position}`, history(parcels, id))).length, 1)
      assert.strictEqual((yield* history(parcels, id)).length, 2)
      const { resolve, within } = yield* Snapshots
      const instant = yield* resolve(`@${position}`)
      const [then] = yield* within(
        instant,
        statement(
          "select es.today()::text as today, to_char(es.now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"') as now, es.closed() as closed",
          [],
        ),
      )
      assert.deepStrictEqual({ ...then }, { today: instant.today, now: instant.at, closed: position })
      // an instant is the same within a transaction of the present
      const inside = yield* transaction(at(`@${position}`, statement("select status from parcel where id = $1", [id])))
      assert.strictEqual(inside[0].status, "packed")
    }),
  )

  it.effect("a time means the last position known by then; an invalid one is refused with a sentence", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { statement } = yield* Database
      const { position } = yield* execute(pack, { label: "by time", fee: 1 }, by)
      const [{ at: recorded }] = yield* statement(
        "select to_char(c.recorded_at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') as at from es.event e join es.commit c on c.id = e.commit_id where e.position = $1",
        [position],
      )
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
      yield* execute(pack, { label: "later", fee: 1 }, by)
      const { resolve } = yield* Snapshots
      const instant = yield* resolve(recorded)
      assert.strictEqual(instant.position, position)
      assert.strictEqual(instant.schema, `as_of_${position}`)
      // a day that is not over means now
      const [{ today }] = yield* statement("select es.today()::text as today", [])
      assert.isAbove((yield* resolve(today)).position, position)
      assert.isAbove((yield* resolve(today.slice(0, 7))).position, position)

      assert.match(yield* refusal("2031-01-31"), /^2031-01-31 is in the future/)
      assert.match(yield* refusal("2031-01-31T00:00:00Z"), /is in the future/)
      assert.match(
        yield* refusal("2020-10"),
        /^Nothing was recorded by 2020-10: the first event is of \d+ \w+ 20\d\d, \d\d:\d\d in Juba\. Choose that moment or later/,
      )
      assert.match(yield* refusal("@99999"), /^There is no event 99999 yet: the last one is \d+$/)
      for (const text of [
        "",
        "yesterday",
        "2026-13-01",
        "2026-02-30",
        "2026-10-31T25:00:00Z",
        "2026-10-31T10:00:00+99:00",
        "@-1",
        "@x",
        "'; drop schema live; --",
      ]) {
        assert.match(yield* refusal(text), /is not a valid moment\. Give a day/, text)
      }
    }),
  )

  it.effect("of two commands written concurrently, neither is seen in part", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { statement } = yield* Database
      const { resolve } = yield* Snapshots
      const both = command("parcel.pack_two", function* () {
        const one = yield* newId(parcels)
        const two = yield* newId(parcels)
        return [parcels.at(one, ParcelPacked({ label: "one", fee: 1 })), parcels.at(two, ParcelPacked({ label: "two", fee: 1 }))]
      })
      yield* Effect.forEach(Array.from({ length: 60 }), () => execute(both, {}, by), { concurrency: 30, discard: true })
      const times = yield* statement(
        "select distinct to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') as at from es.commit where command = 'parcel.pack_two'",
        [],
      )
      for (const { at: time } of times) {
        const { position } = yield* resolve(time)
        const [counted] = yield* statement(
          "select count(*) as halves from (select from es.event group by commit_id having min(position) <= $1 and max(position) > $1) h",
          [position],
        )
        assert.strictEqual(counted.halves, 0)
      }
    }),
  )

  it.effect("an instant being dropped by another process is rebuilt after the drop", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { statement, transaction } = yield* Database
      const { resolve, within } = yield* Snapshots
      const { id, position } = yield* execute(pack, { label: "cloth", fee: 7 }, by)
      const instant = yield* resolve(`@${position}`)
      const isThere = Effect.map(listed, (rows) => rows.some((row) => row.id === id))
      assert.isTrue(yield* within(instant, isThere))
      yield* statement("update es.instant set fingerprint = ''", [])
      const reader = yield* transaction(
        Effect.gen(function* () {
          // in the order of a sweep: first the entry in es.instant, then the rows
          yield* statement("delete from es.instant where position = $1", [position])
          const reader = yield* Effect.forkDetach(within(instant, isThere))
          // in real time: the database does not use the test clock
          while ((yield* statement("select from pg_locks where not granted", [])).length === 0) {
            yield* Effect.promise(() => delay(20))
          }
          yield* statement(`drop schema if exists as_of_${position} cascade`, [])
          return reader
        }),
      )
      assert.isTrue(yield* Fiber.join(reader))
    }),
  )

  it.effect("of many concurrent requests for a new instant, one builds it; once dropped, it is built again", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { statement } = yield* Database
      const { resolve, within, forget } = yield* Snapshots
      const { position } = yield* execute(pack, { label: "generated once", fee: 1 }, by)
      const instant = yield* resolve(`@${position}`)
      const oid = Effect.map(statement("select oid::int from pg_namespace where nspname = $1", [instant.schema]), ([row]) => row?.oid)
      yield* Effect.forEach(Array.from({ length: 10 }), () => within(instant, listed), { concurrency: "unbounded" })
      const made = yield* oid
      assert.isDefined(made)
      yield* within(instant, listed)
      assert.strictEqual(yield* oid, made)
      yield* forget
      yield* within(instant, listed)
      assert.notStrictEqual(yield* oid, made)
    }),
  )

  it.effect(
    "fifteen new instants at once exceed the connections and still succeed",
    () =>
      Effect.gen(function* () {
        const { execute } = yield* Records
        const { id, position } = yield* execute(pack, { label: "many", fee: 0 }, by)
        for (let fee = 1; fee < 15; fee++) yield* execute(price, { id, fee }, by)
        const { statement } = yield* Database
        const fee = Effect.map(statement("select fee from parcel where id = $1", [id]), ([row]) => row.fee as number)
        const fees = yield* Effect.forEach(Array.from({ length: 15 }), (_, n) => at(`@${position + n}`, fee), { concurrency: "unbounded" })
        assert.deepStrictEqual(
          fees,
          Array.from({ length: 15 }, (_, n) => n),
        )
      }),
    { timeout: 60_000 },
  )
})
