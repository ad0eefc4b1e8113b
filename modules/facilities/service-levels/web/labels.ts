/** Labels of service levels, and the lists that their commands change. */
import { pathsOf } from "../../web/client.ts"

export const slaLists = pathsOf("GET /api/sla/policies", "GET /api/sla/clocks", "GET /api/sla/summary")

/** Working minutes in words: "45 min", "2 h", "1 h 30 min"; days would depend on the site. */
export const spanText = (minutes: number | null) => {
  if (minutes === null) return "Not promised"
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours.toLocaleString("en-US")} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ")
}
