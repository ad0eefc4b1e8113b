import { Context, Schema } from "effect"
import { type HttpApiEndpoint, OpenApi } from "effect/http-api"
import { describe, expect, test } from "vitest"
import type { Permission } from "../../access/levels.ts"
import { AcrossSites, Rule, TokenArea } from "../../access/rule.ts"
import type { SignedIn } from "../../access/who.ts"
import { acting, command, system } from "../../records/command.ts"
import {
  BusinessDate,
  Email,
  erasureFields,
  Files,
  Flag,
  Instant,
  label,
  Line,
  Lines,
  Literals,
  Money,
  named,
  nonNegative,
  noted,
  Optional,
  partly,
  Personal,
  Phone,
  Picture,
  Quantity,
  Ref,
  SiteName,
  Structure,
  Text,
  Whole,
  withDefault,
} from "../../records/field.ts"
import { record } from "../../records/record.ts"
import { event, stream } from "../../records/stream.ts"
import { everyRow, ownSite } from "../../records/visibility.ts"
import { computed, creates, erases, resource, updates } from "./resource.ts"
import { screenOf } from "./screen.ts"
import { inputFor, inputOf, payloadOf, payloadOn } from "./wire.ts"

const facts = { tripDate: BusinessDate, siteId: Ref("site"), fare: label("Price", Money), weight: Quantity, note: Optional(Text()), driver: Line() }
const Trip = record("trip", { ...facts, secretNote: Text(), status: Literals("open", "done") }, { label: "Trip", title: "id::text" })
const TripBooked = event("TripBooked", 1, { ...facts, secretNote: Text() }, () => "Booked")
const trips = stream(Trip, TripBooked).fold({ TripBooked: (_, trip) => ({ ...trip, status: "open" as const }) })
const bookTrip = command(
  "trip.book",
  "Book a trip",
  { ...facts, siteId: SiteName, fare: label("Price", nonNegative(Money)), files: withDefault([], Files), kind: withDefault("bus", Literals("bus", "boat")) },
  function* () {
    return []
  },
)
const endTrip = command("trip.end", "End a trip", { id: Ref("trip"), reason: Optional(Text(100)) }, function* () {
  return []
})
const resourceOfTrips = resource("trips", trips, {
  path: "/api/trips",
  noun: ["trip", "trips"],
  answer: "Trip",
  read: { may: ["operations.basic"], rows: ownSite("siteId", "the own site"), history: ["system.admin"] },
  hidden: ["secretNote"],
  joins: [
    {
      fields: { siteName: computed(Schema.String, "s.name", { label: "Site" }) },
      from: "join site s on s.id = r.site_id",
      dependsOn: ["site"],
      sorts: { site: "s.name" },
      search: ["s.name"],
    },
  ],
  titles: { tripDate: "Date" },
  list: {
    columns: ["tripDate", "siteName", "fare", "status"],
    filters: ["status"],
    sorts: ["tripDate", "site"],
    order: "-tripDate",
    search: ["driver"],
    date: "tripDate",
    site: "siteId",
    file: "Trips",
  },
  commands: {
    book: creates(bookTrip, { may: ["operations.supervise"] }),
    end: updates(endTrip, { method: "PATCH", path: "close", may: ["team.manage"], versioned: true, hint: () => "r.status = 'open'" }),
  },
})
const who = { confinedTo: 4 } as SignedIn

test("a resource has calls for its list, a single record, its history and each command, each with its rule", () => {
  const calls = Object.values(resourceOfTrips.group.endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>)
  const ruleOf = ({ annotations }: HttpApiEndpoint.Top) => annotations.mapUnsafe.get(Rule.key) as Rule
  expect(calls.map((call) => [call.identifier, call.method, call.path, ruleOf(call).may, ruleOf(call).scope])).toEqual([
    ["list", "GET", "/api/trips", ["operations.basic"], "the own site"],
    ["one", "GET", "/api/trips/:id", ["operations.basic"], "the own site"],
    ["history", "GET", "/api/trips/:id/history", ["system.admin"], "the own site"],
    ["book", "POST", "/api/trips", ["operations.supervise"], "the own site"],
    ["end", "PATCH", "/api/trips/:id/close", ["team.manage"], "the own site"],
  ])
})

