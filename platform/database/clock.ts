/** The clocks of this process and of the database: the log has times of both. */
import { Effect } from "effect"
import { count } from "../text.ts"
import { ahead, Database } from "./database.ts"

/** How far apart they may be, in ms. */
export const clockTolerance = 5_000

/** A sentence if the clocks are too far apart. What the question took on its way is not counted. */
export const clockFault = (now: () => number = Date.now) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const before = now()
    const [row] = yield* ahead(statement("select extract(epoch from clock_timestamp()) * 1000 as now", []))
    const after = now()
    const apart = Number(row.now) < before ? before - Number(row.now) : Math.max(0, Number(row.now) - after)
    if (apart <= clockTolerance) return undefined
    return `The clock of this server is ${count(Math.round(apart / 1000), "second")} ${Number(row.now) < before ? "ahead of" : "behind"} the database's. Set both by NTP: events carry the time of this server.`
  })
