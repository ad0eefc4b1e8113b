/** The whole server with the demo data: every figure of every list and tile is explained by the same value, down to events. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { dateOf, monthBy } from "@ops/platform/calendar.ts"
import type { Explanation as Answer } from "@ops/platform/http/explain-contract.ts"
import type { Person, Server } from "@ops/platform/testing/server.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { demoServer } from "../demo/demo-server.ts"
import { figures } from "./figures.ts"

type Explanation = typeof Answer.Type
type Asked = Record<string, string | number | null | undefined>
/** A figure as a screen shows it: its name, its parameters, and its value in the list or tile. */
type Shown = readonly [figure: string, asked: Asked, value: unknown]
// oxlint-disable-next-line typescript/no-explicit-any -- a row of any list, or a figure of any kind (docs/decisions/0066-casts.md)
type Row = Record<string, any>

const currencies = ["USD", "SSP"] as const
const meals = ["breakfast", "lunch", "dinner"] as const
const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const signOf = (value: unknown) => (value === null ? null : Number.isNaN(Number(value)) ? typeof value : Math.sign(Number(value)))
/** Of items that are explained in the same way, enough to have one of each class; in a nightly run, all. */
const ofEachClass = <Item>(items: ReadonlyArray<Item>, classesOf: (item: Item) => ReadonlyArray<string>): ReadonlyArray<Item> => {
  const seen = new Set<string>()
  const chosen = items.filter((item) => {
    const before = seen.size
    for (const name of classesOf(item)) seen.add(name)
    return seen.size > before
  })
  return times(chosen, items)
}
/** Rows with each value of each field that has few, such as a status, and otherwise with values of each sign and without one. */
const rowsOfEachClass = (rows: ReadonlyArray<Row>) => {
  const isFew = (name: string) => new Set(rows.map((row) => JSON.stringify(row[name]))).size <= 6
  const few = new Set(Object.keys(rows[0]!).filter(isFew))
  return ofEachClass(rows, (row) => Object.entries(row).map(([name, value]) => `${name} ${few.has(name) ? JSON.stringify(value) : signOf(value)}`))
}

/** Amounts of a report: of each section an account and every other line, with each sign, and some in each column. */
const amounts = (of: Row, shownOf: (part: string, column: Row, value: unknown) => Shown) =>
  ofEachClass(
    (of["sections"] as ReadonlyArray<Row>).flatMap(({ key, lines, total }) =>
      [...lines, total].flatMap((line: Row) =>
        (of["columns"] as ReadonlyArray<Row>).map((column) => {
          const value = line["values"][column["key"]]
          const part = `${key}/${line["key"]}`
          // lines differ by what they are, not by their account, client or supplier
          return { shown: shownOf(part, column, value), classes: [part.replace(/\d+/g, ""), column["key"]].map((name) => `${name} ${signOf(value)}`) }
        }),
      ),
    ),
    ({ classes }) => classes,
  ).map(({ shown }) => shown)
const cells =
  (statement: string) =>
  (of: Row): ReadonlyArray<Shown> =>
    amounts(of, (part, { from, to, siteId, currency, person }, value) => ["statement.line", { statement, part, from, to, siteId, currency, person }, value])
const ages =
  (figure: string) =>
  (of: Row, siteId: number | undefined): ReadonlyArray<Shown> =>
    amounts(of, (part, { key: age, to: day }, value) => [figure, { part, day, currency: "USD", siteId, age }, value])

