/** A calendar at a secret address, for a person's own calendar program: the leave, rosters and maintenance that the person may see. */
import { command, forbidden, get, invalid, newId, notFound, unchanged } from "@ops/platform/records/command.ts"
import { label, Line, Literals, Parts, Ref, Secret } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { Schema } from "effect"

export const calendarKinds = ["leave", "rosters", "maintenance"] as const
const What = Schema.Literals(calendarKinds)

const facts = { name: Line(60), what: label("What", Parts(What)), personId: Ref("person"), addressHash: Secret }

export const CalendarFeed = record(
  "calendar_feed",
  { ...facts, status: Literals("active", "revoked") },
  { label: "Calendar", title: "name", indexes: [["personId"]], unique: [{ fields: ["addressHash"], sentence: "This address is already in use" }] },
)
export const CalendarFeedMade = event("CalendarFeedMade", 1, facts, (e) => `Calendar ${e.name} of ${e.what.join(", ")}`)
export const CalendarFeedRevoked = event("CalendarFeedRevoked", 1, {}, () => "Revoked: its address no longer works")

export const calendarFeeds = stream(CalendarFeed, CalendarFeedMade, CalendarFeedRevoked).fold({
  CalendarFeedMade: (_, made) => ({ ...made, status: "active" as const }),
  CalendarFeedRevoked: (feed) => ({ ...feed, status: "revoked" as const }),
})

interface Made {
  readonly name: string
  readonly what: ReadonlyArray<(typeof calendarKinds)[number]>
  /** hash of the secret in its address, which is not stored */
  readonly addressHash: string
}
export const makeFeed = command("calendar_feed.make", function* ({ what, ...made }: Made, by) {
  if (by.person === null) throw forbidden("Only a person can have calendars")
  if (what.length === 0) throw invalid("Choose at least one of leave, rosters and maintenance")
  return [calendarFeeds.at(yield* newId(calendarFeeds), CalendarFeedMade({ ...made, what: [...new Set(what)], personId: by.person }))]
})

export const revokeFeed = command("calendar_feed.revoke", function* ({ id }: { readonly id: number }, by) {
  const feed = yield* get(calendarFeeds, id)
  if (feed.personId !== by.person) throw notFound(`Calendar ${id} does not exist`)
  return feed.status === "revoked" ? unchanged(id) : [calendarFeeds.at(id, CalendarFeedRevoked({}))]
})
