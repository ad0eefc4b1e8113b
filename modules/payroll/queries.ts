/** The SQL of the payroll lists, and the rows that each person may see. */
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { snake } from "@ops/platform/text.ts"
import { personSql } from "@ops/identity/joins.ts"
import { reversalJson } from "@ops/ledger/reversals/queries.ts"
import { filledIn } from "@ops/platform/records/row-columns.ts"
import { PayrollPeriod } from "./payroll-periods/payroll-period.ts"
import { PayrollRule } from "./components-and-rules/payroll-rule.ts"
import { Payslip } from "./payslips/payslip.ts"

const seesAll = (who: SignedIn) => holds(who, "finance.full")
const seesDepartment = (who: SignedIn) => !seesAll(who) && holds(who, "finance.departmental")

/** The people of the caller's department, and of the caller's site if there is one. `c` is the person, `d` the department. */
const ofDepartment = (who: SignedIn): Condition => ({
  sql: `(lower(d.name) = lower(?::text)${who.confinedTo === null ? "" : ` and c.site_id = ${Number(who.confinedTo)}`})`,
  values: [who.department],
})

const sumNames = ["grossPay", "tax", "socialSecurity", "otherDeductions", "totalDeductions", "netPay", "employerSocialSecurity", "employerSurtax"] as const

/** The totals of a payroll by currency, in cents: for all its people, or for those led by a person of level 8. */
const sumsSql = (who: SignedIn): Condition => {
  const all = `select x->>'currency' as currency, sum((x->>'people')::bigint)::bigint as people, ${sumNames.map((name) => `sum((x->>'${name}')::bigint)::bigint as ${snake(name)}`).join(", ")}
    from jsonb_array_elements(r.sums) x group by 1`
  if (!seesDepartment(who)) return { sql: all }
  const { sql, values = [] } = ofDepartment(who)
  return {
    sql: `select s.currency, count(*) as people, ${sumNames.map((name) => `sum(s.${snake(name)})::bigint as ${snake(name)}`).join(", ")}
    from payslip s join company_staff c on c.id = s.staff_id join department d on d.id = c.department_id
    where s.period_id = r.id and s.status = 'current' and r.status <> 'draft' and ${sql} group by 1`,
    values,
  }
}
const inUsd = (column: string) =>
  `(select coalesce(sum(case when t.currency = 'USD' then t.${column} else round(t.${column} * 100.0 / r.rate) end), 0)::bigint from sums t)`

const paymentReversal = reversalJson({ kind: "t.kind", reason: "t.reason", date: `t."reversedDate"`, by: `t."reversedBy"`, entry: `t."journalEntryId"` })

