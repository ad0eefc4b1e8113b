import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { previewing } from "@ops/ledger/reversals/server.ts"
import { reversePettyCash } from "./request.ts"
import { pettyCash } from "./resource.ts"

export const PettyCashLive = resourceLive(
  pettyCash,
  previewing(reversePettyCash),
  // for one's own site, where none is said; null is for none
  {
    request: (payload: RequestOf<typeof pettyCash, "request">["payload"]) =>
      Effect.map(Who, ({ siteId }) => (payload.siteId === undefined ? { ...payload, siteId } : payload)),
  },
)
