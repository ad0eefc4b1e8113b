/**
 * An attacker with all rights in the database tampers with copies of one log, each in another way: the verification finds the place and the kind of
 * tampering. For comparison, a plain hash chain without seals, which some of the attacks pass.
 */
import { generateKeyPairSync } from "node:crypto"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as Database from "@ops/platform/database/database.ts"
import { EmbeddedPostgres } from "@ops/platform/database/embedded.ts"
import { migrateRows, migrateStore } from "@ops/platform/records/generations/migrate.ts"
import { temporaryServer } from "@ops/platform/database/temporary-server.ts"
import * as EventStore from "@ops/platform/event-store/event-store.ts"
import { commitDigest, eventHash } from "@ops/platform/event-store/hash.ts"
import { leafOf, printsOf, writeEntries } from "@ops/platform/event-store/leaf.ts"
import { logPage } from "@ops/platform/event-store/log-page.ts"
import { frontier, grow, rootOf } from "@ops/platform/event-store/merkle.ts"
import { noteHash, readNote, signingKey, type SigningKey, signNote } from "@ops/platform/event-store/note.ts"
import { sealOnce, writeNotes } from "@ops/platform/event-store/seals.ts"
import { verifier, type Verified } from "@ops/platform/event-store/verifier.ts"
import { notesOfFile, verifyLog } from "@ops/platform/event-store/verify.ts"
import { command, get, newId, system } from "@ops/platform/records/command.ts"
import { Text } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { PersonalKeys } from "@ops/platform/records/personal-data/personal.ts"
import * as Records from "@ops/platform/records/records.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { testPersonalKeys } from "@ops/platform/testing/database.ts"

const Parcel = record("parcel", { label: Text(), note: Text() }, { label: "Parcel", title: "label" })
const ParcelPacked = event("ParcelPacked", 1, { label: Text() }, () => "Packed")
const ParcelNoted = event("ParcelNoted", 1, { note: Text() }, () => "Noted")
const parcels = stream(Parcel, ParcelPacked, ParcelNoted).fold({
  ParcelPacked: (_, { label }) => ({ label, note: "" }),
  ParcelNoted: (parcel, { note }) => ({ ...parcel, note }),
})
const pack = command("parcel.pack", function* ({ label }: { label: string }) {
  return [parcels.at(yield* newId(parcels), ParcelPacked({ label }))]
})
const note = command("parcel.note", function* ({ id, note }: { id: number; note: string }) {
  yield* get(parcels, id)
  return [parcels.at(id, ParcelNoted({ note }))]
})

const newKey = () => signingKey(generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }) as string)
const key = newKey()
const folder = fs.mkdtempSync(path.join(tmpdir(), "ops-tamper-"))
const notesFile = path.join(folder, "seals.notes")

type Core = Database.Database | EventStore.EventStore | PersonalKeys | Records.Records | Records.Model
const model = Layer.succeed(Records.Model, { streams: [parcels], consequences: [], views: [], tables: [] })
const address = (database: string) => Effect.map(EmbeddedPostgres, (server) => ({ ...server, database, max: 5 }))
/** Runs on a database of the server, as its superuser or as the application. */
const on = <A, E>(database: string, role: "superuser" | "ops", effect: Effect.Effect<A, E, Core>) =>
  Effect.flatMap(address(database), (options) => {
    const opened = Database.layer({ ...options, ...(role === "ops" && { role }) })
    return Effect.provide(
      effect,
      Records.layer.pipe(Layer.provideMerge(EventStore.layer), Layer.provideMerge(testPersonalKeys), Layer.provideMerge(opened), Layer.provideMerge(model)),
    )
  })
const owner = (text: string) =>
  on(
    "postgres",
    "superuser",
    Effect.flatMap(Database.Database, ({ query }) => query((sql) => sql.unsafe(text).simple())),
  )

/**
 * The log: positions 1 to 6 pack six parcels; 7 to 12, 13 to 18 and 19 to 24 note something on each of them, in turn.
 * Seals after 8, 16 and 22; 23 and 24 are not sealed. `older` is a copy as it was after seal 2.
 */