/** The periods with their totals: by currency, and all of them in USD at the rate of the payroll. */
export const periodList = (who: SignedIn): ListShape => {
  const sums = sumsSql(who)
  // the values of the scope are inlined, because the list numbers its own parameters
  const text = (sums.values ?? []).reduce<string>((sql, value) => sql.replace("?", `'${String(value ?? "").replaceAll("'", "''")}'`), sums.sql)
  const usd = (column: string) => `(with sums as (${text}) select es.money(${inUsd(column)}))`
  const ofScope = `(select coalesce(sum(t.people), 0)::int from (${text}) t)`
  const [people, slips] = seesDepartment(who)
    ? [ofScope, ofScope]
    : ["r.people", "(select count(*) from payslip s where s.period_id = r.id and s.status = 'current')"]
  const may = seesAll(who) && !who.simulated
  const own = `(coalesce(r.processed_by, 0) = ${Number(who.person)} or coalesce(r.created_by, 0) = ${Number(who.person)})`
  const flag = (condition: string, allowed = may) => (allowed ? `(${condition})` : "false")
  return {
    select:
      `${PayrollPeriod.answer("r", "id", "periodName", "startDate", "endDate", "payDate", "notes", "status", "isCalculating", "gapsReason", "createdBy", "processedBy", "processedDate", "approvedBy", "approvedDate", "overrideReason", "postedBy", "postedDate", "paidBy", "paidDate", "paymentMethod", "paymentReference", "reversedBy", "reversalReason", "version", "createdAt", "updatedAt")}, ` +
      `'USD' as currency, es.money(r.rate) as rate, ` +
      `${usd("gross_pay")} as "totalGrossPay", ${usd("total_deductions")} as "totalDeductions", ${usd("net_pay")} as "totalNetPay", ` +
      `(select coalesce(json_agg(json_build_object('currency', t.currency, 'people', t.people, ${sumNames.map((name) => `'${name}', es.money(t.${snake(name)})`).join(", ")}) order by t.currency desc), '[]') from (${text}) t) as "totalsByCurrency", ` +
      `${people} as people, ${slips} as payslips, ` +
      `${personSql("r.created_by")} as "createdByUser", ${personSql("r.processed_by")} as "processedByUser", ${personSql("r.approved_by")} as "approvedByUser", ` +
      `${personSql("r.posted_by")} as "postedByUser", ${personSql("r.paid_by")} as "paidByUser", ` +
      `(select coalesce(json_agg(json_build_object('id', j.id, 'entryNumber', j.entry_number) order by j.id), '[]') from journal_entry j where j.source_kind = 'payroll_period' and j.source_id = r.id) as "journalEntries", ` +
      `${flag("r.status = 'draft'")} as "canProcess", ${flag("r.status = 'calculated'")} as "canReopen", ` +
      `${flag(`r.status = 'calculated' and ${who.level >= 10 ? "true" : `not ${own}`}`)} as "canApprove", ${own} as "isOwn", ` +
      `${flag("r.status = 'approved'")} as "canPost", ${flag(`r.status = 'posted' and coalesce(r.approved_by, 0) <> ${Number(who.person)}`, may && holds(who, "payments.process"))} as "canPay", ` +
      `${flag("r.status = 'posted'")} as "canReverse", ` +
      `${flag(`r.status = 'paid' and r.paid_by is distinct from ${Number(who.person)}`, may && holds(who, "payments.process"))} as "canReversePayment", ` +
      `(select coalesce(json_agg(json_build_object('paidDate', t."paidDate", 'reversal', case when t."reversedDate" is not null then ${paymentReversal} end) order by t.n), '[]')
        from rows from (jsonb_to_recordset(r.payments) as ("paidDate" text, "reversedDate" text, kind text, reason text, "reversedBy" bigint, "journalEntryId" bigint))
          with ordinality as t("paidDate", "reversedDate", kind, reason, "reversedBy", "journalEntryId", n)) as payments`,
    from: "payroll_period r",
    id: "r.id",
    date: "r.end_date",
    filters: { status: "r.status" },
    search: ["r.period_name"],
    sorts: {
      startDate: "r.start_date",
      endDate: "r.end_date",
      payDate: "r.pay_date",
      periodName: "r.period_name",
      status: "array_position(array['draft','calculated','approved','posted','paid','reversed'], r.status)",
      createdAt: "r.created_at",
    },
    order: "-startDate,-createdAt",
    file: "Payroll periods",
    columns: [
      { key: "periodName", title: "Period", kind: "text" },
      { key: "startDate", title: "From", kind: "date" },
      { key: "endDate", title: "To", kind: "date" },
      { key: "payDate", title: "Pay date", kind: "date" },
      { key: "status", title: "Status", kind: "text" },
      { key: "people", title: "People", kind: "integer" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "totalGrossPay", title: "Gross pay", kind: "money" },
      { key: "totalDeductions", title: "Deductions", kind: "money" },
      { key: "totalNetPay", title: "Net pay", kind: "money" },
    ],
  }
}

/** The posted payrolls, under the name of payroll runs. */
export const runList = (who: SignedIn): ListShape => {
  const periods = periodList(who)
  return {
    ...periods,
    select:
      `q.id, to_char(coalesce(q.posted_date, q.pay_date), 'YYYY-MM-DD') as "runDate", to_char(q.start_date, 'YYYY-MM-DD') as "payPeriodStart", to_char(q.end_date, 'YYYY-MM-DD') as "payPeriodEnd", ` +
      `x.status, x.currency, x."totalGrossPay", x."totalNetPay", x."totalDeductions", x."totalsByCurrency", x."processedBy", x."approvedBy", x.notes`,
    from: `payroll_period q cross join lateral (select ${periods.select} from payroll_period r where r.id = q.id) x`,
    base: "payroll_period q",
    id: "q.id",
    where: [{ sql: "q.status in ('posted', 'paid', 'reversed')" }],
    date: "q.end_date",
    filters: { status: "q.status" },
    search: ["q.period_name"],
    sorts: { runDate: "coalesce(q.posted_date, q.pay_date)", payPeriodStart: "q.start_date", status: "q.status" },
    order: "-payPeriodStart",
    file: "Payroll runs",
    columns: [
      { key: "runDate", title: "Run date", kind: "date" },
      { key: "payPeriodStart", title: "From", kind: "date" },
      { key: "payPeriodEnd", title: "To", kind: "date" },
      { key: "status", title: "Status", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "totalGrossPay", title: "Gross pay", kind: "money" },
      { key: "totalDeductions", title: "Deductions", kind: "money" },
      { key: "totalNetPay", title: "Net pay", kind: "money" },
    ],
  }
}

