/**
 * The largest amount and the largest quantity can be recorded everywhere, and everything can be read afterwards. One unit more is rejected with a
 * message. The calls and their fields are those of the contract.
 */
import { Schema, SchemaAST } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { decimalMark } from "@ops/platform/decimal-input.ts"
import { formatMoney, mostCents, parseMoney } from "@ops/platform/money.ts"
import { formatQuantity, mostThousandths, parseQuantity } from "@ops/platform/quantity.ts"
import type { Answer, Person, Server } from "@ops/platform/testing/server.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { demoServer } from "../demo/demo-server.ts"
import { addressesOf, type Endpoint, queryOf, reads, writes } from "./every-call.ts"

let server: Server | undefined
let people: ReadonlyArray<Person>
let today: string
beforeAll(async () => {
  server = await demoServer({ limits: false })
  people = await Promise.all(["FO-CEO-001", "FO-FIN-001", "FO-MGT-001", "FO-SUP-001", "FO-OPS-001"].map((id) => server!.as(id)))
  today = (await people[0]!("GET", "/api/dashboard/metrics")).body.today
}, 300_000)
afterAll(() => server?.stop())

const mostMoney = formatMoney(mostCents)
const mostQuantity = formatQuantity(mostThousandths)

/** Rules with a limit below the general one: the message, the largest value, and the fields. */
const rules: ReadonlyArray<readonly [sentence: string, most: string, ...fields: ReadonlyArray<string>]> = [
  ["must be 10 kg at most", "10.00", "POST /api/recipes ingredients.quantity", "PATCH /api/recipes/:id ingredients.quantity"],
  ["guaranteed share is more than 0 and at most 100%", "100.00", "POST /api/contracts guaranteedShare", "POST /api/contracts/:id/basis guaranteedShare"],
  ["Guaranteed share must be between 0 and 100%", "100.00", "POST /api/meal-billing-periods/preview whatIf.guaranteedShare"],
  ["Tax must be between 0 and 100%", "100.00", "POST /api/meal-billing-periods/preview whatIf.taxRate"],
  ["A tax rate is between 0 and 100%", "100.00", "POST /api/tax-codes/:code/rates rate"],
  ["Rate can be 9,999,999.99 at most", "9999999.99", "POST /api/exchange-rates rate", "POST /api/exchange-rates/changes rate"],
  ["Exchange rate can be 9,999,999.99 at most", "9999999.99", "POST /api/client-accounts/convert exchangeRate"],
  ["rate can be 9,999,999.99 at most", "9999999.99", "POST /api/payroll-rules weekdayRate", "POST /api/payroll-rules restRate"],
  [
    "A rate must be from 0 to 100 percent",
    "100.00",
    ...["bands.percent", "employeePercent", "employerPercent"].map((field) => `POST /api/payroll-rules ${field}`),
  ],
  ["Amount must be greater than 0", "99999999999.98", "POST /api/accounts-payable taxAmount"],
  // the largest amount that still fits with 18 % tax
  ["Total amount can be 99,999,999,999.99 at most", "84745762711.86", "POST /api/invoices/generate lines.unitPrice"],
  ["A bank fee can be 1,000,000.00 at most", "1000000.00", "POST /api/bank-lines/:id/settle fee"],
  ["Withholding must be a percentage between 0 and 100", "99.99", "POST /api/accounts-payable withholdingRate"],
  ["Retention is between 0 and 50%", "50.00", "PUT /api/construction-projects/:id/contract retentionRate"],
  ["Retention and recovery together must be less than 100%", "49.99", "PUT /api/construction-projects/:id/contract recoveryRate"],
  ["The advance must be less than the contract value", "99999999999.98", "PUT /api/construction-projects/:id/contract advanceAmount"],
  // 31 days, and less than half a minute more
  ["Hours of one person cannot exceed a month", "744.008", "POST /api/construction-projects/:id/costs hours"],
  [
    "Rate must be 10000000.00 at most",
    "10000000.00",
    ...["hourlyRate", "dailyRate", "monthlyRate"].map((field) => `POST /api/contractors ${field}`),
    "POST /api/contractors/:id/rates amount",
  ],
  ["Rating must be from 0 to 5", "5.00", "PUT /api/contractor-assignments/:id/complete rating", "PUT /api/contractor-assignments/:id/rating rating"],
  ["A day has 24 hours at most", "24.00", "POST /api/contractor-hours hours", "POST /api/hr/attendance workHours"],
  ["Overtime cannot be more than the hours worked", "24.00", "POST /api/hr/attendance overtimeHours"],
  [
    "must be 1000000000",
    "1000000000.00",
    ...["prospects estimatedValue", "marketing-targets targetValue", "marketing-budgets allocatedAmount", "marketing-campaigns budget"].flatMap((what) => [
      `POST /api/crm/${what}`,
      `PATCH /api/crm/${what.replace(" ", "/:id ")}`,
    ]),
  ],
]
const boundElsewhere = new Map(rules.flatMap(([sentence, most, ...fields]) => fields.map((field) => [field, { sentence, most }] as const)))

