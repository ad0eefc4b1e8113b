/**
 * An id of another site is answered exactly like an id that does not exist: every call of the contract with an id in its path, its query or its body,
 * as people of every level at one site.
 */
import { isDeepStrictEqual } from "node:util"
import type { Schema } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { times } from "@ops/platform/testing/thorough.ts"
import { type Caller, demoApp, wouldBeDone } from "../demo/demo-app.ts"
import { endpoints, queryOf } from "../calls/every-call.ts"
import { evident } from "../evidence.ts"
import { kindNamed, kinds, placed } from "../calls/kind-of-path.ts"
import { type Made, sampleOf } from "@ops/platform/http/openapi/sample.ts"
import { isForeign, sitesOfRow } from "./site-of-rows.ts"

/** Records that do not belong to one site, with the reason why an id of them reveals nothing about another site. */
const companyWide: Readonly<Record<string, string>> = {
  "/api/imports/:what": "what can be imported, by its name; each row is decided by the command that records one",
  "/api/auth/": "one's own sessions and tokens",
  "/api/delegations": "one's own, given or received",
  "/api/sign-in-groups": "an administrator's, of the whole company",
  "/api/calendars": "one's own; its address is a secret, and shows what its person may see",
  "/api/webhooks": "an administrator's, of the whole company",
  "/api/users": "the directory of accounts",
  "/api/sites": "every level knows the sites by name",
  "/api/hr/holidays": "everyone sees the holidays of every site",
  "/api/hr/shifts": "every level knows the sites by name",
  "/api/hr/work-weeks": "every level knows the sites by name",
  "/api/vendors": "suppliers of the company",
  "/api/acknowledgements": "a signed link, no id",
  "/api/day-links": "a signed link, no id",
  "/api/field/files": "the SHA-256 of a file, which only an act that waits for it names",
  "/api/stock/items": "the catalogue of the company",
  "/api/clients": "clients of the company; a person at a site sees those with a contract there",
  "/api/recipes": "recipes of the company",
  "/api/accounts": "the chart of accounts",
  "/api/tax-codes": "the company's taxes",
  "/api/exchange-rates": "the company's rates",
  "/api/periods": "months of the company's books",
  "/api/ledger": "bank balances of the company",
  "/api/tax-": "the company's taxes",
  "/api/bank-": "bank accounts of the company, for finance alone",
  "/api/billing": "runs and plans of the whole company",
  "/api/month-end": "months of the company's books",
  "/api/approvals": "one of the decisions that wait for the caller; every other id answers like an unknown one",
  "/api/expense-categories": "categories of the company",
  "/api/hr/payroll-periods": "the company's payroll; its items are lists",
  "/api/hr/departments": "departments of the company",
  "/api/hr/positions": "positions of the company",
  "/api/hr/leave-types": "kinds of leave of the company",
  "/api/cost-codes": "cost codes of the company",
  "/api/crm/": "sales are of the company",
  "/api/saved-views": "one's own views",
  "/api/attachments": "files, seen with their record",
  "/api/reports": "names of statements",
  "/api/audit": "the evidence of a document goes by its number",
}
/** What a level sees of every site by its rule. */
const seenAtAllSites = [["level 5", "attendance"]]

const calls = endpoints
  .filter(({ path }) => /:\w/.test(path))
  .map(({ method, path, payload }) => ({ method, path, payload: [...payload.values()][0]?.schemas[0] }))
const ofSites = calls.flatMap((call) => {
  const kind = placed(kinds, call.path)?.[1]
  return kind === undefined ? [] : [{ ...call, kind }]
})

