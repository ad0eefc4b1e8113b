import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { payments } from "./resource.ts"

export const screen = screenOf(payments, {
  amount: { field: "amount", figure: "payment.amount" },
  columns: ["paymentNumber", "date", "clientName", "method", "reference", "invoices", "currency", "status", "unallocated", "amount"],
  hidden: ["currency", "unallocated"],
  card: ["clientName", "method"],
})
