/** The figures of sales and marketing: pipeline, achievements, spending. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Effect } from "effect"
import { FINANCE, OPERATIONS } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, jsonText, type RowOf } from "@ops/platform/database/statement.ts"
import { added, figure, listedAt, partsBy, said } from "@ops/platform/records/explain.ts"
import { prospects } from "./prospects/resource.ts"
import { OverviewAnswer } from "./contract.ts"
import { TargetAnswer } from "./marketing/contract.ts"
import { marketingBudgets } from "./budgets/resource.ts"
import { marketingCampaigns } from "./campaigns/resource.ts"
import { costScope, targetList } from "./marketing/queries.ts"
import { budgetsToday, daySql, overviewSql, prospectFrom, spentOfBudget, weightedSql } from "./queries.ts"

const READERS: ReadonlyArray<Permission> = [...OPERATIONS, ...FINANCE]
const pathOf = (id: number) => `/marketing?tab=prospects&open=${id}`
const titled = { id: col.whole, title: col.text }
const prospect = ({ id, title }: RowOf<typeof titled>) => ({ stream: `prospect/${id}`, title, path: pathOf(id) })
const overviewOf = jsonText(OverviewAnswer)
const overview = Effect.gen(function* () {
  const [row] = yield* statement(overviewSql, [])
  return overviewOf(row!.body)
})

const count = figure("crm.prospects", {
  label: "Prospects",
  unit: "prospects",
  may: READERS,
  explain: () =>
    Effect.gen(function* () {
      const records = yield* partsBy(
        "prospects",
        titled,
        "select r.id, r.prospect_number || ' ' || r.company_name as title, 1 as amount from prospect r order by r.id desc",
        [],
        (row) => ({ ...prospect(row), value: null }),
      )
      const { active } = yield* overview
      return { value: records.sum, records, formula: `${said(records.sum, "prospects")} in every stage; ${active} of them active` }
    }),
})

const conversion = figure("crm.conversion", {
  label: "Conversion rate",
  unit: "%",
  may: READERS,
  explain: () =>
    Effect.gen(function* () {
      const { prospects, closedWon, closedLost, conversionRate, winRate } = yield* overview
      const records = yield* partsBy(
        "prospects",
        titled,
        "select r.id, r.prospect_number || ' ' || r.company_name as title, 1 as amount from prospect r where r.stage = 'closed_won' order by r.stage_since desc, r.id desc",
        [],
        (row) => ({ ...prospect(row), value: null }),
      )
      return {
        value: conversionRate,
        records: { ...records, sum: null },
        formula: `${closedWon} won of ${prospects} prospects, open ones included: ${conversionRate}%. Of the ${closedWon + closedLost} decided ${winRate === null ? "there is no win rate yet" : `${winRate}% were won`}`,
      }
    }),
})

const pipeline = figure("crm.pipeline", {
  label: "Pipeline value",
  unit: "USD",
  may: READERS,
  explain: () =>
    Effect.gen(function* () {
      const records = yield* partsBy(
        "USD",
        titled,
        "select r.id, r.prospect_number || ' ' || r.company_name as title, r.estimated_value as amount from prospect r where r.estimated_value is not null order by r.estimated_value desc, r.id",
        [],
        prospect,
      )
      const { openValue } = yield* overview
      return {
        value: records.sum,
        records,
        formula: `Estimated value of all prospects: ${added(records, "USD", "prospects")}. Open ones: ${said(openValue.toFixed(2), "USD")}`,
      }
    }),
})

const weighted = figure("crm.weighted", {
  label: "Weighted pipeline",
  unit: "USD",
  may: READERS,
  explain: () =>
    Effect.gen(function* () {
      const inputs = yield* partsBy(
        "USD",
        { id: col.whole, label: col.text },
        `select r.id, r.prospect_number || ' ' || r.company_name as label, ${weightedSql}::bigint as amount from ${prospectFrom} where ${weightedSql} is not null order by 3 desc, r.id`,
        [],
        ({ id, label }) => ({ label, figure: { name: "prospect.weightedValue", parameters: { id } } }),
      )
      return { value: inputs.sum, inputs, formula: `Open prospects, weighted by probability: ${added(inputs, "USD", "prospects")}` }
    }),
})

const weightedValue = figure("prospect.weightedValue", {
  label: "Weighted value of a prospect",
  unit: "USD",
  needs: ["id"],
  may: READERS,
  document: { pattern: /^PS-\d+$/i, sql: "select id from prospect where prospect_number = $1" },
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const {
        prospectNumber,
        companyName,
        estimatedValue,
        probability,
        stage,
        winRate,
        winCases,
        weightedValue: value,
      } = yield* listedAt(prospects.schema, prospects.shape(who), id, "Prospect")
      const records = [{ ...prospect({ id, title: `${prospectNumber} ${companyName}` }), value: value?.toFixed(2) ?? null }]
      if (value === null || estimatedValue === null)
        return { value, records, formula: estimatedValue === null ? `${companyName} has no estimated value` : `${companyName} is decided: ${stage}` }
      const rate =
        winRate === null
          ? `${probability}%, as entered: too few deals (${winCases} decided in this stage)`
          : `${winRate}%, won of ${winCases} decided in this stage`
      return { value: value.toFixed(2), records, formula: `${said(estimatedValue.toFixed(2), "USD")} by ${rate} = ${said(value.toFixed(2), "USD")}` }
    }),
})

/** Each document that the user may see; those of others as a single line. */
const costs = (where: string, values: ReadonlyArray<unknown>, who: SignedIn) => {
  const given = [...values]
  const scope = costScope(who).map(({ sql, values = [] }) => {
    let next = 0
    return sql.replaceAll("?", () => `$${given.push(values[next++])}`)
  })
  const isSeen = scope.length > 0 ? `coalesce(${scope.join(" and ")}, false)` : "true"
  return partsBy(
    "USD",
    { kind: col.nullable(col.text), source_id: col.nullable(col.whole), title: col.text },
    `select kind, source_id, title, amount from (
       select m.kind, m.source_id, m.number || ', ' || m.what as title, m.amount, m.date, m.number from marketing_spend m where (${where}) and ${isSeen}
       union all select null, null, count(*) || case count(*) when 1 then ' document' else ' documents' end || ' of others', sum(m.amount)::bigint, null, null
         from marketing_spend m where (${where}) and not ${isSeen} having count(*) > 0) x order by date nulls last, number`,
    given,
    ({ kind, source_id, title }) => ({ title, ...(kind !== null && { stream: `${kind}/${source_id}` }) }),
  )
}