describe("a payload", () => {
  const decoded = (body: object) => Schema.decodeUnknownExit(payloadOf(bookTrip.fields), { errors: "all" })(body)
  const whole = { tripDate: "2026-11-21", siteId: "juba", fare: "12.50", weight: "1.5", driver: " Ayen " }

  test("is read as the fields of the command: money in cents, quantities in thousandths, texts trimmed", () => {
    expect(decoded(whole)).toMatchObject({ _tag: "Success", value: { ...whole, fare: 1250, weight: 1500, driver: "Ayen" } })
  })

  test("can omit only fields that have a default or can be null; errors are named by label", () => {
    expect(inputOf(bookTrip.fields)({ ...whole, note: "", kind: null })).toMatchObject({ note: null, files: [], kind: "bus" })
    const { driver: _, ...less } = whole
    expect(String(decoded(less))).toContain("driver")
    expect(String(decoded({ ...whole, fare: "1.234" }))).toContain("Price must be a number with at most two decimals")
    expect(String(decoded({ ...whole, kind: "car" }))).toContain("Kind must be one of: bus, boat")
  })
})

test("an answer has its fields and joins, without hidden ones, and states what is possible and why not", () => {
  const row = { id: 1, tripDate: "2026-11-21", siteId: 4, fare: "12.50", weight: "1.50", note: null, driver: "Ayen", status: "open", siteName: "Juba" }
  const rest = { canEnd: false, cannot: { end: "It is open" }, version: 1, createdAt: "x", updatedAt: "x" }
  const decode = Schema.decodeUnknownSync(resourceOfTrips.schema, { onExcessProperty: "error" })
  expect(decode({ ...row, ...rest })).toEqual({ ...row, ...rest })
  expect(() => decode({ ...row, ...rest, secretNote: "" })).toThrow("secretNote")
  expect(() => decode({ ...row, ...rest, fare: 12.5 })).toThrow("fare")
})

test("a list is built from the record and its joins, within the person's scope", () => {
  const { select, from, where, filters, search, sorts, date, site, columns } = resourceOfTrips.shape(who)
  expect(from).toBe("trip r join site s on s.id = r.site_id")
  expect(where).toEqual([{ sql: "r.site_id = ?", values: [4] }])
  expect([filters, search, sorts, date, site]).toEqual([
    { status: "r.status" },
    ["s.name", "r.driver"],
    { tripDate: "r.trip_date", site: "s.name" },
    "r.trip_date",
    "r.site_id",
  ])
  expect(select).toContain(`s.name as "siteName"`)
  expect(select).not.toContain("secret")
  expect(columns).toEqual([
    { key: "tripDate", title: "Date", kind: "date" },
    { key: "siteName", title: "Site", kind: "text" },
    { key: "fare", title: "Price", kind: "money" },
    { key: "status", title: "Status", kind: "text" },
  ])
})

test("hints of commands are selected only where rows are not decided one by one", () => {
  expect(resourceOfTrips.shape(who).select).not.toContain("canEnd")
  expect(resourceOfTrips.shapeWithHints(who).select).toContain(`s.name as "siteName", r.status = 'open' as "canEnd"`)
})

test("a screen is plain data: columns, filters, and the fields of each command", () => {
  const screen = screenOf(resourceOfTrips)
  expect(JSON.parse(JSON.stringify(screen))).toEqual(screen)
  expect(screen.commands.end).toMatchObject({ method: "PATCH", path: "/api/trips/:id/close", versioned: true, may: ["team.manage"] })
  expect(screen.commands.book.fields.map(({ name, label, kind, required }) => [name, label, kind, required])).toEqual([
    ["tripDate", "Trip date", "date", true],
    ["siteId", "Site", "site", true],
    ["fare", "Price", "money", true],
    ["weight", "Weight", "quantity", true],
    ["note", "Note", "text", false],
    ["driver", "Driver", "line", true],
    ["files", "Files", "files", false],
    ["kind", "Kind", "choice", false],
  ])
})

