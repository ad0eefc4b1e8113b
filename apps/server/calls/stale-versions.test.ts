/** A decision on an old version of a record is rejected: every call of the contract whose body has a version, over HTTP on the demo data. */
import type { Schema, SchemaAST } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Caller, demoApp } from "../demo/demo-app.ts"
import { writes } from "./every-call.ts"
import { kinds, placed } from "./kind-of-path.ts"
import { sampleOf } from "@ops/platform/http/openapi/sample.ts"

/** Kinds of record that no call of a site has, or whose id is not the first in their path. */
const more: Readonly<Record<string, string>> = {
  "/api/tax-payments": "tax_payment",
  "/api/hr/payroll-periods": "payroll_period",
  "/api/construction-projects/:id/budget": "project_budget",
  "/api/construction-projects/:id/boq": "project_contract",
  "/api/construction-projects/:id/contract": "project_contract",
}

/** Values that a generated body cannot contain: there is no file to refer to. */
const instead: Readonly<Record<string, object>> = { "/api/crm/petty-cash-requests/:id/retire": { receipts: [] } }

const schemasOf = ({ payload }: (typeof writes)[number]) => [...payload.values()].flatMap(({ schemas }) => [...schemas] as ReadonlyArray<Schema.Top>)
const namesIn = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : ast._tag === "Union" ? ast.types.flatMap(namesIn) : []
const versioned = writes.flatMap((endpoint) => {
  const schema = schemasOf(endpoint).find(({ ast }) => namesIn(ast).includes("version"))
  return schema === undefined ? [] : [{ method: endpoint.method as string, path: endpoint.path as string, schema }]
})

let app: Awaited<ReturnType<typeof demoApp>>
let ceo: Caller
beforeAll(async () => {
  app = await demoApp()
  ceo = await app.signedIn("FO-CEO-001")
}, 300_000)
afterAll(() => app.dispose())

test("finds the calls that take a version, in every module that decides on records", () => {
  expect(versioned.length).toBeGreaterThan(25)
  expect(versioned.map(({ path }) => path)).toContain("/api/tax-payments/:id/reverse")
})

test.for(versioned)("$method $path answers 409 for an old version and changes nothing", { timeout: 60_000 }, async ({ method, path, schema }) => {
  const kind = placed({ ...kinds, ...more }, path)![1]
  const row = async () => (await app.owner(`select id, version from live.${kind} r order by id desc limit 1`))[0] as { id: number; version: number } | undefined
  const before = await row()
  expect(before, `the demo data has a ${kind}`).toBeDefined()
  const { id, version } = before!
  const body = { ...(sampleOf(schema, { whole: true }) as object), ...instead[path], version: version - 1 }
  const { status, text } = await ceo(method, path.replace(":id", String(id)).replace(":receipt", "1"), body)
  expect([status, text]).toEqual([409, expect.stringMatching(/ has changed since you opened it\. Check it again/)])
  expect(await row()).toEqual(before)
  const { text: present } = await ceo(method, path.replace(":id", String(id)).replace(":receipt", "1"), { ...body, version })
  expect(present).not.toContain("has changed since you opened it")
})
