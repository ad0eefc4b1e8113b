/** Prospects, targets, budgets and campaigns over HTTP, on a real database. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { addDays, monthOf } from "@ops/platform/calendar.ts"
import { AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { recorded } from "@ops/platform/http/access-log.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { Database } from "@ops/platform/database/database.ts"
import { documentsModule } from "@ops/platform/documents/module.ts"
import { mailModule } from "@ops/platform/mail/module.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { explain } from "@ops/platform/records/explain.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { clientsModule } from "@ops/clients/module.ts"
import { financeModule } from "@ops/finance/module.ts"
import { ExpensePaid, ExpenseRequested, expenseRequests } from "@ops/finance/expense-requests/expense-request.ts"
import { TransactionPosted, TransactionRecorded, transactions } from "@ops/finance/transactions/transaction.ts"
import { identityModule } from "@ops/identity/module.ts"
import { config } from "@ops/identity/testing.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { postEntry } from "@ops/ledger/journal-entries/journal-entry.ts"
import { peopleModule } from "@ops/people/module.ts"
import { procurementModule } from "@ops/procurement/module.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { sitesModule } from "@ops/sites/module.ts"
import { stockModule } from "@ops/stock/module.ts"
import { prospectActivities } from "./prospects/activities.ts"
import { prospects } from "./prospects/resource.ts"
import { crmFigures } from "./figures.ts"
import { remindDue } from "./prospects/follow-up-clock.ts"
import { marketingBudgets } from "./budgets/resource.ts"
import { marketingCampaigns } from "./campaigns/resource.ts"
import { MarketingGroup } from "./marketing/contract.ts"
import { crmModule } from "./module.ts"
import { CrmLive } from "./server.ts"
import { accounts, person } from "./testing.ts"

const modules = [
  sitesModule,
  identityModule,
  peopleModule,
  stockModule,
  procurementModule,
  ledgerModule,
  clientsModule,
  financeModule,
  crmModule,
  mailModule,
  documentsModule,
]
const model = {
  streams: modules.flatMap(({ streams }) => [...streams]),
  consequences: modules.flatMap(({ consequences }) => [...consequences]),
  views: modules.flatMap(({ views }): ReadonlyArray<string> => views),
  tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
}
const runtime = ManagedRuntime.make(testDatabase(model))
const { today, at } = system("test", new Date().toISOString())
const signedIn = (token: string): SignedIn => ({
  ...person(Number(token), { today, at }),
  person: Number(token),
  employeeId: token,
  siteId: null,
  sessionId: null,
  proven: true,
})
class Api extends HttpApi.make("ops")
  .add(prospects.group)
  .add(prospectActivities.group)
  .add(MarketingGroup)
  .add(marketingBudgets.group)
  .add(marketingCampaigns.group) {}
const web = serveApi(
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide([CrmLive, resourceLive(marketingBudgets), resourceLive(marketingCampaigns)]),
    Layer.provide(recorded.pipe(Layer.provide(AuthorizationLive))),
    Layer.provide(config("demo")),
  ),
  runtime,
  signedIn,
)
const ask = async (level: number, method: string, address: string, body?: object) => {
  const { status, headers, body: answer } = await web.whole(String(level), address, body, method)
  return { status, total: headers.get("x-total-count"), body: answer }
}
const run = <A>(effect: Effect.Effect<A, unknown, unknown>) => runtime.runPromise(effect as Effect.Effect<A, unknown, never>)
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const explained = (name: string, asked: Record<string, string> = {}) => run(explain(crmFigures, name, asked, signedIn("8")))
const add = async (more: object = {}) => (await ask(3, "POST", "/api/crm/prospects", { companyName: "Akobo Drilling", ...more })).body
const month = monthOf(today)
const [year, monthNumber] = month.split("-").map(Number) as [number, number]

beforeAll(async () => {
  const opened = [1, 2].map((n) =>
    sites.at(n, SiteOpened({ code: `S${n}`, slug: `site-${n}`, name: `Site ${n}`, label: `Site ${n}`, client: null, location: null })),
  )
  await run(
    Effect.gen(function* () {
      for (const module of [ledgerModule, financeModule]) yield* module.setup
      yield* (yield* Records).execute(told, [...opened, ...accounts], system("test"))
    }),
  )
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

// proves API-031, API-116, API-280, ENT-36
test("a prospect has the fields of the form, defaults for omitted ones, and its value as a number", async () => {
  const form = {
    companyName: "Sudd Petroleum",
    contactPerson: "Peter Riek",
    email: "peter@sudd.example.com",
    phone: "+211 922 000 111",
    address: "Juba",
    industry: "oil_gas",
    estimatedValue: "1150000.50",
    probability: 40,
    stage: "proposal",
    source: "Tender",
    notes: "Bid in May",
  }
  const { status, body } = await ask(3, "POST", "/api/crm/prospects", form)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...form,
    estimatedValue: 1150000.5,
    status: "active",
    assignedTo: 3,
    lastContact: null,
    nextFollowUp: null,
    weightedValue: 460000.2,
  })
  expect(await add()).toMatchObject({ stage: "lead", probability: 50, estimatedValue: null, weightedValue: null, winRate: null })
  const found = await ask(7, "GET", "/api/crm/prospects?q=sudd&stage=proposal")
  expect(found.total).toBe("1")
  const changed = await ask(6, "PATCH", `/api/crm/prospects/${body.id}`, { estimatedValue: "", notes: "" })
  expect(changed.body).toMatchObject({ estimatedValue: null, notes: "", contactPerson: "Peter Riek" })
})

test.each([
  [{ companyName: " " }, "Company name is required"],
  [{ companyName: "A", email: "nobody" }, "Invalid email"],
  [{ companyName: "A", estimatedValue: "1e5" }, "Estimated value must be a number with at most two decimals"],
  [{ companyName: "A", probability: 101 }, "Probability must be from 0 to 100"],
  [{ companyName: "A", probability: 12.5 }, "Probability must be a whole number"],
  [{ companyName: "A", stage: "won" }, /^Stage must be one of: lead, qualified/],
  [{ companyName: "A", industry: "banking" }, /Industry must be one of/],
  [{ companyName: "A", stage: "closed_lost", outcome: "price" }, "Enter why it was lost"],
])("%o is refused with a sentence, and nothing is written", async (form, sentence) => {
  const before = (await ask(8, "GET", "/api/crm/prospects?limit=1")).total
  const { status, body } = await ask(8, "POST", "/api/crm/prospects", form)
  expect([400, 422]).toContain(status)
  expect(body).toMatch(sentence)
  expect((await ask(8, "GET", "/api/crm/prospects?limit=1")).total).toBe(before)
})

// proves API-121, API-280, ENT-37
test("an activity is logged by the signed-in user, listed, and moves the prospect only if requested", async () => {
  const { id } = await add({ companyName: "Kapoeta Gold" })
  const activity = {
    prospectId: id,
    activityType: "meeting",
    subject: "Visit",
    description: "The kitchen",
    activityDate: `${addDays(today, -1)}T10:30`,
    duration: 45,
    outcome: "closed_won",
  }
  const logged = await ask(3, "POST", "/api/crm/prospect-activities", activity)
  expect(logged.status).toBe(201)
  expect(logged.body).toMatchObject({ ...activity, activityDate: `${addDays(today, -1)}T08:30:00.000Z`, recordedBy: 3, companyName: "Kapoeta Gold" })
  const one = async () => (await ask(3, "GET", `/api/crm/prospects/${id}`)).body
  expect(await one()).toMatchObject({ stage: "lead", lastContact: `${addDays(today, -1)}T08:30:00.000Z`, lastActivity: { subject: "Visit" }, activities: 1 })
  const half = await ask(3, "POST", "/api/crm/prospect-activities", { ...activity, moveTo: { stage: "closed_won", outcome: "trial" } })
  expect([half.status, half.body]).toEqual([422, "Enter why it was won"])
  await ask(3, "POST", "/api/crm/prospect-activities", {
    ...activity,
    subject: "Signed",
    moveTo: { stage: "closed_won", outcome: "trial", reason: "Three months" },
  })
  expect(await one()).toMatchObject({ stage: "closed_won", outcome: "trial", activities: 2 })
  const listed = await ask(7, "GET", `/api/crm/prospect-activities?prospectId=${id}&outcome=closed_won`)
  expect(listed.body.map(({ subject }: { subject: string }) => subject)).toEqual(["Signed", "Visit"])
  const future = await ask(3, "POST", "/api/crm/prospect-activities", { ...activity, activityDate: `${addDays(today, 2)}T10:30` })
  expect(future.body).toMatch(/^Activity date cannot be in the future/)
})

test("every stay in a stage is listed with its days, outcome and reason; a lost prospect can be reopened", async () => {
  const { id } = await add({ companyName: "Pibor Relief" })
  const move = (body: object) => ask(6, "PATCH", `/api/crm/prospects/${id}/stage`, body)
  const lost = await move({ stage: "closed_lost", outcome: "no_budget", reason: "The donor left" })
  expect(lost.body).toMatchObject({ status: "inactive", outcome: "no_budget", lostReason: "The donor left", weightedValue: null })
  const opened = await move({ stage: "negotiation" })
  expect(opened.body).toMatchObject({ status: "active", outcome: null, lostReason: null })
  expect(opened.body.stays).toMatchObject([
    { stage: "lead", days: 0, by: "Person 3", outcome: null },
    { stage: "closed_lost", days: 0, by: "Person 6", outcome: "no_budget", reason: "The donor left" },
    { stage: "negotiation", days: 0, outcome: null, reason: null },
  ])
  const { body } = await ask(7, "GET", `/api/crm/prospects/${id}/history`)
  expect(body.map(({ text }: { text: string }) => text)).toContain("Moved to Closed lost: The donor left")
  const board = await ask(3, "GET", "/api/crm/prospects/board")
  const column = board.body.columns.find(({ stage }: { stage: string }) => stage === "negotiation")
  expect(column.prospects.map((card: { id: number }) => card.id)).toContain(id)
})

test("a due follow-up is listed as due and raises one alert", async () => {
  const { id } = await add({ companyName: "Bor Scheme" })
  expect((await ask(3, "PATCH", `/api/crm/prospects/${id}/follow-up`, { nextFollowUp: addDays(today, -1) })).body).toBe("Next follow-up must be today or later")
  await ask(3, "PATCH", `/api/crm/prospects/${id}/follow-up`, { nextFollowUp: today, note: "Call" })
  const due = await ask(3, "GET", "/api/crm/prospects?due=true")
  expect(due.body).toMatchObject([{ id, followUpDue: true, followUpNote: "Call" }])
  expect([await run(remindDue), await run(remindDue)]).toEqual([1, 0])
  await ask(3, "PATCH", `/api/crm/prospects/${id}/follow-up`, { nextFollowUp: null })
  expect((await ask(3, "GET", "/api/crm/prospects?due=true")).total).toBe("0")
})

test("a won prospect becomes a client with the same name and contact", async () => {
  const { id } = await add({ companyName: "Nile Camps", contactPerson: "Sarah", stage: "closed_won", outcome: "contract", reason: "They sign" })
  const { body } = await ask(7, "POST", `/api/crm/prospects/${id}/convert`, {})
  expect(body).toMatchObject({ status: "converted", clientName: "Nile Camps", canMove: false, canConvert: false })
  const [client] = await run(
    Effect.flatMap(Database, ({ statement }) => statement("select company_name, contact_person, status from client where id = $1", [body.clientId])),
  )
  expect(client).toMatchObject({ company_name: "Nile Camps", contact_person: "Sarah", status: "active" })
})

test("conversion is won out of all, win rate is won out of decided; a stage's own rate is used from ten cases on", async () => {
  const overview = async () => (await ask(7, "GET", "/api/crm/overview")).body
  const before = await overview()
  const lead = (await overview()).stages[0]
  expect(lead.winRate).toBeNull()
  const missing = 10 - lead.winCases
  const [won, lost] = [1, missing - 1]
  for (let n = 0; n < missing; n++) {
    const { id } = await add({ companyName: `Case ${n}`, estimatedValue: 1000 })
    const placing = n < won ? { stage: "closed_won", outcome: "contract", reason: "Yes" } : { stage: "closed_lost", outcome: "price", reason: "No" }
    // nine are not enough
    if (n === missing - 1) expect((await overview()).stages[0]).toMatchObject({ winRate: null, winCases: 9 })
    await ask(6, "PATCH", `/api/crm/prospects/${id}/stage`, placing)
  }
  const open = await add({ companyName: "Open", estimatedValue: 1000, probability: 90 })
  const after = await overview()
  const [all, closedWon] = [before.prospects + missing + 1, before.closedWon + won]
  expect(after).toMatchObject({ prospects: all, closedWon, closedLost: before.closedLost + lost, conversionRate: Math.round((100 * closedWon) / all) })
  expect(after.winRate).toBe(Math.round((100 * closedWon) / (closedWon + before.closedLost + lost)))
  expect(after.pipelineValue).toBeCloseTo(before.pipelineValue + 1000 * (missing + 1), 2)
  const rate = after.stages[0].winRate
  expect(after.stages[0].winCases).toBe(10)
  const { body } = await ask(3, "GET", `/api/crm/prospects/${open.id}`)
  expect(body).toMatchObject({ winRate: rate, probability: 90, weightedValue: 10 * rate })
  expect(await explained("crm.pipeline")).toMatchObject({ value: after.pipelineValue.toFixed(2) })
  expect(await explained("crm.weighted")).toMatchObject({ value: after.weightedValue.toFixed(2) })
  expect(await explained("crm.prospects")).toMatchObject({ value: all })
  expect(await explained("crm.conversion")).toMatchObject({ value: after.conversionRate })
  expect(await explained("prospect.weightedValue", { id: String(open.id) })).toMatchObject({ value: (10 * rate).toFixed(2) })
})

// proves API-032, API-117, ENT-34
test("a target measures what was achieved in its period; the figure cannot be entered", async () => {
  const set = (level: number, body: object) => ask(level, "POST", "/api/crm/marketing-targets", { teamMemberId: 3, year, month: monthNumber, ...body })
  expect((await set(3, { targetValue: 5 })).status).toBe(403)
  const revenue = await set(8, { targetValue: "2000.00" })
  expect(revenue.body).toMatchObject({
    targetType: "revenue",
    targetPeriod: "monthly",
    targetValue: 2000,
    quarter: Math.ceil(monthNumber / 3),
    status: "active",
  })
  const [{ value }] = (await run(
    Effect.flatMap(Database, ({ statement }) =>
      statement("select (coalesce(sum(estimated_value), 0) / 100.0)::float as value from prospect where stage = 'closed_won' and assigned_to = 3", []),
    ),
  )) as [{ value: number }]
  expect(revenue.body.achievedValue).toBe(value)
  const leads = await set(8, { targetType: "leads", targetValue: 100 })
  const count = Number((await ask(3, "GET", "/api/crm/prospects?limit=1")).total)
  expect(leads.body).toMatchObject({ targetValue: 100, achievedValue: count, progress: count })
  expect((await set(8, { targetType: "activities", targetValue: 1.5 })).body).toBe("A target of activities is a whole number")
  expect((await set(8, { targetValue: 9 })).status).toBe(409)
  expect((await set(8, { targetValue: 9, month: 13 })).body).toBe("Month must be from 1 to 12")
  const { id } = leads.body
  expect(await explained("marketingTarget.achieved", { id: String(id) })).toMatchObject({ value: count })
  expect((await ask(8, "PATCH", `/api/crm/marketing-targets/${id}`, { targetValue: 50 })).body).toMatchObject({ targetValue: 50 })
  expect((await ask(8, "PUT", `/api/crm/marketing-targets/${id}/cancel`, { reason: "Left" })).body).toMatchObject({ status: "cancelled", canChange: false })
  expect((await ask(3, "GET", `/api/crm/marketing-targets?year=${year}&status=active`)).body).toHaveLength(1)
})

const posted = (cents: number, date: string) =>
  Effect.gen(function* () {
    const lines = [
      { account: "6600", debit: cents },
      { account: "1000", credit: cents },
    ]
    const entry = { date, description: "Banners", reference: null, currency: "USD" as const, lines }
    return yield* (yield* Records).execute(postEntry, entry, person(7, { today, at }))
  })
/** A marketing transaction as posted by finance, without the preceding steps. */
const spent = async (id: number, cents: number, date: string) =>
  run(
    Effect.gen(function* () {
      const { execute } = yield* Records
      const entry = yield* posted(cents, date)
      const facts = {
        transactionNumber: `TX-${id}`,
        transactionType: "expense",
        category: "Marketing",
        amount: cents,
        currency: "USD",
        description: "Banners",
        paymentMethod: "cash",
        siteId: 1,
        transactionDate: date,
        referenceNumber: null,
        toAccount: null,
        attachments: [],
        recordedBy: null,
      } as const
      const decided = { approvedBy: null, overrideReason: null, accountNumber: "6600", journalEntryId: entry.id }
      yield* execute(told, [transactions.at(id, TransactionRecorded(facts)), transactions.at(id, TransactionPosted(decided))], system("test"))
    }),
  )
