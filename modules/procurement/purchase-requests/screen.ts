import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { purchaseRequests } from "./resource.ts"

export const screen = screenOf(purchaseRequests, {
  noun: ["request", "requests"],
  amount: { field: "estimatedTotal", figure: "purchaseRequest.total" },
  columns: ["requestNumber", "siteName", "requestedByUser", "requestDate", "justification", "priority", "estimatedTotal", "status"],
  hidden: ["requestDate"],
  commands: {
    raise: {
      button: "New Request",
      done: "Purchase request created successfully",
      failed: "Failed to create purchase request",
      pending: "Creating...",
    },
    addItem: { button: "Add Item", done: "Item added to purchase request", failed: "Failed to add item", pending: "Adding..." },
    approve: { kind: "primary", done: "Purchase request approved and email sent" },
    reject: { kind: "danger", ask: "The requester can reopen it as a new request.", reason: "optional", done: "Purchase request rejected" },
    receive: { kind: "primary", done: "Goods received", failed: "Failed to receive goods" },
    cancel: { button: "Cancel request", kind: "danger", ask: "Nothing has been received. Inform the supplier as well.", done: "Purchase request cancelled" },
    reopen: { button: "Reopen as new", done: "Purchase request created successfully", failed: "Failed to create purchase request" },
  },
})
