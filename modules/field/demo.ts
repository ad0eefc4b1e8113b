/** Two tablets in the demo scenario: their signed acts at yesterday's lunch were also recorded by others, so they change nothing. */
import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto"
import { Effect } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { find, system } from "@ops/platform/records/command.ts"
import { writeAct } from "@ops/platform/access/signed-act.ts"
import { fieldActs, receiveActs, settleAct } from "./acts/act.ts"
import { allowed } from "./acts/allowed.ts"
import { anchors, whenOf } from "./acts/when.ts"
import { enrolDevice, fieldDevices, printOf } from "./devices/device.ts"

const tablets = [
  { siteId: 1, label: "Canteen tablet, Unity State" },
  { siteId: 2, label: "Canteen tablet, Paloj" },
]
const act = "meal_attendance.record"
const entries = 3

const servedSql = sql(
  { mealSessionId: col.whole, staffMemberId: col.whole },
  `select m.id as "mealSessionId", a.staff_member_id as "staffMemberId" from meal_session m join meal_attendance a on a.meal_session_id = m.id
   where m.site_id = $1 and m.session_date = $2::date and m.meal_type = 'lunch' and a.attended order by a.id limit ${entries}`,
)

/** The key of a tablet of the scenario, the same each time. */
const keyOf = (siteId: number) =>
  createPrivateKey({ key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.alloc(32, siteId)]), format: "der", type: "pkcs8" })

export const fieldDemo = ({ as, execute, look, until, days }: Scenario) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
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
      if (!device || served.length === 0) continue
      const [enrolled, arrived] = [Date.parse(boss("05:30").at), Date.parse(boss("14:00").at)]
      let previous = print.tip
      const acts = served.map((tapped, n) => {
        const number = n + 1
        const wall = Date.parse(boss("12:45").at) + n * 20_000
        const anchor = known.write(print.deviceKey, enrolled, 0)
        const input = { ...tapped, attended: true, reason: "", notes: "" }
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
        const digest = createHash("sha256").update(text).digest("base64url")
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
        const { deviceId, number, digest } = received
        const { id } = (yield* look(find(fieldActs, { deviceId, number, digest })))!
        yield* execute(`field-act-${siteId}-${number}`, settleAct(allowed.get(act)!.command, id), input, boss("14:00"))
      }
    }
  })
