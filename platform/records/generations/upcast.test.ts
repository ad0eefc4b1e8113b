/** A log written by an older version of the program: this version folds it, describes it and continues it, using its upcasters. */
import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { describe, expect, test } from "vitest"
import { Database } from "../../database/database.ts"
import { superuserOptions } from "../../database/temporary-server.ts"
import * as database from "../../database/database.ts"
import { testDatabase } from "../../testing/database.ts"
import { command, get, newId, system } from "../command.ts"
import { BusinessDate, Line, Money, Optional, Personal, Whole } from "../field.ts"
import { rebuild } from "./generation.ts"
import { history, logAfter } from "../history.ts"
import * as Snapshots from "../snapshots/snapshots.ts"
import { between } from "../snapshots/snapshot-diff.ts"
import { record } from "../record.ts"
import * as Records from "../records.ts"
import { replay } from "./replay.ts"
import { event, stream } from "../stream.ts"

/** The old program: a crate has a title, and its weight is in kilos. */
const before = (() => {
  const Crate = record("crate", { title: Line(), sender: Personal(Optional(Line())), kilos: Whole }, { label: "Crate", title: "title" })
  const CratePacked = event(
    "CratePacked",
    1,
    { title: Line(), sender: Personal(Optional(Line())), kilos: Whole },
    ({ title, kilos }) => `Packed ${title}: ${kilos} kg`,
  )
  const CrateSealed = event("CrateSealed", 1, {}, () => "Sealed")
  const crates = stream(Crate, CratePacked, CrateSealed).fold({ CratePacked: (_, packed) => packed, CrateSealed: (crate) => crate })
  const pack = command("crate.pack", function* (given: { title: string; sender: string | null; kilos: number }) {
    return [crates.at(yield* newId(crates), CratePacked(given))]
  })
  const seal = command("crate.seal", function* (id: number) {
    yield* get(crates, id)
    return [crates.at(id, CrateSealed({}))]
  })
  return { crates, pack, seal }
})()

/** The program two versions later: a crate has a name, a weight in grams, and optionally a due date. */
const facts = { name: Line(), sender: Personal(Optional(Line())), grams: Money, due: Optional(BusinessDate) }
const Crate = record("crate", facts, { label: "Crate", title: "name" })
interface Version1 {
  readonly title: string
  readonly sender: string | null
  readonly kilos: number
}
interface Version2 {
  readonly name: string
  readonly sender: string | null
  readonly grams: number
}
const CratePacked = event("CratePacked", 3, facts, ({ name, grams }) => `Packed ${name}: ${grams} g`, {
  from: {
    1: ({ title, sender, kilos }: Version1): Version2 => ({ name: title, sender, grams: kilos * 1000 }),
    2: (old: Version2) => ({ ...old, due: null }),
  },
})
const CrateSealed = event("CrateSealed", 1, {}, () => "Sealed")
const CrateRenamed = event("CrateRenamed", 1, { name: Line() }, ({ name }) => `Renamed to ${name}`)
const crates = stream(Crate, CratePacked, CrateSealed, CrateRenamed).fold({
  CratePacked: (_, packed) => packed,
  CrateSealed: (crate) => crate,
  CrateRenamed: (crate, { name }) => ({ ...crate, name }),
})
const rename = command("crate.rename", function* ({ id, name }: { id: number; name: string }) {
  yield* get(crates, id)
  return [crates.at(id, CrateRenamed({ name }))]
})

const at = "2026-11-21T08:00:00.000Z"
const by = system("test", at)
const stored = { stream: "crate/4", position: 17, type: "CratePacked", data: { title: "Rice", sender: null, kilos: 3 } }

