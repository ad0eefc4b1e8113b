/**
 * Causes that become due with time: each rule is a query of the current findings. The clock raises new alerts and
 * withdraws those whose cause has ended. A cause begins with the rule's name, which the clock uses to find the rule's
 * open alerts. It contains numbers and no names of people. Other modules list their own rules as `dueRules` in
 * `module.ts`.
 */

/** A rule of the clock. */
export interface DueRule {
  /** the prefix of its causes, before the first slash */
  readonly name: string
  /** rows of cause, type, priority, title, message, "siteId", "relatedEntity", "relatedEntityId" */
  readonly sql: string
  /** alerts are raised by events, and the query only returns the causes that still hold */
  readonly endsOnly?: true
}

/** How many days before a document expires an alert is raised, and how many days before it is urgent. */
const soon = 30
const pressing = 7

const usd = (cents: string) => `to_char(${cents} / 100.0, 'FM999,999,999,990.00')`
const date = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`
const place = (kind: string, id: string, site: string) => `${site} as "siteId", '${kind}' as "relatedEntity", ${id} as "relatedEntityId"`
const papersPriority = (until: string) => `case when ${until} <= es.today() + ${pressing} then 'high' else 'medium' end as priority`

const invoiceOpen = "(r.total_amount - r.paid_amount - r.credited_amount)"

export const dueRules: ReadonlyArray<DueRule> = [
  {
    name: "overdue_invoice",
    sql: `select 'overdue_invoice/' || r.id as cause, 'invoices' as type, case when es.today() - r.due_date > 30 then 'high' else 'medium' end as priority, r.invoice_number || ' is overdue' as title,
        (r.client->>'name') || ': ' || r.currency || ' ' || ${usd(invoiceOpen)} || ' was due on ' || ${date("r.due_date")} || '. Remind the client, or record the payment' as message,
        ${place("invoice", "r.id", "r.site_id")}
      from invoice r where r.kind <> 'credit_note' and r.status not in ('draft', 'discarded') and ${invoiceOpen} > 0 and r.due_date < es.today()`,
  },
  {
    // a vendor's due bills are paid together, so there is one alert per vendor
    name: "overdue_bill",
    sql: `select 'overdue_bill/' || v.id as cause, 'bills' as type, case when es.today() - min(r.due_date) > 30 then 'high' else 'medium' end as priority,
        v.name || ': bills are overdue' as title,
        case when count(*) = 1 then 'One bill' else count(*) || ' bills' end || ', due since ' || ${date("min(r.due_date)")} || '. Add it to the next payment run' as message,
        ${place("vendor", "v.id", "null::bigint")}
      from payable r join vendor v on v.id = r.vendor_id where r.posted_date is not null and r.amount - r.paid_amount - r.credited_amount > 0 and r.due_date < es.today()
      group by v.id, v.name`,
  },
  {
    name: "budget",
    sql: `select 'budget/' || r.project_id || '/' || r.cost_code_id as cause, 'budgets' as type,
        case when r.actual + r.committed >= r.budget then 'high' else 'medium' end as priority,
        p.project_number || ', ' || k.name || ': the budget is running out' as title,
        'USD ' || ${usd("(r.actual + r.committed)")} || ' of ' || ${usd("r.budget")} || ' is spent or ordered, ' || (r.actual + r.committed) * 100 / r.budget || '%' as message,
        ${place("construction_project", "p.id", "p.site_id")}
      from construction_cost_report r join construction_project p on p.id = r.project_id join cost_code k on k.id = r.cost_code_id
      where r.budget > 0 and (r.actual + r.committed) * 100 >= r.budget * 80 and p.status not in ('completed', 'cancelled')`,
  },
  {
    name: "contractor",
    sql: `select 'contractor/' || c.id || '/' || x.paper || '/' || ${date("x.until")} as cause, 'contractors' as type, ${papersPriority("x.until")},
        c.contractor_number || ': ' || replace(x.paper, '_', ' ') || ' ends ' || ${date("x.until")} as title,
        case when x.until < es.today() then 'It has ended' else 'It ends soon' end || '. Renew it, or end the contract' as message, ${place("contractor", "c.id", "c.site_id")}
      from contractor c cross join lateral (values ('contract', c.contract_end), ('work_permit', c.work_permit_expiry)) x(paper, until)
      where c.status <> 'ended' and x.until <= es.today() + ${soon}`,
  },
  {
    // a contract that has ended raises no alert, nor does one with a signed successor
    name: "client_contract",
    sql: `select 'client_contract/' || c.id || '/' || ${date("c.end_date")} as cause, 'contracts' as type, ${papersPriority("c.end_date")},
        c.contract_number || ' with ' || l.company_name || ' ends ' || ${date("c.end_date")} as title,
        'Agree on a new contract, or inform the site that the ' || c.service_type || ' service ends' as message, ${place("client_contract", "c.id", "c.site_id")}
      from client_contract c join client l on l.id = c.client_id
      where c.end_date between es.today() and es.today() + ${soon} and not exists (select from client_contract n where n.client_id = c.client_id
        and n.site_id = c.site_id and n.service_type = c.service_type and n.start_date > c.start_date and (n.end_date is null or n.end_date > c.end_date))`,
  },
  {
    // of several documents of one kind, the one that expires last counts
    name: "company_staff",
    sql: `select 'company_staff/' || c.id || '/' || x.kind || '/' || ${date("x.until")} as cause, 'people' as type, ${papersPriority("x.until")},
        c.staff_number || ': ' || replace(x.kind, '_', ' ') || ' ends ' || ${date("x.until")} as title,
        case when x.until < es.today() then 'It has ended' else 'It ends soon' end || '. Ask for the new one and add it to the documents' as message,
        ${place("company_staff", "c.id", "c.site_id")}
      from company_staff c cross join lateral (select kind, max(until) as until from (
          select d->>'kind' as kind, (d->>'expiryDate')::date as until from jsonb_array_elements(c.documents) d
          union all select 'work_permit', c.work_permit_expiry) y where until is not null group by kind) x
      where c.status <> 'terminated' and x.until <= es.today() + ${soon}`,
  },
  {
    name: "open_month",
    sql: `select 'open_month/' || m.period as cause, 'books' as type, 'high' as priority,
        trim(to_char((m.period || '-01')::date, 'Month')) || to_char((m.period || '-01')::date, ' YYYY') || ' is not closed' as title,
        'A month is closed by the 5th of the next. The checklist says what stands in the way' as message,
        ${place("fiscal_period", "replace(m.period, '-', '')::bigint", "null::bigint")}
      from (select distinct to_char(entry_date, 'YYYY-MM') as period from journal_entry) m left join fiscal_period f on f.period = m.period
      where coalesce(f.status, 'open') <> 'closed' and ((m.period || '-01')::date + interval '1 month 5 days')::date <= es.today()`,
  },
  {
    // documents keep the rate of their own date: an outdated rate would be kept permanently
    name: "rate",
    sql: `select 'rate/official' as cause, 'books' as type, 'high' as priority, 'The exchange rate for today is missing' as title,
        w.documents || ' in SSP ' || case when w.documents = 1 then 'waits' else 'wait' end || ' for it, and no official rate is of the last ${soon} days. Enter the current rate' as message,
        ${place("exchange_rate", "1", "null::bigint")}
      from (select (select count(*) from invoice where currency = 'SSP' and status = 'draft') + (select count(*) from payable where currency = 'SSP' and approved_date is null and status = 'open')
        + (select count(*) from expense_request where currency = 'SSP' and status = 'pending') + (select count(*) from money_transaction where currency = 'SSP' and status = 'pending') as documents) w
      where w.documents > 0 and not exists (select from exchange_rate x, jsonb_to_recordset(x.rates) as t("from" date)
        where x.type = 'official' and t."from" between es.today() - ${soon} and es.today())`,
  },
  {
    name: "price",
    sql: `select 'price/' || c.id as cause, 'contracts' as type, 'high' as priority, c.contract_number || ' with ' || l.company_name || ' has no price for today' as title,
        'Meals served today cannot be billed. Agree on a price' as message, ${place("client_contract", "c.id", "c.site_id")}
      from client_contract c join client l on l.id = c.client_id
      where c.service_type = 'catering' and c.start_date <= es.today() and (c.end_date is null or c.end_date >= es.today())
        and not exists (select from jsonb_to_recordset(c.rates) as t("from" date) where t."from" <= es.today())`,
  },
  {
    // an alert about too many diners is kept until the day after the meal
    name: "capacity",
    endsOnly: true,
    sql: `select 'capacity/' || id as cause from meal_session where over_capacity and status <> 'cancelled' and session_date >= es.today() - 1`,
  },
]
