/** Records of facilities with attached files: photos, and the client's signature. Those who see an order may open them. */
import { type AttachedTo, inColumn } from "@ops/platform/documents/attachment.ts"
import { orderList, SEES_ORDERS } from "./queries.ts"

export const facilitiesFiles: ReadonlyArray<AttachedTo> = [
  {
    kind: "work_order",
    may: SEES_ORDERS,
    list: orderList,
    has: inColumn("(o.photos || case when jsonb_typeof(o.completion->'signature') = 'object' then jsonb_build_array(o.completion->'signature') else '[]' end)"),
  },
]
