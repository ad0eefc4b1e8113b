/** Every list as Postgres would read it with thirty times the rows of the demo data: through an index, and no further than its page. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { Database } from "@ops/platform/database/database.ts"
import { type Statement, textOf } from "@ops/platform/database/statement.ts"
import type { RecordKind } from "@ops/platform/records/record.ts"
import { demoApp } from "../demo/demo-app.ts"
import { model } from "../modules.ts"
import { type Endpoint, queryOf, reads } from "./every-call.ts"

const times = 30
/** Up to this number, rows are read and sorted without an index as fast as with one. */
const few = 1000
/** This many rows are read for a filter in a few milliseconds. */
const some = 10_000
const records = model.streams.map(({ record }) => record as RecordKind).filter(({ grows }) => grows)
const growing = new Set(records.map(({ kind }) => kind))
/** What these read instead of a list's statement. */
const others = new Map([
  ["/api/audit", "a part of the log, found by position"],
  ["/api/audit/events", "a part of the log, found by position"],
  ["/api/audit/reads", "the register of reads, by number"],
  ["/api/audit/seals", "the seals"],
  ["/api/construction-projects/figures", "figures"],
  ["/api/notifications", "the newest of each person"],
  ["/api/purchase-requests/figures", "figures"],
  ["/api/reports/general-ledger", "the books of a year"],
  ["/api/search", "an index of words"],
])
const pages = reads.filter((endpoint) => queryOf(endpoint).some(({ name }) => name === "limit") && !others.has(endpoint.path))
const lists = pages.filter(({ path }) => !path.includes(":"))
/** Lists that must read more rows than they show, and why. */
const exempt = new Map([
  ["/api/daily-meal-summaries", "its days are those of all meals"],
  ["/api/sla/summary", "it counts all orders of a client"],
  ["/api/reports/margin", "a month is a large part of a demonstration"],
  ["/api/hr/head-count", "a week is a large part of a demonstration"],
  ["/api/payslips", "their order is that of their periods"],
])

/** Filters that many rows pass, or that are used together with another filter. */
const wide = ["/api/accounts-payable?overdue=false", "/api/work-orders?billable=false", "/api/mails?aboutId="]

interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Plan Rows": number
  readonly Plans?: ReadonlyArray<Plan>
}
interface Asked {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

let app: Awaited<ReturnType<typeof demoApp>>
const rowsOf = new Map<string, number>()
const reading = (plan: Plan): ReadonlyArray<string> => [...(plan["Relation Name"] ? [plan["Relation Name"]] : []), ...(plan.Plans ?? []).flatMap(reading)]
/** The parts of a plan whose cost grows with the number of rows. */
const faultsOf = (plan: Plan, least: number): ReadonlyArray<string> => {
  const { "Node Type": type, "Relation Name": table, "Plan Rows": rows, Plans: parts = [] } = plan
  const rowsIn = (name: string) => rowsOf.get(name) ?? 0
  const large = reading(plan).filter((name) => rowsIn(name) >= few)
  const own =
    type === "Seq Scan" && rowsIn(table ?? "") >= least
      ? [`reads all of ${table}`]
      : type === "Sort" && rows >= few && large.length > 0
        ? [`sorts ${rows} rows of ${[...new Set(large)].join(", ")}`]
        : []
  return [...own, ...parts.flatMap((part) => faultsOf(part, least))]
}

const databaseOf = () => app.runtime.runPromise(Database)
type Who = Awaited<ReturnType<typeof app.signedIn>>
/** The query for the first page of a call's list. */
const asking = async (who: Who, path: string): Promise<Asked | undefined> => {
  const database = await databaseOf()
  const { statement } = database
  let asked: Asked | undefined
  const watched = (query: string | Statement<unknown>, values: ReadonlyArray<unknown>) => {
    const text = textOf(query)
    if (text.includes(" as total, body, last from (select count(*) as n")) asked = { text, values }
    return statement(query, values)
  }
  Object.assign(database, { statement: watched })
  try {
    const { status } = await who("GET", `${path}${path.includes("?") ? "&" : "?"}limit=25`)
    return status === 200 ? asked : undefined
  } finally {
    Object.assign(database, { statement })
  }
}
/** The plan for the page, without the total count. */
const planned = async ({ text, values }: Asked): Promise<Plan> => {
  const { statement } = await databaseOf()
  const page = text.replace(/select (?:case when n between|\d+ as total)[^]* as total, body, last from \(select count/, "select body from (select count")
  const [line] = await app.runtime.runPromise(statement<{ "QUERY PLAN": ReadonlyArray<{ readonly Plan: Plan }> }>(`explain (format json) ${page}`, values))
  return line!["QUERY PLAN"][0]!.Plan
}
/** The lists of all records, and for each list of one record that of the first, or newest, one. */
const addressesOf = async (who: Who) => {
  const found: Array<{ readonly endpoint: Endpoint; readonly address: string }> = []
  for (const endpoint of pages) {
    const [parent, ...rest] = endpoint.path.split("/:id")
    const [row] = rest.length > 0 ? await rowsAt(who, `${parent}?limit=1`) : []
    if (!exempt.has(endpoint.path)) found.push({ endpoint, address: row ? endpoint.path.replace(":id", String(row["id"])) : endpoint.path })
  }
  return found
}
const faults = async (who: Who, path: string, least = few) => {
  const asked = await asking(who, path)
  return asked ? [...new Set(faultsOf(await planned(asked), least))].map((fault) => `${path} ${fault}`) : []
}

beforeAll(async () => {
  app = await demoApp()
  const names = [...growing].map((kind) => `'live.${kind}'::regclass`).join(", ")
  await app.owner("vacuum analyze")
  // Postgres plans by rows per page of a table or an index, so these statistics are all it needs
  await app.owner(
    `update pg_class set reltuples = reltuples * ${times} where reltuples > 0 and (oid in (${names}) or oid in (select indexrelid from pg_index where indrelid in (${names})))`,
  )
  // and referenced tables are larger, too
  for (const { kind, fields } of records) {
    for (const { column, refers } of fields) {
      if (refers === undefined || !growing.has(refers)) continue
      await app.owner(
        `update pg_statistic s set stadistinct = -least(1, s.stadistinct * ${times} / c.reltuples) from pg_class c, pg_attribute a
          where c.oid = 'live.${kind}'::regclass and a.attrelid = c.oid and a.attname = '${column}' and s.starelid = c.oid and s.staattnum = a.attnum and s.stadistinct > 0`,
      )
    }
  }
  for (const { name, rows } of await app.owner(`select relname::text as name, reltuples::int as rows from pg_class where oid in (${names})`))
    rowsOf.set(name, rows)
}, 120_000)
afterAll(() => app.dispose())

test("no list reads or sorts the whole of a table that grows, for who sees every site", async () => {
  const who = await app.signedIn("FO-CEO-001")
  const found: Array<string> = []
  for (const { address } of await addressesOf(who)) found.push(...(await faults(who, address)))
  expect(found).toEqual([])
}, 120_000)

test("each list is planned, except those that are named here", async () => {
  const who = await app.signedIn("FO-CEO-001")
  const unseen: Array<string> = []
  for (const { address } of await addressesOf(who)) if (!(await asking(who, address))) unseen.push(address)
  expect(unseen).toEqual([])
}, 120_000)

/** Lists whose joins make the rows, or decide which there are; those of a project are rows of a project that the caller sees. */
const joinsAreRows = /^\/api\/(reports\/margin|stock\/lots|exchange-rates|periods|hr\/head-count|meal-attendance|construction-projects\/:id\/\w+)$/

test("a list counts its rows without those that it joins to each", async () => {
  const who = await app.signedIn("FO-CEO-001")
  const joining: Array<string> = []
  for (const { endpoint, address } of await addressesOf(who)) {
    const { text = "" } = (await asking(who, address)) ?? {}
    const counted = /\(select count\(\*\) from \(select from ([^]*?) limit \d+\) counted\)/.exec(text)?.[1] ?? ""
    // Postgres leaves out a left join that only adds columns
    if (!joinsAreRows.test(endpoint.path) && /(?<!left )join /.test(counted)) joining.push(endpoint.path)
  }
  expect(joining).toEqual([])
}, 120_000)

test("no list does so for who sees one site", async () => {
  const who = await app.person(8, 1)
  const found: Array<string> = []
  for (const { path } of lists) if (!exempt.has(path)) found.push(...(await faults(who, path)))
  expect(found).toEqual([])
}, 120_000)

type ListRow = Readonly<Record<string, unknown>>
/** The rows of a list; none if the answer is not a bare list. */
const rowsOfAnswer = ({ status, text }: { readonly status: number; readonly text: string }): ReadonlyArray<ListRow> => {
  const answer: unknown = status === 200 ? JSON.parse(text) : []
  return Array.isArray(answer) ? answer : []
}
const rowsAt = async (who: Who, address: string) => rowsOfAnswer(await who("GET", address))

/** Queries of a list for one site, for some days, and with each of its filters set to a value of some row, one at a time. */
const narrowed = async (who: Who, { path, query }: { readonly path: string; readonly query: ReadonlyArray<{ readonly name: string }> }) => {
  const rows = await rowsAt(who, `${path}?limit=25`)
  const values: Record<string, unknown> = { siteId: 1, from: "2026-10-01", to: "2026-10-31" }
  for (const row of rows) for (const [name, value] of Object.entries(row)) if (["string", "number", "boolean"].includes(typeof value)) values[name] ??= value
  return query
    .filter(({ name }) => !["sort", "limit", "cursor", "q", "format", "asOf"].includes(name) && values[name] !== undefined)
    .map(({ name }) => `${path}?${name}=${encodeURIComponent(String(values[name]))}`)
}

test("no list does so for one site, for some days, or with a filter", async () => {
  const who = await app.signedIn("FO-CEO-001")
  const found: Array<string> = []
  for (const { endpoint, address } of await addressesOf(who)) {
    for (const asked of await narrowed(who, { path: address, query: queryOf(endpoint) })) {
      if (!wide.some((each) => asked.startsWith(each))) found.push(...(await faults(who, asked, some)))
    }
  }
  expect(found).toEqual([])
}, 240_000)

test("a list read page by page is the list, and a page goes on after the last row of the one before wherever the order is one way and complete", async () => {
  const who = await app.signedIn("FO-CEO-001")
  const differing: Array<string> = []
  let byKey = 0
  for (const { path } of lists) {
    const whole = await rowsAt(who, `${path}?limit=21`)
    const paged: Array<unknown> = []
    let cursor = ""
    for (let page = 0; page < 3; page++) {
      const answer = await who("GET", `${path}?limit=7${cursor && `&cursor=${cursor}`}`)
      paged.push(...rowsOfAnswer(answer))
      cursor = answer.headers.get("x-next-cursor") ?? ""
      if (cursor === "") break
      if (Buffer.from(cursor, "base64url").toString().includes("[")) byKey++
    }
    if (JSON.stringify(paged) !== JSON.stringify(whole)) differing.push(path)
  }
  expect(differing).toEqual([])
  expect(byKey).toBeGreaterThan(40)
}, 120_000)

test("a list counts to 10,000 and says where there are more", async () => {
  const who = await app.signedIn("FO-CEO-001")
  const [{ columns }] = (await app.owner(
    "select string_agg(attname, ', ') as columns from pg_attribute where attrelid = 'live.stock_movement'::regclass and attnum > 0 and attname <> 'id'",
  )) as [{ columns: string }]
  const counted = async (path: string) => {
    const { headers } = await who("GET", path)
    return [headers.get("x-total-count"), headers.get("x-total-more"), headers.has("x-next-cursor")]
  }
  expect((await counted("/api/stock/movements?limit=5")).slice(1)).toEqual([null, true])
  await app.owner(
    `insert into live.stock_movement (id, ${columns}) select -row_number() over (), ${columns} from live.stock_movement, generate_series(1, 100) limit 10000`,
  )
  // counts are cached until the log advances
  await app.person(8, 1)
  expect(await counted("/api/stock/movements?limit=5")).toEqual(["10000", "true", true])
  const deep = Buffer.from("o10500").toString("base64url")
  expect(await counted(`/api/stock/movements?limit=5&cursor=${deep}`)).toEqual(["10000", "true", true])
}, 60_000)

test("an index that is gone is noticed", async () => {
  const who = await app.signedIn("FO-CEO-001")
  await app.owner(
    `drop index live.${(await app.owner("select indexrelid::regclass::text as name from pg_index where indrelid = 'live.meal_session'::regclass and pg_get_indexdef(indexrelid) like '%(starts\\_at, id)'"))[0].name.replace("live.", "")}`,
  )
  expect((await faults(who, "/api/meal-sessions")).join("\n")).toContain("/api/meal-sessions sorts")
})
