/** A delegation in the demo scenario: finance is on leave, and management decides in its place. */
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { delegateApprovals } from "./delegation.ts"

const managerSql = sql({ id: col.whole }, "select id from person where employee_id = 'FO-MGT-001'")

export const delegationsDemo = ({ as, execute, days }: Scenario) =>
  Effect.gen(function* () {
    const day = days.at(-2) ?? days[0]!
    const [manager] = yield* statement(managerSql, [])
    const leave = { delegateId: manager!.id, from: day, to: addDays(day, 13), reason: "Annual leave" }
    yield* execute("delegation-finance", delegateApprovals, leave, as("FO-FIN-001", day, "16:00"))
  })
