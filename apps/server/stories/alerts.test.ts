/** Time-based alerts of all modules, and mails about them: on a real database, with a mail server that keeps its mail. */
import { Duration, Effect, Exit, ManagedRuntime, Redacted, Scope } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { resolveAlert } from "@ops/alerts/alert.ts"
import { lookAtRules, noteFinding, noteLog } from "@ops/alerts/clock.ts"
import { digestOf, recipient, sendDigests } from "@ops/alerts/mails/digest.ts"
import { mailAlert } from "@ops/alerts/mails/mailer.ts"
import { chooseNotifications } from "@ops/alerts/notification-choice.ts"
import { StockItemAdded, stockItems } from "@ops/stock/items/stock-item.ts"
import { issueStock, takeIn } from "@ops/stock/levels/commands.ts"
import { visibleSql } from "@ops/alerts/alert.ts"
import { setStockLimits } from "@ops/stock/levels/stock-level.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import { actingAs } from "@ops/identity/sessions.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { client, contract, siteAt } from "@ops/meals/testing.ts"
import { type SignedIn } from "@ops/platform/access/who.ts"
import { addDays, lastDayOf, monthOf } from "@ops/platform/calendar.ts"
import { Config, loadConfig } from "@ops/platform/config.ts"
import { Database, make as makeDatabase } from "@ops/platform/database/database.ts"
import { EmbeddedPostgres } from "@ops/platform/database/embedded.ts"
import { runReactors } from "@ops/platform/event-store/reactor.ts"
import { mailSender } from "@ops/platform/mail/sender.ts"
import { type Command, command, findById, system } from "@ops/platform/records/command.ts"
import type { RecordKind } from "@ops/platform/records/record.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { type SmtpSink, smtpSink } from "@ops/platform/testing/smtp.ts"
import { waitingLists } from "@ops/reporting/approvals/on-behalf.ts"
import { logFaults } from "../starts/log-faults.ts"
import { dueRules, inbox, model } from "../modules.ts"

const runtime = ManagedRuntime.make(testDatabase(model))
type Ready = ManagedRuntime.ManagedRuntime.Services<typeof runtime>
const by = system("test", new Date().toISOString())
const { today } = by
const run = <A, E>(effect: Effect.Effect<A, E, Ready>) => runtime.runPromise(effect)
const rows = (text: string, values: ReadonlyArray<unknown> = []) => run(Effect.flatMap(Database, ({ statement }) => statement(text, values)))
const execute = <Input>(doing: Command<Input>, input: Input, who: Parameters<Records["Service"]["execute"]>[2] = by) =>
  run(Effect.flatMap(Records, ({ execute }) => execute(doing, input, who)))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})

const settings = {
  ...Effect.runSync(loadConfig({})),
  mode: "production",
  origin: "https://ops.example.org",
  mailFrom: "Field Office <office@example.org>",
} as Config["Service"]
const configured = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, Config, settings)
const waiting = waitingLists(inbox)

/** A row of a record as a fold would leave it, with the fields that matter here; other columns get any valid value. */
const put = async (kind: string, values: Readonly<Record<string, unknown>>) => {
  const { fields } = model.streams.find(({ record }) => record.kind === kind)!.record as RecordKind
  const usual: Record<string, unknown> = { bigint: 0, text: "x", boolean: false, jsonb: [], date: today, timestamptz: by.at }
  // of several choices, the first
  const wordOf = (check: RecordKind["fields"][number]["check"]) => /in \('([^']+)'/.exec(check?.("it") ?? "")?.[1]
  const row = Object.fromEntries(
    fields.map(({ name, column, sql, nullable, check }) => [column, name in values ? values[name] : nullable ? null : (wordOf(check) ?? usual[sql])]),
  )
  const names = fields.map(({ column }) => `"${column}"`).join(", ")
  await rows(`insert into ${kind} (${names}) select ${names} from jsonb_populate_record(null::${kind}, ($1::text)::jsonb)`, [JSON.stringify(row)])
}
const change = (kind: string, id: number, set: string) => rows(`update ${kind} set ${set} where id = $1`, [id])

