import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { payComponents } from "./resource.ts"

export const screen = screenOf(payComponents, {
  title: ["name"],
  columns: ["staffNumber", "lastName", "kind", "name", "from", "to", "amount"],
  hidden: ["lastName"],
  commands: {
    add: { button: "Add Component", done: "Pay component added", failed: "Failed to add the pay component", pending: "Saving..." },
    end: { done: "Pay component ended", failed: "Failed to end the pay component", pending: "Saving..." },
  },
})
