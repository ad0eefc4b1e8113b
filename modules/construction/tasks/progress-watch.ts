/** Watches for projects whose measured progress and progress by the calendar differ too much: each gap is recorded once, and raises an alert. */
import { Effect } from "effect"
import { clock } from "@ops/platform/clocks/clock.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { Rejection, system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { noteProgress } from "../projects/commands.ts"
import { widestGap } from "./progress.ts"
import { gapsSql } from "../queries.ts"

const dueSql = sql({ id: col.whole, shown: col.whole, measured: col.nullable(col.whole) }, gapsSql(widestGap))

/** Records the projects whose gap has opened or closed since the last check. Returns their number. */
export const noteGaps = Effect.gen(function* () {
  const due = yield* statement(dueSql, [])
  for (const { id, shown, measured } of due) {
    yield* Effect.catchIf(
      execute(noteProgress, { id, shown, measured }, system("construction")),
      (error) => error instanceof Rejection,
      ({ message }) => Effect.logWarning(`Construction project ${id}: ${message}`),
    )
  }
  return due.length
})

export const progressClock = clock("progress", "*/10 * * * *", { work: noteGaps, failed: "The progress of projects could not be checked" })
