import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted, Schema } from "effect"
import fc from "fast-check"
import * as Database from "../../database/database.ts"
import { migrateRows } from "../generations/migrate.ts"
import { superuserOptions } from "../../database/temporary-server.ts"
import { EventStore } from "../../event-store/event-store.ts"
import { eventHash } from "../../event-store/hash.ts"
import * as Tail from "../../event-store/tail.ts"
import { testDatabase } from "../../testing/database.ts"
import { command, get, newId, system, unchanged } from "../command.ts"
import { erasureOf, requireEncrypted } from "./erasure.ts"
import { BirthDate, erasedOf, Flag, Line, Optional, Personal, Structure, Text } from "../field.ts"
import * as Forgetting from "../cache-invalidation.ts"
import { rebuild } from "../generations/generation.ts"
import { history, logAfter } from "../history.ts"
import { Snapshots } from "../snapshots/snapshots.ts"
import { encrypted, PersonalKeys } from "./personal.ts"
import { record } from "../record.ts"
import * as Records from "../records.ts"
import { replay } from "../generations/replay.ts"
import { event, stream } from "../stream.ts"

const facts = {
  name: Personal(Line(200)),
  born: Personal(Optional(BirthDate)),
  health: Personal(Optional(Text())),
  papers: Personal(Structure(Schema.Struct({ passport: Schema.String })), { passport: "" }),
  berth: Line(),
}
const Guest = record("guest", { ...facts, gone: Flag }, { label: "Guest", title: "name" })
const GuestCame = event("GuestCame", 1, facts, ({ name, berth }) => `${name} came, to ${berth}`)
const GuestChanged = event("GuestChanged", 1, facts, ({ name }) => `Now ${name}`)
const GuestMoved = event("GuestMoved", 1, { berth: Line() }, ({ berth }) => `Moved to ${berth}`)
const GuestErased = event("GuestErased", 1, {}, () => "Erased", { erases: true })
const guests = stream(Guest, GuestCame, GuestChanged, GuestMoved, GuestErased).fold({
  GuestCame: (_, came) => ({ ...came, gone: false }),
  GuestChanged: (guest, changed) => ({ ...guest, ...changed }),
  GuestMoved: (guest, { berth }) => ({ ...guest, berth }),
  GuestErased: (guest) => ({ ...guest, ...erasedOf(facts), gone: true }),
})
type Facts = Parameters<typeof GuestCame>[0]
const come = command("guest.come", function* (given: Facts) {
  return [guests.at(yield* newId(guests), GuestCame(given))]
})
const change = command("guest.change", function* ({ id, ...given }: Facts & { id: number }) {
  const { name } = yield* get(guests, id)
  return name === given.name ? unchanged(id) : [guests.at(id, GuestChanged(given))]
})
const move = command("guest.move", function* ({ id, berth }: { id: number; berth: string }) {
  yield* get(guests, id)
  return [guests.at(id, GuestMoved({ berth }))]
})
const erase = command("guest.erase", function* ({ id }: { id: number }) {
  const { gone } = yield* get(guests, id)
  return gone ? unchanged(id) : [guests.at(id, GuestErased({}))]
})

const by = system("test", "2026-11-21T08:00:00.000Z")
const achol: Facts = { name: "Achol Deng", born: "1990-02-28", health: "Peanuts", papers: { passport: "R00123456" }, berth: "B7" }
const hidden = /Achol|1990-02-28|Peanuts|R00123456|Nyandeng/
const gone = { name: "erased", born: null, health: null, papers: { passport: "" } }

const logged = (id: number) =>
  Effect.flatMap(Database.Database, ({ statement }) =>
    statement(
      "select e.version, e.type, e.data, e.hash, c.request_hash, c.result from es.event e join es.commit c on c.id = e.commit_id where stream = $1 order by version",
      [guests.key(id)],
    ),
  )