/** Further parameters of a path, and why they cannot contain an id of another site. */
const within: Readonly<Record<string, string>> = {
  receipt: "the number of a delivery of the request",
  from: "the first day of a rate of the company's taxes",
  report: "the name of a report in the pack of a month",
  vendorId: "suppliers of the company",
  taskId: "the number of a task of the project",
  snagId: "the number of a snag of the project",
  id: "the record of the evidence, which has a test of its own here",
}
/** Ids in queries and bodies that belong to no site, by name or after the path of one call, and why they reveal nothing. */
const companyWideNamed: Readonly<Record<string, string>> = {
  siteId: "every level knows the sites by name; a test below holds that another one is refused, and site-scope.test.ts what is read of it",
  fromSiteId: "as siteId",
  toSiteId: "goods are sent to every site",
  employeeId: "what an account is signed in with",
  personId: "the directory of accounts",
  managerId: "the directory of accounts",
  delegateId: "the directory of accounts",
  custodianId: "the directory of accounts",
  teamMemberId: "the directory of accounts",
  to: "the directory of accounts",
  taxId: "no id, but the number of a supplier's tax file",
  nationalId: "no id, but the number of a paper",
  clientId: "clients of the company",
  vendorId: "suppliers of the company",
  stockItemId: "the catalogue of the company",
  dishId: "recipes of the company",
  dishIds: "recipes of the company",
  departmentId: "departments of the company",
  positionId: "positions of the company",
  leaveTypeId: "kinds of leave of the company",
  costCodeId: "cost codes of the company",
  parentAccountId: "the chart of accounts",
  accountId: "bank accounts of the company, for finance alone",
  statementId: "statements of these",
  otherId: "a line of these",
  entryId: "entries of the books, which finance alone matches with the bank",
  feeSiteId: "as siteId",
  taxReportId: "the company's taxes",
  periodId: "the company's payroll",
  campaignId: "marketing is of the company",
  prospectId: "sales are of the company",
  attachmentId: "a file of one's own that hangs on nothing yet",
  itemId: "the number of a line of the request",
  purchaseItemId: "the number of a line of the request",
  sessionId: "a meal of the sheet in the same call; any other is refused",
  id: "the number of a line of the record; of an explained figure see below",
  aboutId: "filters the mails that are seen anyway",
  sourceId: "filters the entries that are seen anyway",
}
/** Ids in bodies that no one at one site can send in a permitted call, and why. */
const notAsked: Readonly<Record<string, string>> = {
  "PUT /api/auth/working-site siteId": "who works at one site chooses no other",
  "POST /api/late-meals siteId": "only a meal that is billed can be late: late-meal.test.ts holds that another site is refused",
  "POST /api/hr/assignments projectId": "any number is taken down; the project is named only where it is at the site of the assignment, by a test below",
}

const site = 2
const unknown = 987654321
let app: Awaited<ReturnType<typeof demoApp>>
let people: ReadonlyArray<readonly [string, Caller]>
type Answer = Awaited<ReturnType<Caller>>
/** the newest and the oldest record of other sites: the oldest have been through most of their states, which a message could reveal */
const foreign = new Map<string, ReadonlyArray<number>>()
beforeAll(async () => {
  app = await demoApp()
  // missing from the demo data
  const ceo = await app.signedIn("FO-CEO-001")
  const line = { account: "6100", siteId: 1, description: "Generator fuel" }
  const day = await app.owner("select to_char(es.today(), 'YYYY-MM-DD') as day")
  const entry = { entryDate: day[0]!.day, description: "Fuel of the week", currency: "USD" }
  const planted = [
    await ceo("POST", "/api/journal-drafts", {
      ...entry,
      lines: [
        { ...line, debitAmount: "5.00" },
        { ...line, creditAmount: "5.00" },
      ],
    }),
    await ceo("POST", "/api/report-schedules", {
      name: "Weekly overview",
      report: "overview",
      period: "last_week",
      frequency: "weekly",
      weekday: 1,
      hour: 6,
      format: "pdf",
      siteId: 1,
      recipients: [1],
    }),
  ]
  const [billed] = await app.owner(`select s.site_id as "siteId", s.client_id as "clientId", to_char(s.date, 'YYYY-MM-DD') as date, s.meal_type as "mealType"
    from live.meal_slot s join live.meal_account a on a.id = s.contract_id cross join jsonb_to_recordset(a.billed) as b("from" date, "to" date)
    where s.site_id <> ${site} and s.date between b."from" and b."to" order by s.date limit 1`)
  planted.push(await ceo("POST", "/api/late-meals", { ...billed, heads: 1, reason: "Night shift" }))
  expect(planted.map(({ status, text }) => (status === 201 ? "" : text))).toEqual(["", "", ""])
  const [{ department }] = (await app.owner(
    `select d.name as department from live.company_staff s join live.department d on d.id = s.department_id where s.site_id = ${site} and s.status = 'active'
      order by s.id desc limit 1`,
  )) as [{ department: string }]
  people = [
    ...(await Promise.all([8, 3, 5, 6].map(async (level) => [`level ${level}`, await app.person(level, site)] as const))),
    [`level 8 of ${department}`, await app.person(8, site, { department })],
    ["level 8 of catering", await app.person(8, site, { department: "catering" })],
    ["level 6 without a site", await app.person(6, null)],
  ]
}, 300_000)
afterAll(() => app.dispose())

