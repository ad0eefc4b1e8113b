import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { taxPayments } from "./resource.ts"

export const screen = screenOf(taxPayments, {
  called: "payment",
  amount: { field: "paymentAmount" },
  hidden: ["currency", "paymentMethod", "referenceNumber"],
  commands: { cancel: { kind: "danger" }, reverse: { kind: "danger" } },
})
