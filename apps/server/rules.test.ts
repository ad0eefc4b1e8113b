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
  "PUT /api/company": "------Y",
  "GET /api/users": "-YYYYYY",
  "GET /api/audit": "------Y",
}

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

test("no call with permissions is missing from the table written by hand", () => {
  const guarded = endpoints.filter(({ rule }) => Array.isArray(rule?.may)).map(({ name }) => name)
  expect(guarded.filter((name) => !(name in oracle) && !name.includes("/api/mails"))).toEqual([])
})
