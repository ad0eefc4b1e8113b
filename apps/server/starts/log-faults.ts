/** What is wrong with the log, for the alerts: all of it is read, and compared with the seals and their notes outside. */
import { Effect } from "effect"
import * as fs from "node:fs"
import { believedKeys } from "@ops/audit/seals/seals.ts"
import { Config } from "@ops/platform/config.ts"
import { notesOfFile, verifyLog } from "@ops/platform/event-store/verify.ts"

/** One sentence for each finding, with its place; none if the log is as it was written. */
export const logFaults = Effect.gen(function* () {
  const settings = yield* Config
  const { keys, notes } = yield* Effect.try({
    try: () => ({ keys: believedKeys(settings), notes: fs.existsSync(settings.sealNotes) ? notesOfFile(settings.sealNotes) : undefined }),
    catch: (error) => (error instanceof Error ? error : new Error(String(error))),
  })
  const { findings } = yield* verifyLog({ keys, notes })
  return findings.map(({ position, text }) => `At position ${position}: ${text}.`)
})