/** A paid expense request for marketing, without the preceding steps. */
const requested = async (id: number, department: string, siteId: number) =>
  run(
    Effect.gen(function* () {
      const { execute } = yield* Records
      const entry = yield* posted(1000, today)
      const facts = {
        requestNumber: `EXP-${id}`,
        requestedBy: null,
        onBehalfOf: null,
        department,
        amount: 1000,
        currency: "USD",
        rate: 100,
        amountUsd: 1000,
        category: "marketing",
        subcategory: null,
        description: "Banners",
        businessPurpose: "The fair",
        siteId,
        requestDate: today,
        requiredDate: null,
        paymentMethod: "cash",
        priority: "medium",
        receipts: [],
        notes: "",
      } as const
      const paid = { paidBy: null, paidDate: today, paymentMethod: "cash", paymentReference: null, journalEntryId: entry.id } as const
      yield* execute(told, [expenseRequests.at(id, ExpenseRequested(facts)), expenseRequests.at(id, ExpensePaid(paid))], system("test"))
    }),
  )

// proves API-033, API-034, API-118, API-119, ENT-35, ENT-39
test("spending comes from the books and is counted once: for the charged campaign, otherwise for its own category", async () => {
  const first = `${month}-01`
  const budget = async (category: string, allocatedAmount: string) =>
    (await ask(7, "POST", "/api/crm/marketing-budgets", { category, allocatedAmount, year, month: monthNumber })).body
  const [campaigns, other] = [await budget("campaigns", "1000"), await budget("marketing", "500.50")]
  expect(other).toMatchObject({ allocatedAmount: 500.5, spentAmount: 0, remainingAmount: 500.5, budgetPeriod: "monthly", status: "active" })
  await spent(1, 120_00, first)
  await spent(2, 30_25, first)
  // in another month
  await spent(3, 999_00, addDays(first, -3))
  const plan = { name: "Fair", budget: "300", startDate: first, endDate: addDays(first, 20), expectedLeads: 4 }
  const { status, body: fair } = await ask(8, "POST", "/api/crm/marketing-campaigns", plan)
  expect(status).toBe(201)
  expect(fair).toMatchObject({ campaignType: "digital", status: "planned", budget: 300, spentAmount: 0, actualLeads: 0, costPerLead: null, managedBy: 8 })
  const budgets = async () => {
    const { body } = await ask(3, "GET", `/api/crm/marketing-budgets?status=active`)
    const of = (id: number) => body.find((row: { id: number }) => row.id === id)
    return [of(campaigns.id).spentAmount, of(other.id).spentAmount]
  }
  expect(await budgets()).toEqual([0, 150.25])
  const charged = await ask(7, "PUT", "/api/crm/marketing-costs", { document: "tx-1", campaignId: fair.id })
  expect(charged.body).toMatchObject({ number: "TX-1", amount: 120, category: "campaigns", campaignName: "Fair" })
  expect(await budgets()).toEqual([120, 30.25])
  for (const companyName of ["From the fair", "Also from the fair"]) await add({ companyName, campaignId: fair.id })
  const one = async () => (await ask(3, "GET", `/api/crm/marketing-campaigns/${fair.id}`)).body
  expect(await one()).toMatchObject({ spentAmount: 120, actualLeads: 2, costPerLead: 60 })
  expect(await explained("marketingCampaign.spent", { id: String(fair.id) })).toMatchObject({ value: "120.00" })
  expect(await explained("marketingBudget.spent", { id: String(other.id) })).toMatchObject({ value: "30.25" })
  const { budget: sums } = (await ask(3, "GET", "/api/crm/overview")).body
  expect(sums).toEqual({ totalAllocated: 1500.5, totalSpent: 150.25, remaining: 1350.25, budgets: 2 })
  expect(await explained("crm.budgetSpent")).toMatchObject({ value: "150.25" })
  expect((await ask(7, "PUT", "/api/crm/marketing-costs", { document: "TX-9", campaignId: fair.id })).status).toBe(404)
  await ask(7, "PUT", "/api/crm/marketing-costs", { document: "TX-1", campaignId: null })
  expect(await budgets()).toEqual([0, 150.25])
  const step = (body: object) => ask(8, "PATCH", `/api/crm/marketing-campaigns/${fair.id}/status`, body)
  expect((await step({ status: "completed" })).body).toBe("Fair is planned: it can only become active or cancelled")
  expect((await step({ status: "active" })).body).toMatchObject({ status: "active", canComplete: true })
  expect((await step({ status: "completed", reason: "Well visited" })).body).toMatchObject({
    status: "completed",
    statusReason: "Well visited",
    canChange: false,
  })
})

