/** What people are hired as. */
import { command, conflict, forbidden, get, newId, unchanged } from "@ops/platform/records/command.ts"
import { Flag, Line, Money, Optional, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { departments, leads } from "./department.ts"

const facts = {
  title: Line(100),
  departmentId: Ref("department"),
  /** the access level people in it usually have; gives no right */
  level: Optional(Whole),
  description: Text(500),
  requirements: Text(),
  /** cents of USD a month */
  baseSalary: Optional(Money),
  isActive: Flag,
}
export const CompanyPosition = record("company_position", facts, {
  label: "Position",
  title: "title",
  unique: [{ fields: ["departmentId", "title"], sentence: "This department has a position with this title already" }],
})
export const PositionAdded = event("PositionAdded", 1, facts, ({ title }) => `${title} added`)
export const PositionChanged = event("PositionChanged", 1, facts, ({ isActive }) => (isActive ? "Changed" : "Closed"))
export const companyPositions = stream(CompanyPosition, PositionAdded, PositionChanged).fold({
  PositionAdded: (_, added) => added,
  PositionChanged: (_, changed) => changed,
})
export type PositionFacts = Parameters<typeof PositionAdded>[0]

const notYours = "You can only change positions of your own department"

export const addPosition = command("position.add", function* (given: Omit<PositionFacts, "isActive">, by) {
  const department = yield* get(departments, given.departmentId)
  if (!leads(by, department)) throw forbidden(notYours)
  if (!department.isActive) throw conflict(`${department.name} is closed`)
  return [companyPositions.at(yield* newId(companyPositions), PositionAdded({ ...given, isActive: true }))]
})

/** Changes what is named; what is undefined stays. A position stays in its department. */
export const changePosition = command(
  "position.change",
  function* ({ id, ...given }: { readonly id: number } & { readonly [K in keyof PositionFacts]?: PositionFacts[K] | undefined }, by) {
    const { title, departmentId, level, description, requirements, baseSalary, isActive } = yield* get(companyPositions, id)
    if (!leads(by, yield* get(departments, departmentId))) throw forbidden(notYours)
    const before: PositionFacts = { title, departmentId, level, description, requirements, baseSalary, isActive }
    const after = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), departmentId }
    if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(id)
    return [companyPositions.at(id, PositionChanged(after))]
  },
)
