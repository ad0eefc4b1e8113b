/** The whole server with the demo data: everyone finds exactly what their lists show, whatever they type; saved views over HTTP. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { Person, Server } from "@ops/platform/testing/server.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import type { Found as FoundAnswer, SavedViewAnswer } from "@ops/search/contract.ts"
import { demoServer } from "./demo/demo-server.ts"
import { searched } from "./search.ts"

type Found = typeof FoundAnswer.Type
type SavedView = typeof SavedViewAnswer.Type
type Row = Record<string, unknown>

const sourceOf = (kind: string) => searched.find(({ record }) => record.kind === kind)!

describe("the search", () => {
  let server: Server | undefined
  let people: ReadonlyArray<string> = []
  const known = new Map<string, Person>()
  beforeAll(async () => {
    server = await demoServer()
    const { accounts } = (await (await fetch(`${server.url}/api/auth/demo-accounts`)).json()) as { accounts: ReadonlyArray<{ employeeId: string }> }
    people = accounts.map(({ employeeId }) => employeeId)
  }, 300_000)
  afterAll(() => server?.stop())

  const ask = async (employeeId: string, at: string, method = "GET", body?: object) => {
    const person = known.get(employeeId) ?? (await server!.as(employeeId))
    known.set(employeeId, person)
    return person(method, at, body)
  }
  const find = async (employeeId: string, q: string, limit = 50): Promise<ReadonlyArray<Found>> => {
    const { status, body } = await ask(employeeId, `/api/search?limit=${limit}&q=${encodeURIComponent(q)}`)
    assert.strictEqual(status, 200, `${q}: ${body}`)
    return body
  }
  const lists = new Map<string, ReadonlyArray<Row>>()
  /** The person's list of a kind, in every status; empty if they have no permission. */
  const listOf = async (employeeId: string, kind: string) => {
    const key = `${employeeId} ${kind}`
    const read = lists.get(key)
    if (read) return read
    // clients' staff are listed while active unless requested otherwise
    const every = kind === "staff_member" ? "&status=active,left" : ""
    const { status, body: json } = await ask(employeeId, `${sourceOf(kind).call}?limit=1000${every}`)
    const rows: ReadonlyArray<Row> = status === 200 ? json : []
    lists.set(key, rows)
    return rows
  }

  it("never shows a record that the person's own list hides", { timeout: 300_000 }, async () => {
    const words = new Set<string>()
    for (const { record } of searched) {
      for (const row of await listOf("FO-CEO-001", record.kind)) {
        for (const text of Object.values(row))
          if (typeof text === "string" && text.length < 60) for (const word of text.split(/[^A-Za-z0-9]+/)) if (word.length > 1) words.add(word)
      }
    }
    assert.isAbove(words.size, 300)
    const levels = people.length
    assert.isAtLeast(levels, 7)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...people), fc.constantFrom(...words), fc.nat(4), async (person, word, cut) => {
        for (const { kind, hits } of await find(person, word.slice(0, Math.max(2, word.length - cut)))) {
          const listed = new Set((await listOf(person, kind)).map(({ id }) => Number(id)))
          // only the newest 1000 of the longest lists were read
          if (listed.size === 1000) continue
          for (const { id, number } of hits)
            assert.isTrue(listed.has(id), `${person} finds ${kind} ${id} (${number}) with ${word}, and has no such row in the list`)
        }
      }),
      { numRuns: times(40, 120) },
    )
  })

  it("finds each record of a person's lists by its number, ahead of all others", { timeout: 300_000 }, async () => {
    let looked = 0
    for (const person of people) {
      for (const { record, number, words } of searched) {
        if (number === undefined) continue
        const field = /\.(\w+)$/.exec(words?.("r")[0] ?? number)![1]!.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
        const rows = (await listOf(person, record.kind)).filter((row) => typeof row[field] === "string")
        for (const row of [rows[0], rows.at(-1)]) {
          if (!row) continue
          const [first] = await find(person, String(row[field]).toLowerCase(), 2)
          assert.strictEqual(first?.hits[0]?.number, row[field], `${person}, ${record.kind}`)
          looked++
        }
      }
    }
    assert.isAbove(looked, 80)
  })

  it("hides from each level what it cannot access", { timeout: 60_000 }, async () => {
    const kinds = async (person: string, q: string) => (await find(person, q)).map(({ kind }) => kind)
    const [entry] = await listOf("FO-FIN-001", "journal_entry")
    assert.include(await kinds("FO-FIN-001", String(entry!["entryNumber"])), "journal_entry")
    assert.notInclude(await kinds("FO-OPS-001", String(entry!["entryNumber"])), "journal_entry")
    const staff = await listOf("FO-CEO-001", "company_staff")
    const mine = await listOf("FO-OPS-001", "company_staff")
    assert.isAbove(staff.length, mine.length)
    const other = staff.find(({ id }) => !mine.some((own) => own["id"] === id))!
    assert.deepStrictEqual(
      (await find("FO-OPS-001", `${other["firstName"]} ${other["lastName"]}`)).filter(({ kind }) => kind === "company_staff"),
      [],
    )
    const [found] = (await find("FO-CEO-001", `${other["firstName"]} ${other["lastName"]}`)).filter(({ kind }) => kind === "company_staff")
    assert.include(found!.hits[0]!.title, String(other["lastName"]))
    assert.notInclude(JSON.stringify(found), "salary")
    const away = await fetch(`${server!.url}/api/search?q=slb`)
    assert.strictEqual(away.status, 401)
  })

  it("treats any input as text and answers once", { timeout: 120_000 }, async () => {
    for (const q of [
      "",
      "   ",
      "%",
      "_",
      "\\",
      "'",
      '"',
      "& | !",
      ":*",
      "a:*b",
      "<->",
      "(",
      "🔥",
      "'; drop table client; --",
      "x".repeat(200),
      "a ".repeat(100),
    ]) {
      assert.isArray(await find("FO-CEO-001", q), q)
    }
    assert.deepStrictEqual(await find("FO-CEO-001", "% _ '"), [])
    const long = await ask("FO-CEO-001", `/api/search?q=${"x".repeat(201)}`)
    assert.deepStrictEqual([long.status, long.body], [400, "Search for 200 characters at most"])
    const none = await ask("FO-CEO-001", "/api/search?q=%00")
    assert.deepStrictEqual([none.status, none.body], [400, "The address has characters that cannot be used"])
    for (const limit of ["0", "51", "x", "1.5"]) assert.strictEqual((await ask("FO-CEO-001", `/api/search?q=a&limit=${limit}`)).status, 400)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 40 }), async (text) => {
        if (text.length <= 200 && !text.includes("\0")) await find("FO-SUP-001", text, 1)
      }),
      { numRuns: times(20, 60) },
    )
  })

  it("finds a misspelt name within the person's rights if no exact match exists", { timeout: 60_000 }, async () => {
    const [client] = await find("FO-CEO-001", "Nile Basn Driling")
    assert.deepStrictEqual([client?.kind, client?.hits[0]?.title], ["client", "Nile Basin Drilling"])
    const [item] = await find("FO-SUP-001", "tomatos")
    assert.strictEqual(item?.hits[0]?.title, "Fresh tomatoes")
    assert.deepStrictEqual(await find("FO-CEO-001", "zzqxvvw"), [])
    // a person who cannot be found by the right name cannot be found by a misspelt one
    const mine = (await listOf("FO-OPS-001", "company_staff")).map(({ id }) => id)
    const others = (await listOf("FO-CEO-001", "company_staff")).filter(({ id }) => !mine.includes(id))
    for (const { firstName, lastName } of others.slice(0, 5)) {
      const hits = (await find("FO-OPS-001", `${String(firstName).slice(0, -1)} ${lastName}x`))
        .filter(({ kind }) => kind === "company_staff")
        .flatMap((group) => group.hits)
      for (const { id } of hits) assert.include(mine, id)
    }
  })

  it("finds new records at once", { timeout: 120_000 }, async () => {
    const made = await ask("FO-SUP-001", "/api/purchase-requests", "POST", { siteId: 1, priority: "low", justification: "Quillwort saplings for the nursery" })
    assert.strictEqual(made.status, 201, JSON.stringify(made.body))
    const [found] = await find("FO-SUP-001", "saplings quillw")
    assert.strictEqual(found?.hits[0]?.path, `/procurement?open=${made.body.id}`)
  })

  it("saves private views and shares them with a level", { timeout: 60_000 }, async () => {
    const list = "/api/purchase-requests"
    const view = { list, name: "Waiting at my site", query: { status: "pending" }, sort: "-requestDate", columns: ["requestNumber", "gone"] }
    const save = (person: string, more: object = {}) => ask(person, "/api/saved-views", "POST", { ...view, ...more })
    const viewsOf = async (person: string): Promise<ReadonlyArray<SavedView>> => (await ask(person, `/api/saved-views?list=${list}`)).body
    const { status, body: json } = await save("FO-SUP-001")
    assert.strictEqual(status, 201)
    assert.deepInclude(json, { ...view, isOwn: true, isDefault: false, sharedFrom: null })
    assert.deepStrictEqual(await viewsOf("FO-OPS-001"), [])
    assert.strictEqual((await ask("FO-OPS-001", `/api/saved-views/${json.id}`, "DELETE")).status, 404)
    assert.deepStrictEqual([(await save("FO-SUP-001", { name: "waiting AT my site" })).status], [409])
    const shared = await ask("FO-SUP-001", `/api/saved-views/${json.id}`, "PATCH", { sharedFrom: 3 })
    assert.strictEqual(shared.body.sharedFrom, 3)
    assert.deepStrictEqual(
      (await viewsOf("FO-OPS-001")).map(({ name, isOwn }) => [name, isOwn]),
      [["Waiting at my site", false]],
    )
    // another person can use the same name
    assert.strictEqual((await save("FO-OPS-001")).status, 201)
    assert.strictEqual((await viewsOf("FO-OPS-001")).length, 2)
    const refused = await ask("FO-OPS-001", `/api/saved-views/${json.id}`, "PATCH", { name: "Mine" })
    assert.deepStrictEqual([refused.status, refused.body], [403, "Only its owner can change this view. Save a copy under another name"])
    assert.strictEqual((await ask("FO-OPS-001", `/api/saved-views/${json.id}`, "PATCH", { isDefault: true })).body.isDefault, true)
    assert.isFalse((await viewsOf("FO-SUP-001"))[0]!.isDefault)
    const long = await save("FO-SUP-001", { name: "n".repeat(200) })
    assert.deepStrictEqual([long.status, long.body], [400, "Name can have 80 characters at most"])
    const share = await save("FO-OPS-001", { name: "All of us", sharedFrom: 1 })
    assert.deepStrictEqual([share.status, share.body], [403, "Only level 6 and above can share a view. Keep it for yourself"])
    const noList = await save("FO-OPS-001", { list: "requests" })
    assert.deepStrictEqual([noList.status, noList.body], [400, "List must be the address of a list, such as /api/purchase-requests"])
    assert.strictEqual((await ask("FO-SUP-001", `/api/saved-views/${json.id}`, "DELETE")).status, 200)
    assert.deepStrictEqual(
      (await viewsOf("FO-OPS-001")).map(({ isOwn, isDefault }) => [isOwn, isDefault]),
      [[true, false]],
    )
  })
})
