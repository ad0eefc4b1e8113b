import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { paymentRuns } from "./resource.ts"

export const screen = screenOf(paymentRuns, {
  amount: { field: "total", figure: "paymentRun.total" },
  columns: ["runNumber", "paymentDate", "bills", "account", "maker", "checker", "status", "withheld", "total"],
  hidden: ["maker", "checker", "withheld"],
  commands: {
    draft: { button: "New Payment Run", done: "Payment run created", failed: "Failed to make the payment run" },
    approve: { kind: "primary", ask: "It is executed after that.", failed: "Failed to approve the payment run" },
    execute: { kind: "primary", failed: "Failed to execute the payment run", pending: "Executing..." },
    cancel: {
      button: "Cancel run",
      kind: "danger",
      ask: "It pays no one. Its bills can go on another run.",
      reason: "optional",
      failed: "Failed to cancel the payment run",
    },
  },
})
