/** Scheduled reports in the demo scenario: the month for the office, the week for the camp. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { makeSchedule } from "./schedules/commands.ts"

const peopleSql = sql({ id: col.whole, employeeId: col.text }, `select id, employee_id as "employeeId" from person`)

/** Created yesterday, so that the first run is still to come. */
export const reportsDemo = ({ as, execute, days }: Scenario) =>
  Effect.gen(function* () {
    const day = days.at(-2) ?? days[0]!
    const people = yield* statement(peopleSql, [])
    const idOf = (employeeId: string) => people.find((person) => person.employeeId === employeeId)!.id
    const rhythm = { frequency: "monthly" as const, weekday: null, dayOfMonth: 3, hour: 7 }
    const month = { name: "Monthly finance report", report: "financial" as const, period: "last_month" as const, siteId: null, format: "pdf" as const }
    yield* execute(
      "report-schedule-month",
      makeSchedule,
      { ...month, ...rhythm, recipients: ["FO-CEO-001", "FO-FIN-001", "FO-MGT-001"].map(idOf) },
      as("FO-FIN-001", day, "15:40"),
    )
    const week = { name: "Catering of the week", report: "catering" as const, period: "last_week" as const, siteId: null, format: "xlsx" as const }
    yield* execute(
      "report-schedule-week",
      makeSchedule,
      { ...week, ...rhythm, frequency: "weekly", weekday: 1, dayOfMonth: null, recipients: ["FO-MGT-001", "FO-SUP-001"].map(idOf) },
      as("FO-MGT-001", day, "15:50"),
    )
  })
