import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Passwords } from "@ops/identity/sign-in/passwords.ts"
import { Who } from "@ops/platform/access/who.ts"
import { dateOf, timeOf } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { command, invalid, Rejection, type Outcome, type CommandGenerator } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { count } from "@ops/platform/text.ts"
import { siteOf } from "@ops/sites/site.ts"
import { tapAtKiosk } from "../attendance/attendance.ts"
import { KioskApi } from "./contract.ts"
import { lockedFor, lockPin, pinFault, setPin, triesAtMost } from "./kiosk-pin.ts"
import { clearPinTries, takePinTry } from "./kiosk-tries.ts"

/** A kiosk's clock may be ahead by so much. */
const aheadAtMost = 2 * 60_000

/** Resolves the site, if the caller may use it; changes nothing. */
const atSite = command("attendance.kiosk_site", function* ({ siteId }: { readonly siteId: number | string }, by): CommandGenerator<Outcome> {
  return { changes: [], id: (yield* siteOf(siteId, by)).id }
})

const foundSql = sql(
  { id: col.whole, pinHash: col.nullable(col.text), locked: col.nullable(col.text), here: col.flag },
  `select id, pin_hash as "pinHash", to_char(pin_locked_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as locked,
     s.site_id is not distinct from $2 or exists (select from staff_assignment a where a.staff_id = s.id and a.site_id = $2 and a.status <> 'cancelled'
       and es.today() between a.start_date and coalesce(a.end_date, es.today())) as here
   from company_staff s where upper(s.staff_number) = $1 limit 1`,
)
const pinSetSql = sql(
  { answer: col.text },
  `select json_build_object('id', id, 'staffNumber', staff_number, 'pinSetAt', to_char(pin_set_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as answer
   from company_staff where id = $1`,
)
const answerSql = sql(
  { answer: col.text },
  `select json_build_object('id', a.id, 'staffNumber', p.staff_number, 'name', p.first_name || ' ' || p.last_name,
    'attendanceDate', to_char(a.attendance_date, 'YYYY-MM-DD'), 'checkInTime', a.check_in_time, 'checkOutTime', a.check_out_time,
    'status', a.status, 'proof', a.proof)::text as answer
  from attendance a join company_staff p on p.id = a.staff_id where a.id = $1`,
)

export const KioskLive = HttpApiBuilder.group(
  KioskApi,
  "kiosk",
  Effect.fn(function* (handlers) {
    const passwords = yield* Passwords

    /** Fails unless the PIN is the person's; the fifth wrong attempt locks it. */
    const requireRightPin = (
      staff: { readonly id: number; readonly number: string; readonly hash: string | null; readonly lockedUntil: string | null },
      pin: string,
      siteId: number,
    ) =>
      Effect.gen(function* () {
        const who = yield* Who
        const locked = new Rejection(
          429,
          `The PIN of ${staff.number} is locked at kiosks after ${triesAtMost} wrong tries. Wait ${lockedFor} minutes, or ask HR for a new PIN`,
        )
        if (staff.hash === null) return yield* Effect.fail(invalid(`${staff.number} has no PIN yet. Set it in your profile, or ask HR`))
        if (staff.lockedUntil !== null && staff.lockedUntil > who.at) return yield* Effect.fail(locked)
        const tries = yield* takePinTry(staff.id, who.at)
        if (tries > triesAtMost) return yield* Effect.fail(locked)
        if (yield* passwords.inTurn(passwords.matches(staff.hash, pin))) {
          yield* clearPinTries(staff.id)
          return
        }
        if (tries < triesAtMost)
          return yield* Effect.fail(invalid(`Wrong PIN. ${count(triesAtMost - tries, "try", "tries")} left, then it is locked for ${lockedFor} minutes`))
        yield* execute(lockPin, { id: staff.id, siteId }, who)
        return yield* Effect.fail(locked)
      })

    return handlers.handleAll({
      tap: ({ payload: { siteId: asked, staffNumber, pin, tappedAt } }) =>
        handle(function* () {
          const who = yield* Who
          const { id: siteId } = yield* execute(atSite, { siteId: asked }, who)
          const number = staffNumber.trim().toUpperCase()
          const [row] = yield* statement(foundSql, [number, siteId])
          if (!tappedAt && !pin) return yield* Effect.fail(invalid("PIN is required"))
          const unknown = invalid(`There is no staff member with the number ${number}`)
          if (!row || (who.confinedTo !== null && !row.here)) {
            // takes as long as a checked PIN, and answers the same for a staff number of another site unless its PIN is correct
            const known = row && !tappedAt && (row.locked === null || row.locked <= who.at) && (yield* takePinTry(row.id, who.at)) <= triesAtMost
            const right = tappedAt ? false : yield* passwords.inTurn(passwords.matches(known ? row.pinHash : null, pin!))
            if (!row || !right) return yield* Effect.fail(unknown)
            yield* clearPinTries(row.id)
          } else if (!tappedAt) {
            const staff = { id: row.id, number, hash: row.pinHash, lockedUntil: row.locked }
            yield* requireRightPin(staff, pin!, siteId)
          }
          const at = tappedAt ? new Date(tappedAt).toISOString() : who.at
          if (Date.parse(at) > Date.parse(who.at) + aheadAtMost)
            return yield* Effect.fail(invalid("This entry is dated in the future. Check the kiosk's clock"))
          const tap = {
            staffId: row.id,
            siteId,
            date: dateOf(at),
            time: timeOf(at),
            proof: tappedAt ? ("unverified" as const) : ("pin" as const),
          }
          const { id } = yield* execute(tapAtKiosk, tap, who, yield* commandKey)
          const [answer] = yield* statement(answerSql, [id])
          return jsonResponse(answer!.answer, { status: 201 })
        }),
      setPin: ({ params: { id }, payload: { pin } }) =>
        handle(function* () {
          const fault = pinFault(pin)
          if (fault) return yield* Effect.fail(invalid(fault))
          const pinHash = yield* passwords.inTurn(passwords.hash(pin))
          yield* execute(setPin, { id, pinHash }, yield* Who)
          yield* clearPinTries(id)
          const [row] = yield* statement(pinSetSql, [id])
          return jsonResponse(row!.answer)
        }),
    })
  }),
).pipe(Layer.provide(Passwords.layer))
