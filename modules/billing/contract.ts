/** Every call of billing. */
import { HttpApi } from "effect/http-api"
import { AccrualsGroup } from "./accruals/contract.ts"
import { InvoicesGroup } from "./invoices/contract.ts"
import { MealBillingGroup } from "./meal-billing/contract.ts"

export { AccrualsGroup, InvoicesGroup, MealBillingGroup }
export class BillingApi extends HttpApi.make("ops").add(AccrualsGroup).add(InvoicesGroup).add(MealBillingGroup) {}
