/** Reports on a real database: figures compared with counts made by hand, visibility, files, and scheduled sending. */
import { createHash } from "node:crypto"
import { strFromU8, unzipSync } from "fflate"
import { Duration, Effect, Exit, Layer, ManagedRuntime, Redacted, Scope } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ConstructionProjectOpened, constructionProjects } from "@ops/construction/projects/construction-project.ts"
import { CostCodeAdded, costCodes } from "@ops/construction/cost-codes/cost-code.ts"
import { BudgetSet, projectBudgets } from "@ops/construction/budget/project-budget.ts"
import { CostCharged, projectCosts } from "@ops/construction/budget/project-cost.ts"
import { SlaClockStarted, slaClocks, SlaMet, SlaMissed } from "@ops/facilities/service-levels/sla-clock.ts"
import { WorkOrderCompleted, WorkOrderRequested, workOrders, WorkOrderStarted } from "@ops/facilities/work-orders/work-order.ts"
import { people, PersonAdded, PersonSuspended } from "@ops/identity/person.ts"
import { postEntry } from "@ops/ledger/journal-entries/journal-entry.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { MealAttended, mealAttendances } from "@ops/meals/meal-sessions/meal-attendance.ts"
import { mealSessions, SessionCompleted, SessionOpened } from "@ops/meals/meal-sessions/meal-session.ts"
import { headsOnSql } from "@ops/meals/queries.ts"
import { MealsRecorded, staffFeedingRecords } from "@ops/meals/head-counts/staff-feeding.ts"
import { client, contract, diner, siteAt } from "@ops/meals/testing.ts"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { addDays, instantIn } from "@ops/platform/calendar.ts"
import { Config, loadConfig } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { runReactors } from "@ops/platform/event-store/reactor.ts"
import { mailSender } from "@ops/platform/mail/sender.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { smtpSink, type SmtpSink } from "@ops/platform/testing/smtp.ts"
import { AnalyticsGroup, type ReportAnswer } from "@ops/reporting/analytics/contract.ts"
import { AnalyticsLive } from "@ops/reporting/analytics/server.ts"
import { spanOf } from "@ops/reporting/analytics/report-period.ts"
import { makeSchedule } from "@ops/reporting/schedules/commands.ts"
import { ReportSchedulesGroup } from "@ops/reporting/schedules/contract.ts"
import { sendDueReports } from "@ops/reporting/schedules/run.ts"
import { nextRun } from "@ops/reporting/schedules/time.ts"
import { ReportSchedulesLive } from "@ops/reporting/schedules/server.ts"
import { model } from "../modules.ts"

const runtime = ManagedRuntime.make(testDatabase(model))
const run = <A>(effect: Effect.Effect<A, unknown, unknown>) => runtime.runPromise(effect as Effect.Effect<A, unknown, never>)

/** Signs in with the token's level, and confined to its site: "6@1". The person's id is the level. */
const signedIn = (token: string): SignedIn => {
  const [level = 0, siteId = null] = token.split("@").map(Number)
  const by = {
    ...system("test", new Date().toISOString()),
    actor: `person:${level}`,
    person: level,
    name: `Person ${level}`,
    level,
    permissions: permissionsOf(level),
    confinedTo: siteId,
  }
  return { ...by, department: "operations", employeeId: token, siteId, sessionId: null, proven: true }
}
class TestApi extends HttpApi.make("ops").add(AnalyticsGroup).add(ReportSchedulesGroup) {}
const web = serveApi(HttpApiBuilder.layer(TestApi).pipe(Layer.provide([AnalyticsLive, ReportSchedulesLive])), runtime, signedIn)
const { whole: call } = web

const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const tell = (changes: ReadonlyArray<Change>, at?: string) =>
  run(Effect.flatMap(Records, ({ execute }) => execute(told, changes, at ? system("test", at) : system("test"))))
