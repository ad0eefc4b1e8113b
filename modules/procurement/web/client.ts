/** The client for the calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { MailGroup } from "@ops/platform/mail/contract.ts"
import type { CompanyGroup } from "@ops/sites/contract.ts"
import type { StockGroup } from "@ops/stock/contract.ts"
import type { stockItems } from "@ops/stock/items/resource.ts"
import type { AcknowledgementGroup } from "../acknowledgements/contract.ts"
import type { ProcurementGroup } from "../budgets/contract.ts"
import type { purchaseRequests } from "../purchase-requests/resource.ts"
import type { vendors } from "../vendors/resource.ts"

export const { ask, pathOf, pathsOf, send, useApi, useCommand } = clientOf<
  | typeof AcknowledgementGroup
  | typeof CompanyGroup
  | typeof MailGroup
  | typeof ProcurementGroup
  | typeof purchaseRequests.group
  | typeof StockGroup
  | typeof stockItems.group
  | typeof vendors.group
>()
