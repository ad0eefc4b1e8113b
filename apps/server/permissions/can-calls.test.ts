/**
 * Every `can…` field of the contracts refers to a call (can-field-calls.ts), and equals the outcome of that call: for rows of the demo data and
 * additional ones (can-field-rows.ts), as people of every level. Each is seen as true and false. The calls are made over HTTP with their commands
 * rehearsed, so their rules, checks and commands decide, and nothing is written.
 */
import { SchemaAST } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { alwaysTheSame, type Asking, type Row, speaksOf, speaksOfNoCall, spoken, writeOf } from "./can-field-calls.ts"
import { type Planted, plantRows } from "./can-field-rows.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { type Caller, demoApp, wouldBeDone } from "../demo/demo-app.ts"
import { reads } from "../calls/every-call.ts"
import { sampleOf } from "@ops/platform/http/openapi/sample.ts"
import { resources } from "../modules.ts"

const fieldsIn = (ast: SchemaAST.AST, at = "", depth = 0): ReadonlyArray<string> => {
  if (depth > 12) return []
  if (ast._tag === "Arrays") return [...ast.elements, ...ast.rest].flatMap((part) => fieldsIn(part, at, depth + 1))
  if (ast._tag === "Union") return ast.types.flatMap((part) => fieldsIn(part, at, depth + 1))
  if (ast._tag !== "Objects") return []
  return ast.propertySignatures.flatMap(({ name, type }) => [
    ...(/^can[A-Z]/.test(String(name)) ? [`${at}${String(name)}`] : []),
    ...fieldsIn(type, `${at}${String(name)}.`, depth + 1),
  ])
}
/** Each `can…` field in an answer, by the path of the call: of lists, and of rows that no list contains. */
const declared = reads
  .map(({ path, success }) => ({ path, fields: [...new Set([...success].flatMap(({ ast }) => fieldsIn(SchemaAST.toEncoded(ast))))] }))
  .filter(({ path, fields }) => fields.length > 0 && !(path.endsWith("/:id") && reads.some((other) => `${other.path}/:id` === path)))

const all = declared.flatMap(({ path, fields }) => fields.map((field) => `${path} ${field}`))

test("every can field in the contracts is mapped to its call, or to the reason why it has none", () => {
  const silent = declared.flatMap(({ path, fields }) => fields.filter((field) => !spoken(path, field)).map((field) => `${path} ${field}`))
  expect(silent.sort()).toEqual(Object.keys(speaksOfNoCall).sort())
  expect([...Object.keys(speaksOf), ...Object.keys(alwaysTheSame)].filter((name) => !all.includes(name))).toEqual([])
  const calls = declared.flatMap(({ path, fields }) => fields.flatMap((field) => spoken(path, field)?.[0] ?? []))
  expect(calls.filter((call) => !writeOf(call))).toEqual([])
})

let app: Awaited<ReturnType<typeof demoApp>>
let today: string
let planted: Planted
beforeAll(async () => {
  app = await demoApp()
  today = (await app.owner("select to_char(es.today(), 'YYYY-MM-DD') as day"))[0]!.day
  planted = await plantRows(app, today)
}, 300_000)
afterAll(() => app.dispose())

/** The address of all rows of a list, including those that it leaves out by default. */
const allOf = (path: string) => {
  const filters = resources.find((resource) => resource.path === path)?.filters ?? []
  const emptied = filters.flatMap(({ name, usual }) => (usual === undefined ? [] : [`${name}=`]))
  return emptied.length === 0 ? path : `${path}?${emptied.join("&")}`
}

/** The CEO first, who sees every row. */
const people = ["FO-CEO-001", "FO-OPS-001", "FO-SEC-001", "FO-SUP-001", "FO-FIN-001", "FO-MGT-001"]
/** Rows that are equal in everything a decision depends on are alike; this many of each group are tried. */
const alike = times(1, 2)

/** The rows of an answer that have a field, with the last part of the field's name. */
const holders = (answer: unknown, field: string): ReadonlyArray<Row> => {
  const [first, ...rest] = field.split(".")
  const rows = Array.isArray(answer) ? answer : [answer]
  if (rest.length === 0) return rows.filter((row) => row !== null && typeof row === "object" && first! in row)
  return rows.flatMap((row) =>
    row?.[first!] === undefined || row[first!] === null ? [] : holders(row[first!], rest.join(".")).map((inner) => ({ ...row, ...inner })),
  )
}
/** An image uploaded by a person. */
const uploaded = async (call: Caller): Promise<number> => {
  const form = new FormData()
  form.append("file", new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], { type: "image/png" }), "receipt.png")
  return JSON.parse((await call("POST", "/api/attachments", form)).text).id
}