test("the words of a command follow from its name, unless the screen has others", () => {
  const { commands, title, hasSite, files } = screenOf(resourceOfTrips, {
    title: ["tripDate", "siteName"],
    commands: { end: { kind: "danger", ask: "It is over.", title: "End the trip", note: "Why" } },
  })
  expect([title, hasSite, files]).toEqual([["tripDate", "siteName"], true, []])
  expect(commands.book.words).toEqual({
    button: "Book trip",
    kind: "primary",
    done: "Trip booked",
    failed: "Failed to book trip",
    pending: "Booking...",
  })
  expect(commands.end.words).toMatchObject({
    button: "End",
    kind: "danger",
    done: "Trip ended",
    pending: "Ending...",
    ask: "It is over.",
    title: "End the trip",
    note: "Why",
  })
  expect([commands.end.overrides, screenOf(resourceOfTrips).title]).toEqual([false, ["id"]])
})

const people = { fullName: Line(), mail: label("E-mail", Personal(Optional(Email))), phone: Personal(Optional(Phone)), licence: Optional(Line(60)) }
const Driver = record("driver", people, { label: "Driver", title: "full_name" })
const DriverHired = event("DriverHired", 1, people, () => "Hired")
const drivers = stream(Driver, DriverHired).fold({ DriverHired: (_, driver) => driver })
const hireDriver = command("driver.hire", "Hire a driver", people, function* () {
  return []
})
const eraseDriver = command("driver.erase", "Erase a driver, for good", { id: Ref("driver"), ...erasureFields }, function* () {
  return []
})
const declared = {
  path: "/api/drivers",
  noun: ["driver", "drivers"],
  answer: "Driver",
  area: "trips",
  read: { may: ["operations.basic"], rows: everyRow(), fields: { licence: ["incidents.manage"] }, history: false },
  joins: [],
  list: {
    columns: ["fullName", "mail", "licence", "phone"],
    unexported: ["phone"],
    filters: ["licence"],
    sorts: ["fullName", "licence"],
    order: "fullName",
    search: ["fullName", "licence"],
    file: "Drivers",
  },
  commands: { hire: creates(hireDriver, { may: ["team.manage"] }), erase: erases(eraseDriver, { path: "erase", may: ["system.admin"] }) },
} as const
const resourceOfDrivers = resource("drivers", drivers, declared)
const withPermission = (permission: Permission) => ({ level: 3, permissions: [permission] }) as unknown as SignedIn
const checker = withPermission("incidents.manage")
const reader = withPermission("operations.basic")

test("an erasure has a call that shows what would go, asks for a renewed proof of identity, takes no empty body, and is not decided for each row", () => {
  const calls = Object.values(resourceOfDrivers.group.endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>)
  const ruleOf = ({ annotations }: HttpApiEndpoint.Top) => Context.get(annotations, Rule)!
  expect(calls.map((call) => [call.identifier, call.method, call.path, ruleOf(call).may, ruleOf(call).stepUp])).toEqual([
    ["list", "GET", "/api/drivers", ["operations.basic"], undefined],
    ["one", "GET", "/api/drivers/:id", ["operations.basic"], undefined],
    ["erasure", "GET", "/api/drivers/:id/erasure", ["system.admin"], undefined],
    ["hire", "POST", "/api/drivers", ["team.manage"], undefined],
    ["erase", "POST", "/api/drivers/:id/erase", ["system.admin"], true],
  ])
  const payload = [...calls.at(-1)!.payload.values()].flatMap(({ schemas }) => schemas)
  expect(payload.map((schema) => Schema.decodeUnknownExit(schema as Schema.Codec<unknown>)(null)._tag)).toEqual(["Failure"])
  const row = { id: 1, fullName: "Ayen", mail: null, phone: null, licence: null, cannot: {}, version: 1, createdAt: "x", updatedAt: "x" }
  expect(Schema.decodeUnknownSync(resourceOfDrivers.schema, { onExcessProperty: "error" })(row)).toEqual(row)
  expect(screenOf(resourceOfDrivers).commands.erase.erases).toBe(true)
})

