/**
 * A shift of eight hours on devices with wrong clocks and a connection that loses requests and answers, while a session
 * is closed, a month billed, a person suspended and a device revoked: nothing is lost, nothing counts twice, and each
 * act has one final state.
 */
import { createHash, createPublicKey, verify } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Config } from "@ops/platform/config.ts"
import { writeSheet } from "@ops/platform/access/day-sheet.ts"
import { dateOf } from "@ops/platform/calendar.ts"
import { Database, DatabaseError } from "@ops/platform/database/database.ts"
import { type Command, command, type CommandGenerator, findById, type Outcome, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { authenticator } from "@ops/platform/testing/authenticator.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { chances, times } from "@ops/platform/testing/thorough.ts"
import { clients } from "@ops/clients/client.ts"
import { clientContracts } from "@ops/clients/contracts/client-contract.ts"
import { projectHeads } from "@ops/clients/projects/project-head.ts"
import { projects } from "@ops/clients/projects/project.ts"
import { staffMembers } from "@ops/clients/staff-members/staff-member.ts"
import { people, PersonAdded, PersonSuspended } from "@ops/identity/person.ts"
import { mealAccounts, PeriodBilled, PeriodHeld } from "@ops/meals/head-counts/meal-account.ts"
import { mealSessions, SessionCompleted, SessionOpened, tallyDiner } from "@ops/meals/meal-sessions/meal-session.ts"
import { invoices } from "@ops/billing/invoices/invoice.ts"
import { lateMeals } from "@ops/billing/late-meals/late-meal.ts"
import { mealsModule } from "@ops/meals/module.ts"
import { client, contract, diner, person, siteAt } from "@ops/meals/testing.ts"
import { companyPositions } from "@ops/people/departments/company-position.ts"
import { departments } from "@ops/people/departments/department.ts"
import { peopleModule } from "@ops/people/module.ts"
import { company, hired } from "@ops/people/testing.ts"
import { purchaseRequests } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { Who } from "@ops/platform/access/who.ts"
import { workOrders } from "@ops/facilities/work-orders/work-order.ts"
import { expenseRequests } from "@ops/finance/expense-requests/expense-request.ts"
import { attachmentTable } from "@ops/platform/documents/attachment.ts"
import { sites } from "@ops/sites/site.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { stockLevels } from "@ops/stock/levels/stock-level.ts"
import { Effect, Layer, Redacted } from "effect"
import { settleAct } from "./acts/act.ts"
import { kept } from "./acts/device-acts.ts"
import { awaiting, takeAwaited } from "./acts/files.ts"
import { foreseer } from "./acts/foreseer.ts"
import { packOf } from "./acts/pack.ts"
import { receivePacket, settleOpen } from "./acts/receiving.ts"
import { DeviceRevoked, enrolDevice, fieldDevices } from "./devices/device.ts"
import { fieldModule } from "./module.ts"
import { checkPasskey, type PasskeyGiven } from "./signed-days/passkeys.ts"
import { dayOf, signing } from "./signed-days/queries.ts"
import { disputeMeal, type PasskeyProof } from "./signed-days/signed-day.ts"
import { type KeptAct, TestDevice } from "./testing.ts"

const record = "meal_attendance.record"
const minute = 60_000
const hour = 60 * minute

// in the middle of a day, since a session belongs to one day
const day = dateOf(new Date(Date.now() - 48 * hour).toISOString())
const begin = Date.parse(`${day}T04:00:00Z`)
const iso = (at: number) => new Date(at).toISOString()

const employee = (id: number, accessLevel: number): Change =>
  people.at(
    id,
    PersonAdded({
      employeeId: `FO-${id}`,
      firstName: "Achol",
      lastName: `Deng ${id}`,
      email: null,
      phoneNumber: null,
      role: "field_operative",
      accessLevel,
      department: "Catering",
      position: null,
      siteId: 1,
      supervisor: null,
      hireDate: null,
      biometricEnabled: false,
      demo: false,
    }),
  )
const [cook, leaver, supervisor] = [1, 2, 6]
const diners = 120
const world: ReadonlyArray<Change> = [
  siteAt(1, "unity-state"),
  siteAt(2, "paloj-adar"),
  client(1),
  ...contract(1, { clientId: 1, siteId: 1, from: "2026-01-01" }),
  ...Array.from({ length: 40 }, (_, n) => contract(100 + n, { clientId: 1, siteId: 1, from: "2026-01-01" })).flat(),
  ...Array.from({ length: diners }, (_, n) => diner(n + 1, { clientId: 1, siteId: 1 })).flat(),
  ...company.filter(({ stream }) => stream === departments || stream === companyPositions),
  employee(cook, 3),
  employee(leaver, 3),
  employee(supervisor, 6),
]
const open = (id: number, contractId: number): Change =>
  mealSessions.at(
    id,
    SessionOpened({
      sessionDate: day,
      startsAt: iso(begin),
      mealType: "lunch",
      siteId: 1,
      clientId: 1,
      contractId,
      projectId: null,
      mealCost: 1250,
      currency: "USD",
      notes: "",
      recordedBy: null,
      slot: `slot ${id}`,
    }),
  )
const happens = (changes: ReadonlyArray<Change>) =>
  command("test.happens", function* (): CommandGenerator<Outcome> {
    for (const { stream, id } of changes) yield* findById(stream, id)
    return { changes, id: changes[0]!.id }
  })
const occur = (at: number, ...changes: ReadonlyArray<Change>) =>
  Effect.flatMap(Records, ({ execute }) => execute(happens(changes), {}, { ...system("test"), at: iso(at) }))

const origin = "https://office.example"
const config = Layer.succeed(Config, { pepper: Redacted.make("a pepper for tests"), origin } as Config["Service"])
const model = {
  streams: [
    sites,
    clients,
    clientContracts,
    projectHeads,
    projects,
    staffMembers,
    people,
    ...mealsModule.streams,
    ...fieldModule.streams,
    invoices,
    lateMeals,
    ...peopleModule.streams,
    purchaseRequests,
    workOrders,
    expenseRequests,
    stockItems,
    stockLevels,
  ],
  views: [...mealsModule.views, ...fieldModule.views],
  tables: [attachmentTable],
}

const enrol = (device: TestDevice, label: string, at = begin) =>
  Effect.gen(function* () {
    const { execute } = yield* Records
    const by = { ...person(supervisor, 6, day, { confinedTo: 1 }), at: iso(at) }
    const { id } = yield* execute(enrolDevice, { label, siteId: 1, algorithm: device.algorithm, publicKey: device.publicKey }, by)
    device.hear(yield* receivePacket(device.packet([], at), at))
    return id
  })

/** The database loses some answers after a write, and some requests. */
const faulty = <A, E, R>(chance: () => number, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const records = yield* Records
    const lost = new DatabaseError({ code: "08006", message: "The connection was lost", cause: undefined })
    const execute: Records["Service"]["execute"] = (act, input, by, options) => {
      if (act.name !== record) return records.execute(act, input, by, options)
      const luck = chance()
      if (luck < 0.05) return Effect.fail(lost)
      const done = records.execute(act, input, by, options)
      return luck < 0.1 ? Effect.andThen(done, Effect.fail(lost)) : done
    }
    return yield* Effect.provideService(effect, Records, { ...records, execute })
  })

