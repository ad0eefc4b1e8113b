/** Implements `ops backup` and `ops restore` on the database of this machine, as the owner of its tables. */
import * as fs from "node:fs"
import * as path from "node:path"
import type { Writable } from "node:stream"
import { Cause, Effect, Exit, Layer } from "effect"
import { believedKeys } from "@ops/audit/seals/seals.ts"
import { Config, loadConfig } from "@ops/platform/config.ts"
import * as Addresses from "@ops/platform/database/connection.ts"
import * as Database from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { migrateRows, migrateStore } from "@ops/platform/records/generations/migrate.ts"
import { NotRestored, restoreBackup, sumsOfRows, writeBackup } from "@ops/platform/event-store/backup.ts"
import type { CheckedBackup } from "@ops/platform/event-store/backup-file.ts"
import { EventStore } from "@ops/platform/event-store/event-store.ts"
import { pemOf, type PublicKey, publicKeys } from "@ops/platform/event-store/note.ts"
import { notesOfFile, verifyLog } from "@ops/platform/event-store/verify.ts"
import { verifyReads } from "@ops/platform/http/access-log.ts"
import { fingerprint } from "@ops/platform/records/generations/generation.ts"
import { seriesOf } from "@ops/platform/records/series.ts"
import { PersonalKeys } from "@ops/platform/records/personal-data/personal.ts"
import { Exit as Ended } from "@ops/platform/terminal/exit-codes.ts"
import type { Progress } from "@ops/platform/terminal/progress/progress.ts"
import { count } from "@ops/platform/text.ts"
import { version } from "@ops/platform/version.ts"
import { model } from "../../server/modules.ts"
import { hasLog, unknownFaults } from "../../server/starts/refusals.ts"
import { inProcess } from "../local.ts"

const kinds: ReadonlyArray<string> = model.streams.map(({ record }) => record.kind)

/** The database as its owner, the only role that can write the log without its function. */
const asOwner = (prepare: (owner: Database.DatabaseOptions) => Effect.Effect<void, Database.DatabaseError>) =>
  Layer.effect(
    Database.Database,
    Effect.gen(function* () {
      const { owner } = yield* Addresses.DatabaseAddress
      yield* prepare(owner)
      return yield* Database.make({ ...owner, max: 1, timeouts: false })
    }),
  ).pipe(Layer.provide(Addresses.layer), Layer.provideMerge(Config.layer))

const run = async <A, E>(work: Effect.Effect<A, E>): Promise<A> => {
  const exit = await Effect.runPromiseExit(work)
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}

/** Writes a backup of the database of this machine. Exits with `refused` if there is none. */
export const backUp = (options: {
  readonly to: () => Writable
  readonly keysTo: (() => Writable) | "nowhere" | undefined
  readonly progress: (at: { rows: number; total: number }) => void
}) =>
  run(
    Effect.gen(function* () {
      const settings = yield* loadConfig(process.env)
      const none = new Ended("refused", "There is no log in this database yet.", { next: "Check OPS_DATA and DATABASE_URL: ops doctor" })
      // reading a database must not create one
      if (!settings.databaseUrl && !fs.existsSync(path.join(settings.dataFolder, "postgres", "PG_VERSION"))) return yield* Effect.die(none)
      return yield* Effect.gen(function* () {
        if (!(yield* hasLog)) return yield* Effect.die(none)
        return yield* writeBackup({ ...options, publicKeys: believedKeys(settings).map(pemOf).join(""), madeBy: version })
      }).pipe(Effect.provide(asOwner(() => Effect.void)))
    }),
  )

const keysOf = (file: string): ReadonlyArray<PublicKey> => {
  try {
    return publicKeys(fs.readFileSync(file, "utf8"))
  } catch (error) {
    throw new Ended("usage", `${file} is not a public key: ${(error as Error).message}.`, { next: "Give a PEM file." })
  }
}
const outside = (file: string) => {
  try {
    return notesOfFile(file)
  } catch (error) {
    throw new Ended("usage", `${(error as Error).message}.`, { next: "Give the original notes file, unchanged." })
  }
}

const signersSql = sql({ id: col.text }, "select distinct key_id as id from es.seal order by 1")

export interface RestoreWork {
  readonly file: string
  readonly checked: CheckedBackup
  readonly keysFile: string | undefined
  /** whether the keys of personal data are included */
  readonly hasKeys: boolean
  readonly key?: string | undefined
  readonly notes?: string | undefined
  readonly progress: Progress
}

