import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { previewing } from "../../reversals/server.ts"
import { taxPayments } from "./resource.ts"
import { reverseTaxPayment } from "./tax-payment.ts"

export const TaxPaymentsLive = resourceLive(taxPayments, previewing(reverseTaxPayment))
