/** Column checks of tables come from the same declarations as the checks of events. On a real Postgres. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import * as Database from "../../database/database.ts"
import { EmbeddedPostgres } from "../../database/embedded.ts"
import { migrateRows } from "./migrate.ts"
import * as EventStore from "../../event-store/event-store.ts"
import { mostCents } from "../../money.ts"
import { mostThousandths, mostWhole } from "../../quantity.ts"
import { testDatabase, testPersonalKeys } from "../../testing/database.ts"
import { command, get, newId, type Rejection, system } from "../command.ts"
import { BirthDate, BusinessDate, columnOf, Line, Literals, Money, MoneyTotal, Parts, Personal, Quantity, Rate, Text, Whole, WholeUpTo } from "../field.ts"
import { record } from "../record.ts"
import * as Records from "../records.ts"
import { replay } from "./replay.ts"
import { event, stream } from "../stream.ts"

const by = system("test")
const facts = { label: "Crate", title: "label" } as const
const CratePacked = event("CratePacked", 1, { label: Schema.String as unknown as ReturnType<typeof Line>, fee: Money }, () => "Packed")
const CratePriced = event("CratePriced", 1, { fee: Money }, () => "Priced")
const CrateWorn = event("CrateWorn", 1, {}, () => "Label worn off")

/** As an older version declared it: any text as a label, any whole number as a fee. */
const Loose = record("crate", { label: Text(5000), fee: MoneyTotal }, facts)
/** The current declaration. */
const Strict = record("crate", { label: Line(20), fee: Money }, facts)
const folds = {
  CratePacked: (_: unknown, packed: { readonly label: string; readonly fee: number }) => ({ ...packed }),
  CratePriced: (crate: { readonly label: string; readonly fee: number }, { fee }: { readonly fee: number }) => ({ ...crate, fee }),
  // a faulty fold: no event contains this label
  CrateWorn: (crate: { readonly label: string; readonly fee: number }) => ({ ...crate, label: "" }),
}
const loose = stream(Loose, CratePacked, CratePriced, CrateWorn).fold(folds)
const strict = stream(Strict, CratePacked, CratePriced, CrateWorn).fold(folds)
const actsOn = (crates: typeof strict) => ({
  pack: command("crate.pack", function* (packed: { readonly label: string; readonly fee: number }) {
    return [crates.at(yield* newId(crates), CratePacked(packed))]
  }),
  price: command("crate.price", function* ({ id, fee }: { readonly id: number; readonly fee: number }) {
    yield* get(crates, id)
    return [crates.at(id, CratePriced({ fee }))]
  }),
  wear: command("crate.wear", function* ({ id }: { readonly id: number }) {
    yield* get(crates, id)
    return [crates.at(id, CrateWorn({}))]
  }),
})

/** The services of a process of one version, on the database of the test. */
const processOf = (crates: typeof strict) =>
  Effect.gen(function* () {
    const owner = { ...(yield* EmbeddedPostgres), database: "postgres" }
    const database = Layer.effect(Database.Database, Database.make({ ...owner, role: "ops", max: 4 }))
    const model = Layer.succeed(Records.Model, { streams: [crates], consequences: [], views: [], tables: [] })
    const process = yield* Layer.build(
      Layer.fresh(
        Records.layer.pipe(Layer.provideMerge(EventStore.layer), Layer.provideMerge(testPersonalKeys), Layer.provideMerge(database), Layer.provideMerge(model)),
      ),
    )
    yield* Effect.provide(migrateRows(), process)
    return process
  })
const query = (text: string, values: ReadonlyArray<unknown> = []) => Effect.flatMap(Database.Database, ({ statement }) => statement(text, values))
const checks = Effect.map(query("select conname from pg_constraint where contype = 'c' and conrelid = 'live.crate'::regclass order by 1"), (rows) =>
  rows.map(({ conname }) => conname),
)
const refusalOf = (effect: Effect.Effect<unknown, Rejection | Database.DatabaseError>) =>
  Effect.map(Effect.flip(effect), (error) => [(error as Rejection).status, error.message])

