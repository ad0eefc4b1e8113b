/** A day that the client has signed: the sheet as it was signed, by whom, and what was disputed of it. */
import { capitalised } from "@ops/platform/text.ts"
import { createHash } from "node:crypto"
import { Schema } from "effect"
import {
  command,
  type CommandGenerator,
  conflict,
  find,
  forbidden,
  get,
  invalid,
  newId,
  type Outcome,
  permitted,
  unchanged,
} from "@ops/platform/records/command.ts"
import { BusinessDate, label, Line, Literals, named, Optional, Parts, Ref, Structure, Text } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { clients } from "@ops/clients/client.ts"
import { unbilled } from "@ops/meals/head-counts/meal-account.ts"
import { serves } from "@ops/meals/head-counts/staff-feeding.ts"
import { workOrders } from "@ops/facilities/work-orders/work-order.ts"
import { mealSessions, SlotDisputed, SlotSigned } from "@ops/meals/meal-sessions/meal-session.ts"
import { siteOf } from "@ops/sites/site.ts"
import { differences, drawn, mostDrawn, readSheet, sheetMeals, type SheetMeal } from "@ops/platform/access/day-sheet.ts"

const Meal = Schema.Struct({
  sessionId: Schema.Int,
  mealType: Schema.Literals(sheetMeals),
  served: Schema.Int,
  /** why it was not signed, or not any more; null for a meal that is signed */
  disputed: Schema.NullOr(Schema.String),
})

/** A passkey's answer to the SHA-256 of the sheet, all in base64url: enough to verify the signature without this system. */
const PasskeyProof = Schema.Struct({
  credentialId: Schema.String,
  /** as WebAuthn has it: COSE */
  publicKey: Schema.String,
  authenticatorData: Schema.String,
  /** its challenge is the digest */
  clientData: Schema.String,
  /** over the authenticator's data and the SHA-256 of the client's */
  signature: Schema.String,
})
export type PasskeyProof = typeof PasskeyProof.Type

const facts = {
  /** by which people and invoices name it */
  sheet: Line(8),
  siteId: Ref("site"),
  clientId: Ref("client"),
  date: label("Day", BusinessDate),
  /** the very bytes that were signed, and their SHA-256 */
  text: Text(16_384),
  digest: Line(43),
  /** who signed for the client. A party to the contract, so that it stays as long as the bill does */
  signedBy: label("Signed by", Line(80)),
  role: label("Position", Line(80)),
  /** strokes, or what stands for them: see `drawn` */
  drawing: Text(mostDrawn),
  way: named({ tablet: "On our device", link: "On their own phone" }, Literals("tablet", "link")),
  meals: Parts(Meal),
  /** who showed the sheet; null where it was signed by a link */
  recordedBy: Optional(Ref("person")),
}

export const SignedDay = record(
  "signed_day",
  { ...facts, passkey: Optional(Structure(PasskeyProof)) },
  {
    grows: true,
    label: "Signed day",
    title: "sheet",
    unique: [{ fields: ["digest"], sentence: "This sheet is signed already" }],
    indexes: [
      ["date", "id"],
      ["siteId", "date", "id"],
      ["clientId", "date"],
    ],
  },
)

export const DaySigned = event("DaySigned", 1, facts, ({ sheet, date, signedBy, role }) => `Sheet ${sheet} of ${date} signed by ${signedBy}, ${role}`)
export const PasskeyShown = event("PasskeyShown", 1, { passkey: Structure(PasskeyProof) }, () => "Signed with a passkey of the signer's phone")
export const MealDisputed = event(
  "MealDisputed",
  1,
  { mealType: Literals(...sheetMeals), reason: Text(500), disputedBy: Optional(Ref("person")) },
  ({ mealType, reason }) => `${capitalised(mealType)} disputed: ${reason}`,
)

export const signedDays = stream(SignedDay, DaySigned, PasskeyShown, MealDisputed).fold({
  DaySigned: (_, signed) => ({ ...signed, passkey: null }),
  PasskeyShown: (day, { passkey }) => ({ ...day, passkey }),
  MealDisputed: (day, { mealType, reason }) => ({
    ...day,
    meals: day.meals.map((meal) => (meal.mealType === mealType && meal.disputed === null ? { ...meal, disputed: reason } : meal)),
  }),
})

export const rows = ownSite("siteId", "levels 3 and 6: own site; 8: own site if it has one; 7 and 10: all")
const seen = visible(signedDays, rows)

export interface Signing {
  /** the sheet as it was shown */
  readonly text: string
  readonly signedBy: string
  readonly role: string
  readonly drawing: string
  /** meals that the client does not agree with, and why */
  readonly disputes: ReadonlyArray<{ readonly sessionId: number; readonly reason: string }>
}
/** A meal as it is recorded now. */
export interface KnownMeal extends SheetMeal {
  readonly version: number
}

export const digestOf = (text: string) => createHash("sha256").update(text).digest()
/** The number of a sheet: the first three bytes of its digest. */
const numberOf = (digest: Buffer) => digest.subarray(0, 3).toString("hex").toUpperCase()

/**
 * Keeps a signed sheet, and locks its meals. A meal that the client disputes stays open. A sheet that was signed on a device without a connection can differ from
 * what is recorded when it arrives: the meals that are the same are signed, the others are disputed, with both figures. `known` are its meals as they are recorded;
 * `passkey` is the answer of a passkey that has been checked.
 */
