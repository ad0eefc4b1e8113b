/** Consecutive wrong PINs at the kiosks, by person. They are not events; only a resulting lock is. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { lockedFor, triesAtMost } from "./kiosk-pin.ts"

export const kioskTables = [`create table if not exists app.pin_try (staff_id bigint primary key, fails int not null, last_at timestamptz not null)`]

/** The last counted attempt is so long ago that its lock has ended. */
const isOver = `t.last_at <= $2::timestamptz - interval '${lockedFor} minutes'`
const takeSql = sql(
  { fails: col.whole },
  `insert into app.pin_try as t (staff_id, fails, last_at) values ($1, 1, $2::timestamptz)
   on conflict (staff_id) do update set fails = case when ${isOver} then 1 else t.fails + 1 end,
     last_at = case when ${isOver} or t.fails < ${triesAtMost} then excluded.last_at else t.last_at end returning fails`,
)
const clearSql = sql({}, "delete from app.pin_try where staff_id = $1")

/**
 * Counts an attempt before the PIN is compared, so that concurrent attempts cannot exceed the limit; returns the new count.
 * A count that has reached the limit ends with its lock, not with it being set: an attempt that began before the lock is counted after it.
 */
export const takePinTry = (staffId: number, at: string) => Effect.map(statement(takeSql, [staffId, at]), ([row]) => row!.fails)
/** Resets the attempts: the PIN was correct, or is new. Not when it is locked. */
export const clearPinTries = (staffId: number) => statement(clearSql, [staffId])
