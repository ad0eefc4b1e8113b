import { assets } from "./asset.ts"
import { assetConsequences } from "./asset-commands.ts"
import { orderConsequences } from "./consequences.ts"
import { facilitiesChecks } from "./closing.ts"
import { facilitiesBills, orderBillingConsequences, orderBillings } from "./facilities-billing.ts"
import { facilitiesFiles } from "./files.ts"
import { orderInbox } from "./inbox.ts"
import { orderPostings, orderTies } from "./order-postings.ts"
import { boardIndexes, orderList, SEES_ORDERS } from "./queries.ts"
import { maintenanceConsequences } from "./maintenance-commands.ts"
import { maintenancePlans } from "./maintenance-plan.ts"
import { slaClocks, slaConsequences } from "./sla-clock.ts"
import { slaPolicies } from "./sla-policy.ts"
import { workOrders } from "./work-order.ts"
import { DISPATCHERS } from "./work-order-commands.ts"

export const facilitiesModule = {
  streams: [workOrders, orderBillings, facilitiesBills, slaPolicies, slaClocks, assets, maintenancePlans],
  consequences: [...orderConsequences, ...slaConsequences, ...assetConsequences, ...maintenanceConsequences, ...orderPostings, ...orderBillingConsequences],
  views: [...boardIndexes],
  tables: [],
  reactors: [],
  closing: facilitiesChecks,
  inbox: [orderInbox],
  mailAbout: [{ kind: "work_order", may: SEES_ORDERS, list: orderList, resend: DISPATCHERS }],
  attachments: facilitiesFiles,
  ties: orderTies,
}