const person = (id: number, siteId: number | null, email: string | null = `person${id}@ours.example`) =>
  people.at(
    id,
    PersonAdded({
      employeeId: `FO-${id}`,
      firstName: `Person${id}`,
      lastName: "Deng",
      accessLevel: id,
      email,
      phoneNumber: null,
      role: "finance",
      department: "operations",
      position: "Officer",
      siteId,
      hireDate: null,
      supervisor: null,
      biometricEnabled: false,
      demo: false,
    }),
  )

const { today } = system("test", new Date().toISOString())
/** All facts are in the previous month, so that they hold on any day the test runs. */
const month = spanOf("last_month", today)
const first = month.from
const at = (hour: number, date = first) => instantIn(`${date}T${String(hour).padStart(2, "0")}:00:00`)
const lastMonth = `from=${month.from}&to=${month.to}`

const counted = (id: number, siteId: number, date: string, staffCount: number) =>
  staffFeedingRecords.at(id, MealsRecorded({ siteId, clientId: 1, date, mealType: "lunch", staffCount, notes: "", recordedBy: null }))
const ordered = (id: number, siteId: number, hour: number) =>
  workOrders.at(
    id,
    WorkOrderRequested({
      orderNumber: `WO-${id}`,
      siteId,
      location: "",
      assetId: null,
      serviceType: id === 3 ? "cleaning" : "sewage",
      priority: "medium",
      description: "Leak",
      dueDate: null,
      scheduledDate: null,
      clientId: null,
      contractId: null,
      billable: false,
      emergency: false,
      origin: "request",
      estimatedCost: null,
      notes: "",
      planId: null,
      followUpOf: null,
      signatureRequired: false,
      requestedBy: null,
      requestDate: first,
      reportedAt: at(hour),
      photos: [],
      plannedParts: [],
      checklist: [],
      responseDue: null,
      resolutionDue: null,
    }),
  )
const promised = (id: number, siteId: number) =>
  slaClocks.at(
    id,
    SlaClockStarted({
      siteId,
      clientId: 1,
      responseMinutes: 60,
      resolutionMinutes: 240,
      aroundTheClock: true,
      creditAmount: 0,
      responseDue: at(9),
      resolutionDue: at(12),
      responseWarnAt: null,
      resolutionWarnAt: null,
    }),
  )
const completed = {
  completedBy: null,
  checklist: [],
  parts: [],
  hours: [],
  photos: [],
  completion: { signature: null, signedBy: "", rating: null, remarks: "" },
  resolutionMet: null,
}
const post = (account: string, amount: number, siteId: number, sale = false) => {
  const lines = [
    { account, [sale ? "credit" : "debit"]: amount, siteId },
    { account: "1010", [sale ? "debit" : "credit"]: amount },
  ]
  return run(
    Effect.flatMap(Records, ({ execute }) =>
      execute(postEntry, { date: first, description: "Of the test", reference: null, currency: "USD", lines }, system("test")),
    ),
  )
}

const scope = Effect.runSync(Scope.make())
let sink: SmtpSink

