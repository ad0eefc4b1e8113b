/**
 * The clock of one work order against its service level: it follows the order's commands, escalates at 80 % and 100 %
 * of each time, and records whether the promise was met. A missed resolution proposes the agreed credit.
 */
import { type Permission, holdsAny } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { formatMoney } from "@ops/platform/money.ts"
import { command, conflict, consequence, forbidden, get, invalid, findById, unchanged } from "@ops/platform/records/command.ts"
import { Flag, Instant, Literals, Money, Optional, Parts, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { type Clocked, duesAt, promisedFor } from "./sla-policy.ts"
import {
  WorkOrderCancelled,
  WorkOrderCompleted,
  WorkOrderHeld,
  WorkOrderReopened,
  WorkOrderRequested,
  WorkOrderResumed,
  type WorkOrderRow,
  WorkOrderStarted,
} from "../work-orders/work-order.ts"

const standings = ["none", "running", "paused", "met", "missed"] as const
export const clocks = ["response", "resolution"] as const
export type ClockName = (typeof clocks)[number]
export const creditStatuses = ["proposed", "granted", "waived", "billed"] as const
/** The share of a promised time, in percent, at which the next level up is notified. */
export const warnPercent = 80

const promise = {
  siteId: Ref("site"),
  clientId: Optional(Ref("client")),
  responseMinutes: Optional(Whole),
  resolutionMinutes: Optional(Whole),
  aroundTheClock: Flag,
  /** cents (USD) for a missed resolution; 0 for no credit */
  creditAmount: Money,
}
const dues = {
  responseDue: Optional(Instant),
  resolutionDue: Optional(Instant),
  /** when 80 % of the time will have passed */
  responseWarnAt: Optional(Instant),
  resolutionWarnAt: Optional(Instant),
}
const Escalation = Schema.Struct({ clock: Schema.Literals(clocks), percent: Schema.Int, at: Schema.String, to: Schema.NullOr(Schema.Int) })

/** One row for each order with a service level; its id is the order's. */
export const SlaClock = record(
  "sla_clock",
  {
    ...promise,
    startedAt: Instant,
    ...dues,
    response: Literals(...standings),
    resolution: Literals(...standings),
    escalations: Parts(Escalation),
    /** when the next escalation is due; null while the clock does not run */
    nextAt: Optional(Instant),
    creditStatus: Optional(Literals(...creditStatuses)),
    creditNote: Text(500),
    creditDecidedBy: Optional(Ref("person")),
    invoiceId: Optional(Ref("invoice")),
  },
  {
    grows: true,
    label: "Service level clock",
    title: "(select o.order_number from work_order o where o.id = sla_clock.id)",
    indexes: [["nextAt"], ["creditStatus"], ["clientId"], ["startedAt", "id"], ["siteId", "startedAt", "id"]],
  },
)
export type SlaClockRow = Row<typeof SlaClock>

const of = (clock: ClockName) => (clock === "response" ? "Response" : "Resolution")
export const SlaClockStarted = event("SlaClockStarted", 1, { ...promise, ...dues }, ({ responseMinutes, resolutionMinutes }) => {
  const promised = [responseMinutes !== null && `response in ${responseMinutes}`, resolutionMinutes !== null && `resolution in ${resolutionMinutes}`]
  return `Promised: ${promised.filter(Boolean).join(", ")} working minutes`
})
export const SlaClockPaused = event("SlaClockPaused", 1, {}, () => "The clock is paused while the order is on hold")
export const SlaClockResumed = event("SlaClockResumed", 1, { resolutionDue: Optional(Instant), resolutionWarnAt: Optional(Instant) }, () => "The clock resumes")
export const SlaMet = event("SlaMet", 1, { clock: Literals(...clocks) }, ({ clock }) => `${of(clock)} within the promised time`)
export const SlaMissed = event("SlaMissed", 1, { clock: Literals(...clocks), due: Instant }, ({ clock, due }) => `${of(clock)} missed: due ${due}`)
export const SlaEscalated = event(
  "SlaEscalated",
  1,
  { clock: Literals(...clocks), percent: Whole, to: Optional(Ref("person")) },
  ({ clock, percent, to }, title) => `${of(clock)}: ${percent}% of the time has passed${to === null ? "" : `, notified: ${title("person", to)}`}`,
)
export const SlaClockStopped = event("SlaClockStopped", 1, {}, () => "The clock stopped: the order was cancelled")
export const SlaClockReopened = event("SlaClockReopened", 1, {}, () => "The clock resumes: the order was reopened")
export const SlaCreditProposed = event("SlaCreditProposed", 1, { amount: Money }, ({ amount }) => `Credit of USD ${formatMoney(amount)} proposed`)
export const SlaCreditDecided = event(
  "SlaCreditDecided",
  1,
  { granted: Flag, note: Text(500), decidedBy: Optional(Ref("person")) },
  ({ granted, note }) => `Credit ${granted ? "granted" : "waived"}${note === "" ? "" : `: ${note}`}`,
)
/** The credit is on an invoice. */
export const SlaCreditBilled = event(
  "SlaCreditBilled",
  1,
  { invoiceId: Ref("invoice") },
  ({ invoiceId }, title) => `Credited on ${title("invoice", invoiceId)}`,
)

type State = Pick<SlaClockRow, "response" | "resolution" | "escalations"> & { readonly [K in keyof typeof dues]: string | null }
/** When the next threshold of a running time will be reached. */
const nextOf = (row: State): string | null =>
  clocks
    .flatMap((clock) => {
      if (row[clock] !== "running") return []
      const warned = row.escalations.some((told) => told.clock === clock && told.percent === warnPercent)
      return [warned ? null : row[`${clock}WarnAt`], row[`${clock}Due`]]
    })
    .reduce<string | null>((first, at) => (at === null || (first !== null && first <= at) ? first : at), null)
const told = <R extends State>(row: R) => ({ ...row, nextAt: nextOf(row) })
const promisedOr = (due: string | null) => (due === null ? ("none" as const) : ("running" as const))

export const slaClocks = stream(
  SlaClock,
  SlaClockStarted,
  SlaClockPaused,
  SlaClockResumed,
  SlaMet,
  SlaMissed,
  SlaEscalated,
  SlaClockStopped,
  SlaClockReopened,
  SlaCreditProposed,
  SlaCreditDecided,
  SlaCreditBilled,
).fold({
  SlaClockStarted: (_, started, at) =>
    told({
      ...started,
      startedAt: at,
      response: promisedOr(started.responseDue),
      resolution: promisedOr(started.resolutionDue),
      escalations: [],
      creditStatus: null,
      creditNote: "",
      creditDecidedBy: null,
      invoiceId: null,
    }),
  SlaClockPaused: (row) => told({ ...row, resolution: row.resolution === "running" ? ("paused" as const) : row.resolution }),
  SlaClockResumed: (row, due) => told({ ...row, ...due, resolution: row.resolution === "paused" ? ("running" as const) : row.resolution }),
  SlaMet: (row, { clock }) => told({ ...row, [clock]: "met" as const }),
  SlaMissed: (row, { clock }) => told({ ...row, [clock]: "missed" as const }),
  SlaEscalated: (row, escalated, at) => told({ ...row, escalations: [...row.escalations, { ...escalated, at }] }),
  SlaClockStopped: (row) =>
    told({
      ...row,
      response: row.response === "running" ? ("none" as const) : row.response,
      resolution: row.resolution === "running" || row.resolution === "paused" ? ("none" as const) : row.resolution,
    }),
  SlaClockReopened: (row) => told({ ...row, resolution: row.resolution === "met" ? ("running" as const) : row.resolution }),
  SlaCreditProposed: (row) => ({ ...row, creditStatus: "proposed" as const }),
  SlaCreditDecided: (row, { granted, note, decidedBy }) => ({
    ...row,
    creditStatus: granted ? ("granted" as const) : ("waived" as const),
    creditNote: note,
    creditDecidedBy: decidedBy,
  }),
  SlaCreditBilled: (row, { invoiceId }) => ({ ...row, creditStatus: "billed" as const, invoiceId }),
})

/** The changes of a missed promise. */
const missed = (row: SlaClockRow, clock: ClockName): ReadonlyArray<Change> => {
  if (row[clock] === "missed") return []
  const proposes = clock === "resolution" && row.clientId !== null && row.creditAmount > 0 && row.creditStatus === null
  return [
    slaClocks.at(row.id, SlaMissed({ clock, due: row[`${clock}Due`]! })),
    ...(proposes ? [slaClocks.at(row.id, SlaCreditProposed({ amount: row.creditAmount }))] : []),
  ]
}
const kept = (row: SlaClockRow, clock: ClockName, met: boolean | null): ReadonlyArray<Change> => {
  if (met === null || row[clock] === "met" || row[clock] === "none") return []
  return met ? [slaClocks.at(row.id, SlaMet({ clock }))] : missed(row, clock)
}

const warnAfter = (minutes: number | null) => (minutes === null ? null : (minutes * warnPercent) / 100)

/** Updates the clock from the order's events. */
export const slaConsequences = [
  consequence(WorkOrderRequested, function* (requested: Clocked & { responseDue: string | null; resolutionDue: string | null }, { id, by }) {
    const promised = yield* promisedFor(requested, by.today)
    if (!promised || (promised.responseMinutes === null && promised.resolutionMinutes === null)) return []
    const { responseMinutes, resolutionMinutes, aroundTheClock, creditAmount } = promised
    const { siteId, clientId, responseDue, resolutionDue } = requested
    const wanted = [{ minutes: warnAfter(responseMinutes) }, { minutes: warnAfter(resolutionMinutes) }]
    const [responseWarnAt = null, resolutionWarnAt = null] = yield* duesAt(siteId, aroundTheClock, by.at, wanted)
    const started = SlaClockStarted({
      siteId,
      clientId,
      responseMinutes,
      resolutionMinutes,
      aroundTheClock,
      creditAmount,
      responseDue,
      resolutionDue,
      responseWarnAt,
      resolutionWarnAt,
    })
    return [slaClocks.at(id, started)]
  }),
  consequence(WorkOrderStarted, function* ({ responseMet }, { id }) {
    const clock = yield* findById(slaClocks, id)
    return clock ? kept(clock, "response", responseMet) : []
  }),
  consequence(WorkOrderHeld, function* (_, { id }) {
    return (yield* findById(slaClocks, id)) ? [slaClocks.at(id, SlaClockPaused({}))] : []
  }),
  consequence(WorkOrderResumed, function* ({ resolutionDue }, { id, row }: { id: number; row: WorkOrderRow }) {
    const clock = yield* findById(slaClocks, id)
    if (!clock) return []
    const wanted = [{ minutes: warnAfter(clock.resolutionMinutes), holds: row.holds }]
    const [resolutionWarnAt = null] = yield* duesAt(clock.siteId, clock.aroundTheClock, clock.startedAt, wanted)
    return [slaClocks.at(id, SlaClockResumed({ resolutionDue, resolutionWarnAt }))]
  }),
  consequence(WorkOrderCompleted, function* ({ resolutionMet }, { id }) {
    const clock = yield* findById(slaClocks, id)
    return clock ? kept(clock, "resolution", resolutionMet) : []
  }),
  consequence(WorkOrderCancelled, function* (_, { id }) {
    return (yield* findById(slaClocks, id)) ? [slaClocks.at(id, SlaClockStopped({}))] : []
  }),
  consequence(WorkOrderReopened, function* (_, { id }) {
    return (yield* findById(slaClocks, id)) ? [slaClocks.at(id, SlaClockReopened({}))] : []
  }),
]

export interface Escalating {
  readonly id: number
  /** the person notified at 80 %, and at 100 %; null if there is no higher level */
  readonly above: number | null
  readonly aboveThat: number | null
}

/** Performs the due escalations of an order's clock. At 100 % the promise is missed. */
export const escalateSla = command("sla.escalate", function* ({ id, above, aboveThat }: Escalating, by) {
  const row = yield* get(slaClocks, id)
  const changes = clocks.flatMap((clock): ReadonlyArray<Change> => {
    if (row[clock] !== "running") return []
    const [warn, due] = [row[`${clock}WarnAt`], row[`${clock}Due`]]
    if (due !== null && due < by.at) return [slaClocks.at(id, SlaEscalated({ clock, percent: 100, to: aboveThat })), ...missed(row, clock)]
    const warned = row.escalations.some((told) => told.clock === clock && told.percent === warnPercent)
    return warn !== null && warn <= by.at && !warned ? [slaClocks.at(id, SlaEscalated({ clock, percent: warnPercent, to: above }))] : []
  })
  return changes.length === 0 ? unchanged(id) : changes
})

/** Who decides whether a client gets a credit for late work. */
export const CREDIT_DECIDERS: ReadonlyArray<Permission> = ["department.manage", "finance.full"]
export const decideSlaCredit = command(
  "sla.decide_credit",
  function* ({ id, granted, note }: { readonly id: number; readonly granted: boolean; readonly note: string }, by) {
    if (by.person !== null && !holdsAny(by, CREDIT_DECIDERS)) throw forbidden("Only management or finance can decide on a credit")
    const row = yield* get(slaClocks, id)
    if (row.creditStatus === null) throw conflict("No credit is proposed for this order")
    if (row.creditStatus !== "proposed") throw conflict(`This credit is ${row.creditStatus} already`)
    if (!granted && note.trim() === "") throw invalid("Reason is required")
    return [slaClocks.at(id, SlaCreditDecided({ granted, note: note.trim(), decidedBy: by.person }))]
  },
)
