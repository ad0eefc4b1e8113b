/** Company policy on purchases, by date: approval limits by level, and the monthly budget of each site. Cents, USD. */
import { Schema } from "effect"
import { command, forbidden, invalid, findById, unchanged } from "@ops/platform/records/command.ts"
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { BusinessDate, Money, Parts, Ref } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { formatMoney } from "@ops/platform/money.ts"

const Limit = Schema.Struct({ from: BusinessDate, level: Schema.Int, upTo: Schema.NullOr(Schema.Int) })

/** Approval limits of purchase requests: one record, id 1. A level without a row approves nothing; `upTo` null means no limit. */
export const ApprovalPolicy = record("approval_policy", { limits: Parts(Limit) }, { label: "Approval policy", title: "'Purchase approval limits'" })
export const ApprovalLimitSet = event(
  "ApprovalLimitSet",
  1,
  { from: BusinessDate, level: Schema.Int, upTo: Schema.NullOr(Schema.Int) },
  ({ level, upTo, from }) => `Level ${level} approves ${upTo === null ? "without limit" : `up to USD ${formatMoney(upTo)}`} from ${from}`,
)
export const approvalPolicies = stream(ApprovalPolicy, ApprovalLimitSet).fold({
  ApprovalLimitSet: (policy, limit) => ({ limits: [...(policy?.limits ?? []), limit] }),
})

/** The limit of a level on a date: the latest one in effect. Undefined if the level approves nothing, null if it has no limit. */
export const limitOf = (policy: Pick<Row<typeof ApprovalPolicy>, "limits"> | undefined, level: number, date: string): number | null | undefined => {
  const held = (policy?.limits ?? []).filter((limit) => limit.level === Math.min(level, 10) && limit.from <= date)
  return held.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)).at(-1)?.upTo
}

export const setApprovalLimit = command("approval_policy.set", function* (limit: Parameters<typeof ApprovalLimitSet>[0], by) {
  if (by.person !== null && !holds(by, "settings.system")) throw forbidden("Only people who manage the settings can change approval limits")
  yield* findById(approvalPolicies, 1)
  return [approvalPolicies.at(1, ApprovalLimitSet(limit))]
})

/** The monthly purchase budget of a site, by the month from which it applies. The record's id is the site's. */
export const ProcurementBudget = record(
  "procurement_budget",
  { siteId: Ref("site"), budgets: Parts(Schema.Struct({ from: BusinessDate, monthly: Money })) },
  { label: "Procurement budget", title: "(select s.name from site s where s.id = site_id)" },
)
export const ProcurementBudgetSet = event(
  "ProcurementBudgetSet",
  1,
  { siteId: Ref("site"), from: BusinessDate, monthly: Money },
  ({ monthly, from }) => `USD ${formatMoney(monthly)} a month from ${from}`,
)
export const procurementBudgets = stream(ProcurementBudget, ProcurementBudgetSet).fold({
  ProcurementBudgetSet: (budget, { siteId, from, monthly }) => ({ siteId, budgets: [...(budget?.budgets ?? []), { from, monthly }] }),
})

export const setProcurementBudget = command("procurement_budget.set", function* (input: Parameters<typeof ProcurementBudgetSet>[0], by) {
  if (by.person !== null && !holdsAny(by, ["budget.manage"])) throw forbidden("Only people who manage budgets can set one")
  if (!input.from.endsWith("-01")) throw invalid("A budget applies from the first day of a month")
  if (input.monthly < 0) throw invalid("Monthly budget cannot be less than 0")
  const known = yield* findById(procurementBudgets, input.siteId)
  if (known?.budgets.findLast(({ from }) => from === input.from)?.monthly === input.monthly) return unchanged(input.siteId)
  return [procurementBudgets.at(input.siteId, ProcurementBudgetSet(input))]
})