beforeAll(async () => {
  await run(ledgerModule.setup)
  await tell([
    siteAt(1, "one"),
    siteAt(2, "two"),
    client(1),
    person(3, 1),
    person(5, 1),
    person(6, 1),
    person(7, null),
    person(8, null),
    person(10, null),
    person(1, 2, null),
  ])
  await tell([
    ...contract(1, { clientId: 1, siteId: 1, from: "2020-01-01", heads: 50 }),
    ...contract(2, { clientId: 1, siteId: 2, from: "2020-01-01", heads: 30 }),
    ...diner(1, { clientId: 1, siteId: 2 }),
    ...diner(2, { clientId: 1, siteId: 2 }),
  ])
  // site 1: 40 and 44 of 50; site 2: one of 30 present on the first day, where two were counted
  const session = {
    sessionDate: first,
    startsAt: at(12),
    mealType: "lunch" as const,
    siteId: 2,
    clientId: 1,
    contractId: 2,
    projectId: null,
    mealCost: 1250,
    currency: "USD" as const,
  }
  const seated = {
    mealSessionId: 1,
    attendanceTime: at(12),
    mealType: "lunch" as const,
    mealCost: 1250,
    currency: "USD" as const,
    exception: null,
    late: false,
    notes: "",
    recordedBy: null,
  }
  await tell([
    counted(1, 1, first, 40),
    counted(2, 1, addDays(first, 1), 44),
    counted(3, 2, first, 2),
    mealSessions.at(1, SessionOpened({ ...session, notes: "", recordedBy: null, slot: "the lunch" })),
    mealAttendances.at(1, MealAttended({ ...seated, staffMemberId: 1, attended: true })),
    mealAttendances.at(2, MealAttended({ ...seated, staffMemberId: 2, attended: false })),
    mealSessions.at(1, SessionCompleted({ attended: 1, missed: 1 })),
  ])
  await post("4100", 1_000_00, 1, true)
  await post("4100", 200_00, 2, true)
  await post("4200", 300_00, 2, true)
  await post("5100", 120_00, 1)
  await post("5110", 30_00, 1)
  await post("5300", 90_00, 2)
  await post("6500", 50_00, 2)
  // three orders: started after 1 and 3 hours, done after 4 and 8; the third waits
  await tell([ordered(1, 1, 8), ordered(2, 1, 8), ordered(3, 2, 8), promised(1, 1), promised(2, 1)], at(8))
  await tell([workOrders.at(1, WorkOrderStarted({ responseMet: true })), slaClocks.at(1, SlaMet({ clock: "response" }))], at(9))
  await tell([workOrders.at(2, WorkOrderStarted({ responseMet: false })), slaClocks.at(2, SlaMissed({ clock: "response", due: at(9) }))], at(11))
  await tell([workOrders.at(1, WorkOrderCompleted(completed)), slaClocks.at(1, SlaMet({ clock: "resolution" }))], at(12))
  await tell([workOrders.at(2, WorkOrderCompleted(completed)), slaClocks.at(2, SlaMissed({ clock: "resolution", due: at(12) }))], at(16))
  const project = {
    description: "",
    projectType: "new_construction" as const,
    expectedEndDate: null,
    projectManager: null,
    projectManagerText: null,
    typeGuessed: false,
    startDate: null,
    on: first,
    by: null,
  }
  const cost = {
    costCodeId: 1,
    kind: "labour" as const,
    quantity: null,
    billLine: null,
    sourceKind: null,
    sourceId: null,
    journalEntryId: null,
    chargedBy: null,
  }
  await tell([
    costCodes.at(1, CostCodeAdded({ code: "02", name: "Earthworks" })),
    constructionProjects.at(
      1,
      ConstructionProjectOpened({ ...project, projectNumber: "P-1", name: "Clinic", siteId: 1, budget: 1_000_00, status: "in_progress" }),
    ),
    constructionProjects.at(2, ConstructionProjectOpened({ ...project, projectNumber: "P-2", name: "Store", siteId: 2, budget: null, status: "planning" })),
    projectBudgets.at(1, BudgetSet({ lines: [{ costCodeId: 1, amount: 1_000_00 }], by: null })),
    projectCosts.at(1, CostCharged({ ...cost, projectId: 1, siteId: 1, date: first, description: "Digging", amount: 250_00 })),
    projectCosts.at(2, CostCharged({ ...cost, projectId: 1, siteId: 1, date: addDays(first, -40), description: "Before", amount: 50_00 })),
  ])
  await run(
    Effect.gen(function* () {
      const settings = { ...(yield* loadConfig({})), mode: "production" as const, origin: "https://ops.example.org", pepper: Redacted.make("pepper") }
      sink = yield* Effect.provideService(smtpSink, Scope.Scope, scope)
      yield* runReactors([{ ...mailSender, pause: Duration.millis(5), attempts: 3 }]).pipe(
        Effect.provideService(Config, { ...settings, smtpUrl: Redacted.make(sink.url) }),
        Effect.provideService(Scope.Scope, scope),
      )
    }),
  )
}, 180_000)
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await web.dispose()
  await runtime.dispose()
}, 60_000)

