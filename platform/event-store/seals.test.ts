import { generateKeyPairSync } from "node:crypto"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, layer, it as plainly } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { Database, make as makeDatabase } from "../database/database.ts"
import { superuserOptions } from "../database/temporary-server.ts"
import { command, newId, system } from "../records/command.ts"
import { Text } from "../records/field.ts"
import { record } from "../records/record.ts"
import { Records } from "../records/records.ts"
import { event, stream } from "../records/stream.ts"
import { testDatabase } from "../testing/database.ts"
import { EventStore } from "./event-store.ts"
import { type Entry, occurred, parts, readEntries, writeEntries } from "./leaf.ts"
import { exportLog, LogFileError, linesOf, verifyFile } from "./log-file.ts"
import { checkNote, type Checkpoint, notesIn, pemOf, publicKeys, readNote, signingKey, signingKeyFile, signNote } from "./note.ts"
import { checkProof, prove, proveConsistency } from "./prove.ts"
import { sealOnce, writeNotes } from "./seals.ts"
import { notesOfFile, verifyLog } from "./verify.ts"

const newKey = () => signingKey(generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }) as string)
const key = newKey()
const other = newKey()
const folder = fs.mkdtempSync(path.join(tmpdir(), "ops-seals-"))

const hex = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex"))
const whole = fc.integer({ min: 1, max: 10 ** 15 - 1 })
const checkpoints: fc.Arbitrary<Checkpoint> = fc.record({
  origin: hex.map((text) => `field-office/${text.slice(0, 16)}`),
  size: whole,
  root: hex,
  seal: whole,
  position: whole,
  time: fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }).map((date) => date.toISOString()),
  kind: fc.constantFrom("new", "day", "month"),
  previous: fc.oneof(hex, fc.constant("")),
})

describe("a signed note", () => {
  plainly("reads back as written and verifies with its signing key", () => {
    fc.assert(
      fc.property(checkpoints, (checkpoint) => {
        const note = readNote(signNote(checkpoint, key))!
        assert.deepStrictEqual(note.checkpoint, checkpoint)
        assert.strictEqual(checkNote(note, key.trusted), "holds")
        assert.strictEqual(checkNote(note, other.trusted), "unknown")
        assert.strictEqual(checkNote(note, [{ id: key.id, key: other.key }]), "forged")
      }),
    )
  })

  plainly("fails verification if any character is changed", () => {
    fc.assert(
      fc.property(checkpoints, fc.nat(), fc.constantFrom(..."0123456789abcdefAZ+/= \n"), (checkpoint, at, character) => {
        const note = signNote(checkpoint, key)
        const index = at % note.length
        if (note[index] === character) return
        const read = readNote(note.slice(0, index) + character + note.slice(index + 1))
        if (read) assert.notStrictEqual(checkNote(read, key.trusted), "holds")
      }),
    )
  })

  plainly("can be one of several in a text, and a torn note is reported", () => {
    const [first, second] = fc.sample(checkpoints, { numRuns: 2, seed: 1 }).map((checkpoint) => signNote(checkpoint, key)) as [string, string]
    assert.deepStrictEqual(
      [...notesIn(`${first}\n${second}\n`)].map(({ note, line }) => [note, line]),
      [
        [first, 1],
        [second, 12],
      ],
    )
    assert.deepStrictEqual(
      [...notesIn(`${first}\n${second.slice(0, 30)}`)].map(({ read }) => read !== undefined),
      [true, false],
    )
  })
})

describe("a key", () => {
  plainly("is generated once, in a private file, and trusts its predecessors", () => {
    const file = path.join(folder, "keys", "seal.pem")
    const made = signingKeyFile(file)
    assert.strictEqual(signingKeyFile(file).id, made.id)
    assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600)
    const followed = signingKey(`${fs.readFileSync(file, "utf8")}\n${pemOf(key)}`)
    assert.deepStrictEqual(
      followed.trusted.map(({ id }) => id),
      [made.id, key.id],
    )
    assert.throws(() => signingKey(pemOf(key)), /There is no private key in it/)
    assert.throws(() => publicKeys("a key"), /There is no key in it/)
  })
})

