/** Replays a period under an approval limit or a separation of duties that did not apply then, from the events of the log. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sqlOf } from "@ops/platform/database/statement.ts"
import { formatMoney, parseMoney } from "@ops/platform/money.ts"
import { logWhere } from "@ops/platform/records/history.ts"
import { quoted } from "@ops/platform/text.ts"
import { limitKinds } from "@ops/finance/shared/labels.ts"
import { askedDays, type Held, noSuchChain, partsOf } from "../duties/duties.ts"
import { chains } from "../duties/duty-rules.ts"
import { stepsOf } from "../duties/permissions.ts"
import { bad, namesOf } from "../events/log.ts"
import { type Replayed, replayLimit, replayPair } from "./policy-replay.ts"

export type LimitKind = (typeof limitKinds)[number]

/** For each kind of decision: the event, the kind of its record, its value in cents of USD, and the condition for an override. */
const decisions: Readonly<Record<LimitKind, { readonly event: string; readonly kind: string; readonly worth: string; readonly when?: string }>> = {
  expense: { event: "ExpenseApproved", kind: "expense_request", worth: "r.amount_usd", when: "(e.data->>'final')::boolean" },
  petty_cash: { event: "PettyCashApproved", kind: "petty_cash_request", worth: "r.amount_usd" },
  purchase: { event: "PurchaseRequestApproved", kind: "purchase_request", worth: "r.estimated_total" },
  journal: {
    event: "JournalDraftPosted",
    kind: "journal_draft",
    worth: `(select sum((l->>'debitUsd')::bigint) from journal_entry j, jsonb_array_elements(j.lines) l where j.id = r.journal_entry_id)`,
  },
}

