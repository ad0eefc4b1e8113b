/** Facilities: work orders raised and completed, whether promised times were kept, how long work takes, and the backlog. */
import { atSite, between, dayOf, during, lastDay, type ReportShape, share, stepsSql, stepStart } from "./shape.ts"

const hours = (until: string) => `round((avg(extract(epoch from ${until} - coalesce(o.reported_at, o.created_at)) / 3600))::numeric, 1)::float8`
const met = (clock: "response" | "resolution") => share(`count(*) filter (where c.${clock} = 'met')`, `count(*) filter (where c.${clock} in ('met', 'missed'))`)
const isDone = "o.status in ('completed', 'verified')"
const service = "upper(left(o.service_type, 1)) || replace(substr(o.service_type, 2), '_', ' ')"

export const facilitiesReport: ReportShape = {
  with: [
    // raised in these days, whatever their status
    `raised as materialized (select o.service_type, o.request_date, o.reported_at, o.created_at, o.responded_at from work_order o where ${between("o.request_date")} and ${atSite("o.site_id")})`,
    `done as materialized (select o.service_type, o.reported_at, o.created_at, o.completed_at, o.actual_cost, ${dayOf("o.completed_at")} as done_on from work_order o where ${isDone} and ${during("o.completed_at")} and ${atSite("o.site_id")})`,
    `clocks as materialized (select c.client_id, c.response, c.resolution from sla_clock c where ${during("c.started_at")} and ${atSite("c.site_id")})`,
    // open at the end of the period, with their age then
    `backlog as materialized (select o.id, o.service_type, o.priority, ${lastDay} - o.request_date as age from work_order o where o.status <> 'cancelled' and o.request_date <= ${lastDay}
      and (o.completed_at is null or o.completed_at >= (select (${lastDay} + 1)::timestamp at time zone 'Africa/Juba')) and ${atSite("o.site_id")})`,
    stepsSql,
  ],
  figures: [
    { key: "raised", label: "Orders raised", unit: "orders", sql: "select count(*) from raised" },
    { key: "completed", label: "Orders completed", unit: "orders", sql: "select count(*) from done" },
    { key: "responseMet", label: "Response as promised", unit: "%", sql: `select ${met("response")} from clocks c` },
    { key: "resolutionMet", label: "Resolution as promised", unit: "%", sql: `select ${met("resolution")} from clocks c` },
    {
      key: "hoursToRespond",
      label: "Mean time to respond",
      unit: "hours",
      sql: `select ${hours("o.responded_at")} from raised o where o.responded_at is not null`,
    },
    { key: "hoursToRepair", label: "Mean time to repair", unit: "hours", sql: `select ${hours("o.completed_at")} from done o` },
    { key: "backlog", label: "Open at the end", unit: "orders", sql: "select count(*) from backlog" },
    { key: "backlogAge", label: "Mean age of open orders", unit: "days", sql: "select round(avg(age), 1)::float8 from backlog" },
  ],
  tables: [
    {
      key: "orders",
      title: "Orders over time",
      columns: [
        { key: "from", title: "From", kind: "date" },
        { key: "raised", title: "Raised", kind: "integer" },
        { key: "completed", title: "Completed", kind: "integer" },
      ],
      sql: `select s.step as from, coalesce(r.orders, 0) as raised, coalesce(d.orders, 0) as completed
        from steps s left join (select ${stepStart("o.request_date")} as at, count(*) as orders from raised o group by 1) r on r.at = s.step
        left join (select ${stepStart("o.done_on")} as at, count(*) as orders from done o group by 1) d on d.at = s.step
        where exists (select from raised) or exists (select from done) order by s.step`,
      chart: { label: "from", value: "raised", unit: "orders" },
    },
    {
      key: "services",
      title: "By service",
      columns: [
        { key: "service", title: "Service", kind: "text" },
        { key: "raised", title: "Raised", kind: "integer" },
        { key: "completed", title: "Completed", kind: "integer" },
        { key: "open", title: "Open at the end", kind: "integer" },
        { key: "hoursToRepair", title: "Mean hours to repair", kind: "decimal" },
        { key: "cost", title: "Cost of completed orders (USD)", kind: "money", money: true },
      ],
      sql: `select ${service} as service, (select count(*) from raised r where r.service_type = o.service_type) as raised,
          (select count(*) from done d where d.service_type = o.service_type) as completed,
          (select count(*) from backlog b where b.service_type = o.service_type) as open,
          (select ${hours("o.completed_at")} from done o where o.service_type = t.service_type) as "hoursToRepair",
          (select es.money(sum(d.actual_cost)::bigint) from done d where d.service_type = o.service_type) as cost
        from (select service_type from raised union select service_type from done union select service_type from backlog) t
        cross join lateral (select t.service_type) o order by t.service_type`,
      chart: { label: "service", value: "raised", unit: "orders" },
    },
    {
      key: "backlog",
      title: "Age of open orders",
      columns: [
        { key: "age", title: "Days since it was raised", kind: "text" },
        { key: "orders", title: "Orders", kind: "integer" },
        { key: "urgent", title: "Of them urgent", kind: "integer" },
      ],
      sql: `select g.name as age, count(b.id) as orders, count(b.id) filter (where b.priority = 'urgent') as urgent
        from (values (1, 'Up to 7', -1, 7), (2, '8 to 30', 7, 30), (3, '31 to 90', 30, 90), (4, 'Over 90', 90, 1000000)) g(n, name, over, most)
        left join backlog b on b.age > g.over and b.age <= g.most where exists (select from backlog) group by g.n, g.name order by g.n`,
      chart: { label: "age", value: "orders", unit: "orders" },
    },
    {
      key: "promises",
      title: "Promises by client",
      columns: [
        { key: "client", title: "Client", kind: "text" },
        { key: "orders", title: "Orders with a service level", kind: "integer" },
        { key: "responseMet", title: "Response met (%)", kind: "decimal" },
        { key: "resolutionMet", title: "Resolution met (%)", kind: "decimal" },
        { key: "missed", title: "Resolution missed", kind: "integer" },
      ],
      sql: `select coalesce(n.company_name, 'Own work') as client, count(*) as orders, ${met("response")} as "responseMet", ${met("resolution")} as "resolutionMet",
          count(*) filter (where c.resolution = 'missed') as missed
        from clocks c left join client n on n.id = c.client_id group by n.id, 1 order by 1`,
      chart: { label: "client", value: "resolutionMet", unit: "%" },
    },
  ],
}
