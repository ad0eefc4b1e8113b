/**
 * Two tablets in the demo scenario, a week that a client has signed, and a meal of it in dispute. What the tablets have signed at yesterday's lunch was tapped by others
 * too, or adds up to nothing, so that no figure changes; one act came late, one is refused, and one is of a meal that is billed.
 */
import { createPrivateKey, createPublicKey, sign } from "node:crypto"
import { Effect } from "effect"
import { writeAct } from "@ops/platform/access/signed-act.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { find, Rejection, system } from "@ops/platform/records/command.ts"
import { proposeLateMeal } from "@ops/billing/late-meals/late-meal.ts"
import { proposalOf } from "@ops/billing/late-meals/server.ts"
import { answerAct, fieldActs, receiveActs, settleAct } from "./acts/act.ts"
import { allowed } from "./acts/allowed.ts"
import { anchors, whenOf } from "./acts/when.ts"
import { digestOf, enrolDevice, fieldDevices, printOf } from "./devices/device.ts"
import { dayOf, signing } from "./signed-days/queries.ts"
import { readSheet } from "@ops/platform/access/day-sheet.ts"
import { disputeMeal } from "./signed-days/signed-day.ts"

const tablets = [
  { siteId: 1, label: "Canteen tablet, Unity State" },
  { siteId: 2, label: "Canteen tablet, Paloj" },
]
const entries = 3

const servedSql = sql(
  { mealSessionId: col.whole, staffMemberId: col.whole },
  `select m.id as "mealSessionId", a.staff_member_id as "staffMemberId" from meal_session m join meal_attendance a on a.meal_session_id = m.id
   where m.site_id = $1 and m.session_date = $2::date and m.meal_type = 'lunch' and a.attended order by a.id limit ${entries}`,
)
/** A person of another client, and a person who was not at a meal that is billed by now. */
const strangerSql = sql(
  { staffMemberId: col.whole },
  `select p.id as "staffMemberId" from staff_member p join meal_session m on m.id = $1 where p.site_id = m.site_id and p.client_id <> m.client_id and p.status = 'active' order by p.id limit 1`,
)
const billedSql = sql(
  { mealSessionId: col.whole, staffMemberId: col.whole, contractId: col.whole, date: col.text },
  `select m.id as "mealSessionId", p.id as "staffMemberId", m.contract_id as "contractId", to_char(m.session_date, 'YYYY-MM-DD') as date
   from meal_account t cross join lateral jsonb_array_elements(t.billed) b join meal_session m on m.contract_id = t.id and m.meal_type = 'dinner' and m.session_date = (b->>'to')::date
   join staff_member p on p.client_id = m.client_id and p.site_id = m.site_id and p.status = 'active' and (p.hire_date is null or p.hire_date <= m.session_date)
   where m.site_id = $1 and not exists (select from meal_attendance a where a.meal_session_id = m.id and a.staff_member_id = p.id) order by m.session_date desc, m.id, p.id limit 1`,
)
const signerSql = sql(
  { clientId: col.whole },
  `select client_id as "clientId" from client_contract where site_id = 1 and service_type = 'catering' order by id limit 1`,
)

/** The key of a tablet of the scenario, the same each time. */
const keyOf = (siteId: number) =>
  createPrivateKey({ key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.alloc(32, siteId)]), format: "der", type: "pkcs8" })

/** A signature of two strokes. */
const drawing = "60,140 90,60 120,140 150,80 180,130 210,90 260,120 330,110;380,150 430,70 470,140 520,100"

/** The days before yesterday that the client has signed, some of them by the link; one lunch is in dispute since. */
const signedWeek = ({ as, execute, until, days }: Scenario) =>
  Effect.gen(function* () {
    yield* until(as("FO-CEO-001", days[0]!, "06:00").at)
    for (const [n, date] of days.slice(-9, -2).entries()) {
      const at = as("FO-CEO-001", date, "20:30")
      yield* until(at.at)
      const [contract] = yield* statement(signerSql, [])
      if (!contract) return
      const { text } = yield* dayOf({ siteId: 1, clientId: contract.clientId, date })
      if (readSheet(text)?.meals.length === 0) continue
      const isByLink = n % 3 === 2
      const by = isByLink ? { ...system("client", at.at, "demo"), actor: `client:${contract.clientId}` } : at
      const input = { text, signedBy: n < 5 ? "Peter Lado" : "Mary Keji", role: n < 5 ? "Camp boss" : "Deputy camp boss", drawing, disputes: [] }
      const id = yield* execute(`field-day-${n + 1}`, yield* signing(input), input, by)
      if (n !== 4) continue
      const reason = "Two drivers ate at the gate and are not our people"
      yield* execute("field-day-dispute", disputeMeal, { id, mealType: "lunch" as const, reason }, as("FO-CEO-001", date, "21:00"))
    }
  })

