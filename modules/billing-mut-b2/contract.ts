/** Every call of billing. */
import { HttpApi } from "effect/http-api"
import { InvoicesGroup, PaymentsGroup } from "./invoices-contract.ts"

export { InvoicesGroup, PaymentsGroup }
export class BillingApi extends HttpApi.make("ops").add(InvoicesGroup).add(PaymentsGroup) {}