/** Where figures are shown: the request, and the figures that the screen takes from the answer. */
const tiles: Record<string, (tile: Row, siteId: number | undefined) => ReadonlyArray<Shown>> = {
  "/api/dashboard/metrics": (of, siteId) => [
    ["meals.staffFed", { siteId }, of["staffFedToday"]],
    ["dashboard.activeWorkOrders", { siteId }, of["activeWorkOrders"]],
    ["stock.alerts", { siteId }, of["stockAlerts"]],
    ["stock.critical", { siteId }, of["criticalStock"]],
    ["dashboard.monthlyRevenue", { siteId }, of["monthlyRevenue"].toFixed(2)],
  ],
  "/api/money": ({ money }, siteId) => [["money.earned", { siteId }, (Number(money["earned"]) + Number(money["earnedNotBilled"])).toFixed(2)]],
  "/api/crm/overview": (of) => [
    ["crm.prospects", {}, of["prospects"]],
    ["crm.conversion", {}, of["conversionRate"]],
    ["crm.pipeline", {}, of["pipelineValue"].toFixed(2)],
    ["crm.weighted", {}, of["weightedValue"].toFixed(2)],
    ["crm.budgetSpent", {}, of["budget"]["totalSpent"].toFixed(2)],
  ],
  "/api/stock/valuation": (of, siteId) => [["stock.worth", { siteId }, of["total"]]],
  "/api/meal-tiles": (of, siteId) => [
    ["meals.sessions", { siteId }, of["todaysSessions"]],
    ["meals.attendees", { siteId }, of["totalAttendees"]],
    ["client.activeStaff", { siteId }, of["activeStaff"]],
    ["meals.revenue", { siteId, currency: "USD" }, of["todaysRevenue"]],
    ["meals.revenue", { siteId, currency: "SSP" }, of["todaysRevenueSsp"]],
    ["meals.activeSites", { siteId }, of["activeSites"]],
    ["meals.capacityUtilisation", { siteId }, of["capacityUtilisation"]],
    ["meals.served", { siteId }, of["mealsServedToday"]],
    ["meals.staffFed", { siteId }, of["staffFedToday"]],
  ],
  "/api/invoice-tiles": (of, siteId) => [
    ["invoices.count", { siteId }, of["totalInvoices"]],
    ["invoices.overdueCount", { siteId }, of["overdueInvoices"]],
    ["invoices.pendingBills", { siteId }, of["pendingBills"]],
    ...currencies.flatMap((currency) =>
      ["invoicedThisMonth", "outstanding", "overdue", "weeklyRevenue"].map((name): Shown => [`invoices.${name}`, { siteId, currency }, of[name][currency]]),
    ),
  ],
  "/api/hr/attendance/stats": (of, siteId) => [
    ["people.presentToday", { siteId }, of["present"]],
    ["people.absentToday", { siteId }, of["absent"]],
  ],
  "/api/reports/pnl": cells("pnl"),
  "/api/reports/expense?groupBy=person": cells("expense"),
  "/api/reports/aged-receivables": ages("receivables.aged"),
  "/api/reports/aged-payables": ages("payables.aged"),
  "/api/reports/balance-sheet": cells("balance-sheet"),
  "/api/reports/trial-balance": cells("trial-balance"),
  "/api/purchase-requests/figures": (of, siteId) => [
    ["procurement.pending", { siteId }, of["pendingRequests"]],
    ["procurement.approvedThisMonth", { siteId }, of["approvedThisMonth"]],
    ["procurement.estimatedValue", { siteId }, of["totalEstimatedValue"]],
    ["procurement.budget", { siteId }, of["monthlyBudget"]],
    ["procurement.budgetUsed", { siteId }, of["budgetUsed"]],
  ],
  "/api/work-orders/overview": (of, siteId) =>
    ["activeOrders", "urgentRequests", "availableStaff", "completedToday"].map((name): Shown => [`facilities.${name}`, { siteId }, of[name]]),
  "/api/construction-projects/figures": (of, siteId) =>
    ["active", "planned", "onHold", "completed", "totalBudget", "spent", "activeBudget"].map((name): Shown => [`construction.${name}`, { siteId }, of[name]]),
  "/api/accounts-payable/figures": (of, siteId) => [
    ...["waiting", "open", "overdue", "dueSoon", "disputed"].map((name): Shown => [`payables.${name}Bills`, { siteId }, of[`${name}Bills`]]),
    ...["waiting", "open", "overdue", "dueSoon"].flatMap((name) =>
      currencies.map((currency): Shown => [`payables.${name}`, { siteId, currency }, of[name][currency]]),
    ),
  ],
  "/api/finance/overview": (of, siteId) => [
    ...["totalRevenue", "totalExpenses"].flatMap((name) => currencies.map((currency): Shown => [`finance.${name}`, { siteId, currency }, of[name][currency]])),
    ...["activeEmployees", "payables", "costPerMeal", "growth"].map((name): Shown => [`finance.${name}`, { siteId }, of[name]]),
    ...["catering", "facilities", "construction"].map((name): Shown => [`finance.${name}Share`, { siteId }, of["share"][name]]),
  ],
}
const byId =
  (figure: string, field: string) =>
  (row: Row): Shown => [figure, { id: row["id"] }, row[field]]