test("a field that fewer people read is null to the others, who neither export it nor search, filter or sort by it", () => {
  const { select, filters, search, sorts, columns } = resourceOfDrivers.shape(reader)
  expect(select).toContain(`null as "licence"`)
  expect(select).not.toContain('r."licence"')
  expect([filters, search, Object.keys(sorts), columns!.map(({ key }) => key)]).toEqual([{}, ["r.full_name"], ["fullName"], ["fullName", "mail"]])
  const all = resourceOfDrivers.shape(checker)
  expect(all.select).toContain(`r."licence"`)
  expect([all.filters, all.search, Object.keys(all.sorts), all.columns!.map(({ key }) => key)]).toEqual([
    { licence: "r.licence" },
    ["r.full_name", "r.licence"],
    ["fullName", "licence"],
    ["fullName", "mail", "licence"],
  ])
})

test("a resource with fields that fewer people read says who reads its history", () => {
  const { history: _, ...read } = declared.read
  expect(() => resource("drivers", drivers, { ...declared, read })).toThrow("drivers must say who reads its history")
})

test("every row is seen, the calls belong to the area that is named, and a list without a day or history says so", () => {
  expect(resourceOfDrivers.shape(reader).where).toEqual([])
  expect(Context.get(resourceOfDrivers.group.annotations, TokenArea)).toBe("trips")
  expect(Context.get(resourceOfTrips.group.annotations, TokenArea)).toBeUndefined()
  const screens = [screenOf(resourceOfDrivers), screenOf(resourceOfTrips)]
  expect(screens.map(({ isDated, hasHistory }) => [isDated, hasHistory])).toEqual([
    [false, false],
    [true, true],
  ])
  expect(screens.map(({ emails }) => emails)).toEqual([["mail"], []])
  expect(screens[0]!.columns.map(({ key }) => key)).toEqual(["fullName", "mail", "licence", "phone"])
})

test("an e-mail address and a phone number are checked in a payload and may be left out where they may be missing", () => {
  const decoded = (body: object) => Schema.decodeUnknownExit(payloadOf(hireDriver.fields), { errors: "all" })(body)
  const faults = String(decoded({ fullName: "Ayen", mail: "ayen@", phone: "1".repeat(61) }))
  expect(faults).toContain("Invalid email")
  expect(faults).toContain("Phone can have 60 characters at most")
  const exit = decoded({ fullName: "Ayen", mail: " ayen@nile.example ", phone: "" })
  expect(exit).toMatchObject({ _tag: "Success", value: { mail: "ayen@nile.example" } })
  expect(inputOf(hireDriver.fields)({ fullName: "Ayen", mail: "", phone: "" })).toEqual({ fullName: "Ayen", mail: null, phone: null, licence: null })
})

test("only fields that may be missing can be withheld, and a call that a resource does not have is none of its calls", () => {
  const { licence } = declared.read.fields
  const withheld = () => [
    resource("drivers", drivers, { ...declared, read: { ...declared.read, fields: { licence, phone: licence } } }),
    // @ts-expect-error a name is never missing
    resource("drivers", drivers, { ...declared, read: { ...declared.read, fields: { licence, fullName: licence } } }),
  ]
  expect(withheld).not.toThrow()
  type Calls = keyof (typeof resourceOfDrivers)["group"]["endpoints"]
  const calls: ReadonlyArray<Calls> = ["list", "one", "erasure", "hire", "erase"]
  // @ts-expect-error its history has no call
  const missing: Calls = "history"
  expect(calls).not.toContain(missing)
})

const tripFacts = {
  driver: Line(20),
  note: Text(),
  vehicle: named({ boat: "River boat" }, Literals("bus", "boat")),
  leavesOn: Optional(BusinessDate),
  weight: Optional(Quantity),
}
const changeTrip = command("trip.change", "Change a trip", { id: Ref("trip"), ...partly({ ...tripFacts, fare: label("Price", Money) }) }, function* () {
  return []
})
const planned = record(
  "planned_trip",
  { ...tripFacts, siteId: Ref("site"), isOpen: label("Open", named({ false: "Over" }, Flag)) },
  { label: "Trip", title: "id::text" },
)
const Planned = event("TripPlanned", 1, tripFacts, () => "Planned")
const plannedTrips = resource("plannedTrips", stream(planned, Planned).fold({ TripPlanned: (_, trip) => ({ ...trip, siteId: 1, isOpen: true }) }), {
  path: "/api/planned-trips",
  noun: ["planned trip", "planned trips"],
  answer: "PlannedTrip",
  read: { may: ["operations.basic"], rows: ownSite("siteId", "the own site") },
  joins: [],
  list: {
    columns: ["driver", "vehicle", "leavesOn"],
    unexported: ["vehicle"],
    filters: ["vehicle", { field: "isOpen", name: "open", usual: "true" }],
    sorts: ["leavesOn"],
    order: "leavesOn",
    file: "Planned trips",
  },
  commands: {
    change: updates(changeTrip, { may: ["operations.supervise"], method: "PATCH", path: "" }),
    end: updates(endTrip, { may: ["team.manage"] }),
  },
})

