import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { paymentRuns } from "./resource.ts"

export const screen = screenOf(paymentRuns, {
  amount: { field: "total", figure: "paymentRun.total" },
  columns: ["runNumber", "paymentDate", "bills", "account", "maker", "checker", "status", "withheld", "total"],
  hidden: ["maker", "checker", "withheld"],
  commands: {
    draft: { button: "New Payment Run", done: "Payment run created", failed: "Failed to create the payment run" },
    approve: { kind: "primary", ask: "It can then be executed.", failed: "Failed to approve the payment run" },
    execute: { kind: "primary", failed: "Failed to execute the payment run", pending: "Executing..." },
    cancel: {
      button: "Cancel run",
      kind: "danger",
      ask: "No one is paid. You can add its bills to another run.",
      reason: "optional",
      failed: "Failed to cancel the payment run",
    },
  },
})
