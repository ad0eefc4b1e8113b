/** Compares two moments: a kind of record row by row with the commands in between, or a report figure by figure. */
import { Context, Effect, SchemaAST } from "effect"
import { Headers, HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { InvalidatedBy } from "@ops/platform/access/rule.ts"
import { Authorization } from "@ops/platform/http/contract.ts"
import { type Instant, statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { Snapshots } from "@ops/platform/records/snapshots/snapshots.ts"
import { between, differences, type RowDifference, type Rows, type Step } from "@ops/platform/records/snapshots/snapshot-diff.ts"
import { isMoney } from "@ops/platform/records/field.ts"
import type { RecordKind } from "@ops/platform/records/record.ts"
import { Model } from "@ops/platform/records/records.ts"
import type { AnyStream } from "@ops/platform/records/stream.ts"
import { closedSql, bad, namesOf } from "../events/log.ts"

export interface MomentsAsked {
  readonly list: string
  readonly a: string
  readonly b?: string | undefined
}

/** A report: its path, and the kinds of record that it depends on. */
export interface Report {
  readonly path: string
  readonly kinds: ReadonlyArray<string>
  /** whether it requires a parameter, such as the day of `/api/posting-day` */
  readonly needsParameter: boolean
}

const needsParameter = (query: SchemaAST.AST | undefined) =>
  query?._tag === "Objects" && query.propertySignatures.some(({ type }) => !SchemaAST.isOptional(type))

/** The reports of a contract that can be read as of a moment: GET calls for signed-in people that do not name a record. */
export const reportsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>): ReadonlyArray<Report> => {
  const reports: Array<Report> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      const kinds = Context.get(mergedAnnotations, InvalidatedBy)
      if (endpoint.method === "GET" && endpoint.middlewares.has(Authorization) && kinds.length > 0 && !endpoint.path.includes(":")) {
        reports.push({ path: endpoint.path, kinds, needsParameter: needsParameter(endpoint.query?.ast) })
      }
    },
  })
  return reports
}

const rowsAtMost = 1000
const rowsOfCause = 100

/** The stream of a list name: "invoices" is invoice, "purchase-requests" is purchase_request. */
const streamNamed = (streams: ReadonlyArray<AnyStream>, list: string) => {
  const name = list.toLowerCase().replaceAll("-", "_")
  const names = [name, name.replace(/s$/, ""), name.replace(/ies$/, "y"), name.replace(/ches$/, "ch")]
  return streams.find(({ record }) => names.includes(record.kind))
}

/** What can be compared, for a picker: a report that requires a parameter is given by its full address. */
export const comparable = (streams: ReadonlyArray<AnyStream>, reports: ReadonlyArray<Report>) => [
  ...streams
    .map(({ record }) => ({ name: record.kind as string, label: record.label as string, of: "records" as const }))
    .sort((a, b) => (a.label < b.label ? -1 : 1)),
  ...reports
    .filter(({ needsParameter }) => !needsParameter)
    .map(({ path }) => ({ name: path, label: path.replace("/api/", "").replace(/[/-]/g, " "), of: "report" as const })),
]

/** Sums differences of money by field and currency. */
const moneyOf = ({ fields }: RecordKind) => {
  const columns = fields.filter(isMoney).map(({ name }) => name)
  const currencyOf = (name: string, row: Rows extends ReadonlyMap<number, infer Row> ? Row : never) =>
    /ssp$/i.test(name) ? "SSP" : /usd$/i.test(name) ? "USD" : typeof row["currency"] === "string" ? row["currency"] : "USD"
  type Row = Parameters<typeof currencyOf>[1] | undefined
  return (changes: ReadonlyArray<{ readonly before: Row; readonly after: Row }>) => {
    const sums = new Map<string, { field: string; currency: string; cents: number }>()
    const add = (row: Row, sign: 1 | -1) => {
      for (const field of row ? columns : []) {
        const cents = row![field]
        if (typeof cents !== "number") continue
        const currency = currencyOf(field, row!)
        const sum = sums.get(`${field} ${currency}`) ?? { field, currency, cents: 0 }
        sums.set(`${field} ${currency}`, { ...sum, cents: sum.cents + sign * cents })
      }
    }
    for (const { before, after } of changes) {
      add(before, -1)
      add(after, 1)
    }
    return [...sums.values()].filter(({ cents }) => cents !== 0).map(({ field, currency, cents }) => ({ field, currency, difference: formatMoney(cents) }))
  }
}

/** Formats the values of a kind's fields for people. */
const words = ({ fields }: RecordKind, names: ReadonlyMap<string, string>) => {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const tell = (name: string, value: unknown) => {
    const field = byName.get(name)
    if (value === null || value === undefined || value === "") return "nothing"
    if (field?.secret) return "(kept secret)"
    if (typeof value === "number" && field?.refers) return names.get(`${field.refers}/${value}`) ?? `${field.refers} ${value}`
    if (typeof value === "number" && field?.answer) return field.answer("x") === "es.money(x)" ? formatMoney(value) : formatQuantity(value)
    return typeof value === "object" ? JSON.stringify(value) : String(value)
  }
  // credentials are not shown with the fields of a record
  const isShown = (name: string) => name !== "passkeys"
  return ({ fields }: RowDifference) =>
    fields
      .filter(({ field }) => isShown(field))
      .map(({ field, before, after }) => ({ field, before: tell(field, before), after: tell(field, after) }))
      .filter(({ before, after }) => before !== after || before === "(kept secret)")
}

