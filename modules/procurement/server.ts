import { Layer } from "effect"
import { AcknowledgementsLive } from "./acknowledgements/server.ts"
import { BudgetsLive } from "./budgets/server.ts"
import { PurchaseRequestsLive } from "./purchase-requests/server.ts"

export const ProcurementLive = Layer.mergeAll(AcknowledgementsLive, BudgetsLive, PurchaseRequestsLive)
