/** The call that keeps the browser up to date. */
import { call, callGroup } from "../call-group.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiSchema } from "effect/http-api"

export const LiveMessage = Schema.Struct({
  /** the log position up to which this message informs */
  position: Schema.Int,
  /** the paths of the lists that are out of date */
  lists: Schema.Array(Schema.String),
})

export class LiveGroup extends callGroup(
  "live",
  call.get("stream", "/api/events/stream", "Follow what changes", HttpApiSchema.StreamSse({ data: LiveMessage }), {
    may: "session",
    scope: "which lists have changed, of those one may read, and by records one may see; nothing of what is in them",
  }),
) {}

export class LiveApi extends HttpApi.make("ops").add(LiveGroup) {}