const tally = (made: ReadonlyArray<RowDifference>) => {
  const many = (what: RowDifference["what"]) => new Set(made.filter((each) => each.what === what).map(({ id }) => id)).size
  return { added: many("added"), removed: many("removed"), changed: many("changed") }
}

/** Compares the rows of a kind of record. */
const compareRecords = (stream: AnyStream, a: Instant, b: Instant | undefined, upTo: number) =>
  Effect.gen(function* () {
    const record = stream.record as RecordKind
    const { before, after, steps, log } = yield* between(stream, a, b, upTo)
    const rows = differences(before, after)
    const unexplained = differences(log, after)
    const key = (id: number) => `${record.kind}/${id}`
    const all = [...rows, ...unexplained, ...steps.map(({ made }) => made)]
    const refers = new Map(record.fields.flatMap(({ name, refers }) => (refers ? [[name, refers] as const] : [])))
    const referred = all.flatMap(({ fields }) =>
      fields.flatMap(({ field, before, after }) =>
        [before, after].flatMap((id) => (refers.has(field) && typeof id === "number" ? [`${refers.get(field)}/${id}`] : [])),
      ),
    )
    const names = yield* namesOf([...new Set([...all.map(({ id }) => key(id)), ...referred])])
    const tell = words(record, names)
    const money = moneyOf(record)
    const told = (made: RowDifference) => ({ stream: key(made.id), record: names.get(key(made.id)) ?? key(made.id), what: made.what, fields: tell(made) })

    const groups = new Map<string, Array<Step>>()
    for (const step of steps) {
      const { command, actor } = step.event
      groups.set(`${command} ${actor}`, [...(groups.get(`${command} ${actor}`) ?? []), step])
    }
    const causes = [...groups.values()].map((steps) => {
      const [first, last] = [steps[0]!.event, steps.at(-1)!.event]
      return {
        command: first.command as string | null,
        by: first.by,
        actor: first.actor,
        acts: new Set(steps.map(({ event }) => event.commit)).size,
        firstAt: first.occurredAt,
        lastAt: last.occurredAt,
        firstPosition: first.position,
        lastPosition: last.position,
        ...tally(steps.map(({ made }) => made)),
        money: money(steps),
        rows: steps.slice(0, rowsOfCause).map(({ event, made }) => ({ ...told(made), position: event.position, at: event.occurredAt, text: event.text })),
      }
    })
    if (unexplained.length > 0) {
      const at = b?.at ?? new Date().toISOString()
      const position = b?.position ?? upTo
      causes.push({
        command: null,
        by: "Unknown: no event explains it",
        actor: "",
        acts: 0,
        firstAt: at,
        lastAt: at,
        firstPosition: position,
        lastPosition: position,
        ...tally(unexplained),
        money: money(unexplained.map(({ id }) => ({ before: log.get(id), after: after.get(id) }))),
        rows: unexplained.slice(0, rowsOfCause).map((made) => ({ ...told(made), position, at, text: "The row differs from its events" })),
      })
    }
    return {
      label: record.label,
      ...tally(rows),
      money: money(rows.map(({ id }) => ({ before: before.get(id), after: after.get(id) }))),
      causes,
      rows: rows.slice(0, rowsAtMost).map(told),
    }
  })

type Figures = ReadonlyMap<string, { readonly label: string; readonly value: Readonly<Record<string, unknown>> }>

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value)
const nameIn = (row: Record<string, unknown>, n: number) => {
  const key = ["id", "date", "month", "code", "slug", "name", "siteId", "mealType"].filter(
    (name) => typeof row[name] === "string" || typeof row[name] === "number",
  )
  return key.length > 0 ? key.map((name) => row[name]).join(" ") : `row ${n + 1}`
}

/** The figures of a report: each object with plain values, by its path in the answer. */
const figuresOf = (answer: unknown, place = ""): Figures => {
  const figures = new Map<string, { label: string; value: Record<string, unknown> }>()
  const below = (part: unknown, name: string) => {
    for (const [path, figure] of figuresOf(part, place === "" ? name : `${place} › ${name}`)) figures.set(path, figure)
  }
  if (Array.isArray(answer)) for (const [n, part] of answer.entries()) below(part, isObject(part) ? nameIn(part, n) : `row ${n + 1}`)
  else if (isObject(answer)) {
    const plain = Object.entries(answer).filter(([name, value]) => name !== "asOf" && (value === null || typeof value !== "object"))
    if (plain.length > 0) figures.set(place, { label: place || "Figures", value: Object.fromEntries(plain) })
    for (const [name, part] of Object.entries(answer)) if (part !== null && typeof part === "object") below(part, name)
  } else figures.set(place, { label: place || "Figure", value: { value: answer } })
  return figures
}

