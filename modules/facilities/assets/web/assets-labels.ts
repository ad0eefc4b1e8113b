/** The labels of assets, and the lists that their commands change. */
import { nameOfWord } from "@ops/platform/ui/resources/screen-parts.tsx"
import { pathsOf } from "../../web/client.ts"
import { screen } from "../screen.ts"

export const assetLists = pathsOf("GET /api/assets", "GET /api/work-orders", "GET /api/maintenance-plans")
export const statusName = (status: string) => nameOfWord(screen, "status", status)
/** "12,480 hours" of "12480.00". */
export const meterText = (reading: string, unit: string) => `${Number(reading).toLocaleString("en-US")} ${unit}`