/** Payslips: all for finance, those of the own department for level 8, and people's own once approved. */
export const slipList = (who: SignedIn, { ownOnly = false }: { readonly ownOnly?: boolean } = {}): ListShape => {
  const own = `(c.person_id = ${Number(who.person)} and r.status in ('approved', 'posted', 'paid'))`
  const department = ofDepartment(who)
  const scope: ReadonlyArray<Condition> = ownOnly
    ? [{ sql: own }]
    : seesAll(who)
      ? []
      : seesDepartment(who)
        ? [{ sql: `(${department.sql} or ${own})`, values: department.values ?? [] }]
        : [{ sql: own }]
  const paid = (expression: string) => `case when r.status = 'paid' then ${expression} end`
  return {
    select:
      `${Payslip.answer("s", "id", "periodId", "staffId", "siteId", "currency", "basicSalary", "overtime", "allowances", "bonuses", "corrections", "grossPay", "taxableIncome", "tax", "socialSecurity", "otherDeductions", "totalDeductions", "netPay", "carriedForward", "employerSocialSecurity", "employerSurtax", "workingDays", "actualDaysWorked", "paidLeaveDays", "unpaidLeaveDays", "absentDays", "gapDays", "overtimeHours", "remarks", "version", "createdAt", "updatedAt")}, ` +
      `s.period_id as "payrollPeriodId", r.period_name as "periodName", to_char(r.start_date, 'YYYY-MM-DD') as "startDate", to_char(r.end_date, 'YYYY-MM-DD') as "endDate", to_char(r.pay_date, 'YYYY-MM-DD') as "payDate", r.status as "periodStatus", ` +
      `c.staff_number as "staffNumber", c.first_name as "firstName", c.last_name as "lastName", d.name as department, o.title as position, es.money(s.rate) as rate, i.code as "siteCode", ` +
      `case when r.status = 'paid' then 'paid' else 'pending' end as "paymentStatus", ${paid("to_char(r.paid_date, 'YYYY-MM-DD')")} as "paymentDate", ${paid("r.payment_reference")} as "paymentReference", r.notes`,
    from:
      "payslip s join payroll_period r on r.id = s.period_id join company_staff c on c.id = s.staff_id join department d on d.id = c.department_id " +
      "join company_position o on o.id = c.position_id left join site i on i.id = s.site_id",
    base: "payslip s",
    filled: filledIn(PayrollPeriod, "r"),
    id: "s.id",
    site: "s.site_id",
    date: "r.end_date",
    where: [{ sql: "s.status = 'current'" }, ...scope],
    filters: { periodId: "s.period_id", staffId: "s.staff_id", currency: "s.currency", departmentId: "c.department_id" },
    search: ["c.first_name || ' ' || c.last_name", "c.staff_number", "o.title", "d.name"],
    sorts: {
      staffNumber: "c.staff_number",
      lastName: "c.last_name",
      department: "d.name",
      netPay: "s.net_pay",
      grossPay: "s.gross_pay",
      endDate: "r.end_date",
    },
    order: "-endDate,staffNumber",
    file: "Payslips",
    columns: [
      { key: "periodName", title: "Period", kind: "text" },
      { key: "staffNumber", title: "Staff #", kind: "text" },
      { key: "firstName", title: "First name", kind: "text" },
      { key: "lastName", title: "Last name", kind: "text" },
      { key: "department", title: "Department", kind: "text" },
      { key: "position", title: "Position", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "basicSalary", title: "Basic", kind: "money" },
      { key: "overtime", title: "Overtime", kind: "money" },
      { key: "allowances", title: "Allowances", kind: "money" },
      { key: "bonuses", title: "Bonuses", kind: "money" },
      { key: "corrections", title: "Corrections", kind: "money" },
      { key: "grossPay", title: "Gross pay", kind: "money" },
      { key: "tax", title: "Income tax", kind: "money" },
      { key: "socialSecurity", title: "Social insurance", kind: "money" },
      { key: "otherDeductions", title: "Other deductions", kind: "money" },
      { key: "netPay", title: "Net pay", kind: "money" },
    ],
  }
}

/** One payslip with the derivation of each figure. */
export const slipDetail = (who: SignedIn): ListShape => {
  const list = slipList(who)
  return {
    ...list,
    select: `${list.select}, (select coalesce(json_agg(json_build_object('line', h->>'line', 'formula', h->>'formula', 'amount', es.money((h->>'amount')::bigint)) order by n), '[]')
      from jsonb_array_elements(s.how) with ordinality as x(h, n)) as how`,
  }
}

const percent = (column: string, name: string) => `round(r.${column} / 100.0, 2)::text as "${name}"`
export const ruleList: ListShape = {
  select: `${PayrollRule.answer("r", "id", "kind", "from", "method", "bands", "weeklyHours", "source", "createdAt")}, ${percent("employee_rate", "employeePercent")}, ${percent("employer_rate", "employerPercent")}, ${percent("weekday_rate", "weekdayRate")}, ${percent("rest_rate", "restRate")}`,
  from: "payroll_rule r",
  id: "r.id",
  filters: { kind: "r.kind" },
  search: ["r.source", "r.kind"],
  sorts: { from: `r."from"`, kind: "r.kind" },
  order: "kind,-from",
  file: "Payroll rules",
  columns: [
    { key: "kind", title: "Kind", kind: "text" },
    { key: "from", title: "From", kind: "date" },
    { key: "method", title: "Method", kind: "text" },
    { key: "employeePercent", title: "Employee %", kind: "text" },
    { key: "employerPercent", title: "Employer %", kind: "text" },
    { key: "source", title: "Source", kind: "text" },
  ],
}
