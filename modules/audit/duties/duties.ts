/** The duties that each person performed in each chain, from the events: overrides with their reasons, and conflicting duties of one person. */
import { Effect } from "effect"
import { addDays, isDate } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { logWhere } from "@ops/platform/records/history.ts"
import { actorsOf } from "../events/events.ts"
import { bad, namesOf } from "../events/log.ts"
import { type Chain, chains, type Duty } from "./duty-rules.ts"
import { quoted } from "@ops/platform/text.ts"

export interface DutiesAsked {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly chain?: string | undefined
  readonly person?: string | undefined
}

const most = 1000
const anyOf = (types: ReadonlyArray<string>) => `any(array[${types.map(quoted).join(", ")}])`

/** The events of a duty with the chain they belong to. */
const eventsOf = ({ kind }: Chain, { duty, events, elsewhere, when = "true" }: Duty) =>
  elsewhere === undefined
    ? `select e.stream as chain, ${quoted(duty)} as duty, e.position, e.commit_id, e.occurred_at from es.event e
       where e.type = ${anyOf(events)} and starts_with(e.stream, '${kind}/') and ${when} and e.position <= $1`
    : `select l.chain, ${quoted(duty)} as duty, e.position, e.commit_id, e.occurred_at from (${elsewhere}) l join es.event e on e.stream = l.stream
       where e.type = ${anyOf(events)} and ${when} and e.position <= $1`

export interface Held {
  readonly chain: string
  readonly duty: string
  readonly actor: string
  readonly times: number
  readonly position: number
}

interface WithParts {
  readonly parts: ReadonlyArray<Held>
}
const lastOf = ({ parts }: WithParts) => Math.max(...parts.map(({ position }) => position))
const newestFirst = (one: WithParts, other: WithParts) => lastOf(other) - lastOf(one)

const heldSql = sqlOf({ chain: col.text, duty: col.text, actor: col.text, times: col.whole, position: col.whole })
const overridesSql = sqlOf({ chain: col.text, position: col.whole, reason: col.text })
const nowSql = sql({ today: col.text, closed: col.whole }, "select to_char(es.today(), 'YYYY-MM-DD') as today, es.closed() as closed")

/** The duties of each person in each chain with events between two days. */
export const partsOf = (chain: Chain, from: string, to: string, closed: number) =>
  Effect.gen(function* () {
    const own = chain.duties.filter(({ elsewhere }) => elsewhere === undefined)
    const isBilledMeals = chain.duties.some(({ elsewhere }) => elsewhere?.includes("PeriodBilled"))
    return yield* statement(
      heldSql(`with touched as materialized (
         select distinct chain from (${own.map((duty) => eventsOf(chain, duty)).join(" union all ")}) o
         where occurred_at >= ($2::date::timestamp at time zone 'Africa/Juba') and occurred_at < (($3::date + 1)::timestamp at time zone 'Africa/Juba')
         ${isBilledMeals ? "and chain in (select 'invoice/' || (data->>'invoiceId') from es.event where type = 'PeriodBilled')" : ""})
       select d.chain, d.duty, a.actor, count(*)::int as times, min(d.position) as position
       from (${chain.duties.map((duty) => eventsOf(chain, duty)).join(" union all ")}) d
       join touched t on t.chain = d.chain join es.commit c on c.id = d.commit_id
       cross join lateral (select c.actor union all select c.on_behalf_of where c.on_behalf_of is not null) a
       group by 1, 2, 3 order by 5`),
      [closed, from, to],
    )
  })

/** The reason of an override: SQL. */
const saidOf = (of: { readonly reason: string } | { readonly said: string }) => ("said" in of ? of.said : `e.data->>${quoted(of.reason)}`)

/** The events that allowed what a rule blocks, of chains touched between two days. */
const overridesOf = (chain: Chain, from: string, to: string, closed: number) =>
  Effect.gen(function* () {
    if (chain.overrides.length === 0) return []
    const selects = chain.overrides.map(
      ({ event, when = "true", elsewhere, ...of }) =>
        `select ${elsewhere === undefined ? "e.stream" : "l.chain"} as chain, e.position, ${saidOf(of)} as reason
         from ${elsewhere === undefined ? "es.event e" : `(${elsewhere}) l join es.event e on e.stream = l.stream`}
         where e.type = ${quoted(event)} and ${when} and coalesce(${saidOf(of)}, '') <> '' and e.position <= $1
           and e.occurred_at >= ($2::date::timestamp at time zone 'Africa/Juba') and e.occurred_at < (($3::date + 1)::timestamp at time zone 'Africa/Juba')`,
    )
    return yield* statement(overridesSql(`select distinct * from (${selects.join(" union all ")}) o order by position desc limit ${most}`), [closed, from, to])
  })

