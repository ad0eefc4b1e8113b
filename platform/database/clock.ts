/** Compares the clocks of this process and of the database, because the log contains times from both. */
import { Effect } from "effect"
import { count } from "../text.ts"
import { ahead, Database } from "./database.ts"
import { col, sql } from "./statement.ts"

const now = sql({ now: col.number }, "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now")

/** The maximum difference, in ms. */
export const clockTolerance = 5_000

/** An error message if the clocks differ too much. The round-trip time of the query is not counted. */
export const clockFault = (clock: () => number = Date.now) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const before = clock()
    const [{ now: theirs } = { now: before }] = yield* ahead(statement(now, []))
    const after = clock()
    const apart = theirs < before ? before - theirs : Math.max(0, theirs - after)
    if (apart <= clockTolerance) return undefined
    return `The clock of this server is ${count(Math.round(apart / 1000), "second")} ${theirs < before ? "ahead of" : "behind"} the database's. Synchronize both with NTP: events carry the time of this server.`
  })