const reportOf = async (token: string, tab: string, query = lastMonth): Promise<ReportAnswer> => {
  const answer = await call(token, `/api/reports/analytics/${tab}?${query}`)
  expect([answer.status, answer.status === 200 ? "" : answer.body]).toEqual([200, ""])
  return answer.body
}
const figuresOf = ({ figures }: ReportAnswer) => Object.fromEntries(figures.map(({ key, value }) => [key, value]))
const rowsOf = ({ series }: ReportAnswer, key: string) => series.find((table) => table.key === key)?.rows

// proves S-REP-06
test("catering: meals, cost, waste and accuracy match counts made by hand", async () => {
  const report = await reportOf("10", "catering")
  expect(figuresOf(report)).toEqual({
    mealsServed: 85, // 40 + 44 + 1 served
    mealsPlanned: 130,
    mealsMissed: 10 + 6 + 29,
    accuracy: 0, // two were counted where one was present
    foodCost: "120.00",
    costPerMeal: "1.41",
    waste: "30.00",
    wasteShare: 20,
  })
  expect(rowsOf(report, "sites")).toEqual([
    { site: "Site 1", planned: 100, served: 84, missed: 16, share: 84 },
    { site: "Site 2", planned: 30, served: 1, missed: 29, share: 3.3 },
  ])
  const days = rowsOf(report, "meals")!
  expect(days.slice(0, 3)).toEqual([
    { from: first, planned: 80, served: 41, missed: 39, share: 51.3 },
    { from: addDays(first, 1), planned: 50, served: 44, missed: 6, share: 88 },
    { from: addDays(first, 2), planned: null, served: null, missed: null, share: null },
  ])
  expect(days).toHaveLength(Number(month.to.slice(8)))
})

// proves S-REP-07
test("facilities: orders, promises, times and backlog", async () => {
  const report = await reportOf("10", "facilities")
  const age = (Date.parse(month.to) - Date.parse(first)) / 86_400_000
  expect(figuresOf(report)).toEqual({
    raised: 3,
    completed: 2,
    responseMet: 50,
    resolutionMet: 50,
    hoursToRespond: 2,
    hoursToRepair: 6,
    backlog: 1,
    backlogAge: age,
  })
  expect(rowsOf(report, "services")).toMatchObject([
    { service: "Cleaning", raised: 1, completed: 0, open: 1, hoursToRepair: null },
    { service: "Sewage", raised: 2, completed: 2, open: 0, hoursToRepair: 6 },
  ])
})

// proves S-REP-08
test("construction: progress, budget and spending in the period", async () => {
  const report = await reportOf("10", "construction")
  expect(figuresOf(report)).toEqual({
    active: 1,
    progress: 50,
    budget: "1000.00",
    actual: "300.00",
    committed: "0.00",
    spent: "250.00",
    certified: null,
    claimed: null,
  })
  expect(rowsOf(report, "money")).toEqual([
    { project: "Clinic", budget: "1000.00", actual: "300.00", committed: "0.00", forecast: "1000.00", used: 30 },
    { project: "Store", budget: null, actual: null, committed: null, forecast: null, used: null },
  ])
})

// proves S-REP-09
test("financial: profit and loss by service and by site, margins", async () => {
  const report = await reportOf("7", "financial")
  expect(figuresOf(report)).toMatchObject({
    revenue: "1500.00",
    directCosts: "240.00",
    grossProfit: "1260.00",
    grossMargin: 84,
    netProfit: "1210.00",
    netMargin: 80.7,
  })
  expect(rowsOf(report, "services")).toEqual([
    { service: "Catering", revenue: "1200.00", costs: "150.00", gross: "1050.00", margin: 87.5 },
    { service: "Facilities", revenue: "300.00", costs: "90.00", gross: "210.00", margin: 70 },
  ])
  expect(rowsOf(report, "sites")).toEqual([
    { site: "Site 1", revenue: "1000.00", costs: "150.00", expenses: "0.00", profit: "850.00", margin: 85 },
    { site: "Site 2", revenue: "500.00", costs: "90.00", expenses: "50.00", profit: "360.00", margin: 72 },
  ])
})

