/** The overview: people fed, work requested and done, and revenue. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { FINANCE, OPERATIONS } from "@ops/platform/access/rule.ts"
import { figureParts } from "@ops/facilities/work-orders/board.ts"
import { atSite, between, booksSql, dayOf, lastDay, type ReportShape, share, stepsSql, stepStart } from "./shape.ts"

/** Meals by slot, as contracts bill them. */
export const slotsSql = `slots as materialized (select s.* from meal_slot s where s.date between $1::date and $2::date and ($3::bigint is null or s.site_id = $3))`
/** Heads fed per day and site: the largest meal. */
const fedSql = `fed as materialized (select m.date, m.site_id, max(m.heads)::bigint as heads from (
    select h.date, h.site_id, h.meal_type, sum(h.heads) as heads from heads_fed h where ${between("h.date")} and ${atSite("h.site_id")} group by 1, 2, 3) m group by 1, 2)`
const weekStart = `greatest($1::date, ${lastDay} - 6)`
/** Permissions to see the explanation of meal figures. */
export const mealReaders: ReadonlyArray<Permission> = [...OPERATIONS, "finance.full"]
const raised = `work_order o where ${between("o.request_date")} and ${atSite("o.site_id")}`
const done = `work_order o where o.status in ('completed', 'verified') and ${between(dayOf("o.completed_at"))} and ${atSite("o.site_id")}`

export const overviewReport: ReportShape = {
  with: [slotsSql, fedSql, booksSql, stepsSql],
  figures: [
    { key: "staffFed", label: "Person-days fed", unit: "people", sql: "select sum(heads)::bigint from fed" },
    {
      key: "staffFedADay",
      label: "People fed per day",
      unit: "people",
      sql: "select round(avg(d.heads), 1)::float8 from (select sum(heads) as heads from fed group by date) d",
    },
    {
      key: "mealsServed",
      label: "Meals served",
      unit: "meals",
      sql: "select sum(served)::bigint from slots",
      figure: { name: "meals.servedBetween", may: mealReaders },
    },
    { key: "serviceRequests", label: "Service requests", unit: "orders", sql: `select count(*) from ${raised}` },
    { key: "ordersCompleted", label: "Work orders completed", unit: "orders", sql: `select count(*) from ${done}` },
    {
      key: "activeOrders",
      label: "Work orders open now",
      unit: "orders",
      sql: `select count(*) from work_order r where ${figureParts.activeOrders} and ${atSite("r.site_id")}`,
      figure: { name: "dashboard.activeWorkOrders", takesDays: false },
    },
    {
      key: "activeProjects",
      label: "Projects in progress",
      unit: "projects",
      sql: `select count(*) from construction_project p where p.status = 'in_progress' and ${atSite("p.site_id")}`,
    },
    {
      key: "revenue",
      label: "Revenue",
      unit: "USD",
      may: FINANCE,
      sql: "select es.money(-sum(amount)::bigint) from books where account_type = 'income'",
      figure: { name: "statement.line", parameters: { statement: "pnl", part: "revenue/revenue-total" } },
    },
  ],
  tables: [
    {
      key: "weeklyFeeding",
      title: "Weekly feeding",
      columns: [
        { key: "date", title: "Day", kind: "date" },
        { key: "staffFed", title: "Staff fed", kind: "integer" },
      ],
      // a day without a head-count may still have had meals
      sql: `select to_char(d, 'YYYY-MM-DD') as date, (select sum(f.heads)::bigint from fed f where f.date = d::date) as "staffFed"
        from generate_series(${weekStart}::timestamp, ${lastDay}::timestamp, interval '1 day') d
        where exists (select from fed f where f.date between ${weekStart} and ${lastDay}) order by d`,
      chart: { label: "date", value: "staffFed", unit: "people", average: true },
    },
    {
      key: "meals",
      title: "Meals served",
      columns: [
        { key: "from", title: "From", kind: "date" },
        { key: "served", title: "Served", kind: "integer" },
      ],
      sql: `select s.step as from, m.served from steps s left join (select ${stepStart("l.date")} as at, sum(l.served)::bigint as served from slots l group by 1) m on m.at = s.step
        where exists (select from slots) order by s.step`,
      chart: { label: "from", value: "served", unit: "meals" },
    },
    {
      key: "sites",
      title: "By site",
      columns: [
        { key: "site", title: "Site", kind: "text" },
        { key: "meals", title: "Meals served", kind: "integer" },
        { key: "requests", title: "Service requests", kind: "integer" },
        { key: "completed", title: "Completed", kind: "integer" },
        { key: "projects", title: "Projects in progress", kind: "integer" },
      ],
      sql: `select s.name as site, (select sum(l.served)::bigint from slots l where l.site_id = s.id) as meals,
          (select count(*) from ${raised} and o.site_id = s.id) as requests, (select count(*) from ${done} and o.site_id = s.id) as completed,
          (select count(*) from construction_project p where p.status = 'in_progress' and p.site_id = s.id) as projects
        from site s where ${atSite("s.id")} order by s.name`,
    },
    {
      key: "services",
      title: "Revenue by service",
      may: FINANCE,
      columns: [
        { key: "service", title: "Service", kind: "text" },
        { key: "revenue", title: "Revenue (USD)", kind: "money" },
        { key: "share", title: "Share (%)", kind: "decimal" },
      ],
      sql: `select b.account_name as service, es.money(-sum(b.amount)::bigint) as revenue,
          ${share("-sum(b.amount)", "(select -sum(amount) from books where account_type = 'income')")} as share
        from books b where b.account_type = 'income' group by b.account_number, 1 order by b.account_number`,
      chart: { label: "service", value: "revenue", unit: "USD" },
    },
  ],
}
