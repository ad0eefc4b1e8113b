import { Layer } from "effect"
import { InvoicesLive, PaymentsLive } from "./invoices-server.ts"

export const BillingLive = Layer.mergeAll(InvoicesLive, PaymentsLive)
