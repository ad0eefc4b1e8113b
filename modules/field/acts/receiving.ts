/** Receives signed acts of devices, decides them, and reports the outcome of each. The result is the same in any order of arrival and with any repetition. */
import { createPublicKey, type KeyObject, verify } from "node:crypto"
import { Effect, Redacted } from "effect"
import { type ActAnswer, actStates, type PacketAnswer, readAct, type SignedAct } from "@ops/platform/access/signed-act.ts"
import { permits } from "@ops/platform/access/rule.ts"
import { Config } from "@ops/platform/config.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { type Actor, notFound, Rejection, system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { proposeLateMeal } from "@ops/billing/late-meals/late-meal.ts"
import { proposalOf } from "@ops/billing/late-meals/server.ts"
import { recordAttendance } from "@ops/meals/meal-sessions/meal-attendance.ts"
import { type algorithms, digestOf, withinMs } from "../devices/device.ts"
import { answerAct, receiveActs, settleAct } from "./act.ts"
import { allowed } from "./allowed.ts"
import { stateOf } from "./outcome.ts"
import { peopleThen } from "./rights-then.ts"
import { turnsOf } from "./turns.ts"
import { anchors, whenOf } from "./when.ts"

export interface Packet {
  readonly device: string
  readonly sentAt: number
  readonly acts: ReadonlyArray<{ readonly text: string; readonly signature: string }>
}

const by = system("field")
const isoText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const deviceSql = sql(
  { id: col.whole, siteId: col.whole, algorithm: col.text, publicKey: col.text, whole: col.whole, status: col.text, enrolledMs: col.whole },
  `select id, site_id as "siteId", algorithm, public_key as "publicKey", whole, status, (extract(epoch from created_at) * 1000)::bigint as "enrolledMs" from field_device where device_key = $1`,
)
const linksSql = sql(
  { number: col.whole, digest: col.text, previous: col.text },
  // two lookups in the index: with `or`, Postgres would read every act of the device
  `select number, digest, split_part(text, E'\\n', 4) as previous from (
     select * from field_act where device_id = $1 and number > $2
     union all select * from field_act where device_id = $1 and number = any($3::bigint[]) and number <= $2) known`,
)
const openSql = sql(
  {
    id: col.whole,
    number: col.whole,
    text: col.text,
    act: col.text,
    doubtMs: col.whole,
    happenedAt: col.text,
    arrivedAt: col.text,
    deviceId: col.whole,
    actedBy: col.whole,
    deviceStatus: col.text,
    trustedTo: col.nullable(col.whole),
  },
  `select a.id, a.number, a.text, a.act, a.doubt_ms as "doubtMs", ${isoText("a.happened_at")} as "happenedAt", ${isoText("a.arrived_at")} as "arrivedAt",
     a.device_id as "deviceId", a.acted_by as "actedBy", d.status as "deviceStatus", d.trusted_to as "trustedTo"
   from field_act a join field_device d on d.id = a.device_id
   where a.status in ('received', 'held') and ($1::bigint is null or a.device_id = $1) and a.arrived_at <= $2::timestamptz
   order by a.happened_at, a.id limit 2000`,
)
const toldSql = sql(
  { digest: col.text, status: col.words(...actStates), sentence: col.text, recordId: col.nullable(col.whole) },
  `select digest, status, sentence, record_id as "recordId" from field_act where device_id = $1 and number = any($2::bigint[]) and digest = any($3::text[])`,
)
const timesSql = sql(
  { number: col.whole, ms: col.whole },
  `select number, (extract(epoch from happened_at) * 1000)::bigint as ms from field_act where device_id = $1 and number between $2 and $3`,
)
const missingSql = sql(
  { from: col.whole, to: col.whole },
  `select n.whole + 1 as from, n.number - 1 as to from (
     select number, lag(number, 1, (select whole from field_device where id = $1)) over (order by number) as whole
     from field_act where device_id = $1 and number > (select whole from field_device where id = $1)) n where n.number > n.whole + 1 order by 1`,
)

