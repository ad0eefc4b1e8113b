import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { payables } from "./resource.ts"

export const screen = screenOf(payables, {
  amount: { field: "amount", figure: "payable.amount" },
  columns: [
    "billNumber",
    "vendorName",
    "invoiceNumber",
    "siteName",
    "category",
    "purchaseRequestNumber",
    "invoiceDate",
    "dueDate",
    "status",
    "amount",
    "balance",
  ],
  hidden: ["category", "purchaseRequestNumber"],
  card: ["vendorName", "invoiceNumber"],
  commands: {
    enter: { button: "Enter Bill", failed: "Failed to enter the bill" },
    approve: { kind: "primary", failed: "Failed to approve the bill" },
    dispute: { kind: "danger", ask: "It cannot be approved or paid until the dispute is settled.", failed: "Failed to dispute the bill" },
    resolve: { button: "Settle dispute", kind: "primary", done: "Dispute settled", failed: "Failed to settle the dispute", pending: "Settling..." },
    credit: { kind: "danger", failed: "Failed to credit the bill" },
  },
})
