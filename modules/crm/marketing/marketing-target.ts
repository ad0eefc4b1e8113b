/** A person's target for a month, a quarter or a year. Achievements are counted from prospects and activities, never entered. */
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { command, type By, conflict, find, forbidden, get, invalid, newId, unchanged } from "@ops/platform/records/command.ts"
import { BusinessDate, Line, Literals, Optional, Ref, Text, Whole, WholeUpTo } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { people } from "@ops/identity/person.ts"
import { type PeriodAsked, periodOf } from "./period.ts"
import { periods, targetStatuses, targetTypes } from "../labels.ts"

const most = 1_000_000_000_00
/** cents of USD for revenue, else a count */
const Target = WholeUpTo(most)

const facts = {
  teamMemberId: Ref("person"),
  targetType: Literals(...targetTypes),
  targetValue: Target,
  targetPeriod: Literals(...periods),
  year: Whole,
  month: Optional(Whole),
  quarter: Optional(Whole),
  fromDay: BusinessDate,
  toDay: BusinessDate,
  createdBy: Optional(Ref("person")),
}
export const MarketingTarget = record(
  "marketing_target",
  {
    ...facts,
    /** unique key of person, type and period; null once it is cancelled, so that another can be set */
    slot: Optional(Line()),
    status: Literals(...targetStatuses),
  },
  {
    label: "Target",
    title: "target_type || ' ' || to_char(from_day, 'YYYY-MM')",
    unique: [{ fields: ["slot"], sentence: "There is already a target for that period" }],
    indexes: [["teamMemberId", "fromDay"]],
  },
)
export const TargetSet = event(
  "TargetSet",
  1,
  { ...facts, slot: Line() },
  ({ targetType, fromDay, toDay }) => `Target of ${targetType} set for ${fromDay} to ${toDay}`,
)
export const TargetChanged = event("TargetChanged", 1, { targetValue: Target }, () => "Target changed")
export const TargetCancelled = event("TargetCancelled", 1, { reason: Text(500) }, ({ reason }) => `Cancelled: ${reason}`)
export const marketingTargets = stream(MarketingTarget, TargetSet, TargetChanged, TargetCancelled).fold({
  TargetSet: (_, set) => ({ ...set, status: "active" as const }),
  TargetChanged: (row, { targetValue }) => ({ ...row, targetValue }),
  TargetCancelled: (row) => ({ ...row, slot: null, status: "cancelled" as const }),
})

const requireValidTarget = (value: number) => {
  if (value <= 0) throw invalid("Target must be greater than 0")
  if (value > most) throw invalid("Target must be 1000000000 at most")
}
/** Level 8 sets targets of its own department. */
const requireDepartmentHead = (by: By, department: string | null) => {
  if (by.person === null || holdsAny(by, ["budget.manage", "users.manage"])) return
  if (!holds(by, "department.manage") || department === null || department.toLowerCase() !== by.department?.toLowerCase()) {
    throw forbidden("You can only set targets for people of your own department")
  }
}

export interface NewTarget extends Omit<PeriodAsked, "period"> {
  readonly teamMemberId: number
  readonly targetType: (typeof targetTypes)[number]
  readonly targetValue: number
  readonly targetPeriod: (typeof periods)[number]
}

export const setTarget = command("marketing_target.set", function* (asked: NewTarget, by) {
  const { teamMemberId, targetType, targetValue, targetPeriod } = asked
  const member = yield* get(people, teamMemberId)
  if (!member.isActive) throw conflict(`${member.firstName} ${member.lastName} has no active account. Choose another person`)
  requireDepartmentHead(by, member.department)
  requireValidTarget(targetValue)
  const { from, to, ...when } = periodOf({ ...asked, period: targetPeriod })
  const slot = `${teamMemberId}/${targetType}/${targetPeriod}/${from}`
  const known = yield* find(marketingTargets, { slot }, { expected: false })
  if (known) throw conflict(`${member.firstName} ${member.lastName} has a target of ${targetType} for that period. Change it instead`)
  const facts = { teamMemberId, targetType, targetValue, targetPeriod, ...when, fromDay: from, toDay: to, createdBy: by.person }
  return [marketingTargets.at(yield* newId(marketingTargets), TargetSet({ ...facts, slot }))]
})

export const changeTarget = command("marketing_target.change", function* ({ id, targetValue }: { readonly id: number; readonly targetValue: number }, by) {
  const row = yield* get(marketingTargets, id)
  requireDepartmentHead(by, (yield* get(people, row.teamMemberId)).department)
  if (row.status === "cancelled") throw conflict("A cancelled target cannot be changed. Set a new one")
  requireValidTarget(targetValue)
  if (targetValue === row.targetValue) return unchanged(id)
  return [marketingTargets.at(id, TargetChanged({ targetValue }))]
})

export const cancelTarget = command("marketing_target.cancel", function* ({ id, reason }: { readonly id: number; readonly reason: string }, by) {
  const row = yield* get(marketingTargets, id)
  requireDepartmentHead(by, (yield* get(people, row.teamMemberId)).department)
  if (row.status === "cancelled") return unchanged(id)
  if (reason.trim() === "") throw invalid("Reason is required")
  return [marketingTargets.at(id, TargetCancelled({ reason: reason.trim() }))]
})
