/** Who may call what, written by hand, held against the contract: a slip in either shows. */
import { Context } from "effect"
import { expect, test } from "vitest"
import { holdsAny, permissionsOf } from "@ops/platform/access/levels.ts"
import { Rule } from "@ops/platform/access/rule.ts"
import { Api } from "./api.ts"

const levels = [1, 3, 5, 6, 7, 8, 10]
/** Y may, - may not; one letter for each of the levels 1 3 5 6 7 8 10. Levels 2, 4 and 9 may nothing of it. */
const oracle: Record<string, string> = {
  "GET /api/alerts": "YYYYYYY",
  "GET /api/notifications": "YYYYYYY",
  "POST /api/alerts/:id/read": "YYYYYYY",
  "POST /api/alerts/:id/acknowledge": "YYYYYYY",
  "POST /api/alerts/:id/assign": "---YYYY",
  "POST /api/alerts/:id/resolve": "-YYYYYY",
  "GET /api/dashboard/metrics": "YYYYYYY",
  "GET /api/stock/alerts": "YYYYYYY",
  "GET /api/staff-feeding/weekly-stats": "YYYYYYY",
  "POST /api/demo-data/load": "------Y",
  "GET /api/demo-data/status": "YYYYYYY",
  "GET /api/purchase-requests": "YYYYYYY",
  "GET /api/purchase-requests/figures": "-Y-YYYY",
  "GET /api/purchase-requests/:id": "YYYYYYY",
  "GET /api/purchase-requests/:id/history": "-Y-YYYY",
  "POST /api/purchase-requests": "-Y-Y-YY",
  "POST /api/purchase-requests/items": "-Y-Y-YY",
  "PATCH /api/purchase-requests/:id/approve": "---Y-YY",
  "PATCH /api/purchase-requests/:id/reject": "---Y-YY",
  "POST /api/purchase-requests/:id/cancel": "---Y-YY",
  "POST /api/purchase-requests/:id/reopen": "-Y-Y-YY",
  "POST /api/purchase-requests/:id/receipts": "-Y-Y-YY",
  "PUT /api/procurement-budgets": "----Y-Y",
  "GET /api/vendors": "---YYYY",
  "POST /api/vendors": "----Y-Y",
  "GET /api/stock/items": "-Y-YYYY",
  "POST /api/stock/items": "---Y-YY",
  "GET /api/stock/levels": "-Y-YYYY",
  "PUT /api/stock/levels": "---Y-YY",
  "POST /api/stock/movements": "-Y-Y-YY",
  "GET /api/staff-feeding": "-Y-YYYY",
  "POST /api/staff-feeding": "-Y-Y-YY",
  "POST /api/staff-feeding/corrections": "---Y-YY",
  "GET /api/meal-sessions": "-Y-YYYY",
  "GET /api/meal-sessions/:id": "-Y-YYYY",
  "POST /api/meal-sessions": "-Y-Y-YY",
  "PATCH /api/meal-sessions/:id/diners": "-Y-Y-YY",
  "PATCH /api/meal-sessions/:id/complete": "-Y-Y-YY",
  "PATCH /api/meal-sessions/:id/cancel": "-Y-Y-YY",
  "PATCH /api/meal-sessions/:id/reopen": "---Y-YY",
  "GET /api/meal-attendance": "-Y-YYYY",
  "POST /api/meal-attendance": "-Y-Y-YY",
  "POST /api/meal-attendance/bulk": "-Y-Y-YY",
  "PATCH /api/meal-attendance/:id/correct": "-Y-Y-YY",
  "PATCH /api/meal-attendance/:id/allow": "---Y-YY",
  "PATCH /api/meal-attendance/:id/refuse": "---Y-YY",
  "GET /api/site-meal-capacities": "-Y-YYYY",
  "POST /api/site-meal-capacities": "---Y-YY",
  "GET /api/daily-meal-summaries": "-Y-YYYY",
  "GET /api/meal-tiles": "-Y-YYYY",
  "GET /api/meal-analytics": "-Y-YYYY",
  "GET /api/clients": "-Y-YYYY",
  "GET /api/customers": "-Y-YYYY",
  "GET /api/clients/:id": "-Y-YYYY",
  "GET /api/clients/:id/history": "---YYYY",
  "POST /api/clients": "----YYY",
  "PATCH /api/clients/:id": "----YYY",
  "POST /api/clients/:id/deactivate": "----YYY",
  "POST /api/clients/:id/reactivate": "----YYY",
  "GET /api/contracts": "-Y-YYYY",
  "GET /api/contracts/:id": "-Y-YYYY",
  "GET /api/contracts/:id/history": "---YYYY",
  "POST /api/contracts": "----YYY",
  "PATCH /api/contracts/:id": "----YYY",
  "POST /api/contracts/:id/rates": "-----YY",
  "POST /api/contracts/:id/basis": "-----YY",
  "POST /api/contracts/:id/head-counts": "---YYYY",
  "POST /api/contracts/:id/end": "----YYY",
  "GET /api/projects": "-Y-YYYY",
  "POST /api/projects": "----YYY",
  "PATCH /api/projects/:id": "----YYY",
  "POST /api/projects/:id/close": "----YYY",
  "GET /api/staff-members": "-Y-YYYY",
  "POST /api/staff-members": "---YYYY",
  "PATCH /api/staff-members/:id": "---YYYY",
  "POST /api/staff-members/:id/leave": "---YYYY",
  "POST /api/staff-members/:id/return": "---YYYY",
  "GET /api/accounts": "----YYY",
  "POST /api/accounts": "----Y-Y",
  "PATCH /api/accounts/:id": "----Y-Y",
  "POST /api/accounts/:id/close": "----Y-Y",
  "GET /api/journal-entries": "----YYY",
  "GET /api/journal-entries/:id": "----YYY",
  "POST /api/journal-entries": "----Y-Y",
  "POST /api/journal-entries/:id/reverse": "----Y-Y",
  "GET /api/tax-codes": "----YYY",
  "POST /api/tax-codes": "----Y-Y",
  "POST /api/tax-codes/:code/rates": "----Y-Y",
  "GET /api/exchange-rates": "----YYY",
  "POST /api/exchange-rates": "----Y-Y",
  "GET /api/invoices": "----YYY",
  "GET /api/invoice-tiles": "----YYY",
  "GET /api/invoices/:id": "----YYY",
  "GET /api/invoices/:id/history": "----YYY",
  "POST /api/invoices/generate": "----Y-Y",
  "POST /api/invoices/preview": "----Y-Y",
  "POST /api/invoices/:id/send": "----Y-Y",
  "GET /api/invoices/:id/download": "----YYY",
  "POST /api/invoices/:id/credit": "----Y-Y",
  "POST /api/invoices/:id/discard": "----Y-Y",
  "POST /api/invoices/:id/apply-credit": "----Y-Y",
  "GET /api/payments": "----YYY",
  "POST /api/payments": "----Y-Y",
  "GET /api/client-accounts": "----Y-Y",
  "GET /api/reports/aged-receivables": "----YYY",
  "GET /api/reports/:statement": "----YYY",
  "GET /api/periods": "----YYY",
  "GET /api/periods/:period/checklist": "----YYY",
  "POST /api/periods/:period/soft-close": "----Y-Y",
  "POST /api/periods/:period/close": "----Y-Y",
  "POST /api/periods/:period/reopen": "----Y-Y",
  "GET /api/meal-billing-periods": "----YYY",
  "GET /api/billing/report": "----YYY",
  "POST /api/meal-billing-periods/generate": "----Y-Y",
  "POST /api/meal-billing-periods/preview": "----Y-Y",
  "PATCH /api/meal-billing-periods/:id/issue": "----Y-Y",
  "PATCH /api/meal-billing-periods/:id/credit": "----Y-Y",
  "GET /api/billing/plans/:id": "----Y-Y",
  "POST /api/billing/plans/:id/post": "----Y-Y",
  "GET /api/billing/runs/:id": "----Y-Y",
  "POST /api/billing/runs/:id/resume": "----Y-Y",
  "POST /api/billing/runs/:id/abandon": "----Y-Y",
  "GET /api/billing/status": "----Y-Y",
  "GET /api/expense-requests": "-YYYYYY",
  "GET /api/expense-requests/:id": "-YYYYYY",
  "GET /api/expense-requests/:id/history": "-YYYYYY",
  "POST /api/expense-requests": "-YYYYYY",
  "POST /api/expense-requests/:id/approve": "----YYY",
  "POST /api/expense-requests/:id/reject": "----YYY",
  "POST /api/expense-requests/:id/withdraw": "-YYYYYY",
  "POST /api/expense-requests/:id/pay": "----Y-Y",
  "GET /api/expense-categories": "----YYY",
  "PUT /api/expense-categories/:name": "----Y-Y",
  "GET /api/transactions": "----YYY",
  "GET /api/transactions/:id": "----YYY",
  "GET /api/transactions/:id/history": "----YYY",
  "POST /api/transactions": "----Y-Y",
  "POST /api/transactions/:id/post": "----YYY",
  "POST /api/transactions/:id/void": "----Y-Y",
  "POST /api/transactions/:id/reverse": "----Y-Y",
  "GET /api/daily-expenses": "----YYY",
  "GET /api/daily-expenses/:id": "----YYY",
  "GET /api/daily-expenses/:id/history": "----YYY",
  "POST /api/daily-expenses": "-Y-YYYY",
  "POST /api/daily-expenses/:id/approve": "----YYY",
  "POST /api/daily-expenses/:id/reject": "----YYY",
  "PUT /api/company": "------Y",
  "GET /api/users": "-YYYYYY",
  "POST /api/users": "------Y",
  "PATCH /api/users/:id": "------Y",
  "PUT /api/users/:id/confirm-level": "----YYY",
  "PUT /api/users/:id/suspend": "-----YY",
  "PUT /api/users/:id/reinstate": "-----YY",
  "PUT /api/users/:id/reset-password": "-----YY",
  "GET /api/users/:id/erasure": "------Y",
  "POST /api/users/:id/erase": "------Y",
  "GET /api/staff-members/:id/erasure": "------Y",
  "POST /api/staff-members/:id/erase": "------Y",
  "GET /api/clients/:id/erasure": "------Y",
  "POST /api/clients/:id/erase-contact": "------Y",
  "GET /api/vendors/:id/erasure": "------Y",
  "POST /api/vendors/:id/erase-contact": "------Y",
  "GET /api/audit/seals": "------Y",
  "GET /api/audit/evidence/:kind/:id": "---YYYY",
  "GET /api/audit": "------Y",
  "GET /api/audit/words": "------Y",
  "GET /api/audit/events": "------Y",
  "GET /api/audit/duties": "------Y",
  "GET /api/audit/permissions": "------Y",
  "GET /api/audit/reads": "------Y",
  "GET /api/audit/moments": "------Y",
  "GET /api/mails": "---YYYY",
  "GET /api/mails/:id": "---YYYY",
  "POST /api/mails/:id/resend": "---YYYY",
}