describe("a seal entry", () => {
  plainly("is stored completely", () => {
    const prints = fc.record(Object.fromEntries(parts.map((part) => [part, fc.nat(2 ** 32 - 1)]))) as unknown as fc.Arbitrary<Entry["prints"]>
    const entries = fc.array(fc.record({ leaf: hex, position: fc.nat(Number.MAX_SAFE_INTEGER), prints }))
    fc.assert(
      fc.property(entries, (written) => {
        const kept = readEntries(writeEntries(written))
        const read = Array.from({ length: kept.count }, (_, n) => ({ leaf: kept.leaf(n), position: kept.position(n), prints: kept.prints(n) }))
        assert.deepStrictEqual(
          read,
          written.map(({ leaf, position, prints }) => ({ leaf, position, prints: { ...prints } })),
        )
      }),
    )
  })

  plainly("treats a time with microseconds as a different one", () => {
    assert.strictEqual(occurred("2026-10-31T20:59:59.123000Z"), "2026-10-31T20:59:59.123Z")
    assert.strictEqual(occurred("2026-10-31T20:59:59.123001Z"), "2026-10-31T20:59:59.123001Z")
  })
})

const Parcel = record("parcel", { label: Text() }, { label: "Parcel", title: "label" })
const ParcelPacked = event("ParcelPacked", 1, { label: Text() }, () => "Packed")
const parcels = stream(Parcel, ParcelPacked).fold({ ParcelPacked: (_, packed) => packed })
const pack = command("parcel.pack", function* ({ label }: { label: string }) {
  return [parcels.at(yield* newId(parcels), ParcelPacked({ label }))]
})
const packed = (...labels: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { execute } = yield* Records
    for (const label of labels) yield* execute(pack, { label }, system("test"))
  })
const packAll = command("parcel.packAll", function* ({ labels }: { labels: ReadonlyArray<string> }) {
  const changes = []
  for (const label of labels) changes.push(parcels.at(yield* newId(parcels), ParcelPacked({ label })))
  return changes
})
/** Moves the existing seals and events this far into the past. */
const ago = (interval: string) =>
  Effect.gen(function* () {
    const { query } = yield* makeDatabase({ ...(yield* superuserOptions), max: 1 })
    yield* query((sql) =>
      sql
        .unsafe(
          `set session_replication_role = replica; update es.seal set at = at - interval '${interval}'; update es.commit set recorded_at = recorded_at - interval '${interval}'`,
        )
        .simple(),
    )
  })

