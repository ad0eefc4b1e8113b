import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { InboxSource } from "@ops/platform/access/inbox.ts"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sqlOf } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse } from "@ops/platform/http/answer.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { ApprovalsApi } from "./contract.ts"
import { approvalList, approvalRecord } from "./queries.ts"

const oneSql = sqlOf({ body: col.text })

/** The handlers of the approvals group, over the inbox sources of the modules. */
export const approvals = (sources: ReadonlyArray<InboxSource>) =>
  HttpApiBuilder.group(ApprovalsApi, "approvals", (handlers) =>
    handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/approvals", approvalList(sources, who), query)),
      one: ({ params: { kind, id } }) =>
        handle(function* () {
          const who = yield* Who
          const source = sources.find((each) => each.kind === kind)
          const { text, values } = source && holdsAny(who, source.may) ? approvalRecord(source, who, id) : { text: "", values: [] }
          const [row] = text === "" ? [] : yield* statement(oneSql(text), values)
          if (row === undefined) return yield* Effect.fail(notFound("It no longer awaits your decision"))
          return jsonResponse(row.body)
        }),
    }),
  )