// proves S-REP-05, S-REP-10
test("overview: counts are added and never multiplied; a day's feeding equals the dashboard", async () => {
  expect(figuresOf(await reportOf("10", "overview"))).toEqual({
    staffFed: 41 + 44,
    staffFedADay: 42.5,
    mealsServed: 85,
    serviceRequests: 3,
    ordersCompleted: 2,
    activeOrders: 1,
    activeProjects: 1,
    revenue: "1500.00",
  })
  const week = rowsOf(await reportOf("10", "overview", `from=${first}&to=${addDays(first, 6)}`), "weeklyFeeding")!
  expect(week.slice(0, 3)).toEqual([
    { date: first, staffFed: 41 },
    { date: addDays(first, 1), staffFed: 44 },
    { date: addDays(first, 2), staffFed: null },
  ])
  const [day] = await run(Effect.flatMap(Database, ({ statement }) => statement(`select ${headsOnSql("$2::date")} as heads`, [null, first])))
  expect(day!.heads).toBe(41)
})

test("a figure without data is shown as such", async () => {
  const nothing = `from=${addDays(first, -400)}&to=${addDays(first, -380)}`
  const report = await reportOf("10", "catering", nothing)
  expect(new Set(Object.values(figuresOf(report)))).toEqual(new Set([null]))
  expect(report.series.map(({ rows }) => rows.length)).toEqual(report.series.map(() => 0))
  expect(figuresOf(await reportOf("10", "financial", nothing))).toMatchObject({ revenue: null, grossMargin: null, netProfit: null })
})

// proves S-REP-01, S-REP-02
test("a report covers a period and a site; an invalid request is refused with a sentence", async () => {
  expect((await reportOf("10", "overview", "period=last_month")).period).toMatchObject(month)
  expect(await reportOf("10", "overview", "period=this_quarter")).toMatchObject({ period: spanOf("this_quarter", today), siteName: null })
  expect(await reportOf("10", "catering", `${lastMonth}&siteId=two`)).toMatchObject({
    siteName: "Site 2",
    figures: [{ key: "mealsServed", value: 1 }, {}, {}, {}, {}, {}, {}, {}],
  })
  const refused = async (query: string) => {
    const { status, body } = await call("10", `/api/reports/analytics/overview?${query}`)
    return [status, body]
  }
  expect(await refused(`from=${month.to}&to=${month.from}`)).toEqual([400, "to must be on or after from: swap the two days"])
  expect(await refused("from=2010-01-01&to=2026-01-01")).toEqual([400, "A report can cover ten years at most: choose fewer"])
  expect(await refused(`${lastMonth}&siteId=nowhere`)).toEqual([404, "Site nowhere does not exist"])
  expect(await refused("period=custom")).toMatchObject([400, expect.stringContaining("period must be one of")])
})

test("each person sees their own site, and amounts only with the permission", async () => {
  const supervisor = await reportOf("6@1", "catering", `${lastMonth}&siteId=2`)
  expect(supervisor.siteName).toBe("Site 1")
  expect(figuresOf(supervisor)).toMatchObject({ mealsServed: 84, foodCost: "120.00" })
  const operative = await reportOf("3@1", "catering")
  expect(Object.keys(figuresOf(operative))).toEqual(["mealsServed", "mealsPlanned", "mealsMissed", "accuracy"])
  expect(operative.series.map(({ key }) => key)).not.toContain("costs")
  expect(Object.keys(figuresOf(await reportOf("3@1", "construction")))).toEqual(["active", "progress"])
  expect(figuresOf(await reportOf("8@2", "financial"))).toMatchObject({ revenue: "500.00", netProfit: "360.00" })
  expect(Object.keys(figuresOf(await reportOf("5@1", "overview")))).not.toContain("revenue")
  for (const [token, tab] of [
    ["1@2", "overview"],
    ["3@1", "financial"],
    ["5@1", "catering"],
    ["6@1", "financial"],
  ] as const) {
    expect((await call(token, `/api/reports/analytics/${tab}`)).status).toBe(403)
    expect((await call(token, `/api/reports/analytics/${tab}/export`)).status).toBe(403)
  }
})

