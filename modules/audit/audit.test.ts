import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Schema } from "effect"
import { command, get, newId, nextNumber, system } from "@ops/platform/records/command.ts"
import { SeriesNumber, Text } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { Records } from "@ops/platform/records/records.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { AuditEvent } from "./contract.ts"
import { logPage } from "./events/log.ts"

const Parcel = record(
  "parcel",
  { number: SeriesNumber("PA"), secret: Text() },
  { label: "Parcel", title: "number", unique: [{ fields: ["number"], sentence: "There is one" }] },
)
const ParcelPacked = event("ParcelPacked", 1, { number: SeriesNumber("PA"), secret: Text() }, () => "Packed")
const ParcelSent = event("ParcelSent", 1, {}, () => "Sent")
const parcels = stream(Parcel, ParcelPacked, ParcelSent).fold({
  ParcelPacked: (_, packed) => packed,
  ParcelSent: (parcel) => parcel,
})
const pack = command("parcel.pack", function* (_: object) {
  const id = yield* newId(parcels)
  return [parcels.at(id, ParcelPacked({ number: yield* nextNumber("PA", "2026"), secret: "nobody's business" }))]
})
const send = command("parcel.send", function* ({ id }: { id: number }) {
  yield* get(parcels, id)
  return [parcels.at(id, ParcelSent({}))]
})
const by = system("test")

layer(testDatabase({ streams: [parcels] }), { timeout: 60_000 })("the readable log", (it) => {
  it.effect("describes events in plain words, without their other data", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { id } = yield* execute(pack, {}, by)
      const { id: other } = yield* execute(pack, {}, by)
      yield* execute(send, { id }, by)

      const all = yield* logPage({})
      assert.deepStrictEqual(
        all.map(({ record, text }) => `${record}: ${text}`),
        ["Parcel PA-2026-0001: Packed", "Parcel PA-2026-0002: Packed", "Parcel PA-2026-0001: Sent"],
      )
      assert.notInclude(JSON.stringify(all), "nobody's business")
      // what changed is only read when it is asked for
      assert.deepStrictEqual(
        Object.keys(all[0]!).sort(),
        Object.keys(AuditEvent.fields)
          .filter((name) => name !== "changes")
          .sort(),
      )
      yield* Schema.decodeUnknownEffect(Schema.Array(AuditEvent))(all)

      const texts = (asked: Parameters<typeof logPage>[0]) => Effect.map(logPage(asked), (events) => events.map(({ stream, text }) => `${stream} ${text}`))
      const trail = [`parcel/${id} Packed`, `parcel/${id} Sent`]
      assert.deepStrictEqual(yield* texts({ id: "PA-2026-0001" }), trail)
      assert.deepStrictEqual(yield* texts({ entity: "parcel", id: String(id) }), trail)
      assert.deepStrictEqual(yield* texts({ entity: "parcel", id: "PA-2026-0002" }), [`parcel/${other} Packed`])

      assert.deepStrictEqual(yield* texts({ limit: "1" }), [trail[0]!])
      assert.deepStrictEqual(yield* texts({ after: String(all[1]!.position) }), [trail[1]!])
      assert.deepStrictEqual(yield* texts({ after: "-1" }), [trail[1]!])
    }),
  )

  it.effect.each([
    [{ entity: "parcels" }, 400, "There is no such kind of record. Choose one of: parcel"],
    [{ entity: "parcel" }, 400, "Name the record by its id or its number"],
    [{ id: "7" }, 400, "An id alone does not identify a record. Add its kind"],
    [{ entity: "parcel", id: "999" }, 404, "There is no record parcel 999"],
    [{ id: "PA-1999-0001" }, 404, "There is no record PA-1999-0001"],
    [{ limit: "1001" }, 400, "limit cannot be 1001"],
    [{ after: "1.5" }, 400, "after cannot be 1.5"],
  ] as const)("refuses %j", ([asked, status, sentence]) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(logPage(asked))
      assert.deepInclude(refused, { status })
      assert.strictEqual(refused.message, sentence)
    }),
  )
})
