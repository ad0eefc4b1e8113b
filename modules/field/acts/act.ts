/** An act performed on a device: stored as it was signed, then decided by its own command, in one commit with the resulting changes. */
import { actStates } from "@ops/platform/access/signed-act.ts"
import {
  type Command,
  command,
  conflict,
  forbidden,
  get,
  invalid,
  newId,
  permitted,
  type CommandGenerator,
  type Outcome,
  unchanged,
} from "@ops/platform/records/command.ts"
import { Instant, label, Line, Literals, Optional, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { DeviceForked, DeviceHeard, fieldDevices, Ms } from "../devices/device.ts"
import { howOf } from "./outcome.ts"

const signed = {
  deviceId: Ref("field_device"),
  siteId: Ref("site"),
  number: Whole,
  digest: Line(43),
  /** the exact bytes that were signed. They refer to people by number, like the resulting events */
  text: Text(16_384),
  signature: Line(100),
  act: Line(80),
  actedBy: Ref("person"),
  /** earliest time (the device's last answer from the server), most likely time, and latest time (arrival) */
  notBefore: Instant,
  happenedAt: label("Happened", Instant),
  arrivedAt: label("Arrived", Instant),
  /** the possible error of the time */
  doubtMs: Ms,
}

export const FieldAct = record(
  "field_act",
  { ...signed, status: Literals(...actStates), sentence: Text(500), recordId: Optional(Whole) },
  {
    grows: true,
    label: "Field act",
    title: "act || ' ' || number",
    unique: [{ fields: ["deviceId", "number", "digest"], sentence: "This record was already received" }],
    indexes: [
      ["status", "id"],
      ["happenedAt", "id"],
    ],
  },
)
export type FieldActRow = Row<typeof FieldAct>

export const ActReceived = event("ActReceived", 1, signed, ({ act, number }) => `Act ${number} of its device received: ${act}`)
export const ActRecorded = event(
  "ActRecorded",
  1,
  { recordId: Whole, how: Literals("recorded", "duplicate", "late") },
  ({ how }) => ({ recorded: "Recorded", duplicate: "Recorded before: nothing changed", late: "Recorded late" })[how],
)
export const ActHeld = event("ActHeld", 1, { sentence: Text(500) }, ({ sentence }) => `Waits: ${sentence}`)
export const ActProposed = event("ActProposed", 1, { sentence: Text(500) }, ({ sentence }) => `For finance to decide: ${sentence}`)
export const ActRefused = event("ActRefused", 1, { sentence: Text(500) }, ({ sentence }) => `Refused: ${sentence}`)
export const ActTakenUp = event("ActTakenUp", 1, {}, () => "To be decided again")
export const ActClosed = event("ActClosed", 1, { reason: Text(500), closedBy: Optional(Ref("person")) }, ({ reason }) => `Closed: ${reason}`)

const told =
  <S extends FieldActRow["status"]>(status: S) =>
  (row: FieldActRow, { sentence }: { readonly sentence: string }) => ({ ...row, status, sentence })
export const fieldActs = stream(FieldAct, ActReceived, ActRecorded, ActHeld, ActProposed, ActRefused, ActTakenUp, ActClosed).fold({
  ActReceived: (_, act) => ({ ...act, status: "received" as const, sentence: "", recordId: null }),
  ActRecorded: (act, { recordId, how }) => ({ ...act, status: how, sentence: "", recordId }),
  ActHeld: told("held" as const),
  ActProposed: told("proposed" as const),
  ActRefused: told("refused" as const),
  ActTakenUp: (act) => ({ ...act, status: "received" as const, sentence: "" }),
  ActClosed: (act, { reason }) => ({ ...act, status: "closed" as const, sentence: reason }),
})

export const rows = ownSite("siteId", "6: own site; 8: own site if it has one; 7 and 10: all")
const seen = visible(fieldActs, rows)

/** A link of a device's chain. */
export interface Link {
  readonly number: number
  readonly digest: string
  readonly previous: string
}
export type ReceivedAct = Parameters<typeof ActReceived>[0] & Link

/** The number up to which nothing is missing, and the digest there. */
const completed = (whole: number, tip: string, links: ReadonlyArray<Link>) => {
  const after = new Map(links.map((link) => [`${link.number} ${link.previous}`, link]))
  for (let next = after.get(`${whole + 1} ${tip}`); next; next = after.get(`${whole + 1} ${tip}`)) ({ number: whole, digest: tip } = next)
  return { whole, tip }
}

/** Stores what a device has signed, whatever the outcome. `known` holds its links beyond the complete part of its chain, and those with the same numbers. */
export const receiveActs = (known: ReadonlyArray<Link>) =>
  command(
    "field_act.receive",
    function* (input: { readonly deviceId: number; readonly skewMs: number; readonly acts: ReadonlyArray<ReceivedAct> }): CommandGenerator<Outcome> {
      const { deviceId, skewMs, acts } = input
      const device = yield* get(fieldDevices, deviceId)
      const there = new Set(known.map(({ number, digest }) => `${number} ${digest}`))
      const changes: Array<Change> = []
      for (const { previous: _, ...act } of acts) {
        const key = `${act.number} ${act.digest}`
        if (there.has(key)) continue
        there.add(key)
        changes.push(fieldActs.at(yield* newId(fieldActs), ActReceived(act)))
      }
      if (changes.length === 0) return unchanged(deviceId)
      const links = [...known, ...acts]
      const fork = acts.find((act) => links.some((other) => other.number === act.number && other.digest !== act.digest))
      const heard = { ...completed(device.whole, device.tip, links), top: Math.max(device.top, ...acts.map(({ number }) => number)), skewMs }
      changes.push(fieldDevices.at(deviceId, DeviceHeard(heard)))
      if (fork && !device.forked) changes.push(fieldDevices.at(deviceId, DeviceForked({ number: fork.number })))
      return { changes, id: deviceId }
    },
  )

/** The statuses in which an act has not been decided. */
const isOpen = ({ status }: Pick<FieldActRow, "status">) => status === "received" || status === "held"

/** Decides an act by its own command, with the outcome in the same commit: it cannot be executed twice, nor executed without being recorded. */
export const settleAct = (inner: Command<unknown>, id: number): Command<unknown> =>
  command(inner.name, function* (input: unknown, by): CommandGenerator<Outcome> {
    const act = yield* get(fieldActs, id)
    if (!isOpen(act)) return unchanged(id)
    const made = yield* inner.decide(input, by)
    return { changes: [...made.changes, fieldActs.at(id, ActRecorded({ recordId: made.id, how: howOf(made.changes) }))], id }
  })

/** Stores why an act is not recorded. */
export const answerAct = command(
  "field_act.answer",
  function* ({ id, status, sentence }: { id: number; status: "held" | "proposed" | "refused"; sentence: string }) {
    const act = yield* get(fieldActs, id)
    if (!isOpen(act) || (status === act.status && sentence === act.sentence)) return unchanged(id)
    const answer = { held: ActHeld, proposed: ActProposed, refused: ActRefused }[status]
    return [fieldActs.at(id, answer({ sentence }))]
  },
)

const waits = ({ status }: FieldActRow) => {
  if (status === "closed") throw conflict("This record is already closed")
  if (status !== "refused" && status !== "proposed" && status !== "held") throw conflict("There is nothing to decide: this was recorded")
}

/** Closes an act that was not recorded, with a reason that the device shows. */
export const closeAct = command(
  "field_act.close",
  "Dismiss a record that was refused, with a reason that the device shows",
  { id: Ref("field_act"), reason: Text(500) },
  function* ({ id, reason }, by) {
    if (by.level < 6) throw forbidden("Only a supervisor can decide on refused records")
    waits(yield* seen(id, by))
    yield* permitted()
    if (reason === "") throw invalid("Reason is required")
    return [fieldActs.at(id, ActClosed({ reason, closedBy: by.person }))]
  },
)

/** Decides an act again, once the obstacle is gone: the session was reopened, the period released, the person placed. */
export const retryAct = command("field_act.retry", "Retry a refused record once the obstacle is removed", { id: Ref("field_act") }, function* ({ id }, by) {
  if (by.level < 6) throw forbidden("Only a supervisor can decide on refused records")
  waits(yield* seen(id, by))
  yield* permitted()
  return [fieldActs.at(id, ActTakenUp({}))]
})