/** The format of a decimal, if the schema is one. */
const decimalOf = (ast: SchemaAST.AST) => SchemaAST.resolve(ast)?.[decimalMark] as typeof formatMoney | undefined
/** The value of an amount or quantity, by its field: "lines.amount". */
type Decimal = (field: string, format: typeof formatMoney) => string
const isQuantity = (format: typeof formatMoney) => format === formatQuantity
const inside = (field: string, name: PropertyKey) => (field ? `${field}.${String(name)}` : String(name))

/** The values of fields that are not decimals, by name. */
const named: ReadonlyArray<readonly [RegExp, () => unknown]> = [
  [/^email$|Email$/, () => "ceiling@example.com"],
  [/Date$|^date$|^from$|^to$|^on$|^payOn$|^lastDay$|^periodTo$|(Start|End|Since|Expiry)$/, () => today],
  [/Time$/, () => "08:00"],
  [/^month$|^period$/, () => today.slice(0, 7)],
  [/^account(Number)?$|Account$/, () => "5100"],
  [/^taxCode$/, () => "SALES"],
]
let counted = 0
/** For records limited to one per day. */
let days = 0
const another = (what: string) => `Ceiling ${what} ${++counted}`

/** A body that fits the schema: the given decimals, and plausible values elsewhere; with `whole`, optional fields too. */
const sample = (ast: SchemaAST.AST, decimal: Decimal, whole: boolean, field = ""): unknown => {
  const format = decimalOf(ast)
  if (format) return decimal(field, format)
  const name = field.split(".").at(-1)!
  const as = (part: SchemaAST.AST) => sample(part, decimal, whole, field)
  switch (ast._tag) {
    case "Objects":
      return Object.fromEntries(
        ast.propertySignatures
          .filter(({ name, type }) => name !== "version" && (whole || !SchemaAST.isOptional(type) || decimalsOf(type).length > 0))
          .map(({ name, type }) => [name, sample(type, decimal, whole, inside(field, name))]),
      )
    case "Arrays":
      return ast.rest[0] && !/^(photos|receipts|attachments)$/.test(name) ? [as(ast.rest[0])] : []
    case "Union": {
      // a number, or its digits
      const number = name.endsWith("Id") ? undefined : ast.types.find(({ _tag }) => _tag === "Number")
      const best = ast.types.find((type) => decimalsOf(type).length > 0) ?? ast.types.find(({ _tag }) => _tag !== "Null" && _tag !== "Undefined")
      return as(number ?? (best?._tag === "Literal" && best.literal === "" ? ast.types.at(-1)! : (best ?? ast.types[0]!)))
    }
    case "Literal":
      return ast.literal
    case "Boolean":
      return true
    case "Number":
      return name === "year" ? Number(today.slice(0, 4)) : 1
    case "String":
      return /Id$|^id$/.test(name) ? "1" : (named.find(([pattern]) => pattern.test(name))?.[1]() ?? another(name))
    default:
      return undefined
  }
}

/** The amounts and quantities of a schema. */
const decimalsOf = (ast: SchemaAST.AST, field = ""): ReadonlyArray<string> => {
  if (decimalOf(ast)) return [field]
  switch (ast._tag) {
    case "Objects":
      return ast.propertySignatures.flatMap(({ name, type }) => decimalsOf(type, inside(field, name)))
    case "Arrays":
      return ast.rest.flatMap((type) => decimalsOf(type, field))
    case "Union":
      return ast.types.flatMap((type) => decimalsOf(type, field))
    default:
      return []
  }
}
/** The fields of a body with their values. */
const valuesOf = (value: unknown, field = ""): ReadonlyArray<readonly [field: string, value: unknown]> =>
  Array.isArray(value)
    ? value.flatMap((each) => valuesOf(each, field))
    : value !== null && typeof value === "object"
      ? Object.entries(value).flatMap(([name, each]) => valuesOf(each, inside(field, name)))
      : [[field, value]]

const bodyOf = ({ payload }: Endpoint) => {
  const json = payload.get("application/json")
  return json && SchemaAST.toEncoded(Schema.Union(json.schemas).ast)
}
/** The forms of a call's body that contain amounts or quantities. */
const formsOf = (endpoint: Endpoint): ReadonlyArray<SchemaAST.AST> => {
  const parts = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => (ast._tag === "Union" ? ast.types.flatMap(parts) : [ast])
  return parts(bodyOf(endpoint) ?? Schema.Null.ast).filter((form) => decimalsOf(form).length > 0)
}
const fieldsOf = (endpoint: Endpoint) => [...new Set(formsOf(endpoint).flatMap((form) => decimalsOf(form)))]
const callOf = ({ method, path }: Endpoint) => `${method} ${path}`
const withDecimals = writes.filter((endpoint) => formsOf(endpoint).length > 0)

