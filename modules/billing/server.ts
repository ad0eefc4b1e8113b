import { Layer } from "effect"
import { AccrualsLive } from "./accruals/server.ts"
import { LateMealsLive } from "./late-meals/server.ts"
import { InvoicesLive } from "./invoices/server.ts"
import { PaymentsLive } from "./payments/server.ts"
import { MealBillingLive } from "./meal-billing/server.ts"

export const BillingLive = Layer.mergeAll(AccrualsLive, LateMealsLive, InvoicesLive, PaymentsLive, MealBillingLive)
