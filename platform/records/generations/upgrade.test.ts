/** A rolling upgrade: processes of two versions on one database while the rows are switched. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Logger } from "effect"
import * as Database from "../../database/database.ts"
import { rebuild } from "./generation.ts"
import { keptSum } from "./kept-sum.ts"
import { migrateRows } from "./migrate.ts"
import { EmbeddedPostgres } from "../../database/embedded.ts"
import * as EventStore from "../../event-store/event-store.ts"
import { testDatabase, testPersonalKeys } from "../../testing/database.ts"
import { command, get, newId, system } from "../command.ts"
import { Line, Money } from "../field.ts"
import { record } from "../record.ts"
import * as Records from "../records.ts"
import { replay } from "./replay.ts"
import { type AnyStream, event, stream } from "../stream.ts"
import * as Superseded from "./superseded.ts"

const CratePacked = event("CratePacked", 1, { label: Line(), fee: Money }, () => "Packed")
const CratePriced = event("CratePriced", 1, { fee: Money }, () => "Priced")
const facts = { label: "Crate", title: "label" } as const
const by = system("test")

/** The running version. */
const Crate = record("crate", { label: Line(), fee: Money }, facts)
const crates = stream(Crate, CratePacked, CratePriced).fold({
  CratePacked: (_, packed) => ({ ...packed }),
  CratePriced: (crate, { fee }) => ({ ...crate, fee }),
})

/** The next version, with another fold. */
const Refolded = record("crate", { label: Line(), fee: Money }, facts)
const refolded = stream(Refolded, CratePacked, CratePriced).fold({
  CratePacked: (_, packed) => ({ ...packed, label: `${packed.label}, packed` }),
  CratePriced: (crate, { fee }) => ({ ...crate, fee }),
})

/** The version after that, with an additional column. */
const Wider = record("crate", { label: Line(), fee: Money, first: Money }, facts)
const wider = stream(Wider, CratePacked, CratePriced).fold({
  CratePacked: (_, packed) => ({ ...packed, first: packed.fee }),
  CratePriced: (crate, { fee }) => ({ ...crate, fee }),
})

/** A kind that is the same in all versions. */
const Pallet = record("pallet", { label: Line() }, facts)
const PalletBuilt = event("PalletBuilt", 1, { label: Line() }, () => "Built")
const pallets = stream(Pallet, PalletBuilt).fold({ PalletBuilt: (_, built) => ({ ...built }) })
const build = command("pallet.build", function* (label: string) {
  return [pallets.at(yield* newId(pallets), PalletBuilt({ label }))]
})

/** The services of a process of one version: its own connections and its own definition of the rows. */
const processOf = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const owner = { ...(yield* EmbeddedPostgres), database: "postgres" }
    const database = Layer.effect(Database.Database, Database.make({ ...owner, role: "ops", max: 4 }))
    const model = Layer.succeed(Records.Model, { streams, consequences: [], views, tables: [] })
    return yield* Layer.build(
      Layer.fresh(
        Records.layer.pipe(Layer.provideMerge(EventStore.layer), Layer.provideMerge(testPersonalKeys), Layer.provideMerge(database), Layer.provideMerge(model)),
      ),
    )
  })
type Process = Effect.Success<ReturnType<typeof processOf>>

const versions = { refolded: { before: crates, after: refolded }, wider: { before: refolded, after: wider } }

