import { defineModule } from "@ops/platform/module.ts"
import { assetConsequences } from "./assets/asset.ts"
import { assets } from "./assets/resource.ts"
import { orderConsequences } from "./consequences.ts"
import { facilitiesChecks } from "./closing.ts"
import { facilitiesBills, orderBillingConsequences, orderBillings } from "./billing/facilities-billing.ts"
import { facilitiesFiles } from "./files.ts"
import { orderInbox } from "./inbox.ts"
import { orderPostings, orderTies } from "./work-orders/order-postings.ts"
import { boardIndexes, orderList, SEES_ORDERS } from "./queries.ts"
import { facilitiesClocks } from "./maintenance/clock.ts"
import { maintenanceConsequences } from "./maintenance/commands.ts"
import { maintenancePlans } from "./maintenance/maintenance-plan.ts"
import { slaClocks, slaConsequences } from "./service-levels/sla-clock.ts"
import { slaPolicies } from "./service-levels/sla-policy.ts"
import { workOrders } from "./work-orders/work-order.ts"
import { DISPATCHERS } from "./work-orders/commands.ts"

export const facilitiesModule = defineModule({
  resources: [assets],
  streams: [workOrders, orderBillings, facilitiesBills, slaPolicies, slaClocks, maintenancePlans],
  consequences: [...orderConsequences, ...slaConsequences, ...assetConsequences, ...maintenanceConsequences, ...orderPostings, ...orderBillingConsequences],
  views: [...boardIndexes],
  closing: facilitiesChecks,
  inbox: [orderInbox],
  mailAbout: [{ kind: "work_order", may: SEES_ORDERS, list: orderList, resend: DISPATCHERS }],
  attachments: facilitiesFiles,
  ties: orderTies,
  clocks: facilitiesClocks,
})