const said = async (prefix: string) => {
  await run(lookAtRules(dueRules))
  const found = await rows("select title, priority, status, site_id from alert where starts_with(cause, $1) order by id", [`${prefix}/`])
  return found.map(({ title, priority, status }) => [title, priority, status])
}
const person = (id: number, level: number, siteId: number | null, name: string) =>
  people.at(
    id,
    PersonAdded({
      employeeId: `FO-${id}`,
      firstName: name,
      lastName: "Deng",
      accessLevel: level,
      email: `${name.toLowerCase()}@example.org`,
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
const as = (id: number, level: number, siteId: number | null): SignedIn =>
  actingAs(
    {
      id,
      employeeId: `FO-${id}`,
      firstName: "P",
      lastName: "D",
      department: "operations",
      accessLevel: level,
      siteId,
      allSites: false,
      mustChangePassword: false,
    },
    { at: new Date().toISOString(), via: "web", simulated: false, sessionId: null },
  )
const [ofFinance, ofSite] = [7, 6]

beforeAll(async () => {
  await run(ledgerModule.setup)
  await execute(told, [
    siteAt(1, "one"),
    siteAt(2, "two"),
    client(1),
    person(ofFinance, 7, null, "Nyandeng"),
    person(ofSite, 6, 1, "Gatluak"),
    stockItems.at(1, StockItemAdded({ name: "Diesel", category: "other", unit: "litre", description: null, preferredVendorId: null })),
  ])
}, 120_000)
afterAll(() => runtime.dispose())

// proves S-DASH-09
describe("alerts about deadlines are raised once and end with their cause", () => {
  test("an invoice becomes overdue, and urgent after a month", async () => {
    const invoice = {
      kind: "service",
      siteId: 1,
      clientId: 1,
      client: { name: "Nile Drilling" },
      currency: "USD",
      status: "sent",
      totalAmount: 150_000,
      invoiceNumber: "INV-1",
    }
    await put("invoice", { id: 901, ...invoice, dueDate: today })
    expect(await said("overdue_invoice"), "on its day it is not overdue").toEqual([])
    await change("invoice", 901, "due_date = es.today() - 1")
    expect(await said("overdue_invoice")).toEqual([["INV-1 is overdue", "medium", "open"]])
    await change("invoice", 901, "due_date = es.today() - 31")
    expect(await said("overdue_invoice"), "the same alert presses").toEqual([["INV-1 is overdue", "high", "open"]])
    const [alert] = await rows("select message, related_entity, related_entity_id as id, site_id as site from alert where cause = 'overdue_invoice/901'")
    expect(alert).toMatchObject({ related_entity: "invoice", id: 901, site: 1 })
    expect(alert!.message).toBe(`Nile Drilling: USD 1,500.00 was due on ${addDays(today, -31)}. Remind the client, or record the payment`)
    await change("invoice", 901, "paid_amount = total_amount, status = 'paid'")
    expect(await said("overdue_invoice")).toEqual([["INV-1 is overdue", "high", "resolved"]])
    await change("invoice", 901, "paid_amount = 0, status = 'sent'")
    expect(await said("overdue_invoice"), "a reversed payment opens another").toEqual([
      ["INV-1 is overdue", "high", "resolved"],
      ["INV-1 is overdue", "high", "open"],
    ])
  })

  test("a vendor's overdue bills share one alert", async () => {
    await put("vendor", { id: 901, name: "Upper Nile Fuels" })
    const bill = { vendorId: 901, currency: "USD", siteId: 1, status: "open", amount: 5000, postedDate: today, dueDate: addDays(today, -3), match: {} }
    await put("payable", { id: 901, ...bill, billNumber: "AP-1" })
    await put("payable", { id: 902, ...bill, billNumber: "AP-2" })
    await put("payable", { id: 903, ...bill, billNumber: "AP-3", postedDate: null })
    const title = "Upper Nile Fuels: bills are overdue"
    expect(await said("overdue_bill")).toEqual([[title, "medium", "open"]])
    await change("payable", 901, "paid_amount = amount")
    expect(await said("overdue_bill"), "one is still owed").toEqual([[title, "medium", "open"]])
    await change("payable", 902, "credited_amount = amount")
    expect(await said("overdue_bill")).toEqual([[title, "medium", "resolved"]])
  })

  test("a cost code reaches 80% and then 100% of its budget", async () => {
    await put("construction_project", { id: 901, projectNumber: "PRJ-1", name: "Camp", siteId: 2, status: "in_progress" })
    await put("cost_code", { id: 901, code: "03", name: "Concrete", isActive: true })
    await put("project_budget", { id: 901, lines: [{ costCodeId: 901, amount: 10_000, changes: 0, toComplete: null }] })
    await put("project_cost", { id: 901, projectId: 901, costCodeId: 901, amount: 7_999 })
    expect(await said("budget")).toEqual([])
    const title = "PRJ-1, Concrete: the budget is running out"
    await change("project_cost", 901, "amount = 8000")
    expect(await said("budget")).toEqual([[title, "medium", "open"]])
    await change("project_cost", 901, "amount = 10000")
    expect(await said("budget")).toEqual([[title, "high", "open"]])
    await change("construction_project", 901, "status = 'completed'")
    expect(await said("budget")).toEqual([[title, "high", "resolved"]])
  })

  test("documents of contractors and staff expire within 30 days; a resolved alert returns only when urgent", async () => {
    const days = (many: number) => addDays(today, many)
    await put("contractor", { id: 901, contractorNumber: "CON-0001", status: "active", contractEnd: days(31), workPermitExpiry: days(30), siteId: 1 })
    const permit = `CON-0001: work permit ends ${days(30)}`
    expect(await said("contractor")).toEqual([[permit, "medium", "open"]])
    await change("contractor", 901, "work_permit_expiry = null, contract_end = es.today() + 20")
    const contractEnds = `CON-0001: contract ends ${days(20)}`
    expect(await said("contractor")).toEqual([
      [permit, "medium", "resolved"],
      [contractEnds, "medium", "open"],
    ])
    const [open] = await rows("select id from alert where open_cause like 'contractor/%'")
    await execute(resolveAlert, { id: Number(open!.id), note: "It is not renewed" }, as(10, 10, null))
    expect(await said("contractor")).toHaveLength(2)

    const documents = [
      { kind: "medical", expiryDate: days(3) },
      { kind: "medical", expiryDate: days(300) },
      { kind: "passport", expiryDate: days(5) },
    ]
    await put("company_staff", { id: 901, staffNumber: "FO-099", status: "active", documents, siteId: 1 })
    expect(await said("company_staff"), "a newer document of the kind counts").toEqual([[`FO-099: passport ends ${days(5)}`, "high", "open"]])
    await change("company_staff", 901, "status = 'terminated'")
    expect(await said("company_staff")).toEqual([[`FO-099: passport ends ${days(5)}`, "high", "resolved"]])
  })

  test("a client's contract ends before the next one is signed, or has no price", async () => {
    const end = addDays(today, 10)
    await execute(told, contract(1, { clientId: 1, siteId: 1, from: "2025-01-01", to: end }))
    const [{ contract_number: number, company_name: name } = {}] = await rows(
      "select c.contract_number, l.company_name from client_contract c join client l on l.id = c.client_id",
    )
    const title = `${number} with ${name} ends ${end}`
    expect(await said("client_contract")).toEqual([[title, "medium", "open"]])
    expect(await said("price"), "it has one").toEqual([])
    await execute(told, contract(2, { clientId: 1, siteId: 1, from: addDays(end, 1) }))
    expect(await said("client_contract")).toEqual([[title, "medium", "resolved"]])
    await change("client_contract", 1, "rates = '[]'")
    expect((await said("price")).map(([, priority, status]) => [priority, status])).toEqual([["high", "open"]])
  })

  test("a month is not closed by the 5th, or documents wait for an exchange rate", async () => {
    const month = monthOf(addDays(`${today.slice(0, 7)}-01`, -40))
    await put("journal_entry", { id: 901, entryNumber: "JE-1", entryDate: lastDayOf(month) })
    const [open] = await said("open_month")
    expect(open).toEqual([expect.stringMatching(/^[A-Z][a-z]+ 20\d\d is not closed$/), "high", "open"])
    await put("fiscal_period", { id: Number(month.replace("-", "")), period: month, status: "closed" })
    expect(await said("open_month")).toEqual([[open![0], "high", "resolved"]])

    await rows("update exchange_rate set rates = '[]'")
    expect(await said("rate"), "nothing waits for one").toEqual([])
    await put("expense_request", { id: 901, requestNumber: "EXP-1", currency: "SSP", status: "pending", siteId: 1, amount: 1 })
    expect(await said("rate")).toEqual([["The exchange rate for today is missing", "high", "open"]])
    await change("expense_request", 901, "status = 'approved'")
    expect(await said("rate")).toEqual([["The exchange rate for today is missing", "high", "resolved"]])
  })

  test("more people eat than the site can feed, until the next day; or the log was changed", async () => {
    await put("meal_session", { id: 901, siteId: 1, clientId: 1, sessionDate: addDays(today, -1), mealType: "lunch", status: "completed", overCapacity: true })
    const finding = {
      cause: "capacity/901",
      type: "meals",
      priority: "high" as const,
      title: "Too many",
      message: "51",
      siteId: 1,
      relatedEntity: null,
      relatedEntityId: null,
    }
    await execute(noteFinding, finding)
    expect(await said("capacity")).toEqual([["Too many", "high", "open"]])
    await change("meal_session", 901, "session_date = es.today() - 2")
    expect(await said("capacity")).toEqual([["Too many", "high", "resolved"]])

    await run(noteLog("log", ["At position 4: its data was edited.", "At position 9: this event was deleted."]))
    await run(noteLog("log", ["At position 4: its data was edited."]))
    expect(await rows("select priority, status, message from alert where type = 'audit'")).toEqual([
      { priority: "critical", status: "open", message: "At position 4: its data was edited. And 1 more. Run ops audit verify" },
    ])
    await run(noteLog("log", []))
    expect(await rows("select status from alert where type = 'audit'")).toEqual([{ status: "resolved" }])
  })

  test("two processes checking at the same time raise one alert", async () => {
    await put("invoice", {
      id: 902,
      kind: "service",
      siteId: 2,
      client: { name: "Two" },
      currency: "USD",
      status: "sent",
      totalAmount: 1,
      invoiceNumber: "INV-2",
      dueDate: addDays(today, -1),
    })
    await Promise.all([run(lookAtRules(dueRules)), run(lookAtRules(dueRules))])
    expect(await rows("select count(*)::int as n from alert where cause = 'overdue_invoice/902'")).toEqual([{ n: 1 }])
    expect(await run(lookAtRules(dueRules)), "nothing is new").toBe(0)
  })
})

// proves S-SHELL-08
describe("notifications by mail", () => {
  let sink: SmtpSink
  const scope = Scope.makeUnsafe()
  beforeAll(async () => {
    sink = await run(Effect.provideService(smtpSink, Scope.Scope, scope))
    const sender = { ...mailSender, pause: Duration.millis(20) }
    const sending = Effect.provideService(runReactors([sender]), Config, { ...settings, smtpUrl: Redacted.make(sink.url) })
    await run(Effect.provideService(sending, Scope.Scope, scope))
    await execute(setStockLimits, { siteId: 1, stockItemId: 1, minimumLevel: 900_000, maximumLevel: 4_000_000 })
    await execute(takeIn, { siteId: 1, stockItemId: 1, quantity: 1_000_000, note: "" })
  })
  afterAll(() => runtime.runPromise(Scope.close(scope, Exit.void)))
  let before = 0
  beforeEach(() => {
    before = sink.messages.length
  })
  /** The mails received since the test began, once everything queued has been sent. */
  const got = async () => {
    await expect.poll(async () => (await rows("select count(*)::int as n from mail where status = 'queued'"))[0]!.n, { timeout: 20_000 }).toBe(0)
    return sink.messages.slice(before)
  }
  const raisedOf = async (cause: string) => {
    const [event] = await rows(
      `select e.stream, e.position, to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt" from es.event e
       where e.type = 'AlertRaised' and e.data->>'cause' = $1 order by e.position desc limit 1`,
      [cause],
    )
    return event as { stream: string; position: number; occurredAt: string }
  }

  test("an immediate mail goes to each subscriber who can see the alert, once even with two servers", async () => {
    const everything = { app: true, mail: true, digest: true }
    await execute(chooseNotifications, { choices: { stock: everything, invoices: everything } }, as(ofFinance, 7, null))
    await execute(chooseNotifications, { choices: { stock: everything } }, as(ofSite, 6, 1))
    await execute(issueStock, { siteId: 1, stockItemId: 1, quantity: 200_000, note: "" })
    const stock = await raisedOf("stock_level/1")
    const invoice = await raisedOf("overdue_invoice/902")
    for (const event of [stock, invoice]) await Promise.all([run(configured(mailAlert(event))), run(configured(mailAlert(event)))])
    await run(configured(mailAlert(stock)))
    expect((await got()).map(({ subject, recipients }) => [subject, ...recipients]).sort()).toEqual([
      ["Diesel below minimum", "gatluak@example.org"],
      ["Diesel below minimum", "nyandeng@example.org"],
      ["INV-2 is overdue", "nyandeng@example.org"],
    ])
    const mail = sink.messages.find(({ subject }) => subject === "Diesel below minimum")!
    expect(mail.text).toContain("800.00 litre left at Site 1, minimum is 900.00 litre")
    expect(mail.text).toContain(`https://ops.example.org/alerts?open=${stock.stream.slice("alert/".length)}`)
  })

  test("neither ended alerts nor failures to deliver mail are mailed", async () => {
    await execute(takeIn, { siteId: 1, stockItemId: 1, quantity: 2_000_000, note: "" })
    await run(configured(mailAlert(await raisedOf("stock_level/1"))))
    await expect(execute(chooseNotifications, { choices: { mail: { app: true, mail: true, digest: true } } }, as(ofFinance, 7, null))).rejects.toThrow(
      "Alerts about undeliverable e-mails cannot be sent by e-mail. Choose the app or the digest",
    )
    await expect(execute(chooseNotifications, { choices: { bills: { app: true, mail: true, digest: true } } }, as(ofSite, 6, 1))).rejects.toThrow(
      'You get no alerts of the kind "bills". Leave it out',
    )
    expect(await got()).toEqual([])
  })

  test("a daily digest contains what the person can see and has chosen; an empty one is not sent", async () => {
    await execute(issueStock, { siteId: 1, stockItemId: 1, quantity: 2_700_000, note: "" })
    const at = new Date().toISOString()
    const never = { app: false, mail: false, digest: false }
    await execute(chooseNotifications, { choices: { stock: never, contracts: never, books: never } }, as(ofFinance, 7, null))
    const digests = await Promise.all([run(configured(sendDigests(waiting, at))), run(configured(sendDigests(waiting, at)))])
    expect(digests[0] + digests[1]).toBe(2)
    expect(await run(configured(sendDigests(waiting, at))), "another server, or a restart").toBe(0)
    const mails = await got()
    const of = (to: string) => mails.find(({ recipients }) => recipients.includes(to))!
    expect(mails).toHaveLength(2)
    const [finance, site] = [of("nyandeng@example.org"), of("gatluak@example.org")]
    expect(finance.text).toContain("INV-2 is overdue (Site 2)")
    expect(finance.text, "chosen not at all").not.toContain("Diesel")
    expect(site.text).toContain("Diesel below minimum (Site 1), critical")
    expect(site.text, "not visible to the caller").not.toContain("INV-2")
    expect(site.html).toContain('<a href="https://ops.example.org/alerts?open=')

    await rows("update alert set status = 'resolved', open_cause = null where status <> 'resolved'")
    const recipientOfDigest = await run(recipient(ofSite, at))
    expect(await run(configured(digestOf(recipientOfDigest!, waiting)))).toBeUndefined()
  })
})

test("an event edited behind the program's back is detected and reported to the system administrators", async () => {
  expect(await run(configured(logFaults)), "no one has touched it").toEqual([])
  const edit = Effect.gen(function* () {
    const server = yield* EmbeddedPostgres
    const { query } = yield* makeDatabase({ ...server, database: "postgres" })
    const texts = ["set session_replication_role = replica", 'update es.event set data = data || \'{"reason": "forged"}\' where position = 3']
    yield* query((sql) => sql.unsafe(texts.join("; ")).simple())
  })
  await run(Effect.scoped(edit))
  const faults = await run(configured(logFaults))
  expect(faults[0]).toMatch(/^At position 3: this event.* was edited/)
  await run(noteLog("log", faults))
  expect(await rows("select type, priority, status, title from alert where open_cause = 'log/check'")).toEqual([
    { type: "audit", priority: "critical", status: "open", title: "The log has been altered" },
  ])
  expect(visibleSql(as(ofFinance, 7, null)).values.flat(), "not finance").not.toContain("audit")
  expect(visibleSql(as(10, 10, null)).sql).toBe("true")
})
