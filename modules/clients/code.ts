/** Codes of client records: CL-0001, PJ-0001, SM-0001. Unique and ascending; a rejected command may leave a gap. */
import type { CommandGenerator } from "@ops/platform/records/command.ts"

/** The next code of a series. */
export function* nextCode(series: "CL" | "PJ" | "SM"): CommandGenerator<string> {
  const n = (yield { ask: "number", series }) as number
  return `${series}-${String(n).padStart(4, "0")}`
}
