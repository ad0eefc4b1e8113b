/** Every call of the contract rejects undeclared fields and parameters, and names the nearest declared one. */
import { OpenApi } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Authorization } from "@ops/platform/http/contract.ts"
import type { Person, Server } from "@ops/platform/testing/server.ts"
import { Api } from "../api.ts"
import { demoServer } from "../demo/demo-server.ts"
import { type Endpoint, endpoints, queryOf } from "./every-call.ts"
import { sampleOf } from "@ops/platform/http/openapi/sample.ts"

let server: Server | undefined
let people: ReadonlyArray<Person>
beforeAll(async () => {
  server = await demoServer({ limits: false })
  people = await Promise.all(["FO-CEO-001", "FO-FIN-001"].map((id) => server!.as(id)))
}, 300_000)
afterAll(() => server?.stop())

const isFile = ({ payload }: Endpoint) => [...payload.keys()].some((type) => type !== "application/json")
/** Makes the call as the first permitted person. */
const ask = async ({ method, path }: Endpoint, query: string, body?: object) => {
  const address = `${path.replace(/:\w+/g, "1")}${query}`
  const first = await people[0]!(method, address, body)
  return first.status === 403 ? people[1]!(method, address, body) : first
}
const longest = (names: ReadonlyArray<string>) => [...names].sort((a, b) => b.length - a.length)[0]

test("an undeclared parameter is refused with 400, its name and the nearest declared one", async () => {
  const faults: Array<string> = []
  // a file that is not sent as a form is rejected earlier (415)
  for (const endpoint of endpoints.filter((endpoint) => !isFile(endpoint))) {
    const names = queryOf(endpoint).map(({ name }) => name)
    const known = longest(names)
    for (const [query, sentence] of [
      ["?unheardOfParameter=1", "Unknown parameter unheardOfParameter."],
      ...(known === undefined ? [] : [[`?${known}x=1`, `Unknown parameter ${known}x. Did you mean ${known}?`] as const]),
    ] as const) {
      const { status, text } = await ask(endpoint, query)
      if (status !== 400 || !text.startsWith(sentence)) faults.push(`${endpoint.method} ${endpoint.path}${query}: ${status} ${text.slice(0, 200)}`)
    }
  }
  expect(faults).toEqual([])
}, 300_000)

test("figures of a site that does not exist are refused, or nothing: no call answers with those of all sites", async () => {
  const faults: Array<string> = []
  const bySite = endpoints.filter(
    (endpoint) => endpoint.method === "GET" && !endpoint.path.includes(":") && queryOf(endpoint).some(({ name }) => name === "siteId"),
  )
  let figures = 0
  for (const endpoint of bySite) {
    const all = await ask(endpoint, "")
    // a list of records without a site has the parameters of every list
    if (all.status !== 200 || all.text.startsWith("[")) continue
    figures += 1
    const none = await ask(endpoint, "?siteId=nowhere")
    if (none.status >= 500 || none.text === all.text) faults.push(`${endpoint.path}: ${none.status} ${none.text.slice(0, 200)}`)
  }
  expect(faults).toEqual([])
  expect(figures).toBeGreaterThan(10)
}, 120_000)

interface Misspelt {
  readonly body: unknown
  readonly sentence: RegExp
}
/** The same value with an extra field in each of its objects: a misspelling of one of that object's fields. */
const misspelt = (value: unknown, within = ""): ReadonlyArray<Misspelt> => {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((member) => misspelt(member, within).map((one) => ({ ...one, body: [one.body] })))
  if (typeof value !== "object" || value === null) return []
  const known = longest(Object.keys(value))
  // an empty nested object may be a table with arbitrary keys
  if (known === undefined && within !== "") return []
  const place = within && ` in ${within}`
  const own: Misspelt =
    known === undefined
      ? { body: { unheardOfField: 1 }, sentence: new RegExp(`^Unknown field unheardOfField${place}\\.`) }
      : { body: { ...value, [`${known}x`]: 1 }, sentence: new RegExp(`^Unknown field ${known}x${place}\\. Did you mean ${known}\\?`) }
  return [
    own,
    ...Object.entries(value).flatMap(([name, member]) => misspelt(member, name).map(({ body, sentence }) => ({ sentence, body: { ...value, [name]: body } }))),
  ]
}

test("an undeclared field is refused with 400, its name and the nearest declared one, even when nested", async () => {
  const faults: Array<string> = []
  let within = 0
  for (const endpoint of endpoints.filter((endpoint) => endpoint.method !== "GET" && !isFile(endpoint))) {
    const schemas = [...endpoint.payload.values()].flatMap(({ schemas }) => schemas)
    const samples = schemas.length === 0 ? [{}] : schemas.map((schema) => sampleOf(schema, { whole: true }))
    const made = samples.flatMap((sample) => misspelt(sample))
    const tried = made.length > 0 ? made : misspelt({})
    within += tried.length - 1
    for (const { body, sentence } of tried) {
      const { status, text } = await ask(endpoint, "", body as object)
      if (status !== 400 || !sentence.test(text)) faults.push(`${endpoint.method} ${endpoint.path} ${JSON.stringify(body)}: ${status} ${text.slice(0, 200)}`)
    }
  }
  expect(faults).toEqual([])
  // lines, items, parts
  expect(within).toBeGreaterThan(30)
}, 300_000)

interface Parameter {
  readonly in?: string
  readonly name?: string
  readonly $ref?: string
}
type Paths = Readonly<Record<string, Readonly<Record<string, { readonly parameters?: ReadonlyArray<Parameter> }>>>>

test("the OpenAPI document lists asOf for exactly the reading calls that accept it", () => {
  const { paths } = OpenApi.fromApi(Api)
  const documented = (endpoint: Endpoint) =>
    (paths as Paths)[endpoint.path.replace(/:(\w+)/g, "{$1}")]![endpoint.method.toLowerCase()]!.parameters?.filter(
      ({ in: place, name, $ref }) => (place === "query" && name === "asOf") || $ref === "#/components/parameters/asOf",
    ).length ?? 0
  const takesAsOf = (endpoint: Endpoint) => endpoint.method === "GET" && endpoint.middlewares.has(Authorization)
  expect(endpoints.filter((endpoint) => documented(endpoint) !== (takesAsOf(endpoint) ? 1 : 0)).map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