const keys = new Map<string, KeyObject>()
const keyOf = (publicKey: string) => {
  const key = keys.get(publicKey) ?? createPublicKey({ key: Buffer.from(publicKey, "base64url"), format: "der", type: "spki" })
  keys.set(publicKey, key)
  return key
}
/** Whether the device has signed the text: checked in threads of their own, because the signatures of a packet take longer than anything else about it. */
const fits = (algorithm: string, publicKey: string, text: string, signature: string) =>
  new Promise<boolean>((resolve) => {
    const key = keyOf(publicKey)
    const isEd25519 = algorithm === ("Ed25519" satisfies (typeof algorithms)[number])
    const [digest, given] = isEd25519 ? [null, key] : ["sha256", { key, dsaEncoding: "ieee-p1363" as const }]
    verify(digest, Buffer.from(text), given, Buffer.from(signature, "base64url"), (error, isRight) => resolve(!error && isRight))
  })

interface Open {
  readonly id: number
  readonly number: number
  readonly text: string
  readonly act: string
  readonly doubtMs: number
  readonly happenedAt: string
  readonly arrivedAt: string
  readonly deviceId: number
  readonly actedBy: number
  readonly deviceStatus: string
  readonly trustedTo: number | null
}

const sessionSql = sql(
  { contractId: col.nullable(col.whole), date: col.text, mealType: col.words("breakfast", "lunch", "dinner") },
  `select contract_id as "contractId", to_char(session_date, 'YYYY-MM-DD') as date, meal_type as "mealType" from meal_session where id = $1`,
)

/** A tap for a meal that is already billed becomes a late meal: finance bills or declines it. If it cannot be proposed, only the act remains. */
const proposeMeal = (fieldActId: number, act: string, input: unknown, person: Actor & { readonly at: string }) =>
  Effect.gen(function* () {
    const tap = input as { readonly mealSessionId?: number; readonly attended?: boolean }
    if (act !== recordAttendance.name || tap.attended !== true || tap.mealSessionId === undefined) return
    const [session] = yield* statement(sessionSql, [tap.mealSessionId])
    if (!session || session.contractId === null) return
    const fact = { ...session, contractId: session.contractId, heads: 1, reason: "Tapped on a device, and sent after the meal was billed", fieldActId }
    yield* execute(proposeLateMeal, yield* proposalOf(fact), person, { correlation: `field_act/${fieldActId}` })
  }).pipe(Effect.catch((error) => (error instanceof Rejection && error.status < 500 ? Effect.void : Effect.fail(error))))

/** Decides one act. A failure does not lose it: it stays received until it gets an outcome. */
const decideOne = (open: Open, personThen: Effect.Success<ReturnType<typeof peopleThen>>) =>
  Effect.gen(function* () {
    const { id, happenedAt } = open
    const say = (status: "held" | "proposed" | "refused", sentence: string) => execute(answerAct, { id, status, sentence }, by)
    const signed = readAct(open.text)
    const known = signed && allowed.get(signed.act)
    const prepared = signed && (yield* known?.prepare(signed.input, happenedAt, open.actedBy) ?? Effect.succeed(undefined))
    if (!signed || !known || !prepared) return yield* say("refused", "This cannot be done on a device")
    if (open.deviceStatus === "revoked" && open.number > (open.trustedTo ?? 0))
      return yield* say("refused", "This device was revoked before this record arrived")
    if ("awaits" in prepared) {
      const [files, are] = prepared.awaits === 1 ? ["file", "is"] : ["files", "are"]
      return yield* say("held", `Waits for ${prepared.awaits} ${files} of this record, which ${are} still on the device`)
    }
    const person = personThen(signed.person, happenedAt)
    if (typeof person === "string") return yield* say("refused", person)
    if (!permits(person, known.may)) return yield* say("refused", `${person.name} had no permission for this at that time`)
    const onDevice = { device: open.deviceId, number: open.number, arrivedAt: open.arrivedAt, doubtMs: open.doubtMs }
    yield* Effect.catch(
      execute(settleAct(prepared.command, id), prepared.input, { ...person, at: happenedAt, onDevice }, { correlation: `field_act/${id}` }),
      (error) => {
        if (!(error instanceof Rejection)) return Effect.fail(error)
        // it is decided again automatically; an overload is no verdict on the act
        if (error.status >= 500 || error.status === 429) return Effect.void
        const proposed = error.code === "billed" ? proposeMeal(id, signed.act, signed.input, { ...person, at: happenedAt }) : Effect.void
        return Effect.andThen(proposed, say(stateOf(error), error.message))
      },
    )
  })