interface Row {
  readonly [name: string]: unknown
}
const rowsOf = (text: string, values: ReadonlyArray<unknown> = []): Effect.Effect<ReadonlyArray<Row>, DatabaseError, Database> =>
  Effect.flatMap(Database, ({ statement }) => statement(text, values))

/** Verifies an export as an outsider would: every signature, every link, and the missing numbers, using the format alone. */
const audit = (publicKey: string, algorithm: string, acts: ReadonlyArray<Row>) => {
  const spki = Buffer.from(publicKey, "base64url")
  const key = createPublicKey({ key: spki, format: "der", type: "spki" })
  const faults: Array<string> = []
  let previous = createHash("sha256").update(spki).digest("base64url")
  let next = 1
  for (const { number, text, signature } of acts) {
    const bytes = Buffer.from(text as string)
    const signed = Buffer.from(signature as string, "base64url")
    const isSigned = algorithm === "Ed25519" ? verify(null, bytes, key, signed) : verify("sha256", bytes, { key, dsaEncoding: "ieee-p1363" }, signed)
    const lines = (text as string).split("\n")
    if (!isSigned) faults.push(`${String(number)}: signature`)
    if (Number(lines[2]) !== Number(number)) faults.push(`${String(number)}: number`)
    if (Number(number) !== next) faults.push(`${next} to ${Number(number) - 1} were withheld`)
    else if (lines[3] !== previous) faults.push(`${String(number)}: does not follow`)
    previous = createHash("sha256").update(bytes).digest("base64url")
    next = Number(number) + 1
  }
  return faults
}

/** Verifies a sheet that a passkey has signed as an outsider would, with the public key that is kept with it: a P-256 point in COSE. */
const isSignedByPasskey = (text: string, proof: PasskeyProof) => {
  const [cose, data, client, signature] = [proof.publicKey, proof.authenticatorData, proof.clientData, proof.signature].map((each) =>
    Buffer.from(each, "base64url"),
  )
  // { 1: 2, 3: -7, -1: 1, -2: x, -3: y }
  const [x, y] = [cose!.subarray(10, 42), cose!.subarray(45, 77)].map((part) => part.toString("base64url"))
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x!, y: y! }, format: "jwk" })
  const { challenge } = JSON.parse(client!.toString()) as { readonly challenge: string }
  const signed = Buffer.concat([data!, createHash("sha256").update(client!).digest()])
  return challenge === createHash("sha256").update(text).digest("base64url") && verify("sha256", signed, key, signature!)
}

/** What is done on devices besides serving meals. */
interface Other {
  readonly act: KeptAct
  readonly kind: "contrary" | "visitor" | "door" | "goods"
  /** whom or what it is about */
  readonly about: string
  readonly attended: boolean
}
const juba = (at: number) => new Date(at + 2 * hour).toISOString().slice(11, 16)
interface Done {
  readonly device: number
  readonly act: KeptAct
  readonly session: number
  readonly diner: number
  readonly attended: boolean
  readonly person: number
}