/** The answer to the first person who may make the call. */
const firstAllowed = async ({ method }: Endpoint, address: string, payload: object | undefined): Promise<Answer> => {
  let answer: Answer
  for (const ask of people) {
    answer = await ask(method, address, payload)
    if (answer.status !== 403) break
  }
  return answer!
}

test("an amount or quantity above the ceiling is refused in every field of every call, naming the field and the ceiling", async () => {
  const faults: Array<string> = []
  let fields = 0
  for (const [endpoint, form] of withDecimals.flatMap((endpoint) => formsOf(endpoint).map((form) => [endpoint, form] as const))) {
    const address = endpoint.path.replace(/:[^/]+/g, "1")
    for (const [money, quantity] of [
      [mostCents + 1, mostThousandths],
      [-mostCents - 1, mostThousandths],
      [mostCents, mostThousandths + 1],
    ] as const) {
      const payload = sample(form, (_, format) => format(isQuantity(format) ? quantity : money), true) as object
      const above = JSON.stringify(payload).match(/"-?100000000000\.00"|"10000000\.00"/g)?.length ?? 0
      if (above === 0) continue
      fields += above
      const answer = await firstAllowed(endpoint, address, payload)
      const said = answer.text.match(
        / (can be (99,999,999,999\.99|9,999,999\.999) at most|must be (greater|a percentage|between|from|0 or|more|at least|positive)[^.]*|must not be negative|can(not| be)[^.]*)/g,
      )
      if (answer.status !== 400 || !said) faults.push(`${callOf(endpoint)}: ${answer.status} ${answer.text}`)
    }
  }
  expect(faults).toEqual([])
  expect(fields).toBeGreaterThan(150)
}, 300_000)

/** Makes the call as the first permitted person, and returns what was recorded. */
const done = async (call: string, body?: object, by = people) => {
  const [method, address] = call.split(" ") as [string, string]
  const refusals: Array<string> = []
  for (const ask of by) {
    const answer = await ask(method, address, body)
    if (answer.status < 300) return answer.body
    refusals.push(answer.text)
  }
  throw new Error(`${call} ${JSON.stringify(body)}: ${refusals.join("; ")}`)
}
const idOf = async (call: string, body: object): Promise<number> => (await done(call, body)).id

const item = () => idOf("POST /api/stock/items", { name: another("item"), category: "fresh_vegetables", unit: "kg", costAccount: "5100" })
/** A stock item with the largest quantity in a store, worth the largest amount. */
const stocked = async (): Promise<number> => {
  const stockItemId = await item()
  await done("POST /api/stock/movements", { kind: "receive", siteId: 1, stockItemId, quantity: mostQuantity, cost: mostMoney })
  return stockItemId
}
const client = () => idOf("POST /api/clients", { clientCode: another("code"), companyName: another("client") })
/** At most four letters and digits, however many are created. */
const codeOf = (n: number) => `C${n.toString(36).toUpperCase()}`
const site = () => idOf("POST /api/sites", { name: another("site"), code: codeOf(++counted) })
const untaxed = async () => {
  const code = codeOf(++counted)
  await done("POST /api/tax-codes", { code, name: another("tax") })
  return code
}
/** A construction project is identified by its path. */
const planned = async () => `/api/construction-projects/${await idOf("POST /api/construction-projects", { projectName: another("building"), siteId: 1 })}`
const begun = async (taxCode = "SALES", line: object = { quantity: mostQuantity, rate: "9999.99" }): Promise<string> => {
  const path = await planned()
  await done(`PUT ${path}/contract`, { clientId: 1, reference: another("contract"), signedDate: today, agreedValue: mostMoney, taxCode })
  await done(`PUT ${path}/boq`, { lines: [{ item: "1", description: "Walls", unit: "m2", ...line }] })
  await done(`PATCH ${path}/start`)
  return path
}
/** An open invoice above the limit, before tax and with it. */
const invoiced = async (): Promise<number> => {
  const taxCode = await untaxed()
  await done(`POST /api/tax-codes/${taxCode}/rates`, { from: today, rate: "0.00", source: "Ceiling" })
  const path = await begun(taxCode, { quantity: "1.00", rate: mostMoney })
  const certificate = await idOf(`POST ${path}/certificates`, { done: [{ id: 1, quantity: "1.00" }] })
  return (await done(`PATCH /api/construction-certificates/${certificate}/certify`)).invoiceId
}
/** A vendor's approved bill above the limit. */
const owed = async (): Promise<number> => {
  const vendorId = await idOf("POST /api/vendors", { name: another("vendor") })
  const bill = { vendorId, siteId: 1, category: "Other", invoiceNumber: another("bill"), invoiceDate: today, currency: "USD", amount: mostMoney }
  const id = await idOf("POST /api/accounts-payable", bill)
  await done(`POST /api/accounts-payable/${id}/approve`)
  return id
}
const float = () => idOf("POST /api/petty-cash-floats", { name: another("float"), siteId: 1, currency: "USD", custodianId: 1, limit: mostMoney })
/** An asset with a meter, at this reading. */
const metered = (meterReading: string) => idOf("POST /api/assets", { name: another("asset"), kind: "generator", siteId: 1, meterUnit: "hours", meterReading })
const contractor = () => {
  const person = { firstName: another("name"), lastName: "Ceiling", phone: "0912345678", serviceType: "Welding" }
  return idOf("POST /api/contractors", { ...person, departmentId: 1, contractStart: today })
}
const assigned = async (): Promise<number> => {
  const id = await idOf("POST /api/contractor-assignments", { contractorId: await contractor(), siteId: 1, task: "Ceiling", startDate: today })
  await done(`PUT /api/contractor-assignments/${id}/start`, {})
  return id
}
const entry = ([line]: readonly [{ readonly debitAmount?: string; readonly creditAmount?: string }], [debit, credit] = ["5100", "1010"]) => [
  { account: debit, debitAmount: line.debitAmount },
  { account: credit, creditAmount: line.creditAmount },
]
const sums = [{ debitAmount: mostMoney, creditAmount: mostMoney }] as const

