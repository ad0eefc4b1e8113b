import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { pettyCashFloats } from "./resource.ts"

export const screen = screenOf(pettyCashFloats, {
  amount: { field: "balance", figure: "pettyCashFloat.balance" },
  columns: ["name", "siteName", "custodian", "lastCountedOn", "limit", "out", "balance"],
  commands: {
    open: { button: "Open Float", failed: "Failed to open the float", pending: "Opening..." },
    topUp: { kind: "primary", done: "Float topped up", failed: "Failed to top up the float", pending: "Topping up..." },
    count: { done: "Count written down", failed: "Failed to record the count", pending: "Writing down..." },
  },
})
