import { today } from "@ops/platform/ui/date.tsx"
import { useApi } from "../../web/client.ts"
import { sessionsOn } from "../../web/labels.ts"

/** Today's meal sessions (Juba time) in order of their start; of all sites if none is given. */
export const useSessionsOfToday = (siteId: number | undefined) => useApi("GET /api/meal-sessions", { query: sessionsOn(today(), siteId) })
