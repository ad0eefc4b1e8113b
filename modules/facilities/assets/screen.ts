import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { assets } from "./resource.ts"

export const screen = screenOf(assets, {
  title: ["name"],
  columns: ["assetNumber", "name", "kind", "siteName", "location", "meterReading", "meterUnit", "downMinutes", "nextDue", "status"],
  hidden: ["kind", "meterUnit"],
  card: ["assetNumber", "siteName", "location"],
  commands: {
    register: { button: "Register Asset" },
    change: { done: "Asset changed", failed: "Failed to change the asset" },
    retire: {
      kind: "danger",
      ask: "The asset is removed from the register and its plans end. Its history is kept.",
      done: "Asset removed from the register",
      failed: "Failed to retire the asset",
    },
  },
})
