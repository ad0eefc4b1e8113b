import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { expenseRequests } from "./resource.ts"

const updated = { done: "Expense request updated successfully", failed: "Failed to update expense request" }
export const screen = screenOf(expenseRequests, {
  amount: { field: "amount", figure: "expenseRequest.amount" },
  columns: ["requestDate", "requestNumber", "siteName", "requestedByUser", "category", "description", "amount", "paymentMethod", "priority", "status"],
  hidden: ["requestNumber", "siteName", "category", "priority"],
  commands: {
    request: {
      button: "New Expense Request",
      done: "Expense request created successfully",
      failed: "Failed to create expense request",
      pending: "Submitting...",
    },
    approve: { kind: "primary", ...updated },
    reject: { kind: "danger", ask: "The reason is shown to the requester.", ...updated },
    withdraw: { ask: "It stays in the list as rejected, 'Withdrawn'.", ...updated },
    addReceipts: { button: "Add receipts", done: "Receipts added", failed: "Failed to add receipts", pending: "Adding..." },
    pay: { kind: "primary", ...updated },
  },
})