/** Restores a checked backup into the database of this machine, and builds its rows. */
export const restore = async ({ file, checked, keysFile, hasKeys, key, notes, progress }: RestoreWork) => {
  const { end, header } = checked
  const kept = notes === undefined ? undefined : outside(notes)
  const total = [...checked.tables.values()].reduce((sum, rows) => sum + rows, 0)
  const verified = await run(
    Effect.gen(function* () {
      const settings = yield* Config
      const own = key === undefined ? believedKeys(settings) : keysOf(key)
      const named = key === undefined && header.publicKeys !== "" ? publicKeys(header.publicKeys) : []
      const keys = [...own, ...named.filter(({ id }) => own.every((each) => each.id !== id))]
      let signedBy: ReadonlyArray<string> = []
      let sealedLater = "nothing"
      const verify = (position: number) =>
        Effect.gen(function* () {
          const [fault] = yield* unknownFaults
          if (fault !== undefined) return yield* Effect.fail(new NotRestored(fault.replace(/\.$/, "")))
          progress.begin("Verifying it", checked.tables.get("es.event") ?? 0)
          let before = 0
          const told = ({ events }: { readonly events: number }) => {
            progress.advance(events - before)
            before = events
          }
          const store = { closed: Effect.succeed(position) } as unknown as EventStore["Service"]
          const { found, findings } = yield* Effect.provideService(verifyLog({ keys, notes: kept, progress: told }), EventStore, store)
          // what was sealed after the backup is missing in every backup, and is no change of it
          const newer = findings.find(({ deed }) => deed === "restored")
          sealedLater = newer?.text ?? "nothing"
          const changes = found - (newer ? 1 : 0)
          const reads = yield* verifyReads
          if (changes > 0 || reads.broken) {
            const places = [
              ...findings
                .filter((each) => each !== newer)
                .slice(0, 10)
                .map(({ position, text }) => `position ${position}: ${text}`),
              ...(reads.broken ? [reads.broken.sentence] : []),
            ]
            return yield* Effect.die(
              new Ended("difference", `The log in ${file} has been changed (${count(changes + (reads.broken ? 1 : 0), "finding")}): ${places.join("; ")}.`, {
                next: "Nothing was changed. Take an older backup; if only the key is another one, give it with --key.",
              }),
            )
          }
          yield* Effect.catchIf(
            Effect.provide(
              Effect.flatMap(PersonalKeys, ({ check }) => check),
              PersonalKeys.layer,
            ),
            (error) => error instanceof Database.DatabaseError && error.code === "OPKEY",
            () =>
              Effect.die(
                new Ended("refused", "The personal data in this backup was encrypted with a different key from the one on this machine.", {
                  next: "Nothing was changed. Put the key of the machine that was backed up in its place: OPS_PERSONAL_KEY_FILE, or keys/personal.key in OPS_DATA.",
                }),
              ),
          )
          const { statement } = yield* Database.Database
          signedBy = (yield* statement(signersSql, [])).map(({ id }) => id)
        })
      progress.begin("Writing the log", total)
      yield* restoreBackup({ file, checked, keysFile, tables: model.tables, series: seriesOf(model.streams), verify, progress: progress.advance }).pipe(
        Effect.provide(asOwner(migrateStore)),
      )
      const foreign = signedBy.filter((id) => believedKeys(settings).every((each) => each.id !== id))
      if (foreign.length > 0) {
        progress.note(
          `The seals were signed with key ${foreign.join(", ")}, which this machine does not have: install it before the server starts (OPS_SEAL_KEY_FILE, or keys/seal.pem in OPS_DATA).`,
        )
      }
      return { signedBy: signedBy.join(", ") || "nothing is sealed", ...(kept && { sealedLater }) }
    }).pipe(Effect.provide(Config.layer)),
  )

  progress.begin("Making the rows")
  let before = 0
  const { sums } = await inProcess(
    Effect.gen(function* () {
      yield* migrateRows(({ events, total }) => {
        progress.expect(Math.max(events, total))
        progress.advance(events - before)
        before = events
      })
      progress.begin("Comparing them")
      return { sums: yield* sumsOfRows(kinds) }
    }),
  )
  if (end.rows === null || end.rows.fingerprint !== fingerprint(model.streams, model.views) || !hasKeys) {
    const why =
      end.rows === null
        ? "the backup has no checksums for them"
        : hasKeys
          ? "the backup was written by another version"
          : "the keys of personal data are missing"
    return { ...verified, rows: `not compared: ${why}` }
  }
  const differing = kinds.filter((kind) => end.rows!.tables[kind]?.sum !== sums[kind]!.sum)
  if (differing.length > 0) {
    throw new Ended("difference", `The log was restored, but the rows rebuilt from it differ from the backup: ${differing.join(", ")}.`, {
      why: "The read tables were changed outside the log before the backup was written.",
      next: "Compare with the database that was backed up: ops audit replay",
    })
  }
  return { ...verified, rows: `${Object.values(sums).reduce((sum, { rows }) => sum + rows, 0)}, equal to those backed up` }
}
