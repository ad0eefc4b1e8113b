/** The departments of the company. */
import { holds } from "@ops/platform/access/levels.ts"
import { command, type By, conflict, find, get, newId, permitted, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { Flag, label, Line, Money, Optional, partly, Ref, Text, withDefault } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { people } from "@ops/identity/person.ts"

const facts = {
  name: Line(100),
  description: Text(500),
  /** the account of the department head */
  managerId: label("Manager", Optional(Ref("person"))),
  /** cents of USD per year */
  budget: Optional(Money),
  isActive: Flag,
}
export const Department = record("department", facts, {
  label: "Department",
  title: "name",
  unique: [{ fields: ["name"], sentence: "A department with this name already exists" }],
})
export const DepartmentAdded = event("DepartmentAdded", 1, facts, ({ name }) => `${name} added`)
export const DepartmentChanged = event("DepartmentChanged", 1, facts, ({ isActive }) => (isActive ? "Changed" : "Closed"))
export const departments = stream(Department, DepartmentAdded, DepartmentChanged).fold({
  DepartmentAdded: (_, added) => added,
  DepartmentChanged: (_, changed) => changed,
})
export type DepartmentFacts = Parameters<typeof DepartmentAdded>[0]

/** Whether the user leads people of this department: as the own department, or as all of them. */
export const leads = (by: By, department: { readonly name: string }): boolean =>
  by.person === null || holds(by, "users.manage") || (holds(by, "users.department") && by.department?.toLowerCase() === department.name.toLowerCase())

const requireUserManager = requiring("users.manage", "Only people who manage all users can change departments")

function* requireUnused(name: string, id: number): CommandGenerator<void> {
  const other = yield* find(departments, { name })
  if (other && other.id !== id) throw conflict("A department with this name already exists")
}

const { isActive: _, ...described } = facts
const adding = { ...described, description: withDefault("", facts.description) }
export const addDepartment = command("department.add", "Add a department", adding, function* (given, by) {
  requireUserManager(by)
  yield* requireUnused(given.name, 0)
  if (given.managerId !== null) yield* get(people, given.managerId)
  return [departments.at(yield* newId(departments), DepartmentAdded({ ...given, isActive: true }))]
})

/** Changes the given fields. */
export const changeDepartment = command(
  "department.change",
  "Change a department",
  { id: Ref("department"), ...partly(facts) },
  function* ({ id, ...given }, by) {
    requireUserManager(by)
    yield* permitted()
    const { name, description, managerId, budget, isActive } = yield* get(departments, id)
    const before: DepartmentFacts = { name, description, managerId, budget, isActive }
    const after = { ...before, ...given }
    if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(id)
    if (after.name !== name) yield* requireUnused(after.name, id)
    if (after.managerId !== null && after.managerId !== managerId) yield* get(people, after.managerId)
    return [departments.at(id, DepartmentChanged(after))]
  },
)