/** The cells of a sheet, row by row, as text. */
const cellsOf = (files: Record<string, Uint8Array>, sheet = 1) => {
  const texts = [...strFromU8(files["xl/sharedStrings.xml"]!).matchAll(/<si><t[^>]*>([^]*?)<\/t><\/si>/g)].map(([, text]) => text!)
  return [...strFromU8(files[`xl/worksheets/sheet${sheet}.xml`]!).matchAll(/<row [^>]*>([^]*?)<\/row>/g)].map(([, row]) =>
    [...row!.matchAll(/<c ([^>]*)>(?:<v>([^<]*)<\/v>)?/g)].map(([, tag, value]) => (/t="s"/.test(tag!) ? texts[Number(value)] : value)),
  )
}
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

// proves S-REP-04
test("Export All provides every table as XLSX and PDF, with a manifest of their hashes and the position", async () => {
  const answer = await call("6@1", `/api/reports/analytics/catering/export?${lastMonth}`)
  expect(answer.status).toBe(200)
  const { "manifest.json": manifest, ...files } = unzipSync(answer.bytes)
  const told = JSON.parse(strFromU8(manifest!))
  const report = await reportOf("6@1", "catering")
  expect(told).toMatchObject({ format: "field-office-reports", tab: "catering", site: "Site 1", position: report.position, madeBy: "Person 6" })
  expect(told.files.map(({ name, sha256 }: { name: string; sha256: string }) => [name, sha256])).toEqual(
    Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]),
  )
  expect(Object.keys(files)).toHaveLength(2 * (report.series.length + 1))
  for (const [name, bytes] of Object.entries(files)) expect(strFromU8(bytes.slice(0, 4), true)).toBe(name.endsWith(".pdf") ? "%PDF" : "PK\u0003\u0004")
  expect(cellsOf(unzipSync(files["figures.xlsx"]!))[1]).toEqual(["Meals served", "84", "meals"])
  expect(cellsOf(unzipSync(files["meals-by-site.xlsx"]!))[1]).toEqual(["Site 1", "100", "84", "16", "84"])
}, 60_000)

