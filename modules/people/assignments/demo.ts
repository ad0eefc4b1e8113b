/** Assignments in the demo scenario: rotations of 28 days, a project, a relief that is over and one that is to come. */
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { assignStaff, type NewAssignment } from "./staff-assignment.ts"

const chief = "FO-CEO-001"
const plain = { projectKind: null, projectId: null, endDate: null, responsibilities: "", rotation: null, notes: "" } as const
const turns = { assignmentType: "rotation", rotation: { daysOn: 28, daysOff: 28 } } as const

const projectSql = sql({ id: col.whole }, "select id from project where status = 'active' order by id limit 1")

export const assignmentsDemo = ({ as, execute, days }: Scenario, ids: Readonly<Record<string, number>>) =>
  Effect.gen(function* () {
    const first = days[0]!
    const today = days.at(-1)!
    const assign = (who: string, on: string, time: string, given: Omit<NewAssignment, "staffId">) =>
      execute(`assignment-${who}-${given.startDate}`, assignStaff, { staffId: ids[who]!, ...given }, as(chief, on, time))
    const early = (minute: number) => `06:${String(40 + minute).padStart(2, "0")}`
    yield* assign("FO-012", first, early(0), {
      ...plain,
      ...turns,
      siteId: 1,
      startDate: addDays(first, -8),
      role: "Maintenance technician",
      responsibilities: "Generators and water at the camp",
    })
    yield* assign("FO-017", first, early(1), {
      ...plain,
      ...turns,
      siteId: 2,
      startDate: addDays(first, 6),
      role: "Maintenance technician",
      responsibilities: "Generators and water at the camp",
    })
    yield* assign("FO-018", first, early(2), { ...plain, ...turns, siteId: 2, startDate: addDays(first, -22), role: "Site foreman" })
    yield* assign("FO-011", first, early(3), { ...plain, assignmentType: "permanent", siteId: 1, startDate: first, role: "Housekeeper" })
    yield* assign("FO-015", addDays(today, -30), "07:10", {
      ...plain,
      assignmentType: "temporary",
      siteId: 1,
      startDate: addDays(today, -26),
      endDate: addDays(today, -15),
      role: "Relief in the kitchen",
      notes: "While Deng is on leave",
    })
    const [project] = yield* statement(projectSql, [])
    yield* assign("FO-019", addDays(today, -14), "07:20", {
      ...plain,
      assignmentType: "project",
      siteId: 2,
      startDate: addDays(today, -13),
      endDate: addDays(today, 40),
      role: "Mason",
      responsibilities: "Extension of the dining hall",
      ...(project && { projectKind: "client" as const, projectId: project.id }),
    })
    yield* assign("FO-022", addDays(today, -5), "07:30", {
      ...plain,
      assignmentType: "temporary",
      siteId: 2,
      startDate: addDays(today, 3),
      endDate: addDays(today, 13),
      role: "Driver",
      responsibilities: "Rotation flights and the month's supplies",
    })
  })
