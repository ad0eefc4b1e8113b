import { useRead } from "@ops/platform/ui/data.ts"
import { today } from "@ops/platform/ui/date.tsx"
import type { MealSession } from "./words.ts"

/** The meal sessions of today in Juba, in the order in which they begin; of every site without one. */
export const useSessionsOfToday = (siteId: number | undefined) =>
  useRead<readonly MealSession[]>("/api/meal-sessions", { siteId, from: today(), to: today(), sort: "sessionDate" })