test("every call with an id declares its kind of record, or why the record belongs to no site", () => {
  expect(calls.filter(({ path }) => placed(kinds, path) === undefined && placed(companyWide, path) === undefined)).toEqual([])
  expect([...new Set(Object.values(kinds))].filter((kind) => !sitesOfRow.has(kind))).toEqual([])
})

const masked = (text: string, id: number) => text.replace(new RegExp(`(?<![\\d-])${id}(?![\\d-])`, "g"), "ID")
/** Ignores the requested ids; one of them can also be the id of another record that both answers name. */
const sameAnswer = (there: Answer, id: number, nowhere: Answer) =>
  there.status === nowhere.status && (there.text === nowhere.text || masked(there.text, id) === masked(nowhere.text, unknown))

/** Refused before any id is read: its rule may not be met by this level. */
const isBarred = ({ status, text }: Answer) => status === 403 && text.startsWith("You do not have access to this")

test("for each level at one site, an id of another site answers like an unknown id", { timeout: 600_000 }, async () => {
  const differing: Array<string> = []
  const without = new Set<string>()
  let reached = 0
  for (const { method, path, payload, kind } of ofSites) {
    if (!foreign.has(kind) && sitesOfRow.has(kind)) {
      const [row] = await app.owner(`select max(r.id) as newest, min(r.id) as oldest from live.${kind} r where ${isForeign(kind, site)}`)
      if (row!.newest !== null) foreign.set(kind, [Number(row!.newest), Number(row!.oldest)])
    }
    const [newest, oldest] = foreign.get(kind) ?? []
    if (newest === undefined || oldest === undefined) {
      without.add(kind)
      continue
    }
    const at = (id: number) => path.replace(/:id\b/, String(id)).replace(/:\w+/g, "1")
    const samples = payload === undefined ? [] : [sampleOf(payload), sampleOf(payload, { whole: true })]
    const bodies = samples.length === 0 ? [undefined] : isDeepStrictEqual(samples[0], samples[1]) ? samples.slice(1) : samples
    /** the answers to an unknown id, by the person and the body */
    const toUnknown = new Map<string, Answer>()
    const asked = people
      .filter(([name]) => !seenAtAllSites.some(([level, seen]) => level === name && seen === kind))
      // what is optional in a body is asked of every level in a nightly run, and of the highest in each
      .flatMap((person) => (person[0] === "level 8" ? bodies : bodies.slice(0, times(1, 2))).map((body) => [person, body, newest] as const))
    const ofOldest = people.filter(([name]) => name === "level 8" || times(false, true)).map((person) => [person, bodies.at(-1), oldest] as const)
    for (const [[name, call], body, id] of [...asked, ...(oldest === newest ? [] : ofOldest.filter(([person]) => asked.some(([each]) => each === person)))]) {
      const asking = `${name} ${bodies.indexOf(body)}`
      const nowhere = toUnknown.get(asking) ?? (await call(method, at(unknown), body))
      toUnknown.set(asking, nowhere)
      if (isBarred(nowhere)) continue
      const there = await call(method, at(id), body)
      if (there.status === 404) reached++
      if (!sameAnswer(there, id, nowhere)) {
        differing.push(`${name}: ${method} ${at(id)}\n  ${there.status} ${there.text.slice(0, 160)}\n  ${nowhere.status} ${nowhere.text.slice(0, 160)}`)
      }
    }
  }
  expect([...without]).toEqual([])
  expect(differing.join("\n")).toBe("")
  expect(reached).toBeGreaterThan(100)
})