/** The requested days, by default the current month, and the end of the log. Refuses (400) invalid days, or more than a year. */
export const askedDays = (asked: Pick<DutiesAsked, "from" | "to">) =>
  Effect.gen(function* () {
    const { today, closed } = (yield* statement(nowSql, []))[0]!
    const to = asked.to || today
    const from = asked.from || `${to.slice(0, 7)}-01`
    for (const [name, value] of [
      ["from", from],
      ["to", to],
    ] as const) {
      if (!isDate(value)) return yield* Effect.fail(bad(`${name} must be a day such as 2026-10-31`))
    }
    if (from > to) return yield* Effect.fail(bad("to must be on or after from"))
    if (addDays(from, 400) < to) return yield* Effect.fail(bad("The span cannot be longer than a year: choose from and to closer together"))
    return { from, to, closed }
  })

export const noSuchChain = bad(`There is no such chain. Choose one of: ${chains.map(({ chain }) => chain).join(", ")}`)

/** The report between two days in Juba, both inclusive; the default is the current month. Refuses an invalid query (400) and unknown names (404). */
export const dutiesReport = (asked: DutiesAsked) =>
  Effect.gen(function* () {
    const { from, to, closed } = yield* askedDays(asked)
    const wanted = asked.chain ? chains.filter(({ chain }) => chain === asked.chain) : chains
    if (wanted.length === 0) return yield* Effect.fail(noSuchChain)
    const only = asked.person ? (yield* actorsOf(asked.person)).actors : undefined
    const isWanted = (actor: string) => only === undefined || only.includes(actor)

    const found = yield* Effect.forEach(wanted, (chain) =>
      Effect.gen(function* () {
        const byChain = new Map<string, Array<Held>>()
        for (const part of yield* partsOf(chain, from, to, closed)) byChain.set(part.chain, [...(byChain.get(part.chain) ?? []), part])
        const overrides = yield* overridesOf(chain, from, to, closed)
        const pairs = [...byChain].flatMap(([stream, parts]) =>
          chain.apart.flatMap(({ duties: [first, second], why }) =>
            parts
              .filter(({ duty, actor }) => duty === first && !actor.startsWith("system:") && isWanted(actor))
              .flatMap((one) =>
                parts.filter(({ duty, actor }) => duty === second && actor === one.actor).map((other) => ({ stream, why, parts: [one, other] })),
              ),
          ),
        )
        const newest = [...byChain].filter(([, parts]) => parts.some(({ actor }) => isWanted(actor))).map(([stream, parts]) => ({ stream, parts }))
        return { chain, pairs: pairs.sort(newestFirst), overrides, newest: newest.sort(newestFirst) }
      }),
    )

    const shownPairs = found.flatMap(({ chain, pairs }) => pairs.slice(0, most).map((pair) => ({ chain, ...pair })))
    const records = found.flatMap(({ chain, newest }) => newest.slice(0, most).map((each) => ({ chain, ...each })))
    const positions = new Set<number>([
      ...shownPairs.flatMap(({ parts }) => parts.map(({ position }) => position)),
      ...records.flatMap(({ parts }) => parts.map(({ position }) => position)),
      ...found.flatMap(({ overrides }) => overrides.map(({ position }) => position)),
    ])
    const events = new Map((yield* logWhere("e.position = any($1::bigint[])", [[...positions]])).map((event) => [event.position, event]))
    const names = yield* namesOf(
      [...shownPairs, ...records, ...found.flatMap(({ overrides }) => overrides.map(({ chain: stream }) => ({ stream })))].map(({ stream }) => stream),
    )
    const done = (chain: Chain, { duty, times, position }: Held) => {
      const { occurredAt, by, actor, via, stream, text } = events.get(position)!
      return { duty, label: chain.duties.find((each) => each.duty === duty)!.label, times, position, at: occurredAt, by, actor, via, stream, text }
    }
    const nameOf = (stream: string) => names.get(stream) ?? stream
    const overrides = found.flatMap(({ chain, overrides }) =>
      overrides.flatMap(({ chain: stream, position, reason }) => {
        const { occurredAt, by, actor, text } = events.get(position)!
        return isWanted(actor) ? [{ chain: chain.chain, stream, record: nameOf(stream), position, at: occurredAt, by, actor, text, reason }] : []
      }),
    )
    return {
      from,
      to,
      overrides,
      pairs: shownPairs.map(({ chain, stream, why, parts }) => {
        const [first] = parts as [Held]
        const { by, actor } = events.get(first.position)!
        const reason = overrides.find((override) => override.stream === stream && override.actor === actor)?.reason ?? null
        return { chain: chain.chain, stream, record: nameOf(stream), actor, by, duties: parts.map((part) => done(chain, part)), why, reason }
      }),
      records: records.map(({ chain, stream, parts }) => ({
        chain: chain.chain,
        stream,
        record: nameOf(stream),
        duties: parts.map((part) => done(chain, part)),
      })),
      total: found.reduce((sum, { newest }) => sum + newest.length, 0),
    }
  })
