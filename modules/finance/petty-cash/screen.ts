import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { pettyCash } from "./resource.ts"

export const screen = screenOf(pettyCash, {
  amount: { field: "amount", figure: "pettyCash.amount" },
  columns: ["requestNumber", "requestDate", "requestedByUser", "amount", "category", "purpose", "siteName", "status"],
  hidden: ["requestDate", "siteName"],
  commands: {
    request: {
      button: "New Request",
      done: "Petty cash request submitted successfully",
      failed: "Failed to submit petty cash request",
      pending: "Submitting...",
    },
    approve: { kind: "primary", failed: "Failed to approve request" },
    reject: { kind: "danger", ask: "The reason is shown to the requester.", failed: "Failed to reject request" },
    disburse: { button: "Pay out", kind: "primary", done: "Petty cash paid out", failed: "Failed to pay out petty cash", pending: "Paying..." },
    retire: { kind: "primary", failed: "Failed to retire petty cash" },
  },
})
