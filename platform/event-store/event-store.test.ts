import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Schema } from "effect"
import fc from "fast-check"
import * as Database from "../database/database.ts"
import { type Statement, textOf } from "../database/statement.ts"
import { mostThousandths, mostWhole } from "../quantity.ts"
import { superuserOptions } from "../database/temporary-server.ts"
import { command, conflict, find, get, newId, nextNumber, system } from "../records/command.ts"
import { BusinessDate, SeriesNumber, Flag, Instant, Line, Literals, Money, Optional, Parts, Quantity, Ref, Structure, Text, Whole } from "../records/field.ts"
import { build } from "../records/generations/generation.ts"
import { history } from "../records/history.ts"
import { record } from "../records/record.ts"
import { PersonalKeys } from "../records/personal-data/personal.ts"
import * as Records from "../records/records.ts"
import { event, stream } from "../records/stream.ts"
import { testDatabase, testPersonalKeys } from "../testing/database.ts"
import { type Commit, EventStore, layer as eventStore } from "./event-store.ts"
import { commitDigest, eventHash } from "./hash.ts"

/** A record with a field of every kind, because each kind is written to and read from a row differently. */
const details = {
  note: Text(),
  weight: Quantity,
  fee: Money,
  fragile: Flag,
  due: Optional(BusinessDate),
  packedAt: Optional(Instant),
  count: Optional(Whole),
  after: Optional(Ref("crate")),
  lines: Parts(Schema.Struct({ name: Schema.String, many: Schema.Int })),
  marks: Structure(Schema.Record(Schema.String, Schema.NullOr(Schema.String))),
}
const Crate = record(
  "crate",
  { number: SeriesNumber("CR"), label: Line(), ...details, status: Literals("packed", "sent", "back") },
  { label: "Crate", title: "number", unique: [{ fields: ["label"], sentence: "A crate with this label exists" }] },
)
const CratePacked = event("CratePacked", 1, { number: SeriesNumber("CR"), label: Line(), ...details }, () => "Packed")
const CrateNoted = event("CrateNoted", 1, { note: Text() }, () => "Noted")
const CrateSent = event("CrateSent", 1, {}, () => "Sent")
const CrateCameBack = event("CrateCameBack", 1, { fee: Money }, () => "Came back")
const crates = stream(Crate, CratePacked, CrateNoted, CrateSent, CrateCameBack).fold({
  CratePacked: (_, packed) => ({ ...packed, status: "packed" }),
  CrateNoted: (crate, { note }) => ({ ...crate, note, lines: [...crate.lines, { name: note, many: crate.version }] }),
  CrateSent: (crate) => ({ ...crate, status: "sent" }),
  CrateCameBack: (crate, { fee }) => ({ ...crate, fee: crate.fee + fee, status: "back" }),
})
type Details = Omit<Parameters<typeof CratePacked>[0], "number" | "label">
const pack = command("crate.pack", function* (input: Details & { label: string }) {
  if (yield* find(crates, { label: input.label })) throw conflict("A crate with this label exists")
  const id = yield* newId(crates)
  return [crates.at(id, CratePacked({ number: yield* nextNumber("CR", "2026"), ...input }))]
})
const note = command("crate.note", function* ({ id, note }: { id: number; note: string }) {
  yield* get(crates, id)
  return [crates.at(id, CrateNoted({ note }))]
})
const sendAndBack = command("crate.return", function* ({ id, fee }: { id: number; fee: number }) {
  const crate = yield* get(crates, id)
  if (crate.status === "back") throw conflict("It is back already")
  return [crates.at(id, CrateSent({})), crates.at(id, CrateCameBack({ fee }))]
})
/** Appended to the store directly, without a command or a row. */
const Probe = record("probe", { expected: Whole }, { label: "Probe", title: "id::text" })
const Probed = event("Probed", 1, { expected: Whole }, () => "Probed")
const probes = stream(Probe, Probed).fold({ Probed: (_, probed) => probed })

