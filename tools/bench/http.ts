/** The cost of HTTP: a command over HTTP against the same command in process, and a list against a bare server that sends the rows of the same query. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { Agent, request } from "node:http"
import * as path from "node:path"
import { isDeepStrictEqual } from "node:util"
import { Effect } from "effect"
import { actingAs } from "@ops/identity/sessions.ts"
import { col, sqlOf } from "@ops/platform/database/statement.ts"
import { listStatement } from "@ops/platform/http/list-query.ts"
import { withDecisions } from "@ops/platform/http/resources/server.ts"
import { purchaseRequests } from "@ops/procurement/purchase-requests/resource.ts"
import { addItem, raise } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { addStockItem } from "@ops/stock/items/stock-item.ts"
import { defaultDemoPassword } from "@ops/platform/config.ts"
import { raising } from "./commands.ts"
import { type Company, type Core, performer, withCompany, withServer } from "./company.ts"
import { atLeast, atMost, interleaved, rate, type Suite } from "./row.ts"

const employeeId = "FO-CEO-001"
const clients = 16
const rounds = 5
const milliseconds = 2000

/** Runs a process that serves HTTP during `use`. */
export const serving = async <A>(file: string, env: Readonly<Record<string, string>>, use: (port: number) => Promise<A>): Promise<A> => {
  const child = fork(path.join(import.meta.dirname, file), { env: { ...process.env, ...env } })
  const ended = once(child, "exit")
  try {
    const [message] = await Promise.race([once(child, "message"), ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`)))])
    return await use((message as { port: number }).port)
  } finally {
    child.kill("SIGTERM")
    await ended
  }
}

interface Call {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Calls a port over persistent connections, with a minimal client. */
export const caller = (port: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  return ({ method, path, headers = {}, body }: Call) =>
    new Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>; readonly text: string }>(
      (resolve, reject) => {
        const length = body === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }
        const call = request({ host: "127.0.0.1", port, agent, method, path, headers: { ...headers, ...length } }, (answer) => {
          const chunks: Array<Buffer> = []
          answer.on("data", (chunk) => chunks.push(chunk))
          answer.once("end", () => resolve({ status: answer.statusCode!, headers: answer.headers, text: Buffer.concat(chunks).toString() }))
        })
        call.once("error", reject).end(body)
      },
    )
}
type Calling = ReturnType<typeof caller>

export const expecting = (status: number, call: Calling) => async (asked: Call) => {
  const answer = await call(asked)
  if (answer.status !== status) throw new Error(`${asked.method} ${asked.path}: ${answer.status} ${answer.text.slice(0, 200)}`)
  return answer
}

export const signIn = async (call: Calling, as = employeeId) => {
  const body = JSON.stringify({ employeeId: as, password: defaultDemoPassword })
  const { headers } = await expecting(200, call)({ method: "POST", path: "/api/auth/login", headers: { "x-ops-client": "1" }, body })
  return { "x-ops-client": "1", cookie: String([headers["set-cookie"]].flat()[0]).split(";")[0]! }
}

export const posts: Suite = {
  rows: ["post"],
  unit: "a second",
  peer: "the same command in process",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        const commandRate = await raising(company)
        return await serving("application.ts", company.env, async (port) => {
          const call = expecting(201, caller(port))
          const headers = await signIn(caller(port))
          const body = JSON.stringify({ siteId: 1, priority: "high", justification: "Rice, oil and onions for the week" })
          const post = () => call({ method: "POST", path: "/api/purchase-requests", headers, body })
          // a server runs for days: its code is compiled within the first ten thousand calls
          for (let n = 0; n < 10_000; n += clients) await Promise.all(Array.from({ length: clients }, post))
          const measured = await interleaved(
            rounds,
            () => rate(clients, milliseconds, post),
            () => commandRate(clients, milliseconds),
            log,
          )
          return [atLeast("post", 0.3, measured)]
        })
      }),
    ),
}

/** 200 requests of three lines each, created by commands. */
const fill = async (company: Company) => {
  const { execute } = await performer(company)
  const { by } = company
  await company.run(
    Effect.gen(function* () {
      const items: Array<number> = []
      for (const name of ["Rice", "Cooking oil", "Onions"]) {
        items.push((yield* execute(addStockItem, { name, category: "other", unit: "kg", description: null, preferredVendorId: null }, by)).id)
      }
      yield* Effect.forEach(
        Array.from({ length: 200 }, (_, n) => n),
        (n) =>
          Effect.gen(function* () {
            const { id } = yield* execute(raise, { siteId: (n % 3) + 1, priority: "medium", justification: `Kitchen stores for week ${n % 52}` }, by)
            for (const stockItemId of items) {
              yield* execute(addItem, { id, stockItemId, quantity: 10 + n, estimatedCost: 12_50 * (n + 1), notes: "" }, by)
            }
          }),
        { concurrency: 16, discard: true },
      )
    }),
  )
}

/** Loads a signed-in person as the server sees them. */
const whoIs = async (company: Company, employeeId: string) => {
  const { statement } = await performer(company)
  const [person] = await company.run(
    statement(
      `select id, employee_id as "employeeId", first_name as "firstName", last_name as "lastName", department, access_level as "accessLevel",
         site_id as "siteId", must_change_password as "mustChangePassword" from person where employee_id = $1`,
      [employeeId],
    ),
  )
  return actingAs(person, { at: company.by.at, via: "web", simulated: false, sessionId: null })
}

/** The rows of an answer without what our server alone decides: what the caller may do with each. */
const undecided = (text: string) =>
  (JSON.parse(text) as ReadonlyArray<object>).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !/^can([A-Z]|not$)/.test(name))))

export const lists: Suite = {
  rows: ["list"],
  unit: "a second",
  peer: "bare node:http with the rows of the same query, without what may be done with each",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        await fill(company)
        await company.lay("vacuum analyze")
        return await serving("application.ts", company.env, async (port) => {
          const call = caller(port)
          const headers = await signIn(call)
          const asked = { method: "GET", path: "/api/purchase-requests?limit=200", headers } as const
          const { with: before, total, body, values } = listStatement(purchaseRequests.shape(await whoIs(company, employeeId)), { limit: "200" })
          const env = {
            DATABASE_URL: server.url("company"),
            BENCH_QUERY: `${before}select ${total} as total, ${body} as body`,
            BENCH_VALUES: JSON.stringify(values),
          }
          return await serving("peers/bare-server.ts", env, async (barePort) => {
            const bare = caller(barePort)
            const [ours, theirs] = [await expecting(200, call)(asked), await expecting(200, bare)(asked)]
            if (!isDeepStrictEqual(undecided(ours.text), undecided(theirs.text))) throw new Error("The bare server does not send the same rows")
            log(`${JSON.parse(ours.text).length} rows, ${ours.text.length} bytes against ${theirs.text.length}`)
            const listRate = (call: Calling) => () => rate(8, milliseconds, () => expecting(200, call)(asked))
            return [atLeast("list", 0.7, await interleaved(rounds, listRate(call), listRate(bare), log))]
          })
        })
      }),
    ),
}

const bodySql = sqlOf({ body: col.text })
const idsOf = (body: string) => (JSON.parse(body) as ReadonlyArray<{ readonly id: number }>).map(({ id }) => id)
const page = 50
/** How often each side answers in a round. */
const answers = 100

export const listSql: Suite = {
  rows: ["list-sql"],
  unit: "ms",
  peer: "json_agg of the same 50 rows of the table, without what is joined, counted and decided",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        await fill(company)
        await company.lay("vacuum analyze")
        const { statement } = await performer(company)
        const who = await whoIs(company, employeeId)
        const { with: before, total, body, values } = listStatement(purchaseRequests.shape(who), { limit: String(page) })
        const ourSql = sqlOf({ total: col.whole, body: col.text })(`${before}select ${total} as total, ${body} as body`)
        const theirSql = bodySql(
          `select json_agg(r)::text as body from (select r.* from purchase_request r join unnest($1::int[]) with ordinality asked(id, n) on asked.id = r.id order by asked.n) r`,
        )
        const decided = withDecisions(purchaseRequests)
        const ours = Effect.gen(function* () {
          const [row] = yield* statement(ourSql, values)
          return JSON.stringify(yield* decided(JSON.parse(row!.body) as ReadonlyArray<object>, who))
        })
        const ids = idsOf(await company.run(ours))
        const theirs = Effect.map(statement(theirSql, [ids]), ([row]) => row!.body)
        if (ids.length !== page || !isDeepStrictEqual(ids, idsOf(await company.run(theirs)))) throw new Error("Both sides do not answer the same rows")
        const timed = (answer: Effect.Effect<string, unknown, Core>) => async () => {
          const begin = performance.now()
          for (let n = 0; n < answers; n++) await company.run(answer)
          return (performance.now() - begin) / answers
        }
        return [atMost("list-sql", 4, await interleaved(rounds, timed(ours), timed(theirs), log))]
      }),
    ),
}
