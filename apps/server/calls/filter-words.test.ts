/** Filters of lists over HTTP: an unknown value is rejected with a message that names the accepted ones. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { filterWords } from "@ops/platform/http/filter-words.ts"
import type { Person, Server } from "@ops/platform/testing/server.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { inWords } from "@ops/platform/text.ts"
import { Api } from "../api.ts"
import { demoServer } from "../demo/demo-server.ts"

interface Endpoint {
  readonly path: string
}
const endpoints = Object.values(Api.groups as unknown as Record<string, { readonly endpoints: Record<string, Endpoint> }>).flatMap((group) =>
  Object.values(group.endpoints),
)
const filters = endpoints.flatMap((endpoint) =>
  Object.entries(filterWords(endpoint)).map(([name, words]) => ({ at: endpoint.path.replace(/:\w+/, "1"), name, words })),
)

describe("the filters of every list", { timeout: 120_000 }, () => {
  let server: Server
  let ceo: Person
  beforeAll(async () => {
    server = await demoServer()
    ceo = await server.as("FO-CEO-001")
  }, 300_000)
  afterAll(() => server.stop())

  it("are declared in the contract", () => {
    expect(filters.length).toBeGreaterThan(100)
    expect(filters).toContainEqual({ at: "/api/journal-entries", name: "status", words: ["posted", "reversed"] })
  })

  it("refuse an unknown value with 400 and the accepted values", async () => {
    const wrong = []
    for (const { at, name, words } of filters) {
      for (const value of ["foo", `${words[0]},foo`, "!foo"]) {
        const { status, text } = await ceo("GET", `${at}?${name}=${encodeURIComponent(value)}`)
        // which of several wrong filters is named does not matter; here there is only one
        if (status !== 400 || text !== `${inWords(name)} must be one of: ${words.join(", ")}`)
          wrong.push(`${at}?${name}=${value}: ${status} ${text.slice(0, 80)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it("accept each of their values, several at once, and none", async () => {
    const wrong = []
    for (const { at, name, words } of filters) {
      // all at once contains each of them
      for (const value of [...times(words.slice(0, 1), words), words.join(","), `!${words[0]}`, ""]) {
        const { status, text } = await ceo("GET", `${at}?limit=1&${name}=${encodeURIComponent(value)}`)
        // a record in the path may not exist under this id
        if (status !== 200 && status !== 404) wrong.push(`${at}?${name}=${value}: ${status} ${text.slice(0, 80)}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it("refuse a status in lists without one", async () => {
    expect(await ceo("GET", "/api/vendors?status=foo")).toMatchObject({ status: 400, text: "This list cannot be filtered by status" })
  })
})
