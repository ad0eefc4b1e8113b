/** Days of granted leave come by themselves: each is put into the attendance on its morning, and leave that is over is taken. */
import { Effect, Layer } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import { Rejection, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { markLeaveDays } from "./leave-request.ts"

/** Notes the days that have come since the last time. Gives how many requests it went through. */
export const markDays = Effect.gen(function* () {
  const { statement } = yield* Database
  const { execute } = yield* Records
  const due = yield* statement(
    `select r.id from leave_request r where r.status = 'approved' and r.start_date <= es.today()
       and (r.marked_until is null or r.end_date < es.today() or r.marked_until < least(r.end_date, es.today())) order by r.id`,
    [],
  )
  for (const { id } of due) {
    // one that was called off meanwhile, or noted by another process, is no fault
    yield* Effect.catchIf(
      execute(markLeaveDays, { id: Number(id) }, system("leave")),
      (error) => error instanceof Rejection,
      ({ message }) => Effect.logWarning(`Leave request ${id}: ${message}`),
    )
  }
  return due.length
})

/** Looks every ten minutes, so that a new day is there soon after midnight in Juba. */
export const LeaveDaysLive = Layer.effectDiscard(
  Effect.forkScoped(
    Effect.forever(
      Effect.andThen(
        Effect.catch(markDays, (error) => Effect.logWarning(`The days of leave were not noted: ${error.message}`)),
        Effect.sleep("10 minutes"),
      ),
    ),
  ),
)
