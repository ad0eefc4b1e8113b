/** How signed days are reached: the list and one of them, the sheet of a day that is to be signed, and the link for the signer's own phone. */
import { Schema } from "effect"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import { call } from "@ops/platform/http/call-group.ts"
import { created, DateInput, ErrorMapping, TextInput } from "@ops/platform/http/contract.ts"
import { computed, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { clientJoin } from "@ops/clients/joins.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { READERS, SUPERVISORS } from "@ops/meals/permissions.ts"
import { siteOfRow } from "@ops/sites/joins.ts"
import { mostDrawn, sheetMeals } from "@ops/platform/access/day-sheet.ts"
import { disputeMeal, rows, SignedDay, signedDays as stream } from "./signed-day.ts"

const Text = Schema.NullOr(Schema.String)
const path = "/api/signed-days"

export const DayAnswer = Schema.Struct({
  siteId: Schema.Int,
  siteName: Schema.String,
  clientId: Schema.Int,
  clientName: Schema.String,
  date: Schema.String,
  /** what would be signed, to the byte */
  text: Schema.String,
  /** services other than meals: work orders that were completed on the day, and that no sheet has yet */
  services: Schema.Array(Schema.Struct({ orderId: Schema.Int, number: Schema.String, what: Schema.String })),
  meals: Schema.Array(
    Schema.Struct({
      sessionId: Schema.Int,
      mealType: Schema.Literals(sheetMeals),
      /** one meal of a client can have a session for each of its projects */
      project: Text,
      isClosed: Schema.Boolean,
      signature: Schema.NullOr(Schema.Literals(["signed", "disputed"])),
      signedBy: Text,
      signedSheet: Text,
      served: Schema.Int,
      late: Schema.Int,
      undecided: Schema.Int,
      visitors: Schema.Int,
      contractors: Schema.Int,
      own: Schema.Int,
    }),
  ),
}).annotate({ identifier: "DayToSign" })

export const SigningInput = Schema.Struct({
  /** the sheet as it was shown */
  text: Schema.String.check(Schema.isMaxLength(16_384)),
  signedBy: TextInput("Name", { required: true, most: 80 }),
  role: TextInput("Position", { required: true, most: 80 }),
  /** strokes on a field of 600 × 200: "x,y x,y;x,y"; "typed" or "passkey" where that stands for them */
  drawing: Schema.String.check(Schema.isMaxLength(mostDrawn)),
  /** meals that the client does not agree with */
  disputes: Schema.Array(Schema.Struct({ sessionId: Schema.Int, reason: TextInput("Reason", { required: true, most: 500 }) })).check(Schema.isMaxLength(20)),
})

/** The day as it is shown on the signer's own phone. */
export const DayByLink = Schema.Struct({
  ...DayAnswer.fields,
  /** the passkeys that have signed for the client, and whose they are */
  passkeys: Schema.Array(Schema.Struct({ credentialId: Schema.String, signedBy: Schema.String, role: Schema.String })),
}).annotate({ identifier: "DayByLink" })
/** What a browser's WebAuthn functions answered to the SHA-256 of the sheet. */
const Passkey = Schema.Struct({ assertion: Schema.Unknown, registration: Schema.optional(Schema.Unknown) })

const DayLink = Schema.Struct({
  url: Schema.String,
  until: Schema.String,
  /** an SVG path of a QR code of `size` modules */
  qr: Schema.Struct({ size: Schema.Int, path: Schema.String }),
})
const asked = { siteId: Schema.String, clientId: Schema.String, date: Schema.String }
const shows = { may: OPERATIONS, scope: "own site" } as const

const shown = {
  fields: {
    meals: computed(Schema.Array(Schema.Struct({ mealType: Schema.String, served: Schema.Int, disputed: Text, sessionId: Schema.Int })), "r.meals", {
      label: "Meals",
    }),
    signed: computed(Schema.Int, "(select count(*) from jsonb_array_elements(r.meals) m where m->>'disputed' is null)", { kind: "whole", label: "Signed" }),
    disputed: computed(
      Schema.String,
      "(select coalesce(string_agg(initcap(m->>'mealType') || ': ' || (m->>'disputed'), '; '), '') from jsonb_array_elements(r.meals) m where m->>'disputed' is not null)",
      { label: "Disputed" },
    ),
    proof: computed(
      Schema.String,
      "case r.drawing when 'passkey' then 'Passkey' when 'typed' then 'Typed name' else 'Drawn' end || case when r.passkey is not null and r.drawing <> 'passkey' then ', with a passkey' else '' end",
      { label: "Signature" },
    ),
  },
} as const

export const signedDays = resource("signedDays", stream, {
  path,
  noun: ["signed day", "signed days"],
  answer: "SignedDay",
  number: "sheet",
  read: { may: READERS, rows },
  hidden: ["meals"],
  joins: [siteOfRow(SignedDay, "siteId"), clientJoin(SignedDay), userJoin(SignedDay, "recordedBy"), shown],
  titles: { companyName: "Client", signed: "Meals signed", recordedByUser: "Shown by", digest: "SHA-256", text: "As signed" },
  list: {
    columns: ["sheet", "date", "companyName", "siteName", "signedBy", "role", "signed", "disputed", "way"],
    filters: ["clientId", "way"],
    sorts: ["date", "sheet", "createdAt"],
    order: "-date,-createdAt",
    search: ["sheet", "signedBy"],
    date: "date",
    site: "siteId",
    file: "Signed days",
    long: true,
  },
  details: ["companyName", "siteName", "signedBy", "role", "way", "proof", "recordedByUser", "disputed", "digest", "text"],
  commands: {
    dispute: updates(disputeMeal, { may: SUPERVISORS, scope: "6: own site; 8: own site if it has one; 10: all", duties: "not once the meal is billed" }),
  },
  more: (day) => [
    call.get("sheet", `${path}/sheet`, "Read the sheet of a day as it can be signed", DayAnswer, {
      query: asked,
      may: READERS,
      scope: "own site",
      dependsOn: ["meal_session", "meal_attendance", "signed_day"],
    }),
    call.post("sign", path, "Keep the sheet of a day that the client has signed on this device", day.pipe(created), { payload: SigningInput, ...shows }),
    call.post("link", `${path}/links`, "Make a link by which the client signs a day on their own phone, for 48 hours", DayLink.pipe(created), {
      payload: Schema.Struct({ siteId: Schema.Int, clientId: Schema.Int, date: DateInput("Day") }),
      ...shows,
    }),
  ],
})

export const SignedDaysApi = signedDays.api

const byLink = { params: { token: Schema.String }, may: "public", scope: "the one client, site and day that the signed link names, for 48 hours" } as const

/** What the client's representative does with the link, without an account. */
export class DayLinksGroup extends HttpApiGroup.make("dayLinks")
  .add(call.get("day", "/api/day-links/:token", "Read the sheet of a day by its signed link", DayByLink, byLink))
  .add(
    call.post("sign", "/api/day-links/:token", "Sign a day for the client, by a signed link", DayByLink, {
      payload: Schema.Struct({ ...SigningInput.fields, passkey: Schema.optional(Passkey) }),
      ...byLink,
    }),
  )
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class DayLinksApi extends HttpApi.make("ops").add(DayLinksGroup) {}