const isLost = (error: Error) => error instanceof Database.DatabaseError && Database.lostConnection(error)
const by = system("test")
const plain = {
  note: "",
  weight: 0,
  fee: 0,
  fragile: false,
  due: null,
  packedAt: null,
  count: null,
  after: null,
  lines: [],
  marks: {},
} satisfies Details

/** One event of a probe as a commit without rows. */
const probe = (id: number, expected = 0): Commit => {
  const stream = probes.key(id)
  const commandId = `probe ${id}`
  const commit = {
    commandId,
    command: "probe",
    requestHash: "",
    actor: "system:test",
    onBehalfOf: null,
    correlation: commandId,
    causation: null,
    via: "system",
    appVersion: "test",
    result: null,
  }
  const written = {
    stream,
    version: expected + 1,
    occurredAt: "2026-11-21T05:00:00.000Z",
    ...Probed({ expected }),
  }
  const hash = eventHash("", written, commitDigest(commit))
  return {
    commit,
    streams: [{ stream, expected }],
    read: [],
    events: [{ ...written, hash }],
    rows: [],
  }
}

let generations = 0
/** Rebuilds all rows from the log and compares each with the live one. Returns the number of rows. */
const rebuiltEqualsLive = Effect.gen(function* () {
  const schema = `replayed_${++generations}`
  yield* build(schema, [crates, probes], [], Number.MAX_SAFE_INTEGER)
  const { statement } = yield* Database.Database
  const rows = (schema: string) => statement(`select to_jsonb(c) as row from ${schema}.crate c order by id`, [])
  const [live, replayed] = [yield* rows("live"), yield* rows(schema)]
  assert.deepStrictEqual(replayed, live)
  return live.length
})