const weekly = {
  name: "Catering of the month",
  report: "catering",
  period: "last_month",
  frequency: "weekly",
  weekday: 1,
  hour: 7,
  format: "xlsx",
  recipients: [6, 7],
} as const
const runsOf = async (id: number) => (await call("10", `/api/report-schedules/${id}/runs`)).body
const settled = async (id: number) => {
  for (;;) {
    const [run] = await runsOf(id)
    if (run.deliveries.every(({ mail }: { mail: string | null }) => mail !== "queued")) return run
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

// proves S-REP-03, API-268
test("a due schedule is sent once, and each recipient gets only the figures that they are permitted to see", async () => {
  const before = system("test", `${addDays(today, -20)}T08:00:00.000Z`)
  const { id } = await run(Effect.flatMap(Records, ({ execute }) => execute(makeSchedule, { ...weekly, siteId: null, dayOfMonth: null }, before)))
  // two processes check at the same moment
  await run(Effect.all([sendDueReports, sendDueReports], { concurrency: "unbounded" }))
  await run(sendDueReports)
  expect(await runsOf(id)).toHaveLength(1)
  expect(await settled(id)).toMatchObject({
    sent: 2,
    startedByName: null,
    deliveries: [
      { personId: 6, mail: "sent" },
      { personId: 7, mail: "sent" },
    ],
  })
  const mailTo = (address: string) => sink.messages.find(({ recipients }) => recipients.includes(address))!
  const servedIn = (address: string) => {
    const [file] = mailTo(address).attachments
    return cellsOf(unzipSync(new Uint8Array(file!.content as ArrayBuffer)))[1]
  }
  expect(sink.messages).toHaveLength(2)
  expect(mailTo("person6@ours.example").subject).toMatch(/^Catering of the month: Catering report, .*, Site 1$/)
  // the report of a weekly schedule due this month covers the previous month
  const due = (await runsOf(id))[0]
  const asked = `from=${due.from}&to=${due.to}`
  const served = async (token: string) => figuresOf(await reportOf(token, "catering", asked))["mealsServed"]
  const expected = async (token: string) => ["Meals served", String((await served(token)) ?? "no data"), ...((await served(token)) === null ? [] : ["meals"])]
  expect(servedIn("person6@ours.example")!.slice(0, 3)).toEqual(expect.arrayContaining(await expected("6@1")))
  expect(servedIn("person7@ours.example")!.slice(0, 3)).toEqual(expect.arrayContaining(await expected("7")))
  const [schedule] = (await call("10", "/api/report-schedules")).body
  expect(Date.parse(schedule.nextRunAt)).toBeGreaterThan(Date.now())
}, 60_000)

test("sent by hand, two people get different figures; a person who lost the permission gets none, and the log gives the reason", async () => {
  const made = await call("10", "/api/report-schedules", { ...weekly, name: "By hand", recipients: [6, 8] })
  expect(made).toMatchObject({ status: 201, body: { isActive: true, recipients: [{ id: 6 }, { id: 8 }], canChange: true } })
  const { id } = made.body
  const count = sink.messages.length
  expect(await call("10", `/api/report-schedules/${id}/run`, {})).toMatchObject({ status: 200, body: { sent: 2, ...month, dueAt: null } })
  await settled(id)
  const servedTo = (address: string) => {
    const mail = sink.messages.slice(count).find(({ recipients }) => recipients.includes(address))!
    return cellsOf(unzipSync(new Uint8Array(mail.attachments[0]!.content as ArrayBuffer)))[1]
  }
  expect(servedTo("person6@ours.example")).toEqual(["Meals served", "84", "meals"])
  expect(servedTo("person8@ours.example")).toEqual(["Meals served", "85", "meals"])

  await tell([people.at(8, PersonSuspended({ reason: "" }))])
  expect(await call("10", `/api/report-schedules/${id}/run`, {})).toMatchObject({
    body: { sent: 1, deliveries: [{ personId: 6 }, { personId: 8, mail: null, reason: "no longer has an account" }] },
  })
  await settled(id)
  expect(sink.messages.slice(count).filter(({ recipients }) => recipients.includes("person8@ours.example"))).toHaveLength(1)
}, 60_000)

test("repeating the call with the same key sends nothing again", async () => {
  const { id } = (await call("10", "/api/report-schedules", { ...weekly, name: "Once", recipients: [6] })).body
  const headers = { authorization: "Bearer 10", "content-type": "application/json", "idempotency-key": "run-once" }
  const ask = () => web.handler(new Request(`http://localhost/api/report-schedules/${id}/run`, { method: "POST", headers, body: "{}" }))
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
  expect(await runsOf(id)).toHaveLength(1)
}, 60_000)

test("a statement and ageing are sent as files to people who may see them, and to no one else", async () => {
  for (const [report, format, file] of [
    ["pnl", "pdf", /^Profit .*\.pdf$/],
    ["aged-receivables", "xlsx", /^Aged Receivables .*\.xlsx$/],
  ] as const) {
    const made = await call("10", "/api/report-schedules", { ...weekly, siteId: null, name: report, report, format, recipients: [7] })
    expect([made.status, made.body]).toMatchObject([201, { report }])
    expect((await call("10", `/api/report-schedules/${made.body.id}/run`, {})).body).toMatchObject({ sent: 1, ...month })
    await settled(made.body.id)
    const { attachments } = sink.messages.find(({ subject }) => subject?.startsWith(`${report}: `))!
    expect(attachments.map(({ filename }) => filename)).toEqual([expect.stringMatching(file)])
  }
  const other = await call("10", "/api/report-schedules", { ...weekly, siteId: null, name: "Other", report: "balance-sheet", recipients: [6] })
  expect(other).toMatchObject({ status: 422, body: expect.stringMatching(/may not see the Balance sheet report: choose another person$/) })
}, 60_000)

test("an invalid schedule is refused in one sentence, and nothing is written", async () => {
  const refused = async (token: string, changes: object) => {
    const { status, body } = await call(token, "/api/report-schedules", { ...weekly, name: "Refused", ...changes })
    return [status, body]
  }
  expect(await refused("10", { report: "financial" })).toEqual([422, "Person6 Deng may not see the Financial report: choose another person"])
  expect(await refused("10", { recipients: [1] })).toEqual([422, "Person1 Deng may not see the Catering report: choose another person"])
  expect(await refused("10", { recipients: [6], siteId: 2 })).toEqual([422, "Person6 Deng may not see this site: choose another person"])
  expect(await refused("10", { recipients: [] })).toEqual([422, "Choose at least one recipient"])
  expect(await refused("10", { recipients: [99] })).toEqual([422, "There is no person 99: choose recipients from the list"])
  expect(await refused("10", { frequency: "monthly" })).toEqual([422, "Choose the day of the month, from 1 to 31"])
  expect(await refused("10", { hour: 24 })).toEqual([422, "Hour must be from 0 to 23"])
  expect(await refused("6@1", { report: "financial", recipients: [7] })).toEqual([403, "You may not see the Financial report"])
  expect(await refused("6@1", { siteId: 2 })).toEqual([403, "You work at another site than Site 2"])
  expect((await refused("3@1", {}))[0]).toBe(403)
  expect((await refused("10", { period: "custom", name: " " }))[0]).toBe(400)
  const all = (await call("10", "/api/report-schedules")).body as ReadonlyArray<{ name: string }>
  expect(all.map(({ name }) => name)).not.toContain("Refused")
})

test("only its author changes, pauses and resumes a schedule; others see only what they are sent", async () => {
  const { id } = (await call("7", "/api/report-schedules", { ...weekly, name: "Mine", report: "financial", recipients: [7, 10] })).body
  expect((await call("7", "/api/report-schedules/recipients?report=financial")).body.map((person: { id: number }) => person.id)).toEqual([10, 7])
  expect((await call("6@1", `/api/report-schedules/${id}`)).status).toBe(404)
  expect((await call("6@1", `/api/report-schedules/${id}/run`, {})).status).toBe(404)
  expect((await call("6@1", `/api/report-schedules/${id}`, { hour: 9 }, "PATCH")).status).toBe(404)
  const changed = await call("7", `/api/report-schedules/${id}`, { frequency: "monthly", dayOfMonth: 31, hour: 18 }, "PATCH")
  expect(changed).toMatchObject({ status: 200, body: { frequency: "monthly", dayOfMonth: 31, weekday: null, hour: 18, name: "Mine" } })
  expect(changed.body.nextRunAt).toBe(nextRun({ frequency: "monthly", weekday: null, dayOfMonth: 31, hour: 18 }, system("test", new Date().toISOString()).at))
  expect((await call("7", `/api/report-schedules/${id}`, undefined, "DELETE")).body).toMatchObject({ isActive: false, nextRunAt: null })
  expect((await call("7", `/api/report-schedules/${id}`, { isActive: true }, "PATCH")).body).toMatchObject({
    isActive: true,
    nextRunAt: changed.body.nextRunAt,
  })
})
