import { generateKeyPairSync } from "node:crypto"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { Config } from "@ops/platform/config.ts"
import { Database, make as makeDatabase } from "@ops/platform/database/database.ts"
import { superuserOptions } from "@ops/platform/database/temporary-server.ts"
import { publicKeys, readNote } from "@ops/platform/event-store/note.ts"
import { notesOfFile, verifyLog } from "@ops/platform/event-store/verify.ts"
import { mails, queueMail } from "@ops/platform/mail/mail.ts"
import { command, newId, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { believedKeys, SealerLive, sealFaults, sealsPage } from "./seals.ts"
import { SealsAnswer } from "./contract.ts"

const folder = fs.mkdtempSync(path.join(tmpdir(), "ops-sealer-"))
const settings = { dataFolder: folder, sealKey: undefined, sealNotes: path.join(folder, "seals.notes"), sealSeconds: 1, auditorMail: "auditor@example.com" }
const withConfig = (more: object = {}) => Layer.succeed(Config, { ...settings, ...more } as Config["Service"])
const write = command("test.write", function* ({ subject }: { subject: string }) {
  return [queueMail(yield* newId(mails), { to: "a@example.com", subject, text: "" })]
})
const written = (subject: string) => Effect.flatMap(Records, ({ execute }) => execute(write, { subject }, system("test")))

/** Repeats the request until the answer matches. */
const until = <A, E, R>(ask: Effect.Effect<A, E, R>, isRight: (answer: A) => boolean): Effect.Effect<A, E, R> =>
  Effect.flatMap(ask, (answer) => (isRight(answer) ? Effect.succeed(answer) : Effect.andThen(Effect.sleep(100), until(ask, isRight))))

layer(testDatabase({ streams: [mails] }), { timeout: 60_000, excludeTestServices: true })("the sealer beside the server", (it) => {
  it.effect("reports no fault where nothing was sealed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.provide(sealFaults, withConfig()), [])
      const { state, seals } = yield* sealsPage({}, [])
      assert.deepStrictEqual(seals, [])
      assert.deepInclude(state, { seals: 0, sealedTo: 0, sealedAt: null, publicKey: null })
    }),
  )

  it.effect("seals the log, writes the notes outside the database, and mails the month-end seal to the auditor once", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      const sealer = SealerLive.pipe(Layer.provide(withConfig()))
      const sealed = Effect.map(sealsPage({}, believedKeys(settings)), ({ state }) => state)
      const mailed = statement("select subject, text from mail where to_tsvector('simple', subject) @@ to_tsquery('simple', 'seal') order by id", [])
      yield* written("first")
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* Layer.build(Layer.merge(sealer, sealer.pipe(Layer.fresh))) // two processes
          yield* until(sealed, ({ unsealed, seals }) => seals > 0 && unsealed === 0)
          assert.strictEqual((yield* mailed).length, 0)
          const { query } = yield* makeDatabase({ ...(yield* superuserOptions), max: 1 })
          const earlier = "set at = at - interval '40 days', note = note"
          yield* query((sql) => sql.unsafe(`set session_replication_role = replica; update es.seal ${earlier}`).simple())
          const [mail] = yield* until(mailed, (rows) => rows.length > 0)
          const [, note = ""] = /-----\n([\s\S]+\n)-----/.exec(mail.text) ?? []
          assert.strictEqual(readNote(note)?.checkpoint.kind, "month")
          assert.match(mail.subject, /^Seal \d+ of the log, at the end of a month$/)
          yield* until(sealed, ({ unsealed }) => unsealed === 0)
        }),
      )
      assert.strictEqual((yield* mailed).length, 1)
      const { state, seals } = yield* Schema.decodeUnknownEffect(SealsAnswer, { onExcessProperty: "error" })(yield* sealsPage({}, believedKeys(settings)))
      assert.strictEqual(state.seals, seals.length)
      assert.strictEqual(publicKeys(state.publicKey!)[0]!.id, state.keyId)
      assert.strictEqual(notesOfFile(settings.sealNotes).size, seals.length)
      const [month] = (yield* sealsPage({ kind: "month" }, [])).seals
      assert.strictEqual(month?.kind, "month")
      assert.deepStrictEqual(
        (yield* sealsPage({ before: "2" }, [])).seals.map(({ id }) => id),
        [1],
      )
      // the first seal was backdated, which is detected
      const { findings } = yield* verifyLog({ keys: believedKeys(settings), notes: notesOfFile(settings.sealNotes) })
      assert.deepStrictEqual(
        findings.map(({ seal, text }) => [seal, text]),
        [[1, "seal 1 was changed: its row differs from its signed note"]],
      )
    }),
  )

  it.effect("detects at the start a wrong key, and notes that are ahead of the database", () =>
    Effect.gen(function* () {
      const other = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }) as string
      assert.deepStrictEqual(yield* Effect.provide(sealFaults, withConfig()), [])
      const [wrong] = yield* Effect.provide(sealFaults, withConfig({ sealKey: Redacted.make(other) }))
      assert.match(wrong ?? "", /is not signed with the key of this machine/)
      const { query } = yield* makeDatabase({ ...(yield* superuserOptions), max: 1 })
      yield* query((sql) => sql.unsafe("set session_replication_role = replica; delete from es.seal where id = (select max(id) from es.seal)").simple())
      const [restored] = yield* Effect.provide(sealFaults, withConfig())
      assert.match(restored ?? "", /knows seal \d+, and the database ends with seal \d+: it was restored to an older state/)
    }),
  )

  it.effect.each([
    [{ before: "x" }, "before must be the number of a seal"],
    [{ limit: "1001" }, "limit must be a whole number from 1 to 1000"],
    [{ kind: "new,year" }, "kind is new, day or month, or several separated by commas"],
  ])("refuses %j", ([asked, sentence]) => Effect.map(Effect.flip(sealsPage(asked as object, [])), (error) => assert.strictEqual(error.message, sentence)))
})
