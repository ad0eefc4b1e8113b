import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { stockItems } from "./resource.ts"

export const screen = screenOf(stockItems, {
  title: ["name"],
  hidden: ["costAccount"],
  commands: {
    add: { button: "New Item", done: "Item added", failed: "Failed to add the item" },
    cost: { button: "Change cost", failed: "Failed to change the cost", pending: "Saving..." },
  },
})