layer(testDatabase({ streams: [parcels] }), { timeout: 60_000 })("the seals of the log", (it) => {
  it.effect("are made one at a time when there are new events, and written down outside", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      assert.isUndefined(yield* sealOnce(key, 0))
      yield* packed("a", "b", "c")
      const first = (yield* sealOnce(key, 0))!
      assert.deepInclude(first.seal, { id: 1, kind: "new", size: 3, previous: "", keyId: key.id })
      assert.isUndefined(yield* sealOnce(key, 0))
      yield* packed("d")
      assert.isUndefined(yield* sealOnce(key, 3600)) // another process has just sealed
      yield* Effect.all(
        Array.from({ length: 8 }, () => Effect.andThen(packed("e"), sealOnce(key, 0))),
        { concurrency: 8 },
      )
      yield* sealOnce(key, 0)
      const [{ size, seals }] = (yield* statement("select max(size) as size, count(*) as seals from es.seal", [])) as [{ size: number; seals: number }]
      assert.strictEqual(size, 12)
      assert.deepInclude(yield* verifyLog({ keys: key.trusted }), { clean: true, events: 12, seals })

      const file = path.join(folder, "notes", "seals.notes")
      assert.deepStrictEqual(yield* writeNotes(file), { to: seals, fault: undefined })
      yield* writeNotes(file)
      assert.strictEqual(notesOfFile(file).size, seals)
      const written = fs.readFileSync(file, "utf8")
      // one file with how to use it, the key and the notes serves as both
      const proof = path.join(folder, "log.proof")
      fs.writeFileSync(proof, `Proof of the log of a test:\n  ops audit verify\n\n${pemOf(key)}\n${written}`)
      assert.deepStrictEqual([...notesOfFile(proof)], [...notesOfFile(file)])
      assert.strictEqual(publicKeys(fs.readFileSync(proof, "utf8"))[0]!.id, key.id)
      fs.appendFileSync(proof, "a line that is no note\n")
      assert.throws(() => notesOfFile(proof), /^Line \d+ of .* is not the start of a seal note/)
      // a process that died while writing a note
      fs.writeFileSync(file, written.slice(0, -60))
      assert.throws(() => notesOfFile(file), /is not the start of a seal note: the file was truncated or edited/)
      yield* writeNotes(file)
      assert.strictEqual(fs.readFileSync(file, "utf8"), written)
      assert.deepInclude(yield* verifyLog({ keys: key.trusted, notes: notesOfFile(file) }), { clean: true, outside: seals })
    }),
  )

  it.effect("cannot be changed", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      for (const text of ["update es.seal set note = note", "delete from es.seal", "truncate es.seal"]) {
        assert.strictEqual((yield* Effect.flip(statement(text, []))).code, "42501", text)
      }
    }),
  )

  it.effect("provide proofs that are verified without the database, and fail with another key", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      const { events } = yield* Effect.map(EventStore, ({ closed }) => closed).pipe(
        Effect.flatten,
        Effect.flatMap((closed) => Effect.flatMap(EventStore, ({ read }) => Effect.map(read(0, { upTo: closed, limit: 100 }), (events) => ({ events })))),
      )
      const proofs = yield* prove(
        events.map(({ position }) => position),
        key.trusted,
      )
      for (const proof of proofs) {
        const told = JSON.parse(JSON.stringify(proof))
        assert.isTrue(checkProof(told).holds)
        assert.isTrue(checkProof(told, key.trusted).holds)
        assert.match(checkProof(told, other.trusted).text, /signed with another key/)
        assert.match(checkProof({ ...told, event: { ...told.event, data: { label: "x" } } }).text, /was edited/)
        assert.match(checkProof({ ...told, commit: { ...told.commit, recordedAt: "2026-01-01T00:00:00.000000Z" } }).text, /is not part of the log/)
        assert.match(checkProof({ ...told, index: told.index + 1 }).text, /is not part of the log/)
        assert.match(checkProof({ ...told, note: told.note.replace("seal ", "seal 1") }).text, /forged|cannot be read/)
        assert.match(checkProof({ ...told, path: undefined }).text, /not whole/)
      }
      // each event by itself, from the complete subtrees kept in the seal before its own
      for (const { position } of events) {
        const [proof] = yield* prove([position], key.trusted)
        assert.isTrue(checkProof(JSON.parse(JSON.stringify(proof)), key.trusted).holds)
      }
      assert.match((yield* Effect.flip(prove([9999], key.trusted))).message, /There is no event 9999/)
      yield* packed("not sealed yet")
      assert.match((yield* Effect.flip(prove([events.at(-1)!.position + 1], key.trusted))).message, /is not sealed yet/)

      // the number of seals made by the concurrent calls does not matter
      const [{ last }] = (yield* statement("select max(id) as last from es.seal", [])) as [{ last: number }]
      const consistency = JSON.parse(JSON.stringify(yield* proveConsistency(1, last, key.trusted)))
      assert.isTrue(checkProof(consistency, key.trusted).holds)
      assert.isFalse(checkProof({ ...consistency, path: consistency.path.slice(1) }).holds)
      assert.match((yield* Effect.flip(proveConsistency(1, 999, key.trusted))).message, /There is no seal 999/)
    }),
  )

  it.effect("are exported in a file that can be verified anywhere, where any change is named", () =>
    Effect.gen(function* () {
      yield* packed("with a line separator\u2028 and ünïcode") // must not end a line
      const closed = yield* Effect.flatMap(EventStore, (store) => store.closed)
      let text = ""
      const counts = yield* exportLog({ upTo: closed, isWhole: true, keys: key.trusted }, (lines) => Effect.sync(() => void (text += lines)))
      const file = (content: string) => {
        const name = path.join(fs.mkdtempSync(path.join(folder, "file-")), "log.ndjson")
        fs.writeFileSync(name, content)
        return name
      }
      const check = (content: string, keys = key.trusted) => Effect.promise(() => verifyFile(file(content), { keys }).catch((error) => error))
      assert.deepInclude(yield* check(text), { clean: true, events: counts.events, seals: counts.seals })
      assert.isTrue((yield* Effect.promise(() => verifyFile(file(text), {}))).clean) // by the file's own key
      const strange = yield* check(text, other.trusted)
      assert.match(strange.findings[0].text, /signed with another key/)

      const lines = text.split("\n").slice(0, -1)
      const of = (kind: string, nth: number) => lines.findIndex((line) => line.startsWith(`{"${kind}"`) && nth-- === 0)
      const edited = lines.with(of("event", 1), lines[of("event", 1)]!.replace('"label":"b"', '"label":"B"'))
      assert.deepInclude((yield* check(edited.join("\n"))).findings[0], { position: JSON.parse(lines[of("event", 1)]!).event.position, deed: "edited" })
      const missing = yield* check(lines.toSpliced(of("event", 1), 1).join("\n"))
      assert.strictEqual(missing.findings[0].deed, "deleted")
      const cut = yield* check(lines.slice(0, of("event", 5)).join("\n"))
      assert.isFalse(cut.clean ?? false)
      const torn = yield* check(lines.slice(0, -1).join("\n"))
      assert.instanceOf(torn, LogFileError)
      assert.match(torn.message, /was cut after line \d+: its end is missing/)
      assert.match((yield* check(lines.with(0, "{}").join("\n"))).message, /is not an exported log/)
      assert.match((yield* check(`${text.slice(0, -1)}\n{"event":1}\n`)).message, /follows its end/)
    }),
  )
})

