import { defineModule } from "@ops/platform/module.ts"
import { assetConsequences } from "./assets/asset.ts"
import { assets } from "./assets/resource.ts"
import { orderConsequences } from "./consequences.ts"
import { facilitiesChecks } from "./closing.ts"
import { facilitiesBills, orderBillingConsequences, orderBillings } from "./billing/facilities-billing.ts"
import { facilitiesFiles } from "./files.ts"
import { orderInbox } from "./inbox.ts"
import { orderPostings, orderTies } from "./work-orders/order-postings.ts"
import { facilitiesClocks } from "./maintenance/clock.ts"
import { maintenanceConsequences } from "./maintenance/commands.ts"
import { maintenance } from "./maintenance/resource.ts"
import { slaClocks, slaConsequences } from "./service-levels/sla-clock.ts"
import { slaPolicies } from "./service-levels/sla-policy.ts"
import { DISPATCHERS, SEES_ORDERS } from "./work-orders/access.ts"
import { boardIndexes } from "./work-orders/board.ts"
import { workOrders } from "./work-orders/resource.ts"

export const facilitiesModule = defineModule({
  resources: [workOrders, maintenance, assets],
  streams: [orderBillings, facilitiesBills, slaPolicies, slaClocks],
  consequences: [...orderConsequences, ...slaConsequences, ...assetConsequences, ...maintenanceConsequences, ...orderPostings, ...orderBillingConsequences],
  views: [...boardIndexes],
  closing: facilitiesChecks,
  inbox: [orderInbox],
  mailAbout: [{ kind: "work_order", may: SEES_ORDERS, list: workOrders.shape, resend: DISPATCHERS }],
  attachments: facilitiesFiles,
  ties: orderTies,
  clocks: facilitiesClocks,
})
