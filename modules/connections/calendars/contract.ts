/** The API of calendars: a person's own, and the address that a calendar program reads. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { InvalidatedBy, type Rule } from "@ops/platform/access/rule.ts"
import { callGroup, ruled } from "@ops/platform/http/call-group.ts"
import { created, ErrorMapping, Id, OneOf, rejections, TextInput } from "@ops/platform/http/contract.ts"
import { calendarKinds } from "./calendar-feed.ts"

const facts = { id: Schema.Int, name: Schema.String, what: Schema.Array(Schema.Literals(calendarKinds)), createdAt: Schema.String }
export const CalendarAnswer = Schema.Struct({ ...facts, lastReadAt: Schema.NullOr(Schema.String) }).annotate({ identifier: "Calendar" })

const self: Rule = { may: "session", scope: "your own" }

export class CalendarsGroup extends callGroup(
  "calendars",
  HttpApiEndpoint.get("list", "/api/calendars", { success: Schema.Array(CalendarAnswer), error: rejections })
    .annotateMerge(ruled("List your own calendars", self))
    .annotate(InvalidatedBy, ["calendar_feed"]),
  // the address is returned only here
  HttpApiEndpoint.post("make", "/api/calendars", {
    payload: Schema.Struct({ name: TextInput("Name", { required: true, most: 60 }), what: Schema.Array(OneOf("What", ...calendarKinds)) }),
    success: Schema.Struct({ ...facts, address: Schema.String })
      .annotate({ identifier: "NewCalendar" })
      .pipe(created),
    error: rejections,
  }).annotateMerge(ruled("Make a calendar with a secret address", { ...self, stepUp: true })),
  HttpApiEndpoint.delete("revoke", "/api/calendars/:id", { params: { id: Id }, success: HttpApiSchema.NoContent, error: rejections }).annotateMerge(
    ruled("Revoke a calendar", self),
  ),
) {}

export class CalendarFeedGroup extends HttpApiGroup.make("calendarFeed")
  .add(
    HttpApiEndpoint.get("read", "/api/calendars/feed/:address", {
      params: { address: Schema.String },
      success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "text/calendar" })),
      error: rejections,
    }).annotateMerge(ruled("Read a calendar by its secret address", { may: "public", scope: "what the person of the calendar may see now" })),
  )
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class CalendarsApi extends HttpApi.make("ops").add(CalendarsGroup).add(CalendarFeedGroup) {}
