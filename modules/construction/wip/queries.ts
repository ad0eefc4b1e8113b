/** The state of contracts at the end of a month, and what prevents closing it. */
import type { SignedIn } from "@ops/platform/access/who.ts"
import { lastDayOf } from "@ops/platform/calendar.ts"
import { Effect, Schema } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import type { WorkNotBilled } from "@ops/ledger/statements/not-billed.ts"
import { periodId } from "@ops/ledger/periods/period.ts"
import { ContractWip, earnedSql, Facts } from "./wip.ts"

/**
 * The contracts on day `day`, with the costs and certificates up to then. The forecast of the total cost is the current one of the report by cost code, plus
 * the part of the budget without a cost code.
 */
const contractsSql = (day: string) => `
  select t.id as project_id, p.project_number, p.site_id, t.client_id, t.contract_value,
    (select coalesce(sum(c.amount), 0) from project_cost c where c.project_id = t.id and c.date <= ${day} and (c.taken_back_date is null or c.taken_back_date > ${day}))::bigint as actual,
    (select coalesce(sum(r.forecast), 0) + case when p.status = 'completed' then 0 else greatest(0, coalesce(p.budget, 0) - coalesce(sum(r.budget), 0)) end from construction_cost_report r where r.project_id = t.id)::bigint as forecast,
    (select coalesce(sum(c.certified), 0) from certificate c where c.project_id = t.id and c.issue_date <= ${day} and (c.voided_date is null or c.voided_date > ${day}))::bigint as certified,
    (p.status = 'completed' and p.actual_end_date <= ${day}) as is_complete
  from project_contract t join construction_project p on p.id = t.id where t.signed_date <= ${day} and p.status <> 'cancelled'`

const wipSql = sqlOf({
  version: col.whole,
  contracts: col.json(Schema.Array(Facts)),
})

/** The contracts of a month and the version of its work in progress, from one consistent read. */
export const contractsAt = (period: string) =>
  Effect.gen(function* () {
    const [row] = yield* statement(
      wipSql(`select coalesce((select version from contract_wip where id = $1), 0)::int as version,
         (select coalesce(json_agg(json_build_object('projectId', x.project_id, 'projectNumber', x.project_number, 'siteId', x.site_id, 'clientId', x.client_id,
             'contractValue', x.contract_value, 'actual', x.actual, 'forecast', x.forecast, 'certified', x.certified, 'isComplete', x.is_complete) order by x.project_id), '[]')
           from (${contractsSql("$2::date")}) x) as contracts`),
      [periodId(period), lastDayOf(period)],
    )
    return row!
  })

/** For the checklist of the month from $1 to $2: the work in progress that is not posted as computed, as text. */
export const wipNotPostedSql = `select x.project_number || ': ' || es.money(x.earned - x.certified) || ' earned but not billed, posted ' || es.money(x.posted) as text,
    '/construction/' || x.project_id || '?tab=billing' as path
  from (select y.*, ${earnedSql("y")} as earned, coalesce((select z.position from contract_wip w cross join jsonb_to_recordset(w.lines) as z("projectId" bigint, position bigint)
      where w.date = $2::date and z."projectId" = y.project_id), 0) as posted
    from (${contractsSql("$2::date")}) y) x
  where x.earned - x.certified <> x.posted and $1::date is not null order by x.project_number`

/** The position of each contract on day $1: above 0 is earned but not billed, below 0 billed and not earned. */
export const positionsSql = `select x.project_id, x.project_number, x.site_id, ${earnedSql("x")} as earned, x.certified, ${earnedSql("x")} - x.certified as amount
  from (${contractsSql("$1::date")}) x`
const sumSql = sql(
  { notBilled: col.whole, ahead: col.whole },
  `select coalesce(sum(greatest(p.amount, 0)), 0)::bigint as "notBilled", coalesce(sum(greatest(-p.amount, 0)), 0)::bigint as ahead
   from (${positionsSql}) p where $2::bigint is null or p.site_id = $2`,
)

/** Construction contracts by progress: for the statement of an open month. */
export const contractsNotBilled: WorkNotBilled = {
  key: "construction",
  title: "Construction by progress, less what is billed ahead",
  source: "contract_wip",
  figure: "construction.notBilled",
  on: (days, siteId) => Effect.forEach(days, (day) => Effect.map(statement(sumSql, [day, siteId]), ([row]) => row!)),
}

const entrySql = (id: string) => `(select json_build_object('id', j.id, 'entryNumber', j.entry_number) from journal_entry j where j.id = ${id})`
const wipLineColumns = `"projectId" bigint, "contractValue" bigint, actual bigint, forecast bigint, certified bigint, earned bigint, position bigint`

/** The work in progress of each month: a person at one site sees the contracts and entries of that site. */
export const wipList = ({ confinedTo }: Pick<SignedIn, "confinedTo">): ListShape => {
  const own = confinedTo === null ? "true" : `p.site_id = ${Number(confinedTo)}`
  const ofLine = `from jsonb_to_recordset(r.lines) as x("projectId" bigint, position bigint) join construction_project p on p.id = x."projectId" where ${own}`
  const ofEntry =
    confinedTo === null ? "" : ` where exists(select from journal_line l where l.journal_entry_id = x."journalEntryId" and l.site_id = ${Number(confinedTo)})`
  return {
    select: `${ContractWip.answer("r", "id", "period", "date", "createdAt")},
    (select es.money(coalesce(sum(greatest(x.position, 0)), 0)::bigint) ${ofLine}) as "underBilled",
    (select es.money(coalesce(sum(greatest(-x.position, 0)), 0)::bigint) ${ofLine}) as "overBilled",
    (select coalesce(json_agg(json_build_object('projectId', p.id, 'projectNumber', p.project_number, 'projectName', p.name, 'contractValue', es.money(x."contractValue"),
        'actual', es.money(x.actual), 'forecast', es.money(x.forecast), 'certified', es.money(x.certified), 'earned', es.money(x.earned), 'position', es.money(x.position)) order by p.id), '[]')
      from jsonb_to_recordset(r.lines) as x(${wipLineColumns}) join construction_project p on p.id = x."projectId" where ${own}) as lines,
    (select coalesce(json_agg(json_build_object('entry', ${entrySql('x."journalEntryId"')}, 'reversal', ${entrySql('x."reversalEntryId"')}) order by x."journalEntryId"), '[]')
      from jsonb_to_recordset(r.entries) as x("journalEntryId" bigint, "reversalEntryId" bigint)${ofEntry}) as entries,
    (select json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name) from person p where p.id = r.posted_by) as "postedByUser"`,
    from: "contract_wip r",
    id: "r.id",
    date: "r.date",
    search: ["r.period"],
    sorts: { period: "r.period" },
    order: "-period",
  }
}
