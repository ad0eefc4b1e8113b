import { wordOf } from "../../text.ts"
import { formatDaysIn, formatInstant } from "../date.tsx"

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
const code = /^[a-z]+(_[a-z]+)*$/

/** A value of a field in a history as people read it: moments and days written out, codes in words, a dash for none (the server says "nothing"). */
export const changedValue = (value: string | null): string => {
  if (value === null || value === "nothing") return "–"
  if (instant.test(value)) return formatInstant(value)
  return code.test(value) ? wordOf(value) : formatDaysIn(value)
}
