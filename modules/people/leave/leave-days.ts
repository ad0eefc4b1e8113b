/** Days of granted leave are recorded automatically: each is marked in attendance on its morning, and leave that is over becomes taken. */
import { Effect } from "effect"
import { clock } from "@ops/platform/clocks/clock.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { Rejection, system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { markLeaveDays } from "./leave-request.ts"

const dueSql = sql(
  { id: col.whole },
  `select r.id from leave_request r where r.status = 'approved' and r.start_date <= es.today()
     and (r.marked_until is null or r.end_date < es.today() or r.marked_until < least(r.end_date, es.today())) order by r.id`,
)

/** Marks the days that have come since the last run. Returns the number of requests processed. */
export const markDays = Effect.gen(function* () {
  const due = yield* statement(dueSql, [])
  for (const { id } of due) {
    // one that was cancelled meanwhile, or marked by another process, is not an error
    yield* Effect.catchIf(
      execute(markLeaveDays, { id }, system("leave")),
      (error) => error instanceof Rejection,
      ({ message }) => Effect.logWarning(`Leave request ${id}: ${message}`),
    )
  }
  return due.length
})

/** Runs every ten minutes, so that a new day is marked soon after midnight in Juba. */
export const leaveClock = clock("leave", "*/10 * * * *", { work: markDays, failed: "Leave days could not be recorded" })
