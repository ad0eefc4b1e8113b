/** The month-end checks of payroll, and the tie of its account. */
import type { ClosingCheck } from "@ops/ledger/periods/closing.ts"
import type { Tie } from "@ops/ledger/checks/ties.ts"
import { lateDaysCheck } from "./calculation/late-facts.ts"

export const payrollChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "payroll",
    step: "pay",
    title: "Payroll of the month is posted",
    command: "ops payroll status --period {month}",
    // months before payroll was kept here are not checked
    sql: `select p.period_name || ' is ' || case p.status when 'draft' then 'a draft' else p.status end as text, '/api/hr/payroll-periods/' || p.id as path
      from payroll_period p where p.status in ('draft', 'calculated', 'approved') and p.end_date between $1::date and $2::date
      union all
      select 'There is no payroll for ' || to_char($2::date, 'YYYY-MM') || ', and ' || count(*) || ' people work here', null
      from company_staff s where s.hire_date <= $2::date and s.status = 'active'
        and exists (select from payroll_period p where p.end_date < $1::date and p.status <> 'reversed')
        and not exists (select from payroll_period p where p.end_date between $1::date and $2::date and p.status <> 'reversed')
      having count(*) > 0`,
  },
  lateDaysCheck,
]

/** Payrolls posted and not paid on day $1. */
export const payrollTies: ReadonlyArray<Tie> = [
  {
    key: "accrued-payroll",
    title: "Posted, unpaid payrolls equal accrued payroll in the ledger",
    accounts: ["2100"],
    sql: `select x->>'currency' as currency, (x->>'netPay')::bigint as amount from payroll_period p, jsonb_array_elements(p.sums) x
      where p.posted_date <= $1::date and not exists (
        select from jsonb_to_recordset(p.payments) as t("paidDate" date, "reversedDate" date) where t."paidDate" <= $1::date and (t."reversedDate" is null or t."reversedDate" > $1::date)) and (p.reversed_date is null or p.reversed_date > $1::date)`,
    path: "/hr?tab=payroll",
  },
]
