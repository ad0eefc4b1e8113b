/** The payrolls that wait for approval. */
import { type InboxSource, dayIn, nameIn } from "@ops/platform/access/inbox.ts"
import { quoted } from "@ops/platform/text.ts"
import { periodList } from "./queries.ts"

export const payrollInbox: InboxSource = {
  kind: "payroll_period",
  label: "Payroll",
  may: ["finance.full"],
  inLog: { record: "payroll_period", approve: "payroll.approve", reject: "payroll.reopen" },
  list: (who) => periodList(who),
  waiting: "r.status = 'calculated'",
  can: () => `x."canApprove" and not x."isOwn"`,
  row: () => ({
    number: `x."periodName"`,
    title: `'Payroll of ' || x.people || ' people, net pay'`,
    requestedBy: `x."processedBy"`,
    requestedByName: nameIn(`x."processedByUser"`),
    siteId: "null::bigint",
    siteName: "null::text",
    amount: `x."totalNetPay"`,
    currency: "x.currency",
    version: "x.version",
    since: `x."processedDate"`,
    rule: quoted("Not the person who created or processed it"),
  }),
  screen: "/hr?tab=payroll&open=:id",
  detail: () => ({
    reason: "x.notes",
    facts: {
      People: "x.people",
      From: dayIn(`x."startDate"`),
      "Up to": dayIn(`x."endDate"`),
      "Pay date": dayIn(`x."payDate"`),
      "Gross pay": `'$' || to_char(x."totalGrossPay"::numeric, 'FM999,999,999,990.00')`,
      Deductions: `'$' || to_char(x."totalDeductions"::numeric, 'FM999,999,999,990.00')`,
    },
  }),
  history: "/api/hr/payroll-periods/:id/history",
  approve: { method: "PUT", path: "/api/hr/payroll-periods/:id/approve", versioned: true },
  reject: { method: "PUT", path: "/api/hr/payroll-periods/:id/reopen", reason: "optional" },
}