test("every can field equals the outcome of its call, and occurs both true and false", { timeout: 400_000 }, async () => {
  const differing: Array<string> = []
  const seen = new Map<string, Set<boolean>>()
  const json = async (call: Caller, path: string) => {
    const { status, text } = await call("GET", path)
    return status === 200 ? JSON.parse(text) : undefined
  }
  const ceo = await app.signedIn("FO-CEO-001")
  const known = new Map<string, Promise<ReadonlyArray<Row>>>()
  const rows: Asking["rows"] = (list) => {
    const asked = known.get(list) ?? json(ceo, list)
    known.set(list, asked)
    return asked
  }
  const answering = new Map<string, ReadonlyArray<number | undefined>>()
  for (const employeeId of people) {
    const call = await app.signedIn(employeeId)
    const asking: Asking = { today, planted, rows, me: Number((await json(call, "/api/auth/user")).id), file: await uploaded(call) }
    for (const { path, fields } of declared) {
      const parents = path.includes("/:id") ? (await rows(path.slice(0, path.indexOf("/:id")))).map(({ id }): number => id) : [undefined]
      const answers: Array<readonly [parent: number | undefined, answer: unknown]> = []
      for (const parent of answering.get(path) ?? parents) {
        const answer = await json(call, allOf(path).replace(":id", String(parent)))
        if (answer !== undefined) answers.push([parent, answer])
      }
      // what has no answer for the CEO, such as the settlement of those who have not left, has none for others
      if (answers.length > 0 && !answering.has(path))
        answering.set(
          path,
          answers.map(([parent]) => parent),
        )
      for (const field of fields) {
        const speaks = spoken(path, field)
        if (!speaks) continue
        const [address, bodyOf, { of = () => true, path: inPath = () => ({}) } = {}] = speaks
        const [method, template] = address.split(" ") as [string, string]
        const name = field.split(".").at(-1)!
        const asked = new Map<string, number>()
        /** refused by the rule of the call, whatever the row */
        let isBarred = false
        const schema = [...writeOf(address)!.payload.values()][0]?.schemas.find(({ ast }) => ast._tag !== "Null")
        for (const [parent, answer] of answers) {
          for (const row of holders(answer, field)) {
            const like = JSON.stringify([row["status"], ...fields.map((field) => row[field])])
            if (!of(row, asking)) continue
            const before = asked.get(like) ?? 0
            if (before >= alike) continue
            asked.set(like, before + 1)
            if (isBarred) {
              if (row[name] !== false) differing.push(`${path} ${field}: ${employeeId} is ${row[name]}, the rule of ${address} says no`)
              continue
            }
            const values: Row = { ...row, id: row["id"] ?? parent, ...inPath(row, asking) }
            const at = template.replace(/:(\w+)/g, (_, key) => String(values[key]))
            const body = bodyOf ? await bodyOf(values, asking) : schema && sampleOf(schema)
            app.rehearsing.on = true
            const first = await call(method, at, body)
            // a connection lost on a busy machine says nothing about the field; a dry run can be repeated
            const { status, text } = first.status === 503 ? await call(method, at, body) : first
            app.rehearsing.on = false
            const could = text.includes(wouldBeDone)
            isBarred = status === 403 && text.startsWith("You do not have access to this. It needs: ")
            const key = `${path} ${field}`
            seen.set(key, (seen.get(key) ?? new Set()).add(could))
            if (status < 400 || status >= 500) if (!could) differing.push(`${employeeId} ${method} ${at}: ${status} ${text.slice(0, 200)}`)
            if (row[name] !== could) differing.push(`${key}: ${employeeId} ${method} ${at} is ${row[name]}, the call answers ${status} ${text.slice(0, 160)}`)
          }
        }
      }
    }
  }
  expect(differing.join("\n")).toBe("")
  const both = (key: string) => seen.get(key)?.size === 2
  expect(all.filter((key) => !both(key) && !(key in alwaysTheSame) && !(key in speaksOfNoCall))).toEqual([])
  expect(Object.keys(alwaysTheSame).filter(both)).toEqual([])
})