const rowOf = (id: number) =>
  Effect.flatMap(Database.Database, ({ statement }) => Effect.map(statement(`select ${Guest.state("g")} from guest g where id = $1`, [id]), ([row]) => row))
const owner = <A, E>(effect: (database: Database.Database["Service"]) => Effect.Effect<A, E>) =>
  Effect.scoped(
    Effect.flatMap(
      Effect.flatMap(superuserOptions, (options) => Database.make({ ...options, max: 1 })),
      effect,
    ),
  )
const { streams, views } = { streams: [guests], views: [] }
/** The rows equal the fold of their events. */
const holds = Effect.gen(function* () {
  const { compared } = yield* replay(streams, views, { diff: true })
  assert.deepStrictEqual(compared!.differences, [])
})

describe("a personal field in the log", () => {
  const key = { id: "k", bytes: Buffer.alloc(32, 7) }
  it("is never stored the same way twice, unreadable, and covered by the hash", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, unit: "grapheme" }), fc.integer({ min: 1 }), (name, version) => {
        const event = { stream: "guest/1", version, data: { ...achol, name } }
        const [a, b] = [encrypted(key, event, GuestCame.personal), encrypted(key, event, GuestCame.personal)]
        assert.notDeepEqual(a["name"], b["name"])
        assert.notMatch(JSON.stringify(a), hidden)
        assert.strictEqual(a["berth"], "B7")
        const hash = (data: unknown) => eventHash("", { stream: "guest/1", version, type: "GuestCame", schemaVersion: 1, occurredAt: "", data }, "")
        assert.notStrictEqual(hash(a), hash(b))
      }),
    )
  })
})