describe("an event in the log", () => {
  test("with an older schema version is folded as the present version, through all versions in between", () => {
    expect(crates.evolve(null, 4, { ...stored, schemaVersion: 1 }, at)).toMatchObject({ name: "Rice", grams: 3000, due: null, version: 1 })
    const second = { ...stored, schemaVersion: 2, data: { name: "Salt", sender: null, grams: 5 } }
    expect(crates.evolve(null, 4, second, at)).toMatchObject({ name: "Salt", grams: 5, due: null })
  })
  test("with a newer schema version stops the fold, naming the event, its position and its version", () => {
    expect(() => crates.evolve(null, 4, { ...stored, schemaVersion: 4 }, at)).toThrow(
      "Event CratePacked at position 17 (crate/4) has schema version 4, and this version of Field Office reads version 3. Start the version that wrote it, or a newer one.",
    )
  })
  test("with an older version without an upcaster stops the fold", () => {
    const old = event("CratePacked", 3, facts, () => "", { from: { 2: (data: Version2) => data } })
    const without = stream(Crate, old).fold({ CratePacked: (_, packed) => packed })
    expect(() => without.evolve(null, 4, { ...stored, schemaVersion: 1 }, at)).toThrow("but has no upcaster from version 1")
  })
  test("with an unknown type stops the fold", () => {
    expect(() => crates.evolve(null, 4, { ...stored, type: "CrateLost", schemaVersion: 1 }, at)).toThrow(
      "Event CrateLost at position 17 (crate/4) is not an event of crate that this version of Field Office knows.",
    )
  })
})

layer(testDatabase({ streams: [before.crates] }), { excludeTestServices: true, timeout: 60_000 })("a log of schema version 1", (it) => {
  it.effect("is rebuilt, read, compared, replayed and continued by a program of version 3 without changing any event", () =>
    Effect.gen(function* () {
      const old = yield* Records.Records
      const { statement } = yield* Database
      const { id, position } = yield* old.execute(before.pack, { title: "Rice", sender: "Achol", kilos: 3 }, by)
      yield* old.execute(before.seal, id, by)
      const written = yield* statement("select position, schema_version, data, hash from es.event order by position", [])

      const now = { streams: [crates], consequences: [], views: [], tables: [] }
      yield* Effect.gen(function* () {
        const { execute } = yield* Records.Records
        yield* rebuild(now.streams, now.views)
        const row = Effect.map(statement(`select ${Crate.state("c")} from crate c where id = $1`, [id]), ([row]) => row)
        assert.deepInclude(yield* row, { name: "Rice", sender: "Achol", grams: 3000, due: null, version: 2 })

        yield* execute(rename, { id, name: "Brown rice" }, by)
        assert.deepInclude(yield* row, { name: "Brown rice", grams: 3000, version: 3 })
        assert.deepStrictEqual(
          (yield* history(crates, id)).map(({ text }) => text),
          ["Packed Rice: 3000 g", "Sealed", "Renamed to Brown rice"],
        )
        assert.deepStrictEqual(
          (yield* logAfter(0, 10)).map(({ text, schemaVersion }) => [text, schemaVersion]),
          [
            ["Packed Rice: 3000 g", 1],
            ["Sealed", 1],
            ["Renamed to Brown rice", 1],
          ],
        )
        const { resolve } = yield* Snapshots.Snapshots
        const [start, closed] = [yield* resolve(`@${position}`), (yield* logAfter(0, 10)).at(-1)!.position]
        const { before, log } = yield* between(crates, start, undefined, closed)
        assert.deepInclude(before.get(id), { name: "Rice", grams: 3000 })
        assert.deepInclude(log.get(id), { name: "Brown rice", grams: 3000 })
        const { compared } = yield* replay(now.streams, now.views, { diff: true })
        assert.deepStrictEqual(compared!.differences, [])
      }).pipe(Effect.provide(Layer.fresh(Layer.mergeAll(Records.layer, Snapshots.layer())).pipe(Layer.provideMerge(Layer.succeed(Records.Model, now)))))

      const kept = yield* statement("select position, schema_version, data, hash from es.event order by position limit 2", [])
      assert.deepStrictEqual(kept, written)
    }),
  )

  it.effect("is not rebuilt if an event has an unknown version: the error names the event", () =>
    Effect.gen(function* () {
      const options = yield* superuserOptions
      yield* Effect.scoped(
        Effect.flatMap(database.make({ ...options, max: 1 }), ({ query }) =>
          query((sql) =>
            sql
              .unsafe(
                "alter table es.event disable trigger all; update es.event set schema_version = 9 where position = 1; alter table es.event enable trigger all",
              )
              .simple(),
          ),
        ),
      )
      const exit = yield* Effect.exit(rebuild([crates], []))
      assert.ok(Exit.isFailure(exit))
      assert.match(Cause.pretty(exit.cause), /Event CratePacked at position 1 \(crate\/1\) has schema version 9/)
    }),
  )
})
