/** Records of facilities with attached files: photos, and the client's signature. Whoever may see an order may open them. */
import { type AttachedTo, inColumn } from "@ops/platform/documents/attachment.ts"
import { SEES_ORDERS } from "./work-orders/access.ts"
import { workOrders } from "./work-orders/resource.ts"

export const facilitiesFiles: ReadonlyArray<AttachedTo> = [
  {
    kind: "work_order",
    may: SEES_ORDERS,
    list: workOrders.shape,
    has: inColumn("(r.photos || case when jsonb_typeof(r.completion->'signature') = 'object' then jsonb_build_array(r.completion->'signature') else '[]' end)"),
  },
]