const lists: Record<string, ReadonlyArray<(row: Row) => Shown | ReadonlyArray<Shown>>> = {
  "/api/staff-feeding/weekly-stats": [({ date, count }) => ["meals.staffFed", { day: date }, count]],
  "/api/staff-feeding?limit=40": [
    byId("staffFeeding.count", "staffCount"),
    byId("staffFeeding.planned", "planned"),
    byId("staffFeeding.difference", "difference"),
  ],
  "/api/meal-sessions?limit=30": [
    byId("mealSession.attendees", "totalAttendees"),
    byId("mealSession.missed", "missed"),
    byId("mealSession.exceptions", "exceptions"),
    byId("mealSession.late", "late"),
  ],
  "/api/site-meal-capacities": [
    byId("mealCapacity.utilisation", "utilisation"),
    (row) => meals.map((meal): Shown => ["mealCapacity.current", { id: row["id"], meal }, row[`current${titled(meal)}Count`]]),
  ],
  "/api/daily-meal-summaries?limit=30": [
    (row) =>
      ["planned", "served", "missed", "revenue"].flatMap((column) => {
        const { siteId, clientId, projectId, currency, summaryDate: day } = row
        const asked = { siteId, clientId, projectId, currency, day }
        const ofMeals = meals.map((meal): Shown => [`mealSummary.${column}`, { ...asked, meal }, row[meal + titled(column)]])
        return [...ofMeals, [`mealSummary.${column}`, asked, row[`total${titled(column)}`]] as Shown]
      }),
    ({ siteId, clientId, projectId, currency, summaryDate: day, efficiency }) => [
      "mealSummary.efficiency",
      { siteId, clientId, projectId, currency, day },
      efficiency,
    ],
  ],
  "/api/invoices": [
    byId("invoice.total", "totalAmount"),
    byId("invoice.subtotal", "subtotalAmount"),
    byId("invoice.tax", "taxAmount"),
    byId("invoice.open", "openAmount"),
    byId("invoice.paid", "paidAmount"),
    byId("invoice.credited", "creditedAmount"),
    byId("invoice.served", "mealsServed"),
    byId("invoice.missed", "mealsMissed"),
  ],
  "/api/meal-billing-periods": [byId("invoice.total", "totalAmount"), byId("invoice.served", "totalMealsServed"), byId("invoice.missed", "totalMealsMissed")],
  "/api/payments": [byId("payment.amount", "amount"), byId("payment.unallocated", "unallocated")],
  "/api/client-accounts": [
    ({ id, open, credit }) =>
      currencies.flatMap(
        (currency): ReadonlyArray<Shown> => [
          ["client.owed", { id, currency }, open[currency]],
          ["client.credit", { id, currency }, credit[currency]],
          ["client.balance", { id, currency }, (Number(open[currency]) - Number(credit[currency])).toFixed(2)],
        ],
      ),
  ],
  "/api/clients": [byId("client.mealRate", "mealRate"), ({ id, activeStaff }) => ["client.activeStaff", { clientId: id }, activeStaff]],
  "/api/hr/staff": [byId("staff.salary", "salary")],
  "/api/hr/payroll-periods": [byId("payroll.netPay", "totalNetPay"), byId("payroll.grossPay", "totalGrossPay"), byId("payroll.deductions", "totalDeductions")],
  "/api/payslips?limit=40": [byId("payslip.netPay", "netPay")],
  "/api/contracts": [byId("contract.mealRate", "mealRate")],
  "/api/recipes": [byId("recipe.costPerHead", "costPerHead")],
  "/api/accounts": [byId("account.balance", "balance")],
  "/api/journal-entries?limit=40": [byId("journalEntry.total", "totalDebit")],
  "/api/tax-reports": [byId("taxReport.owed", "totalTaxOwed")],
  "/api/expense-requests?limit=40": [byId("expenseRequest.amount", "amount"), byId("expenseRequest.amountUsd", "amountUsd")],
  "/api/transactions?limit=40": [byId("transaction.amount", "amount")],
  "/api/crm/prospects": [({ id, weightedValue }) => ["prospect.weightedValue", { id }, weightedValue?.toFixed(2) ?? null]],
  "/api/crm/marketing-targets": [
    ({ id, targetType, achievedValue }) => ["marketingTarget.achieved", { id }, targetType === "revenue" ? achievedValue.toFixed(2) : achievedValue],
  ],
  "/api/crm/marketing-budgets": [({ id, spentAmount }) => ["marketingBudget.spent", { id }, spentAmount.toFixed(2)]],
  "/api/crm/marketing-campaigns": [({ id, spentAmount }) => ["marketingCampaign.spent", { id }, spentAmount.toFixed(2)]],
  "/api/crm/petty-cash-requests?limit=40": [byId("pettyCash.amount", "amount")],
  "/api/petty-cash-floats": [byId("pettyCashFloat.balance", "balance"), byId("pettyCashFloat.out", "out")],
  "/api/accounts-payable?limit=40": [byId("payable.amount", "amount"), byId("payable.balance", "balance")],
  "/api/payment-runs?limit=40": [byId("paymentRun.total", "total")],
  "/api/daily-expenses?limit=40": [byId("dailyExpense.total", "totalCost")],
  "/api/stock/levels": [byId("stock.quantity", "currentQuantity"), byId("stock.value", "value"), byId("stock.daysRemaining", "daysRemaining")],
  "/api/construction-projects": [byId("constructionProject.measured", "measuredProgress"), byId("constructionProject.spent", "actualCost")],
  "/api/reports/margin?limit=9": [
    ({ siteId, date: day, mealType: meal, ...row }) =>
      ["expected", "cooked", "eaten", "cost", "costPerMeal", "uneaten", "revenue", "margin"].map(
        (name): Shown => [`mealMargin.${name}`, { siteId, day, meal }, row[name]],
      ),
    ({ siteId, date: day, mealType: meal, gapPercent }) => ["mealMargin.gap", { siteId, day, meal }, gapPercent],
  ],
  "/api/purchase-requests?limit=40": [byId("purchaseRequest.total", "estimatedTotal"), byId("purchaseRequest.receivedPercent", "receivedPercent")],
}
/** Figures that no list shows: they lie between a figure and its records, and are reached from others. */
const between = [
  "meals.siteHeads",
  "meals.heads",
  "mealSession.billable",
  "mealSession.revenue",
  "mealSlot.planned",
  "mealSlot.served",
  "mealSlot.missed",
  "mealSlot.revenue",
  "account.month",
]

