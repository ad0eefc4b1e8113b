/** How signed days are reached: the list and one of them, the sheet of a day that is to be signed, and the link for the signer's own phone. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import { InvalidatedBy, type Rule } from "@ops/platform/access/rule.ts"
import { ruled } from "@ops/platform/http/call-group.ts"
import { created, DateInput, ErrorMapping, rejections, TextInput } from "@ops/platform/http/contract.ts"
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
  meals: Schema.Array(
    Schema.Struct({
      sessionId: Schema.Int,
      mealType: Schema.Literals(sheetMeals),
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
  /** strokes on a field of 600 × 200: "x,y x,y;x,y" */
  drawing: Schema.String.check(Schema.isMaxLength(mostDrawn)),
  /** meals that the client does not agree with */
  disputes: Schema.Array(Schema.Struct({ sessionId: Schema.Int, reason: TextInput("Reason", { required: true, most: 500 }) })).check(Schema.isMaxLength(20)),
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
  list: {
    columns: {
      sheet: {},
      date: {},
      companyName: { title: "Client" },
      siteName: {},
      signedBy: {},
      role: {},
      signed: { title: "Meals signed" },
      disputed: {},
      way: {},
    },
    filters: ["clientId", "way"],
    sorts: ["date", "sheet", "createdAt"],
    order: "-date,-createdAt",
    search: ["sheet", "signedBy"],
    date: "date",
    site: "siteId",
    file: "Signed days",
    long: true,
  },
  details: {
    companyName: { title: "Client" },
    siteName: {},
    signedBy: {},
    role: {},
    way: {},
    recordedByUser: { title: "Shown by" },
    disputed: {},
    digest: { title: "SHA-256" },
    text: { title: "As signed" },
  },
  commands: {
    dispute: updates(disputeMeal, { may: SUPERVISORS, scope: "6: own site; 8: own site if it has one; 10: all", duties: "not once the meal is billed" }),
  },
  more: (day) => [
    HttpApiEndpoint.get("sheet", `${path}/sheet`, { query: asked, success: DayAnswer, error: rejections })
      .annotateMerge(ruled("Read the sheet of a day as it can be signed", { may: READERS, scope: "own site" }))
      .annotate(InvalidatedBy, ["meal_session", "meal_attendance", "signed_day"]),
    HttpApiEndpoint.post("sign", path, { payload: SigningInput, success: day.pipe(created), error: rejections }).annotateMerge(
      ruled("Keep the sheet of a day that the client has signed on this device", shows),
    ),
    HttpApiEndpoint.post("link", `${path}/links`, {
      payload: Schema.Struct({ siteId: Schema.Int, clientId: Schema.Int, date: DateInput("Day") }),
      success: Schema.Struct({
        url: Schema.String,
        until: Schema.String,
        /** an SVG path of a QR code of `size` modules */
        qr: Schema.Struct({ size: Schema.Int, path: Schema.String }),
      }).pipe(created),
      error: rejections,
    }).annotateMerge(ruled("Make a link by which the client signs a day on their own phone, for 48 hours", shows)),
  ],
})

export const SignedDaysApi = signedDays.api

const byLink: Rule = { may: "public", scope: "the one client, site and day that the signed link names, for 48 hours" }
const link = { params: { token: Schema.String }, success: DayAnswer, error: rejections }

/** What the client's representative does with the link, without an account. */
export class DayLinksGroup extends HttpApiGroup.make("dayLinks")
  .add(HttpApiEndpoint.get("day", "/api/day-links/:token", link).annotateMerge(ruled("Read the sheet of a day by its signed link", byLink)))
  .add(
    HttpApiEndpoint.post("sign", "/api/day-links/:token", { ...link, payload: SigningInput }).annotateMerge(
      ruled("Sign a day for the client, by a signed link", byLink),
    ),
  )
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class DayLinksApi extends HttpApi.make("ops").add(DayLinksGroup) {}
