/** The calls about a project's money, on a real database: the report by cost code, certificates, work in progress, the books. */
import * as fc from "fast-check"
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays, monthOf } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { type Command, command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { AnyStream, Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { byLevel, serveApi } from "@ops/platform/testing/http.ts"
import { billingModule } from "@ops/billing/module.ts"
import { clientsModule } from "@ops/clients/module.ts"
import { ClientAdded, clients } from "@ops/clients/client.ts"
import { contractors } from "@ops/contractors/contractor.ts"
import { financeModule } from "@ops/finance/module.ts"
import { approvePayable, creditPayable, enterPayable } from "@ops/finance/payables/commands.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import { creditInvoice } from "@ops/billing/invoices/invoice.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { spenderView } from "@ops/ledger/statements/spenders.ts"
import { checked, Ties } from "@ops/ledger/checks/ties.ts"
import { mealAccounts } from "@ops/meals/head-counts/meal-account.ts"
import { companyStaff, StaffHired } from "@ops/people/staff/company-staff.ts"
import { procurementModule } from "@ops/procurement/module.ts"
import { addItem, approve, raise } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { VendorAdded, vendors } from "@ops/procurement/vendors/vendor.ts"
import { companies, SiteOpened, sites } from "@ops/sites/site.ts"
import { StockItemAdded, stockItems } from "@ops/stock/items/stock-item.ts"
import { openStock } from "@ops/stock/levels/commands.ts"
import { stockModule } from "@ops/stock/module.ts"
import { constructionChecks } from "../closing.ts"
import { completeProject } from "../projects/commands.ts"
import { ConstructionProjectOpened, constructionProjects } from "../projects/construction-project.ts"
import { ConstructionBillingGroup } from "../billing/contract.ts"
import { ConstructionBudgetGroup } from "../budget/contract.ts"
import { costCodes } from "../cost-codes/resource.ts"
import { constructionModule } from "../module.ts"
import { ConstructionMoneyLive } from "./server.ts"
import { earnedOf, earnedSql } from "../wip/wip.ts"

const known = { streams: [companies, sites, people, mealAccounts, companyStaff, contractors], consequences: [], views: [], tables: [] }
const modules = [known, clientsModule, ledgerModule, stockModule, procurementModule, financeModule, billingModule, constructionModule]
const runtime = ManagedRuntime.make(
  testDatabase({
    streams: modules.flatMap(({ streams }): ReadonlyArray<AnyStream> => streams),
    consequences: modules.flatMap(({ consequences }) => [...consequences]),
    views: [...modules.flatMap(({ views }): ReadonlyArray<string> => views), spenderView(financeModule.spenders)],
    tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
  }),
)
const { today } = system("test", new Date().toISOString())
const lastMonth = monthOf(addDays(`${monthOf(today)}-01`, -1))
const start = `${lastMonth}-01`

const as = (level: number, day = today) => ({ ...byLevel(String(level)), today: day, at: `${day}T09:00:00.000Z` })
class MoneyApi extends HttpApi.make("ops").add(ConstructionBudgetGroup).add(ConstructionBillingGroup).add(costCodes.group) {}
const web = serveApi(HttpApiBuilder.layer(MoneyApi).pipe(Layer.provide(ConstructionMoneyLive)), runtime)
const { call } = web
const ok = async (token: string, address: string, body?: object, method?: string) => {
  const answer = await call(token, address, body, method)
  if (answer.status >= 300) throw new Error(`${address}: ${answer.status} ${answer.body}`)
  return answer.body
}
const refused = async (status: number, sentence: string | RegExp, ...asked: Parameters<typeof call>) => {
  const answer = await call(...asked)
  if (typeof sentence === "string") expect(answer).toEqual({ status, body: sentence })
  else expect([answer.status, sentence.test(String(answer.body)) || answer.body]).toEqual([status, true])
}
const execute = <Input>(act: Command<Input>, input: Input, by: ReturnType<typeof as>) =>
  runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(act, input, by))).then(({ id }) => id)
