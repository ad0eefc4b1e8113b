/** The kinds of record that ids in paths, queries and bodies refer to: for tests that call everything. */
import { resources } from "../modules.ts"

/** The kind of record that an id in a path refers to, by path prefix; the longest match counts. */
export const kinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(resources.filter(({ hasSite }) => hasSite).map(({ path, stream }) => [path, stream.record.kind])),
  "/api/alerts": "alert",
  "/api/purchase-requests": "purchase_request",
  "/api/procurement-budgets": "procurement_budget",
  "/api/meal-attendance": "meal_attendance",
  "/api/journal-entries": "journal_entry",
  "/api/journal-drafts": "journal_draft",
  "/api/invoices": "invoice",
  "/api/meal-billing-periods": "invoice",
  "/api/work-orders/billing": "invoice",
  "/api/expense-requests": "expense_request",
  "/api/accounts-payable": "payable",
  "/api/payments": "payment",
  "/api/payment-runs": "payment_run",
  "/api/crm/petty-cash-requests": "petty_cash_request",
  "/api/petty-cash-floats": "petty_cash_float",
  "/api/payslips": "payslip",
  "/api/hr/staff": "company_staff",
  "/api/hr/leave-requests": "leave_request",
  "/api/hr/assignments": "staff_assignment",
  "/api/hr/attendance": "attendance",
  "/api/pay-components": "pay_component",
  "/api/construction-projects": "construction_project",
  "/api/construction-changes": "budget_change",
  "/api/construction-costs": "project_cost",
  "/api/construction-commitments": "commitment",
  "/api/construction-certificates": "certificate",
  "/api/contractors": "contractor",
  "/api/contractor-assignments": "contractor_assignment",
  "/api/contractor-hours": "contractor_hours",
  "/api/work-orders": "work_order",
  "/api/maintenance-plans": "maintenance_plan",
  "/api/sla/clocks": "sla_clock",
  "/api/mails": "mail",
  "/api/report-schedules": "report_schedule",
}

/** The kind of record that an id with this name in a query or a body refers to; an entry with a path applies to that call alone. */
const named: Readonly<Record<string, string>> = {
  purchaseRequestId: "purchase_request",
  payableId: "payable",
  contractId: "client_contract",
  mealSessionId: "meal_session",
  staffMemberId: "staff_member",
  staffMemberIds: "staff_member",
  staffId: "company_staff",
  supervisorId: "company_staff",
  ownerId: "company_staff",
  assetId: "asset",
  planId: "maintenance_plan",
  contractorId: "contractor",
  assignmentId: "contractor_assignment",
  floatId: "petty_cash_float",
  invoiceId: "invoice",
  journalEntryId: "journal_entry",
  levelId: "stock_level",
  projectId: "project",
  "/api/alerts/acknowledge ids": "alert",
  "/api/contractor-hours/approve ids": "contractor_hours",
  "/api/field/acts deviceId": "field_device",
  "/api/work-orders assignedTo": "company_staff",
  "/api/work-orders/:id/assign assignedTo": "company_staff",
  "/api/maintenance-plans assignedTo": "company_staff",
  "/api/maintenance-plans/:id assignedTo": "company_staff",
  "/api/construction-costs/:id/recode projectId": "construction_project",
  "/api/construction-projects/:id/tasks/:taskId/resources refId": "company_staff",
}
export const kindNamed = (path: string, name: string): string | undefined => named[`${path} ${name}`] ?? named[name]

/** The entry of a table for this path or a path above it; the longest match counts. */
export const placed = <A>(table: Readonly<Record<string, A>>, path: string) =>
  Object.entries(table)
    .filter(([start]) => path === start || path.startsWith(start.endsWith("/") || start.endsWith("-") ? start : `${start}/`))
    .sort(([a], [b]) => b.length - a.length)[0]
