import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { execute } from "@ops/platform/records/records.ts"
import { bookSettlement, reverseSettlement } from "./settlement.ts"
import { SettlementApi } from "./contract.ts"
import { leaveTypeIds, settlementFor } from "./queries.ts"

const answered = (id: number, asked: Parameters<typeof settlementFor>[2] = {}, status = 200) =>
  Effect.gen(function* () {
    return jsonResponse(JSON.stringify(yield* settlementFor(yield* Who, id, asked)), { status })
  })

export const SettlementLive = HttpApiBuilder.group(SettlementApi, "settlement", (handlers) =>
  handlers.handleAll({
    settlement: ({ params: { id }, query: { date, reason, noticeWorked } }) =>
      mapDatabaseErrors(answered(id, { date, reason, noticeWorked: noticeWorked === undefined ? undefined : noticeWorked === "true" })),
    book: ({ params: { id }, payload: { reason, noticeWorked = false } }) =>
      handle(function* () {
        yield* execute(bookSettlement, { staffId: id, reason, noticeWorked, leaveTypes: yield* leaveTypeIds }, yield* Who, yield* commandKey)
        return yield* answered(id, {}, 201)
      }),
    reverse: ({ params: { id }, payload: { reason } }) =>
      handle(function* () {
        yield* execute(reverseSettlement, { staffId: id, reason }, yield* Who, yield* commandKey)
        return yield* answered(id)
      }),
  }),
)