describe("a command that changes only what it is given", () => {
  const input = (body: object) => {
    const { id: _, ...fields } = changeTrip.fields
    const decoded = Schema.decodeUnknownExit(payloadOf(fields), { errors: "all" })(body)
    return decoded._tag === "Success" ? inputOf(fields)({ ...decoded.value }) : String(decoded)
  }
  const decided = (given: Parameters<typeof changeTrip.decide>[0]) => [...changeTrip.decide(given, acting(system("test")))]

  test("leaves out what is left out, and null where a value must be", () => {
    expect(input({})).toEqual({})
    expect(input({ driver: null, vehicle: null, fare: null, note: null })).toEqual({})
    expect(input({ driver: " Ayen ", fare: "12.50", note: "" })).toEqual({ driver: "Ayen", fare: 1250, note: "" })
  })

  test("takes null and empty text as none where a value may be missing", () => {
    expect(input({ leavesOn: "", weight: "" })).toEqual({ leavesOn: null, weight: null })
    expect(input({ leavesOn: null, weight: null })).toEqual({ leavesOn: null, weight: null })
  })

  test("checks what is given as a whole record's fields are checked", () => {
    expect(input({ driver: " ", leavesOn: "soon" })).toMatch(/Driver is required[^]*Leaves on must be a day/)
    expect(() => decided({ id: 1, driver: "" })).toThrow("Driver is required")
    expect(() => decided({ id: 1 })).toThrow("must name the record") // no other field is required
  })
})

test("a call can come without a body only where nothing must be given, and a command can be on the record's own path", () => {
  const { change, end } = plannedTrips.group.endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>
  const takesNull = ({ payload }: HttpApiEndpoint.Top) => JSON.stringify([...payload.values()].flatMap(({ schemas }) => schemas.map(({ ast }) => ast._tag)))
  expect([change!.path, end!.path]).toEqual(["/api/planned-trips/:id", "/api/planned-trips/:id/end"])
  expect([change!, end!].map((call) => takesNull(call).includes("Null"))).toEqual([false, true])
  expect(screenOf(plannedTrips).commands.change.path).toBe("/api/planned-trips/:id")
})

test("a filter can have another name than its field, and what usually holds; an export leaves out what is not exported", () => {
  const { filters, columns } = plannedTrips.shape(who)
  expect(filters).toEqual({ vehicle: "r.vehicle", open: "r.is_open" })
  expect(columns?.map(({ key }) => key)).toEqual(["driver", "leavesOn"])
  const screen = screenOf(plannedTrips, { columns: ["leavesOn", "driver"] })
  expect(screen.columns.map(({ key }) => key)).toEqual(["leavesOn", "driver"])
  expect(screen.isDated).toBe(false)
  expect(screen.filters.map(({ name, label, words, names, usual }) => [name, label, words, names, usual])).toEqual([
    ["vehicle", "Vehicle", ["bus", "boat"], { boat: "River boat" }, undefined],
    ["open", "Open", ["true", "false"], { true: "Yes", false: "Over" }, "true"],
  ])
})

test("a joined field in the place of a hidden one is named in an export as the join says, or as the list does", () => {
  const joined = { fields: { fare: computed(Schema.String, "es.money(0)", { kind: "money", label: "Share" }) } } as const
  const fareOf = (title?: string) =>
    resource("trips", trips, {
      path: "/api/trips",
      noun: ["trip", "trips"],
      answer: "Trip",
      read: { may: ["operations.basic"], rows: everyRow() },
      hidden: ["fare"],
      joins: [joined],
      ...(title !== undefined && { titles: { fare: title } }),
      list: { columns: ["fare"], sorts: ["tripDate"], order: "-tripDate", file: "Trips" },
      commands: {},
    }).shape(who).columns
  expect([fareOf(), fareOf("Paid")]).toMatchObject([[{ title: "Share", kind: "money" }], [{ title: "Paid", kind: "money" }]])
})

