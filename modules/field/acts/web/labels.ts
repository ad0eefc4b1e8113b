import { fieldCalls } from "@ops/platform/access/field-calls.ts"

/** What people call the acts of devices. */
const names: Readonly<Record<string, string>> = {
  "meal_attendance.record": "Meal served",
  "meal_session.tally": "Visitor counted",
  "signed_day.sign": "Day signed",
  "attendance.tap_on_device": "In or out",
  ...Object.fromEntries(fieldCalls.map(({ act, what }) => [act, what])),
}

export const actName = (act: string) => names[act] ?? act
