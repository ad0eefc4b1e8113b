/** Marks follow-ups as due: one event for each, on its date. */
import { Effect } from "effect"
import { clock } from "@ops/platform/clocks/clock.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { Rejection, system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { remindFollowUp } from "./commands.ts"

const dueSql = sql(
  { id: col.whole },
  `select id from prospect where status = 'active' and next_follow_up <= es.today() and reminded_of is distinct from next_follow_up
   order by id limit 500`,
)

/** Marks every follow-up whose date has come as due. Returns their number. */
export const remindDue = Effect.gen(function* () {
  const due = yield* statement(dueSql, [])
  for (const { id } of due) {
    // one that was rescheduled meanwhile is no error
    yield* Effect.catchIf(
      execute(remindFollowUp, { id }, system("follow-ups")),
      (error) => error instanceof Rejection,
      ({ message }) => Effect.logWarning(`Follow-up of prospect ${id}: ${message}`),
    )
  }
  return due.length
})

/** Runs every ten minutes, so that the day's follow-ups are due soon after midnight in Juba. */
export const followUpClock = clock("follow-ups", "*/10 * * * *", { work: remindDue, failed: "Follow-ups could not be checked" })