/** The bank account in pounds; its statements open and close with the largest amount. */
const pounds = async (): Promise<number> => {
  const all = (await people[0]!("GET", "/api/bank-accounts")).body as ReadonlyArray<{ readonly id: number; readonly accountNumber: string }>
  const facts = { name: another("bank"), accountNumber: "1020", currency: "SSP", from: addDays(today, -40), opening: mostMoney }
  return all.find(({ accountNumber }) => accountNumber === "1020")?.id ?? idOf("POST /api/bank-accounts", facts)
}
let statements = 0
/** A statement for the next day, with an amount paid out and paid in. */
const statement = async (amount: string) => {
  const day = addDays(today, ++statements - 40)
  const lines = [`-${amount}`, amount].map((amount) => ({ date: day, amount, text: another("line") }))
  return { accountId: await pounds(), format: "csv", fileName: "ceiling.csv", from: day, to: day, opening: mostMoney, closing: mostMoney, lines }
}
/** An open bank line for an amount paid in or out. */
const bankLine = async (amount: string, file?: object): Promise<string> => {
  const { statementId } = await done("POST /api/bank-statements", file ?? (await statement(amount)))
  const lines = (await people[0]!("GET", `/api/bank-lines?statementId=${statementId}`)).body as ReadonlyArray<{ id: number; amount: string }>
  return `/api/bank-lines/${lines.find((line) => line.amount === amount)!.id}`
}
/** A posted manual journal entry. */
const postedEntry = async (accountNumbers: readonly [string, string], amount: string): Promise<number> => {
  const lines = entry([{ debitAmount: amount, creditAmount: amount }], [...accountNumbers])
  const { id } = await done("POST /api/journal-drafts", { entryDate: today, description: "Ceiling", currency: "SSP", lines }, [people[1]!])
  return (await done(`POST /api/journal-drafts/${id}/post`, {}, [people[0]!])).journalEntryId
}