layer(testDatabase({ streams: [crates, pallets] }), { excludeTestServices: true, timeout: "120 seconds" })("a rolling upgrade", (it) => {
  for (const [change, { before, after }] of Object.entries(versions)) {
    it.effect(
      `with a changed fold (${change}), processes of the old version are refused after the switch, and no row is wrong`,
      () =>
        Effect.gen(function* () {
          const pack = command(`crate.pack ${change}`, function* (fee: number) {
            return [(before as typeof crates).at(yield* newId(before), CratePacked({ label: "Tools", fee }))]
          })
          const price = command(`crate.price ${change}`, function* ({ id, fee }: { id: number; fee: number }) {
            yield* get(before, id)
            return [(before as typeof crates).at(id, CratePriced({ fee }))]
          })
          const old = [yield* processOf([before, pallets]), yield* processOf([before, pallets])]
          const done = { before: 0, after: 0 }
          const codes = new Set<string>()
          let isSwitched = false
          let refused = 0
          const writer = (process: Process) =>
            Effect.gen(function* () {
              const { execute } = Context.get(process, Records.Records)
              let id: number | undefined
              for (let n = 1; refused < 60 && done.after < 60; n++) {
                const wasSwitched = isSwitched
                const isPallet = n % 5 === 4
                const exit = yield* Effect.exit(
                  isPallet ? execute(build, `${n}`, by) : id === undefined || n % 3 === 0 ? execute(pack, n, by) : execute(price, { id, fee: n }, by),
                )
                if (Exit.isSuccess(exit)) {
                  if (!isPallet) id = exit.value.id
                  done[wasSwitched ? "after" : "before"]++
                } else {
                  const error = yield* Effect.flip(exit)
                  codes.add(error instanceof Database.DatabaseError ? error.code : `${error.status} ${error.message}`)
                  refused++
                }
              }
            })
          const upgrade = Effect.gen(function* () {
            while (done.before < 60) yield* Effect.sleep("5 millis")
            const process = yield* processOf([after, pallets])
            yield* Effect.provide(migrateRows(), process)
            isSwitched = true
            // the new version works while the old one is still being refused
            const packed = command(`crate.pack anew ${change}`, function* (fee: number) {
              return [(after as typeof wider).at(yield* newId(after), CratePacked({ label: "Rope", fee }))]
            })
            for (let n = 0; n < 20; n++) yield* Context.get(process, Records.Records).execute(packed, n, by)
            return process
          })
          const [process] = yield* Effect.all([upgrade, ...old.flatMap((each) => [writer(each), writer(each), writer(each)])], { concurrency: "unbounded" })

          assert.deepStrictEqual([...codes], ["OPOLD"])
          assert.strictEqual(done.after, 0)
          const { compared } = yield* Effect.provide(replay([after, pallets], [], { diff: true }), process)
          assert.deepStrictEqual(compared!.differences, [])
          assert.strictEqual(compared!.differing, 0)
          const rowsOf = (kind: string) => compared!.tables.find(({ table }) => table === kind)!.rows
          assert.isAbove(rowsOf("crate"), 20)
          assert.isAbove(rowsOf("pallet"), 5)
        }).pipe(Effect.scoped),
      120_000,
    )
  }

  it.effect("keeps the rows of kinds whose fold has not changed; a rebuild folds them all", () =>
    Effect.gen(function* () {
      const process = yield* processOf([wider, pallets])
      yield* Effect.provide(migrateRows(), process)
      const { execute } = Context.get(process, Records.Records)
      const { id } = yield* execute(build, "Oak", by)
      const { statement } = Context.get(process, Database.Database)
      const labelIs = (label: string) => Effect.map(statement("select label from pallet where id = $1", [id]), (rows) => assert.deepEqual(rows, [{ label }]))
      // a database from before the tables said which code had folded them learns it from a start of the same code
      yield* statement("comment on table live.pallet is null", [])
      yield* Effect.provide(migrateRows(), process)
      // without the log, so that folding it would show
      yield* statement("update pallet set label = 'Pine' where id = $1", [id])
      yield* Effect.provide(migrateRows(), yield* processOf([crates, pallets]))
      yield* labelIs("Pine")
      const first = statement("select column_name as name from information_schema.columns where table_schema = 'live' and column_name = 'first'", [])
      assert.strictEqual((yield* first).length, 0)
      yield* Effect.provide(rebuild([crates, pallets], []), process)
      yield* labelIs("Oak")
    }).pipe(Effect.scoped),
  )

  it.effect("stops a process of the old version, which reports why", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const log = Logger.make(({ message }) => void lines.push(String(message)))
      const { promise, resolve } = Promise.withResolvers<void>()
      const process = yield* processOf([wider, pallets])
      yield* Layer.build(Superseded.layer(resolve)).pipe(Effect.provide(process), Effect.provide(Logger.layer([log])))
      yield* Effect.promise(() => promise)
      assert.match(lines.join("\n"), /maintained by another version of this program/)
    }).pipe(Effect.scoped),
  )
})

const views = keptSum({ name: "fees_of_label", of: "crate", by: { label: "r.label" }, sums: { fee: "r.fee" } })

layer(testDatabase({ streams: [crates, pallets], views }), { excludeTestServices: true, timeout: "120 seconds" })(
  "a version that changes only a fold",
  (it) => {
    const sql = (text: string) => Effect.flatMap(Database.Database, ({ statement }) => statement(text, []))
    const table = Effect.map(sql("select 'live.crate'::regclass::oid::int as oid"), ([row]) => row.oid as number)
    const startAs = (streams: ReadonlyArray<AnyStream>) => Effect.flatMap(processOf(streams, views), (process) => Effect.provide(migrateRows(), process))
    const isRight = (streams: ReadonlyArray<AnyStream>) =>
      Effect.gen(function* () {
        const { compared } = yield* Effect.provide(replay(streams, views, { diff: true }), yield* processOf(streams, views))
        assert.deepStrictEqual(compared!.differences, [])
        assert.deepStrictEqual(yield* sql("select * from fees_of_label order by 1"), yield* sql("select * from fees_of_label_added_up order by 1"))
      })
    const pack = command("crate.pack", function* (fee: number) {
      return [crates.at(yield* newId(crates), CratePacked({ label: `Tools ${fee % 2}`, fee }))]
    })

    it.effect("replaces the rows of that kind within their table, with the sums kept of them", () =>
      Effect.gen(function* () {
        yield* startAs([crates, pallets])
        const { execute } = yield* Records.Records
        for (const fee of [1, 2, 3]) yield* execute(pack, fee, by)
        const before = yield* table
        yield* startAs([refolded, pallets])
        assert.deepStrictEqual(yield* sql("select label, fee::int as fee from fees_of_label order by 1"), [
          { label: "Tools 0, packed", fee: 2 },
          { label: "Tools 1, packed", fee: 4 },
        ])
        assert.strictEqual(yield* table, before)
        yield* isRight([refolded, pallets])
      }).pipe(Effect.scoped),
    )

    it.effect("builds a new table if the old one has a row without events", () =>
      Effect.gen(function* () {
        const before = yield* table
        yield* sql("insert into live.crate select 99, version, created_at, updated_at, label, fee from live.crate limit 1")
        yield* startAs([crates, pallets])
        assert.deepStrictEqual(yield* sql("select label from crate order by id"), [{ label: "Tools 1" }, { label: "Tools 0" }, { label: "Tools 1" }])
        assert.notStrictEqual(yield* table, before)
        yield* isRight([crates, pallets])
      }).pipe(Effect.scoped),
    )

    it.effect("builds a new table if the constraints of the old one do not allow the new rows one by one", () =>
      Effect.gen(function* () {
        const before = yield* table
        yield* sql("alter table live.crate add constraint short check (char_length(label) < 10)")
        yield* startAs([refolded, pallets])
        assert.notStrictEqual(yield* table, before)
        yield* isRight([refolded, pallets])
      }).pipe(Effect.scoped),
    )
  },
)
