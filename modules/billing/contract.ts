/** Every call of billing. */
import { HttpApi } from "effect/http-api"
import { InvoicesGroup } from "./invoices/contract.ts"
import { MealBillingGroup } from "./meal-billing/contract.ts"

export { InvoicesGroup, MealBillingGroup }
export class BillingApi extends HttpApi.make("ops").add(InvoicesGroup).add(MealBillingGroup) {}