/** What needs no session. */
const open = [
  "POST /api/auth/lookup",
  "POST /api/auth/login",
  "POST /api/auth/passkey/options",
  "POST /api/auth/passkey/verify",
  "GET /api/company",
  "GET /api/acknowledgements/:token",
  "POST /api/acknowledgements/:token",
]

/** What asks for a new proof of who one is, if the last is older than ten minutes. */
const stepUps = [
  "PATCH /api/purchase-requests/:id/approve",
  "PATCH /api/purchase-requests/:id/reject",
  "POST /api/expense-requests/:id/approve",
  "POST /api/expense-requests/:id/reject",
  "POST /api/expense-requests/:id/pay",
  "POST /api/transactions/:id/post",
  "POST /api/transactions/:id/reverse",
  "POST /api/daily-expenses/:id/approve",
  "POST /api/daily-expenses/:id/reject",
  "POST /api/periods/:period/close",
  "POST /api/periods/:period/reopen",
  "POST /api/users",
  "PATCH /api/users/:id",
  "PUT /api/users/:id/confirm-level",
  "PUT /api/users/:id/suspend",
  "PUT /api/users/:id/reinstate",
  "PUT /api/users/:id/reset-password",
  "POST /api/users/:id/erase",
  "POST /api/staff-members/:id/erase",
  "POST /api/clients/:id/erase-contact",
  "POST /api/vendors/:id/erase-contact",
  "POST /api/auth/tokens",
  "POST /api/auth/passkey/register",
]