test("the fields of a partial change say on the screen what cannot be emptied", () => {
  const { fields } = screenOf(plannedTrips).commands.change
  expect(fields.map(({ name, required, partial }) => [name, required, partial])).toEqual([
    ["driver", true, true],
    ["note", false, true],
    ["vehicle", true, true],
    ["leavesOn", false, true],
    ["weight", false, true],
    ["fare", true, true],
  ])
})

test("a notation is checked in a payload and in the command, with its own sentence or after the name of the field", () => {
  const fields = {
    code: noted(/^[A-Z]{2}$/, "must be two capital letters, such as US", Line(2)),
    weeks: noted(/^[1-6]$/, "A cycle has 1 to 6 weeks", Whole),
  }
  const read = (body: object) => {
    const decoded = Schema.decodeUnknownExit(payloadOf(fields), { errors: "all" })(body)
    return decoded._tag === "Success" ? decoded.value : String(decoded)
  }
  expect(read({ code: " US ", weeks: "4" })).toEqual({ code: "US", weeks: 4 })
  expect(read({ code: "unity", weeks: 4 })).toContain("Code must be two capital letters, such as US")
  for (const weeks of [7, 1.5, "many"]) expect(read({ code: "US", weeks })).toContain("A cycle has 1 to 6 weeks")
  const plan = command("test.plan", "Plan", fields, function* () {
    return []
  })
  expect(() => [...plan.decide({ code: "us", weeks: 7 }, acting(system("test")))]).toThrow(
    "Code must be two capital letters, such as US. A cycle has 1 to 6 weeks",
  )
})

describe("the lines of a command, an instant and a picture", () => {
  const fields = {
    stops: withDefault([], Lines({ place: Line(20), weight: label("Weight", Optional(Quantity)), isLast: withDefault(false, Flag) }, 2)),
    leftAt: Optional(Instant),
    signature: Picture,
  }
  const read = (body: object) => {
    const decoded = Schema.decodeUnknownExit(payloadOf(fields), { errors: "all" })(body)
    return decoded._tag === "Success" ? inputOf(fields)({ ...decoded.value }) : String(decoded)
  }

  test("are read as their fields are: each line with its own defaults, the instant in UTC, the picture by its id", () => {
    expect(
      read({
        signature: 7,
        leftAt: "2026-11-21T08:00:00+02:00",
        stops: [
          { place: " Bor ", weight: "1.5" },
          { place: "Wau", isLast: true },
        ],
      }),
    ).toEqual({
      signature: 7,
      leftAt: "2026-11-21T06:00:00.000Z",
      stops: [
        { place: "Bor", weight: 1500, isLast: false },
        { place: "Wau", weight: null, isLast: true },
      ],
    })
    expect(read({ signature: 7, leftAt: "" })).toEqual({ signature: 7, leftAt: null, stops: [] })
  })

  test("are refused by the label of what is wrong", () => {
    const faults = read({ signature: 0, leftAt: "soon", stops: [{ place: "" }] })
    expect(faults).toMatch(/Place is required[^]*Left at must be an instant[^]*Signature must be a file that you have uploaded/)
    expect(read({ signature: 7, stops: [{ place: "a" }, { place: "b" }, { place: "c" }] })).toContain("Stops can have 2 lines at most")
  })
})

test("a history that fewer people read has a call, and what they do not read is known", () => {
  const read = { ...declared.read, history: ["team.manage"] } as const
  const { group, withheld } = resource("drivers", drivers, { ...declared, read })
  const history: keyof (typeof group)["endpoints"] = "history"
  expect(Object.keys(group.endpoints)).toContain(history)
  expect([reader, checker].map((who) => [...withheld(who)])).toEqual([["licence"], []])
})

const assignDriver = command(
  "trip.assign",
  "Assign a driver",
  { id: Ref("trip"), driverId: Optional(Ref("driver")), seats: Whole, kind: Optional(Literals("bus", "boat")) },
  function* () {
    return []
  },
)