class Book extends Context.Service<Book, { readonly older: string; readonly newer: string }>()("Book") {}
const book = Layer.effect(
  Book,
  Effect.gen(function* () {
    yield* Effect.andThen(owner("create role ops nologin"), owner("create database newer"))
    yield* migrateStore(yield* address("newer"))
    const work = (from: number, to: number) =>
      Effect.gen(function* () {
        const { execute } = yield* Records.Records
        for (let at = from; at <= to; at++) {
          if (at <= 6) yield* execute(pack, { label: `Parcel ${at}` }, system("packer"))
          else yield* execute(note, { id: ((at - 1) % 6) + 1, note: `note ${at}` }, system("clerk"))
        }
      })
    const sealed = (from: number, to: number) => Effect.andThen(work(from, to), sealOnce(key, 0))
    yield* on(
      "newer",
      "ops",
      Effect.gen(function* () {
        yield* migrateRows()
        yield* sealed(1, 8)
        yield* sealed(9, 16)
      }),
    )
    yield* owner("create database older template newer")
    yield* on(
      "newer",
      "ops",
      Effect.gen(function* () {
        yield* sealed(17, 22)
        yield* work(23, 24)
        yield* writeNotes(notesFile)
      }),
    )
    return { older: "older", newer: "newer" }
  }),
)

/** The findings of a plain hash chain without seals. */
const chain = Effect.gen(function* () {
  const { statement } = yield* Database.Database
  const [{ last }] = (yield* statement("select coalesce(max(position), 0) as last from es.event", [])) as [{ last: number }]
  const check = verifier({ keys: [] })
  check.feed(yield* logPage(0, last, 1000), last, [], true)
  return check.end()
})

let copies = 0
/** Copies the log, tampers with the copy using all rights, and verifies it. */
const tampered = (attack: Effect.Effect<unknown, unknown, Core>, of: "newer" | "older" = "newer") =>
  Effect.gen(function* () {
    const name = `copy_${copies++}`
    yield* owner(`create database ${name} template ${(yield* Book)[of]}`)
    yield* on(name, "superuser", attack)
    const notes = notesOfFile(notesFile)
    return yield* on(
      name,
      "ops",
      Effect.gen(function* () {
        return {
          verified: yield* verifyLog({ keys: key.trusted, notes }),
          alone: yield* verifyLog({ keys: key.trusted }),
          plain: yield* chain,
        }
      }),
    )
  })

/** Statements that bypass the triggers. */
const sql = (...texts: ReadonlyArray<string>) =>
  Effect.flatMap(Database.Database, ({ query }) => query((sql) => sql.unsafe(["set session_replication_role = replica", ...texts].join("; ")).simple()))

/** Recomputes every hash from the current data. */
const rechained = Effect.gen(function* () {
  const { events, commits } = yield* logPage(0, 1000, 1000)
  const heads = new Map<string, string>()
  const texts: Array<string> = []
  for (const event of events) {
    const hash = eventHash(heads.get(event.stream) ?? "", event, commitDigest(commits.get(event.commitId)!))
    heads.set(event.stream, hash)
    texts.push(`update es.event set hash = '${hash}' where position = ${event.position}`)
  }
  yield* sql(...texts)
})

/** Recreates every seal with this key. */
const resealed = (key: SigningKey) =>
  Effect.gen(function* () {
    const { statement } = yield* Database.Database
    const seals = yield* statement("select id, position, note from es.seal order by id", [])
    const tree = frontier()
    let previous = ""
    let after = 0
    for (const seal of seals) {
      const { events, commits } = yield* logPage(after, seal.position, 1000)
      const entries = events.map((event) => {
        const commit = commits.get(event.commitId)!
        const leaf = leafOf(event, commit)
        grow(tree, leaf)
        return { leaf, position: event.position, prints: printsOf(event, commit) }
      })
      const checkpoint = { ...readNote(seal.note)!.checkpoint, size: tree.size, root: rootOf(tree), previous }
      const note = signNote(checkpoint, key)
      yield* sql(
        `update es.seal set size = ${tree.size}, root = '${checkpoint.root}', previous = '${previous}', key_id = '${key.id}', note = '${note}',
           frontier = '\\x${tree.peaks.join("")}', entries = '\\x${writeEntries(entries).toString("hex")}' where id = ${seal.id}`,
      )
      previous = noteHash(note)
      after = seal.position
    }
  })