/** The path of a new record, for calls that need one in a certain state. Other calls are tried on two records of the list. */
const addressed: Readonly<Record<string, () => Promise<string>>> = {
  "POST /api/tax-codes/:code/rates": async () => `/api/tax-codes/${await untaxed()}/rates`,
  "PUT /api/journal-drafts/:id": async () =>
    `/api/journal-drafts/${await idOf("POST /api/journal-drafts", { entryDate: today, description: "Ceiling", lines: entry(sums) })}`,
  "POST /api/invoices/:id/credit": async () => `/api/invoices/${await invoiced()}/credit`,
  "POST /api/invoices/:id/apply-credit": async () => {
    await done("POST /api/payments", { clientId: 1, amount: mostMoney, currency: "USD", reference: another("payment"), allocations: [] })
    return `/api/invoices/${await invoiced()}/apply-credit`
  },
  "POST /api/bank-accounts/:id/reconcile": async () => {
    const id = await idOf("POST /api/bank-accounts", {
      name: another("cash"),
      accountNumber: "1000",
      currency: "SSP",
      kind: "cash",
      from: today,
      opening: "0.00",
    })
    const { books } = (await people[0]!("GET", `/api/bank-accounts/${id}/standing`)).body
    for (let left = mostCents - parseMoney(books)!; left > 0; left -= mostCents) await postedEntry(["1000", "4900"], formatMoney(Math.min(left, mostCents)))
    return `/api/bank-accounts/${id}/reconcile`
  },
  "POST /api/bank-lines/:id/match": async () => `${await bankLine(mostMoney)}/match`,
  "POST /api/bank-lines/:id/settle": async () => `${await bankLine("1.00")}/settle`,
  "POST /api/bank-lines/:id/pay": async () => {
    const { importedTo, bankBalance } = (await people[0]!("GET", "/api/bank-accounts/1")).body
    const lines = [mostMoney, `-${mostMoney}`].map((amount) => ({ date: today, amount, text: another("line") }))
    const file = {
      accountId: 1,
      format: "csv",
      fileName: "ceiling.csv",
      from: addDays(importedTo, 1),
      to: today,
      opening: bankBalance,
      closing: bankBalance,
      lines,
    }
    return `${await bankLine(`-${mostMoney}`, file)}/pay`
  },
  "POST /api/accounts-payable/:id/credit": async () => `/api/accounts-payable/${await owed()}/credit`,
  "POST /api/petty-cash-floats/:id/top-up": async () => `/api/petty-cash-floats/${await float()}/top-up`,
  "PATCH /api/crm/petty-cash-requests/:id/retire": async () => {
    const path = "/api/crm/petty-cash-requests"
    const asked = { amount: mostMoney, currency: "USD", category: "transport", purpose: "Ceiling", siteId: 1 }
    const { id } = await done(`POST ${path}`, asked, [people[2]!])
    const floatId = await float()
    await done(`POST /api/petty-cash-floats/${floatId}/top-up`, { amount: mostMoney })
    await done(`PATCH ${path}/${id}/approve`, { overrideReason: "Ceiling" })
    await done(`PATCH ${path}/${id}/disburse`, { floatId })
    return `${path}/${id}/retire`
  },
  "PATCH /api/construction-projects/:id": planned,
  "PUT /api/construction-projects/:id/budget": async () => `${await planned()}/budget`,
  "PUT /api/construction-projects/:id/contract": async () => `${await planned()}/contract`,
  "PUT /api/construction-projects/:id/boq": async () => `${await begun()}/boq`,
  "POST /api/construction-projects/:id/changes": async () => `${await begun()}/changes`,
  "POST /api/construction-projects/:id/costs": async () => `${await begun()}/costs`,
  "POST /api/construction-projects/:id/certificates": async () => `${await begun()}/certificates`,
  "POST /api/contractors/:id/rates": async () => `/api/contractors/${await contractor()}/rates`,
  "PUT /api/contractor-assignments/:id/complete": async () => `/api/contractor-assignments/${await assigned()}/complete`,
  "PUT /api/contractor-assignments/:id/rating": async () => {
    const path = `/api/contractor-assignments/${await assigned()}`
    await done(`PUT ${path}/complete`, {})
    return `${path}/rating`
  },
  "PATCH /api/work-orders/:id/complete": async () => {
    const path = `/api/work-orders/${await idOf("POST /api/work-orders", { siteId: 1, serviceType: "cleaning", priority: "low", description: "Ceiling" })}`
    await done(`PATCH ${path}/assign`, { team: "cleaning" })
    await done(`PATCH ${path}/start`)
    return `${path}/complete`
  },
  "POST /api/assets/:id/readings": async () => `/api/assets/${await metered("0.00")}/readings`,
  "PATCH /api/maintenance-plans/:id": async () => {
    const yearly = { siteId: 1, serviceType: "cleaning", trigger: "calendar", every: "1.00", unit: "years", startDate: addDays(today, 99) }
    return `/api/maintenance-plans/${await idOf("POST /api/maintenance-plans", { name: another("plan"), ...yearly })}`
  },
}

// oxlint-disable-next-line typescript/no-explicit-any -- a body that its contract's schema has made (docs/decisions/0066-casts.md)
type Fit = (body: any) => object | Promise<object>
const banded: Fit = (body) => ({ ...body, bands: body.bands.map((band: object) => ({ ...band, fromHeads: 2 })) })
const drafted: Fit = (body) => ({ ...body, lines: entry(body.lines) })
const onMeter: Fit = async ({ assignedTo, contractorId, ...body }) => ({ ...body, trigger: "meter", assetId: await metered(mostQuantity) })

/** A line of a request is a stock item, or has a name and a unit. */
const stockedLine = ({ name, unit, ...line }: Readonly<Record<string, unknown>>) => ({ ...line, stockItemId: 1 })

