import { defineModule } from "@ops/platform/module.ts"
import { countChecks, countRules } from "./counted.ts"
import { procurementConsequences } from "./purchase-requests/consequences.ts"
import { purchaseInbox } from "./purchase-requests/inbox.ts"
import { approvalPolicies, procurementBudgets } from "./policy.ts"
import { APPROVERS, FINANCE } from "@ops/platform/access/rule.ts"
import { purchaseRequests } from "./purchase-requests/resource.ts"
import { setupProcurement } from "./setup.ts"
import { vendors } from "./vendors/resource.ts"

/** The lines of all requests as a view. */
const items = `create view purchase_request_item as
  select r.id as purchase_request_id, x.id, x."stockItemId" as stock_item_id, x.quantity as requested_quantity, x."approvedQuantity" as approved_quantity,
         x."estimatedCost" as total_cost, x.received, x.damaged, x.notes, x.name, x.unit
  from purchase_request r, jsonb_to_recordset(r.items)
    as x(id int, "stockItemId" bigint, quantity int, "estimatedCost" bigint, notes text, "approvedQuantity" int, received int, damaged int, name text, unit text)`

export const procurementModule = defineModule({
  resources: [purchaseRequests, vendors],
  streams: [approvalPolicies, procurementBudgets],
  consequences: procurementConsequences,
  views: [items],
  closing: countChecks,
  dueRules: countRules,
  inbox: [purchaseInbox],
  mailAbout: [{ kind: "purchase_request", may: [...APPROVERS, ...FINANCE], list: purchaseRequests.shape, resend: APPROVERS }],
  setup: setupProcurement,
})
