/** The SQL of the lists of targets, budgets, campaigns and their costs. Achievements and spending are calculated here from the underlying records. */
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { MarketingTarget } from "./marketing-target.ts"
import { personSql } from "@ops/identity/joins.ts"
import { daySql, usdSql } from "../queries.ts"

const isPaid = (e: string) => `${e}category = 'marketing' and ${e}status = 'paid'`
const isRetired = (p: string) => `${p}category in ('marketing_materials', 'entertainment') and ${p}status = 'retired'`
const isPosted = (t: string) =>
  `${t}transaction_type = 'expense' and ${t}status = 'posted' and regexp_replace(lower(trim(${t}category)), '[\\s_-]+', '_', 'g') = 'marketing'`
/** Few documents concern marketing: these indexes find them without reading the others. */
export const marketingIndexes = [
  `create index on expense_request (journal_entry_id) where ${isPaid("")}`,
  `create index on petty_cash_request (retirement_entry_id) where ${isRetired("")}`,
  `create index on money_transaction (journal_entry_id) where ${isPosted("")}`,
]

/**
 * Marketing spending, one row per document: paid expenses of the category marketing, petty cash of marketing materials
 * and entertainment with receipts, posted marketing transactions. The amount is what its journal entry posted to
 * expense accounts, cents of USD.
 */
export const marketingSpend = `create view marketing_spend as
  select d.kind, d.source_id, d.number, d.spent_on, d.what, d.department, d.site_id, j.entry_date as date, c.campaign_id,
    case when c.campaign_id is not null then 'campaigns' when d.spent_on in ('marketing_materials', 'entertainment') then d.spent_on else 'marketing' end as category,
    (select coalesce(sum(l.debit_usd - l.credit_usd), 0)::bigint from journal_line l join account a on a.id = l.account_id
      where l.journal_entry_id = d.entry_id and a.account_type = 'expense') as amount
  from (
    select 'expense_request' as kind, e.id as source_id, e.request_number as number, e.category as spent_on, e.description as what, e.department, e.site_id, e.journal_entry_id as entry_id
      from expense_request e where ${isPaid("e.")}
    union all select 'petty_cash_request', p.id, p.request_number, p.category, p.purpose, p.department, p.site_id, p.retirement_entry_id
      from petty_cash_request p where ${isRetired("p.")}
    union all select 'money_transaction', t.id, t.transaction_number, 'marketing', t.description, null, t.site_id, t.journal_entry_id
      from money_transaction t where ${isPosted("t.")}
  ) d join journal_entry j on j.id = d.entry_id left join campaign_cost c on c.kind = d.kind and c.source_id = d.source_id`

const seesAll = (who: SignedIn) => holdsAny(who, ["budget.manage", "users.manage"])
const text = (value: string | null) => `'${String(value ?? "").replaceAll("'", "''")}'`
/** Whether the user may change what the department of this expression set. */
export const ownSql = (who: SignedIn, department: string) =>
  seesAll(who) ? "true" : holds(who, "department.manage") ? `coalesce(lower(${department}) = lower(${text(who.department)}), false)` : "false"

/** What was achieved for target `r` in its period; cents for revenue, else a count. */
export const achievedSql = `case r.target_type
  when 'revenue' then (select coalesce(sum(p.estimated_value), 0)::bigint from prospect p where p.assigned_to = r.team_member_id and p.stage = 'closed_won' and ${daySql("p.stage_since")} between r.from_day and r.to_day)
  when 'leads' then (select count(*) from prospect p where p.created_by = r.team_member_id and ${daySql("p.created_at")} between r.from_day and r.to_day)
  else (select count(*) from prospect_activity a where a.recorded_by = r.team_member_id and ${daySql("a.activity_date")} between r.from_day and r.to_day) end`
const ofTarget = (value: string) => `case when r.target_type = 'revenue' then ${usdSql(value)} else (${value})::numeric end`

export const targetList = (who: SignedIn): ListShape => ({
  select:
    `${MarketingTarget.answer("r", "id", "teamMemberId", "targetType", "targetPeriod", "year", "month", "quarter", "fromDay", "toDay", "status", "version", "createdAt", "updatedAt")}, ` +
    `${ofTarget("r.target_value")} as "targetValue", ${ofTarget("g.achieved")} as "achievedValue", round(100.0 * g.achieved / r.target_value, 1) as progress, ` +
    `${personSql("r.team_member_id")} as "teamMember", (r.status = 'active' and ${ownSql(who, "m.department")}) as "canChange"`,
  from: `marketing_target r join person m on m.id = r.team_member_id cross join lateral (select ${achievedSql} as achieved) g`,
  base: "marketing_target r",
  id: "r.id",
  date: "r.from_day",
  filters: { status: "r.status", targetType: "r.target_type", teamMemberId: "r.team_member_id", year: "r.year", month: "r.month" },
  search: ["m.first_name || ' ' || m.last_name", "r.target_type"],
  sorts: {
    fromDay: "r.from_day",
    teamMember: "m.first_name",
    targetType: "r.target_type",
    progress: "100.0 * g.achieved / r.target_value",
    status: "r.status",
  },
  order: "-fromDay,teamMember",
  file: "Marketing targets",
  columns: [
    { key: "fromDay", title: "From", kind: "date" },
    { key: "toDay", title: "To", kind: "date" },
    { key: "targetType", title: "Type", kind: "text" },
    { key: "targetValue", title: "Target", kind: "text" },
    { key: "achievedValue", title: "Achieved", kind: "text" },
    { key: "progress", title: "Progress %", kind: "text" },
    { key: "status", title: "Status", kind: "text" },
  ],
})

/** The costs charged to campaign `r`, cents. */
export const spentOfCampaign = "(select coalesce(sum(m.amount), 0)::bigint from marketing_spend m where m.campaign_id = r.id)"
/** Level 8 sees the documents of its own department, and of its site if it has one; levels without finance permissions see none. */
export const costScope = (who: SignedIn): ReadonlyArray<Condition> =>
  !holdsAny(who, FINANCE)
    ? [{ sql: "false" }]
    : seesAll(who)
      ? []
      : [
          { sql: "lower(m.department) = lower(?::text)", values: [who.department] },
          ...(who.confinedTo === null ? [] : [{ sql: "m.site_id = ?", values: [who.confinedTo] }]),
        ]

export const costList = (who: SignedIn): ListShape => ({
  select:
    `m.kind, m.source_id as "sourceId", m.number, to_char(m.date, 'YYYY-MM-DD') as date, m.spent_on as "spentOn", m.category, m.what, ${usdSql("m.amount")} as amount, ` +
    `m.campaign_id as "campaignId", (select c.name from marketing_campaign c where c.id = m.campaign_id) as "campaignName"`,
  from: "marketing_spend m",
  id: "m.number",
  date: "m.date",
  where: costScope(who),
  filters: { campaignId: "m.campaign_id", category: "m.category" },
  search: ["m.number", "m.what"],
  sorts: { date: "m.date", number: "m.number", amount: "m.amount", category: "m.category" },
  order: "-date",
  file: "Marketing costs",
  columns: [
    { key: "date", title: "Date", kind: "date" },
    { key: "number", title: "Document", kind: "text" },
    { key: "what", title: "What", kind: "text" },
    { key: "category", title: "Counts in", kind: "text" },
    { key: "campaignName", title: "Campaign", kind: "text" },
    { key: "amount", title: "Amount (USD)", kind: "money" },
  ],
})
