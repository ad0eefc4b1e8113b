/** A `can…` field of a row equals the decision of the command itself: for all rows of the demo data, as people of every level. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { approveChange } from "@ops/construction/budget/project-budget.ts"
import { approveHours } from "@ops/contractors/work/assignment-commands.ts"
import { approveDailyExpense, rejectDailyExpense } from "@ops/finance/daily-expenses/record.ts"
import { approveExpense, rejectExpense } from "@ops/finance/expense-requests/expense-request.ts"
import { approvePayable } from "@ops/finance/payables/commands.ts"
import { approvePaymentRun } from "@ops/finance/payment-runs/payment-run.ts"
import { approvePettyCash, rejectPettyCash } from "@ops/finance/petty-cash/request.ts"
import { postTransaction } from "@ops/finance/transactions/transaction.ts"
import { postDraft } from "@ops/ledger/journal-drafts/journal-draft.ts"
import { approveTaxPayment } from "@ops/ledger/taxes/payments/tax-payment.ts"
import { approveAttendance } from "@ops/people/attendance/attendance.ts"
import { approveLeave, rejectLeave } from "@ops/people/leave/leave-request.ts"
import { permits } from "@ops/platform/access/rule.ts"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { Database } from "@ops/platform/database/database.ts"
import type { AnyResource } from "@ops/platform/http/resources/resource.ts"
import { canOf } from "@ops/platform/text.ts"
import { withDecisions } from "@ops/platform/http/resources/server.ts"
import { execute } from "@ops/platform/records/records.ts"
import { type Command, system } from "@ops/platform/records/command.ts"
import { personNamed } from "@ops/identity/queries.ts"
import { actingAs } from "@ops/identity/sessions.ts"
import { addStockItem } from "@ops/stock/items/stock-item.ts"
import { approve } from "@ops/procurement/purchase-requests/purchase-request.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { demoApp } from "../demo/demo-app.ts"
import { resources } from "../modules.ts"

/** A list, a field of its rows, the command that the field refers to, and who can make its call. */
const fields: ReadonlyArray<readonly [path: string, can: string, act: Command<never>, input: object, may: ReadonlyArray<Permission>]> = [
  ["/api/purchase-requests", "canApprove", approve, { vendorId: null, overrideReason: null }, ["approval.team", "approval.departmental", "approval.override"]],
  ["/api/expense-requests", "canApprove", approveExpense, { overrideReason: null }, ["finance.full", "approval.departmental", "approval.override"]],
  ["/api/expense-requests", "canReject", rejectExpense, { reason: "No" }, ["finance.full", "approval.departmental", "approval.override"]],
  ["/api/daily-expenses", "canApprove", approveDailyExpense, { overrideReason: null }, ["finance.full", "approval.departmental", "approval.override"]],
  ["/api/daily-expenses", "canReject", rejectDailyExpense, { reason: "No" }, ["finance.full", "approval.departmental", "approval.override"]],
  ["/api/transactions", "canPost", postTransaction, { overrideReason: null }, ["finance.full", "approval.departmental", "approval.override"]],
  [
    "/api/crm/petty-cash-requests",
    "canApprove",
    approvePettyCash,
    { overrideReason: null },
    ["approval.team", "finance.full", "approval.departmental", "approval.override"],
  ],
  [
    "/api/crm/petty-cash-requests",
    "canReject",
    rejectPettyCash,
    { reason: "No" },
    ["approval.team", "finance.full", "approval.departmental", "approval.override"],
  ],
  ["/api/accounts-payable", "canApprove", approvePayable, { reason: "Looked at the delivery" }, ["finance.full"]],
  ["/api/payment-runs", "canApprove", approvePaymentRun, {}, ["finance.full"]],
  ["/api/journal-drafts", "canPost", postDraft, {}, ["finance.full"]],
  ["/api/tax-payments", "canApprove", approveTaxPayment, {}, ["finance.full"]],
  ["/api/hr/attendance?approval=waiting", "canApprove", approveAttendance, {}, ["team.manage", "department.manage"]],
  ["/api/hr/leave-requests", "canApprove", approveLeave, { overrideReason: null }, ["approval.team", "approval.departmental", "approval.override"]],
  ["/api/hr/leave-requests", "canReject", rejectLeave, { reason: "No" }, ["approval.team", "approval.departmental", "approval.override"]],
  ["/api/contractor-hours", "canDecide", approveHours, {}, ["team.manage", "department.manage"]],
  ["/api/construction-projects/1/changes", "canDecide", approveChange, { note: "" }, ["projects.manage"]],
]
const people = [
  ["FO-OPS-001", 3],
  ["FO-SEC-001", 5],
  ["FO-SUP-001", 6],
  ["FO-FIN-001", 7],
  ["FO-MGT-001", 8],
  ["FO-CEO-001", 10],
] as const

