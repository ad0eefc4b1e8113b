/** Leave types and their terms. A change applies from a date; earlier accruals stay. */
import { Schema } from "effect"
import { command, type By, conflict, find, get, invalid, newId, permitted, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, Flag, label, Line, Literals, Optional, partly, Parts, Ref, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

const Step = Schema.Struct({ years: Schema.Int, days: Schema.Int })
const given = {
  accrual: Literals("monthly", "yearly"),
  /** whole days */
  maxDaysPerYear: label("Days per year", Whole),
  /** days per year after the given years of service */
  seniority: Parts(Step),
  carryForward: Flag,
  /** carried days expire after so many months; null if never */
  carryMonths: label("Months of carry-forward", Optional(Whole)),
}
const facts = {
  name: Line(100),
  description: Text(500),
  ...given,
  paid: Flag,
  /** whether calendar days count, or only working days */
  countsEveryDay: Flag,
  mayGoNegative: Flag,
  isActive: Flag,
}
const Terms = Schema.Struct({
  from: Schema.String,
  accrual: Schema.Literals(["monthly", "yearly"]),
  maxDaysPerYear: Schema.Int,
  seniority: Schema.Array(Step),
  carryForward: Schema.Boolean,
  carryMonths: Schema.NullOr(Schema.Int),
})

export const LeaveType = record(
  "leave_type",
  { ...facts, terms: Parts(Terms) },
  { label: "Leave type", title: "name", unique: [{ fields: ["name"], sentence: "A leave type with this name already exists" }] },
)
export const LeaveTypeAdded = event(
  "LeaveTypeAdded",
  1,
  { ...facts, from: BusinessDate },
  ({ name, maxDaysPerYear }) => `${name} added: ${maxDaysPerYear} days a year`,
)
export const LeaveTypeChanged = event("LeaveTypeChanged", 1, { ...facts, from: BusinessDate }, ({ maxDaysPerYear, from, isActive }) =>
  isActive ? `Changed from ${from}: ${maxDaysPerYear} days a year` : "No longer given",
)

const termsOf = ({ from, accrual, maxDaysPerYear, seniority, carryForward, carryMonths }: typeof Terms.Type) => {
  return { from, accrual, maxDaysPerYear, seniority, carryForward, carryMonths }
}
export const leaveTypes = stream(LeaveType, LeaveTypeAdded, LeaveTypeChanged).fold({
  LeaveTypeAdded: (_, { from, ...added }) => ({ ...added, terms: [termsOf({ from, ...added })] }),
  LeaveTypeChanged: (row, { from, ...changed }) => ({
    ...changed,
    terms: [...row.terms.filter((term) => term.from !== from), termsOf({ from, ...changed })].sort((a, b) => (a.from < b.from ? -1 : 1)),
  }),
})
export type LeaveTypeRow = Row<typeof LeaveType>
export type LeaveTypeFacts = Parameters<typeof LeaveTypeAdded>[0]

const requireManager = requiring(["users.manage", "users.department"], "Only management can change leave types")
const check = (by: By, { maxDaysPerYear, seniority, carryForward, carryMonths, from }: LeaveTypeFacts) => {
  if (maxDaysPerYear < 1 || maxDaysPerYear > 366) throw invalid("Days per year must be from 1 to 366")
  if (seniority.some(({ years, days }) => years < 1 || days <= maxDaysPerYear)) throw invalid("Days after years of service must be more than the days per year")
  if (!carryForward && carryMonths !== null) throw invalid("Months of carry-forward require carry-forward")
  if (carryMonths !== null && carryMonths < 1) throw invalid("Months of carry-forward must be at least 1")
  if (by.person !== null && from < by.today) throw invalid("A change of leave can apply from today or later")
}

function* requireUnused(name: string, id: number): CommandGenerator<void> {
  const other = yield* find(leaveTypes, { name })
  if (other && other.id !== id) throw conflict("A leave type with this name already exists")
}

/** The date from which it applies; defaults to today. */
const from = label("Date from", Optional(BusinessDate))
const { isActive: _, ...described } = facts
const adding = {
  ...described,
  description: withDefault("", facts.description),
  accrual: withDefault("yearly", facts.accrual),
  seniority: withDefault([], facts.seniority),
  carryForward: withDefault(false, facts.carryForward),
  paid: withDefault(true, facts.paid),
  countsEveryDay: withDefault(false, facts.countsEveryDay),
  mayGoNegative: withDefault(false, facts.mayGoNegative),
  from,
}
export const addLeaveType = command("leave_type.add", "Add a type of leave", adding, function* (input, by) {
  const added = { ...input, isActive: true, from: input.from ?? by.today }
  requireManager(by)
  check(by, added)
  yield* requireUnused(added.name, 0)
  return [leaveTypes.at(yield* newId(leaveTypes), LeaveTypeAdded(added))]
})

/** The terms change from a date, not before a planned change; everything else changes immediately. */
export const changeLeaveType = command(
  "leave_type.change",
  "Change a type of leave: what it gives from a day on, all else at once",
  { id: Ref("leave_type"), from, ...partly(facts) },
  function* ({ id, from: since, ...input }, by) {
    const row = yield* get(leaveTypes, id)
    requireManager(by)
    yield* permitted()
    const from = since ?? by.today
    const before = Object.fromEntries(Object.keys(facts).map((name) => [name, row[name as keyof typeof facts]])) as unknown as Omit<LeaveTypeFacts, "from">
    const after = { ...before, ...input }
    check(by, { ...after, from })
    if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(id)
    if (after.name !== row.name) yield* requireUnused(after.name, id)
    const planned = row.terms.at(-1)!.from
    if (from >= planned) return [leaveTypes.at(id, LeaveTypeChanged({ ...after, from }))]
    if (JSON.stringify(termsOf({ ...after, from })) !== JSON.stringify(termsOf({ ...before, from }))) {
      throw conflict(`${row.name} changes on ${planned} already. Choose that day or later`)
    }
    return [leaveTypes.at(id, LeaveTypeChanged({ ...after, from: planned }))]
  },
)
