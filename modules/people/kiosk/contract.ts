/** The API of a kiosk at which people tap in and out by staff number and PIN, and of setting a PIN. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { STAFF } from "@ops/platform/access/rule.ts"
import { created, IdInput, TextInput } from "@ops/platform/http/contract.ts"
import { attendanceStatuses } from "../labels.ts"

const Digits = (field: string) =>
  Schema.String.check(Schema.makeFilter((text) => (/^\d{4,6}$/.test(text) ? undefined : `${field} must be 4 to 6 digits`))).pipe(
    Schema.annotateKey({ messageMissingKey: `${field} is required` }),
  )
/** What a kiosk shows about the person who tapped: only what anyone at the door may see. */
export const KioskTapAnswer = Schema.Struct({
  id: Schema.Int,
  staffNumber: Schema.String,
  name: Schema.String,
  attendanceDate: Schema.String,
  checkInTime: Schema.NullOr(Schema.String),
  checkOutTime: Schema.NullOr(Schema.String),
  status: Schema.Literals(attendanceStatuses),
  proof: Schema.NullOr(Schema.Literals(["pin", "unverified"])),
}).annotate({ identifier: "KioskTap" })
export const PinAnswer = Schema.Struct({ id: Schema.Int, staffNumber: Schema.String, pinSetAt: Schema.String }).annotate({ identifier: "StaffPin" })

export const KioskTapInput = Schema.Struct({
  siteId: IdInput("Site is required").pipe(Schema.annotateKey({ messageMissingKey: "Site is required" })),
  staffNumber: TextInput("Staff number", { required: true, most: 40 }).pipe(Schema.annotateKey({ messageMissingKey: "Staff number is required" })),
  /** online: the server sets the time */
  pin: Schema.optional(Schema.NullOr(Digits("PIN"))),
  /** offline: the instant by the kiosk's clock. The PIN was not kept, and a supervisor must confirm the day */
  tappedAt: Schema.optional(
    Schema.NullOr(
      Schema.String.check(
        Schema.makeFilter((text) =>
          /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text) && !Number.isNaN(Date.parse(text))
            ? undefined
            : "Tapped at must be an instant such as 2026-11-21T05:00:00Z",
        ),
      ),
    ),
  ),
})
export const PinInput = Schema.Struct({ pin: Digits("PIN") })

export class KioskGroup extends callGroup(
  "kiosk",
  call.post("tap", "/api/hr/kiosk/taps", "Record a tap at a kiosk", KioskTapAnswer.pipe(created), {
    payload: KioskTapInput,
    may: ["team.manage", "department.manage"],
    scope: "6: the kiosk of the own site; 8: own site if it has one; 10: all",
    duties: "people tap at a kiosk that another person opened; the PIN identifies them, and offline taps are confirmed later",
    isTap: true,
  }),
  call.put("setPin", "/api/hr/staff/:id/pin", "Set a person's PIN", PinAnswer, {
    payload: PinInput,
    may: STAFF,
    scope: "one's own; 8: own department; 10: all",
  }),
) {}

export class KioskApi extends HttpApi.make("ops").add(KioskGroup) {}
