import { Effect } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { APPROVERS } from "@ops/platform/access/rule.ts"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { handle } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { type RequestOf, resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import { Records } from "@ops/platform/records/records.ts"
import { reversalPreview } from "@ops/ledger/reversals/server.ts"
import { approve, reject, reverseReceipt } from "./purchase-request.ts"
import { receiptMovementsSql } from "./queries.ts"
import { purchaseRequests } from "./resource.ts"

const { executeAt, requireVisible } = answering(purchaseRequests.stream, purchaseRequests.shape, withDecisions(purchaseRequests))

/** The stock movements of a receipt. */
const movementsOf = (id: number, receipt: number) =>
  handle(function* () {
    return (yield* statement(receiptMovementsSql, [id, receipt])).map((row) => row.id)
  })

export const PurchaseRequestsLive = resourceLive(purchaseRequests, {
  decision: ({ params: { id }, query: { decision, vendorId, overrideReason } }: RequestOf<typeof purchaseRequests, "decision">) =>
    handle(function* () {
      const who = yield* Who
      const { could } = yield* Records
      yield* requireVisible(id)
      if (!holdsAny(who, APPROVERS)) return { possible: false, why: "Your level cannot decide on purchases", overridable: false }
      const vendor = /^[1-9]\d{0,14}$/.test(vendorId ?? "") ? Number(vendorId) : null
      const obstacle = (reason: string | null) =>
        decision === "approve" ? could(approve, { id, vendorId: vendor, overrideReason: reason }, who) : could(reject, { id, reason: null }, who)
      const why = yield* obstacle(overrideReason || null)
      const overridable = why !== undefined && !overrideReason && (yield* obstacle("An override")) === undefined
      return { possible: why === undefined, why: why ?? null, overridable }
    }),
  reversal: ({ params: { id, receipt } }: RequestOf<typeof purchaseRequests, "reversal">) =>
    Effect.flatMap(movementsOf(id, receipt), (movements) => reversalPreview(reverseReceipt, { id, receipt, movements })),
  reverse: ({ params: { id, receipt }, payload: { kind = "error", reason, version } }: RequestOf<typeof purchaseRequests, "reverse">) =>
    Effect.flatMap(movementsOf(id, receipt), (movements) => executeAt(id, version, reverseReceipt, { id, receipt, kind, reason, movements })),
})