const shift = (seed: number) =>
  Effect.gen(function* () {
    const chance = chances(seed)
    const any = <A>(of: ReadonlyArray<A>) => of[Math.floor(chance() * of.length)]!
    const billed = 100 + seed
    const [whole, closing, billing] = [seed * 10 + 1, seed * 10 + 2, seed * 10 + 3]
    const staff = Array.from({ length: 8 }, (_, n) => hired(seed * 10 + n, { staffNumber: `S${seed}-${n}` }))
    yield* occur(begin - hour, open(whole, 1), open(closing, 1), open(billing, billed), ...staff)
    const devices = [new TestDevice("Ed25519", 3 * hour), new TestDevice("ES256", -2 * hour), new TestDevice("Ed25519"), new TestDevice("ES256", minute)]
    const ids: Array<number> = []
    for (const [n, device] of devices.entries()) ids.push(yield* enrol(device, `Tablet ${seed} ${n}`))
    const steady = (device: number) => device !== 2
    const done: Array<Done> = []
    const act = (device: number, at: number) => {
      const session = any([whole, closing, billing])
      // the third device's clock is set meanwhile and does not determine the order, so it has its own people
      const diner = 1 + Math.floor(chance() * 30) + (steady(device) ? 0 : 40)
      const person = chance() < 0.2 ? leaver : cook
      const said = { mealSessionId: session, staffMemberId: diner, attended: true, reason: "", notes: "" }
      done.push({ device, act: devices[device]!.act(at, person, record, said), session, diner, attended: true, person })
    }
    const others: Array<Other> = []
    const actOtherwise = (at: number) => {
      const kind = any(["contrary", "visitor", "door", "goods"] as const)
      const attended = chance() < 0.5
      // a person comes and goes in turn with seven others, since two taps within ten minutes are one
      const about = {
        contrary: `${80 + Math.floor(chance() * 8)}`,
        visitor: "",
        door: `S${seed}-${others.length % 8}`,
        goods: `Goods ${seed} ${others.length}`,
      }[kind]
      const [name, input] = {
        contrary: [record, { mealSessionId: whole, staffMemberId: Number(about), attended, reason: attended ? "" : "Undone at the kiosk", notes: "" }] as const,
        visitor: ["meal_session.tally", { id: whole, kind: "visitors", count: 1 }] as const,
        door: ["attendance.tap_on_device", { siteId: 1, staffNumber: about }] as const,
        goods: ["purchase_request.raise", { siteId: 1, priority: "medium", justification: about }] as const,
      }[kind]
      others.push({ act: any([devices[0]!, devices[1]!]).act(at, cook, name, input), kind, about, attended })
    }
    const send = (device: number, acts: ReadonlyArray<KeptAct>, at: number) =>
      Effect.gen(function* () {
        if (chance() < 0.1) return
        const answer = yield* faulty(chance, receivePacket(devices[device]!.packet(acts, at), at))
        if (chance() < 0.3) return
        devices[device]!.hear(answer)
      })
    const meet = (device: number, at: number) =>
      Effect.gen(function* () {
        const waiting = [...devices[device]!.open()].sort(() => chance() - 0.5)
        // two packets with the same acts may be sent concurrently
        while (waiting.length > 0) {
          const acts = waiting.splice(0, 1 + Math.floor(chance() * 20))
          yield* chance() < 0.2 ? Effect.all([send(device, acts, at), send(device, acts, at + 5)], { concurrency: 2 }) : send(device, acts, at)
        }
      })

    const closedAt = begin + 4 * hour
    const suspendedAt = begin + 6 * hour
    const period = { contractId: billed, from: day, to: day }
    const revokedAt = begin + 7 * hour
    let revoked = 0
    for (let at = begin + minute; at < begin + 8 * hour; at += 4 * minute) {
      if (at - closedAt >= 0 && at - closedAt < 4 * minute) yield* occur(closedAt, mealSessions.at(closing, SessionCompleted({ attended: 0, missed: 0 })))
      if (at - (begin + 4 * hour) >= 0 && at - (begin + 4 * hour) < 4 * minute)
        yield* occur(at, mealAccounts.at(billed, PeriodHeld({ ...period, runId: null })))
      if (at - (begin + 5 * hour) >= 0 && at - (begin + 5 * hour) < 4 * minute)
        yield* occur(at, mealAccounts.at(billed, PeriodBilled({ ...period, invoiceId: seed })))
      if (at - revokedAt >= 0 && at - revokedAt < 4 * minute) {
        const [row] = yield* rowsOf("select whole from field_device where id = $1", [ids[3]!])
        revoked = Number(row!["whole"])
        yield* occur(at, fieldDevices.at(ids[3]!, DeviceRevoked({ reason: "Lost", trustedTo: revoked })))
      }
      if (at > begin + 3 * hour) devices[2]!.ahead = 50 * minute
      // one after the other, since the acts of a device happened in the order of their numbers
      if (chance() < 0.6) act(Math.floor(chance() * 4), at + Math.floor(chance() * 1.5 * minute))
      if (chance() < 0.4) actOtherwise(at + Math.floor((1.5 + chance() * 1.5) * minute))
      const device = Math.floor(chance() * 4)
      if (chance() < 0.1) yield* meet(device, at + 3.5 * minute)
    }
    const end = begin + 9 * hour
    for (let round = 0; round < 30 && devices.some((each) => each.open().length > 0); round++) {
      for (const device of devices.keys()) yield* meet(device, end + round * minute)
      yield* settleOpen(null, iso(end + round * minute))
    }
    return { devices, ids, done, others, closedAt, suspendedAt, revokedAt, revoked, sessions: { whole, closing, billing }, billed }
  })