/** Changes that make the sample of a call acceptable: another body, or several if its amounts are mutually exclusive. */
const fitting: Readonly<Record<string, Fit>> = {
  "POST /api/purchase-requests": ({ items, ...body }) => ({ ...body, items: items?.map(stockedLine) }),
  "POST /api/purchase-requests/items": async (body) => {
    const free = { siteId: 1, priority: "low", justification: "Ceiling", items: [{ stockItemId: 1, quantity: 1, estimatedCost: "0.00" }] }
    return { ...stockedLine(body), purchaseRequestId: await idOf("POST /api/purchase-requests", free) }
  },
  "PUT /api/procurement-budgets": (body) => ({ ...body, from: `${today.slice(0, 7)}-01` }),
  "POST /api/stock/movements": async (body) => ({ ...body, stockItemId: await item() }),
  "POST /api/stock/waste": async (body) => ({ ...body, stockItemId: await stocked() }),
  "POST /api/stock/counts": async (body) => ({ ...body, lines: [{ ...body.lines[0], stockItemId: await stocked() }] }),
  "POST /api/stock/transfers": async (body) => ({ ...body, stockItemId: await stocked(), toSiteId: 2 }),
  "POST /api/contracts": async (body) => banded({ ...body, clientId: await client(), billingBasis: "guaranteed" }),
  "POST /api/contracts/:id/rates": banded,
  "POST /api/contracts/:id/basis": (body) => ({ ...body, basis: "guaranteed" }),
  "POST /api/menus/issues": async (body) => ({
    ...body,
    date: addDays(today, 1),
    mealType: "dinner",
    lines: [{ ...body.lines[0], stockItemId: await stocked() }],
  }),
  "POST /api/journal-entries": drafted,
  "POST /api/journal-entries/batch": async ({ entries }) => ({ entries: await Promise.all(entries.map(drafted)) }),
  "POST /api/journal-drafts": drafted,
  "PUT /api/journal-drafts/:id": drafted,
  "POST /api/exchange-rates": (body) => ({ ...body, type: "contract", from: addDays(today, days++) }),
  "POST /api/tax-payments": async (body) => {
    const lastDay = addDays(`${today.slice(0, 7)}-01`, -1)
    const draft = { entryDate: lastDay, description: "Ceiling", currency: "USD", lines: entry(sums, ["5100", "2120"]) }
    const { id } = await done("POST /api/journal-drafts", draft, [people[1]!])
    await done(`POST /api/journal-drafts/${id}/post`)
    const taxReportId = await idOf("POST /api/tax-reports", { taxPeriod: lastDay.slice(0, 7), taxType: "nsif", currency: "USD" })
    await done(`POST /api/tax-reports/${taxReportId}/review`)
    await done(`POST /api/tax-reports/${taxReportId}/file`, {})
    return { ...body, taxReportId }
  },
  "POST /api/invoices/:id/credit": ({ reason, lines: [{ line, amount }] }) => ({ reason, lines: [{ line, amount }] }),
  "POST /api/payments": async (body) => ({ ...body, allocations: [{ ...body.allocations[0], invoiceId: await invoiced() }] }),
  // for meals by total, or for services by lines
  "POST /api/invoices/generate": ({ lines, ...body }) => [body, ...(lines ? [{ ...body, staffCount: 0, lines: [{ ...lines[0], quantity: 1 }] }] : [])],
  "POST /api/client-accounts/convert": async (body) => {
    await done("POST /api/payments", { clientId: 1, amount: mostMoney, currency: "SSP", reference: another("payment"), allocations: [] })
    return { ...body, clientId: 1, currency: "SSP" }
  },
  // an exchange rate needs a contract in pounds
  "POST /api/meal-billing-periods/preview": async ({ whatIf: { exchangeRate, ...whatIf } }) => {
    const clientId = await client()
    const terms = { serviceType: "catering", startDate: today, mealRate: "1.00", currency: "SSP", billingBasis: "served" }
    await done("POST /api/contracts", { clientId, siteId: 1, ...terms })
    await done("POST /api/staff-feeding", { siteId: 1, clientId, mealType: "lunch", staffCount: 1 })
    const of = (clientId: number, more: object) => ({
      startDate: today,
      endDate: today,
      siteId: 1,
      clientId,
      whatIf: { ...whatIf, basis: "planned", heads: 1, ...more },
    })
    return [of(1, { currency: "USD" }), of(clientId, { currency: "SSP", exchangeRate })]
  },
  "POST /api/daily-expenses": ({ expenseDate, totalCost, ...body }) =>
    Promise.all(
      Object.entries(body)
        .filter(([name]) => /Costs?$/.test(name))
        .map(async ([name, cost]) => ({ expenseDate, totalCost, [name]: cost, siteId: await site() })),
    ),
  "POST /api/sla/policies": (body) => ({ ...body, resolutionMinutes: 60 }),
  // the demo data already contains those of the months around today
  "POST /api/crm/marketing-targets": (body) => ({ ...body, year: Number(today.slice(0, 4)) + 1, month: 6 }),
  "POST /api/crm/marketing-budgets": (body) => ({ ...body, year: Number(today.slice(0, 4)) + 1, month: 6 }),
  "POST /api/payroll-rules": ({ bands, ...body }) => {
    const from = addDays(today, days++)
    return [{ kind: "pit", method: "graduated", bands: [{ ...bands[0], upTo: null }] }, { kind: "nsif" }, { kind: "overtime", weeklyHours: 40 }].map(
      (rule) => ({ ...body, bands: undefined, from, ...rule }),
    )
  },
  "POST /api/accounts-payable": ({ amount, taxAmount, withholdingRate, lines, vendorId, siteId, invoiceDate }) =>
    [{ amount }, { amount: mostMoney, taxAmount }, { amount, withholdingRate }, { lines: [{ ...lines[0], purchaseItemId: undefined }] }].map((amounts) => ({
      vendorId,
      siteId,
      invoiceDate,
      category: "Other",
      invoiceNumber: another("bill"),
      ...amounts,
    })),
  "POST /api/bank-accounts": (body) => ({ ...body, kind: "bank", accountNumber: "1020", currency: "SSP", from: addDays(today, -40) }),
  "POST /api/bank-statements/check": () => statement(mostMoney),
  "POST /api/bank-statements": () => statement(mostMoney),
  "POST /api/bank-lines/:id/match": async ({ entries }) => ({ entries: [{ ...entries[0], entryId: await postedEntry(["1020", "4900"], mostMoney) }] }),
  "POST /api/bank-lines/:id/pay": async ({ bills }) => ({ bills: [{ ...bills[0], payableId: await owed() }] }),
  "POST /api/payment-runs": async ({ items }) => ({ currency: "USD", items: [{ ...items[0], payableId: await owed() }] }),
  "PATCH /api/crm/petty-cash-requests/:id/retire": async (body) => {
    const form = new FormData()
    form.set("file", new File(["%PDF-1.4 receipt"], "receipt.pdf", { type: "application/pdf" }))
    return { ...body, receipts: [await idOf("POST /api/attachments", form)] }
  },
  "POST /api/approval-limits": (body) => ({ ...body, level: 10 }),
  "PUT /api/construction-projects/:id/boq": ({ lines: [{ quantity, rate }] }) => ({
    lines: [{ item: "1", description: "Walls", unit: "m2", quantity, rate }],
  }),
  "POST /api/construction-projects/:id/costs": async (body) =>
    body.kind === "stock" ? { ...body, stockItemId: await stocked() } : body.kind === "labour" ? { ...body, staffId: 1 } : body,
  "POST /api/contractors": ({ contractorNumber, hourlyRate, dailyRate, monthlyRate, ...body }) =>
    [{ hourlyRate }, { dailyRate }, { monthlyRate }].map((rate) => ({ ...body, nationalId: another("ID"), ...rate })),
  "POST /api/contractor-assignments": async (body) => ({ ...body, contractorId: await contractor() }),
  "POST /api/contractor-hours": async (body) => ({ ...body, assignmentId: await assigned() }),
  "POST /api/hr/attendance": ({ checkInTime, checkOutTime, ...body }) => ({ ...body, staffId: 5, status: "present" }),
  "POST /api/work-orders": ({ assignedTo, contractorId, ...body }) => ({ ...body, description: "Ceiling" }),
  "PATCH /api/work-orders/:id/complete": async ({ parts }) => ({ parts: [{ ...parts[0], stockItemId: await stocked() }] }),
  "POST /api/maintenance-plans": onMeter,
  "PATCH /api/maintenance-plans/:id": onMeter,
}

