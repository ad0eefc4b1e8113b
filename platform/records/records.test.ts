import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Result, Schema } from "effect"
import { Database } from "../database/database.ts"
import { textOf } from "../database/statement.ts"
import { EventStore } from "../event-store/event-store.ts"
import { testDatabase } from "../testing/database.ts"
import { command, acting, atVersion, conflict, find, get, findById, newId, nextNumber, system, titleOf, all, unchanged } from "./command.ts"
import { SeriesNumber, Literals, Money, Optional, Line, Parts } from "./field.ts"
import { build, rebuild } from "./generations/generation.ts"
import { record } from "./record.ts"
import { layer as recordsLayer, Records } from "./records.ts"
import { event, stream } from "./stream.ts"

const Parcel = record(
  "parcel",
  { number: SeriesNumber("PA"), label: Line(), fee: Money, status: Literals("packed", "sent"), carrier: Optional(Line()) },
  { label: "Parcel", title: "number", unique: [{ fields: ["label"], sentence: "A parcel with this label exists" }] },
)
const ParcelPacked = event("ParcelPacked", 1, { number: SeriesNumber("PA"), label: Line(), fee: Money }, () => "Packed")
const ParcelSplit = event("ParcelSplit", 1, { into: Parts(Schema.Int), first: Line() }, () => "Split")
const ParcelSent = event("ParcelSent", 1, { carrier: Line() }, ({ carrier }) => `Sent by ${carrier}`)
const parcels = stream(Parcel, ParcelPacked, ParcelSplit, ParcelSent).fold({
  ParcelPacked: (_, packed) => ({ ...packed, status: "packed" as const, carrier: null }),
  ParcelSplit: (parcel) => parcel,
  ParcelSent: (parcel, { carrier }) => ({ ...parcel, status: "sent" as const, carrier }),
})
const pack = command("parcel.pack", function* (input: { label: string; fee: number }) {
  const [id, number] = yield* all(newId(parcels), nextNumber("PA", "2026"))
  return [parcels.at(id, ParcelPacked({ number, ...input }))]
})
/** Its event contains new ids among its parts, and a new number. */
const split = command("parcel.split", function* ({ id }: { id: number }) {
  const parcel = yield* get(parcels, id)
  const [left, right, first, second] = yield* all(newId(parcels), newId(parcels), nextNumber("PA", "2026"), nextNumber("PA", "2026"))
  const { fee, label } = parcel
  return [
    parcels.at(id, ParcelSplit({ into: [left, right], first })),
    parcels.at(left, ParcelPacked({ number: first, label: `${label} a`, fee })),
    parcels.at(right, ParcelPacked({ number: second, label: `${label} b`, fee })),
  ]
})
const send = command("parcel.send", function* ({ id, carrier }: { id: number; carrier: string }) {
  const parcel = yield* get(parcels, id)
  if (parcel.status !== "packed") throw conflict("Only a packed parcel can be sent")
  return [parcels.at(id, ParcelSent({ carrier }))]
})
const by = system("test")
const changedSince = "This parcel has changed since you opened it. Check it again before you decide"
const rows = Effect.gen(function* () {
  const { statement } = yield* Database
  return yield* statement(`select ${Parcel.answer("p")} from parcel p order by id`, [])
})
const eventCount = Effect.flatMap(Database, ({ statement }) => Effect.map(statement("select count(*) from es.event", []), ([row]) => row.count as number))

