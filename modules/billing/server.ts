import { Layer } from "effect"
import { InvoicesLive, PaymentsLive } from "./invoices/server.ts"
import { MealBillingLive } from "./meal-billing/server.ts"

export const BillingLive = Layer.mergeAll(InvoicesLive, PaymentsLive, MealBillingLive)