const isId = (name: string) => /(^id|Ids?|^ids)$/.test(name) || kindNamed("", name) !== undefined
/** The names of a schema's fields, including nested ones. */
const fieldsOf = (of: Schema.Top | undefined, depth = 0): ReadonlyArray<string> => {
  if (!of || depth > 8) return []
  const schema = of as Made
  if (schema.fields)
    return Object.entries(schema.fields as Readonly<Record<string, Schema.Top>>).flatMap(([name, field]) => [name, ...fieldsOf(field, depth + 1)])
  return [...(schema.members ?? []), schema.schema, schema.value, schema.from].flatMap((part) => fieldsOf(part, depth + 1))
}
/** The calls with a body, each with the schema that has the most fields. */
const told = endpoints.flatMap(({ method, path, payload }) => {
  const schemas = [...payload.values()].flatMap(({ schemas }) => schemas)
  const [schema] = schemas.toSorted((a, b) => fieldsOf(b).length - fieldsOf(a).length)
  return schema === undefined ? [] : [{ method, path, schema, names: [...new Set(fieldsOf(schema))] }]
})
const askedBy = endpoints.filter(({ method }) => method === "GET").map((endpoint) => ({ path: endpoint.path as string, query: queryOf(endpoint) }))

test("every further id in a path, query or body declares its kind of record, or why it belongs to no site", () => {
  const further = calls.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].slice(1).map(([, name]) => name!))
  expect(further.filter((name) => within[name] === undefined)).toEqual([])
  const all = [
    ...told.flatMap(({ path, names }) => names.map((name) => [path, name] as const)),
    ...askedBy.flatMap(({ path, query }) => query.map(({ name }) => [path, name] as const)),
  ].filter(([, name]) => isId(name))
  expect(all.filter(([path, name]) => kindNamed(path, name) === undefined && companyWideNamed[name] === undefined)).toEqual([])
  expect(all.flatMap(([path, name]) => kindNamed(path, name) ?? []).filter((kind) => !sitesOfRow.has(kind))).toEqual([])
})

const idsWhere = async (kind: string, where: string, most: number) =>
  (await app.owner(`select r.id from live.${kind} r where ${where} order by r.id desc limit ${most}`)).map(({ id }) => Number(id))
const kept = new Map<string, Promise<ReadonlyArray<number>>>()
const once = (key: string, ids: () => Promise<ReadonlyArray<number>>) => {
  const known = kept.get(key) ?? ids()
  kept.set(key, known)
  return known
}
/** Records of one's own site: one of each status, if there are any. */
const ownIds = (kind: string) =>
  once(`own ${kind}`, async () => {
    const rows = await app.owner(
      `select distinct on (status) id from (select r.id, to_jsonb(r)->>'status' as status from live.${kind} r where ${site} in (${sitesOfRow.get(kind)})) r
        order by status, id desc limit 6`,
    )
    return rows.map(({ id }) => Number(id))
  })
const foreignIds = (kind: string) => once(`foreign ${kind}`, () => idsWhere(kind, isForeign(kind, site), 1))

