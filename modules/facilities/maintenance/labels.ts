/** Labels of maintenance plans, for the server, the command line and the screens. */

export const triggers = ["calendar", "meter"] as const
export const intervalUnits = ["days", "weeks", "months", "years"] as const
export type IntervalUnit = (typeof intervalUnits)[number]
/** From which date the next is counted: the one that was planned, or the one on which the work was done. */
export const bases = ["scheduled", "completed"] as const
export const planStatuses = ["active", "paused", "ended"] as const

/** "Every 3 months". */
export const everyText = (every: number, unit: string): string => (every === 1 ? `Every ${unit.replace(/s$/, "")}` : `Every ${every} ${unit}`)