test("people outside sales can change nothing, and management sees only its own department's costs", async () => {
  expect((await ask(7, "POST", "/api/crm/prospects", { companyName: "A" })).status).toBe(403)
  expect((await ask(5, "GET", "/api/crm/prospects")).status).toBe(403)
  expect((await ask(3, "GET", "/api/crm/marketing-costs")).status).toBe(403)
  expect((await ask(8, "GET", "/api/crm/marketing-costs")).body).toEqual([])
  expect((await ask(7, "GET", "/api/crm/marketing-costs")).total).toBe("3")
  const { body } = await ask(3, "GET", "/api/crm/team")
  expect(body.map(({ id }: { id: number }) => id)).toEqual([10, 3, 6, 7, 8])
})

test("of a campaign's costs, level 7 sees each document, level 8 those of its department and site, level 3 only the number", async () => {
  const plan = { name: "Radio", budget: "300", startDate: `${month}-01`, endDate: addDays(`${month}-01`, 20) }
  const { id } = (await ask(8, "POST", "/api/crm/marketing-campaigns", plan)).body
  await requested(1, "operations", 1)
  await requested(2, "operations", 2)
  await requested(3, "catering", 1)
  for (const n of [1, 2, 3]) await ask(7, "PUT", "/api/crm/marketing-costs", { document: `EXP-${n}`, campaignId: id })
  const seen = async (level: number, confinedTo: number | null = null) => {
    const who = { ...signedIn(String(level)), confinedTo }
    const { value, records } = await run(explain(crmFigures, "marketingCampaign.spent", { id: String(id) }, who))
    return [value, ...(records as ReadonlyArray<{ title: string }>).map(({ title }) => title)]
  }
  expect(await seen(7)).toEqual(["30.00", "EXP-1, Banners", "EXP-2, Banners", "EXP-3, Banners"])
  expect(await seen(8)).toEqual(["30.00", "EXP-1, Banners", "EXP-2, Banners", "1 document of others"])
  expect(await seen(8, 1)).toEqual(["30.00", "EXP-1, Banners", "2 documents of others"])
  expect(await seen(3)).toEqual(["30.00", "3 documents of others"])
})

test("an administrator erases a contact person, and the prospect stays", async () => {
  const made = await add({ companyName: "Torit Cement", contactPerson: "Hassan Ali", notes: "Likes tea" })
  const path = `/api/crm/prospects/${made.id}/erase-contact`
  expect((await ask(10, "POST", path, { reason: "Asked for", confirm: "PS-0" })).status).toBe(422)
  const { status, body } = await ask(10, "POST", path, { reason: "Asked for", confirm: made.prospectNumber })
  expect([status, body.companyName, body.contactPerson, body.notes]).toEqual([200, "Torit Cement", null, ""])
})