const sampleDay = "2026-11-20"
/** Fields that a sample body needs for the call to reach the check of its ids. The sample day means today. */
const given: Readonly<Record<string, object>> = {
  "/api/hr/assignments": { assignmentType: "temporary", rotation: null, startDate: sampleDay, endDate: sampleDay },
  "/api/contractor-assignments": { startDate: sampleDay, endDate: sampleDay },
  "/api/construction-projects/:id/tasks/:taskId/resources": { kind: "staff", name: null },
  "/api/work-orders": { description: "Tried out", photos: [], checklist: [], billable: false, clientId: null },
  "/api/maintenance-plans": { trigger: "calendar", unit: "days", startDate: sampleDay, leadDays: 0, endDate: null, checklist: [] },
  "/api/maintenance-plans/:id": {
    team: null,
    assignedTo: null,
    contractorId: null,
    trigger: "calendar",
    unit: "days",
    startDate: sampleDay,
    leadDays: 0,
    endDate: null,
    checklist: [],
  },
  "/api/daily-expenses": { receipts: [] },
}
const put = (value: unknown, name: string, id: number): unknown => {
  if (Array.isArray(value)) return value.map((part) => put(part, name, id))
  if (value === null || typeof value !== "object") return value
  // null means none
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key !== name || part === null ? put(part, name, id) : Array.isArray(part) ? [id] : typeof part === "string" ? String(id) : id,
    ]),
  )
}
const has = (value: unknown, name: string): boolean => JSON.stringify(value).includes(`"${name}":`)

/** The bodies of a call that contain an id of this name: with required fields and this one, and with all fields. */
const bodiesWith = async ({ path, schema, names }: (typeof told)[number], name: string, today: string) => {
  const whole = sampleOf(schema, { whole: true }) as Record<string, unknown>
  const required = sampleOf(schema) as Record<string, unknown>
  const field = Object.entries(whole).find(([key, value]) => key === name || has({ value }, name))
  const the = field === undefined ? {} : { [field[0]]: field[1] }
  const all = [{}, given[path] ?? {}].flatMap((more) => [
    { ...required, ...more, ...the },
    { ...whole, ...more, ...the },
  ])
  const own = new Map<string, number>()
  for (const each of names) {
    const kind = kindNamed(path, each)
    const id = /siteId$/i.test(each) ? site : kind === undefined ? undefined : (await ownIds(kind))[0]
    if (id !== undefined) own.set(each, id)
  }
  return [...new Set(all.filter((body) => has(body, name)).map((body) => JSON.stringify(body).replaceAll(sampleDay, today)))]
    .map((body) => JSON.parse(body))
    .map((body) => [...own].reduce((filled, [each, id]) => put(filled, each, id), body as unknown))
}
/** The path with the id of a record; for a plan also with its last task. */
const addressOf = async (path: string, id: number) => {
  const [task] = path.includes(":taskId") ? await app.owner("select max(id) as id from live.construction_task where project_id = $1", [id]) : []
  return path
    .replace(/:id\b/, String(id))
    .replace(":taskId", String(task?.id ?? 1))
    .replace(/:\w+/g, "1")
}

