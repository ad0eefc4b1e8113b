/** Search in procurement. */
import { searchOf } from "@ops/platform/http/resources/search.ts"
import { purchaseRequests } from "./purchase-requests/resource.ts"
import { vendors } from "./vendors/resource.ts"

export const procurementSearch = [
  {
    ...searchOf(purchaseRequests, { title: "justification", detail: "status", site: true, screen: "/procurement?open=:id" }),
    // search results do not need the mail join
    list: (who: Parameters<typeof purchaseRequests.shape>[0]) => ({
      ...purchaseRequests.shape(who),
      from: "purchase_request r join site s on s.id = r.site_id",
    }),
  },
  searchOf(vendors, { title: "name", named: true, detail: "contactPerson", screen: "/financial?tab=vendors&q=:number" }),
]
