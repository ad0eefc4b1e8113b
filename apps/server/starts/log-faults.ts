/** Faults of the log, for the alerts: the whole log is read, and compared with the seals and their notes outside the database. */
import { Effect } from "effect"
import * as fs from "node:fs"
import { believedKeys } from "@ops/audit/seals/seals.ts"
import { Config } from "@ops/platform/config.ts"
import { notesOfFile, verifyLog } from "@ops/platform/event-store/verify.ts"

/** One sentence for each finding, with its position; empty if the log is intact. */
export const logFaults = Effect.gen(function* () {
  const settings = yield* Config
  const { keys, notes } = yield* Effect.try({
    try: () => ({ keys: believedKeys(settings), notes: fs.existsSync(settings.sealNotes) ? notesOfFile(settings.sealNotes) : undefined }),
    catch: (error) => (error instanceof Error ? error : new Error(String(error))),
  })
  const { findings } = yield* verifyLog({ keys, notes })
  return findings.map(({ position, text }) => `At position ${position}: ${text}.`)
})
