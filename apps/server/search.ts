/** The search sources of all modules, in one list. */
import { billingSearch } from "@ops/billing/search.ts"
import { cateringSearch } from "@ops/catering/search.ts"
import { clientsSearch } from "@ops/clients/search.ts"
import { constructionSearch } from "@ops/construction/search.ts"
import { contractorsSearch } from "@ops/contractors/search.ts"
import { crmSearch } from "@ops/crm/search.ts"
import { facilitiesSearch } from "@ops/facilities/search.ts"
import { financeSearch } from "@ops/finance/search.ts"
import { ledgerSearch } from "@ops/ledger/search.ts"
import { peopleSearch } from "@ops/people/search.ts"
import { procurementSearch } from "@ops/procurement/search.ts"
import { sitesSearch } from "@ops/sites/search.ts"
import { stockSearch } from "@ops/stock/search.ts"

export const searched = [
  ...procurementSearch,
  ...billingSearch,
  ...clientsSearch,
  ...peopleSearch,
  ...facilitiesSearch,
  ...financeSearch,
  ...constructionSearch,
  ...contractorsSearch,
  ...crmSearch,
  ...stockSearch,
  ...cateringSearch,
  ...ledgerSearch,
  ...sitesSearch,
]
