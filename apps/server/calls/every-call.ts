/** Every call of the contract, with addresses of existing records: for tests that check a rule for all of them. */
import { Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { changingStatements } from "@ops/ledger/changes/web/kinds.ts"
import { statementKinds } from "@ops/ledger/statements/statement.ts"
import { addDays } from "@ops/platform/calendar.ts"
import type { Person } from "@ops/platform/testing/server.ts"
import { Api } from "../api.ts"
import { sampleOf } from "@ops/platform/http/openapi/sample.ts"

export type Endpoint = HttpApiEndpoint.Top

export const endpoints: ReadonlyArray<Endpoint> = (() => {
  const all: Array<Endpoint> = []
  HttpApi.reflect(Api as unknown as HttpApi.Top, { onGroup: () => {}, onEndpoint: ({ endpoint }) => void all.push(endpoint as Endpoint) })
  return all
})()
/** Answers that end only when the caller disconnects. */
const endless = ["/api/events/stream"]
export const reads = endpoints.filter(({ method, path }) => method === "GET" && !endless.includes(path))
export const writes = endpoints.filter(({ method }) => method !== "GET")

type Query = ReadonlyArray<{ readonly name: string; readonly schema: Schema.Top; readonly required: boolean; readonly words: ReadonlyArray<string> }>
const wordsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Literal" ? [String(ast.literal)] : ast._tag === "Union" ? ast.types.flatMap(wordsOf) : []
/** The parameters of a call, with the values of those that accept only a few. */
export const queryOf = ({ query }: Endpoint): Query => {
  const ast = query && SchemaAST.toEncoded(query.ast)
  if (ast?._tag !== "Objects") return []
  return ast.propertySignatures.map(({ name, type }) => ({
    name: String(name),
    schema: Schema.make(type),
    required: !SchemaAST.isOptional(type),
    words: wordsOf(type),
  }))
}
const withQuery = (address: string, name: string, value: string) => `${address}${address.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}`

/** A sample of a list: the first, the last, and evenly spaced ones in between. */
const some = <A>(all: ReadonlyArray<A>, most: number): ReadonlyArray<A> =>
  all.length <= most ? all : Array.from({ length: most }, (_, n) => all[Math.round((n * (all.length - 1)) / Math.max(1, most - 1))]!)

/** The fields of a list row used to address its records. */
interface Row {
  readonly [field: string]: unknown
}

/** Ids of records that no list contains, by the path prefix of their calls. */
export type Unlisted = Readonly<Record<string, ReadonlyArray<string | number>>>

/**
 * Addresses of a call for existing records, as `ask` sees them: several if there are several records. Ids come from the list at the beginning of the
 * path, required parameters from their schema. `given` contains the addresses that cannot be derived this way.
 */
export const addressesOf = (ask: Person, { idsEach = 8, unlisted = {} }: { readonly idsEach?: number; readonly unlisted?: Unlisted } = {}) => {
  const known = new Map<string, Promise<Row>>()
  const read = (path: string) => {
    const before = known.get(path) ?? ask("GET", path).then(({ status, body }) => (status === 200 ? body : []))
    known.set(path, before)
    return before
  }
  const list = async (path: string): Promise<ReadonlyArray<Row>> => {
    const rows = await read(path)
    return Array.isArray(rows) ? rows : []
  }
  const idsOf = async (path: string) => some(unlisted[path] ?? (await list(path)).map(({ id }) => id).filter((id) => id !== undefined && id !== null), idsEach)
  const today = async () => (await read("/api/dashboard/metrics")).today as string
  const ofRuns = async (document: "remittance" | "certificate") => {
    const ids = await idsOf("/api/payment-runs?status=executed")
    const runs = await Promise.all(ids.map((id) => read(`/api/payment-runs/${id}`)))
    return runs
      .flatMap((run) => ((run["items"] ?? []) as ReadonlyArray<Row>).map((item) => ({ run, item })))
      .filter(({ item }) => document === "remittance" || item["withholding"] !== "0.00")
      .map(({ run, item }) => `/api/payment-runs/${run.id}/vendors/${item["vendorId"]}/${document}/download`)
      .slice(0, 40)
  }

  const given: Readonly<Record<string, () => Promise<ReadonlyArray<string>>>> = {
    "/api/imports/:what": async () => (await list("/api/imports")).map(({ what }) => `/api/imports/${what}`),
    "/api/acknowledgements/:token": async () => {
      const found: Array<string> = []
      for (const { id } of (await list("/api/mails?aboutKind=purchase_request")).slice(0, 20)) {
        if (found.length >= 3) break
        const letter = JSON.stringify(await read(`/api/mails/${id}`))
        found.push(...[...letter.matchAll(/\/acknowledge\/([\w.~%-]+)/g)].map(([, token]) => `/api/acknowledgements/${token}`))
      }
      return found.slice(0, 3)
    },
    "/api/day-links/:token": async () => (unlisted["/api/day-links"] ?? []).map((token) => `/api/day-links/${token}`),
    "/api/field/pack": async () => (await list("/api/field/devices")).map(({ deviceKey }) => `/api/field/pack?device=${deviceKey}`),
    "/api/signed-days/sheet": async () =>
      some(await list("/api/signed-days"), idsEach).map(
        ({ siteId, clientId, date }) => `/api/signed-days/sheet?siteId=${siteId}&clientId=${clientId}&date=${date}`,
      ),
    // its address is shown once
    "/api/calendars/feed/:address": async () => (unlisted["/api/calendars/feed"] ?? []).map((address) => `/api/calendars/feed/${address}`),
    "/api/reports/:statement": async () => {
      const year = (await today()).slice(0, 4)
      return statementKinds.flatMap((kind) => [`/api/reports/${kind}`, `/api/reports/${kind}?period=${year}`])
    },
    "/api/reports/:statement/changes": async () => {
      const day = await today()
      return changingStatements.map((kind) => `/api/reports/${kind}/changes?period=${day.slice(0, 4)}&since=${addDays(day, -7)}T12:00:00Z`)
    },
    /** one waiting record of each kind */
    "/api/approvals/:kind/:id": async () => [...new Map((await list("/api/approvals")).map(({ kind, id }) => [kind, `/api/approvals/${kind}/${id}`])).values()],
    "/api/month-end/:period": async () => some(await list("/api/periods"), idsEach).map(({ period }) => `/api/month-end/${period}`),
    "/api/periods/:period/checklist": async () => (await list("/api/periods")).map(({ period }) => `/api/periods/${period}/checklist`),
    "/api/periods/:period/pack/:report": async () =>
      (await list("/api/periods")).flatMap(({ period, pack }) =>
        ((pack ?? []) as ReadonlyArray<Row>).map(({ report }) => `/api/periods/${period}/pack/${report}`),
      ),
    "/api/payment-runs/:id/vendors/:vendorId/remittance/download": () => ofRuns("remittance"),
    "/api/payment-runs/:id/vendors/:vendorId/certificate/download": () => ofRuns("certificate"),
    "/api/menus/recommendations": async () => (await idsOf("/api/sites")).map((id) => `/api/menus/recommendations?siteId=${id}`),
    "/api/accounts-payable/proposal": async () =>
      (await idsOf("/api/purchase-requests?status=completed")).map((id) => `/api/accounts-payable/proposal?purchaseRequestId=${id}`),
    "/api/purchase-requests/:id/receipts/:receipt/reversal": async () =>
      (await list("/api/purchase-requests?limit=500"))
        .flatMap(({ id, receipts = [] }) => (receipts as ReadonlyArray<Row>).map(({ number }) => `/api/purchase-requests/${id}/receipts/${number}/reversal`))
        .slice(0, idsEach),
    // entries that follow from documents are reversed with these
    "/api/journal-entries/:id/reversal": async () =>
      (await list("/api/journal-entries?limit=500"))
        .filter(({ canReverse }) => canReverse)
        .slice(0, idsEach)
        .map(({ id }) => `/api/journal-entries/${id}/reversal`),
    "/api/construction-costs/:id/reversal": async () => {
      const costs = await Promise.all((await idsOf("/api/construction-projects")).map((id) => list(`/api/construction-projects/${id}/costs?limit=200`)))
      return costs.flatMap((of) => of.filter(({ canTakeBack }) => canTakeBack).map(({ id }) => `/api/construction-costs/${id}/reversal`)).slice(0, idsEach)
    },
    "/api/purchase-requests/outlook": async () => (await idsOf("/api/sites")).map((id) => `/api/purchase-requests/outlook?siteId=${id}`),
    "/api/procurement-budgets/:id/history": async () => (await idsOf("/api/sites")).map((id) => `/api/procurement-budgets/${id}/history`),
    "/api/hr/staff/:id/leave-preview": async () => {
      const [type] = await idsOf("/api/hr/leave-types")
      const from = addDays(await today(), 7)
      return (await idsOf("/api/hr/staff")).map((id) => `/api/hr/staff/${id}/leave-preview?leaveTypeId=${type}&startDate=${from}&endDate=${addDays(from, 2)}`)
    },
    "/api/hr/leave-calendar": async () => [`/api/hr/leave-calendar?from=${addDays(await today(), -30)}&to=${await today()}`],
    "/api/construction-projects/:id/tasks/:taskId/candidates": async () => {
      const plans = await Promise.all(
        (await idsOf("/api/construction-projects")).map(async (id) => ({ id, plan: await read(`/api/construction-projects/${id}/tasks`) })),
      )
      return plans.flatMap(({ id, plan }) =>
        ((Array.isArray(plan) ? plan : (plan["tasks"] ?? [])) as ReadonlyArray<Row>)
          .slice(0, 2)
          .map((task) => `/api/construction-projects/${id}/tasks/${task.id}/candidates`),
      )
    },
    "/api/audit/policy": async () => {
      const from = `from=${addDays(await today(), -300)}`
      const { chains } = await read("/api/audit/words")
      const pairs = (chains as ReadonlyArray<{ readonly chain: string; readonly duties: ReadonlyArray<{ readonly duty: string }> }>).map(
        ({ chain, duties }) => `/api/audit/policy?${from}&chain=${chain}&first=${duties[0]!.duty}&second=${duties[1]!.duty}`,
      )
      return [...["expense", "petty_cash", "purchase", "journal"].map((kind) => `/api/audit/policy?${from}&kind=${kind}&level=8&upTo=100`), ...pairs]
    },
    "/api/audit/permissions": async () => (await list("/api/users")).slice(0, 3).map(({ employeeId }) => `/api/audit/permissions?person=${employeeId}`),
    "/api/audit/moments": async () => {
      const { lists } = await read("/api/audit/words")
      const weekBefore = `${addDays(await today(), -7)}T12:00:00Z`
      const asked = some<{ readonly name: string }>(lists ?? [], idsEach * 6)
      const names = await Promise.all(asked.map(async ({ name }) => (await given[name]?.())?.[0] ?? name))
      return names.map((name) => `/api/audit/moments?list=${encodeURIComponent(name)}&a=${weekBefore}`)
    },
    "/api/audit/evidence/:kind/:id": async () => (await idsOf("/api/invoices")).slice(0, 2).map((id) => `/api/audit/evidence/invoice/${id}`),
    "/api/explain": async () =>
      (await list("/api/explain/figures"))
        .filter(({ needs }) => (needs as ReadonlyArray<unknown>).length === 0)
        .map(({ name }) => `/api/explain?figure=${name}`),
  }

  return async (endpoint: Endpoint): Promise<ReadonlyArray<string>> => {
    const { path } = endpoint
    const own = given[path]
    if (own) return own()
    const base = path.slice(0, path.indexOf("/:"))
    const plain = path.includes(":") ? (await idsOf(base)).map((id) => path.replace(/:\w+/, String(id))) : [path]
    const needed = queryOf(endpoint).filter(({ required }) => required)
    return plain.map((address) => needed.reduce((address, { name, schema }) => withQuery(address, name, String(sampleOf(schema))), address))
  }
}

/** The same address with each of the values that its parameters accept. */
export const variantsOf = (endpoint: Endpoint, address: string): ReadonlyArray<string> =>
  queryOf(endpoint).flatMap(({ name, words }) =>
    new RegExp(`[?&]${name}=`).test(address) || name === "format" ? [] : words.map((word) => withQuery(address, name, word)),
  )