const endpoints = Object.values(Api.groups as unknown as Record<string, { endpoints: Record<string, any> }>).flatMap((group) =>
  Object.values(group.endpoints).map((endpoint) => ({
    name: `${endpoint.method} ${endpoint.path}`,
    rule: Context.get(endpoint.annotations, Rule as never) as Rule | undefined,
  })),
)

test("every call has a rule", () => {
  expect(endpoints.length).toBeGreaterThan(30)
  expect(endpoints.filter(({ rule }) => rule === undefined).map(({ name }) => name)).toEqual([])
})

test.each(Object.entries(oracle))("%s is for %s", (name, expected) => {
  const rule = endpoints.find((endpoint) => endpoint.name === name)?.rule
  expect(rule, `${name} is not in the contract`).toBeDefined()
  const may = (level: number) => Array.isArray(rule!.may) && holdsAny({ level, permissions: permissionsOf(level) }, rule!.may)
  expect(levels.map((level) => (may(level) ? "Y" : "-")).join("")).toBe(expected)
  expect([2, 4, 9].filter(may)).toEqual([])
})

test("these calls and no others are open to whoever is not signed in", () => {
  expect(
    endpoints
      .filter(({ rule }) => rule?.may === "public")
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...open].sort())
})

test("these calls and no others ask for a new proof", () => {
  expect(
    endpoints
      .filter(({ rule }) => rule?.stepUp)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...stepUps].sort())
})

test("no call with permissions is missing from the table written by hand", () => {
  const guarded = endpoints.filter(({ rule }) => Array.isArray(rule?.may)).map(({ name }) => name)
  expect(guarded.filter((name) => !(name in oracle))).toEqual([])
})