/** What the tablets have signed yesterday. */
const tablet = ({ as, execute, look, until, days }: Scenario) =>
  Effect.gen(function* () {
    // the other records of today are written concurrently, in no particular order
    const day = days.at(-2)!
    const known = anchors("demonstration")
    const boss = (time: string) => as("FO-CEO-001", day, time)
    yield* until(boss("05:30").at)
    for (const { siteId, label } of tablets) {
      const publicKey = createPublicKey(keyOf(siteId)).export({ format: "der", type: "spki" }).toString("base64url")
      yield* execute(`field-device-${siteId}`, enrolDevice, { label, siteId, algorithm: "Ed25519" as const, publicKey }, boss("05:30"))
    }
    yield* until(boss("14:00").at)
    for (const { siteId } of tablets) {
      const secret = keyOf(siteId)
      const print = printOf(createPublicKey(secret).export({ format: "der", type: "spki" }).toString("base64url"), "Ed25519")!
      const device = yield* look(find(fieldDevices, { deviceKey: print.deviceKey }))
      const served = yield* statement(servedSql, [siteId, day])
      const [first] = served
      if (!device || !first) continue
      const tap = (tapped: (typeof served)[number], reason = "") => ({ act: "meal_attendance.record", input: { ...tapped, attended: true, reason, notes: "" } })
      const visitor = (count: 1 | -1) => ({ act: "meal_session.tally", input: { id: first.mealSessionId, kind: "visitors", count } })
      const [stranger] = siteId === 1 ? yield* statement(strangerSql, [first.mealSessionId]) : []
      const [billed] = siteId === 1 ? yield* statement(billedSql, [siteId]) : []
      const done = [
        ...served.map((tapped) => tap(tapped)),
        ...(siteId === 1 ? [visitor(1), visitor(-1)] : []),
        ...(stranger ? [tap({ mealSessionId: first.mealSessionId, ...stranger })] : []),
        ...(billed ? [tap({ mealSessionId: billed.mealSessionId, staffMemberId: billed.staffMemberId }, "On the night shift's list, found at the gate")] : []),
      ]
      const [enrolled, arrived] = [Date.parse(boss("05:30").at), Date.parse(boss("14:00").at)]
      let previous = print.tip
      const acts = done.map(({ act, input }, n) => {
        const number = n + 1
        const wall = Date.parse(boss("12:45").at) + n * 20_000
        const anchor = known.write(print.deviceKey, enrolled, 0)
        const said = {
          device: print.deviceKey,
          number,
          previous,
          wall,
          start: "demo-001",
          since: n * 20_000,
          anchor,
          person: boss("05:30").person!,
          proof: "session" as const,
          act,
          input,
        }
        const text = writeAct(said)
        const digest = digestOf(text)
        const received = {
          deviceId: device.id,
          siteId,
          number,
          previous,
          digest,
          text,
          act,
          actedBy: said.person,
          signature: sign(null, Buffer.from(text), secret).toString("base64url"),
          // this anchor is none of the server's: the tablet had a connection all the time
          ...whenOf(said, 0, arrived, enrolled, known),
        }
        previous = digest
        return { input, received }
      })
      yield* execute(
        `field-received-${siteId}`,
        receiveActs([]),
        { deviceId: device.id, skewMs: 0, acts: acts.map(({ received }) => received) },
        system("field", boss("14:00").at, "demo"),
      )
      for (const { input, received } of acts) {
        const { deviceId, number, digest, act, happenedAt, arrivedAt, doubtMs } = received
        const { id } = (yield* look(find(fieldActs, { deviceId, number, digest })))!
        const name = `field-act-${siteId}-${number}`
        const by = { ...boss("14:00"), at: happenedAt, onDevice: { device: deviceId, number, arrivedAt, doubtMs } }
        const prepared = yield* allowed.get(act)!.prepare(input, happenedAt, received.actedBy)
        if (!prepared || "awaits" in prepared) throw new Error(`${name} cannot be decided`)
        const decided = execute(name, settleAct(prepared.command, id), prepared.input, by)
        const refused = yield* Effect.matchEffect(decided, {
          onSuccess: () => Effect.succeed(undefined),
          onFailure: (error) => (error instanceof Rejection ? Effect.succeed(error) : Effect.fail(error)),
        })
        if (!refused) continue
        const isBilled = refused.code === "billed" && billed
        if (isBilled) {
          const fact = { contractId: billed.contractId, date: billed.date, mealType: "dinner" as const, heads: 1, fieldActId: id }
          const proposal = yield* proposalOf({ ...fact, reason: "Tapped on a device, and sent after the meal was billed" })
          yield* execute(`${name}-proposal`, proposeLateMeal, proposal, boss("14:00"))
        }
        const status = isBilled ? ("proposed" as const) : ("refused" as const)
        yield* execute(`${name}-answer`, answerAct, { id, status, sentence: refused.message }, system("field", boss("14:00").at, "demo"))
      }
    }
  })

export const fieldDemo = (story: Scenario) => story.atOnce([signedWeek(story), tablet(story)])
