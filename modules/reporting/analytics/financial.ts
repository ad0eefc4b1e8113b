/** Finance: profit and loss by service and by site, margins, and aged receivables and payables. */
import { openAt } from "@ops/billing/receivables/aged-receivables.ts"
import { payableOpenAt } from "@ops/finance/payables/aged-payables.ts"
import { atSite, booksSql, lastDay, type ReportFigure, type ReportShape, type ReportTable, share, stepsSql } from "./shape.ts"

/** As in the profit and loss statement: 5 direct costs, 6 operating expenses, 7 and above other gains and losses. */
const revenue = "account_type = 'income'"
const direct = "account_number like '5%'"
const operating = "account_type = 'expense' and account_number not like '5%' and account_number < '7'"
const sum = (of: string) => `coalesce(sum(amount) filter (where ${of}), 0)`
const gross = `-${sum(revenue)} - ${sum(direct)}`
/** The service of an account, by the company's chart. */
const serviceSql = `case when account_number in ('4100', '5100', '5110', '5120', '5200') then 'Catering' when account_number in ('4200', '5300') then 'Facilities'
  when account_number in ('4300', '5400') then 'Construction' when ${revenue} or ${direct} then 'Other' end`

const statement = (key: string, label: string, sql: string, part: string): ReportFigure => ({
  key,
  label,
  unit: "USD",
  sql: `select case when count(*) > 0 then es.money((${sql})::bigint) end from books`,
  figure: { name: "statement.line", parameters: { statement: "pnl", part } },
})

const ages = [
  { name: "Not due", most: 0 },
  { name: "1 to 30 days", most: 30 },
  { name: "31 to 60 days", most: 60 },
  { name: "61 to 90 days", most: 90 },
  { name: "Over 90 days", most: 1_000_000 },
]
const ageValues = ages.map(({ name, most }, n) => `(${n}, '${name}', ${ages[n - 1]?.most ?? -1_000_000}, ${most})`).join(", ")
const ageing = (key: string, title: string, of: string): ReportTable => ({
  key,
  title,
  columns: [
    { key: "age", title: "Overdue", kind: "text" },
    { key: "documents", title: "Documents", kind: "integer" },
    { key: "usd", title: "USD", kind: "money" },
    { key: "ssp", title: "SSP", kind: "money" },
  ],
  sql: `select g.name as age, count(d.open) as documents, es.money(coalesce(sum(d.open) filter (where d.currency = 'USD'), 0)::bigint) as usd,
      es.money(coalesce(sum(d.open) filter (where d.currency = 'SSP'), 0)::bigint) as ssp
    from (values ${ageValues}) g(n, name, over, most) left join ${of} d on d.overdue > g.over and d.overdue <= g.most
    where exists (select from ${of}) group by g.n, g.name order by g.n`,
  chart: { label: "age", value: "usd", unit: "USD" },
})
const overdue = (of: string) => `select es.money(sum(open) filter (where currency = 'USD' and overdue > 0)::bigint) from ${of}`

const money = (key: string, title: string) => ({ key, title: `${title} (USD)`, kind: "money" }) as const
const margin = { key: "margin", title: "Margin (%)", kind: "decimal" } as const

export const financialReport: ReportShape = {
  with: [
    booksSql,
    `receivable as materialized (select * from (select i.currency, (${lastDay} - i.due_date)::int as overdue, ${openAt(lastDay)}::bigint as open
      from invoice i where i.kind <> 'credit_note' and i.issue_date <= ${lastDay} and ${atSite("i.site_id")}) x where x.open > 0)`,
    `owed as materialized (select * from (select r.currency, (${lastDay} - r.due_date)::int as overdue, ${payableOpenAt(lastDay)}::bigint as open
      from payable r where r.posted_date is not null and r.invoice_date <= ${lastDay} and ${atSite("r.site_id")}) x where x.open > 0)`,
    stepsSql,
  ],
  figures: [
    statement("revenue", "Revenue", `-${sum(revenue)}`, "revenue/revenue-total"),
    statement("directCosts", "Direct costs", sum(direct), "direct-costs/direct-costs-total"),
    statement("grossProfit", "Gross profit", gross, "gross-profit/gross-profit"),
    { key: "grossMargin", label: "Gross margin", unit: "%", sql: `select ${share(gross, `-${sum(revenue)}`)} from books` },
    statement("netProfit", "Net profit", "-sum(amount)", "net-profit/net-profit"),
    { key: "netMargin", label: "Net margin", unit: "%", sql: `select ${share("-sum(amount)", `-${sum(revenue)}`)} from books` },
    { key: "receivablesOverdue", label: "Receivables overdue", unit: "USD", sql: overdue("receivable") },
    { key: "payablesOverdue", label: "Payables overdue", unit: "USD", sql: overdue("owed") },
  ],
  tables: [
    {
      key: "services",
      title: "Profit and loss by service",
      columns: [
        { key: "service", title: "Service", kind: "text" },
        money("revenue", "Revenue"),
        money("costs", "Direct costs"),
        money("gross", "Gross profit"),
        margin,
      ],
      sql: `select x.service, es.money((-${sum(revenue)})::bigint) as revenue, es.money(${sum(direct)}::bigint) as costs, es.money((${gross})::bigint) as gross,
          ${share(gross, `-${sum(revenue)}`)} as margin
        from (select b.*, ${serviceSql} as service from books b) x where x.service is not null
        group by x.service order by array_position(array['Catering', 'Facilities', 'Construction', 'Other'], x.service)`,
      chart: { label: "service", value: "revenue", unit: "USD" },
    },
    {
      key: "sites",
      title: "Profit and loss by site",
      columns: [
        { key: "site", title: "Site", kind: "text" },
        money("revenue", "Revenue"),
        money("costs", "Direct costs"),
        money("expenses", "Operating expenses"),
        money("profit", "Net profit"),
        margin,
      ],
      sql: `select coalesce(s.name, 'No site') as site, es.money((-${sum(revenue)})::bigint) as revenue, es.money(${sum(direct)}::bigint) as costs,
          es.money(${sum(operating)}::bigint) as expenses, es.money(-sum(b.amount)::bigint) as profit, ${share("-sum(b.amount)", `-${sum(revenue)}`)} as margin
        from books b left join site s on s.id = b.site_id group by s.id, s.name order by s.name nulls last`,
      chart: { label: "site", value: "revenue", unit: "USD" },
    },
    {
      key: "months",
      title: "Revenue and costs over time",
      columns: [{ key: "from", title: "From", kind: "date" }, money("revenue", "Revenue"), money("costs", "All costs"), money("profit", "Net profit")],
      sql: `select s.step as from, es.money(coalesce(b.revenue, 0)) as revenue, es.money(coalesce(b.costs, 0)) as costs, es.money(coalesce(b.revenue - b.costs, 0)) as profit
        from steps s left join (select step, (-${sum(revenue)})::bigint as revenue, ${sum(`not (${revenue})`)}::bigint as costs from books group by step) b on b.step = s.step
        where exists (select from books) order by s.step`,
      chart: { label: "from", value: "revenue", unit: "USD" },
    },
    ageing("receivables", "Receivables by age", "receivable"),
    ageing("payables", "Payables by age", "owed"),
  ],
}
