/** Construction: the progress of projects, their budgets and costs, and what was claimed and certified. */
import { shownProgressSql } from "@ops/construction/tasks/progress.ts"
import { atSite, between, type ReportShape, share, stepsSql, stepStart } from "./shape.ts"

const status = "upper(left(p.status, 1)) || replace(substr(p.status, 2), '_', ' ')"
const inDays = between("c.date")

export const constructionReport: ReportShape = {
  with: [
    `projects as materialized (select p.*, ${shownProgressSql("p")} as progress, r.actual, r.committed, r.forecast
      from construction_project p cross join lateral (select sum(x.actual)::bigint as actual, sum(x.committed)::bigint as committed, sum(x.forecast)::bigint as forecast
        from construction_cost_report x where x.project_id = p.id) r
      where p.status <> 'cancelled' and ${atSite("p.site_id")})`,
    `costs as materialized (select c.* from project_cost c join projects p on p.id = c.project_id where c.taken_back_date is null and ${inDays})`,
    `claims as materialized (select c.* from certificate c join projects p on p.id = c.project_id
      where c.status <> 'void' and (${between("coalesce(c.issue_date, c.period_to)")} or c.status = 'claimed'))`,
    stepsSql,
  ],
  figures: [
    { key: "active", label: "Projects in progress", unit: "projects", sql: "select count(*) from projects where status = 'in_progress'" },
    { key: "progress", label: "Mean progress", unit: "%", sql: "select round(avg(progress), 1)::float8 from projects where status = 'in_progress'" },
    { key: "budget", label: "Budget", unit: "USD", money: true, sql: "select es.money(sum(budget)::bigint) from projects" },
    { key: "actual", label: "Spent to date", unit: "USD", money: true, sql: "select es.money(sum(actual)::bigint) from projects" },
    { key: "committed", label: "Ordered and not billed", unit: "USD", money: true, sql: "select es.money(sum(committed)::bigint) from projects" },
    { key: "spent", label: "Spent in this period", unit: "USD", money: true, sql: "select es.money(sum(amount)::bigint) from costs" },
    {
      key: "certified",
      label: "Certified in this period",
      unit: "USD",
      money: true,
      sql: "select es.money(sum(certified)::bigint) from claims where status = 'certified' and kind = 'progress'",
    },
    {
      key: "claimed",
      label: "Claimed, not certified yet",
      unit: "USD",
      money: true,
      sql: "select es.money(sum(certified)::bigint) from claims where status = 'claimed'",
    },
  ],
  tables: [
    {
      key: "progress",
      title: "Progress of projects",
      columns: [
        { key: "project", title: "Project", kind: "text" },
        { key: "status", title: "Status", kind: "text" },
        { key: "expectedEnd", title: "Expected end", kind: "date" },
        { key: "progress", title: "Progress (%)", kind: "integer" },
      ],
      sql: `select p.name as project, ${status} as status, to_char(p.expected_end_date, 'YYYY-MM-DD') as "expectedEnd", p.progress
        from projects p order by p.progress desc, p.name`,
      chart: { label: "project", value: "progress", unit: "%" },
    },
    {
      key: "money",
      title: "Budget, spent and committed",
      money: true,
      columns: [
        { key: "project", title: "Project", kind: "text" },
        { key: "budget", title: "Budget (USD)", kind: "money" },
        { key: "actual", title: "Spent (USD)", kind: "money" },
        { key: "committed", title: "Committed (USD)", kind: "money" },
        { key: "forecast", title: "Forecast (USD)", kind: "money" },
        { key: "used", title: "Spent of budget (%)", kind: "decimal" },
      ],
      sql: `select p.name as project, es.money(p.budget) as budget, es.money(p.actual) as actual, es.money(p.committed) as committed, es.money(p.forecast) as forecast,
          ${share("p.actual", "p.budget")} as used from projects p order by p.budget desc nulls last, p.name`,
      chart: { label: "project", value: "actual", unit: "USD" },
    },
    {
      key: "costs",
      title: "Spent over time",
      money: true,
      columns: [
        { key: "from", title: "From", kind: "date" },
        { key: "amount", title: "Spent (USD)", kind: "money" },
      ],
      sql: `select s.step as from, es.money(coalesce(c.amount, 0)::bigint) as amount
        from steps s left join (select ${stepStart("c.date")} as at, sum(c.amount) as amount from costs c group by 1) c on c.at = s.step where exists (select from costs) order by s.step`,
      chart: { label: "from", value: "amount", unit: "USD" },
    },
    {
      key: "claims",
      title: "Claims and certificates",
      money: true,
      columns: [
        { key: "number", title: "Certificate #", kind: "text" },
        { key: "project", title: "Project", kind: "text" },
        { key: "status", title: "Status", kind: "text" },
        { key: "date", title: "Work up to", kind: "date" },
        { key: "certified", title: "Work (USD)", kind: "money" },
        { key: "retention", title: "Retention (USD)", kind: "money" },
        { key: "billed", title: "Billed (USD)", kind: "money" },
      ],
      sql: `select c.certificate_number as number, p.name as project, initcap(c.status) as status, to_char(c.period_to, 'YYYY-MM-DD') as date,
          es.money(c.certified) as certified, es.money(c.retention) as retention, es.money(c.billed) as billed
        from claims c join projects p on p.id = c.project_id order by c.id`,
    },
  ],
}
