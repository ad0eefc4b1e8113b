/** Labels of the screens of plans and service levels. */
import { pathsOf } from "../../web/client.ts"
import type { maintenance } from "../resource.ts"

export const planLists = pathsOf("GET /api/maintenance-plans", "GET /api/work-orders", "GET /api/assets")

/** For example "Every 3 months", "Every 250 hours". */
export const oftenText = ({ trigger, every, unit, meterUnit }: Pick<(typeof maintenance)["Row"], "trigger" | "every" | "unit" | "meterUnit">) =>
  trigger === "meter"
    ? `Every ${every.toLocaleString("en-US")} ${meterUnit ?? ""}`
    : every === 1
      ? `Every ${unit?.replace(/s$/, "")}`
      : `Every ${every} ${unit}`