const probe = async (
  nameOf: (call: (typeof told)[number]) => ReadonlyArray<readonly [name: string, foreign: number]>,
  differs: (there: Answer, id: number, nowhere: Answer) => boolean,
) => {
  const differing: Array<string> = []
  const asked = new Map<string, { open: boolean; seen: boolean }>()
  const today = (await app.owner("select to_char(es.today(), 'YYYY-MM-DD') as day"))[0]!.day as string
  app.rehearsing.on = true
  for (const call of told) {
    const { method, path } = call
    const first = placed(kinds, path)?.[1]
    const firsts = !path.includes(":id") ? [0] : first === undefined ? [1] : await ownIds(first)
    const addresses = await Promise.all(firsts.map((id) => addressOf(path, id)))
    for (const [name, id] of nameOf(call)) {
      const found = { open: false, seen: false }
      asked.set(`${method} ${path} ${name}`, found)
      const bodies = await bodiesWith(call, name, today)
      const tries = addresses.flatMap((at) => bodies.map((body) => [at, body] as const))
      /** those whose answer depends on the id, found by whoever may do most: in an ordinary run, the others try one of them */
      const reaching: typeof tries = []
      for (const [who, ask] of people) {
        for (const [at, body] of times(reaching.length > 0, false) ? reaching.slice(0, 1) : tries) {
          const nowhere = await ask(method, at, put(body, name, unknown))
          if (isBarred(nowhere)) break
          found.open = true
          const there = await ask(method, at, put(body, name, id))
          const here = found.seen && who !== people[0]![0] ? undefined : await ask(method, at, body)
          if (here && (here.status !== nowhere.status || here.text !== nowhere.text)) {
            found.seen = true
            reaching.push([at, body])
          }
          if (differs(there, id, nowhere)) {
            differing.push(
              `${who}: ${method} ${at} ${name} ${id}\n  ${there.status} ${there.text.slice(0, 160)}\n  ${nowhere.status} ${nowhere.text.slice(0, 160)}\n  own: ${here?.status} ${here?.text.slice(0, 160)}`,
            )
          }
        }
      }
    }
  }
  app.rehearsing.on = false
  const unseen = [...asked].filter(([, { open, seen }]) => open && !seen).map(([name]) => name)
  return { differing, unseen, seen: [...asked].filter(([, { seen }]) => seen).length }
}

test("for each level at one site, an id of another site in a body answers like an unknown id", { timeout: 600_000 }, async () => {
  const byKind = new Map<string, number>()
  for (const kind of new Set(told.flatMap(({ path, names }) => names.flatMap((name) => kindNamed(path, name) ?? [])))) {
    const [id] = await foreignIds(kind)
    if (id !== undefined) byKind.set(kind, id)
  }
  const { differing, unseen, seen } = await probe(
    ({ path, names }) =>
      names.flatMap((name) => {
        const id = byKind.get(kindNamed(path, name) ?? "")
        return id === undefined ? [] : [[name, id] as const]
      }),
    (there, id, nowhere) => !sameAnswer(there, id, nowhere),
  )
  expect(differing.join("\n")).toBe("")
  expect(unseen.filter((name) => notAsked[name] === undefined)).toEqual([])
  expect(seen).toBeGreaterThan(25)
})

test("for each level at one site, a body for another site is refused", { timeout: 600_000 }, async () => {
  const { differing, unseen, seen } = await probe(
    ({ names }) => names.filter((name) => name === "siteId" || name === "fromSiteId").map((name) => [name, 1] as const),
    ({ status }) => ![403, 404, 422].includes(status) && status < 500,
  )
  expect(differing.join("\n")).toBe("")
  expect(unseen.filter((name) => notAsked[name] === undefined)).toEqual([])
  expect(seen).toBeGreaterThan(15)
})

/** Numbers of papers, which no record of ours has. */
const ofPapers = ["taxId", "nationalId"]

test("an unknown id in a body is refused, though its sender sees every site", { timeout: 600_000 }, async () => {
  const ceo = await app.signedIn("FO-CEO-001")
  const today = (await app.owner("select to_char(es.today(), 'YYYY-MM-DD') as day"))[0]!.day as string
  const accepted: Array<string> = []
  let reached = 0
  app.rehearsing.on = true
  for (const call of told) {
    const { method, path, names } = call
    const first = placed(kinds, path)?.[1]
    const [id = 1] = path.includes(":id") && first !== undefined ? await ownIds(first) : []
    const at = await addressOf(path, id)
    for (const name of names.filter((name) => isId(name) && !ofPapers.includes(name))) {
      for (const body of await bodiesWith(call, name, today)) {
        const { status, text } = await ceo(method, at, put(body, name, unknown))
        if (status < 300 || text === wouldBeDone) accepted.push(`${method} ${path} ${name}`)
        else if (text.includes(String(unknown))) reached++
      }
    }
  }
  app.rehearsing.on = false
  expect([...new Set(accepted)]).toEqual([])
  expect(reached).toBeGreaterThan(10)
})