/** Decides what is received or held, the oldest first: of one device, or of all that arrived before a moment. */
export const settleOpen = (device: number | null, arrivedBefore: string) =>
  Effect.gen(function* () {
    const open = yield* statement(openSql, [device, arrivedBefore])
    const personThen = yield* peopleThen([...new Set(open.map(({ actedBy }) => actedBy))])
    const decide = (each: Open) =>
      Effect.catch(decideOne(each, personThen), (error) => Effect.logWarning(`Field act ${each.id} was not decided yet: ${error.message}`))
    const inLine = (line: ReadonlyArray<Open>) => Effect.forEach(line, decide, { discard: true })
    for (const part of turnsOf(open, ({ act }) => allowed.get(act)?.inOrder === true)) {
      yield* Effect.forEach(part, inLine, { concurrency: 64, discard: true })
    }
    return open.length
  })

/** The acts to be stored, by number, without those that cannot be read or are not from this device. */
const acceptedFrom = async (
  device: { readonly key: string; readonly id: number; readonly siteId: number; readonly algorithm: string; readonly publicKey: string },
  acts: Packet["acts"],
) => {
  const read = acts.map(async ({ text, signature }) => {
    const signed: SignedAct | undefined = readAct(text)
    if (!signed || signed.device !== device.key || !(await fits(device.algorithm, device.publicKey, text, signature))) return []
    const { number, previous, act, person } = signed
    const own = { deviceId: device.id, siteId: device.siteId, number, previous, digest: digestOf(text), text, signature, act, actedBy: person }
    return [{ signed, own }]
  })
  return (await Promise.all(read)).flat().toSorted((one, other) => one.own.number - other.own.number)
}

export const receivePacket = (packet: Packet, now: number) =>
  Effect.gen(function* () {
    const { pepper } = yield* Config
    const known = anchors(Redacted.value(pepper))
    const skew = withinMs(packet.sentAt - now)
    const [device] = yield* statement(deviceSql, [packet.device])
    if (!device) return yield* Effect.fail(notFound("This device is not enrolled"))
    const accepted = yield* Effect.promise(() => acceptedFrom({ ...device, key: packet.device }, packet.acts))
    const [first, last] = [accepted[0]?.own.number ?? 0, accepted.at(-1)?.own.number ?? 0]
    const times = new Map((yield* statement(timesSql, [device.id, first - 1, last])).map(({ number, ms }) => [number, ms]))
    let after = times.get(first - 1)
    const acts = accepted.map(({ signed, own }, n) => {
      const when = whenOf(signed, skew, now, device.enrolledMs, known, { after, follow: accepted.length - 1 - n })
      after = times.get(own.number) ?? Date.parse(when.happenedAt)
      return { ...own, ...when }
    })
    if (acts.length > 0) {
      const receive = Effect.flatMap(statement(linksSql, [device.id, device.whole, acts.map(({ number }) => number)]), (links) =>
        execute(receiveActs(links), { deviceId: device.id, skewMs: skew, acts }, by, { remembersNew: true }),
      )
      // acts that another packet of the same device adds concurrently are found on a retry
      yield* Effect.retry(receive, { times: 6, while: (error) => error instanceof Rejection && error.status === 409 })
      yield* settleOpen(device.id, new Date(now).toISOString())
    }
    const told = new Map(
      (yield* statement(toldSql, [device.id, acts.map(({ number }) => number), acts.map(({ digest }) => digest)])).map((row) => [row.digest, row]),
    )
    const unreadable: Omit<ActAnswer, "digest"> = {
      status: "unreadable",
      sentence: "This record cannot be read, or its signature does not match this device",
      recordId: null,
    }
    const missing = yield* statement(missingSql, [device.id])
    return {
      now,
      anchor: known.write(packet.device, now, skew),
      acts: packet.acts.map(({ text }) => told.get(digestOf(text)) ?? { digest: digestOf(text), ...unreadable }),
      missing: missing.map(({ from, to }) => [from, to] as const),
      revoked: device.status === "revoked",
    } satisfies PacketAnswer
  })