const swap = (a: number, b: number) =>
  sql(
    `update es.event set position = -1 where position = ${a}`,
    `update es.event set position = ${a} where position = ${b}`,
    `update es.event set position = ${b} where position = -1`,
  )
const edit9 = sql(`update es.event set data = '{"note": "another"}' where position = 9`)
const inserted = Effect.gen(function* () {
  yield* sql(
    `delete from es.event where position = 10`,
    `insert into es.event select 10, 'parcel/77', 1, 'ParcelPacked', 1, occurred_at, '{"label": "never packed"}', commit_id, '' from es.event where position = 9`,
  )
  yield* rechained
})

type Attack = readonly [name: string, attack: Effect.Effect<unknown, unknown, Core>, position: number, deed: string, says: RegExp, plain: "seen" | "passes"]
const attacks: ReadonlyArray<Attack> = [
  ["data edited", edit9, 9, "edited", /^its data was edited$/, "seen"],
  ["time edited", sql("update es.event set occurred_at = occurred_at - interval '1 day' where position = 9"), 9, "edited", /^its time was edited/, "seen"],
  [
    "time edited by a microsecond",
    sql("update es.event set occurred_at = occurred_at + interval '1 microsecond' where position = 9"),
    9,
    "edited",
    /^its time was edited/,
    "seen",
  ],
  ["type edited", sql("update es.event set type = 'ParcelPacked' where position = 9"), 9, "edited", /^its type or version was edited/, "seen"],
  [
    "actor edited",
    sql("update es.commit set actor = 'person:7' where id = (select commit_id from es.event where position = 9)"),
    9,
    "edited",
    /^its actor was edited/,
    "seen",
  ],
  [
    "recorded time edited",
    sql("update es.commit set recorded_at = recorded_at - interval '1 microsecond' where id = (select commit_id from es.event where position = 9)"),
    9,
    "edited",
    /^its recorded time was edited/,
    "passes",
  ],
  [
    "on behalf of edited",
    sql("update es.commit set on_behalf_of = 'person:7' where id = (select commit_id from es.event where position = 9)"),
    9,
    "edited",
    /^its commit was edited/,
    "passes",
  ],
  [
    "result edited",
    sql(`update es.commit set result = '{"id": 99}' where id = (select commit_id from es.event where position = 9)`),
    9,
    "edited",
    /^its commit was edited/,
    "passes",
  ],
  ["hash edited", sql("update es.event set hash = repeat('0', 64) where position = 9"), 9, "edited", /^its hash was edited/, "seen"],
  [
    "commit deleted",
    sql("delete from es.commit where id = (select commit_id from es.event where position = 9)"),
    9,
    "edited",
    /^its commit was deleted/,
    "seen",
  ],
  ["an event deleted", sql("delete from es.event where position = 9"), 9, "deleted", /^this event was deleted/, "seen"],
  ["the last event of a record deleted", sql("delete from es.event where position in (15, 21)"), 15, "deleted", /^this event was deleted/, "passes"],
  ["the end cut off", sql("delete from es.event where position >= 20"), 20, "cut", /^the end of the log was cut off: 3 sealed events are missing/, "passes"],
  [
    "the end cut off and the sequence set back",
    sql("delete from es.event where position >= 20", "select setval('es.event_position', 19)"),
    20,
    "cut",
    /3 sealed events are missing/,
    "passes",
  ],
  [
    "the end cut off with its seal",
    sql("delete from es.event where position > 16", "delete from es.seal where id = 3"),
    17,
    "restored",
    /the notes outside know more.*cut off/,
    "passes",
  ],
  ["two swapped", swap(9, 10), 9, "swapped", /^the events at positions 9 and 10 were swapped/, "passes"],
  ["two events swapped across seals", swap(9, 18), 9, "swapped", /^the events at positions 9 and 18 were swapped/, "seen"],
  ["an event put in another's place, rechained", inserted, 10, "edited", /^its stream, its type or version/, "seen"],
  [
    "one inserted",
    sql(
      `update es.event set position = 100 + position where position > 9`,
      `update es.event set position = position - 99 where position > 100`,
      `insert into es.event select 10, 'parcel/77', 1, 'ParcelPacked', 1, occurred_at, '{"label": "never"}', commit_id, '' from es.event where position = 9`,
    ).pipe(Effect.andThen(rechained)),
    10,
    "inserted",
    /^this event was inserted, and those after it were moved on/,
    "passes",
  ],
  ["the chain recalculated over an edited event", Effect.andThen(edit9, rechained), 9, "edited", /^its data was edited, and its hash made to fit/, "passes"],
  ["all seals forged with another key", Effect.andThen(edit9, Effect.andThen(rechained, resealed(newKey()))), 8, "seal", /signed with another key/, "passes"],
  [
    "a note edited",
    sql("update es.seal set note = replace(note, 'position 16', 'position 15'), position = 15 where id = 2"),
    15,
    "seal",
    /is forged: its signature does not fit/,
    "passes",
  ],
  ["a seal's row edited", sql("update es.seal set at = at - interval '1 hour' where id = 2"), 16, "seal", /its row differs from its signed note/, "passes"],
  ["a seal deleted", sql("delete from es.seal where id = 2"), 22, "seal", /seal 2 was deleted/, "passes"],
  [
    "a seal's entries edited",
    sql("update es.seal set entries = set_byte(entries, 0, (get_byte(entries, 0) + 1) % 256) where id = 2"),
    16,
    "seal",
    /the entries of seal 2 were changed; the events that it covers are as they were/,
    "passes",
  ],
  [
    "an event added after the last seal to an old commit, with a valid hash",
    sql("update es.commit set recorded_at = recorded_at + interval '1 hour' where id > 22", "select setval('es.event_position', 25)").pipe(
      Effect.andThen(
        sql(
          `insert into es.event select 25, 'parcel/88', 1, 'ParcelPacked', 1, occurred_at, '{"label": "never"}', commit_id, '' from es.event where position = 9`,
        ),
      ),
      Effect.andThen(rechained),
    ),
    25,
    "inserted",
    /^this event was put on commit \d+ of .*, which is older than the commits before it/,
    "seen",
  ],
  ["an event and the entries edited", Effect.andThen(edit9, sql("update es.seal set entries = '\\x' where id = 2")), 9, "edited", /./, "seen"],
]