/** The answer of a report at an instant, with the caller's own request; undefined means the present, up to the closed position `upTo`. */
const answerOf = (path: string, instant: Instant | undefined, upTo: number) =>
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const request = yield* HttpServerRequest.HttpServerRequest
    // a token that may only read the past gets the answer as of the current position
    const position = instant?.position ?? (request.headers["authorization"] === undefined ? undefined : upTo)
    const url = position === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}asOf=@${position}`
    const again = request.modify({ url, headers: Headers.remove(request.headers, "if-none-match") })
    const answer = yield* Effect.scoped(router.asHttpEffect()).pipe(Effect.provideService(HttpServerRequest.HttpServerRequest, again), Effect.orDie)
    const body = answer.body._tag === "Uint8Array" ? new TextDecoder().decode(answer.body.body) : ""
    if (answer.status !== 200)
      return yield* Effect.fail(new Rejection(answer.status === 403 ? 403 : 400, body || `This report cannot be read: ${answer.status}`))
    return figuresOf(JSON.parse(body) as unknown)
  })

const actsSql = sql(
  {
    command: col.text,
    actor: col.text,
    acts: col.whole,
    firstPosition: col.whole,
    lastPosition: col.whole,
    firstAt: col.text,
    lastAt: col.text,
  },
  `select c.command, c.actor, count(distinct c.id)::int as acts, min(e.position) as "firstPosition", max(e.position) as "lastPosition",
     to_char(min(e.occurred_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "firstAt",
     to_char(max(e.occurred_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastAt"
   from es.event e join es.commit c on c.id = e.commit_id
   where e.position > $1 and e.position <= $2 and split_part(e.stream, '/', 1) = any($3::text[]) group by 1, 2 order by 4`,
)

/** Compares a report; the causes are the commands on the kinds of record that it depends on. */
const compareReport = (path: string, kinds: ReadonlyArray<string>, a: Instant, b: Instant | undefined, upTo: number) =>
  Effect.gen(function* () {
    const before = yield* answerOf(path, a, upTo)
    const after = yield* answerOf(path, b, upTo)
    const places = [...new Set([...before.keys(), ...after.keys()])]
    const numbered = (figures: Figures) => new Map(places.flatMap((place, n) => (figures.has(place) ? [[n, figures.get(place)!.value] as const] : [])))
    const rows = differences(numbered(before), numbered(after))
    const acts = yield* statement(actsSql, [a.position, upTo, kinds])
    const names = yield* namesOf(acts.map(({ actor }) => actor.replace(":", "/")))
    const shown = (value: unknown) => (value === null || value === "" ? "nothing" : String(value))
    return {
      label: path,
      ...tally(rows),
      money: [],
      causes: acts.map(({ command, actor, ...act }) => ({
        ...act,
        command,
        actor,
        by: (names.get(actor.replace(":", "/")) ?? "Field Office").replace(/^Employee /, ""),
        added: 0,
        removed: 0,
        changed: 0,
        money: [],
        rows: [],
      })),
      rows: rows.slice(0, rowsAtMost).map(({ id, what, fields }) => ({
        stream: places[id]!,
        record: (after.get(places[id]!) ?? before.get(places[id]!))!.label,
        what,
        fields: fields.map(({ field, before, after }) => ({ field, before: shown(before), after: shown(after) })),
      })),
    }
  })

/** What changed in a list or report between two moments. Refuses (400, 422) an invalid query. */
export const compareMoments = (asked: MomentsAsked, reports: ReadonlyArray<Report>) =>
  Effect.gen(function* () {
    const { resolve } = yield* Snapshots
    const { streams } = yield* Model
    const isNow = (moment: string | undefined) => moment === undefined || moment === "" || moment === "now"
    if (isNow(asked.a)) return yield* Effect.fail(bad("The first moment must lie in the past: a day such as 2026-10-31, a time, or @ and a position"))
    const a = yield* resolve(asked.a)
    const b = isNow(asked.b) ? undefined : yield* resolve(asked.b!)
    const { closed } = (yield* statement(closedSql, []))[0]!
    const upTo = b?.position ?? closed
    if (upTo < a.position) return yield* Effect.fail(bad("The first moment must come before the second"))
    const path = asked.list.split("?")[0]
    const report = reports.find((report) => report.path === path)
    const stream = streamNamed(streams, asked.list)
    if (!report && !stream) {
      return yield* Effect.fail(
        bad(
          `There is no list ${asked.list.slice(0, 60)}. There are: ${streams
            .map(({ record }) => record.kind.replaceAll("_", "-"))
            .sort()
            .join(", ")}; and reports by their path, such as /api/dashboard/metrics`,
        ),
      )
    }
    const compared = yield* report ? compareReport(asked.list, report.kinds, a, b, upTo) : compareRecords(stream!, a, b, upTo)
    const moment = (asked: string, { at, position }: { readonly at: string; readonly position: number }) => ({ asked, at, position })
    return { list: asked.list, a: moment(asked.a, a), b: moment(asked.b || "now", b ?? { at: new Date().toISOString(), position: closed }), ...compared }
  })