layer(testDatabase({ streams: [strict] }), { excludeTestServices: true, timeout: "120 seconds" })("the checks of a table", (it) => {
  it.effect("accept and refuse the same values as the declaration of the field", () =>
    Effect.gen(function* () {
      const texts = ["", "x", "x".repeat(20), "x".repeat(21), "é".repeat(20), "USD", "GBP", "it's"]
      const numbers = [0, 1, -1, 7, 8, mostCents, mostCents + 1, -mostCents, -mostCents - 1, mostThousandths, mostThousandths + 1, mostWhole, mostWhole + 1]
      const days = ["1899-12-31", "1900-01-01", "1999-12-31", "2000-01-01", "2100-12-31", "2101-01-01"]
      const fields: ReadonlyArray<readonly [Schema.Top, ReadonlyArray<unknown>]> = [
        [Text(20), texts],
        [Line(20), texts],
        [Literals("USD", "it's"), texts],
        ...[Whole, WholeUpTo(7), Rate, Money, MoneyTotal, Quantity].map((field) => [field, numbers] as const),
        ...[BusinessDate, BirthDate].map((field) => [field, days] as const),
        [Parts(Schema.Int), [[], [1], {}, null]],
      ]
      const differing: Array<unknown> = []
      for (const [field, values] of fields) {
        const { sql, check } = columnOf(field)
        for (const value of values) {
          const given = sql === "jsonb" ? JSON.stringify(value) : String(value)
          const [row] = yield* query(`select ${check!(`($1::text)::${sql}`)} as fits`, [given])
          if (row!["fits"] !== Schema.is(field)(value)) differing.push([check!("x"), value, row])
        }
      }
      assert.deepStrictEqual(differing, [])
    }),
  )

  it.effect("refuse with 422 and the field's name if a fold violates its declaration, and nothing is written", () =>
    Effect.gen(function* () {
      const { execute, executeAll } = yield* Records.Records
      const { pack, wear } = actsOn(strict)
      const { id } = yield* execute(pack, { label: "Tools", fee: 1 }, by)
      const events = query("select count(*)::int as n from es.event")
      const before = yield* events
      assert.deepStrictEqual(yield* refusalOf(execute(wear, { id }, by)), [422, "Label must have 1 to 20 characters"])
      assert.deepStrictEqual(yield* refusalOf(executeAll(wear, [{ input: { id }, by }])), [422, "Label must have 1 to 20 characters"])
      assert.deepStrictEqual(yield* refusalOf(execute(pack, { label: "x".repeat(21), fee: 1 }, by)), [422, "Label must have 1 to 20 characters"])
      assert.deepStrictEqual(yield* events, before)
      assert.deepStrictEqual(yield* query("select label from crate where id = $1", [id]), [{ label: "Tools" }])
    }),
  )
})

layer(testDatabase({ streams: [loose] }), { excludeTestServices: true, timeout: "120 seconds" })("a database from before the checks", (it) => {
  it.effect("opens; a row that violates a check can still be changed, and every other check applies from then on", () =>
    Effect.gen(function* () {
      const old = actsOn(loose)
      const { execute } = yield* Records.Records
      const { id } = yield* execute(old.pack, { label: "x".repeat(3000), fee: 1 }, by)
      yield* execute(old.pack, { label: "Rope", fee: 2 }, by)

      const process = yield* processOf(strict)
      assert.deepStrictEqual(yield* checks, ["crate_check_5"])
      const now = Context.get(process, Records.Records)
      const { pack, price } = actsOn(strict)
      yield* now.execute(price, { id, fee: 3 }, by)
      yield* now.execute(pack, { label: "Tools", fee: mostCents }, by)
      assert.deepStrictEqual(yield* query("select char_length(label) as label, fee from crate order by id"), [
        { label: 3000, fee: 3 },
        { label: 4, fee: 2 },
        { label: 5, fee: mostCents },
      ])
      assert.deepStrictEqual((yield* Effect.provide(replay([strict], [], { diff: true }), process)).compared!.differences, [])
    }).pipe(Effect.scoped),
  )
})

const Named = record("crate", { label: Personal(Line(3)), fee: Money }, facts)

layer(testDatabase({}), { timeout: 60_000 })("the check of a personal field", (it) => {
  it.effect("accepts the placeholder of an erased person", () =>
    Effect.gen(function* () {
      const check = Named.ddl.find((text) => text.includes("crate_check_4"))!
      assert.include(check, "'erased'")
      const { transaction, query } = yield* Database.Database
      const put = (label: string) =>
        transaction(
          query((sql) => sql.unsafe(`${Named.ddl.join(";")}; insert into crate values (1, 1, now(), now(), '${label}', 1); drop table crate`).simple()),
        )
      yield* put("erased")
      assert.strictEqual((yield* Effect.flip(put("Nyibol"))).code, "23514")
    }),
  )
})
