/** Determines the meal that a camp serves next. Pure. */

const order = ["breakfast", "lunch", "dinner"] as const
export type Meal = (typeof order)[number]
/** The start of each meal, and the latest time at which it can be started. */
const hours = { breakfast: ["06:30", "10:00"], lunch: ["12:30", "16:00"], dinner: ["18:30", "22:00"] } as const

interface Session {
  readonly id: number
  readonly mealType: Meal
  readonly status: "active" | "completed" | "cancelled"
  readonly totalAttendees: number
}
export interface NextMeal {
  readonly meal: Meal
  readonly begins: string
  /** it is tomorrow's, because today's are over */
  readonly isTomorrow: boolean
  /** while being served: the session whose kiosk opens, and the number served in all sessions */
  readonly running: { readonly id: number; readonly served: number } | undefined
}

/**
 * The meal being served; otherwise the first meal of the day that is neither over nor too late; otherwise tomorrow's breakfast. A meal is not over
 * while a session of it is open, even if that of another client is closed.
 */
export const nextMeal = (sessions: readonly Session[], time: string): NextMeal => {
  const of = (meal: Meal, status: Session["status"]) => sessions.filter((session) => session.mealType === meal && session.status === status)
  const begun = order.filter((meal) => time >= hours[meal][0] && of(meal, "active").length > 0)
  const waits = order.filter((meal) => time < hours[meal][1] && (of(meal, "active").length > 0 || of(meal, "completed").length === 0))
  const meal = begun[0] ?? waits[0]
  if (meal === undefined) return { meal: "breakfast", begins: hours.breakfast[0], isTomorrow: true, running: undefined }
  const active = of(meal, "active")
  const served = sessions
    .filter(({ mealType, status }) => mealType === meal && status !== "cancelled")
    .reduce((sum, { totalAttendees }) => sum + totalAttendees, 0)
  return { meal, begins: hours[meal][0], isTomorrow: false, running: active[0] && { id: active[0].id, served } }
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** The time until it begins: "in 38 min", "in 3 h 5 min", "since 12:30"; "tomorrow" for tomorrow's. */
export const untilMeal = ({ begins, isTomorrow }: NextMeal, time: string) => {
  if (isTomorrow) return "tomorrow"
  const left = minutesOf(begins) - minutesOf(time)
  if (left <= 0) return `since ${begins}`
  const [hours, minutes] = [Math.floor(left / 60), left % 60]
  return `in ${[hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(" ")}`
}