const database = Forgetting.layer.pipe(Layer.provideMerge(Tail.layer), Layer.provideMerge(testDatabase({ streams })))
layer(database, { timeout: 60_000 })("personal data", (it) => {
  it.effect("reads back as it was written, whatever its value", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records.Records
      const context = yield* Effect.context<Database.Database | PersonalKeys | Records.Records | Records.Model>()
      const text = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }).filter((text) => !text.includes("\0") && text.isWellFormed())
      const guest = fc.record({
        name: text,
        born: fc.option(fc.constantFrom("1990-02-28", "2000-12-31")),
        health: fc.option(text),
        papers: fc.record({ passport: text }),
        berth: fc.constant("B1"),
      })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(guest, guest, (first, second) =>
            Effect.runPromiseWith(context)(
              Effect.gen(function* () {
                const { id } = yield* execute(come, first, by)
                yield* execute(change, { id, ...second }, by)
                const told = yield* history(guests, id)
                assert.strictEqual(told[0]!.text, `${first.name} came, to B1`)
                assert.deepInclude(yield* rowOf(id), first.name === second.name ? first : second)
                const [event] = (yield* logAfter(told[0]!.position - 1, 1)).map(({ data }) => data)
                assert.deepStrictEqual(event, first)
              }),
            ),
          ),
          { numRuns: 50 },
        ),
      )
      yield* holds
    }),
  )

  it.effect("is in no table of the log for a reader without the keys, nor as a hash that a guess would reveal", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records.Records
      const { statement } = yield* Database.Database
      const { id } = yield* execute(come, achol, by, { key: "come" })
      assert.deepStrictEqual(yield* execute(come, achol, by, { key: "come" }), { id, position: 0, repeated: true })
      const other = yield* Effect.flip(execute(come, { ...achol, berth: "B8" }, by, { key: "come" }))
      assert.match(other.message, /^This Idempotency-Key was used/)
      yield* execute(change, { id, ...achol }, by, { key: "nothing new" })
      yield* execute(move, { id, berth: "B9" }, by)
      const events = yield* logged(id)
      assert.deepStrictEqual(events[0].data.berth, "B7")
      const [{ log }] = yield* statement(
        "select (select jsonb_agg(e)::text from es.event e) || (select jsonb_agg(c)::text from es.commit c) || (select jsonb_agg(k)::text from es.personal_key k) as log",
        [],
      )
      assert.notMatch(log, hidden)
      const { canonical } = yield* Effect.promise(() => import("../../canonical.ts"))
      const { sha256 } = yield* Effect.promise(() => import("../../event-store/hash.ts"))
      const guesses = [sha256(canonical({ act: "guest.come", input: achol })), sha256(canonical({ act: "guest.change", input: { id, ...achol } }))]
      const kept = yield* statement("select request_hash as hash from es.commit where command like '%guest%' or command_id like '%nothing new%'", [])
      assert.isAbove(kept.length, 1)
      for (const { hash } of kept) assert.notInclude(guesses, hash)
      const keys = yield* statement("select count(*) as many from es.personal_key where stream = $1", [guests.key(id)])
      assert.strictEqual(keys[0].many, 1, "one key a stream")
    }),
  )

  it.effect("tells apart a damaged, a deleted and a destroyed key, and a wrong master key", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records.Records
      const { faults, check, read } = yield* PersonalKeys
      const own = yield* Database.make({ ...(yield* superuserOptions), max: 1 })
      const damage = (text: string) => own.query((sql) => sql.unsafe(text).simple())
      const [damaged, deleted, destroyed, erased] = yield* Effect.forEach([1, 2, 3, 4], (n) =>
        Effect.map(execute(come, { ...achol, name: `Guest ${n}` }, by), ({ id }) => guests.key(id)),
      )
      yield* execute(erase, { id: Number(erased!.split("/")[1]) }, by)
      assert.deepStrictEqual(yield* faults(["GuestErased"]), [])
      yield* damage("create table public.keys as select * from es.personal_key")
      yield* damage(`update es.personal_key set key = set_byte(key, 20, (get_byte(key, 20) + 1) % 256) where stream = '${damaged}'`)
      yield* damage(`delete from es.personal_key where stream = '${deleted}'`)
      yield* damage(`update es.personal_key set key = null where stream = '${destroyed}'`)
      assert.deepStrictEqual(yield* faults(["GuestErased"]), [
        { stream: damaged!, what: "damaged" },
        { stream: deleted!, what: "deleted" },
        { stream: destroyed!, what: "destroyed without an erasure" },
      ])
      yield* check // the master key is correct
      const error = yield* Effect.flip(
        Effect.flatMap(logged(Number(damaged!.split("/")[1])), (events) => read(events.map(({ version, data }) => ({ stream: damaged!, version, data })))),
      )
      assert.match(error.message, new RegExp(`The key of the personal data of ${damaged} is damaged: .* OPS_PERSONAL_KEY is correct`))
      yield* damage("delete from es.personal_key; insert into es.personal_key select * from public.keys; drop table public.keys")
    }),
  )

  it.effect("is gone permanently with its key from rows, histories, past instants and cached rows; hashes and rebuilt rows are valid", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records.Records
      const instants = yield* Snapshots
      const { statement } = yield* Database.Database
      const { id, position } = yield* execute(come, achol, by)
      yield* execute(change, { id, ...achol, name: "Achol Nyandeng" }, by)
      const { id: other } = yield* execute(come, { ...achol, name: "Deng Achol" }, by)
      const then = yield* instants.resolve(`@${position}`)
      assert.deepInclude(yield* instants.within(then, rowOf(id)), achol)
      const before = yield* logged(id)
      assert.deepInclude(yield* erasureOf(guests, id), { events: 2, inClear: [], fields: ["name", "born", "health", "papers"] })

      yield* execute(erase, { id }, by)
      assert.deepInclude(yield* rowOf(id), { ...gone, gone: true, berth: "B7" })
      assert.deepInclude(yield* instants.within(yield* instants.resolve(`@${position}`), rowOf(id)), { ...gone, gone: false })
      const told = yield* history(guests, id)
      assert.deepStrictEqual(
        told.map(({ text }) => text),
        ["erased came, to B7", "Now erased", "Erased"],
      )
      assert.notMatch(JSON.stringify(told), hidden)
      assert.deepStrictEqual((yield* logged(id)).slice(0, 2), before, "not a byte of the log is another")
      const [key] = yield* statement("select key, erased_at from es.personal_key where stream = $1", [guests.key(id)])
      assert.strictEqual(key.key, null)
      assert.isNotNull(key.erased_at)
      assert.deepInclude(yield* rowOf(other), { name: "Deng Achol" }, "the other person is unchanged")

      yield* holds
      yield* rebuild(streams, views)
      assert.deepInclude(yield* rowOf(id), { ...gone, gone: true })
      assert.deepStrictEqual(yield* execute(erase, { id }, by), { id, position: 0, repeated: false }, "a second time")

      // a later person under the same record has a separate key
      yield* execute(change, { id, ...achol, name: "Kuol" }, by)
      assert.deepInclude(yield* rowOf(id), { name: "Kuol" })
      assert.deepStrictEqual(
        (yield* history(guests, id)).map(({ text }) => text),
        ["erased came, to B7", "Now erased", "Erased", "Now Kuol"],
      )
      yield* holds
    }),
  )

  it.effect("is never half erased: without destroying the key there is no event, and without the event the key stays", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records.Records
      const { statement } = yield* Database.Database
      const { id } = yield* execute(come, achol, by)
      const trigger = (text: string) => owner(({ query }) => query((sql) => sql.unsafe(text).simple()))
      yield* trigger(`create function public.stop() returns trigger language plpgsql as $$ begin raise exception 'the power fails here'; end $$;
        create trigger stop before update on es.personal_key for each row execute function public.stop()`)
      const failed = yield* Effect.flip(execute(erase, { id }, by))
      assert.match(failed.message, /power fails/)
      assert.deepInclude(yield* rowOf(id), achol)
      assert.strictEqual((yield* logged(id)).length, 1)
      yield* trigger("drop trigger stop on es.personal_key; create trigger stop after insert on es.event for each row execute function public.stop()")
      assert.match((yield* Effect.flip(execute(erase, { id }, by))).message, /power fails/)
      const [key] = yield* statement("select key from es.personal_key where stream = $1", [guests.key(id)])
      assert.isNotNull(key.key)
      yield* trigger("drop trigger stop on es.event; drop function public.stop")
      yield* execute(erase, { id }, by)
      assert.deepInclude(yield* rowOf(id), gone)
    }),
  )

  it.effect("is unchanged if the database process is killed during the erasure", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records.Records
      const { statement } = yield* Database.Database
      const { id } = yield* execute(come, achol, by)
      const slow = (text: string) => owner(({ query }) => query((sql) => sql.unsafe(text).simple()))
      // the key is already destroyed, and the commit has not happened yet
      yield* slow(`create function public.slow() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return null; end $$;
        create trigger slow after update on es.personal_key for each row execute function public.slow()`)
      const erasing = yield* Effect.forkChild(Effect.exit(execute(erase, { id }, by)), { startImmediately: true })
      const kill = Effect.map(
        owner(({ query }) => query((sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`)),
        (rows) => rows.length,
      )
      while ((yield* kill) === 0) yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 50)))
      assert.strictEqual((yield* Fiber.join(erasing))._tag, "Failure")
      yield* slow("drop trigger slow on es.personal_key; drop function public.slow")
      assert.deepInclude(yield* rowOf(id), achol)
      const [key] = yield* statement("select key from es.personal_key where stream = $1", [guests.key(id)])
      assert.isNotNull(key.key)
      yield* execute(erase, { id }, by)
      assert.deepInclude(yield* rowOf(id), gone)
    }),
  )

  it.effect("from before encryption is readable and not reported as erasable", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database.Database
      const { execute } = yield* Records.Records
      const store = yield* EventStore
      const [{ id }] = yield* statement("select es.next_value('id_guest', 1) as id", [])
      const came = GuestCame(achol)
      const event = { stream: guests.key(id), version: 1, type: came.type, schemaVersion: 1, occurredAt: by.at, data: came.data, hash: "h" }
      const commit = {
        commandId: "old",
        command: "guest.come",
        requestHash: "",
        actor: by.actor,
        onBehalfOf: null,
        correlation: "old",
        causation: null,
        via: "demo",
        appVersion: "0",
        result: { id },
      }
      const row = guests.evolve(null, id, came, by.at)
      yield* store.append({
        commit,
        streams: [{ stream: guests.key(id), expected: 0 }],
        read: [],
        events: [event],
        rows: [{ table: Guest, isNew: true, literal: Guest.toLiteral(row) }],
      })
      yield* execute(change, { id, ...achol, name: "Achol Nyandeng" }, by)
      assert.deepStrictEqual(
        (yield* history(guests, id)).map(({ text }) => text),
        ["Achol Deng came, to B7", "Now Achol Nyandeng"],
      )
      yield* holds
      const { inClear } = yield* erasureOf(guests, id)
      assert.strictEqual(inClear.length, 1)
      const refused = yield* Effect.flip(requireEncrypted(guests, id))
      assert.match(refused.message, /^Guest \d+ has personal data in 1 event from before it was encrypted/)
    }),
  )

  it.effect("under another master key can be neither read nor written, and a sentence gives the reason", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records.Records
      const { id } = yield* execute(come, achol, by)
      const wrong = PersonalKeys.under(Redacted.make("another key altogether, of 32 bytes"))
      const says = /^The personal data of this database was encrypted under another key than OPS_PERSONAL_KEY/
      assert.match((yield* Effect.flip(Effect.provide(history(guests, id), wrong))).message, says)
      assert.match((yield* Effect.flip(Effect.provide(rebuild(streams, views), wrong))).message, says)
      assert.match(
        (yield* Effect.flip(
          Effect.provide(
            Effect.flatMap(PersonalKeys, ({ check }) => check),
            wrong,
          ),
        )).message,
        says,
      )
      const writing = Effect.flatMap(Records.Records, ({ execute }) => execute(come, achol, by)).pipe(
        Effect.provide(Layer.fresh(Records.layer).pipe(Layer.provide(wrong))),
      )
      assert.match((yield* Effect.flip(writing)).message, says)
      yield* Effect.flatMap(PersonalKeys, ({ check }) => check)
      assert.deepInclude(yield* rowOf(id), achol)
    }),
  )

  it.effect("reads as erased if its keys were not restored, and is erased again if older keys were restored", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records.Records
      const { statement } = yield* Database.Database
      const { id } = yield* execute(come, achol, by)
      const { id: other } = yield* execute(come, achol, by)
      const kept = (id: number) => statement("select * from es.personal_key where stream = $1 order by version", [guests.key(id)])
      const [before] = yield* kept(id)
      const restore = owner(({ query }) => query((sql) => sql`update es.personal_key set key = ${before.key}, erased_at = null where id = ${before.id}`))
      yield* execute(erase, { id }, by)
      yield* execute(change, { id, ...achol, name: "Kuol" }, by)
      yield* owner(({ query }) => query((sql) => sql`update es.personal_key set key = null where stream = ${guests.key(id)} and version > 1`))
      yield* restore
      const told = Effect.map(history(guests, id), (lines) => lines[0]!.text)
      assert.strictEqual(yield* told, "Achol Deng came, to B7", "the older backup of the keys")
      yield* migrateRows()
      assert.strictEqual(yield* told, "erased came, to B7")
      assert.isNotNull((yield* kept(other))[0].key, "the other person is unchanged")

      yield* execute(change, { id, ...achol, name: "Nyibol" }, by)
      yield* migrateRows()
      assert.isNotNull((yield* kept(id)).at(-1).key, "who came after the erasure")

      yield* owner(({ query }) => query((sql) => sql`delete from es.personal_key where stream = ${guests.key(other)}`))
      assert.strictEqual((yield* history(guests, other))[0]!.text, "erased came, to B7")
    }),
  )
})