layer(testDatabase({ streams: [crates, probes] }), { excludeTestServices: true, timeout: 120_000 })("the event store", (it) => {
  it.effect(
    "rebuilds from the log exactly the rows written by random commands",
    () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<Records.Records | PersonalKeys | Database.Database>()
        const { execute } = yield* Records.Records
        const text = fc
          .oneof(
            fc.string({ unit: "binary", maxLength: 20 }),
            fc.constantFrom("", "\\N", "\\.", "a\tb\nc\r\\d", "NULL", '"{}"', "  ", "Łódź 🐘", "\u0001\u007f"),
          )
          .map((text) => text.replaceAll("\0", "").toWellFormed())
        const cents = fc.integer({ min: -(10 ** 12), max: 10 ** 12 })
        const maybe = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: null })
        const instant = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }).map((date) => date.toISOString())
        const crate: fc.Arbitrary<Details> = fc.record({
          note: text,
          // beyond these limits nearly every command would be rejected
          weight: fc.integer({ min: -mostThousandths, max: mostThousandths }),
          fee: cents,
          fragile: fc.boolean(),
          due: maybe(instant.map((at) => at.slice(0, 10))),
          packedAt: maybe(instant),
          count: maybe(fc.integer({ min: -mostWhole, max: mostWhole })),
          after: maybe(fc.nat()),
          lines: fc.array(fc.record({ name: text, many: fc.integer() }), { maxLength: 3 }),
          marks: fc.dictionary(text, maybe(text), { maxKeys: 3 }).map((marks) => ({ ...marks })),
        })
        const which = fc.nat({ max: 20 })
        const command = fc.oneof(
          fc.record({ do: fc.constant("pack" as const), label: fc.nat({ max: 30 }), crate }),
          fc.record({ do: fc.constant("note" as const), which, note: text }),
          fc.record({ do: fc.constant("return" as const), which, fee: cents }),
        )
        type Random = typeof command extends fc.Arbitrary<infer One> ? One : never
        const made: Array<number> = []
        const done = { performed: 0, refused: 0 }
        const run = (command: Random) =>
          Effect.gen(function* () {
            const id = command.do === "pack" ? 0 : (made[command.which % Math.max(made.length, 1)] ?? 0)
            const performed =
              command.do === "pack"
                ? execute(pack, { ...command.crate, label: `crate ${command.label}` }, by)
                : command.do === "note"
                  ? execute(note, { id, note: command.note }, by)
                  : execute(sendAndBack, { id, fee: command.fee }, by)
            yield* Effect.matchEffect(performed, {
              onFailure: (error) => (error._tag === "Rejection" ? Effect.sync(() => done.refused++) : Effect.die(error)),
              onSuccess: ({ id }) =>
                Effect.sync(() => {
                  done.performed++
                  if (command.do === "pack") made.push(id)
                }),
            })
          })
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), (commands) =>
              Effect.runPromiseWith(context)(Effect.andThen(Effect.forEach(commands, run, { concurrency: 4 }), rebuiltEqualsLive).pipe(Effect.asVoid)),
            ),
            { numRuns: 20 },
          ),
        )
        assert.isAbove(done.performed, 0)
        assert.isAbove(done.refused, 0)
      }),
    60_000,
  )

  it.effect(
    "batches many appends, and refuses only the one with a stale version",
    () =>
      Effect.gen(function* () {
        const store = yield* EventStore
        const { statement } = yield* Database.Database
        const acts = Array.from({ length: 100 }, (_, n) => probe(n + 1, n === 40 ? 7 : 0))
        const results = yield* Effect.forEach(acts, (commit) => Effect.result(store.append(commit)), { concurrency: "unbounded" })
        assert.deepStrictEqual(
          results.flatMap((result, n) => (result._tag === "Failure" ? [[n, result.failure.code]] : [])),
          [[40, "OP409"]],
        )
        const written = yield* statement("select stream, count(*), min(xmin::text) as xmin from es.event where stream like 'probe/%' group by stream", [])
        assert.deepStrictEqual(
          written.map(({ stream, count }) => `${stream} ${count}`).sort(),
          acts
            .filter((_, n) => n !== 40)
            .map(({ streams: [written] }) => `${written!.stream} 1`)
            .sort(),
        )
        // sent separately, they would take as many transactions as there are commands
        assert.isBelow(new Set(written.map(({ xmin }) => xmin)).size, 99)
        assert.deepStrictEqual(yield* statement("select 1 from es.event where stream = 'probe/41'", []), [])
        assert.deepStrictEqual(yield* statement("select 1 from es.commit where command_id = 'probe 41'", []), [])
      }),
    60_000,
  )

  it.effect(
    "neither loses nor duplicates acknowledged events while connections are killed",
    () =>
      Effect.gen(function* () {
        const { execute } = yield* Records.Records
        const { statement } = yield* Database.Database
        const killer = yield* Database.make({ ...(yield* superuserOptions), max: 1 })
        const acknowledged = new Map<string, number>()
        let failures = 0
        let over = false
        let next = 0
        /** Retries the append with the same key until it gets an answer, like a client. */
        const insist = (label: string): Effect.Effect<number, Error> =>
          execute(pack, { ...plain, label }, by, { key: label }).pipe(
            Effect.map(({ id }) => id),
            Effect.catchIf(
              (error) => error._tag === "DatabaseError",
              () => Effect.suspend(() => (failures++, Effect.andThen(Effect.sleep(5), insist(label)))),
            ),
          )
        const writer = Effect.gen(function* () {
          while (!over) {
            const label = `killed ${++next}`
            acknowledged.set(label, yield* insist(label))
            // without a key: a failed append may or may not have been written, but never twice
            const unsure = yield* Effect.result(execute(pack, { ...plain, label: `${label} unsure` }, by))
            if (unsure._tag === "Success") acknowledged.set(`${label} unsure`, unsure.success.id)
          }
        })
        const assassin = Effect.gen(function* () {
          for (let killed = 0; killed < 60; killed++) {
            yield* Effect.sleep(50)
            yield* killer.query(
              (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity
              where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 2`,
            )
          }
          over = true
        })
        yield* Effect.all([assassin, ...Array.from({ length: 12 }, () => writer)], { concurrency: "unbounded" })
        assert.isAbove(failures, 0)
        const verify = Effect.gen(function* () {
          const logged = yield* statement(
            "select data->>'label' as label, stream from es.event where type = 'CratePacked' and data->>'label' like 'killed %'",
            [],
          )
          const ofLabel = new Map(logged.map(({ label, stream }) => [label as string, stream as string]))
          assert.strictEqual(ofLabel.size, logged.length)
          assert.deepStrictEqual(
            [...acknowledged].filter(([label, id]) => ofLabel.get(label) !== `crate/${id}`),
            [],
          )
          assert.isAbove(yield* rebuiltEqualsLive, acknowledged.size - 1)
          const torn = yield* statement(
            `select stream from es.event group by stream having max(version) <> count(*)
           union all select c.command_id from es.commit c left join es.event e on e.commit_id = c.id where e.position is null`,
            [],
          )
          assert.deepStrictEqual(torn, [])
        })
        // a connection killed while idle fails at its next use
        yield* Effect.retry(verify, { while: isLost })
      }),
    60_000,
  )

  it.effect(
    "keeps hashes that anyone can recompute from the stored data, in every stream up to its head",
    () =>
      Effect.gen(function* () {
        const { statement } = yield* Database.Database
        const { execute } = yield* Records.Records
        const { id } = yield* execute(pack, { ...plain, label: "hashed", note: "Ł\t\\", marks: { b: "2", a: null }, lines: [{ name: "x", many: 1 }] }, by)
        yield* execute(sendAndBack, { id, fee: 5 }, by)
        const events = yield* statement(
          `select e.stream, e.version, e.type, e.schema_version as "schemaVersion", e.data, e.hash,
           to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt",
           c.command_id as "commandId", c.command, c.request_hash as "requestHash", c.actor, c.correlation, c.via
         from es.event e join es.commit c on c.id = e.commit_id order by e.stream, e.version`,
          [],
        )
        /** The heads of the streams, and the events with a wrong hash. */
        type Kept = Parameters<typeof eventHash>[1] & Parameters<typeof commitDigest>[0] & { readonly hash: string }
        const verify = (events: ReadonlyArray<Kept>) => {
          const heads = new Map<string, string>()
          const wrong: Array<string> = []
          for (const event of events) {
            const head = eventHash(heads.get(event.stream) ?? "", event, commitDigest(event))
            if (head !== event.hash) wrong.push(`${event.stream} ${event.version}`)
            heads.set(event.stream, head)
          }
          return { heads, wrong }
        }
        const { heads, wrong } = verify(events)
        assert.deepStrictEqual(wrong, [])
        assert.strictEqual(heads.get(`crate/${id}`), events.findLast(({ stream }) => stream === `crate/${id}`).hash)
        // any manipulation is detected: of the data, the person or the time; a deleted event, or two swapped ones
        const ours = events.findIndex(({ stream }) => stream === `crate/${id}`)
        const changed = (change: object) => verify(events.with(ours, { ...events[ours], ...change })).wrong
        for (const change of [
          { data: { ...events[ours].data, fee: 1 } },
          { actor: "person:1" },
          { occurredAt: "2026-01-01T00:00:00.000Z" },
          { type: "CrateSent" },
        ]) {
          assert.include(changed(change), `crate/${id} 1`)
        }
        assert.include(verify(events.toSpliced(ours + 1, 1)).wrong, `crate/${id} 3`)
        const [second, third] = [events[ours + 1], events[ours + 2]]
        assert.isNotEmpty(verify(events.with(ours + 1, { ...third, version: 2 }).with(ours + 2, { ...second, version: 3 })).wrong)
      }),
    60_000,
  )

  it.effect(
    "never sorts the log or reads all of it to poll or to read one stream",
    () =>
      Effect.gen(function* () {
        const database = yield* Database.Database
        const many = 20_000
        const parts = Array.from({ length: many }, (_, n) => probe(1000 + n))
        for (let start = 0; start < many; start += 5000) yield* (yield* EventStore).appendAll(parts.slice(start, start + 5000))
        const { execute } = yield* Records.Records
        const { id } = yield* execute(pack, { ...plain, label: "watched" }, by)
        const owner = yield* Database.make({ ...(yield* superuserOptions), max: 1 })
        yield* owner.query((sql) => sql`analyze es.event, es.commit, live.crate`)

        // the actual queries of the store, the records and the history, captured on their way to the database
        const asked = new Map<string, ReadonlyArray<unknown>>()
        const watched = Database.Database.of({
          ...database,
          statement: (query, parameters) => {
            asked.set(textOf(query), parameters)
            return database.statement(query, parameters)
          },
        })
        const here = Layer.succeed(Database.Database, watched)
        const context = yield* Layer.build(
          Layer.fresh(Records.layer.pipe(Layer.provideMerge(eventStore))).pipe(
            Layer.provideMerge(testPersonalKeys),
            Layer.provideMerge(here),
            Layer.provideMerge(Layer.succeed(Records.Model, yield* Records.Model)),
          ),
        )
        const store = Context.get(context, EventStore)
        const end = yield* store.closed
        for (const after of [0, 10_000, end - 3, end]) {
          yield* store.read(after, { upTo: end, limit: 500 })
          yield* store.read(after, { upTo: end, limit: 500, types: ["CrateSent", "CrateNoted"] })
          yield* store.read(after, { upTo: end, limit: 500, types: ["Probed"] })
          yield* check(`after ${after}`)
        }
        yield* Effect.provideContext(history(crates, id), context)
        yield* Context.get(context, Records.Records).execute(note, { id, note: "seen" }, by)
        yield* check("one stream")

        function check(when: string) {
          return Effect.gen(function* () {
            const reads = [...asked].filter(([text]) => !text.includes("es.append") && !text.includes("es.closed") && !text.includes("es.next_value"))
            assert.isNotEmpty(reads)
            for (const [text, parameters] of reads) {
              const [{ "QUERY PLAN": plan }] = (yield* database.statement(`explain (format json) ${text}`, parameters)) as [{ readonly "QUERY PLAN": unknown }]
              const [{ Plan: top }] = (typeof plan === "string" ? JSON.parse(plan) : plan) as readonly [{ readonly Plan: PlanNode }]
              const nodes = nodesOf(top)
              const bad = nodes.filter(
                (node) =>
                  /Sort/.test(node["Node Type"]) || (node["Node Type"] === "Seq Scan" && ["event", "commit", "stream"].includes(node["Relation Name"] ?? "")),
              )
              assert.deepStrictEqual(
                bad.map((node) => `${node["Node Type"]} ${node["Relation Name"] ?? ""}`),
                [],
                `${when}: ${text}`,
              )
            }
            asked.clear()
          })
        }
      }),
    60_000,
  )
})

interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly Plans?: ReadonlyArray<PlanNode>
}
const nodesOf = (plan: PlanNode): ReadonlyArray<PlanNode> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Commits of many callers: which share a statement, and which statements are on their way at once. */
interface Asked {
  readonly names: ReadonlyArray<string>
  readonly answer: Deferred.Deferred<void, Database.DatabaseError>
}

/** A database that keeps every statement until it is answered. */
const heldDatabase = ({ sql }: Database.Database["Service"]) => {
  const underWay = new Set<Asked>()
  const seen: Array<Asked> = []
  const statement = <A>(asked: string | Statement<A>, [commits]: ReadonlyArray<unknown>) =>
    Effect.gen(function* () {
      const one: Asked = { names: String(commits).match(/commit-\d+/g) ?? [], answer: yield* Deferred.make<void, Database.DatabaseError>() }
      underWay.add(one)
      seen.push(one)
      yield* Effect.ensuring(
        Deferred.await(one.answer),
        Effect.sync(() => underWay.delete(one)),
      )
      return typeof asked === "string" ? [] : asked.read(["position"], [{ position: 1 }])
    })
  return { underWay, seen, layer: eventStore.pipe(Layer.provide(Layer.mock(Database.Database, { sql, statement }))) }
}

const commitOf = (n: number, writes: string, reads: ReadonlyArray<string> = []): Commit => ({
  commit: {
    commandId: `commit-${n}`,
    command: "test",
    requestHash: "",
    actor: "",
    onBehalfOf: null,
    correlation: "",
    causation: null,
    via: "test",
    appVersion: "",
    result: null,
  },
  streams: [{ stream: writes, expected: 1 }],
  read: reads.map((stream) => ({ stream, expected: 1 })),
  events: [{ stream: writes, version: 2, type: "Changed", schemaVersion: 1, occurredAt: "2026-11-28T00:00:00.000Z", data: {}, hash: "" }],
  rows: [],
})

/** Lets everything happen that does not wait for the database. */
const settled = Effect.promise(async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
})

layer(testDatabase({}), { excludeTestServices: true, timeout: 120_000 })("commits of many callers", (it) => {
  it.effect("while one statement is on its way, a second is sent once sixteen commits wait, and never a third", () =>
    Effect.gen(function* () {
      const { underWay, seen, layer } = heldDatabase(yield* Database.Database)
      yield* Effect.gen(function* () {
        const { append } = yield* EventStore
        let appended = 0
        const more = (many: number) =>
          Effect.andThen(
            Effect.forEach(Array.from({ length: many }), () => Effect.forkChild(append(commitOf(++appended, `stream-${appended}`)))),
            settled,
          )
        yield* more(1)
        yield* more(15)
        assert.deepStrictEqual(
          seen.map(({ names }) => names.length),
          [1],
        )
        yield* more(1)
        assert.deepStrictEqual(
          seen.map(({ names }) => names.length),
          [1, 16],
        )
        yield* more(40)
        assert.strictEqual(underWay.size, 2)
      }).pipe(Effect.provide(layer, { local: true }))
    }),
  )

  it.effect("every commit is answered, and none is on its way beside another that writes what it reads or writes", () =>
    Effect.flatMap(Database.Database, (real) =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.array(
              fc.record({
                writes: fc.nat(30),
                reads: fc.array(fc.nat(30), { maxLength: 2 }),
                step: fc.constantFrom("wait", "answer", ...Array<"">(14).fill("")),
              }),
              { minLength: 60, maxLength: 150 },
            ),
            fc.infiniteStream(fc.record({ first: fc.boolean(), fails: fc.integer({ min: 0, max: 9 }) })),
            (given, order) => {
              const { underWay, seen, layer } = heldDatabase(real)
              const commits = given.map(({ writes, reads }, n) =>
                commitOf(
                  n,
                  `stream-${writes}`,
                  reads.filter((read) => read !== writes).map((read) => `stream-${read}`),
                ),
              )
              const byName = new Map(commits.map((commit) => [commit.commit.commandId, commit]))
              const check = () => {
                const all = [...underWay].flatMap(({ names }) => names.map((name) => byName.get(name)!))
                for (const one of all)
                  for (const other of all) {
                    if (one === other) continue
                    const touched = [...other.streams, ...other.read].map(({ stream }) => stream)
                    assert.isFalse(one.streams.some(({ stream }) => touched.includes(stream)))
                  }
              }
              const answerOne = Effect.gen(function* () {
                const { first, fails } = order.next().value!
                const asked = [...underWay].at(first ? 0 : -1)
                if (!asked) return
                yield* fails === 0
                  ? Deferred.fail(asked.answer, new Database.DatabaseError({ code: "OP409", message: "moved", cause: undefined }))
                  : Deferred.succeed(asked.answer, undefined)
                yield* settled
                check()
              })
              return Effect.runPromise(
                Effect.gen(function* () {
                  const { append } = yield* EventStore
                  const callers: Array<Fiber.Fiber<unknown, never>> = []
                  for (const [n, commit] of commits.entries()) {
                    callers.push(yield* Effect.forkChild(Effect.exit(append(commit))))
                    const { step } = given[n]!
                    if (step === "") continue
                    yield* settled
                    check()
                    if (step === "answer") yield* answerOne
                  }
                  yield* settled
                  while (underWay.size > 0) yield* answerOne
                  yield* Fiber.joinAll(callers)
                  assert.sameMembers([...new Set(seen.flatMap(({ names }) => names))], [...byName.keys()])
                }).pipe(Effect.provide(layer)),
              )
            },
          ),
          { numRuns: 60 },
        ),
      ),
    ),
  )
})
