/** How facilities records are searched. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { Asset } from "./assets/asset.ts"
import { assets } from "./assets/resource.ts"
import { maintenance } from "./maintenance/resource.ts"
import { MaintenancePlan } from "./maintenance/maintenance-plan.ts"
import { workOrders } from "./work-orders/resource.ts"
import { WorkOrder } from "./work-orders/work-order.ts"

export const facilitiesSearch: ReadonlyArray<SearchSource> = [
  {
    record: WorkOrder,
    label: "Work order",
    heading: "Work orders",
    call: "/api/work-orders",
    list: workOrders.shape,
    alias: "r",
    words: (o) => [`${o}.order_number`, `${o}.location`, `${o}.description`],
    number: "r.order_number",
    title: "r.description",
    detail: "r.location || ' · ' || replace(r.status, '_', ' ')",
    site: "s.code",
    screen: "/facilities/orders?open=:id",
  },
  {
    record: Asset,
    label: "Asset",
    heading: "Assets",
    call: "/api/assets",
    list: assets.shape,
    alias: "r",
    words: (a) => [`${a}.asset_number`, `${a}.name`, `${a}.location`, `${a}.manufacturer`, `${a}.model`, `${a}.serial_number`],
    number: "r.asset_number",
    title: "r.name",
    named: true,
    detail: "r.location",
    site: "s.code",
    screen: "/facilities/assets?open=:id",
  },
  {
    record: MaintenancePlan,
    label: "Maintenance plan",
    heading: "Maintenance plans",
    call: "/api/maintenance-plans",
    list: maintenance.shape,
    alias: "r",
    words: (p) => [`${p}.plan_number`, `${p}.name`, `${p}.location`],
    number: "r.plan_number",
    title: "r.name",
    detail: "r.location",
    site: "s.code",
    screen: "/facilities/plans?open=:id",
  },
]