layer(testDatabase({ streams: [parcels] }), { timeout: 60_000 })("executing commands", (it) => {
  it.effect("finds rows by their indexes even with a plan made while tables were empty, and keeps that plan", () =>
    Effect.gen(function* () {
      const database = yield* Database
      const asked = new Map<string, ReadonlyArray<unknown>>()
      const watched = Database.of({
        ...database,
        statement: (query, parameters) => {
          const text = textOf(query)
          if (/from (parcel|es\.commit)\b/.test(text)) asked.set(text, parameters)
          return database.statement(query, parameters)
        },
      })
      const own = Layer.fresh(recordsLayer).pipe(Layer.provide(Layer.succeed(Database, watched)))
      const { execute } = Context.get(yield* Layer.build(own), Records)
      const label = command("parcel.label", function* ({ id, label }: { id: number; label: string }) {
        yield* all(findById(parcels, id), find(parcels, { label }))
        return unchanged(id)
      })
      yield* execute(label, { id: 1, label: "none" }, by, { key: "once" })
      assert.strictEqual(asked.size, 3)
      for (const text of asked.keys()) {
        const plan = yield* database.query((sql) => sql.unsafe(`explain (generic_plan) ${text}`))
        const said = plan.map((line) => line["QUERY PLAN"]).join("\n")
        assert.match(said, /Index Scan using (parcel|commit)_/)
        assert.notMatch(said, /Seq Scan/)
      }
      yield* database.transaction(
        Effect.gen(function* () {
          for (const [text, values] of asked) {
            for (let n = 0; n < 8; n++) yield* database.statement(text, values)
            // Postgres plans the first five executions individually, for comparison
            const [plans] = yield* database.statement("select custom_plans, generic_plans from pg_prepared_statements where statement = $1", [text])
            assert.deepInclude(plans, { custom_plans: 5 })
          }
        }),
      )
    }),
  )

  it.effect("writes events and the folded row in one commit", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { id } = yield* execute(pack, { label: "tea", fee: 1250 }, by)
      yield* execute(send, { id, carrier: "Nile Air" }, by)
      const [row] = yield* rows
      assert.deepInclude(row, { id, label: "tea", fee: "12.50", status: "sent", carrier: "Nile Air", version: 2, number: "PA-2026-0001" })
    }),
  )

  it.effect("refuses with the command's own sentence and writes nothing", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { id } = yield* execute(pack, { label: "coffee", fee: 1 }, by)
      yield* execute(send, { id, carrier: "A" }, by)
      const before = yield* eventCount
      const refused = yield* Effect.flip(execute(send, { id, carrier: "B" }, by))
      assert.strictEqual(refused.message, "Only a packed parcel can be sent")
      const missing = yield* Effect.flip(execute(send, { id: 999_999, carrier: "B" }, by))
      assert.strictEqual(missing.message, "Parcel 999999 does not exist")
      const twice = yield* Effect.flip(execute(pack, { label: "coffee", fee: 1 }, by))
      assert.strictEqual(twice.message, "A parcel with this label exists")
      assert.strictEqual(yield* eventCount, before)
    }),
  )

  it.effect("a row assumed to be missing is looked up if it exists or if the command does not add it", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const usuallyMissing = { expected: false }
      const packOrCharge = command("parcel.packOrCharge", function* ({ label, fee }: { label: string; fee: number }) {
        const known = yield* find(parcels, { label }, usuallyMissing)
        if (known) return known.status === "sent" ? unchanged(known.id) : [parcels.at(known.id, ParcelSent({ carrier: `for ${fee}` }))]
        return [parcels.at(yield* newId(parcels), ParcelPacked({ number: `X ${label}`, label, fee }))]
      })
      const first = yield* execute(packOrCharge, { label: "millet", fee: 1 }, by)
      const second = yield* execute(packOrCharge, { label: "millet", fee: 2 }, by)
      const third = yield* execute(packOrCharge, { label: "millet", fee: 3 }, by)
      assert.deepStrictEqual([second.id, third.id, third.position], [first.id, first.id, 0])
      const [row] = (yield* rows).filter(({ label }) => label === "millet")
      assert.deepInclude(row, { id: first.id, version: 2, fee: "0.01", carrier: "for 2" })

      const other = yield* execute(pack, { label: "sorghum", fee: 1 }, by)
      const sendUnless = command("parcel.sendUnless", function* ({ id, label }: { id: number; label: string }) {
        yield* get(parcels, id)
        const known = yield* find(parcels, { label }, usuallyMissing)
        return known ? unchanged(id) : [parcels.at(id, ParcelSent({ carrier: "whoever" }))]
      })
      assert.strictEqual((yield* execute(sendUnless, { id: other.id, label: "millet" }, by)).position, 0)
      assert.isAbove((yield* execute(sendUnless, { id: other.id, label: "teff" }, by)).position, 0)
    }),
  )

  it.effect("of twenty concurrent commands on one stream, one succeeds and the others get a conflict", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { id } = yield* execute(pack, { label: "salt", fee: 1 }, by)
      const results = yield* Effect.all(
        Array.from({ length: 20 }, (_, n) => Effect.exit(execute(send, { id, carrier: `carrier ${n}` }, by))),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Success").length, 1)
    }),
  )

  it.effect("of two commands that each depend on the other's change, one is refused", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const sendUnless = command("parcel.send_unless", function* ({ id, other }: { id: number; other: number }) {
        const [, found] = yield* all(get(parcels, id), get(parcels, other))
        if (found.status === "sent") throw conflict("The other has gone")
        return [parcels.at(id, ParcelSent({ carrier: "Nile Air" }))]
      })
      for (let pair = 0; pair < 20; pair++) {
        const one = yield* execute(pack, { label: `one ${pair}`, fee: 1 }, by)
        const two = yield* execute(pack, { label: `two ${pair}`, fee: 1 }, by)
        const results = yield* Effect.all(
          [execute(sendUnless, { id: one.id, other: two.id }, by), execute(sendUnless, { id: two.id, other: one.id }, by)].map(Effect.exit),
          { concurrency: "unbounded" },
        )
        assert.strictEqual(results.filter(({ _tag }) => _tag === "Success").length, 1)
      }
    }),
  )

  it.effect("a change by another process is noticed: no decision is final on a cached row", () =>
    Effect.gen(function* () {
      const here = yield* Records
      const there = yield* Effect.map(Layer.build(Layer.fresh(recordsLayer)), (context) => Context.get(context, Records))
      const sendAgain = command("parcel.send_again", function* ({ id }: { id: number }) {
        const parcel = yield* get(parcels, id)
        if (parcel.status === "packed") return unchanged(id)
        return [parcels.at(id, ParcelSent({ carrier: "again" }))]
      })
      const open = command("parcel.copy", function* ({ id, label }: { id: number; label: string }) {
        const parcel = yield* get(parcels, id)
        if (parcel.status !== "packed") throw conflict("It is gone")
        return [parcels.at(yield* newId(parcels), ParcelPacked({ number: parcel.number, label, fee: parcel.fee }))]
      })
      const { id } = yield* here.execute(pack, { label: "remembered", fee: 5 }, by)
      // both have it cached as packed
      yield* here.execute(open, { id, label: "copy 1" }, by)
      yield* there.execute(open, { id, label: "copy 2" }, by)
      yield* there.execute(send, { id, carrier: "Nile Air" }, by)
      const before = yield* eventCount
      // here it is still packed, so the command would continue or do nothing: neither is right any more
      assert.strictEqual((yield* Effect.flip(here.execute(open, { id, label: "copy 3" }, by))).message, "It is gone")
      assert.strictEqual(yield* eventCount, before)
      yield* there.execute(sendAgain, { id }, by)
      yield* here.execute(sendAgain, { id }, by)
      assert.strictEqual(yield* eventCount, before + 2)
    }).pipe(Effect.scoped),
  )

  it.effect("what can be done with a row of an answer is decided on the cached row only in the version shown", () =>
    Effect.gen(function* () {
      const here = yield* Records
      const there = yield* Effect.map(Layer.build(Layer.fresh(recordsLayer)), (context) => Context.get(context, Records))
      const { id } = yield* here.execute(pack, { label: "shown", fee: 5 }, by, { remembersNew: true })
      const decided = (version: number) => here.couldOnce(new Map([[parcels.key(id), version]]))(send, { id, carrier: "Nile Air" }, acting(by))
      assert.strictEqual(yield* decided(1), undefined)
      // sent by another process, of which this one has not heard yet
      yield* there.execute(send, { id, carrier: "Nile Air" }, by)
      assert.notStrictEqual(yield* decided(2), undefined)
    }).pipe(Effect.scoped),
  )

  it.effect("a row read or changed before is found again without a query, in its current state", () =>
    Effect.gen(function* () {
      const [database, store] = [yield* Database, yield* EventStore]
      let looks = 0
      let tries = 0
      const watched = Database.of({
        ...database,
        statement: (query, parameters) => {
          if (/from parcel\b/.test(textOf(query))) looks++
          return database.statement(query, parameters)
        },
      })
      const counted = EventStore.of({
        ...store,
        append: (commit) => {
          tries++
          return store.append(commit)
        },
      })
      const recordsOn = (...on: [Database["Service"], EventStore["Service"]]) =>
        Layer.fresh(recordsLayer).pipe(
          Layer.provide([Layer.succeed(Database, on[0]), Layer.succeed(EventStore, on[1])]),
          Layer.build,
          Effect.map((context) => Context.get(context, Records)),
        )
      const [here, there] = [yield* recordsOn(watched, counted), yield* recordsOn(database, store)]
      let seen: object | undefined
      const copy = command("parcel.copy_by_label", function* ({ label, under }: { label: string; under: string }) {
        seen = yield* find(parcels, { label })
        return [parcels.at(yield* newId(parcels), ParcelPacked({ number: under, label: under, fee: 0 }))]
      })
      const sendByLabel = command("parcel.send_by_label", function* ({ label }: { label: string }) {
        const parcel = yield* find(parcels, { label })
        if (!parcel || parcel.status === "sent") throw conflict("It is gone")
        return [parcels.at(parcel.id, ParcelSent({ carrier: "Nile Air" }))]
      })
      const unless = command("parcel.pack_unless", function* ({ id, other, label }: { id: number; other: number; label: string }) {
        if (yield* findById(parcels, other)) throw conflict("The other is there")
        return [parcels.at(id, ParcelPacked({ number: `U ${id}`, label, fee: 1 }))]
      })

      const [, one, two] = yield* Effect.forEach(["lentils", "beans", "peas"], (label) => here.execute(pack, { label, fee: 7 }, by))
      for (const label of ["lentils", "beans", "peas"]) yield* here.execute(copy, { label, under: `${label} 2` }, by)
      assert.strictEqual(looks, 3)
      yield* here.execute(sendByLabel, { label: "lentils" }, by)
      yield* here.execute(copy, { label: "lentils", under: "lentils 3" }, by)
      assert.strictEqual(looks, 3)
      const remembered = seen
      yield* there.execute(copy, { label: "lentils", under: "lentils 4" }, by)
      assert.deepStrictEqual({ ...remembered }, { ...seen })

      // others change it
      yield* there.execute(send, { id: one!.id, carrier: "Nile Air" }, by)
      assert.strictEqual((yield* Effect.flip(here.execute(sendByLabel, { label: "beans" }, by))).message, "It is gone")
      yield* there.execute(send, { id: two!.id, carrier: "Nile Air" }, by)
      here.forgetOlder([{ stream: parcels.key(two!.id), version: 2 }])
      tries = 0
      yield* Effect.flip(here.execute(sendByLabel, { label: "peas" }, by))
      assert.strictEqual(tries, 0)

      // or create what was missing
      yield* here.execute(unless, { id: 70_001, other: 70_000, label: "figs 1" }, by)
      yield* there.execute(unless, { id: 70_000, other: 70_002, label: "figs 0" }, by)
      assert.strictEqual((yield* Effect.flip(here.execute(unless, { id: 70_003, other: 70_000, label: "figs 3" }, by))).message, "The other is there")
    }).pipe(Effect.scoped),
  )

  it.effect("twenty callers with one command id cause one effect and get equal results; different input is a conflict", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const before = yield* eventCount
      const results = yield* Effect.all(
        Array.from({ length: 20 }, () => execute(pack, { label: "rice", fee: 5 }, by, { key: "k1" })),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(new Set(results.map(({ id }) => id)).size, 1)
      assert.strictEqual(yield* eventCount, before + 1)
      const other = yield* Effect.flip(execute(pack, { label: "rice", fee: 6 }, by, { key: "k1" }))
      assert.strictEqual((other as { status?: number }).status, 409)
    }),
  )

  it.effect("what an earlier version has set up stands, even if this version would set up something else", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const setUp = (fee: number) => execute(pack, { label: "first", fee }, system("setup"), { key: "setup-parcel" })
      const first = yield* setUp(1)
      assert.strictEqual((yield* setUp(2)).id, first.id)
      assert.strictEqual((yield* rows).find(({ id }) => id === first.id)?.["fee"], "0.01")
    }),
  )

  it.effect("of two commands on the same version one succeeds; repeated with its command id, it returns the stored result", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { id } = yield* execute(pack, { label: "decided on a version", fee: 1 }, by)
      const resend = command("parcel.resend", function* ({ id, carrier }: { id: number; carrier: string }) {
        yield* get(parcels, id)
        return [parcels.at(id, ParcelSent({ carrier }))]
      })
      const onFirst = (carrier: string) => execute(atVersion(parcels, id, 1, resend), { id, carrier }, by, { key: `by ${carrier}` })
      const results = yield* Effect.all(
        ["Nile Air", "Juba Cargo", "River Boats"].map((carrier) => Effect.map(Effect.result(onFirst(carrier)), (result) => ({ carrier, result }))),
        { concurrency: "unbounded" },
      )
      const done = results.filter(({ result }) => Result.isSuccess(result))
      assert.strictEqual(done.length, 1)
      for (const { result } of results) {
        if (Result.isFailure(result)) assert.deepInclude(result.failure, { status: 409, message: changedSince })
      }
      assert.deepInclude(yield* onFirst(done[0]!.carrier), { id, repeated: true })
      assert.deepInclude(yield* Effect.flip(execute(atVersion(parcels, id, 1, resend), { id, carrier: "Late" }, by)), { message: changedSince })
      yield* execute(atVersion(parcels, id, 2, resend), { id, carrier: "On time" }, by)
      yield* execute(atVersion(parcels, id, undefined, resend), { id, carrier: "Without a version" }, by)
    }),
  )

  it.effect("a repeat with the same command id is not refused because of the first one's effect", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { id } = yield* execute(pack, { label: "twins", fee: 1 }, by)
      const twin = execute(send, { id, carrier: "Nile Air" }, by, { key: "send the twins" })
      const results = yield* Effect.all([twin, twin, twin, twin], { concurrency: "unbounded" })
      assert.deepStrictEqual(new Set(results.map((done) => done.id)), new Set([id]))
      assert.strictEqual(results.filter(({ repeated }) => !repeated).length, 1)
    }),
  )

  it.effect("the database refuses to change, remove or truncate written events, and any writer other than es.append", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      for (const text of ["update es.event set type = 'x'", "delete from es.event", "truncate es.event", "delete from es.commit"]) {
        const refused = yield* Effect.flip(statement(text, []))
        assert.strictEqual(refused.code, "42501", text)
      }
      const insert = yield* Effect.flip(
        statement(
          "insert into es.commit (command_id, command, request_hash, actor, correlation, via, app_version) values ('x', 'x', '', 'x', 'x', 'x', 'x')",
          [],
        ),
      )
      assert.strictEqual(insert.code, "42501")
    }),
  )

  it.effect("a rebuild gives the same rows as the commits while people continue to work", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const writing = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: 150 }, (_, n) => n),
          (n) => Effect.flatMap(execute(pack, { label: `busy ${n}`, fee: n }, by), ({ id }) => execute(send, { id, carrier: "x" }, by)),
          { concurrency: 4 },
        ),
      )
      yield* rebuild([parcels], [])
      yield* rebuild([parcels], [])
      yield* (yield* Effect.promise(() => import("effect/Fiber"))).join(writing)
      const live = yield* rows
      assert.strictEqual(live.filter((row) => row.label.startsWith("busy") && row.status === "sent").length, 150)
      yield* build("replayed", [parcels], [], Number.MAX_SAFE_INTEGER)
      const { statement } = yield* Database
      const replayed = yield* statement(`select ${Parcel.answer("p")} from replayed.parcel p order by id`, [])
      assert.deepStrictEqual(replayed, live)
    }),
  )

  it.effect("a refusal names a record by its title where the rule names it, but never in the caller's own text", () =>
    Effect.gen(function* () {
      const { execute, rehearse } = yield* Records
      const { id } = yield* execute(pack, { label: "named", fee: 100 }, by)
      const [{ number }] = (yield* rows).filter((row) => row.id === id)
      const refuse = command("parcel.refuse", function* ({ text }: { text: string }) {
        yield* findById(parcels, id)
        throw conflict(`${text} is in the way of ${titleOf("parcel", id)}`)
      })
      const text = `\u2068parcel/${id}\u2069`
      const sentence = `${text} is in the way of ${number}`
      assert.strictEqual((yield* Effect.flip(execute(refuse, { text }, by))).message, sentence)
      assert.strictEqual((yield* Effect.flip(rehearse(refuse, { text }, acting(by)))).message, sentence)
    }),
  )

  it.effect("a dry run decides like the real command, with new ids and numbers, and writes nothing", () =>
    Effect.gen(function* () {
      const { execute, rehearse } = yield* Records
      const { id } = yield* execute(pack, { label: "to be split", fee: 100 }, by)
      const before = yield* eventCount
      const rehearsed = yield* rehearse(split, { id }, acting(by))
      assert.strictEqual(yield* eventCount, before)
      yield* execute(split, { id }, by)
      assert.strictEqual(rehearsed.changes.length, 3)
    }),
  )

  it.effect("told in bulk, commands see what those before them did, and the log is the same as of commands one by one", () =>
    Effect.gen(function* () {
      const { execute, inBulk } = yield* Records
      const { statement } = yield* Database
      const log = (after: number) =>
        statement(
          `select e.stream, e.version, e.type, e.data, c.command, row_number() over (order by e.position) as nth, dense_rank() over (order by c.id) as of
           from es.event e join es.commit c on c.id = e.commit_id where e.position > $1 order by e.position`,
          [after],
        )
      const last = Effect.map(statement("select max(position) as last from es.event", []), ([row]) => row.last as number)
      const tell = (name: string, many: number) =>
        Effect.gen(function* () {
          const { execute, executeAll } = yield* Records
          const reading = yield* Database
          const refused: Array<string> = []
          for (let n = 0; n < many; n++) {
            const { id } = yield* execute(pack, { label: `${name} ${n}`, fee: n }, by, { key: `${name}-${n}` })
            if (n % 3 === 0) yield* execute(split, { id }, by)
            yield* execute(send, { id, carrier: "x" }, by)
            if (n % 100 === 0) refused.push((yield* Effect.flip(execute(send, { id, carrier: "y" }, by))).message)
          }
          yield* executeAll(
            pack,
            ["a", "b"].map((key) => ({ input: { label: `${name} ${key}`, fee: 1 }, by, key: `${name}-${key}` })),
          )
          const again = yield* execute(pack, { label: `${name} 1`, fee: 1 }, by, { key: `${name}-1` })
          const [{ there }] = (yield* reading.statement("select count(*) as there from parcel where label like $1 || ' %'", [name])) as [{ there: number }]
          return { refused, repeated: again.repeated, there }
        })
      const before = yield* last
      const singly = yield* tell("tale", 60)
      const between = yield* last
      // enough for several parts
      const bulk = yield* inBulk(tell("saga", 600))
      assert.deepStrictEqual([singly.refused.length, bulk.refused.length], [1, 6])
      assert.deepStrictEqual(new Set(bulk.refused), new Set(singly.refused))
      assert.deepInclude(singly, { repeated: true, there: 60 + 2 * 20 + 2 })
      assert.deepInclude(bulk, { repeated: true, there: 600 + 2 * 200 + 2 })
      /** Ids, numbers and names differ from run to run. */
      const shapeOf = (events: ReadonlyArray<Record<string, unknown>>) => {
        const streams = new Map<string, number>()
        const nth = (stream: string) => streams.get(stream) ?? streams.set(stream, streams.size).size
        return events.map(({ stream, data, ...event }) => ({ ...event, stream: nth(stream as string), keys: Object.keys(data as object) }))
      }
      const first = 60 * 2 + 20 * 3
      assert.deepStrictEqual(shapeOf((yield* log(between)).slice(0, first)), shapeOf((yield* log(before)).slice(0, first)))
      // every row is the fold of its stream, and a single command continues from there
      yield* build("told", [parcels], [], Number.MAX_SAFE_INTEGER)
      assert.deepStrictEqual(yield* statement(`select ${Parcel.answer("p")} from told.parcel p order by id`, []), yield* rows)
      const [parcel] = (yield* rows).filter((row) => row.label === "saga b")
      assert.strictEqual((yield* execute(send, { id: parcel.id, carrier: "x" }, by)).id, parcel.id)
    }),
  )

  it.effect("told in bulk, a command of another caller in between is noticed, and nothing decided without it is written", () =>
    Effect.gen(function* () {
      const { execute, inBulk } = yield* Records
      const { id } = yield* execute(pack, { label: "contended", fee: 1 }, by)
      const see = command("parcel.see", function* () {
        yield* get(parcels, id)
        return unchanged(id)
      })
      const telling = Effect.gen(function* () {
        const bulk = yield* Records
        yield* bulk.execute(see, {}, by)
        yield* execute(send, { id, carrier: "another" }, by)
        yield* bulk.execute(pack, { label: "told in vain", fee: 1 }, by)
        yield* bulk.execute(send, { id, carrier: "told" }, by)
      })
      const refused = yield* Effect.flip(inBulk(telling))
      assert.strictEqual(refused.message, "Someone else is changing this at the same moment. Try again.")
      const live = yield* rows
      assert.deepInclude(
        live.find((row) => row.id === id),
        { carrier: "another" },
      )
      assert.isUndefined(live.find((row) => row.label === "told in vain"))
    }),
  )

  it.effect("two processes that tell the same in bulk at the same moment do each command once", () =>
    Effect.gen(function* () {
      const others = Context.get(yield* Layer.build(Layer.fresh(recordsLayer)), Records)
      const told = Effect.gen(function* () {
        const { execute } = yield* Records
        const done: Array<number> = []
        for (let n = 0; n < 40; n++) done.push((yield* execute(pack, { label: `shared ${n}`, fee: n }, by, { key: `shared-${n}` })).id)
        return done
      })
      const [ours, theirs] = yield* Effect.all(
        [yield* Records, others].map(({ inBulk }) => Effect.retry(inBulk(told), { times: 3 })),
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(ours, theirs)
      assert.deepStrictEqual(
        (yield* rows).filter(({ label }) => label.startsWith("shared ")).map(({ id }) => id),
        ours,
      )
    }),
  )
})