let app: Awaited<ReturnType<typeof demoApp>>
beforeAll(async () => {
  app = await demoApp()
}, 300_000)
afterAll(() => app.dispose())

test("every can field in these lists equals the decision of its command", { timeout: 300_000 }, async () => {
  const differing: Array<string> = []
  let could = 0
  for (const [employeeId, level] of people) {
    const call = await app.signedIn(employeeId)
    for (const [path, can, act, input, may] of fields) {
      const { status, text } = await call("GET", path)
      if (status !== 200) continue
      for (const row of JSON.parse(text) as ReadonlyArray<Fields>) {
        const isAllowed = permits({ level, permissions: permissionsOf(level) }, may)
        const why = isAllowed
          ? await app.could(employeeId, act as Command<object>, { id: row.id, ids: [row.id], version: row.version, ...input })
          : "not allowed"
        if (why === undefined) could++
        if (row[can] !== (why === undefined)) differing.push(`${employeeId} ${path} ${row.id} ${can}: ${row[can]}, but the command says: ${why ?? "yes"}`)
      }
    }
  }
  expect(differing.join("\n")).toBe("")
  expect(could).toBeGreaterThan(20)
})

/** The resources that also express in SQL what is possible, for lists that count by it. */
const hinted = resources.filter(({ commands }) => Object.values<AnyResource["commands"][string]>(commands).some(({ hint }) => hint !== undefined))

/** The rows where the SQL hint of a command differs from the command's decision for these people, and how many of all decisions are yes. */
const hintsOf = async (employeeIds: ReadonlyArray<string>) => {
  const differing: Array<string> = []
  let could = 0
  for (const employeeId of employeeIds) {
    for (const resource of hinted) {
      const rows = await app.runtime.runPromise(
        Effect.gen(function* () {
          const person = (yield* personNamed(employeeId))!
          const who = actingAs(person, { at: new Date().toISOString(), via: "web", simulated: false, sessionId: null, proven: true })
          const { statement } = yield* Database
          const { select, from, where = [] } = resource.shapeWithHints(who)
          let n = 0
          const scope = ["true", ...where.map(({ sql }) => sql.replaceAll("?", () => `$${++n}`))].join(" and ")
          const values = where.flatMap(({ values = [] }) => values)
          const found = yield* statement(`select row_to_json(x) as row from (select ${select} from ${from} where ${scope}) x`, values)
          const said = found.map(({ row }) => row as SaidRow)
          const decided = (yield* withDecisions(resource)(said, who)) as ReadonlyArray<SaidRow>
          return said.map((row, n) => [row, decided[n]!] as const)
        }),
      )
      const cans = Object.entries(resource.commands).flatMap(([name, { hint }]) => (hint ? [canOf(name)] : []))
      expect(cans.length).toBeGreaterThan(0)
      for (const [said, decided] of rows) {
        for (const can of cans) {
          if (decided[can] === true) could++
          if (said[can] !== decided[can]) differing.push(`${employeeId} ${resource.path} ${said.id} ${can}: SQL says ${said[can]}, the command ${decided[can]}`)
        }
      }
    }
  }
  return { differing: differing.join("\n"), could }
}
interface SaidRow {
  readonly id: number
  readonly [can: string]: unknown
}

test("the SQL hint of a command agrees with the command's decision for every row", { timeout: 300_000 }, async () => {
  const { differing, could } = await hintsOf(people.map(([employeeId]) => employeeId))
  expect(differing).toBe("")
  expect(could).toBeGreaterThan(0)
})

test("the first purchase from a supplier is not offered for approval to the person who added the supplier", async () => {
  const ceo = await app.signedIn("FO-CEO-001")
  const supervisor = await app.signedIn("FO-OPS-001")
  const vendor = JSON.parse((await ceo("POST", "/api/vendors", { name: "Sobat Stores" })).text)
  const rice = { name: "Sobat rice", category: "other", unit: "kg", description: null, preferredVendorId: vendor.id } as const
  const item = await app.runtime.runPromise(execute(addStockItem, rice, system("test")))
  const raised = { siteId: 1, priority: "low", justification: "Tried out", items: [{ stockItemId: item.id, quantity: 1, estimatedCost: "5.00" }] }
  const { id } = JSON.parse((await supervisor("POST", "/api/purchase-requests", raised)).text)
  const offered = async (call: typeof ceo) => JSON.parse((await call("GET", `/api/purchase-requests/${id}`)).text).canApprove
  expect([await offered(ceo), await offered(await app.signedIn("FO-MGT-001"))]).toEqual([false, true])
  expect((await hintsOf(["FO-CEO-001"])).differing).toBe("")
})
