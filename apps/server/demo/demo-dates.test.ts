/**
 * The demo data on the day it was loaded, whichever day that is: the dashboards have figures that agree with the lists they open, nothing is
 * dated after today, and mails write their days as the screens do. `npm run test:days` runs this at moments at which date code tends to fail.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import type { Person, Server } from "@ops/platform/testing/server.ts"
import { demoServer } from "./demo-server.ts"

let server: Server
let chief: Person
/** The business date when the server reads it: the demo data may be a day older if midnight has passed in between. */
let today: string
beforeAll(async () => {
  server = await demoServer({ limits: false })
  chief = await server.as("FO-CEO-001")
  today = (await read(chief, "/api/dashboard/metrics")).body.today
}, 300_000)
afterAll(() => server.stop())

const read = async (as: Person, path: string) => {
  const answer = await as("GET", path)
  expect(answer.status, `${path}: ${answer.text.slice(0, 300)}`).toBe(200)
  return answer
}
const total = async (as: Person, path: string) => Number((await read(as, path)).headers.get("x-total-count"))

test("the dashboard uses the day in Juba", async () => {
  const { body } = await read(chief, "/api/dashboard/metrics")
  expect(body.today).toBe(dateOf(body.asOf))
})

for (const employeeId of ["FO-CEO-001", "FO-MGT-001", "FO-SUP-001"]) {
  describe(`the dashboard of ${employeeId}`, () => {
    let person: Person
    beforeAll(async () => {
      person = await server.as(employeeId)
    })

    test("counts the work orders and the stock that its lists show", async () => {
      const { body } = await read(person, "/api/dashboard/metrics")
      expect(body.stockAlerts).toBe(await total(person, "/api/stock/levels?status=low&limit=1"))
      expect(body.criticalStock).toBeLessThanOrEqual(body.stockAlerts)
      expect(body.urgentWorkOrders).toBeLessThanOrEqual(body.activeWorkOrders)
      expect(body.activeWorkOrders).toBeGreaterThan(0)
    })

    test("compares with days and months that have figures", async () => {
      const { body } = await read(person, "/api/dashboard/metrics")
      expect(body.staffFedToday).toBeGreaterThanOrEqual(0)
      // negative on the first days of a month: work in progress is reversed before the new month is billed
      expect(Number.isFinite(body.monthlyRevenue)).toBe(true)
      for (const { before } of [body.staffFed, body.revenue]) expect(before === null || before > 0).toBe(true)
    })

    test("shows the last seven days, with people fed on each day before today", async () => {
      const { body } = await read(person, "/api/staff-feeding/weekly-stats")
      expect(body.map(({ date }: { date: string }) => date)).toEqual([6, 5, 4, 3, 2, 1, 0].map((days) => addDays(today, -days)))
      for (const { count } of body.slice(0, -1)) expect(count).toBeGreaterThan(0)
    })

    test("has requests and alerts to show", async () => {
      expect(await total(person, "/api/purchase-requests?limit=1")).toBeGreaterThan(0)
      expect(await total(person, "/api/alerts?limit=1")).toBeGreaterThan(0)
    })
  })
}

/** Lists of past events, with the field that holds their date. */
const happened: ReadonlyArray<readonly [path: string, field: string]> = [
  ["/api/staff-feeding", "date"],
  ["/api/meal-sessions", "sessionDate"],
  ["/api/purchase-requests", "createdAt"],
  ["/api/work-orders", "createdAt"],
  ["/api/invoices", "issueDate"],
  ["/api/payments", "date"],
  ["/api/journal-entries", "entryDate"],
  ["/api/expense-requests", "createdAt"],
  ["/api/daily-expenses", "expenseDate"],
  ["/api/tax-payments", "paymentDate"],
  ["/api/crm/petty-cash-requests", "createdAt"],
  ["/api/stock/movements", "createdAt"],
  ["/api/hr/attendance", "attendanceDate"],
]
test.each(happened)("nothing in %s is dated after today", async (path, field) => {
  const { body } = await read(chief, `${path}?limit=1000`)
  const rows: ReadonlyArray<Record<string, string | null>> = body
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map((row) => row[field]).filter((day) => day === undefined)).toEqual([])
  const days = rows.flatMap((row) => row[field] ?? [])
  expect(days.map((day) => (day.length > 10 ? dateOf(day) : day)).filter((day) => day > today)).toEqual([])
})

test("mails to suppliers, clients and staff show days and amounts as the screens do", async () => {
  const { body } = await read(chief, "/api/mails?limit=1000")
  const all: ReadonlyArray<{ readonly id: number; readonly aboutKind: string | null }> = body
  const letters = await Promise.all(all.map(async ({ id }) => (await read(chief, `/api/mails/${id}`)).body))
  const lines = letters.flatMap(({ subject, text }): ReadonlyArray<string> => [subject, ...text.split("\n")]).filter((line) => !line.startsWith("http"))
  expect(lines.filter((line) => /\b\d{4}-\d\d-\d\d\b|\b\d{4,}\.\d\d\b/.test(line))).toEqual([])
  expect(new Set(all.map(({ aboutKind }) => aboutKind))).toEqual(new Set(["purchase_request", "work_order", "invoice", null]))
})
