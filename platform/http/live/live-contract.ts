/** The call that keeps the browser up to date. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ruled } from "../call-group.ts"
import { ErrorMapping, Authorization, rejections, Authentication } from "../contract.ts"

export const LiveMessage = Schema.Struct({
  /** the log position up to which this message informs */
  position: Schema.Int,
  /** the paths of the lists that are out of date */
  lists: Schema.Array(Schema.String),
})

export class LiveGroup extends HttpApiGroup.make("live")
  .add(
    HttpApiEndpoint.get("stream", "/api/events/stream", { success: HttpApiSchema.StreamSse({ data: LiveMessage }), error: rejections }).annotateMerge(
      ruled("Follow what changes", {
        may: "session",
        scope: "which lists have changed, of those one may read, and by records one may see; nothing of what is in them",
      }),
    ),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping) {}

export class LiveApi extends HttpApi.make("ops").add(LiveGroup) {}
