import { Schema } from "effect"
import { describe, expect, test } from "vitest"
import { BusinessDate, Line, Literals, Money, Optional, Parts } from "@ops/platform/records/field.ts"
import { event } from "@ops/platform/records/stream.ts"
import { eventShapes as shapesOf, type Line as Recorded, linesOf, type Shaped } from "./event-shapes.ts"

const fields = { name: Line(), currency: Literals("USD", "SSP"), price: Money, due: Optional(BusinessDate), lines: Parts(Schema.Struct({ amount: Money })) }
const { price: _, ...unpriced } = fields
const Packed = event("ParcelPacked", 1, fields, () => "Packed")
const eventShapes = (recorded: ReadonlyArray<Recorded>, events: ReadonlyArray<Omit<Shaped, "of">>) =>
  shapesOf(
    recorded,
    events.map(({ type, schemaVersion, versions, schema }) => ({ of: "parcel", type, schemaVersion, versions, schema })),
  )
const Sent = event("ParcelSent", 1, {}, () => "Sent")
const recorded = linesOf(eventShapes([], [Sent, Packed]).text)
const faultsOf = (...events: ReadonlyArray<Omit<Shaped, "of">>) => eventShapes(recorded, events).faults

describe("the record of event shapes", () => {
  test("has a line for each event and version, in the order of their names", () => {
    expect(recorded.map(({ event, version }) => [event, version])).toEqual([
      ["ParcelPacked", 1],
      ["ParcelSent", 1],
    ])
    expect(recorded[0]!.shape).toEqual({
      fields: {
        currency: { words: ["SSP", "USD"] },
        due: { anyOf: ["null", "text"] },
        lines: { list: { fields: { amount: "number" } } },
        name: "text",
        price: "number",
      },
    })
  })
  test("is unchanged if nothing changed, in any order of events and fields", () => {
    const turned = event("ParcelPacked", 1, Object.fromEntries(Object.entries(fields).reverse()) as typeof fields, () => "Packed")
    const { text, faults } = eventShapes(recorded, [turned, Sent])
    expect([faults, linesOf(text)]).toEqual([[], recorded])
  })
  test("accepts a new event and an additional choice", () => {
    const more = event("ParcelPacked", 1, { ...fields, currency: Literals("USD", "SSP", "EUR") }, () => "Packed")
    expect(
      faultsOf(
        more,
        Sent,
        event("ParcelLost", 1, {}, () => "Lost"),
      ),
    ).toEqual([])
  })

  const changed: ReadonlyArray<readonly [string, Schema.Struct.Fields]> = [
    ["an added field", { ...fields, weight: Money }],
    ["a removed field", { name: Line() }],
    ["a renamed field", { ...unpriced, cost: Money }],
    ["a field with another type", { ...fields, price: Line() }],
    ["a field made optional", { ...fields, name: Optional(Line()) }],
    ["a removed choice", { ...fields, currency: Literals("USD") }],
    ["a changed part", { ...fields, lines: Parts(Schema.Struct({ amount: Money, tax: Money })) }],
  ]
  test.each(changed)("refuses %s without a new version", (_, shape) => {
    const given = Object.fromEntries(Object.entries(shape).filter(([, schema]) => schema !== undefined)) as typeof fields
    expect(
      faultsOf(
        event("ParcelPacked", 1, given, () => "Packed"),
        Sent,
      ),
    ).toEqual(["ParcelPacked has other fields than version 1 had. Give it schema version 2 and an upcaster: { from: { 1: (old) => … } }"])
  })
  test("accepts a changed shape with a new version and an upcaster, and keeps the old version's line", () => {
    const next = event("ParcelPacked", 2, { name: Line() }, () => "Packed", { from: { 1: ({ name }) => ({ name }) } })
    const { text, faults } = eventShapes(recorded, [next, Sent])
    expect(faults).toEqual([])
    expect(linesOf(text).map(({ event, version }) => [event, version])).toEqual([
      ["ParcelPacked", 1],
      ["ParcelPacked", 2],
      ["ParcelSent", 1],
    ])
    // the old version is still in logs: its upcaster must stay
    const without = event("ParcelPacked", 2, { name: Line() }, () => "Packed")
    expect(eventShapes(linesOf(text), [without, Sent]).faults).toEqual([
      "ParcelPacked of schema version 1 cannot be read: no upcasters lead from it to version 2",
    ])
    expect(eventShapes(linesOf(text), [Packed, Sent]).faults).toEqual(["ParcelPacked has schema version 1, but logs hold version 2"])
  })
  test("refuses to drop an event", () => {
    expect(faultsOf(Packed)).toEqual(["ParcelSent is no event of parcel any more, but logs hold it. Keep its declaration and its fold"])
  })
})