test("the largest allowed amounts and quantities are accepted by every call, and everything that adds them up still works", {
  timeout: 600_000,
}, async () => {
  const calls = withDecimals.map(callOf)
  expect(Object.keys({ ...addressed, ...fitting }).filter((call) => !calls.includes(call))).toEqual([])
  const fields = withDecimals.flatMap((endpoint) => fieldsOf(endpoint).map((field) => `${callOf(endpoint)} ${field}`))
  expect([...boundElsewhere.keys()].filter((field) => !fields.includes(field))).toEqual([])

  const faults: Array<string> = []
  const made: Array<readonly [path: string, id: number]> = []
  const send = async (endpoint: Endpoint, address: string, payload: object | undefined): Promise<Answer> => {
    const answer = await firstAllowed(endpoint, address, payload)
    if (answer.status >= 500) faults.push(`${endpoint.method} ${address} ${JSON.stringify(payload)}: ${answer.status} ${answer.text}`)
    if (answer.status < 300 && !endpoint.path.includes(":")) made.push([endpoint.path, answer.body.id])
    return answer
  }
  const idsAbove = addressesOf(people[0]!, { idsEach: 2 })
  /** Makes a call with the given decimals, once for each form, body and record. */
  const attempt = async (endpoint: Endpoint, decimal: Decimal, whole: boolean) => {
    const call = callOf(endpoint)
    const attempts: Array<{ readonly body: object; readonly answer: Answer }> = []
    for (const form of formsOf(endpoint)) {
      const sampled = sample(form, decimal, whole) as object
      for (const body of [(await fitting[call]?.(sampled)) ?? sampled].flat()) {
        for (const address of addressed[call] ? [await addressed[call]()] : await idsAbove(endpoint)) {
          attempts.push({ body, answer: await send(endpoint, address.split("?")[0]!, body) })
        }
      }
    }
    return attempts
  }
  for (const endpoint of withDecimals) {
    const call = callOf(endpoint)
    const boundOf = (field: string) => boundElsewhere.get(`${call} ${field}`)
    const largest: Decimal = (field, format) => boundOf(field)?.most ?? (isQuantity(format) ? mostQuantity : mostMoney)
    const isLargest = (field: string, value: unknown) => (boundOf(field) ? [boundOf(field)!.most] : [mostMoney, mostQuantity]).includes(value as string)
    const left = new Set(fieldsOf(endpoint))
    let last = ""
    // a large quantity at a large price can exceed the largest value, so only one of them is large
    const tries: ReadonlyArray<Decimal> = [
      largest,
      (field, format) => (isQuantity(format) ? "1.00" : largest(field, format)),
      (field, format) => (isQuantity(format) ? largest(field, format) : "1.00"),
    ]
    for (const [decimal, whole] of tries.flatMap((decimal) => [[decimal, true] as const, [decimal, false] as const])) {
      if (left.size === 0) break
      for (const { body, answer } of await attempt(endpoint, decimal, whole)) {
        if (answer.status >= 300) last = answer.text
        else for (const [field, value] of valuesOf(body)) if (isLargest(field, value)) left.delete(field)
      }
    }
    for (const field of left) faults.push(`${call} never accepted the largest ${field}: ${last}`)

    for (const bound of fieldsOf(endpoint).filter(boundOf)) {
      const { sentence, most } = boundOf(bound)!
      const oneMore: Decimal = (field, format) => {
        if (field !== bound) return largest(field, format)
        return isQuantity(format) ? formatQuantity(parseQuantity(most)! + 1) : formatMoney(parseMoney(most)! + 1)
      }
      const attempts = [...(await attempt(endpoint, oneMore, true)), ...(await attempt(endpoint, oneMore, false))]
      const answers = attempts
        .filter(({ body }) => valuesOf(body).some(([field, value]) => field === bound && value !== undefined && value !== most))
        .map(({ answer }) => answer)
      if (answers.some(({ status }) => status < 300)) faults.push(`${call} accepts more than ${most} as ${bound}`)
      if (!answers.some(({ text }) => text.includes(sentence))) faults.push(`${call} never refused more than ${most} as ${bound} with "${sentence}"`)
    }
  }
  // recorded data is processed further: due items are created, approved, sent, received and paid
  expect((await done("POST /api/maintenance-plans/run")).refused).toEqual([])
  const usual: Decimal = () => "1.00"
  const processed = [...Map.groupBy(made, ([path]) => path).values()].flatMap((ofPath) => ofPath.slice(-times(4, 100)))
  for (let round = 0; round < 2; round++) {
    for (const [path, id] of processed) {
      for (const endpoint of writes.filter((one) => one.path.startsWith(`${path}/:id/`) && !/cancel|reject|void|withdraw|erasure/.test(one.path))) {
        const body = bodyOf(endpoint)
        await send(endpoint, endpoint.path.replace(":id", String(id)).replace(/:[^/]+/g, "1"), body && (sample(body, usual, false) as object))
      }
    }
  }

  const all = addressesOf(people[0]!, { idsEach: times(2, 12) })
  for (const endpoint of reads) {
    const names = queryOf(endpoint).map(({ name }) => name)
    // a file of what was not recorded here is needed only for the days on which it adds up what was
    const isWhole = !names.includes("from") || made.some(([path]) => path === endpoint.path) || times(false, true)
    const inFile = (format: string) => `format=${format}${isWhole ? "" : `&from=${addDays(today, -1)}&to=${today}`}`
    for (const [n, address] of (await all(endpoint)).entries()) {
      const more = address.includes("?") ? "&" : "?"
      for (const form of [address, ...(names.includes("format") && n === 0 ? ["csv", "xlsx"].map((format) => `${address}${more}${inFile(format)}`) : [])]) {
        const { status, text } = await people[0]!("GET", form)
        if (status >= 500) faults.push(`GET ${form}: ${status} ${text}`)
      }
    }
  }
  for (const query of ["Ceiling", mostMoney, "PR-", "INV-"]) {
    const { status, text } = await people[0]!("GET", `/api/search?q=${query}`)
    if (status >= 500) faults.push(`search ${query}: ${text}`)
  }
  expect(faults).toEqual([])
})