export const signDay = (known: ReadonlyArray<KnownMeal>, passkey?: PasskeyProof) =>
  command("signed_day.sign", function* ({ text, disputes, ...input }: Signing, by): CommandGenerator<Outcome> {
    if (by.person !== null && !serves(by)) throw forbidden("Only operations can have a day signed")
    const sheet = readSheet(text)
    if (!sheet) throw invalid("This text is not a signed day's sheet")
    const site = yield* siteOf(sheet.siteId, by)
    const client = yield* get(clients, sheet.clientId)
    // a sheet signed without a connection keeps the names of its time
    if (!by.onDevice && (sheet.clientName !== client.companyName || sheet.siteName !== site.name))
      throw conflict("The names on this sheet are not those of the client and the site. Look at the sheet again", "held")
    const [signedBy, role] = [input.signedBy.trim(), input.role.trim()]
    if (signedBy === "") throw invalid("Name is required")
    if (role === "") throw invalid("Position is required")
    if (!drawn.test(input.drawing) || (input.drawing === "passkey" && !passkey)) throw invalid("Signature is required")
    const digest = digestOf(text)
    const before = yield* find(signedDays, { digest: digest.toString("base64url") })
    if (before) return unchanged(before.id)
    const { services = [] } = sheet
    if (sheet.meals.length + services.length === 0) throw invalid("There is no closed meal to sign on this day")
    for (const { orderId, number } of services) {
      const order = yield* get(workOrders, orderId)
      if (order.siteId !== site.id || order.clientId !== client.id || order.orderNumber !== number) throw invalid("This sheet has a service for another client")
      if (!by.onDevice && order.completedAt === null) throw conflict(`${number} is no longer completed. Look at the sheet again`)
    }
    if (!disputes.every(({ sessionId }) => sheet.meals.some((meal) => meal.sessionId === sessionId))) throw invalid("A disputed meal is not on this sheet")
    const number = numberOf(digest)
    const meals: Array<typeof Meal.Type> = []
    const changes: Array<Change> = []
    for (const meal of sheet.meals) {
      const session = yield* get(mealSessions, meal.sessionId)
      const name = `${capitalised(session.mealType)} of ${session.sessionDate}`
      if (session.siteId !== site.id || session.clientId !== client.id || session.sessionDate !== sheet.date)
        throw invalid("This sheet has a meal of another day")
      if (session.status === "active") throw conflict(`${name} is not closed yet. Close it first`)
      if (session.signature === "signed") throw conflict(`${name} is signed already by ${session.signedBy} on sheet ${session.signedSheet}`, "signed")
      const now = known.find(({ sessionId, version }) => sessionId === session.id && version === session.version)
      if (!now) throw conflict("The attendance has just changed. Look at the sheet again", "held")
      const differs = session.status === "cancelled" ? "it was cancelled" : differences(meal, now)
      if (differs !== "" && !by.onDevice) throw conflict(`${name} has changed since this sheet was made: ${differs}. Look at it again`)
      const reason = disputes.find(({ sessionId }) => sessionId === meal.sessionId)?.reason.trim() || differs || null
      meals.push({ sessionId: meal.sessionId, mealType: meal.mealType, served: meal.served, disputed: reason })
      changes.push(mealSessions.at(session.id, reason === null ? SlotSigned({ sheet: number, name: signedBy }) : SlotDisputed({ reason })))
    }
    const id = yield* newId(signedDays)
    const day = { sheet: number, siteId: site.id, clientId: client.id, date: sheet.date, text, digest: digest.toString("base64url"), meals }
    const signed = { ...day, signedBy, role, drawing: input.drawing, way: by.person === null ? ("link" as const) : ("tablet" as const), recordedBy: by.person }
    const shown = passkey ? [signedDays.at(id, PasskeyShown({ passkey }))] : []
    return { id, changes: [signedDays.at(id, DaySigned(signed)), ...shown, ...changes] }
  })

/** Opens one meal of a signed day again, so that it can be corrected; the client then signs it on another sheet. */
export const disputeMeal = command(
  "signed_day.dispute",
  "Dispute a meal of a signed day, so that it can be corrected and signed once more",
  { id: Ref("signed_day"), mealType: label("Meal", Literals(...sheetMeals)), reason: Text(500) },
  function* ({ id, mealType, reason }, by) {
    if (by.person !== null && by.level < 6) throw forbidden("A supervisor disputes a meal for the client")
    const day = yield* seen(id, by)
    if (day.meals.every(({ disputed }) => disputed !== null)) throw conflict("All meals of this sheet are already disputed")
    yield* permitted()
    const meals = day.meals.filter((meal) => meal.mealType === mealType && meal.disputed === null)
    if (meals.length === 0) throw conflict(`No signed ${mealType} is on this sheet`)
    if (reason.trim() === "") throw invalid("Reason is required")
    const changes: Array<Change> = [signedDays.at(id, MealDisputed({ mealType, reason: reason.trim(), disputedBy: by.person }))]
    for (const { sessionId } of meals) {
      const session = yield* get(mealSessions, sessionId)
      yield* unbilled(session.contractId, session.sessionDate)
      changes.push(mealSessions.at(sessionId, SlotDisputed({ reason: reason.trim() })))
    }
    return changes
  },
)
