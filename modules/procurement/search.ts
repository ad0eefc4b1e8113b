/** What of procurement people look for. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { PurchaseRequest } from "./purchase-request.ts"
import { requestList } from "./queries.ts"
import { vendors } from "./vendors/resource.ts"
import { Vendor } from "./vendors/vendor.ts"

export const procurementSearch: ReadonlyArray<SearchSource> = [
  {
    record: PurchaseRequest,
    label: "Purchase request",
    heading: "Purchase requests",
    call: "/api/purchase-requests",
    list: (who) => ({ ...requestList(who), from: "purchase_request r join site s on s.id = r.site_id" }),
    alias: "r",
    words: (r) => [`${r}.request_number`, `${r}.justification`],
    number: "r.request_number",
    title: "r.justification",
    detail: "r.status",
    site: "s.code",
    screen: "/procurement?open=:id",
  },
  {
    record: Vendor,
    label: "Vendor",
    heading: "Vendors",
    call: vendors.path,
    list: vendors.shape,
    alias: "r",
    words: (v) => [`${v}.vendor_number`, `${v}.name`, `${v}.contact_person`, `${v}.email`],
    number: "r.vendor_number",
    title: "r.name",
    named: true,
    detail: "r.contact_person",
    screen: "/financial?tab=vendors&q=:number",
  },
]
