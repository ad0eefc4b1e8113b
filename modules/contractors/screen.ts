import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { contractors } from "./resource.ts"

export const screen = screenOf(contractors, {
  title: ["name"],
  columns: ["contractorNumber", "name", "serviceType", "department", "site", "status", "availabilityStatus", "contractEnd", "phone", "rating", "unbilledHours"],
  hidden: ["department", "phone", "unbilledHours"],
  commands: {
    register: { button: "Register Contractor", done: "Contractor registered", failed: "Failed to register the contractor", pending: "Saving..." },
    change: { done: "Contractor changed", failed: "Failed to change the contractor", pending: "Saving..." },
    agreeRate: { button: "Agree rate", done: "Rate agreed", failed: "Failed to agree the rate", pending: "Saving..." },
    suspend: {
      kind: "danger",
      ask: "No new assignments or hours can be recorded until the contractor is reinstated.",
      done: "Contractor suspended",
      failed: "Failed to suspend the contractor",
    },
    reinstate: { ask: "Work can be assigned and recorded again.", done: "Contractor reinstated", failed: "Failed to reinstate the contractor" },
    end: { button: "End contract", kind: "danger", done: "Contract ended", failed: "Failed to end the contract", pending: "Ending..." },
    nameVendor: { button: "Save", done: "Vendor named", failed: "Failed to choose the vendor", pending: "Saving..." },
  },
})
