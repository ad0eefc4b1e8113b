/** What people are hired as. */
import { command, conflict, forbidden, get, invalid, newId, permitted, unchanged } from "@ops/platform/records/command.ts"
import { Flag, Line, Money, Optional, partly, Ref, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { departments, leads } from "./department.ts"

const facts = {
  title: Line(100),
  departmentId: Ref("department"),
  /** the usual access level of people in this position; grants no right */
  level: Optional(Whole),
  description: Text(500),
  requirements: Text(),
  /** cents of USD per month */
  baseSalary: Optional(Money),
  isActive: Flag,
}
export const CompanyPosition = record("company_position", facts, {
  label: "Position",
  title: "title",
  unique: [{ fields: ["departmentId", "title"], sentence: "This department already has a position with this title" }],
})
export const PositionAdded = event("PositionAdded", 1, facts, ({ title }) => `${title} added`)
export const PositionChanged = event("PositionChanged", 1, facts, ({ isActive }) => (isActive ? "Changed" : "Closed"))
export const companyPositions = stream(CompanyPosition, PositionAdded, PositionChanged).fold({
  PositionAdded: (_, added) => added,
  PositionChanged: (_, changed) => changed,
})
export type PositionFacts = Parameters<typeof PositionAdded>[0]

const notYours = "You can only change positions of your own department"

const requireLevel = (level: number | null) => {
  if (level !== null && (level < 1 || level > 10)) throw invalid("Level must be from 1 to 10")
}

const { isActive, departmentId, ...described } = facts
const adding = {
  ...described,
  departmentId,
  description: withDefault("", facts.description),
  requirements: withDefault("", facts.requirements),
}
export const addPosition = command("position.add", "Add a position", adding, function* (given, by) {
  requireLevel(given.level)
  const department = yield* get(departments, given.departmentId)
  if (!leads(by, department)) throw forbidden(notYours)
  if (!department.isActive) throw conflict(`${department.name} is closed`)
  return [companyPositions.at(yield* newId(companyPositions), PositionAdded({ ...given, isActive: true }))]
})

/** Changes the given fields. A position stays in its department. */
export const changePosition = command(
  "position.change",
  "Change a position",
  { id: Ref("company_position"), ...partly({ ...described, isActive }) },
  function* ({ id, ...given }, by) {
    const { title, departmentId, level, description, requirements, baseSalary, isActive } = yield* get(companyPositions, id)
    if (!leads(by, yield* get(departments, departmentId))) throw forbidden(notYours)
    yield* permitted()
    const before: PositionFacts = { title, departmentId, level, description, requirements, baseSalary, isActive }
    const after = { ...before, ...given }
    requireLevel(after.level)
    if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(id)
    return [companyPositions.at(id, PositionChanged(after))]
  },
)