test("a call takes a whole number as digits, and empty text for a reference or a choice that may be missing", () => {
  const decoded = (body: object) => Schema.decodeUnknownExit(payloadOn(assignDriver), { errors: "all" })(body)
  const exit = decoded({ driverId: "", seats: "12", kind: "" })
  expect(exit).toMatchObject({ _tag: "Success", value: { seats: 12 } })
  expect(inputFor(assignDriver)({ id: 1, driverId: "", seats: 12, kind: "" })).toEqual({ id: 1, driverId: null, seats: 12, kind: null })
  const faults = String(decoded({ driverId: "x", seats: "many", kind: "car" }))
  for (const fault of ["Driver must be one of the list", "Seats must be a whole number", "Kind must be one of: bus, boat"]) expect(faults).toContain(fault)
})

test("a list is filtered by what is joined, tells of changes at other sites, and a part that is added is answered with 201", () => {
  const state = "case when r.status = 'done' then 'over' else 'ahead' end"
  const listed = resource("trips", trips, {
    path: "/api/trips",
    noun: ["trip", "trips"],
    answer: "Trip",
    read: { may: ["operations.basic"], rows: everyRow(), audited: "health", acrossSites: "session" },
    joins: [{ fields: { state: computed(Literals("over", "ahead"), state) }, filters: { state: { sql: state, words: ["over", "ahead"] } } }],
    list: { columns: ["tripDate"], filters: ["status", "state"], sorts: ["tripDate"], order: "tripDate", file: "Trips" },
    commands: { assign: updates(assignDriver, { may: ["team.manage"], status: 201 }) },
  })
  expect(listed.shape(who).filters).toEqual({ status: "r.status", state })
  expect(screenOf(listed).filters.map(({ name, words }) => [name, words])).toEqual([
    ["status", ["open", "done"]],
    ["state", ["over", "ahead"]],
  ])
  const { list, assign } = listed.group.endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>
  expect([Context.get(list!.annotations, AcrossSites), Context.get(list!.annotations, Rule)!.audited]).toEqual(["session", "health"])
  const { paths } = OpenApi.fromApi(listed.api)
  expect(Object.keys(paths[assign!.path.replace(":id", "{id}")]!.post!.responses).filter((status) => status.startsWith("2"))).toEqual(["201"])
})

/** Code that must not compile: `tsc` reports each `@ts-expect-error` once the line below it compiles. */
export const notCompiled = () => {
  // @ts-expect-error -- a word that the choice does not have
  named({ plane: "Aeroplane" }, Literals("bus", "boat"))
  // @ts-expect-error -- a value that a yes or no does not have
  named({ open: "Open" }, Flag)
  // @ts-expect-error -- a field that the record does not have
  screenOf(plannedTrips, { columns: ["pilot"] })
  // @ts-expect-error -- a field that is no text
  void changeTrip.decide({ id: 1, driver: 7 }, acting(system("test")))
  // @ts-expect-error -- a field that the command does not have
  void changeTrip.decide({ id: 1, pilot: "Ayen" }, acting(system("test")))
}

test("what is missing is named by its label, an empty site too, and parts of a structure are taken as they are", () => {
  const decoded = (body: object) =>
    String(
      Schema.decodeUnknownExit(
        payloadOf({
          driverId: label("Driver on duty", Ref("person")),
          siteId: SiteName,
          turns: Structure(Schema.NullOr(Schema.Struct({ daysOn: Schema.Int }))),
        }),
        { errors: "all" },
      )(body),
    )
  expect(decoded({ siteId: "", turns: null })).toMatch(/Driver on duty is required[^]*Site is required/)
  expect(decoded({ driverId: 1, siteId: "US", turns: { daysOn: 28 } })).toContain("Success")
})

test("a history can show other sensitive fields than the record", () => {
  const read = { ...declared.read, history: ["team.manage"], audited: "pay", historyAudited: "identity" } as const
  const { one, history } = resource("drivers", drivers, { ...declared, read }).group.endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>
  expect([one, history].map((call) => Context.get(call!.annotations, Rule)!.audited)).toEqual(["pay", "identity"])
})