// proves U-06-1
layer(Layer.mergeAll(testDatabase(model), config), { timeout: 300_000 })("a shift on devices", (it) => {
  const started = Effect.gen(function* () {
    const [row] = yield* rowsOf("select count(*)::int as many from site")
    if (Number(row!["many"]) === 0) {
      yield* occur(begin - 100 * hour, ...world)
      yield* occur(begin + 6 * hour, people.at(leaver, PersonSuspended({ reason: "Left" })))
    }
  })

  it.effect.each(Array.from({ length: times(4, 20) }, (_, n) => n + 1))(
    "with lost requests and answers, wrong clocks and a lost database, all is received once and ends in one state (seed %i)",
    (seed) =>
      Effect.gen(function* () {
        yield* started
        const { devices, ids, done, others, closedAt, suspendedAt, revokedAt, revoked, sessions } = yield* shift(seed)
        assert.isAbove(done.length, 40)
        const states = new Map<string, { status: string; sentence: string; recordId: number | null; arrivedAt: number }>()
        for (const [n, device] of devices.entries()) {
          const acts = yield* rowsOf(
            "select number, digest, text, signature, status, sentence, record_id, (extract(epoch from arrived_at) * 1000)::bigint as arrived from field_act where device_id = $1 order by number",
            [ids[n]!],
          )
          assert.deepStrictEqual(
            acts.map(({ number }) => Number(number)),
            device.kept.map(({ number }) => number),
            `every number of device ${n} was received once`,
          )
          assert.deepStrictEqual(audit(device.publicKey, device.algorithm, acts), [])
          for (const act of acts)
            states.set(act["digest"] as string, {
              status: act["status"] as string,
              sentence: act["sentence"] as string,
              recordId: act["record_id"] === null ? null : Number(act["record_id"]),
              arrivedAt: Number(act["arrived"]),
            })
          const [row] = yield* rowsOf("select whole, top, forked from field_device where id = $1", [ids[n]!])
          assert.deepStrictEqual([Number(row!["whole"]), Number(row!["top"]), row!["forked"]], [device.kept.length, device.kept.length, false])
          // what the device was told matches the stored state
          for (const { digest } of device.kept) assert.strictEqual(device.told.get(digest)?.status, states.get(digest)!.status)
        }
        const isContrary = (row: Row) => Number(row["staff_member_id"]) >= 80
        const all = yield* rowsOf("select meal_session_id, staff_member_id, attended, late, id from meal_attendance where meal_session_id = any($1)", [
          Object.values(sessions),
        ])
        const [undecided, served] = [all.filter(isContrary), all.filter((row) => !isContrary(row))]
        const contrary = others.filter(({ kind }) => kind === "contrary").toSorted((a, b) => a.act.at - b.act.at)
        const at = new Map(served.map((row) => [`${String(row["meal_session_id"])} ${String(row["staff_member_id"])}`, row]))
        const good = new Set<string>()
        for (const { act, device, session, diner, person } of done) {
          const { status, sentence, recordId, arrivedAt } = states.get(act.digest)!
          const where = `seed ${seed}, device ${device}, act ${act.number} at ${iso(act.at)}: ${status} ${sentence}`
          const key = `${session} ${diner}`
          if (["recorded", "duplicate", "late"].includes(status)) {
            good.add(key)
            assert.isTrue(at.has(key), `${where} is there`)
            if (status !== "duplicate") assert.strictEqual(Number(at.get(key)!["id"]), recordId, where)
            assert.strictEqual(sentence, "")
          } else assert.notStrictEqual(sentence, "", `${where} says why`)
          const isRevoked = sentence === "This device was revoked before this record arrived"
          // what arrived before may have been decided before
          if (device === 3 && act.number > revoked && arrivedAt > revokedAt + 4 * minute) assert.isTrue(isRevoked, where)
          else if (isRevoked) assert.isTrue(device === 3 && act.number > revoked, where)
          else if (person === leaver && act.at > suspendedAt + 51 * minute) assert.strictEqual(sentence, "Achol Deng 2 was suspended at that time", where)
          else if (device !== 2 && person === cook) {
            const isLate = session === sessions.closing && act.at > closedAt + 2 * minute
            const expected =
              session === sessions.billing ? ["recorded", "duplicate", "proposed"] : isLate ? ["refused", "duplicate"] : ["recorded", "duplicate", "late"]
            assert.include(expected, status, where)
          }
        }
        // every attendance has its act, and none appears twice: session and person are unique
        assert.deepStrictEqual([...at.keys()].sort(), [...good].sort())
        assert.strictEqual(served.length, at.size)
        const [written] = yield* rowsOf(
          "select count(*)::int as many from es.event e join meal_attendance m on e.stream = 'meal_attendance/' || m.id where m.meal_session_id = any($1) and e.type in ('MealAttended', 'MealMissed')",
          [Object.values(sessions)],
        )
        assert.strictEqual(written!["many"], served.length + new Set(contrary.map(({ about }) => about)).size)

        // the rows are those of all acts in the order in which they happened
        const ofKind = (kind: Other["kind"]) => others.filter((each) => each.kind === kind).toSorted((a, b) => a.act.at - b.act.at)
        for (const { act, kind, about } of others)
          assert.include(["recorded", "duplicate"], states.get(act.digest)!.status, `seed ${seed}: ${kind} ${about} ${states.get(act.digest)!.sentence}`)
        assert.deepStrictEqual(
          Object.fromEntries(undecided.map((row) => [String(row["staff_member_id"]), row["attended"]])),
          Object.fromEntries(contrary.map(({ about, attended }) => [about, attended])),
        )
        const [session] = yield* rowsOf("select visitors::int as visitors from meal_session where id = $1", [sessions.whole])
        assert.strictEqual(session!["visitors"], ofKind("visitor").length)
        const door = yield* rowsOf(
          "select s.staff_number, a.check_in_time, a.check_out_time from attendance a join company_staff s on s.id = a.staff_id where s.staff_number like $1",
          [`S${seed}-%`],
        )
        const shown = new Map(door.map((row) => [row["staff_number"], [row["check_in_time"], row["check_out_time"]]]))
        for (const [about, taps] of Map.groupBy(ofKind("door"), (each) => each.about)) {
          const [first, last] = [juba(taps[0]!.act.at), taps.length > 1 ? juba(taps.at(-1)!.act.at) : null]
          assert.deepStrictEqual(shown.get(about), [first, last], `seed ${seed}: in and out of ${about}`)
        }
        const goods = yield* rowsOf("select justification from purchase_request where justification like $1 order by id", [`Goods ${seed} %`])
        assert.deepStrictEqual(
          goods.map((row) => row["justification"]).toSorted(),
          ofKind("goods")
            .map(({ about }) => about)
            .toSorted(),
        )
      }),
    { timeout: 120_000 },
  )

  it.effect("the log says when it happened and when it arrived, as the person of then", () =>
    Effect.gen(function* () {
      yield* started
      yield* occur(begin - hour, open(9001, 1))
      const device = new TestDevice("Ed25519", 3 * hour)
      const id = yield* enrol(device, "Tablet alone")
      device.act(begin + hour, leaver, record, { mealSessionId: 9001, staffMemberId: 1, attended: true, reason: "", notes: "" }, "pin")
      const answer = yield* receivePacket(device.packet(device.kept, begin + 7 * hour), begin + 7 * hour)
      assert.strictEqual(answer.acts[0]!.status, "recorded")
      const [event] = yield* rowsOf(
        `select e.occurred_at = $1::timestamptz as happened, c.actor, c.via, c.command, c.recorded_at > $1::timestamptz + interval '1 hour' as later
         from es.event e join es.commit c on c.id = e.commit_id where e.stream = 'meal_attendance/' || $2::int`,
        [iso(begin + hour), answer.acts[0]!.recordId],
      )
      assert.deepStrictEqual(event, { happened: true, actor: `person:${leaver}`, via: "device", command: record, later: true })
      const [act] = yield* rowsOf("select doubt_ms, happened_at = $2::timestamptz as right from field_act where device_id = $1", [id, iso(begin + hour)])
      assert.deepStrictEqual([Number(act!["doubt_ms"]), act!["right"]], [0, true])
    }),
  )

  it.effect("visitors who are counted on two devices add up, in whatever order they arrive and also after the close", () =>
    Effect.gen(function* () {
      yield* started
      yield* occur(begin - hour, open(9030, 1))
      const devices = [new TestDevice("Ed25519", hour), new TestDevice("ES256", -hour)] as const
      for (const [n, device] of devices.entries()) yield* enrol(device, `Tablet of visitors ${n}`)
      const one = (device: TestDevice, at: number, count: 1 | -1 = 1) => device.act(at, cook, "meal_session.tally", { id: 9030, kind: "visitors", count })
      const first = [0, 1, 2].map((n) => one(devices[0], begin + n * minute))
      const second = [one(devices[1], begin + minute), one(devices[1], begin + 2 * minute), one(devices[1], begin + 3 * minute, -1)]
      const afterwards = one(devices[1], begin + 3 * hour)
      yield* receivePacket(devices[1].packet(second.toReversed(), begin + hour), begin + hour)
      yield* occur(begin + 2 * hour, mealSessions.at(9030, SessionCompleted({ attended: 0, missed: 0 })))
      const now = begin + 4 * hour
      for (const again of [1, 2]) {
        const { acts } = yield* receivePacket(devices[0].packet(first, now), now)
        assert.deepStrictEqual(
          acts.map(({ status }) => status),
          ["late", "late", "late"],
          `sent ${again} times`,
        )
      }
      const { acts } = yield* receivePacket(devices[1].packet([afterwards], now), now)
      assert.deepStrictEqual(
        acts.map(({ status, sentence }) => `${status}: ${sentence}`),
        ["refused: Diners are counted while the session is open"],
      )
      // decided again by another process concurrently
      const { execute } = yield* Records
      for (const { id } of yield* rowsOf("select id from field_act where status = 'late' and act = 'meal_session.tally'"))
        yield* execute(settleAct(tallyDiner as Command<unknown>, Number(id)), { id: 9030, kind: "visitors", count: 1 }, person(cook, 3, day))
      const [row] = yield* rowsOf("select visitors::int as visitors from meal_session where id = 9030")
      assert.deepStrictEqual(row, { visitors: 4 })
    }),
  )

  it.effect("of two contrary acts the one that happened last stands, in whatever order they arrive", () =>
    Effect.gen(function* () {
      yield* started
      yield* occur(begin - hour, open(9010, 1), open(9011, 1))
      const devices = [new TestDevice(), new TestDevice("ES256", hour)] as const
      for (const [n, device] of devices.entries()) yield* enrol(device, `Tablet contrary ${n}`)
      for (const [session, order] of [
        [9010, [0, 1]],
        [9011, [1, 0]],
      ] as const) {
        const said = (attended: boolean) => ({ mealSessionId: session, staffMemberId: 5, attended, reason: "", notes: "" })
        const acts = [devices[0].act(begin + hour, cook, record, said(true)), devices[1].act(begin + 2 * hour, cook, record, said(false))]
        for (const n of order) yield* receivePacket(devices[n].packet([acts[n]!], begin + 3 * hour), begin + 3 * hour)
      }
      const rows = yield* rowsOf("select attended from meal_attendance where meal_session_id in (9010, 9011) order by meal_session_id")
      assert.deepStrictEqual(rows, [{ attended: false }, { attended: false }])
    }),
  )

  it.effect("a tap that repeats what stands counts with its own time: what happened before it does not undo it", () =>
    Effect.gen(function* () {
      yield* started
      yield* occur(begin - hour, open(9070, 1))
      const [one, other] = [new TestDevice(), new TestDevice("ES256", hour)]
      yield* enrol(one, "Tablet that repeats")
      yield* enrol(other, "Tablet that undoes")
      const said = (attended: boolean) => ({ mealSessionId: 9070, staffMemberId: 5, attended, reason: "", notes: "" })
      one.act(begin + hour, cook, record, said(true))
      one.act(begin + 3 * hour, cook, record, said(true))
      yield* receivePacket(one.packet(one.kept, begin + 4 * hour), begin + 4 * hour)
      const undone = other.act(begin + 2 * hour, cook, record, said(false))
      yield* receivePacket(other.packet([undone], begin + 5 * hour), begin + 5 * hour)
      assert.deepStrictEqual(yield* rowsOf("select attended from meal_attendance where meal_session_id = 9070"), [{ attended: true }])
    }),
  )

  it.effect("a tap undone on a device counts as undone, also if its clock was set before it sent them, or the connection delayed the tap", () =>
    Effect.gen(function* () {
      yield* started
      yield* occur(begin - hour, open(9060, 1))
      for (const [n, ahead] of [3 * hour, -3 * hour, 0].entries()) {
        const device = new TestDevice()
        yield* enrol(device, `Tablet set by ${ahead}`)
        const said = (attended: boolean) => ({ mealSessionId: 9060, staffMemberId: 10 + n, attended, reason: "", notes: "" })
        const tap = device.act(begin + hour, cook, record, said(true))
        if (ahead === 0) yield* receivePacket({ ...device.packet([tap], begin + hour), sentAt: begin + hour }, begin + hour + minute)
        device.act(begin + hour + minute / 2, cook, record, said(false))
        device.ahead = ahead
        yield* receivePacket(device.packet(device.kept, begin + 2 * hour), begin + 2 * hour)
      }
      const rows = yield* rowsOf("select attended from meal_attendance where meal_session_id = 9060")
      assert.deepStrictEqual(rows, [{ attended: false }, { attended: false }, { attended: false }])
    }),
  )

  // proves U-06-2
  it.effect("a changed, swapped or withheld act, another device's signature and anchor, and a copied device are found", () =>
    Effect.gen(function* () {
      yield* started
      yield* occur(begin - hour, open(9020, 1))
      const [device, other] = [new TestDevice(), new TestDevice("ES256")]
      const id = yield* enrol(device, "Tablet tampered")
      yield* enrol(other, "Tablet other")
      const said = (diner: number) => ({ mealSessionId: 9020, staffMemberId: diner, attended: true, reason: "", notes: "" })
      other.hear(yield* receivePacket(other.packet([], begin + hour), begin + hour))
      device.anchor = other.anchor
      const acts = [1, 2, 3, 4, 5, 6].map((diner) => device.act(begin + 2 * hour, cook, record, said(diner)))
      const now = begin + 3 * hour
      const send = (given: ReadonlyArray<Pick<KeptAct, "text" | "signature">>) => receivePacket(device.packet(given, now), now)

      const changed = { ...acts[0]!, text: acts[0]!.text.replace(`"staffMemberId":1`, `"staffMemberId":9`) }
      const forged = { ...acts[1]!, signature: other.sign(acts[1]!.text) }
      const swapped = [
        { ...acts[2]!, signature: acts[3]!.signature },
        { ...acts[3]!, signature: acts[2]!.signature },
      ]
      const answer = yield* send([changed, forged, ...swapped, { text: "nonsense", signature: "" }])
      assert.deepStrictEqual(
        answer.acts.map(({ status }) => status),
        Array.from({ length: 5 }, () => "unreadable"),
      )

      // three are withheld: the others count, and the missing numbers show
      const partly = yield* send([acts[0]!, acts[4]!, acts[5]!])
      assert.deepStrictEqual(
        partly.acts.map(({ status }) => status),
        ["recorded", "recorded", "recorded"],
      )
      assert.deepStrictEqual(partly.missing, [[2, 4]])
      // another device's anchor does not bound the time: the whole span since the enrolment is in doubt
      const [act] = yield* rowsOf("select not_before = $2::timestamptz as unknown, doubt_ms from field_act where device_id = $1 limit 1", [id, iso(begin)])
      assert.deepStrictEqual([act!["unknown"], Number(act!["doubt_ms"])], [true, 3 * hour])

      // a copied device: two acts have the same number
      const sixth = device.copyAt(5).act(begin + 2 * hour, cook, record, said(30))
      yield* send([sixth])
      const [row] = yield* rowsOf("select forked, whole, top from field_device where id = $1", [id])
      assert.deepStrictEqual(row, { forked: true, whole: 1, top: 6 })
    }),
  )

  it.effect("the office decides as the device said beforehand on the rows of its pack, and the pack has no pay, price or contact", () =>
    Effect.gen(function* () {
      yield* started
      yield* occur(begin - hour, open(9040, 1), hired(900, { staffNumber: "FO-900", siteId: 1 }))
      const device = new TestDevice()
      yield* enrol(device, "Tablet that decides")
      const by = { ...person(cook, 3, day, { confinedTo: 1 }), employeeId: "FO-1", siteId: 1, sessionId: null, person: cook }
      const asked = (key: string, confinedTo = 1) => Effect.provideService(packOf(key), Who, { ...by, confinedTo })
      const pack = yield* asked(device.key)
      for (const [kind, rows] of Object.entries(pack.rows))
        for (const row of rows) assert.deepStrictEqual(Object.keys(row as Row).toSorted(), [...kept[kind as keyof typeof kept].fields].toSorted(), kind)
      const secret = /salary|pay"|bank|phone|email|national|rate|cost":[1-9]|allerg|lastName/i
      assert.notMatch(JSON.stringify({ ...pack.rows, meal_account: [] }), secret)
      const { foresee } = foreseer({ last: pack.last, rows: pack.rows as Parameters<typeof foreseer>[0]["rows"] }, { ...by, id: cook, confinedTo: 1 })
      const done: Array<{ readonly number: number; readonly act: string; readonly input: unknown; readonly at: string; readonly state: "waiting" }> = []
      const tap = (staffMemberId: number, attended = true) => [record, { mealSessionId: 9040, staffMemberId, attended, reason: "", notes: "" }] as const
      const said = [
        tap(1),
        tap(1),
        tap(1, false),
        ["meal_session.tally", { id: 9040, kind: "visitors", count: 1 }] as const,
        ["staff_feeding.record", { siteId: 1, mealType: "lunch", staffCount: 40_000 }] as const,
      ].map(([act, input], n) => {
        const at = begin + n * minute
        const foreseen = foresee({ person: cook, act, input }, done, iso(at))
        device.act(at, cook, act, input)
        done.push({ number: n + 1, act, input, at: iso(at), state: "waiting" })
        return foreseen
      })
      assert.deepStrictEqual(
        said.map((each) => each?.state),
        ["recorded", "duplicate", "recorded", "recorded", "refused"],
      )
      const { acts } = yield* receivePacket(device.packet(device.kept, begin + hour), begin + hour)
      assert.deepStrictEqual(
        acts.map(({ status, sentence }) => ({ state: status, sentence })),
        said.map((each) => ({ state: each!.state, sentence: each!.sentence })),
      )
      assert.strictEqual((yield* asked(device.key)).last, 4)
      // a device of another site answers like an unknown one
      for (const [key, site] of [
        [device.key, 2],
        ["unknown", 1],
      ] as const)
        assert.strictEqual((yield* Effect.flip(asked(key, site))).message, "This device is not enrolled at your site")
    }),
  )

  // proves U-06-8
  it.effect("an act is held until its file is there; only a file that a record waits for is taken, once and unchanged", () =>
    Effect.gen(function* () {
      yield* started
      const device = new TestDevice()
      yield* enrol(device, "Tablet with a camera")
      const bytes = Buffer.from("\xff\xd8\xff a receipt", "latin1")
      const digest = createHash("sha256").update(bytes).digest("hex")
      const asked = { amount: "5.00", category: "staff_feeding", subcategory: null, description: "Bread", businessPurpose: "Guests", siteId: 1 }
      device.act(begin, cook, "expense.request", { ...asked, requiredDate: null, paymentMethod: "cash", receipts: [digest] })
      const unknown = "No record of a device waits for this file"
      assert.strictEqual((yield* Effect.flip(awaiting(digest))).message, unknown)
      const send = Effect.map(
        receivePacket(device.packet(device.kept, begin + minute), begin + minute),
        ({ acts }) => `${acts[0]!.status}: ${acts[0]!.sentence}`,
      )
      const held = "held: Waits for 1 file of this record, which is still on the device"
      assert.deepStrictEqual([yield* send, yield* send], [held, held])
      assert.strictEqual((yield* Effect.flip(awaiting(digest.slice(1)))).message, unknown)
      const people = yield* awaiting(digest)
      assert.deepStrictEqual(
        people.map(({ person }) => person),
        [cook],
      )
      assert.match(
        (yield* Effect.flip(takeAwaited(digest, "bread.jpg", Buffer.from("\xff\xd8\xff another", "latin1"), people))).message,
        /not the file that was signed/,
      )
      yield* takeAwaited(digest, "bread.jpg", bytes, people)
      yield* takeAwaited(digest, "bread.jpg", bytes, people)
      assert.strictEqual((yield* send).split(":")[0], "recorded")
      const stored = yield* rowsOf("select name, uploaded_by, attached_at is not null as kept from app.attachment where sha256 = $1", [digest])
      assert.deepStrictEqual(
        stored.map(({ name, uploaded_by, kept }) => [name, Number(uploaded_by), kept]),
        [["bread.jpg", cook, true]],
      )
      const [expense] = yield* rowsOf("select receipts->0->>'sha256' as receipt, receipts->0->>'name' as name from expense_request where description = 'Bread'")
      assert.deepStrictEqual(expense, { receipt: digest, name: "bread.jpg" })
      assert.strictEqual((yield* Effect.flip(awaiting(digest))).message, unknown)
    }),
  )

  // proves U-09-4
  it.effect("a passkey that was set up with a drawn signature signs the next sheet alone; its answer is kept, and anyone can check it", () =>
    Effect.gen(function* () {
      yield* started
      const slots = ["breakfast", "lunch", "dinner"] as const
      const sessions = [9050, 9051, 9052]
      yield* occur(begin - hour, ...sessions.map((id) => open(id, 1)))
      yield* occur(begin, ...sessions.map((id) => mealSessions.at(id, SessionCompleted({ attended: 0, missed: 0 }))))
      const { execute } = yield* Records
      const sheets = sessions.map((sessionId, n) => {
        const figures = { served: 0, late: 0, undecided: 0, visitors: 0, contractors: 0, own: 0 }
        return writeSheet({
          clientId: 1,
          clientName: "Client 1",
          siteId: 1,
          siteName: "Site 1",
          date: day,
          meals: [{ sessionId, mealType: slots[n]!, ...figures }],
          devices: [],
        })
      })
      const challenge = (text: string) => ({ challenge: createHash("sha256").update(text).digest("base64url") })
      const phone = authenticator(origin)
      const boss = { ...system("client"), actor: "client:1", at: iso(begin + hour) }
      const sign = (text: string, given: PasskeyGiven, drawing: string) =>
        Effect.gen(function* () {
          const { proof, signer } = yield* checkPasskey(text, 1, given)
          const typed = { text, signedBy: "Peter Lado", role: "Camp boss", drawing, disputes: [] }
          return yield* execute(yield* signing({ text }, proof), { ...typed, ...signer }, boss)
        })
      const [first = "", second = "", third = ""] = sheets
      const answer = (text: string) => phone.answer(challenge(text))

      const unknown = "This passkey has not signed for this client yet. Sign by drawing, and set it up with that"
      assert.strictEqual((yield* Effect.flip(checkPasskey(first, 1, { assertion: answer(first) }))).message, unknown)
      const strange = authenticator("https://elsewhere.example")
      for (const given of [
        { assertion: answer(first), registration: phone.register(challenge(second)) },
        { assertion: answer(second), registration: phone.register(challenge(first)) },
        { assertion: strange.answer(challenge(first)), registration: strange.register(challenge(first)) },
        { assertion: { ...authenticator(origin).answer(challenge(first)), id: phone.id }, registration: phone.register(challenge(first)) },
        { assertion: {}, registration: {} },
        { assertion: null },
      ])
        assert.match((yield* Effect.flip(checkPasskey(first, 1, given))).message, /could not be checked|has not signed/)

      yield* sign(first, { assertion: answer(first), registration: phone.register(challenge(first)) }, "1,2 3,4")
      // the name given when the passkey was set up
      yield* sign(second, { assertion: answer(second) }, "passkey")
      assert.strictEqual(
        (yield* Effect.flip(checkPasskey(third, 1, { assertion: answer(second) }))).message,
        "The phone's passkey could not be checked. Try again, or sign by drawing",
      )
      assert.strictEqual((yield* Effect.flip(checkPasskey(third, 2, { assertion: answer(third) }))).message, unknown)
      // a signature by passkey without its proof is rejected
      const said = { text: third, signedBy: "Peter Lado", role: "Camp boss", drawing: "passkey", disputes: [] }
      assert.strictEqual((yield* Effect.flip(execute(yield* signing({ text: third }), said, boss))).message, "Signature is required")

      const days = yield* rowsOf("select text, signed_by as name, drawing, passkey from signed_day where passkey is not null order by id")
      assert.deepStrictEqual(
        days.map(({ name, drawing }) => [name, drawing]),
        [
          ["Peter Lado", "1,2 3,4"],
          ["Peter Lado", "passkey"],
        ],
      )
      for (const row of days) assert.isTrue(isSignedByPasskey(String(row["text"]), row["passkey"] as PasskeyProof))
      assert.isFalse(isSignedByPasskey(third, days[1]!["passkey"] as PasskeyProof))
    }),
  )

  // proves U-09-3
  it.effect("a disputed meal that turns out to be right is signed on another sheet, though nothing of it has changed", () =>
    Effect.gen(function* () {
      yield* started
      yield* occur(begin - hour, open(9060, 1))
      yield* occur(begin, mealSessions.at(9060, SessionCompleted({ attended: 0, missed: 0 })))
      const { execute } = yield* Records
      const boss = { ...system("client"), actor: "client:1", at: iso(begin + hour) }
      const sign = Effect.gen(function* () {
        const { text } = yield* dayOf({ siteId: 1, clientId: 1, date: day })
        return yield* execute(yield* signing({ text }), { text, signedBy: "Peter Lado", role: "Camp boss", drawing: "1,2 3,4", disputes: [] }, boss)
      })
      const { id } = yield* sign
      yield* execute(disputeMeal, { id, mealType: "lunch" as const, reason: "Too many" }, boss)
      yield* sign
      const [session] = yield* rowsOf("select signature from meal_session where id = 9060")
      assert.strictEqual(session!["signature"], "signed")
    }),
  )

  it.effect("what is no act of a device is refused, and stays", () =>
    Effect.gen(function* () {
      yield* started
      const device = new TestDevice()
      yield* enrol(device, "Tablet bold")
      device.act(begin, supervisor, "meal_session.cancel", { id: 1, version: 1, reason: "x" })
      device.act(begin, cook, record, { mealSessionId: "1; drop table", staffMemberId: 1 })
      device.act(begin, 999, record, { mealSessionId: 9020, staffMemberId: 1, attended: true, reason: "", notes: "" })
      const { acts } = yield* receivePacket(device.packet(device.kept, begin + minute), begin + minute)
      assert.deepStrictEqual(
        acts.map(({ status, sentence }) => `${status}: ${sentence}`),
        ["refused: This cannot be done on a device", "refused: This cannot be done on a device", "refused: There is no person 999"],
      )
    }),
  )

  it.effect("of equal acts in one packet, the earliest is recorded and the others are its duplicates", () =>
    Effect.gen(function* () {
      yield* started
      yield* occur(begin - hour, open(9050, 1))
      const device = new TestDevice()
      yield* enrol(device, "Tablet of a double tap")
      const input = { mealSessionId: 9050, staffMemberId: 1, attended: true, reason: "", notes: "" }
      for (let n = 0; n < 30; n++) device.act(begin + n * minute, cook, record, input)
      const { acts } = yield* receivePacket(device.packet(device.kept, begin + hour), begin + hour)
      assert.deepStrictEqual(
        acts.map(({ status }) => status),
        ["recorded", ...Array.from({ length: 29 }, () => "duplicate")],
      )
    }),
  )
})
