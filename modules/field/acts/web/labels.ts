/** The labels of the acts of devices. */
const names: Readonly<Record<string, string>> = { "meal_attendance.record": "Meal served", "meal_session.tally": "Visitor counted" }

export const actName = (act: string) => names[act] ?? act
