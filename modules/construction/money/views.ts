/** Views over the budgets and costs of projects: the committed part of orders, and the report by cost code. Cents of USD. */

/** Posted bills of an order, before tax, at their rates; credited amounts do not count as billed. */
const billed = `(select coalesce(sum(round((p.amount - p.credited_amount)::numeric * (p.amount - p.tax_amount) * 100 / (nullif(p.amount, 0) * p.rate))), 0)
    from payable p where p.purchase_request_id = q.id and p.posted_date is not null)::bigint`

const commitments = `create view construction_commitment as
  select x.*, case when x.is_closed or x.status not in ('approved', 'completed') then 0 else greatest(0, x.ordered - x.billed) end::bigint as committed
  from (select m.id, m.project_id, m.cost_code_id, m.purchase_request_id, m.is_closed, q.status, q.request_number, q.estimated_total as ordered, ${billed} as billed
    from commitment m join purchase_request q on q.id = m.purchase_request_id) x`

const report = `create view construction_cost_report as
  with parts as (
    select b.id as project_id, x."costCodeId" as cost_code_id, x.amount as original, x.changes, 0::bigint as committed, 0::bigint as actual, x."toComplete" as estimated
    from project_budget b cross join jsonb_to_recordset(b.lines) as x("costCodeId" bigint, amount bigint, changes bigint, "toComplete" bigint)
    union all select m.project_id, m.cost_code_id, 0, 0, m.committed, 0, null from construction_commitment m
    union all select c.project_id, c.cost_code_id, 0, 0, 0, c.amount, null from project_cost c where c.taken_back_date is null),
  codes as (
    select project_id, cost_code_id, sum(original)::bigint as original, sum(changes)::bigint as changes, sum(original + changes)::bigint as budget,
      sum(committed)::bigint as committed, sum(actual)::bigint as actual, max(estimated) as estimated
    from parts group by project_id, cost_code_id),
  complete as (select c.*, case when p.status = 'completed' then 0 else coalesce(c.estimated, greatest(0, c.budget - c.committed - c.actual)) end as to_complete
    from codes c join construction_project p on p.id = c.project_id)
  select c.*, c.actual + c.committed + c.to_complete as forecast, c.budget - (c.actual + c.committed + c.to_complete) as variance from complete c`

export const moneyViews: ReadonlyArray<string> = [commitments, report]
