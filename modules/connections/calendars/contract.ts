/** The API of calendars: a person's own, and the address that a calendar program reads. */
import { Schema } from "effect"
import { HttpApi, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { type Rule } from "@ops/platform/access/rule.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { created, ErrorMapping, OneOf, TextInput } from "@ops/platform/http/contract.ts"
import { calendarKinds } from "./calendar-feed.ts"

const facts = { id: Schema.Int, name: Schema.String, what: Schema.Array(Schema.Literals(calendarKinds)), createdAt: Schema.String }
export const CalendarAnswer = Schema.Struct({ ...facts, lastReadAt: Schema.NullOr(Schema.String) }).annotate({ identifier: "Calendar" })

const self: Rule = { may: "session", scope: "your own" }

export class CalendarsGroup extends callGroup(
  "calendars",
  call.get("list", "/api/calendars", "List your own calendars", Schema.Array(CalendarAnswer), { ...self, dependsOn: ["calendar_feed"] }),
  // the address is told this once
  call.post(
    "make",
    "/api/calendars",
    "Create a calendar with a secret address",
    Schema.Struct({ ...facts, address: Schema.String })
      .annotate({ identifier: "NewCalendar" })
      .pipe(created),
    {
      payload: Schema.Struct({ name: TextInput("Name", { required: true, most: 60 }), what: Schema.Array(OneOf("What", ...calendarKinds)) }),
      ...self,
      stepUp: true,
    },
  ),
  call.delete("revoke", "/api/calendars/:id", "Revoke a calendar", HttpApiSchema.NoContent, self),
) {}

export class CalendarFeedGroup extends HttpApiGroup.make("calendarFeed")
  .add(
    call.get(
      "read",
      "/api/calendars/feed/:address",
      "Read a calendar by its secret address",
      Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "text/calendar" })),
      { params: { address: Schema.String }, may: "public", scope: "what the calendar's owner can see now" },
    ),
  )
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class CalendarsApi extends HttpApi.make("ops").add(CalendarsGroup).add(CalendarFeedGroup) {}
