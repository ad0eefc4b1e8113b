/**
 * Service levels: the working minutes for response and resolution, by client, service and priority. Each promise has a
 * start date, and an order keeps the promise that applied when it was raised.
 */
import { type Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { command, conflict, find, get, invalid, findById, newId, type CommandGenerator, all, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, Flag, Line, Literals, Money, Optional, Parts, Ref, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { clients } from "@ops/clients/client.ts"
import { siteShifts } from "@ops/people/attendance/shift.ts"
import { calendarOf } from "@ops/people/working-days/work-week.ts"
import { dueAfter, type Hold, type WorkingTime, workingTimeBetween } from "./sla.ts"
import { priorities, serviceTypes } from "../work-orders/labels.ts"

const promise = {
  from: BusinessDate,
  /** null: nothing is promised */
  responseMinutes: Optional(Whole),
  resolutionMinutes: Optional(Whole),
  /** whether the clock runs day and night; otherwise only in the working time of the site */
  aroundTheClock: Flag,
  /** cents (USD) credited to the client for an order resolved too late; 0 for no credit */
  creditAmount: Money,
}
const Promised = Schema.Struct({
  from: Schema.String,
  responseMinutes: Schema.NullOr(Schema.Int),
  resolutionMinutes: Schema.NullOr(Schema.Int),
  aroundTheClock: Schema.Boolean,
  creditAmount: Schema.Int,
})
export type Promised = typeof Promised.Type

const whom = {
  /** null: every client without its own promise, and internal work */
  clientId: Optional(Ref("client")),
  /** null: every service without its own promise */
  serviceType: Optional(Literals(...serviceTypes)),
  priority: Literals(...priorities),
}
export const SlaPolicy = record(
  "sla_policy",
  {
    ...whom,
    /** client, service and priority in one text */
    key: Line(100),
    /** in order of date */
    terms: Parts(Promised),
  },
  {
    label: "Service level",
    title: "priority || ' ' || coalesce(service_type, 'any service')",
    unique: [{ fields: ["key"], sentence: "This service level already exists. Change it instead" }],
  },
)

const span = (minutes: number | null) => (minutes === null ? "not promised" : `${minutes} minutes`)
export const SlaPolicyMade = event("SlaPolicyMade", 1, { ...whom, key: Line(100) }, ({ clientId, serviceType, priority }, title) =>
  [clientId === null ? "Every client" : title("client", clientId), serviceType ?? "any service", priority].join(", "),
)
export const SlaPromised = event(
  "SlaPromised",
  1,
  promise,
  ({ from, responseMinutes, resolutionMinutes, aroundTheClock }) =>
    `From ${from}: response ${span(responseMinutes)}, resolution ${span(resolutionMinutes)}${aroundTheClock ? ", day and night" : ""}`,
)
export const slaPolicies = stream(SlaPolicy, SlaPolicyMade, SlaPromised).fold({
  SlaPolicyMade: (_, made) => ({ ...made, terms: [] }),
  SlaPromised: (row, term) => ({ ...row, terms: [...row.terms.filter(({ from }) => from !== term.from), term].sort((a, b) => (a.from < b.from ? -1 : 1)) }),
})

const keyOf = (clientId: number | null, serviceType: string | null, priority: string) => `${clientId ?? "every"}/${serviceType ?? "any"}/${priority}`

export const SLA_MANAGERS: ReadonlyArray<Permission> = ["department.manage"]
const requireManager = requiring(SLA_MANAGERS, "Only management can change service levels")
/** The minutes of a year. */
const most = 525_600

export interface NewPromise extends Promised {
  readonly clientId: number | null
  readonly serviceType: (typeof serviceTypes)[number] | null
  readonly priority: (typeof priorities)[number]
}

/**
 * Sets a promise from a date; orders under way keep theirs. The first promise may begin on any day, a change tomorrow
 * at the earliest: an existing promise is not revoked.
 */
export const promiseSla = command("sla_policy.promise", function* ({ clientId, serviceType, priority, ...term }: NewPromise, by) {
  requireManager(by)
  if (clientId !== null) yield* get(clients, clientId)
  const { responseMinutes, resolutionMinutes, creditAmount, from } = term
  for (const [minutes, name] of [
    [responseMinutes, "Response"],
    [resolutionMinutes, "Resolution"],
  ] as const) {
    if (minutes !== null && (minutes < 1 || minutes > most)) throw invalid(`${name} must be from 1 to ${most} minutes, or blank for no limit`)
  }
  if (responseMinutes !== null && resolutionMinutes !== null && resolutionMinutes < responseMinutes)
    throw invalid("Resolution time cannot be shorter than response time")
  if (creditAmount < 0) throw invalid("Credit must be 0 or more")
  if (creditAmount > 0 && resolutionMinutes === null) throw invalid("A credit requires a resolution time")
  const key = keyOf(clientId, serviceType, priority)
  const known = yield* find(slaPolicies, { key })
  if (!known) {
    const id = yield* newId(slaPolicies)
    return [slaPolicies.at(id, SlaPolicyMade({ clientId, serviceType, priority, key })), slaPolicies.at(id, SlaPromised(term))]
  }
  const held = known.terms.findLast((held) => held.from <= from)
  if (held && JSON.stringify({ ...held, from }) === JSON.stringify({ ...term, from })) return unchanged(known.id)
  if (from <= by.today) throw conflict(`A service level in force can change from tomorrow at the earliest. Choose ${addDays(by.today, 1)} or later`)
  return [slaPolicies.at(known.id, SlaPromised(term))]
})

/** The fields of an order that its clock needs. */
export interface Clocked {
  readonly siteId: number
  readonly clientId: number | null
  readonly serviceType: (typeof serviceTypes)[number]
  readonly priority: (typeof priorities)[number]
  readonly origin?: string
}

export interface Clock {
  /** null if nothing is promised */
  readonly responseDue: string | null
  /** null if nothing is promised, and while the order is on hold */
  readonly resolutionDue: string | null
  /** the working minutes of finished holds */
  readonly pausedMinutes: number
}

/** The promise for an order on a day: the client's own before the general one, then the service's own before that for any service. */
export function* promisedFor({ clientId, serviceType, priority, origin }: Clocked, day: string): CommandGenerator<Promised | undefined> {
  // preventive work has its own date
  if (origin === "plan") return undefined
  const keys = [...(clientId === null ? [] : [keyOf(clientId, serviceType, priority), keyOf(clientId, null, priority)]), keyOf(null, serviceType, priority)]
  const found = yield* all(...[...keys, keyOf(null, null, priority)].map((key) => find(slaPolicies, { key })))
  for (const policy of found) {
    const term = policy?.terms.findLast(({ from }) => from <= day)
    if (term) return term
  }
  return undefined
}

/** The working time of a site from a date. */
export function* workingTimeOf(siteId: number, aroundTheClock: boolean, from: string, to: string): CommandGenerator<WorkingTime> {
  if (aroundTheClock) return { weeks: [], holidays: new Set(), shifts: [], aroundTheClock }
  const shifts = (yield* findById(siteShifts, siteId))?.shifts ?? []
  return { ...(yield* calendarOf(siteId, [], from, to)), shifts }
}

/** The furthest day, in days from now, at which a due time is searched. */
const furthest = 800

/** A number of working minutes, not counting these holds. */
export interface Wanted {
  readonly minutes: number | null
  readonly holds?: ReadonlyArray<Hold>
}

/** When each of these working times at a site will have passed since `at`; null for no minutes, and while a hold is open. */
export function* duesAt(siteId: number, aroundTheClock: boolean, at: string, wanted: ReadonlyArray<Wanted>): CommandGenerator<ReadonlyArray<string | null>> {
  const runs = wanted.map(({ minutes, holds = [] }) => minutes !== null && holds.every(({ to }) => to !== null))
  const last = wanted.flatMap(({ holds = [] }) => holds.flatMap(({ to }) => to ?? [])).reduce((last, to) => (to > last ? to : last), at)
  const dues: Array<string | null> = wanted.map(() => null)
  // most are due within a fortnight: every day of the span costs a lookup of holidays
  for (let days = aroundTheClock ? 370 : 14; days <= furthest && dues.some((due, n) => runs[n] && due === null); days *= 3) {
    const lastDay = addDays(dateOf(last), days)
    const time = yield* workingTimeOf(siteId, aroundTheClock, addDays(dateOf(at), -1), lastDay)
    for (const [n, { minutes, holds = [] }] of wanted.entries()) if (runs[n]) dues[n] = dueAfter(time, at, minutes!, holds, lastDay)
  }
  return dues
}

/** When an order raised at `at` must be responded to and resolved. The working minutes of its holds do not count. */
export function* clockOf(order: Clocked, at: string, holds: ReadonlyArray<Hold> = []): CommandGenerator<Clock> {
  const promised = yield* promisedFor(order, dateOf(at))
  if (!promised) return { responseDue: null, resolutionDue: null, pausedMinutes: 0 }
  const { responseMinutes, resolutionMinutes, aroundTheClock } = promised
  // an order on hold counts as responded to
  const wanted = [{ minutes: responseMinutes }, { minutes: resolutionMinutes, holds }]
  const [responseDue = null, resolutionDue = null] = yield* duesAt(order.siteId, aroundTheClock, at, wanted)
  return { responseDue, resolutionDue, pausedMinutes: yield* minutesOnHold(order.siteId, aroundTheClock, at, holds) }
}

/** The working minutes of finished holds. */
function* minutesOnHold(siteId: number, aroundTheClock: boolean, at: string, holds: ReadonlyArray<Hold>): CommandGenerator<number> {
  const over = holds.flatMap(({ from, to }) => (to === null ? [] : [{ from, to }]))
  const last = over.at(-1)
  if (!last) return 0
  const time = yield* workingTimeOf(siteId, aroundTheClock, addDays(dateOf(at), -1), dateOf(last.to))
  return Math.floor(over.reduce((sum, { from, to }) => sum + workingTimeBetween(time, from, to), 0) / 60_000)
}