const statement = (text: string, values: ReadonlyArray<unknown> = []) =>
  runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, values)))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
/** The reconciliations of construction that fail at the end of a day. */
const broken = async (day = today) =>
  (await runtime.runPromise(Effect.provideService(checked(day), Ties, [...constructionModule.ties, ...stockModule.ties]))).filter(({ ok }) => !ok)
const hindrances = async () => {
  const found: Array<string> = []
  for (const { sql } of constructionChecks)
    found.push(...(await statement(sql, [start, addDays(`${monthOf(today)}-01`, -1)])).map(({ text }) => text as string))
  return found
}

const unnamed = { contactPerson: null, email: null, phone: null, address: null, notes: null }
const blankPerson = {
  ...unnamed,
  phoneNumber: null,
  role: "finance",
  department: "operations",
  position: "Officer",
  siteId: null,
  hireDate: null,
  supervisor: null,
  biometricEnabled: false,
  demo: false,
}
/** 1,040 a month equals 6 an hour. */
const mason = {
  ...unnamed,
  staffNumber: "FO-001",
  firstName: "Martin",
  lastName: "Wol",
  nationalId: null,
  positionId: 1,
  departmentId: 1,
  siteId: 1,
  supervisorId: null,
  employmentType: "full_time" as const,
  hireDate: "2026-01-05",
  dateOfBirth: null,
  gender: null,
  emergencyContact: null,
  emergencyPhone: null,
  bankName: null,
  bankAccount: null,
  passportNumber: null,
  workPermitNumber: null,
  workPermitExpiry: null,
  notes: "",
  salary: 1_040_00,
  currency: "USD" as const,
  personId: null,
  createdBy: null,
}
const project = (id: number, siteId: number, name: string) =>
  constructionProjects.at(
    id,
    ConstructionProjectOpened({
      projectNumber: `PRJ-2026-000${id}`,
      name,
      description: "",
      siteId,
      projectType: "new_construction",
      expectedEndDate: addDays(today, 200),
      budget: 100_000_00,
      projectManager: null,
      projectManagerText: null,
      typeGuessed: false,
      status: "in_progress",
      startDate: start,
      on: start,
      by: null,
    }),
  )

