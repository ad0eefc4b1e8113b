import { assert, describe, it } from "@effect/vitest"
import { type About, command, conflict, consequence, find, forbidden, get, findById, newId, nextNumber, system, all } from "../records/command.ts"
import { DocumentNumber, Line, Literals, Money, Ref } from "../records/field.ts"
import { record } from "../records/record.ts"
import { event, stream } from "../records/stream.ts"
import { given, givenAt } from "./given.ts"

const Boat = record(
  "boat",
  { name: Line(), trips: Money },
  {
    label: "Boat",
    title: "name",
    unique: [{ fields: ["name"], sentence: "A boat with this name exists" }],
  },
)
const BoatLaunched = event("BoatLaunched", 1, { name: Line() }, () => "Launched")
const BoatTravelled = event("BoatTravelled", 1, {}, () => "Travelled")
const boats = stream(Boat, BoatLaunched, BoatTravelled).fold({
  BoatLaunched: (_, { name }) => ({ name, trips: 0 }),
  BoatTravelled: (boat) => ({ ...boat, trips: boat.trips + 1 }),
})
const Trip = record("trip", { number: DocumentNumber, boatId: Ref("boat"), status: Literals("planned", "done") }, { label: "Trip", title: "number" })
const TripPlanned = event("TripPlanned", 1, { number: DocumentNumber, boatId: Ref("boat") }, () => "Planned")
const TripDone = event("TripDone", 1, {}, () => "Done")
const trips = stream(Trip, TripPlanned, TripDone).fold({
  TripPlanned: (_, planned) => ({ ...planned, status: "planned" as const }),
  TripDone: (trip) => ({ ...trip, status: "done" as const }),
})
const launch = command("boat.launch", function* (input: { name: string }) {
  return [boats.at(yield* newId(boats), BoatLaunched(input))]
})
const plan = command("trip.plan", function* ({ name }: { name: string }) {
  const boat = yield* find(boats, { name })
  if (!boat) throw conflict(`No boat is called ${name}`)
  const [id, number] = yield* all(newId(trips), nextNumber("TR", "2026"))
  return [trips.at(id, TripPlanned({ number, boatId: boat.id }))]
})
const finish = command("trip.finish", function* ({ id }: { id: number }, by) {
  if (by.level < 6) throw forbidden("A supervisor finishes trips")
  const trip = yield* get(trips, id)
  if (trip.status === "done") throw conflict("This trip is done")
  return [trips.at(id, TripDone({}))]
})
const countTrips = consequence(TripDone, function* (_, { row }: About<typeof trips>) {
  const boat = yield* findById(boats, row.boatId)
  return boat ? [boats.at(boat.id, BoatTravelled({}))] : []
})
const nile = boats.at(7, BoatLaunched({ name: "Nile Star" }))

describe("given, when, then", () => {
  it("answers a command's questions from the given facts and folds its events", () => {
    const planned = given(nile).when(plan, { name: "Nile Star" })
    planned.gives(["trip/1", "TripPlanned", { number: "TR-2026-0001", boatId: 7 }])
    assert.strictEqual(planned.id, 1)
    assert.deepInclude(planned.row(trips, 1), { boatId: 7, status: "planned", version: 1, createdAt: givenAt })
    assert.isUndefined(planned.row(trips, 2))
  })

  it("continues from the outcome of a command, with increasing ids and numbers", () => {
    given(nile)
      .when(plan, { name: "Nile Star" })
      .when(plan, { name: "Nile Star" })
      .gives(["trip/2", "TripPlanned", { number: "TR-2026-0002", boatId: 7 }])
      .when(launch, { name: "Sobat" })
      .gives(["boat/8", "BoatLaunched"])
      .holds(boats, 8, { name: "Sobat", trips: 0 })
  })

  it("applies the given consequences and no others", () => {
    const before = given(nile, trips.at(3, TripPlanned({ number: "TR-2026-0003", boatId: 7 })))
    before.when(finish, { id: 3 }).gives(["trip/3", "TripDone"]).holds(boats, 7, { trips: 0 })
    before.with(countTrips).when(finish, { id: 3 }).gives(["trip/3", "TripDone"], ["boat/7", "BoatTravelled"]).holds(boats, 7, { trips: 1 })
  })

  it("shows a refusal and leaves everything unchanged", () => {
    const before = given(nile, trips.at(3, TripPlanned({ number: "TR-2026-0003", boatId: 7 })))
    const refused = before.when(finish, { id: 3 }, { ...system("guest", new Date().toISOString()), level: 1 }).refuses("A supervisor finishes trips", 403)
    assert.deepStrictEqual(refused.events, [])
    refused.holds(trips, 3, { status: "planned" })
    before.when(finish, { id: 4 }).refuses("Trip 4 does not exist", 404)
    before
      .when(finish, { id: 3 })
      .when(finish, { id: 3 })
      .refuses(/is done/, 409)
  })

  it("refuses what the database would: two rows with the same unique value", () => {
    given(nile).when(launch, { name: "Nile Star" }).refuses("A boat with this name exists", 409)
  })

  it("fails a test that expects something different", () => {
    const planned = given(nile).when(plan, { name: "Nile Star" })
    assert.throws(() => planned.gives(["trip/1", "TripDone"]))
    assert.throws(() => planned.gives(["trip/1", "TripPlanned", { number: "TR-2026-0002", boatId: 7 }]))
    assert.throws(() => planned.gives())
    assert.throws(() => planned.refuses("No"), /It was not refused, but wrote TripPlanned to trip\/1/)
    assert.throws(() => planned.holds(trips, 1, { status: "done" }))
    const refused = given().when(plan, { name: "Sobat" })
    assert.throws(() => refused.gives(), /It was refused: No boat is called Sobat/)
    assert.throws(() => refused.refuses("No boat is called Sobat", 404))
  })

  it("exposes an error in the command itself", () => {
    const faulty = command("faulty", function* () {
      throw new TypeError("a fault")
    })
    assert.throws(() => given().when(faulty, {}), /a fault/)
  })
})
