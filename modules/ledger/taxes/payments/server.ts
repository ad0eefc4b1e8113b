import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { reversalPreview } from "../../reversals/server.ts"
import { taxPayments } from "./resource.ts"
import { reverseTaxPayment } from "./tax-payment.ts"

export const TaxPaymentsLive = resourceLive(taxPayments, {
  reversal: ({ params: { id } }: RequestOf<typeof taxPayments, "reversal">) => reversalPreview(reverseTaxPayment, { id }),
})