const cents = (value: unknown) => Math.round(Number(value) * 1000)

describe("the explanations of figures", { timeout: 180_000 }, () => {
  let server: Server | undefined
  const known = new Map<string, Person>()
  beforeAll(async () => {
    server = await demoServer()
  }, 300_000)
  afterAll(() => server?.stop())

  const as = async (employeeId: string) => {
    const one = known.get(employeeId) ?? (await server!.as(employeeId))
    known.set(employeeId, one)
    return one
  }
  const get = async (at: string, employeeId = "FO-CEO-001") => {
    const { status, text, body: json, headers } = await (await as(employeeId))("GET", at)
    return { status, text, json, headers }
  }
  const pathOf = (figure: string, asked: Asked) =>
    `/api/explain?${new URLSearchParams({ figure, ...Object.fromEntries(Object.entries(asked).flatMap(([key, value]) => (value === null || value === undefined ? [] : [[key, String(value)]]))) })}`
  const explained = async (figure: string, asked: Asked, employeeId?: string): Promise<Explanation> => {
    const { status, text, json } = await get(pathOf(figure, asked), employeeId)
    assert.strictEqual(status, 200, `${pathOf(figure, asked)}: ${text}`)
    return json
  }
  const asked = new Set<string>()
  /** The explanation gives the value on the screen, and its parts add up to it. */
  const holds = async ([figure, of, value]: Shown) => {
    asked.add(figure)
    const told = await explained(figure, of)
    const where = `${pathOf(figure, of)} ${told.formula}`
    assert.strictEqual(told.value === null ? null : String(told.value), value === null ? null : String(value), where)
    assert.isAbove(told.formula.length, 10, where)
    if (told.sum !== null && told.total > 0) assert.strictEqual(cents(told.sum), cents(told.value), where)
    return told
  }
  const each = async (shown: ReadonlyArray<Shown>) => {
    for (let n = 0; n < shown.length; n += 8) await Promise.all(shown.slice(n, n + 8).map(holds))
  }

  it.each(Object.entries(tiles))("agree with %s, for all sites and for one site", async (at, shown) => {
    await each(shown((await get(at)).json, undefined))
    if (at === "/api/crm/overview") return // sales belong to no site
    await each(shown((await get(`${at}${at.includes("?") ? "&" : "?"}siteId=2`)).json, 2))
  })

  it.each(Object.entries(lists))("agree with %s", async (at, columns) => {
    const rows = (await get(at)).json as ReadonlyArray<Row>
    assert.isAbove(rows.length, 0)
    await each(
      rowsOfEachClass(rows).flatMap((row) =>
        columns.flatMap((column) => [column(row)].flat(typeof column(row)[0] === "string" ? 0 : 1) as ReadonlyArray<Shown>),
      ),
    )
  })

  it("give both forms of the cash flow the same totals in every month of the demo", async () => {
    const month = (back: number) => new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 - back, 1)).toISOString().slice(0, 7)
    const today = dateOf(new Date())
    let operating = 0
    for (const period of [3, 2, 1, 0].map(month)) {
      for (const currency of ["", "&currency=USD", "&currency=SSP"]) {
        const [direct, indirect] = await Promise.all(
          ["direct", "indirect"].map((method) => get(`/api/reports/cash-flow?method=${method}&period=${period}${currency}`)),
        )
        const totals = ({ json }: Row) =>
          ["operating", "investing", "financing", "exchange", "change"].map(
            (key) => json.sections.find((one: Row) => one["key"] === key)?.total.values.now ?? "0.00",
          )
        assert.deepStrictEqual(totals(direct!), totals(indirect!), `${period}${currency}`)
        assert.deepStrictEqual(
          [...direct!.json.checks, ...indirect!.json.checks].filter(({ ok }: Row) => !ok),
          [],
        )
        if (totals(direct!)[0] !== "0.00") operating++
      }
    }
    assert.isAbove(operating, 2)
  })

  it("agree with the result of a month-end, and with the lines that stand for several accounts", async () => {
    const { from, to, period, result } = (await get(`/api/month-end/${monthBy(dateOf(new Date()).slice(0, 7), -1)}`)).json
    const line = (part: string, value: unknown): Shown => ["statement.line", { statement: "pnl", part, from, to }, value]
    const { sections } = (await get(`/api/reports/pnl?period=${period}`)).json
    const costs = (sections as ReadonlyArray<Row>).flatMap(({ key, lines }) => (lines as ReadonlyArray<Row>).map((of) => ({ section: key, ...of }) as Row))
    const groups = Map.groupBy(
      costs.filter(({ group }) => group),
      ({ section, group }) => `${section}/${group.key}`,
    )
    assert.isAbove(groups.size, 1)
    await each([
      line("revenue/revenue-total", result.earned),
      line("costs/costs", result.costs),
      line("net-profit/net-profit", result.before),
      ["revaluation.toPost", { month: period }, result.step],
      ["revaluation.resultAfter", { month: period }, result.after],
      ...[...groups].map(([part, lines]) => line(part, lines.reduce((sum, { values }) => sum + Number(values.now), 0).toFixed(2))),
    ])
  })

  it("agree with the meal analytics", async () => {
    const { json } = await get("/api/meal-analytics?siteId=1")
    const { from, to } = json
    const days = (json.served as ReadonlyArray<Row>).slice(-5)
    await each([
      ...days.flatMap((day): ReadonlyArray<Shown> => {
        const of = { siteId: 1, from: day["date"], to: day["date"] }
        return [
          ["meals.servedBetween", of, day["served"]],
          ["meals.plannedBetween", of, day["planned"]],
          ["meals.servedBetween", { ...of, meal: "lunch" }, day["lunch"]],
        ]
      }),
      ...(json.noShows as ReadonlyArray<Row>).flatMap(({ clientId, missed, rate }): ReadonlyArray<Shown> => {
        const of = { siteId: 1, from, to, clientId }
        return [
          ["meals.missedBetween", of, missed],
          ["meals.missedShare", of, rate],
        ]
      }),
      ...(json.peaks as ReadonlyArray<Row>).map(({ hour, count }): Shown => ["meals.hour", { siteId: 1, from, to, hour }, count]),
    ])
  })

  it("agree with the lines of every invoice and with the bills of a future month", async () => {
    const invoices = (await get("/api/invoices")).json as ReadonlyArray<Row>
    for (const { id } of invoices) {
      const { lines } = (await get(`/api/invoices/${id}`)).json
      await each(lines.map(({ line, amount }: Row): Shown => ["invoice.line", { id, line }, amount]))
    }
    const day = new Date(dateOf(new Date()))
    const month = day.toISOString().slice(0, 7)
    const from = `${month}-01`
    const to = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
    const previewed = await (await as("FO-CEO-001"))("POST", "/api/meal-billing-periods/preview", { startDate: from, endDate: to })
    const plan = previewed.body as Row
    assert.strictEqual(previewed.status, 200, previewed.text)
    assert.isAbove(plan["bills"].length, 0)
    await each(
      plan["bills"].flatMap(({ contractId: id, startDate, endDate, ...bill }: Row): ReadonlyArray<Shown> => {
        const of = { id, from: startDate, to: endDate }
        return [
          ["plannedBill.net", of, bill["subtotalAmount"]],
          ["plannedBill.tax", of, bill["taxAmount"]],
          ["plannedBill.total", of, bill["totalAmount"]],
        ]
      }),
    )
  })

  it("agree with what is earned but not billed, by meals and by the progress of construction", async () => {
    const { money, to: day } = (await get("/api/money")).json
    const ceo = await as("FO-CEO-001")
    const { total, lines, date } = (await ceo("POST", "/api/accruals?dryRun=true", { period: day.slice(0, 7) })).body as Row
    assert.strictEqual(date, day)
    const construction = (Number(money.notYetBilled) - Number(money.billedAhead) - Number(total)).toFixed(2)
    await each([
      ["meals.notBilled", { day }, total],
      ["construction.notBilled", { day }, construction],
      ...lines.map(({ contractId: id, amount }: Row): Shown => ["contract.notBilled", { id, day }, amount]),
    ])
  })

  it("agree with the amounts of construction projects", async () => {
    for (const { id } of (await get("/api/construction-projects")).json as ReadonlyArray<Row>) {
      const at = `/api/construction-projects/${id}`
      const { budget, total, lines } = (await get(`${at}/budget`)).json
      await each([
        ["constructionProject.budget", { id }, budget],
        ["constructionProject.committed", { id }, total["committed"]],
        ["constructionProject.forecast", { id }, total["forecast"]],
        ...lines.flatMap(
          (line: Row): ReadonlyArray<Shown> =>
            ["committed", "actual", "toComplete", "forecast", "variance"].map((name) => [
              `constructionCode.${name}`,
              { projectId: id, id: line["costCode"].id },
              line[name],
            ]),
        ),
      ])
      const costs = (await get(`${at}/costs?limit=5`)).json as ReadonlyArray<Row>
      await each(costs.map(({ id, amount }): Shown => ["constructionCost.amount", { id }, amount]))
      const contract = (await get(`${at}/boq`)).json as Row
      if (!contract["agreed"]) continue
      const parts = { value: "contractValue", certified: "certifiedAmount", billed: "billed", retained: "retained" }
      await each(Object.entries(parts).map(([name, field]): Shown => [`constructionContract.${name}`, { id }, contract[field]]))
      const certificates = (await get(`${at}/certificates`)).json as ReadonlyArray<Row>
      await each(certificates.map(({ id, billed }): Shown => ["certificate.billed", { id }, billed]))
    }
    const [wip] = (await get("/api/construction-wip")).json as ReadonlyArray<Row>
    assert.isAbove(wip!["lines"].length, 0)
    await each(wip!["lines"].map(({ projectId, position }: Row): Shown => ["constructionWip.position", { id: wip!["id"], projectId }, position]))
  })

  it("agree with the costs and billable amounts of work orders", async () => {
    const orders = (await get("/api/work-orders?sort=-actualCost&limit=20")).json as ReadonlyArray<Row>
    await each(orders.map(({ id, actualCost }): Shown => ["workOrder.cost", { id }, actualCost]))
    const { month, open } = (await get("/api/work-orders/billing")).json
    assert.isAbove(open.length, 0)
    await each(open.map(({ clientId, siteId, facilitiesAmount }: Row): Shown => ["facilities.toBill", { month, clientId, siteId }, facilitiesAmount]))
  })

  it("agree with a menu's needs, costs and shortages", async () => {
    const [{ id }] = (await get("/api/menus")).json
    const { from, to, meals, items } = (await get(`/api/menus/${id}/requirements`)).json
    await each([
      ...meals.slice(0, 6).map(({ date: day, mealType: meal, costPerHead }: Row): Shown => ["menu.costPerHead", { id, day, meal }, costPerHead]),
      ...items.slice(0, 8).map(({ stockItemId: line, shortage }: Row): Shown => ["menu.shortage", { id, line, from, to }, shortage]),
    ])
  })

  it("agree with the number of staff", async () => {
    const { headers } = await get("/api/hr/staff?limit=1&status=!terminated")
    await holds(["people.totalStaff", {}, headers.get("x-total-count")])
  })

  it("agree with pending and remaining leave", async () => {
    const { headers } = await get("/api/hr/leave-requests?limit=1&status=pending")
    await holds(["people.pendingLeaves", {}, headers.get("x-total-count")])
    const staff = (await get("/api/hr/staff?limit=4")).json as ReadonlyArray<Row>
    for (const { id } of staff) {
      const { balances } = (await get(`/api/hr/staff/${id}/leave-balance`)).json
      await each(balances.map((of: Row): Shown => ["leave.balance", { id, line: of["leaveTypeId"] }, of["balance"]]))
    }
  })

  it("are all covered by these tests", () => {
    assert.deepStrictEqual(
      figures.map(({ name }) => name).filter((name) => !asked.has(name) && !between.includes(name)),
      [],
    )
    assert.strictEqual(new Set(figures.map(({ name }) => name)).size, figures.length)
  })

  it("give the parts of each site where these add up to the whole, and none for one site", async () => {
    const sitesOf = async (figure: string, more = "") => (await get(`/api/explain?figure=${figure}&sites=true${more}`)).json as Explanation
    for (const name of ["dashboard.monthlyRevenue", "money.earned", "dashboard.activeWorkOrders", "meals.staffFed"]) {
      const { value, sites } = await sitesOf(name)
      assert.isAbove(sites.length, 1, name)
      assert.closeTo(
        sites.reduce((sum, part) => sum + Number(part.value), 0),
        Number(value),
        0.001,
        name,
      )
      assert.deepStrictEqual((await sitesOf(name, "&siteId=1")).sites, [])
    }
  })

  // proves API-291
  it("give every part the value it has in the whole, down to the events of the records", async () => {
    const reached = new Set<string>()
    let events = 0
    const down = async (name: string, of: Asked, value: unknown, depth: number): Promise<void> => {
      const told = await explained(name, of)
      reached.add(name)
      // a part can be subtracted, or be one of the counted items
      if (value !== undefined) assert.strictEqual(Math.abs(cents(told.value)), Math.abs(cents(value)), `${pathOf(name, of)} ${told.formula}`)
      for (const { events: told_ } of [...told.records, ...told.terms]) events += told_.length
      if (depth === 0) return
      for (const { figure, value: part, unit } of [...told.inputs.slice(0, 2), ...told.inputs.slice(-1)]) {
        if (figure) await down(figure.name, figure.parameters, unit === told.unit && !isCount(name, figure.name) ? part : undefined, depth - 1)
      }
    }
    /** If a list is counted, a part is one of its items, and the item's own figure is a different one. */
    const isCount = (name: string, part: string) => /count|pending|approved|alerts|critical|activeSites/i.test(name) || part === "account.balance"
    await down("meals.staffFed", {}, undefined, 4)
    await down("meals.served", {}, undefined, 4)
    await down("meals.revenue", { currency: "USD" }, undefined, 3)
    await down("stock.alerts", {}, undefined, 3)
    await down("dashboard.monthlyRevenue", {}, undefined, 3)
    await down("invoices.outstanding", { currency: "SSP" }, undefined, 6)
    await down("mealSummary.revenue", { ...(await summary()) }, undefined, 4)
    assert.deepStrictEqual(
      between.filter((name) => !reached.has(name) && !/planned|missed/.test(name)),
      [],
    )
    assert.isAbove(events, 100)
    const line = await explained("mealSession.attendees", { id: (await get("/api/meal-sessions?status=completed&limit=1")).json[0].id })
    const [record] = line.records
    assert.match(record!.stream ?? "", /^meal_attendance\/\d+$/)
    assert.match(record!.events[0]!.by, /\w+ \w+/)
    assert.isString(record!.events[0]!.via)
  })
  const summary = async () => {
    const [{ siteId, clientId, projectId, currency, summaryDate: day }] = (await get("/api/daily-meal-summaries?limit=1")).json
    return { siteId, clientId, projectId, currency, day }
  }

  it("name the price, tax and exchange rate of a bill, with their effective dates", async () => {
    const invoices = (await get("/api/invoices?kind=meal")).json as ReadonlyArray<Row>
    const bill = invoices.find(({ currency, status }) => currency === "SSP" && status !== "draft")!
    const line = await explained("invoice.line", { id: bill["id"], line: 1 })
    assert.match(line.formula, /^[\d,]+ meals × SSP [\d,.]+ = SSP [\d,.]+$/)
    assert.match(line.terms[0]!.from!, /^\d{4}-\d\d-\d\d$/)
    assert.isAbove(line.terms[0]!.events.length, 0)
    const tax = await explained("invoice.tax", { id: bill["id"] })
    assert.deepStrictEqual([tax.terms[0]!.value, tax.terms[0]!.unit], ["18.00", "%"])
    assert.match(tax.terms[0]!.from!, /^\d{4}/)
    const total = await explained(bill["invoiceNumber"], {})
    assert.strictEqual(total.name, "invoice.total")
    assert.strictEqual(total.value, bill["totalAmount"])
    assert.strictEqual(total.terms[0]!.label, "SSP per USD at posting")
  })

  it("show a person no more than the screens do", async () => {
    const requests = (await get("/api/purchase-requests?limit=400")).json as ReadonlyArray<Row>
    const seen = new Set(((await get("/api/purchase-requests?limit=400", "FO-OPS-001")).json as ReadonlyArray<Row>).map(({ id }) => id))
    const foreign = requests.find(({ id }) => !seen.has(id))!
    assert.strictEqual((await get(pathOf("purchaseRequest.total", { id: [...seen][0] }), "FO-OPS-001")).status, 200)
    assert.strictEqual((await get(pathOf("purchaseRequest.total", { id: foreign["id"] }), "FO-OPS-001")).status, 404)
    const statuses = await Promise.all([1, 2, 3].map(async (siteId) => (await get(pathOf("meals.staffFed", { siteId }), "FO-OPS-001")).status))
    assert.deepStrictEqual(statuses.sort(), [200, 404, 404])
    const session = (await get(`/api/meal-sessions?limit=200`)).json as ReadonlyArray<Row>
    const ownSessions = (await get(`/api/meal-sessions?limit=200`, "FO-OPS-001")).json as ReadonlyArray<Row>
    const foreignSession = session.find(({ siteId }) => siteId !== ownSessions[0]!["siteId"])!
    assert.strictEqual((await get(pathOf("mealSession.attendees", { id: foreignSession["id"] }), "FO-OPS-001")).status, 404)
    for (const figure of ["invoice.total", "account.balance", "client.balance", "mealSession.revenue", "contract.mealRate"]) {
      const refused = await get(pathOf(figure, { id: 1, currency: "USD" }), "FO-OPS-001")
      assert.strictEqual(refused.status, 403, figure)
      assert.match(refused.text, /^You do not have access to this\. It needs: /)
    }
    // a guest sees the tile and its parts, but without links to details
    const tile = await explained("meals.staffFed", {}, "FO-GST-001")
    assert.isAbove(tile.inputs.length, 0)
    assert.isUndefined(tile.inputs[0]!.figure)
    const names = (await get("/api/explain/figures", "FO-GST-001")).json.map(({ name }: Row) => name)
    assert.deepStrictEqual(names, ["dashboard.activeWorkOrders", "dashboard.monthlyRevenue", "meals.staffFed", "stock.alerts", "stock.critical"])
  })

  it("refuse in one sentence what cannot be explained", async () => {
    const nearest = await get(pathOf("invoice.totl", {}))
    assert.deepStrictEqual([nearest.status, nearest.text], [404, "There is no figure invoice.totl. The nearest: invoice.total, invoice.tax, invoice.subtotal"])
    const wrong: ReadonlyArray<readonly [string, number, string]> = [
      ["/api/explain", 400, "figure is required: a name such as invoice.total, or a number such as INV-2026-00001"],
      [pathOf("invoice.total", {}), 400, "invoice.total needs id: id is missing"],
      [pathOf("invoice.total", { id: "x" }), 400, "id must be a positive whole number"],
      [pathOf("invoice.total", { id: 999999 }), 404, "Invoice 999999 does not exist"],
      [pathOf("INV-2001-00001", {}), 404, "INV-2001-00001 does not exist"],
      [pathOf("meals.staffFed", { day: "yesterday" }), 400, "day must be a day such as 2026-11-21"],
      [pathOf("meals.staffFed", { siteId: "atlantis" }), 404, "Site atlantis does not exist"],
      [pathOf("meals.revenue", { currency: "EUR" }), 400, "currency must be one of: USD, SSP"],
    ]
    for (const [at, status, sentence] of wrong) {
      const answer = await get(at)
      assert.deepStrictEqual([answer.status, answer.text], [status, sentence])
    }
  })
})