const decisionsSql = sqlOf({ stream: col.text, position: col.whole, actor: col.text, worth: col.whole, overridden: col.flag, askedAt: col.text, at: col.text })
const instant = (sql: string) => `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const decisionsOf = (kind: LimitKind, from: string, to: string, closed: number) => {
  const { event, kind: record, worth, when = "true" } = decisions[kind]
  return statement(
    decisionsSql(`select e.stream, e.position, coalesce(c.on_behalf_of, c.actor) as actor, coalesce(${worth}, 0)::bigint as worth, coalesce(e.data->>'overrideReason', '') <> '' as overridden,
          ${instant("(select min(f.occurred_at) from es.event f where f.stream = e.stream)")} as "askedAt", ${instant("e.occurred_at")} as at
        from es.event e join es.commit c on c.id = e.commit_id join ${record} r on r.id = split_part(e.stream, '/', 2)::bigint
        where e.type = ${quoted(event)} and ${when} and e.position <= $1 and starts_with(c.actor, 'person:')
          and e.occurred_at >= ($2::date::timestamp at time zone 'Africa/Juba') and e.occurred_at < (($3::date + 1)::timestamp at time zone 'Africa/Juba')
        order by e.position`),
    [closed, from, to],
  )
}

export interface PolicyAsked {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly kind?: LimitKind | undefined
  readonly level?: string | undefined
  readonly upTo?: string | undefined
  readonly chain?: string | undefined
  readonly first?: string | undefined
  readonly second?: string | undefined
}

interface Found {
  readonly stream: string
  readonly position: number
  readonly actor: string
  readonly worth: number | null
}

const days = (value: number) => Math.round(value * 10) / 10

/** A replay in the shape of the answer: records, people and days as text, newest first. */
const answered = <D extends Found>(
  rule: string,
  span: { readonly from: string; readonly to: string },
  checked: number,
  { stopped, usual, extra }: Replayed<D>,
) =>
  Effect.gen(function* () {
    const newest = [...stopped].sort((one, other) => other.decision.position - one.decision.position)
    const shown = newest.slice(0, 1000)
    const names = yield* namesOf(shown.map(({ decision: { stream } }) => stream))
    const events = new Map((yield* logWhere("e.position = any($1::bigint[])", [shown.map(({ decision }) => decision.position)])).map((e) => [e.position, e]))
    const worth = stopped.reduce((sum, { decision }) => sum + (decision.worth ?? 0), 0)
    return {
      ...span,
      rule,
      checked,
      count: stopped.length,
      amountUsd: stopped.some(({ decision }) => decision.worth !== null) ? formatMoney(worth) : null,
      usualDays: usual === null ? null : days(usual),
      extraDays: days(extra),
      stopped: shown.map(({ decision: { stream, position, actor, worth }, waited, extra }) => {
        const { by, text, occurredAt } = events.get(position)!
        return {
          stream,
          record: names.get(stream) ?? stream,
          position,
          at: occurredAt,
          by,
          actor,
          text,
          amountUsd: worth === null ? null : formatMoney(worth),
          waitedDays: days(waited),
          extraDays: extra === null ? null : days(extra),
        }
      }),
    }
  })

const limitReplay = (kind: LimitKind, asked: PolicyAsked) =>
  Effect.gen(function* () {
    const level = Number(asked.level)
    if (!/^\d{1,2}$/.test(asked.level ?? "") || level > 10) return yield* Effect.fail(bad("level must be a level such as 8"))
    const upTo = parseMoney(asked.upTo ?? "")
    if (upTo === undefined || upTo < 0) return yield* Effect.fail(bad("upTo must be an amount of USD such as 2500.00"))
    const span = yield* askedDays(asked)
    const found = yield* decisionsOf(kind, span.from, span.to, span.closed)
    const lives = new Map<string, Effect.Success<ReturnType<typeof stepsOf>>>()
    for (const { actor } of found) if (!lives.has(actor)) lives.set(actor, yield* stepsOf(Number(actor.slice("person:".length)), span.closed))
    const levelAt = (actor: string, position: number) => lives.get(actor)!.findLast(({ event }) => event.position <= position)?.person.accessLevel ?? 0
    const rows = found.map(({ at, ...row }) => ({ ...row, decidedAt: at, amountUsd: row.worth, level: Math.min(10, levelAt(row.actor, row.position)) }))
    const rule = `Level ${level} approves ${kind.replace("_", " ")} requests up to USD ${formatMoney(upTo)}`
    const sentence = kind === "journal" ? `Level ${level} posts journal entries up to USD ${formatMoney(upTo)}` : rule
    return yield* answered(sentence, { from: span.from, to: span.to }, rows.length, replayLimit(rows, { level, upTo }))
  })

const pairReplay = (name: string, asked: PolicyAsked) =>
  Effect.gen(function* () {
    const chain = chains.find((each) => each.chain === name)
    if (chain === undefined) return yield* Effect.fail(noSuchChain)
    const [first, second] = [asked.first, asked.second].map((duty) => chain.duties.find((each) => each.duty === duty))
    if (first === undefined || second === undefined || first === second)
      return yield* Effect.fail(bad(`first and second must be two of: ${chain.duties.map(({ duty }) => duty).join(", ")}`))
    const span = yield* askedDays(asked)
    const parts = (yield* partsOf(chain, span.from, span.to, span.closed)).filter(({ actor }) => actor.startsWith("person:"))
    const byRecord = Map.groupBy(parts, ({ chain }) => chain)
    const positions = parts.map(({ position }) => position)
    const times = new Map((yield* logWhere("e.position = any($1::bigint[])", [positions])).map((event) => [event.position, event.occurredAt]))
    const rows = [...byRecord].flatMap(([stream, held]) => {
      const of = (duty: string) => held.filter((part) => part.duty === duty)
      const [one, other] = [of(first.duty), of(second.duty)]
      if (one.length === 0 || other.length === 0) return []
      const same = other.find(({ actor }) => one.some((part) => part.actor === actor))
      const [asked, decided]: [Held, Held] = same ? [one.find(({ actor }) => actor === same.actor)!, same] : [one[0]!, other[0]!]
      const [askedAt, decidedAt] = [times.get(asked.position)!, times.get(decided.position)!]
      return [{ stream, position: decided.position, actor: decided.actor, worth: null, askedAt, decidedAt, samePerson: same !== undefined }]
    })
    const rule = `${chain.label}: one person cannot hold both duties, "${first.label}" and "${second.label}"`
    return yield* answered(rule, { from: span.from, to: span.to }, rows.length, replayPair(rows))
  })

/** The decisions that another rule would have stopped between two days. Refuses (400) a query with no rule, or with two. */
export const policyReplay = (asked: PolicyAsked) =>
  Effect.gen(function* () {
    if (asked.kind && asked.chain) return yield* Effect.fail(bad("Give a limit (kind, level, upTo) or a pair of duties (chain, first, second), not both"))
    if (asked.kind) return yield* limitReplay(asked.kind, asked)
    if (asked.chain) return yield* pairReplay(asked.chain, asked)
    return yield* Effect.fail(bad("Give a rule: a limit (kind, level, upTo) or a pair of duties (chain, first, second)"))
  })
