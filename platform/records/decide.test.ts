import { Effect } from "effect"
import { describe, expect, test } from "vitest"
import { given } from "../testing/given.ts"
import {
  all,
  command,
  type CommandGenerator,
  consequence,
  find,
  findById,
  forbidden,
  get,
  newId,
  type Outcome,
  permitted,
  system,
  unchanged,
} from "./command.ts"
import { alreadySo, decide, type LoadedStream, missing, untilPermitted, verdictFromRows } from "./decide.ts"
import { Flag, label, Line, Money, nonNegative, Optional, Ref, Text, Whole, withDefault } from "./field.ts"
import { record } from "./record.ts"
import { takeNumber } from "./series.ts"
import { type AnyStream, type Change, event, stream } from "./stream.ts"
import { ownSite, visible } from "./visibility.ts"

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

test("the consequences of one change see the decisions of the others: no number or record is created twice", () => {
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

const Toll = record("toll", { siteId: Ref("site"), fee: Money, isPaid: Flag }, { label: "Toll", title: "id::text" })
const TollSet = event("TollSet", 1, { siteId: Ref("site"), fee: Money }, () => "Set")
const TollPaid = event("TollPaid", 1, { reference: Line(), remark: Optional(Text()) }, () => "Paid")
const tolls = stream(Toll, TollSet, TollPaid).fold({
  TollSet: (_, set) => ({ ...set, isPaid: false }),
  TollPaid: (toll) => ({ ...toll, isPaid: true }),
})
const rows = ownSite("siteId", "the own site")
const setToll = command("toll.set", "Set a toll", { siteId: Ref("site"), fee: withDefault(500, label("Charge", nonNegative(Money))) }, function* (input) {
  return [tolls.at(yield* newId(tolls), TollSet(input))]
})
const payToll = command("toll.pay", "Pay a toll", { id: Ref("toll"), reference: Line(20), remark: Optional(Text(50)) }, function* ({ id, ...facts }, by) {
  const { isPaid } = yield* visible(tolls, rows)(id, by)
  if (isPaid) throw forbidden("This toll is paid")
  yield* permitted()
  return [tolls.at(id, TollPaid({ ...facts, reference: facts.reference.toUpperCase() }))]
})
const by = { ...system("test", "2026-11-21T08:00:00.000Z"), person: 3 }

describe("the input of a declared command", () => {
  test("is checked before the decision: every error is named by its field's label", () => {
    given().when(setToll, { siteId: 1, fee: -1 }).refuses("Charge must not be negative", 422)
    given()
      .when(payToll, { id: 1, reference: "x".repeat(21), remark: "y".repeat(51) })
      .refuses("Reference can have 20 characters at most. Remark can have 50 characters at most", 422)
  })

  test("gets defaults for omitted fields, and null for a missing optional value", () => {
    const set = given()
      .when(setToll, { siteId: 1 })
      .gives(["toll/1", "TollSet", { siteId: 1, fee: 500 }])
    set.when(payToll, { id: 1, reference: "k7", remark: null }).gives(["toll/1", "TollPaid", { reference: "K7", remark: null }])
  })
})

describe("whether a command is possible", () => {
  const rowOf = (isPaid: boolean) => ({ id: 1, version: 1, createdAt: "", updatedAt: "", siteId: 1, fee: 500, isPaid })
  const could = (isPaid: boolean, confinedTo: number | null) => {
    const { asked, isPossible } = untilPermitted(payToll)
    const held = { ...missing(tolls, 1), row: rowOf(isPaid), version: 1 }
    const source = {
      row: () => Effect.succeed(held),
      find: () => Effect.succeed(undefined),
      id: () => Effect.succeed(1),
      number: () => Effect.succeed(1),
    }
    // nothing has been entered yet: neither the reference nor the remark
    const input = { id: 1 } as Parameters<typeof payToll.decide>[0]
    const decided = Effect.runSync(Effect.result(decide(asked, input, { ...by, confinedTo }, new Map(), source)))
    const answer = decided._tag === "Failure" ? (decided.failure as Error).message : isPossible(decided.success)
    expect(verdictFromRows(payToll, input, { ...by, confinedTo }, () => held)).toEqual({ why: answer === true ? undefined : answer })
    return answer
  }

  test("is decided up to permitted(), without input that is still to be entered", () => {
    expect(could(false, null)).toBe(true)
    expect(could(true, null)).toBe("This toll is paid")
  })

  test("is the same for a record of another site as for a missing one", () => {
    expect(could(false, 1)).toBe(true)
    expect(could(false, 2)).toBe("Toll 1 does not exist")
    expect(rows.where({ confinedTo: 2 })).toEqual([{ sql: "r.site_id = ?", values: [2] }])
    expect(rows.where({ confinedTo: null })).toEqual([])
  })
})

test("a command is decided from the rows at hand only if it asks for nothing else and would change nothing", () => {
  const parcel = (id: number) => ({ ...missing(parcels, id), version: 1, row: { id, version: 1, createdAt: "", updatedAt: "", weight: 7 } })
  const verdict = (
    decided: CommandGenerator<ReadonlyArray<Change> | Outcome>,
    atHand: (stream: AnyStream, id: number) => LoadedStream | undefined = (_, id) => parcel(id),
  ) =>
    verdictFromRows(
      command("parcel.try", () => decided),
      {},
      by,
      atHand,
    )
  expect(verdict(weigh([1, 2]))).toEqual({ why: undefined })
  expect(verdict(weigh([]))).toEqual({ why: "No parcel" })
  expect(verdict(same())).toEqual({ why: alreadySo })
  // a row is not at hand
  expect(verdict(weigh([1, 2]), (_, id) => (id === 1 ? parcel(id) : undefined))).toBeUndefined()
  expect(verdict(weigh([1]), () => undefined)).toBeUndefined()
  // a record that does not exist is known not to
  expect(verdict(weigh([1]), missing)).toEqual({ why: "Parcel 1 does not exist" })
  // a search, a number, a change with its consequences
  expect(verdict(searching())).toBeUndefined()
  expect(verdict(packAll.decide({ many: 1 }, by))).toBeUndefined()
  expect(verdict(packing())).toBeUndefined()
  // a fault of the program is reported by deciding in full
  expect(verdict(failing())).toBeUndefined()
})
/** Decisions on parcels that end in each way. */
function* weigh(ids: ReadonlyArray<number>): CommandGenerator<ReadonlyArray<Change>> {
  const found = (yield* all(...ids.map((id) => findById(parcels, id)))) as ReadonlyArray<object | undefined>
  if (found.length === 0) throw forbidden("No parcel")
  for (const id of ids) yield* get(parcels, id)
  yield* permitted()
  throw new Error("Nothing is decided after permitted()")
}
function* same(): CommandGenerator<Outcome> {
  yield* get(parcels, 1)
  return unchanged(1)
}
function* searching(): CommandGenerator<Outcome> {
  yield* find(labels, { colour: "red" })
  return unchanged(1)
}
function* packing(): CommandGenerator<ReadonlyArray<Change>> {
  yield* get(parcels, 1)
  return [parcels.at(1, ParcelPacked({ weight: 8 }))]
}
function* failing(): CommandGenerator<Outcome> {
  yield* get(parcels, 1)
  throw new TypeError("x")
}

test("reading a missing record is refused with its label", () => {
  const look = command("toll.look", function* ({ id }: { readonly id: number }) {
    yield* get(tolls, id)
    return []
  })
  given().when(look, { id: 9 }).refuses("Toll 9 does not exist", 404)
})
