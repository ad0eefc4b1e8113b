/** Every call of billing. */
import { HttpApi } from "effect/http-api"
import { InvoicesGroup, PaymentsGroup } from "./invoices/contract.ts"
import { MealBillingGroup } from "./meal-billing/contract.ts"

export { InvoicesGroup, MealBillingGroup, PaymentsGroup }
export class BillingApi extends HttpApi.make("ops").add(InvoicesGroup).add(PaymentsGroup).add(MealBillingGroup) {}
