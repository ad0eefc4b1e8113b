import { expect, test } from "vitest"
import { given } from "../testing/given.ts"
import { command, consequence, find, newId } from "./command.ts"
import { Line, Whole } from "./field.ts"
import { record } from "./record.ts"
import { takeNumber } from "./series.ts"
import { event, stream } from "./stream.ts"

const Parcel = record("parcel", { weight: Whole }, { label: "Parcel", title: "id::text" })
const ParcelPacked = event("ParcelPacked", 1, { weight: Whole }, () => "Packed")
const parcels = stream(Parcel, ParcelPacked).fold({ ParcelPacked: (_, packed) => packed })

const Label = record("label", { number: Line(), colour: Line() }, { label: "Label", title: "number" })
const LabelPrinted = event("LabelPrinted", 1, { number: Line(), colour: Line() }, () => "Printed")
const labels = stream(Label, LabelPrinted).fold({ LabelPrinted: (_, printed) => printed })

/** Each parcel gets a numbered label; a red one is printed once. */
const printing = consequence(ParcelPacked, function* () {
  const { number, change } = yield* takeNumber("L", "2026", 2)
  const red = yield* find(labels, { colour: "red" })
  return [labels.at(yield* newId(labels), LabelPrinted({ number, colour: red ? "white" : "red" })), change]
})
const packAll = command("parcel.pack_all", function* ({ many }: { readonly many: number }) {
  const changes = []
  for (let n = 0; n < many; n++) changes.push(parcels.at(yield* newId(parcels), ParcelPacked({ weight: n })))
  return changes
})

test("what follows from one change sees what has been decided of the others: no number twice, no record twice", () => {
  const packed = given().with(printing).when(packAll, { many: 3 })
  const printed = packed.events.filter(([, type]) => type === "LabelPrinted").map(([, , { number, colour }]) => [number, colour])
  expect(printed).toEqual([
    ["L-2026-01", "red"],
    ["L-2026-02", "white"],
    ["L-2026-03", "white"],
  ])
  const more = packed.when(packAll, { many: 1 })
  expect(more.events.find(([, type]) => type === "LabelPrinted")![2]).toEqual({ number: "L-2026-04", colour: "white" })
})
