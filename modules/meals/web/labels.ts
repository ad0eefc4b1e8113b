/** The labels of the screens of meals. */
import { capitalised } from "@ops/platform/text.ts"
import type { mealSessions } from "../meal-sessions/resource.ts"

export type MealSession = (typeof mealSessions)["Row"]
export type MealType = MealSession["mealType"]

export const mealOptions = [
  { value: "breakfast", label: "Breakfast" },
  { value: "lunch", label: "Lunch" },
  { value: "dinner", label: "Dinner" },
] as const satisfies readonly { value: MealType; label: string }[]

/** For example Lunch. */
export const mealWord = capitalised

/** The meal being served, or the next one, at a time such as `12:05`, and when it begins. */
export const mealAt = (time: string): { readonly meal: MealType; readonly time: string } =>
  time < "10:00" ? { meal: "breakfast", time: "06:30" } : time < "16:00" ? { meal: "lunch", time: "12:30" } : { meal: "dinner", time: "18:30" }

/** For example Full, or Breakfast and lunch. */
export const planWord = (plan: string) => (plan === "none" ? "No meals" : mealWord(plan.replace("_", " and ")))

/** `3 people`, `1 person`. */
export const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** For example Lunch, Unity State, SLB. */
export const sessionName = ({ mealType, site, client, project }: MealSession) =>
  [mealWord(mealType), site.name, client.companyName, project?.projectName].filter(Boolean).join(", ")

/** The counts of a session in words: `42 of 120 served · 2 exceptions`. */
export const countsOf = ({ totalAttendees, capacity, exceptions, late, missed }: MealSession) =>
  [
    `${totalAttendees}${capacity === null ? "" : ` of ${capacity}`} served`,
    exceptions > 0 && counted(exceptions, "exception", "exceptions"),
    late > 0 && `${late} added late`,
    missed > 0 && `${missed} missed`,
  ]
    .filter(Boolean)
    .join(" · ")

/** Why an attendance is an exception. */
export const exceptionWord = (exception: string) => (exception === "no_contract" ? "No contract in force" : "Not on the meal plan")

/** What the kiosk and the list of today's sessions ask for. An enrolled device reads it ahead. */
export const sessionsOn = (day: string, siteId: number | undefined) => ({ siteId, from: day, to: day, sort: "sessionDate" }) as const
export const servedAt = (session: number) => ({ mealSessionId: String(session), status: "attended", limit: 1000 }) as const
export const dinersOf = ({ siteId, clientId }: { readonly siteId?: number | undefined; readonly clientId?: number | undefined }) =>
  ({ siteId, clientId, status: "active" }) as const