const first = ({ findings }: Verified) => findings[0]!

layer(Layer.provideMerge(book, temporaryServer), { timeout: 120_000 })("a tampered log", (it) => {
  it.effect("passes the verification if untouched", () =>
    Effect.gen(function* () {
      const { verified, alone, plain } = yield* tampered(Effect.void)
      assert.deepInclude(verified, { clean: true, found: 0, events: 24, seals: 3, position: 24, sealedTo: 22, outside: 3 })
      assert.deepInclude(alone, { clean: true, outside: null })
      assert.isTrue(plain.clean)
    }),
  )

  it.effect.each(attacks)("%s", ([, attack, position, deed, says, chained]) =>
    Effect.gen(function* () {
      const { verified, plain } = yield* tampered(attack)
      assert.isFalse(verified.clean)
      const found = first(verified)
      assert.strictEqual(found.position, position, JSON.stringify(verified.findings))
      assert.match(found.deed, new RegExp(`^(${deed})$`), JSON.stringify(verified.findings))
      assert.match(found.text, says)
      assert.strictEqual(plain.clean, chained === "passes", JSON.stringify(plain.findings))
    }),
  )

  it.effect("a deleted event is reported with its record, and each manipulation is reported once", () =>
    Effect.gen(function* () {
      const deleted = yield* tampered(sql("delete from es.event where position = 9"))
      assert.deepStrictEqual(
        deleted.verified.findings.map(({ position, stream }) => [position, stream]),
        [[9, "parcel/3"]],
      )
      const last = yield* tampered(sql("delete from es.event where position = 21"))
      assert.deepStrictEqual(
        last.verified.findings.map(({ position, stream }) => [position, stream]),
        [[21, "parcel/3"]],
      )
      const { verified } = yield* tampered(Effect.andThen(edit9, rechained))
      assert.deepStrictEqual(
        verified.findings.map(({ position, stream, deed }) => [position, stream, deed]),
        [
          [9, "parcel/3", "edited"],
          [15, "parcel/3", "rehashed"],
        ],
      )
    }),
  )

  it.effect("a database restored to an older state is detected only by the notes kept outside", () =>
    Effect.gen(function* () {
      const { verified, alone, plain } = yield* tampered(Effect.void, "older")
      assert.strictEqual(first(verified).deed, "restored")
      assert.match(first(verified).text, /seal 3 of .* states 22 events up to position 22, and the database ends with seal 2/)
      assert.isTrue(alone.clean)
      assert.isTrue(plain.clean)
    }),
  )

  it.effect("a database restored to an older state and then used shows where the seals diverge", () =>
    Effect.gen(function* () {
      const goneOn = Effect.gen(function* () {
        const { execute } = yield* Records.Records
        yield* execute(note, { id: 1, note: "another history" }, system("clerk"))
        yield* sealOnce(key, 0)
        const { fault } = yield* writeNotes(path.join(fs.mkdtempSync(path.join(folder, "n-")), "seals.notes"))
        assert.isUndefined(fault)
        const copy = path.join(fs.mkdtempSync(path.join(folder, "n-")), "seals.notes")
        fs.copyFileSync(notesFile, copy)
        assert.match((yield* writeNotes(copy)).fault ?? "", /Seal 3 in the database is not the one in/)
      })
      const { verified, alone } = yield* tampered(goneOn, "older")
      assert.strictEqual(first(verified).deed, "seal")
      assert.match(first(verified).text, /seal 3 is not the one kept outside, which is genuine.*restored or rewritten, and sealed again/)
      assert.isTrue(alone.clean)
    }),
  )

  it.effect("sealing stops where an event was added to an old commit, and a clock that was set back is reported", () =>
    Effect.gen(function* () {
      const late = sql(
        "update es.commit set recorded_at = recorded_at + interval '1 hour' where id > 22",
        `insert into es.event select 25, 'parcel/88', 1, 'ParcelPacked', 1, occurred_at, '{"label": "never"}', commit_id, '' from es.event where position = 9`,
        "select setval('es.event_position', 25)",
      )
      const refused = yield* tampered(Effect.andThen(late, Effect.andThen(rechained, Effect.flip(Effect.catchDefect(sealOnce(key, 0), Effect.fail)))))
      assert.strictEqual(first(refused.verified).position, 25)
      const setBack = yield* tampered(sql("update es.commit set recorded_at = recorded_at - interval '1 hour' where id > 22"))
      assert.isTrue(setBack.verified.clean)
      assert.deepStrictEqual(
        setBack.verified.clock.map(({ position }) => position),
        [23],
      )
    }),
  )

  it.effect("verification can start from a given seal", () =>
    Effect.gen(function* () {
      const name = `copy_${copies++}`
      yield* owner(`create database ${name} template ${(yield* Book).newer}`)
      const from = (seal: number) => on(name, "ops", verifyLog({ keys: key.trusted, from: seal }))
      assert.deepInclude(yield* from(1), { clean: true, events: 16, seals: 2, sealedTo: 22 })
      yield* on(name, "superuser", edit9)
      assert.deepInclude(first(yield* from(1)), { position: 9, deed: "edited" })
      assert.isTrue((yield* from(2)).clean) // the events it covers are not checked again
      const none = yield* Effect.flip(from(99))
      assert.strictEqual(none.message, "There is no seal 99. ops audit seals lists them.")
    }),
  )
})
