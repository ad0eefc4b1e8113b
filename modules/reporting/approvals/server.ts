import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { InboxSource } from "@ops/platform/access/inbox.ts"
import { Who } from "@ops/platform/access/who.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { ApprovalsApi } from "./contract.ts"
import { approvalList } from "./queries.ts"

/** The handlers of the approvals group, over what the modules say waits. */
export const approvals = (sources: ReadonlyArray<InboxSource>) =>
  HttpApiBuilder.group(ApprovalsApi, "approvals", (handlers) =>
    handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/approvals", approvalList(sources, who), query)),
    }),
  )
