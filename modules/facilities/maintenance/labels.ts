/** Labels of maintenance plans, for the server, the command line and the screens. */

export const triggers = ["calendar", "meter"] as const
export const intervalUnits = ["days", "weeks", "months", "years"] as const
export type IntervalUnit = (typeof intervalUnits)[number]
/** The date from which the next one is counted: the planned date, or the date of completion. */
export const bases = ["scheduled", "completed"] as const
export const planStatuses = ["active", "paused", "ended"] as const

/** For example "Every 3 months". */
export const everyText = (every: number, unit: string): string => (every === 1 ? `Every ${unit.replace(/s$/, "")}` : `Every ${every} ${unit}`)