const budgetSpent = figure("marketingBudget.spent", {
  label: "Spent of a marketing budget",
  unit: "USD",
  needs: ["id"],
  may: READERS,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const { category, fromDay, toDay, spentAmount } = yield* listedAt(marketingBudgets.schema, marketingBudgets.shape(who), id, "Marketing budget")
      const records = yield* costs("m.category = $1 and m.date between $2::date and $3::date", [category, fromDay, toDay], who)
      return {
        value: spentAmount.toFixed(2),
        records,
        formula: `Documents of ${category.replace("_", " ")} from ${fromDay} to ${toDay}: ${added(records, "USD", "documents")}`,
      }
    }),
})

const spentToday = figure("crm.budgetSpent", {
  label: "Spent of today's marketing budgets",
  unit: "USD",
  may: READERS,
  explain: () =>
    Effect.gen(function* () {
      const inputs = yield* partsBy(
        "USD",
        { id: col.whole, category: col.text },
        `select b.id, b.category, ${spentOfBudget("b")} as amount from marketing_budget b where ${budgetsToday} order by b.category, b.id`,
        [],
        ({ id, category }) => ({ label: category.replace("_", " "), figure: { name: "marketingBudget.spent", parameters: { id } } }),
      )
      return { value: inputs.sum, inputs, formula: `Budgets in force today: ${added(inputs, "USD", "budgets")}` }
    }),
})

const campaignSpent = figure("marketingCampaign.spent", {
  label: "Spent on a campaign",
  unit: "USD",
  needs: ["id"],
  may: READERS,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const { name, spentAmount, actualLeads, costPerLead } = yield* listedAt(marketingCampaigns.schema, marketingCampaigns.shape(who), id, "Campaign")
      const records = yield* costs("m.campaign_id = $1", [id], who)
      const each = costPerLead === null ? "It has no prospects yet" : `${said(costPerLead.toFixed(2), "USD")} for each of ${actualLeads} leads`
      return { value: spentAmount.toFixed(2), records, formula: `Documents charged to ${name}: ${added(records, "USD", "documents")}. ${each}` }
    }),
})

/** What counts towards a target of each type: SQL of rows with id, title and amount. $1 is the person, $2 and $3 are the dates. */
const reached = {
  revenue: `select p.id, p.prospect_number || ' ' || p.company_name as title, coalesce(p.estimated_value, 0) as amount from prospect p
    where p.assigned_to = $1 and p.stage = 'closed_won' and ${daySql("p.stage_since")} between $2::date and $3::date order by p.stage_since, p.id`,
  leads: `select p.id, p.prospect_number || ' ' || p.company_name as title, 1 as amount from prospect p
    where p.created_by = $1 and ${daySql("p.created_at")} between $2::date and $3::date order by p.id`,
  activities: `select p.id, a.subject as title, 1 as amount from prospect_activity a join prospect p on p.id = a.prospect_id
    where a.recorded_by = $1 and ${daySql("a.activity_date")} between $2::date and $3::date order by a.activity_date, a.id`,
} as const

const achieved = figure("marketingTarget.achieved", {
  label: "Achieved of a target",
  unit: "",
  needs: ["id"],
  may: READERS,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const { targetType, teamMemberId, teamMember, fromDay, toDay, targetValue, achievedValue, progress } = yield* listedAt(
        TargetAnswer,
        targetList(who),
        id,
        "Target",
      )
      const unit = targetType === "revenue" ? "USD" : targetType
      const shown = (value: number) => (targetType === "revenue" ? value.toFixed(2) : value)
      const records = yield* partsBy(unit, titled, reached[targetType], [teamMemberId, fromDay, toDay], (row) =>
        targetType === "revenue" ? prospect(row) : { ...prospect(row), value: null },
      )
      const name = `${teamMember?.firstName} ${teamMember?.lastName}`
      return {
        value: shown(achievedValue),
        unit,
        records,
        formula: `${name} from ${fromDay} to ${toDay}: ${said(shown(achievedValue), unit)} of ${said(shown(targetValue), unit)}, ${progress}%`,
      }
    }),
})

export const crmFigures = [count, conversion, pipeline, weighted, weightedValue, budgetSpent, spentToday, campaignSpent, achieved]
