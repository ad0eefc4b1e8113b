/** Importing spreadsheets over the calls, on a real database: what is checked, what is written, and that a second run changes nothing. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApi, HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { Database } from "@ops/platform/database/database.ts"
import { ImportsGroup } from "@ops/platform/imports/contract.ts"
import { importsLive } from "@ops/platform/imports/server.ts"
import { acting, system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { setupFinance } from "@ops/finance/setup.ts"
import { confirmOpening } from "@ops/ledger/openings/opening.ts"
import { ledgerChecks } from "@ops/ledger/periods/closing.ts"
import { setupLedger } from "@ops/ledger/setup.ts"
import { setupPeople } from "@ops/people/setup.ts"
import { setupSites } from "@ops/sites/setup.ts"
import { imports, model, resources } from "../modules.ts"

const runtime = ManagedRuntime.make(testDatabase(model))
class TestApi extends HttpApi.make("ops").add(ImportsGroup) {}
const { call, dispose } = serveApi(HttpApiBuilder.layer(TestApi).pipe(Layer.provide(importsLive(resources, imports))), runtime)
const [chief, finance, supervisor] = ["10", "7", "6"] as const

const count = (table: string): Promise<number> =>
  runtime.runPromise(
    Effect.flatMap(Database, ({ statement }) => Effect.map(statement(`select count(*)::int as n from ${table}`, []), ([row]) => Number(row?.["n"]))),
  )
const rowsOf = (...values: ReadonlyArray<object>) => values.map((values, n) => ({ line: n + 2, values }))
const check = (token: string, what: string, rows: ReadonlyArray<object>) => call(token, `/api/imports/${what}/check`, { rows })
const post = async (token: string, what: string, rows: ReadonlyArray<object>, more: object = {}) => {
  const { body } = await check(token, what, rows)
  return call(token, `/api/imports/${what}`, { rows, digest: body.digest, ...more })
}

beforeAll(() => runtime.runPromise(Effect.all([setupSites, setupPeople, setupLedger, setupFinance])))
afterAll(async () => {
  await dispose()
  await runtime.dispose()
})

describe("what can be imported", () => {
  test("each person is offered the records that they may record", async () => {
    const kinds = async (token: string) => (await call(token, "/api/imports")).body.map(({ what }: { what: string }) => what)
    expect(await kinds(finance)).toContain("vendors")
    expect(await kinds(supervisor)).toContain("daily-expenses")
    expect(await kinds(supervisor)).not.toContain("vendors")
    expect((await call(supervisor, "/api/imports/vendors")).status).toBe(403)
    expect((await call(finance, "/api/imports/moons")).status).toBe(404)
  })

  test("the form names the fields of the command, without attached files", async () => {
    const { body } = await call(finance, "/api/imports/daily-expenses")
    const names = body.fields.map(({ name }: { name: string }) => name)
    expect(names).toContain("expenseDate")
    expect(names).not.toContain("receipts")
  })
})

describe("importing vendors", () => {
  const good = rowsOf({ name: "Nile Traders", currency: "SSP" }, { name: "Juba Gas", email: "gas@example.com" })

  test("a check writes nothing and says of each row what is wrong, in the sentences of the form", async () => {
    const { body } = await check(finance, "vendors", [
      ...good,
      { line: 9, values: { name: "" } },
      { line: 10, values: { name: "Oil", email: "nobody", currency: "EUR" } },
      { line: 11, values: { title: "Oil" } },
    ])
    expect(body.rows).toEqual([
      { line: 2, status: "new", reason: null },
      { line: 3, status: "new", reason: null },
      { line: 9, status: "refused", reason: "Name is required" },
      { line: 10, status: "refused", reason: "Invalid email. Currency must be one of: USD, SSP" },
      { line: 11, status: "refused", reason: '"title" is not a field of this import' },
    ])
    expect(await count("vendor")).toBe(0)
  })

  test("one refused row keeps all of a call from being written", async () => {
    const rows = [...good, { line: 4, values: { name: "Oil", email: "nobody" } }]
    expect(await post(finance, "vendors", rows)).toEqual({ status: 422, body: "Nothing was imported. Line 4: Invalid email" })
    expect(await count("vendor")).toBe(0)
  })

  test("right rows are written in one go with numbers of their own; the same file again changes nothing, whoever sends it", async () => {
    expect(await post(finance, "vendors", good)).toEqual({ status: 200, body: { written: 2, done: 0 } })
    expect(await post(chief, "vendors", [...good, { line: 4, values: { name: "Oil" } }])).toEqual({ status: 200, body: { written: 1, done: 2 } })
    expect(await post(finance, "vendors", good)).toEqual({ status: 200, body: { written: 0, done: 2 } })
    expect(await count("vendor")).toBe(3)
    expect(await count("(select distinct vendor_number from vendor) v")).toBe(3)
  })

  test("equal rows of one file are as many records, and still no more when the file comes again", async () => {
    const twice = [0, 1].map((copy) => ({ line: copy + 2, copy, values: { name: "Cash purchase" } }))
    expect((await post(finance, "vendors", twice)).body).toEqual({ written: 2, done: 0 })
    expect((await post(finance, "vendors", twice)).body).toEqual({ written: 0, done: 2 })
  })

  test("two people who import the same rows at once write them once", async () => {
    const rows = rowsOf({ name: "Bor Timber" }, { name: "Bor Cement" })
    const { body } = await check(finance, "vendors", rows)
    const answers = await Promise.all([finance, chief].map((token) => call(token, "/api/imports/vendors", { rows, digest: body.digest })))
    expect(answers.filter(({ status }) => status === 200).reduce((sum, { body }) => sum + body.written, 0)).toBe(2)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await count("vendor where name like 'Bor %'")).toBe(2)
  })

  test("rows other than those that were checked are refused", async () => {
    const { body } = await check(finance, "vendors", rowsOf({ name: "A" }))
    expect(await call(finance, "/api/imports/vendors", { rows: rowsOf({ name: "B" }), digest: body.digest })).toEqual({
      status: 409,
      body: "These are not the rows that were checked. Check them again",
    })
  })

  test("a number that two rows of the file share is refused at the second", async () => {
    const rows = rowsOf({ name: "C", vendorNumber: "VEN-1763712000001" }, { name: "D", vendorNumber: "VEN-1763712000001" })
    expect((await check(finance, "vendors", rows)).body.rows[1]).toEqual({
      line: 3,
      status: "refused",
      reason: "Another vendor already has this number (line 2 of the file)",
    })
  })

  test("headers that a file had are known the next time", async () => {
    await post(finance, "vendors", rowsOf({ name: "E" }), { mapping: { "Trading as": "name", Remarks: "nothing" } })
    expect((await call(chief, "/api/imports/vendors")).body.mapping).toEqual({ tradingas: "name" })
  })

  test("more than 500 rows in a call are refused", async () => {
    const rows = rowsOf(...Array.from({ length: 501 }, (_, n) => ({ name: `V${n}` })))
    expect(await check(finance, "vendors", rows)).toEqual({ status: 400, body: "Send 1 to 500 rows in a call" })
  })
})

test("daily expenses name their site by its code, and a supervisor imports those of the own site alone", async () => {
  const row = { expenseDate: "2026-11-02", siteId: "US", fuelCost: "10.00", staffCount: 3 }
  const { body } = await check(finance, "daily-expenses", rowsOf(row, { ...row, siteId: "nowhere" }))
  expect(body.rows).toEqual([
    { line: 2, status: "new", reason: null },
    { line: 3, status: "refused", reason: 'Site: there is no site "nowhere" that you may see' },
  ])
  expect((await check("6@2", "daily-expenses", rowsOf(row))).body.rows[0].status).toBe("refused")
})

// proves API-123
test("accounts are added from a file without a password, by the rules of the form; only those who manage all users may", async () => {
  const rose = { employeeId: "NB-1", firstName: "Rose", lastName: "Keji", role: "supervisor", siteId: "US" }
  const wrong = [
    { employeeId: "NB 1" },
    { email: "rose" },
    { siteId: "Mars" },
    { role: "pilot" },
    { accessLevel: 10 },
    { allSites: true },
    { supervisor: "NB-9" },
  ]
  const { body } = await check(chief, "users", rowsOf(...wrong.map((more) => ({ ...rose, ...more }))))
  expect(body.rows.map(({ reason }: { reason: string }) => reason)).toEqual([
    "Employee ID must be 1 to 40 letters, digits or . _ / - without blanks",
    "Invalid email",
    'Site: there is no site "Mars" that you may see',
    "Role must be one of: ceo, management, finance, supervisor, security, field_operative, guest",
    "Level 10 needs two people: add the person with a lower level, then request level 10",
    "Choose one site or all sites, not both",
    'Supervisor: there is no employee "NB-9" that you may see',
  ])
  const { siteId: _, ...nowhere } = rose
  expect((await check(chief, "users", rowsOf(nowhere))).body.rows[0].reason).toBe("Choose a site, or all sites")
  const rows = rowsOf(rose, { employeeId: "NB-2", firstName: "James", lastName: "Loro", role: "finance", email: "james@example.com" })
  expect(await post(chief, "users", rows)).toEqual({ status: 200, body: { written: 2, done: 0 } })
  expect(await post(chief, "users", rows)).toEqual({ status: 200, body: { written: 0, done: 2 } })
  expect(await count("person where employee_id in ('NB-1', 'NB-2') and password_hash is null and access_level in (6, 7)")).toBe(2)
  const second = rowsOf(
    { ...rose, firstName: "Ruth" },
    { ...rose, employeeId: "NB-3", supervisor: "NB-1" },
    { ...rose, employeeId: "NB-4", email: "james@example.com" },
  )
  expect((await check(chief, "users", second)).body.rows.map(({ reason }: { reason: string }) => reason)).toEqual([
    "An employee with this ID already exists",
    null,
    "This e-mail address belongs to another person",
  ])
  for (const token of [finance, supervisor]) expect((await check(token, "users", rows)).status).toBe(403)
})

test("levels, places and suspensions are changed from a file by the rules of the form, and a file states how accounts are to be", async () => {
  const one = { firstName: "Keji", lastName: "Modi" }
  const accounts = rowsOf({ ...one, employeeId: "CH-1", role: "finance" }, { ...one, employeeId: "CH-2", role: "supervisor", siteId: "US" })
  await post(chief, "users", accounts)
  const level = async (employeeId: string, more = "true") => count(`person where employee_id = '${employeeId}' and ${more}`)
  const wrong = [
    { personId: "CH-9", accessLevel: 3 },
    { personId: "CH-1", accessLevel: 11 },
    { personId: "CH-1", siteId: "Mars" },
    { personId: "CH-1", suspended: true },
    { personId: "CH-2", supervisor: "CH-2" },
  ]
  expect((await check(chief, "user-changes", rowsOf(...wrong))).body.rows.map(({ reason }: { reason: string }) => reason)).toEqual([
    'Employee ID: there is no employee "CH-9" that you may see',
    "Access level must be from 1 to 10",
    'Site: there is no site "Mars" that you may see',
    "Reason of the suspension is required",
    "This would create a circular reporting line. Choose another supervisor",
  ])
  const lower = rowsOf({ personId: "CH-1", accessLevel: 6, siteId: "US" })
  for (const token of [finance, supervisor]) expect((await check(token, "user-changes", lower)).status).toBe(403)
  expect(await post(chief, "user-changes", lower)).toEqual({ status: 200, body: { written: 1, done: 0 } })
  expect(await post(chief, "user-changes", lower)).toEqual({ status: 200, body: { written: 0, done: 1 } })
  // changed since, so the same row is not done any more
  await post(chief, "user-changes", rowsOf({ personId: "CH-1", accessLevel: 7 }))
  expect(await post(chief, "user-changes", lower)).toEqual({ status: 200, body: { written: 1, done: 0 } })
  expect(await level("CH-1", "access_level = 6 and first_name = 'Keji' and site_id is not null")).toBe(1)

  // level 10 is requested and waits for another person; a suspension needs its reason
  const rows = rowsOf({ personId: "CH-1", accessLevel: 10 }, { personId: "CH-2", accessLevel: 3, suspended: true, reason: "Left" })
  expect(await post(chief, "user-changes", rows)).toEqual({ status: 200, body: { written: 2, done: 0 } })
  expect(await post(chief, "user-changes", rows)).toEqual({ status: 200, body: { written: 0, done: 2 } })
  expect(await level("CH-1", "access_level = 6 and top_level_asked_by = 10")).toBe(1)
  expect(await level("CH-2", "access_level = 3 and not is_active")).toBe(1)
  const back = await check(chief, "user-changes", rowsOf({ personId: "CH-2", suspended: false }))
  expect(back.body.rows[0].reason).toBe("CH-2 is suspended. Reinstate the account by hand")
})

// proves API-123
test("people are hired from a file with their positions by name, and get no account; finance may not hire", async () => {
  await post(chief, "positions", rowsOf({ title: "Head cook", departmentId: "Catering" }, { title: "Mechanic", departmentId: "Facilities" }))
  const rose = {
    firstName: "Rose",
    lastName: "Keji",
    positionId: "Head cook",
    departmentId: "catering",
    siteId: "US",
    hireDate: "2024-02-01",
    salary: "950.00",
  }
  const wrong = [{ email: "rose" }, { salary: "much" }, { positionId: "Pilot" }, { positionId: "Mechanic" }, { lastName: "" }, { salary: 0 }]
  const { body } = await check(chief, "staff", rowsOf(...wrong.map((more) => ({ ...rose, ...more }))))
  expect(body.rows.map(({ reason }: { reason: string }) => reason)).toEqual([
    "Invalid email",
    "Salary must be a number with at most two decimals",
    'Position: there is no position "Pilot" that you may see',
    "Mechanic does not belong to Catering",
    "Last name is required",
    "Salary must be greater than 0",
  ])
  const rows = rowsOf(rose, { ...rose, firstName: "James", lastName: "Loro", salary: "620000", currency: "SSP", nationalId: "SS-1" })
  expect(await post(chief, "staff", rows)).toEqual({ status: 200, body: { written: 2, done: 0 } })
  expect(await post(chief, "staff", rows)).toEqual({ status: 200, body: { written: 0, done: 2 } })
  expect(await count("company_staff where staff_number in ('FO-001', 'FO-002') and person_id is null and employment_type = 'full_time'")).toBe(2)
  expect((await check(finance, "staff", rows)).status).toBe(403)
  expect((await check(chief, "staff", rowsOf({ ...rose, nationalId: "SS-1" }))).body.rows[0].reason).toBe("This national ID belongs to another person")
})

// proves U-25-4
test("opening balances of all kinds are imported against equity once, by those who may record them, and refused with a sentence", async () => {
  const reasons = async (token: string, what: string, rows: ReadonlyArray<object>) =>
    (await check(token, what, rows)).body.rows.map(({ reason }: { reason: string }) => reason)
  const twice = async (token: string, what: string, rows: ReadonlyArray<object>) => {
    expect(await post(token, what, rows)).toEqual({ status: 200, body: { written: rows.length, done: 0 } })
    expect(await post(token, what, rows)).toEqual({ status: 200, body: { written: 0, done: rows.length } })
  }
  const against = async (account: string) =>
    count(
      `(select l.line from journal_line l join account a on a.id = l.account_id where a.account_number = '${account}'
        and exists (select from journal_line e join account b on b.id = e.account_id where b.account_number = '3000' and e.journal_entry_id = l.journal_entry_id)) x`,
    )

  await post(finance, "clients", rowsOf({ companyName: "Nile Basin Drilling", contactPerson: "Akuol Bior" }))
  const invoice = { clientId: "Nile Basin Drilling", siteId: "US", invoiceNumber: "NB-71", invoiceDate: "2026-09-30", dueDate: "2026-10-30", amount: "8600.00" }
  const wrongInvoices = [{ invoiceNumber: "INV-2026-00001" }, { dueDate: "2026-09-01" }, { invoiceDate: "2099-01-01", dueDate: "2099-02-01" }, { amount: 0 }]
  expect(
    await reasons(finance, "open-invoices", rowsOf(...wrongInvoices.map((more) => ({ ...invoice, ...more })), invoice, { ...invoice, amount: 1 })),
  ).toEqual([
    "INV-2026-00001 is a number that new invoices get here. Add a letter, such as A-INV-2026-00001",
    "Due date must be on or after the invoice date",
    "Invoice date cannot be in the future",
    "Open amount must be greater than 0",
    null,
    "Another invoice has this number (line 6 of the file)",
  ])
  await twice(finance, "open-invoices", rowsOf(invoice, { ...invoice, invoiceNumber: "NB-82" }))
  expect(await reasons(finance, "open-invoices", rowsOf({ ...invoice, amount: "10.00" }))).toEqual(["Another invoice has this number"])
  expect(await against("1100")).toBe(2)

  await post(chief, "items", rowsOf({ name: "Rice", category: "other", unit: "kg", unitCost: "1.40" }, { name: "Beans", category: "other", unit: "kg" }))
  const stock = { siteId: "US", stockItemId: "Rice", quantity: "850" }
  expect(await reasons(chief, "opening-stock", rowsOf({ ...stock, quantity: 0 }, { ...stock, cost: "-1.00" }, { ...stock, stockItemId: "Gold" }))).toEqual([
    "Quantity must be greater than 0",
    "Value must not be negative",
    'Item: there is no stock item "Gold" that you may see',
  ])
  await twice(chief, "opening-stock", rowsOf(stock, { ...stock, stockItemId: "Beans", cost: "672.00" }))
  expect(await reasons(chief, "opening-stock", rowsOf({ ...stock, quantity: 1 }))).toEqual(["Rice at Unity State already has opening stock. Count it instead"])
  expect(await against("1200")).toBe(2)

  await post(chief, "users", rowsOf({ employeeId: "SUP-1", firstName: "Mary", lastName: "Deng", role: "supervisor", siteId: "US" }))
  const float = { name: "Unity camp", siteId: "US", custodianId: "SUP-1", limit: "600.00", cash: "400.00" }
  expect(await reasons(finance, "petty-cash-floats", rowsOf({ ...float, cash: "600.01" }, { ...float, cash: "-1" }))).toEqual([
    "Cash at the start must not be above the limit",
    "Cash at the start must not be negative",
  ])
  await twice(finance, "petty-cash-floats", rowsOf(float))
  expect(await against("1050")).toBe(1)

  const advance = { requestedBy: "SUP-1", floatId: "Unity camp", amount: "120.00", date: "2026-10-28", category: "transport", purpose: "Fuel for the boat" }
  const wrongAdvances = [{ floatId: "Juba" }, { requestedBy: "SUP-9" }, { date: "2099-01-01" }, { amount: "0" }, { category: "gifts" }]
  expect(await reasons(finance, "petty-cash-advances", rowsOf(...wrongAdvances.map((more) => ({ ...advance, ...more }))))).toEqual([
    'Float: there is no petty cash float "Juba" that you may see',
    'Person: there is no employee "SUP-9" that you may see',
    "Date cannot be in the future",
    "Amount must be greater than 0",
    expect.stringMatching(/^Category must be one of: /),
  ])
  await twice(finance, "petty-cash-advances", rowsOf(advance))
  expect(await against("1310")).toBe(1)
  expect(await count("petty_cash_request where status = 'disbursed' and float_id is not null and department is null and out->0->>'from' = '2026-10-28'")).toBe(
    1,
  )

  const balance = { account: "1010", debit: "100.00" }
  const wrongBalances = [{ credit: "1.00" }, { debit: undefined }, { account: "3000" }, { account: "1100" }, { account: "9" }]
  expect(await reasons(finance, "opening-balances", rowsOf(...wrongBalances.map((more) => ({ ...balance, ...more }))))).toEqual([
    "Give either a debit or a credit",
    "Give either a debit or a credit",
    "Leave 3000 out: the other balances are posted against it, so it results from them",
    "Account 1100 Accounts receivable cannot be posted to manually: it is maintained by an invoice, a credit note or a payment. Record that instead",
    "There is no account 9",
  ])
  await twice(finance, "opening-balances", rowsOf(balance, { account: "1000", credit: "5.00", siteId: "US" }))
  expect(await count("journal_draft where status = 'draft'")).toBe(2)

  const leave = { staffId: "Rose Keji", leaveTypeId: "Annual Leave", days: 18.5 }
  await twice(chief, "leave-balances", rowsOf(leave))
  expect(await reasons(chief, "leave-balances", rowsOf({ ...leave, days: 18.5, reason: "Again" }, { ...leave, date: "2020-01-01" }))).toEqual([
    expect.stringMatching(/^Rose Keji has 18.5 days of Annual Leave on \d{4}-\d\d-\d\d already. Leave the row out$/),
    "Rose Keji works here since 2024-02-01",
  ])
  for (const what of ["open-invoices", "petty-cash-advances", "opening-stock", "opening-balances", "leave-balances"])
    expect((await call(supervisor, `/api/imports/${what}`)).status).toBe(what === "opening-stock" ? 200 : 403)

  // finance took over invoices, a float and an advance, the chief stock: each waits for another person, and until then no month is closed
  expect(await count("opening where status = 'entered' and waiting = '[7, 10]'")).toBe(1)
  const { sql } = ledgerChecks.find(({ key }) => key === "opening")!
  const blocking = () => count(`(${sql.replaceAll("$1", "'2026-10-01'").replaceAll("$2", "'2026-10-31'")}) x where text like '%are not confirmed%'`)
  const confirm = (person: number) =>
    runtime.runPromise(execute(confirmOpening, { id: 1 }, { ...acting(system("test")), person, level: person, permissions: permissionsOf(person) }))
  expect(await blocking()).toBe(1)
  await confirm(10)
  expect(await blocking()).toBe(1)
  await confirm(7)
  expect(await blocking()).toBe(0)
})
