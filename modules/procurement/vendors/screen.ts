import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { vendors } from "./resource.ts"

export const screen = screenOf(vendors, {
  hidden: ["address", "taxId"],
  commands: {
    add: { button: "Add Vendor", done: "Vendor created successfully", failed: "Failed to create vendor", pending: "Creating..." },
  },
})