beforeAll(async () => {
  await runtime.runPromise(ledgerModule.setup)
  await runtime.runPromise(constructionModule.setup)
  await execute(
    told,
    [
      sites.at(1, SiteOpened({ code: "JUB", slug: "juba", name: "Juba Camp", label: "Juba Camp", client: null, location: "Juba" })),
      sites.at(2, SiteOpened({ code: "BOR", slug: "bor", name: "Bor Camp", label: "Bor Camp", client: null, location: "Bor" })),
      ...[6, 7, 8, 10].map((level) =>
        people.at(
          level,
          PersonAdded({ ...blankPerson, employeeId: `FO-${level}`, firstName: `Person${level}`, lastName: "Deng", accessLevel: level } as Parameters<
            typeof PersonAdded
          >[0]),
        ),
      ),
      clients.at(
        1,
        ClientAdded({ clientCode: "CL-0001", companyName: "SLB", currency: "USD", paymentTerms: "30_days", ...unnamed, status: "active", createdBy: null }),
      ),
      vendors.at(1, VendorAdded({ vendorNumber: "VEN-1", name: "Cement Ltd", ...unnamed, taxId: null, paymentTerms: "net_30", currency: "USD", createdBy: 8 })),
      stockItems.at(1, StockItemAdded({ name: "Cement", category: "other", unit: "bag", description: null, preferredVendorId: 1 })),
      companyStaff.at(1, StaffHired(mason)),
      project(1, 1, "Warehouse"),
      project(2, 2, "Clinic"),
    ],
    as(10),
  )
  await execute(openStock, { siteId: 1, stockItemId: 1, quantity: 100_000, note: "", cost: 1_000_00 }, as(10, start))
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

const codes: Record<string, number> = {}
const at = "/api/construction-projects/1"
const line = (report: { lines: ReadonlyArray<{ costCode: { code: string } }> }, code: string) => report.lines.find(({ costCode }) => costCode.code === code)

// proves API-235
test("a budget by cost code is set, and changed only with another person's approval", async () => {
  for (const { id, code } of await ok("8", "/api/cost-codes")) codes[code] = id
  expect(Object.keys(codes)).toContain("03")
  await refused(403, /./, "3", "/api/cost-codes")
  const made = await ok("8", "/api/cost-codes", { code: "l-1", name: "Landscaping" })
  await ok("7", `/api/cost-codes/${made.id}`, { name: "Gardens" }, "PATCH")
  expect((await ok("6@1", "/api/cost-codes/history")).slice(0, 2).map(({ text }: { text: string }) => text)).toEqual([
    "Cost code L-1: Called Gardens",
    "Cost code L-1 Landscaping added",
  ])
  await refused(404, "Construction project 1 does not exist", "6@2", `${at}/budget`)
  const lines = [
    { costCodeId: codes["02"], amount: "40000.00" },
    { costCodeId: codes["03"], amount: "50000.00" },
  ]
  await refused(403, /./, "6@1", `${at}/budget`, { lines }, "PUT")
  await refused(
    422,
    /^The codes total USD 140000.00, the project's budget to USD 100000.00/,
    "8",
    `${at}/budget`,
    { lines: [...lines, { costCodeId: codes["04"], amount: "50000.00" }] },
    "PUT",
  )
  await refused(422, "Cost code 02 appears twice. Combine it in one line", "8", `${at}/budget`, { lines: [lines[0]!, lines[0]!] }, "PUT")
  const set = await ok("8", `${at}/budget`, { lines }, "PUT")
  expect(set).toMatchObject({ budget: "100000.00", unassigned: "10000.00", total: { budget: "90000.00", forecast: "90000.00", variance: "0.00" } })
  const asked = await ok("6@1", `${at}/changes`, { reason: "Rock found", lines: [{ costCodeId: codes["02"], amount: "5000.00" }] })
  expect(asked).toMatchObject({ status: "pending", total: "5000.00", contractAmount: "0.00", canDecide: false })
  await refused(422, "Warehouse has no contract with a client yet. Agree on it first", "6@1", `${at}/changes`, {
    reason: "More",
    lines: [],
    contractAmount: "10.00",
  })
  await refused(403, /./, "6@1", `/api/construction-changes/${asked.id}/approve`, {}, "PATCH")
  expect(await ok("8", `/api/construction-changes/${asked.id}/approve`, { version: asked.version }, "PATCH")).toMatchObject({ status: "approved" })
  const own = await ok("8", `${at}/changes`, { reason: "Less", lines: [{ costCodeId: codes["03"], amount: "-60000.00" }] })
  await refused(403, "You requested this change, so another person must decide on it", "8", `/api/construction-changes/${own.id}/approve`, {}, "PATCH")
  await refused(
    422,
    /^03 Concrete and masonry has USD 50000.00, so it cannot release USD 60000.00$/,
    "7",
    `/api/construction-changes/${own.id}/approve`,
    {},
    "PATCH",
  )
  await ok("7", `/api/construction-changes/${own.id}/reject`, { reason: "It would not be enough" }, "PATCH")
  const report = await ok("7", `${at}/budget`)
  expect(report).toMatchObject({ budget: "105000.00", unassigned: "10000.00", total: { original: "90000.00", changes: "5000.00", budget: "95000.00" } })
  await refused(409, /has already changed/, "8", `${at}/budget`, { lines }, "PUT")
})

test("costs come from stock, hours, bills and journals; orders are committed until billed; account 5400 agrees", async () => {
  const issued = await ok("6@1", `${at}/costs`, { kind: "stock", costCodeId: codes["03"], stockItemId: 1, quantity: "25" })
  expect(issued).toMatchObject({ kind: "stock", amount: "250.00", quantity: "25.00", costCode: { code: "03" } })
  await refused(422, /^There are only 75.00 bag of Cement at Juba Camp/, "6@1", `${at}/costs`, {
    kind: "stock",
    costCodeId: codes["03"],
    stockItemId: 1,
    quantity: "76",
  })
  // 1,040 a month: 6 an hour
  const hours = await ok("6@1", `${at}/costs`, { kind: "labour", costCodeId: codes["09"], staffId: 1, hours: "7.5", date: today })
  expect(hours).toMatchObject({ kind: "labour", amount: "45.00", quantity: "7.50", description: "7.50 h of FO-001" })
  await refused(422, "Date cannot be in the future", "6@1", `${at}/costs`, {
    kind: "labour",
    costCodeId: codes["09"],
    staffId: 1,
    hours: "1",
    date: addDays(today, 1),
  })
  await refused(403, "Only finance can charge bills and entries to projects", "8", `${at}/costs`, {
    kind: "moved",
    costCodeId: codes["08"],
    account: "6200",
    amount: "10",
    description: "Tipper",
  })
  await refused(422, /^Costs can be moved only from another expense account/, "7", `${at}/costs`, {
    kind: "moved",
    costCodeId: codes["08"],
    account: "1000",
    amount: "10",
    description: "Tipper",
  })
  const moved = await ok("7", `${at}/costs`, {
    kind: "moved",
    costCodeId: codes["08"],
    account: "6200",
    amount: "80.00",
    description: "Tipper, three trips",
    date: start,
  })

  const requestId = await execute(raise, { siteId: 1, priority: "medium", justification: "Steel for the roof" }, as(6))
  await execute(addItem, { id: requestId, stockItemId: 1, quantity: 10, estimatedCost: 9_000_00, notes: "" }, as(6))
  expect((await ok("6@1", `${at}/chargeable`)).requests.map(({ id }: { id: number }) => id)).toContain(requestId)
  const link = await ok("6@1", `${at}/commitments`, { costCodeId: codes["04"], purchaseRequestId: requestId })
  expect(link).toMatchObject({ status: "pending", ordered: "9000.00", committed: "0.00" })
  await refused(409, /already belongs to a project$/, "8", "/api/construction-projects/2/commitments", {
    costCodeId: codes["04"],
    purchaseRequestId: requestId,
  })
  await execute(approve, { id: requestId, vendorId: 1, overrideReason: "No level has a limit here" }, as(10))
  expect(line(await ok("7", `${at}/budget`), "04")).toMatchObject({
    budget: "0.00",
    committed: "9000.00",
    actual: "0.00",
    forecast: "9000.00",
    variance: "-9000.00",
  })

  const bill = {
    vendorId: 1,
    invoiceNumber: "C-1",
    currency: "SSP" as const,
    invoiceDate: start,
    dueDate: null,
    description: "Steel",
    category: "other",
    siteId: 1,
    purchaseRequestId: requestId,
    amount: null,
    taxAmount: 1_300_000_00,
    withholdingRate: null,
    lines: [
      { description: "Beams", purchaseItemId: null, quantity: 1000, unitPrice: null, amount: 5_200_000_00, accountNumber: "5400" },
      { description: "Plates", purchaseItemId: null, quantity: 1000, unitPrice: null, amount: 2_600_000_00, accountNumber: "5400" },
    ],
    attachments: [],
    notes: "",
  }
  const billId = await execute(enterPayable, bill, as(7))
  await execute(approvePayable, { id: billId, reason: "Agreed" }, as(10))
  // 9,100,000 SSP including tax are 7,000 USD; before tax 6,000 of the 9,000 are billed
  expect(line(await ok("7", `${at}/budget`), "04")).toMatchObject({ committed: "3000.00", actual: "7000.00", forecast: "10000.00" })
  await execute(creditPayable, { id: billId, amount: 910_000_00, date: null, reference: null, reason: "One beam was bent" }, as(7))
  expect(line(await ok("7", `${at}/budget`), "04")).toMatchObject({ committed: "3600.00", actual: "6300.00" })
  await ok("6@1", `/api/construction-commitments/${link.id}/close`, { note: "All has come" }, "PATCH")
  expect(line(await ok("7", `${at}/budget`), "04")).toMatchObject({ committed: "0.00", actual: "6300.00", forecast: "6300.00" })

  // a bill without an order is charged by hand
  const loose = await execute(
    enterPayable,
    { ...bill, currency: "USD", invoiceNumber: "C-2", purchaseRequestId: null, taxAmount: 0, lines: [{ ...bill.lines[0]!, amount: 400_00 }] },
    as(7),
  )
  await execute(approvePayable, { id: loose, reason: null }, as(10))
  expect((await broken()).map(({ key }) => key)).toEqual(["construction-cost"])
  expect((await hindrances()).some((text) => /^AP-.*Beams: USD 400.00$/.test(text))).toBe(true)
  await execute(creditPayable, { id: loose, amount: 100_00, date: null, reference: null, reason: "Discount" }, as(7))
  const chargeable = await ok("7", `${at}/chargeable`)
  expect(chargeable.bills).toMatchObject([{ payableId: loose, line: 1, description: "Beams", amount: "400.00" }])
  await ok("7", `${at}/costs`, { kind: "bill", costCodeId: codes["02"], payableId: loose })
  await refused(409, "This bill line is already charged to a project", "7", `${at}/costs`, { kind: "bill", costCodeId: codes["02"], payableId: loose })
  expect(await broken()).toEqual([])
  expect(await broken(addDays(start, 3))).toEqual([])

  // recoded, and reversed in the books
  await ok("6@1", `/api/construction-costs/${issued.id}/recode`, { costCodeId: codes["07"] }, "PATCH")
  await refused(409, /^Issued goods cannot be reversed here/, "6@1", `/api/construction-costs/${issued.id}/take-back`, { reason: "x" }, "PATCH")
  await refused(
    422,
    "Clinic is at another site. Reverse the cost, and charge it there",
    "8",
    `/api/construction-costs/${issued.id}/recode`,
    { costCodeId: codes["07"], projectId: 2 },
    "PATCH",
  )
  await refused(403, /^Only finance/, "8", `/api/construction-costs/${moved.id}/take-back`, { reason: "Twice" }, "PATCH")
  const preview = await ok("7", `/api/construction-costs/${moved.id}/reversal`)
  expect(preview).toMatchObject({ kinds: ["error"], entries: [{ reverses: expect.stringMatching(/^JE-/), lines: [{}, {}] }] })
  await ok("7", `/api/construction-costs/${moved.id}/take-back`, { reason: "Twice" }, "PATCH")
  const report = await ok("7", `${at}/budget`)
  expect(line(report, "07")).toMatchObject({ actual: "250.00" })
  expect(line(report, "08")).toBeUndefined()
  expect(report.total).toMatchObject({ actual: "6895.00" })
  expect(await broken()).toEqual([])
  const estimated = await ok("6@1", `${at}/budget/estimate`, { costCodeId: codes["02"], toComplete: "60000.00", note: "More rock" }, "PATCH")
  expect(line(estimated, "02")).toMatchObject({ budget: "45000.00", actual: "300.00", toComplete: "60000.00", forecast: "60300.00", variance: "-15300.00" })
  expect((await call("7", `${at}/costs?format=csv`)).body).toContain("7.50 h of FO-001")
})

// proves API-235
test("a contract is claimed, certified, billed and credited; work in progress is posted and reversed; everything reconciles", async () => {
  const contract = {
    clientId: 1,
    reference: "SLB/17",
    signedDate: start,
    agreedValue: "200000.00",
    retentionRate: "10",
    advanceAmount: "20000.00",
    recoveryRate: "20",
    defectDays: 90,
  }
  await refused(403, /./, "6@1", `${at}/contract`, contract, "PUT")
  await refused(400, "Retention must be a percentage between 0 and 100", "8", `${at}/contract`, { ...contract, retentionRate: "101" }, "PUT")
  const agreed = await ok("8", `${at}/contract`, contract, "PUT")
  expect(agreed).toMatchObject({ agreed: true, contractValue: "200000.00", retentionRate: "10.00", clientName: "SLB", canClaim: false })
  expect(await ok("8", "/api/construction-projects/2/boq")).toMatchObject({ agreed: false, contractValue: null, lines: [] })
  const boq = await ok(
    "8",
    `${at}/boq`,
    {
      lines: [
        { item: "1", description: "Walls", unit: "m2", quantity: "1000", rate: "150.00" },
        { item: "2", description: "Handover", unit: "sum", quantity: 1, rate: "50000.00" },
      ],
    },
    "PUT",
  )
  expect(boq.lines).toMatchObject([
    { id: 1, amount: "150000.00" },
    { id: 2, amount: "50000.00", certified: "0.00" },
  ])
  await refused(
    422,
    /^The lines total USD 200150.00, above the contract of USD 200000.00/,
    "8",
    `${at}/boq`,
    {
      lines: [
        { item: "1", description: "Walls", unit: "m2", quantity: "1001", rate: "150.00" },
        { item: "2", description: "Handover", unit: "sum", quantity: 1, rate: "50000.00" },
      ],
    },
    "PUT",
  )

  const before = today.slice(8) === "01" ? start : addDays(`${monthOf(today)}-01`, -2)
  await execute((await import("../billing/certificate.ts")).billAdvance, { projectId: 1, note: "" }, as(7, start))
  const { claimProgress, certify, releaseRetention } = await import("../billing/certificate.ts")
  const first = await execute(claimProgress, { projectId: 1, periodTo: null, done: [{ id: 1, quantity: 200_000 }], note: "" }, as(6, before))
  await execute(certify, { id: first, note: "" }, as(7, before))
  await refused(422, /^Line 1 Walls: 1000.01 m2 are claimed to date, and the contract has 1000.00/, "6@1", `${at}/certificates`, {
    done: [{ id: 1, quantity: "1000.01" }],
  })
  const claim = await ok("6@1", `${at}/certificates`, { done: [{ id: 1, quantity: "300" }], note: "Gable end" })
  expect(claim).toMatchObject({
    status: "claimed",
    sequence: 3,
    certified: "15000.00",
    retention: "-1500.00",
    recovered: "3000.00",
    billed: "10500.00",
    canCertify: false,
  })
  expect((await ok("7", `${at}/certificates?status=claimed`))[0]).toMatchObject({ canCertify: true })
  await refused(409, /has changed since you opened it/, "7", `/api/construction-certificates/${claim.id}/certify`, { version: 9 }, "PATCH")
  const certified = await ok("7", `/api/construction-certificates/${claim.id}/certify`, { version: claim.version }, "PATCH")
  expect(certified).toMatchObject({ status: "certified", invoiceTotal: "12390.00", invoiceStatus: "issued", journalEntryNumber: /^JE-/ })
  expect(await broken()).toEqual([])
  expect(await ok("7", `${at}/boq`)).toMatchObject({
    certifiedAmount: "45000.00",
    retained: "4500.00",
    advanceOpen: "11000.00",
    billed: "51500.00",
    lines: [{ certified: "45000.00" }, {}],
  })

  // for the previous month: 30,000 certified; earned revenue follows that month's cost
  const preview = await ok("7", "/api/construction-wip?dryRun=true", { period: lastMonth })
  expect(preview.lines).toMatchObject([{ projectNumber: "PRJ-2026-0001", certified: "30000.00", contractValue: "200000.00" }])
  expect(preview.lines[0].earned).not.toBe("0.00")
  await refused(403, /./, "8", "/api/construction-wip", { period: lastMonth })
  await refused(422, /is not over$/, "7", "/api/construction-wip", { period: monthOf(today) })
  await refused(422, /is not a month/, "7", "/api/construction-wip", { period: "soon" })
  expect((await hindrances()).length).toBe(1)
  const wip = await ok("7", "/api/construction-wip", { period: lastMonth })
  expect(wip.lines).toEqual(preview.lines)
  expect(wip.entries).toHaveLength(1)
  expect(wip.overBilled).toBe(preview.overBilled)
  expect(await hindrances()).toEqual([])
  const end = addDays(`${monthOf(today)}-01`, -1)
  expect([await broken(end), await broken(addDays(end, 1)), await broken()]).toEqual([[], [], []])
  // again: nothing new
  expect((await ok("7", "/api/construction-wip", { period: lastMonth })).entries).toHaveLength(1)
  await ok("6@1", `${at}/budget/estimate`, { costCodeId: codes["02"], toComplete: "1000.00" }, "PATCH")
  expect(await hindrances()).toHaveLength(1)
  expect((await ok("7", "/api/construction-wip", { period: lastMonth })).entries).toHaveLength(2)
  expect([await hindrances(), await broken(end), await broken(addDays(end, 1))]).toEqual([[], [], []])

  await execute(creditInvoice, { id: certified.invoiceId, reason: "Measured wrongly", lines: null }, as(7))
  expect((await ok("7", `${at}/certificates`))[0]).toMatchObject({ status: "void", creditNoteNumber: /^CN-/ })
  expect(await ok("7", `${at}/boq`)).toMatchObject({ certifiedAmount: "30000.00", retained: "3000.00", releasable: "0.00", canRelease: false, halfDue: null })
  expect(await broken()).toEqual([])

  // half of the retention is due at completion, the rest 90 days later
  await refused(409, /is not complete yet/, "7", `${at}/certificates/release`, {})
  await execute(completeProject, { id: 1, actualEndDate: null, overrideReason: null }, as(8))
  const whole = { halfDue: today, retentionDue: addDays(today, 90) }
  expect(await ok("7", `${at}/boq`)).toMatchObject({ ...whole, retained: "3000.00", halfRetained: "1500.00", releasable: "1500.00", canRelease: true })
  expect(await ok("7", `${at}/certificates/release`, {})).toMatchObject({ kind: "release", retention: "1500.00", billed: "1500.00" })
  expect(await ok("7", `${at}/boq`)).toMatchObject({ ...whole, retained: "1500.00", halfRetained: "0.00", releasable: "0.00", canRelease: false })
  await refused(409, /The other half, USD 1500.00, is due when the defect period ends, on /, "7", `${at}/certificates/release`, {})
  await execute(releaseRetention, { projectId: 1, note: "" }, as(7, addDays(today, 90)))
  expect(await ok("7", `${at}/boq`)).toMatchObject({ retained: "0.00", releasable: "0.00", canRelease: false })
  expect(await broken(addDays(today, 91))).toEqual([])
})

test("earned revenue is the same in SQL and in code", async () => {
  const whole = fc.integer({ min: 0, max: 900_000_000 })
  const cases = fc.sample(
    fc.record({
      contractValue: whole,
      actual: fc.integer({ min: -1000, max: 900_000_000 }),
      forecast: fc.oneof(whole, fc.constant(0)),
      isComplete: fc.boolean(),
    }),
    200,
  )
  const rows = await statement(
    `select ${earnedSql("x")}::int as earned from jsonb_to_recordset($1::text::jsonb) as x(n int, contract_value bigint, actual bigint, forecast bigint, is_complete boolean) order by x.n`,
    [
      JSON.stringify(
        cases.map(({ contractValue, actual, forecast, isComplete }, n) => ({ n, contract_value: contractValue, actual, forecast, is_complete: isComplete })),
      ),
    ],
  )
  expect(rows.map(({ earned }) => earned)).toEqual(cases.map(earnedOf))
})