layer(testDatabase({ streams: [parcels] }), { timeout: 60_000 })("an exported log", (it) => {
  const file = path.join(fs.mkdtempSync(path.join(folder, "pages-")), "log.ndjson")
  const exported = (pageSize: number) =>
    Effect.gen(function* () {
      const closed = yield* Effect.flatMap(EventStore, (store) => store.closed)
      let text = ""
      yield* exportLog({ upTo: closed, isWhole: true, keys: key.trusted, pageSize }, (lines) => Effect.sync(() => void (text += lines)))
      return text
    })
  const verified = (text: string, pageSize: number) => {
    fs.writeFileSync(file, text)
    return Effect.promise(() => verifyFile(file, { keys: key.trusted, pageSize }))
  }

  it.effect("is clean wherever its pages and seals end, and each manipulated event is reported at one place", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const runs = fc.record({
        // the number of events in each commit, and whether a seal follows it
        commits: fc.array(fc.record({ events: fc.integer({ min: 1, max: 4 }), isSealed: fc.boolean() }), { minLength: 1, maxLength: 6 }),
        pages: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })),
        which: fc.nat(),
      })
      for (const { commits, pages, which } of fc.sample(runs, 40)) {
        for (const { events, isSealed } of commits) {
          yield* execute(packAll, { labels: Array.from({ length: events }, (_, n) => `parcel ${n}`) }, system("test"))
          if (isSealed) yield* sealOnce(key, 0)
        }
        const [writing, reading] = pages
        const text = yield* exported(writing)
        const honest = yield* verified(text, reading)
        assert.deepStrictEqual(honest.findings, [], `pages of ${writing} and ${reading} events`)

        const lines = text.split("\n").slice(0, -1)
        const places = lines.flatMap((line, at) => (line.startsWith('{"event"') ? [at] : []))
        const sealed = places.filter((at) => JSON.parse(lines[at]!).event.position <= honest.sealedTo)
        const [edited, deleted] = [places[which % places.length]!, sealed[which % Math.max(1, sealed.length)]]
        const position = (at: number) => JSON.parse(lines[at]!).event.position as number
        const forged = lines.with(edited, lines[edited]!.replace('"label":"parcel', '"label":"barrel'))
        assert.deepStrictEqual(
          (yield* verified(`${forged.join("\n")}\n`, reading)).findings.map(({ position, deed }) => [position, deed]),
          [[position(edited), "edited"]],
        )
        if (deleted === undefined) continue
        assert.deepStrictEqual(
          (yield* verified(`${lines.toSpliced(deleted, 1).join("\n")}\n`, reading)).findings.map(({ position, deed }) => [position, deed]),
          [[position(deleted), deleted === places.at(-1) ? "cut" : "deleted"]],
        )
      }
    }),
  )

  it.effect("is clean if seals are made during the export", () =>
    Effect.gen(function* () {
      for (const before of [0, 3]) {
        yield* packed(...Array.from({ length: before }, () => "sealed before"))
        yield* sealOnce(key, 0)
        yield* packed(...Array.from({ length: 12 }, () => "sealed meanwhile"))
        const closed = yield* Effect.flatMap(EventStore, (store) => store.closed)
        let text = ""
        yield* exportLog({ upTo: closed, isWhole: true, keys: key.trusted, pageSize: 2 }, (lines) =>
          Effect.andThen(
            sealOnce(key, 0),
            Effect.sync(() => void (text += lines)),
          ),
        )
        assert.deepStrictEqual((yield* verified(text, 2)).findings, [])
      }
    }),
  )

  it.effect("repeats the line of a commit whose events are far apart, so that a reader need not keep all commits", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { position } = yield* execute(packAll, { labels: ["first", "last"] }, system("test"))
      yield* execute(packAll, { labels: Array.from({ length: 10_050 }, () => "between") }, system("test"))
      // as if two processes had drawn their positions at the same time
      const { query } = yield* makeDatabase({ ...(yield* superuserOptions), max: 1 })
      yield* query((sql) =>
        sql
          .unsafe(
            `set session_replication_role = replica;
             update es.event set position = position + 20000 where position = ${position}; select setval('es.event_position', ${position + 20000})`,
          )
          .simple(),
      )
      while (yield* sealOnce(key, 0));
      const text = yield* exported(5000)
      const lines = text
        .split("\n")
        .slice(1, -2)
        .map((line) => JSON.parse(line))
      const { commitId } = lines.findLast(({ event }) => event).event
      assert.lengthOf(
        lines.filter(({ commit }) => commit?.id === commitId),
        2,
      )
      for (const pageSize of [1000, 5000, 20_000]) assert.deepStrictEqual((yield* verified(text, pageSize)).findings, [])
    }),
  )
})