test("for each level at one site, a list filtered by an id of another site answers as for an unknown id", { timeout: 600_000 }, async () => {
  const differing: Array<string> = []
  /** the filters by which rows of one's own site are found */
  let filled = 0
  for (const { path, query } of askedBy) {
    const first = placed(kinds, path)?.[1]
    const [id] = path.includes(":id") ? (first === undefined ? [1] : await ownIds(first)) : [0]
    for (const { name } of query) {
      const kind = kindNamed(path, name)
      const [other] = kind === undefined ? [] : await foreignIds(kind)
      if (kind === undefined || other === undefined) continue
      const needed = query
        .filter((each) => each.required && each.name !== name)
        .map((each) => `&${each.name}=${encodeURIComponent(String(sampleOf(each.schema)))}`)
      const at = (asked: number) => `${path.replace(/:id\b/, String(id)).replace(/:\w+/g, "1")}?${name}=${asked}${needed.join("")}`
      const [here] = await ownIds(kind)
      let isFilled = false
      for (const [who, ask] of people) {
        if (seenAtAllSites.some(([level, seen]) => level === who && path.includes(seen!))) continue
        const nowhere = await ask("GET", at(unknown))
        if (isBarred(nowhere)) continue
        const there = await ask("GET", at(other))
        isFilled ||= here !== undefined && (await ask("GET", at(here))).text !== nowhere.text
        if (there.text !== nowhere.text && !sameAnswer(there, other, nowhere)) {
          differing.push(`${who}: ${at(other)}\n  ${there.status} ${there.text.slice(0, 160)}\n  ${nowhere.status} ${nowhere.text.slice(0, 160)}`)
        }
      }
      if (isFilled) filled++
    }
  }
  expect(differing.join("\n")).toBe("")
  expect(filled).toBeGreaterThan(12)
})

test("an assignment to a project of another site does not show the project's name", async () => {
  const supervisor = people.find(([name]) => name === "level 6")![1]
  const days = await app.owner("select to_char(es.today() + 400 + n, 'YYYY-MM-DD') as day from generate_series(1, 3) n order by n")
  const [staffId] = await idsWhere("company_staff", `r.site_id = ${site} and r.status = 'active'`, 1)
  const projects = [(await ownIds("project"))[0], (await foreignIds("project"))[0], unknown]
  const names: Array<unknown> = []
  for (const [n, projectId] of projects.entries()) {
    const place = { staffId, siteId: site, projectId, projectKind: "client", startDate: days[n]!.day, endDate: days[n]!.day }
    const { status, text } = await supervisor("POST", "/api/hr/assignments", { ...place, assignmentType: "temporary", role: "Helper" })
    names.push(status === 201 ? JSON.parse(text).projectName : text)
  }
  expect(names).toEqual([expect.any(String), null, null])
})

test("for each level at one site, the evidence for a document of another site answers like an unknown id", async () => {
  const kinds = Object.keys(evident).filter((kind) => sitesOfRow.has(kind))
  for (const kind of kinds) {
    const [id] = await foreignIds(kind)
    for (const [who, ask] of people) {
      const [there, nowhere] = [await ask("GET", `/api/audit/evidence/${kind}/${id}`), await ask("GET", `/api/audit/evidence/${kind}/${unknown}`)]
      expect([who, kind, there.status, masked(there.text, id!)]).toEqual([who, kind, nowhere.status, masked(nowhere.text, unknown)])
    }
  }
  expect(kinds.length).toBeGreaterThan(3)
})
