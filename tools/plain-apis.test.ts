/** The plain calls of every contract send and read the same as the contract itself. */
import * as fs from "node:fs"
import * as path from "node:path"
import { Arbitrary, Effect, Result, Schema } from "effect"
import { FetchHttpClient, type HttpClient } from "effect/http"
import { HttpApi, HttpApiClient, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { shaped } from "@ops/platform/shape.ts"
import { PlainApi, plainly } from "../apps/cli/plain-api.ts"
import { plainCalls } from "./plain-apis.ts"

const root = path.join(import.meta.dirname, "..")
const files = fs.globSync("{modules,platform}/**/{*contract,resource}.ts", { cwd: root, exclude: (name) => name === "node_modules" })

/** Every contract, with its plain calls. */
const apis = new Map<string, { readonly api: HttpApi.Top; readonly calls: ReturnType<typeof plainCalls> }>()
for (const file of files) {
  for (const [name, api] of Object.entries((await import(path.join(root, file))) as Readonly<Record<string, unknown>>)) {
    if (HttpApi.isHttpApi(api)) apis.set(name, { api: api, calls: plainCalls(api) })
  }
}

const endpointOf = (api: HttpApi.Top, group: string, call: string) => (api.groups[group] as HttpApiGroup.Top).endpoints[call] as HttpApiEndpoint.Top
const orUndefined = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The same JSON with a different value in one place. */
const changed = (json: unknown, at: ReadonlyArray<number>, value: unknown): unknown => {
  if (at.length === 0 || typeof json !== "object" || json === null) return value
  const keys = Object.keys(json)
  const key = keys[at[0]! % keys.length]
  const one = key === undefined ? value : changed((json as Record<string, unknown>)[key], at.slice(1), value)
  return Array.isArray(json) ? json.map((old, n) => (String(n) === key ? one : old)) : { ...json, [key ?? "other"]: one, unknownField: 1 }
}

describe("the plain API calls", () => {
  it("cover nearly all reads, including the lists of sites and requests", () => {
    const reading = [...apis.values()].flatMap(({ api }) =>
      Object.values(api.groups).flatMap((group) => Object.values((group as HttpApiGroup.Top).endpoints).filter(({ method }) => method === "GET")),
    )
    const plain = [...apis.values()].flatMap(({ calls }) => Object.values(calls).flatMap((of) => Object.keys(of)))
    expect(plain.length / reading.length).toBeGreaterThan(0.9)
    expect(apis.get("SitesApi")!.calls["sites"]).toHaveProperty("list")
    expect(apis.get("PurchaseRequestsApi")!.calls["purchaseRequests"]).toHaveProperty("list")
    expect(apis.get("SitesApi")!.calls["sites"]).not.toHaveProperty("open")
  })

  it.each([...apis].filter(([, { calls }]) => Object.keys(calls).length > 0))("of %s read and refuse answers like the contract", (_, { api, calls }) => {
    for (const [group, of] of Object.entries(calls)) {
      for (const [call, { answer }] of Object.entries(of)) {
        const [schema] = [...endpointOf(api, group, call).success] as [Schema.Codec<unknown, unknown>]
        const codec = Schema.toCodecJson(schema)
        const [encode, decode] = [Schema.encodeUnknownSync(codec), Schema.decodeUnknownResult(codec)]
        const samples = Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(schema), { count: 6, size: 3, seed: 7 }))
        const property = fc.property(
          fc.constantFrom(...samples),
          fc.array(fc.nat(20), { maxLength: 4 }),
          fc.oneof(fc.constant(null), fc.jsonValue()),
          (value, at, other) => {
            const good = JSON.parse(JSON.stringify(encode(value)))
            for (const body of [good, changed(good, at, other)]) {
              const decoded = decode(body)
              const read = orUndefined(() => ({ value: shaped(answer, body) }))
              if (Result.isFailure(decoded)) expect(read, `${group}.${call}`).toBeUndefined()
              // including the field order, in which they are printed
              else expect(JSON.stringify(read?.value), `${group}.${call}`).toBe(JSON.stringify(decoded.success))
            }
          },
        )
        fc.assert(property, { numRuns: 20, seed: 7 })
      }
    }
  })

  it("request the same address as the contract's own client", async () => {
    const addresses: Array<string> = []
    const fetching = ((url: URL) => {
      addresses.push(`${url.pathname}${url.search}`)
      return Promise.reject(new Error("not asked"))
    }) as typeof fetch
    for (const { api, calls } of apis.values()) {
      const client = (await Effect.runPromise(
        (HttpApiClient.make(api, { baseUrl: "http://server" }) as Effect.Effect<unknown, never, HttpClient.HttpClient>).pipe(
          Effect.provide(FetchHttpClient.layer),
        ),
      )) as Record<string, Record<string, (request: object) => Effect.Effect<unknown>>>
      const asData = Object.fromEntries(
        Object.entries(calls).map(([group, of]) => [group, Object.fromEntries(Object.entries(of).map(([call, plain]) => [call, JSON.stringify(plain)]))]),
      )
      for (const [group, of] of Object.entries(calls)) {
        for (const [call, { params, query }] of Object.entries(of)) {
          const request = {
            params: Object.fromEntries(Object.entries(params).map(([name, kind]) => [name, kind === "integer" ? 12 : "a b/ü?"])),
            query: Object.fromEntries(Object.entries(query).map(([name, words]) => [name, words === true ? "ä &=+ü" : words[0]])),
          }
          const asked = plainly(new PlainApi(asData, () => Promise.reject(new Error("not needed"))), (made: typeof client) => made[group]![call]!(request))
          const text = String(asked?.query)
          addresses.length = 0
          await Effect.runPromiseExit(client[group]![call]!(request).pipe(Effect.provideService(FetchHttpClient.Fetch, fetching)))
          const inOrder = (address: string) => {
            const { pathname, searchParams } = new URL(address, "http://server")
            searchParams.sort()
            return `${pathname}?${searchParams}`
          }
          expect(inOrder(`${asked?.path}?${text}`), `${group}.${call}`).toBe(inOrder(addresses[0]!))
        }
      }
    }
  })

  it("refuse invalid values, and leave out calls that are not plain", () => {
    const plain = { path: "/api/things/:id", params: { id: "integer" }, query: { q: true, format: ["csv"] }, answer: "string" }
    const api = new PlainApi({ things: { list: JSON.stringify(plain) } }, () => Promise.reject(new Error("not needed")))
    const asked = (request: object, call = "list") =>
      plainly(api, (client: Record<string, Record<string, (request: object) => unknown>>) => client["things"]![call]!(request))
    expect(asked({ params: { id: 3 }, query: { q: "x", format: "csv" } })).toMatchObject({ path: "/api/things/3" })
    expect(asked({ params: { id: 0 } })).toBeUndefined()
    expect(asked({ params: { id: 3 }, query: { format: "pdf" } })).toBeUndefined()
    expect(asked({ params: { id: 3 }, query: { other: "x" } })).toBeUndefined()
    expect(asked({ params: { id: 3 }, responseMode: "response-only" })).toBeUndefined()
    expect(asked({ params: { id: 3 } }, "open")).toBeUndefined()
    expect(plainly(api, () => Effect.void)).toBeUndefined()
  })
})
