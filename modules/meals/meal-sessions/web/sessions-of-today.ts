import { today } from "@ops/platform/ui/date.tsx"
import { useApi } from "../../web/client.ts"

/** The meal sessions of today in Juba, in the order in which they begin; of every site without one. */
export const useSessionsOfToday = (siteId: number | undefined) =>
  useApi("GET /api/meal-sessions", { query: { siteId, from: today(), to: today(), sort: "sessionDate" } })
