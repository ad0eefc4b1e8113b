/** How facilities records are searched. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { Asset } from "./assets/asset.ts"
import { assets } from "./assets/resource.ts"
import { planList } from "./maintenance/queries.ts"
import { MaintenancePlan } from "./maintenance/maintenance-plan.ts"
import { orderList } from "./queries.ts"
import { WorkOrder } from "./work-orders/work-order.ts"

export const facilitiesSearch: ReadonlyArray<SearchSource> = [
  {
    record: WorkOrder,
    label: "Work order",
    heading: "Work orders",
    call: "/api/work-orders",
    list: orderList,
    alias: "o",
    words: (o) => [`${o}.order_number`, `${o}.location`, `${o}.description`],
    number: "o.order_number",
    title: "o.description",
    detail: "o.location || ' · ' || replace(o.status, '_', ' ')",
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
    list: (who) => ({ ...planList(who), from: "maintenance_plan p join site s on s.id = p.site_id" }),
    alias: "p",
    words: (p) => [`${p}.plan_number`, `${p}.name`, `${p}.location`],
    number: "p.plan_number",
    title: "p.name",
    detail: "p.location",
    site: "s.code",
    screen: "/facilities/plans?open=:id",
  },
]
