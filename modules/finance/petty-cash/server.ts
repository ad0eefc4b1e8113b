import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { reversalPreview } from "@ops/ledger/reversals/server.ts"
import { reversePettyCash } from "./request.ts"
import { pettyCash } from "./resource.ts"

export const PettyCashLive = resourceLive(
  pettyCash,
  { reversal: ({ params: { id } }: RequestOf<typeof pettyCash, "reversal">) => reversalPreview(reversePettyCash, { id }) },
  // the default is the person's own site; null means no site
  {
    request: (payload: RequestOf<typeof pettyCash, "request">["payload"]) =>
      Effect.map(Who, ({ siteId }) => (payload.siteId === undefined ? { ...payload, siteId } : payload)),
  },
)
