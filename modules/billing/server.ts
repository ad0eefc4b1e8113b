import { Layer } from "effect"
import { AccrualsLive } from "./accruals/server.ts"
import { InvoicesLive } from "./invoices/server.ts"
import { PaymentsLive } from "./payments/server.ts"
import { MealBillingLive } from "./meal-billing/server.ts"

export const BillingLive = Layer.mergeAll(AccrualsLive, InvoicesLive, PaymentsLive, MealBillingLive)