layer(testDatabase({ streams: [parcels] }), { timeout: 60_000 })("the seal of a period", (it) => {
  it.effect("covers a day or a month up to its last event", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      yield* packed("of long ago")
      yield* sealOnce(key, 0)
      yield* packed("of long ago, and not sealed yet")
      yield* ago("40 days")
      yield* packed("of today")
      const month = (yield* sealOnce(key, 0))!
      assert.strictEqual(month.seal.kind, "month")
      assert.isTrue(month.goesOn)
      const today = (yield* sealOnce(key, 0))!
      assert.strictEqual(today.seal.kind, "new")
      assert.deepStrictEqual([month.seal.size, today.seal.size], [2, 3])
      assert.isUndefined(yield* sealOnce(key, 0))
      const kinds = yield* statement("select kind, count(*) as many from es.seal where id >= $1 group by kind order by kind", [month.seal.id])
      assert.deepStrictEqual(
        kinds.map(({ kind, many }) => [kind, many]),
        [
          ["month", 1],
          ["new", 1],
        ],
      )
    }),
  )

  it.effect("is made even without new events", () =>
    Effect.gen(function* () {
      yield* ago("40 days")
      const { seal } = (yield* sealOnce(key, 0))!
      assert.strictEqual(seal.kind, "month")
      assert.isUndefined(yield* sealOnce(key, 0))
    }),
  )
})

describe("lines of a file", () => {
  plainly("end only at line feeds, wherever the bytes are split", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", ""))),
        fc.integer({ min: 1, max: 7 }),
        async (lines, size) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""))
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size))
          const read: Array<string> = []
          for await (const line of linesOf(
            (async function* () {
              yield* chunks
            })(),
          ))
            read.push(line)
          assert.deepStrictEqual(read, lines)
        },
      ),
    )
  })
})
