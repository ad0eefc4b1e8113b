/** The words of reports as the screens have them. Who may open a tab, the server decides; here it only is not offered. */
import type { ReportScheduleAnswer } from "../../schedules/contract.ts"
import { type Frequency, weekdays } from "../labels.ts"

export {
  frequencies,
  periodNames,
  relativePeriods,
  reportTabs,
  scheduledNames,
  scheduledReaders,
  scheduledReports,
  SCHEDULERS as schedulers,
  tabNames,
  tabReaders,
  weekdays,
} from "../labels.ts"

export const frequencyNames: Record<Frequency, string> = { daily: "Every day", weekly: "Every week", monthly: "Every month" }

type Rhythm = Pick<typeof ReportScheduleAnswer.Type, "frequency" | "weekday" | "dayOfMonth" | "hour">
/** The text of a schedule: "Every Monday at 7:00", "Every month on day 31 at 18:00". */
export const rhythmText = ({ frequency, weekday, dayOfMonth, hour }: Rhythm): string => {
  const day = frequency === "daily" ? "Every day" : frequency === "weekly" ? `Every ${weekdays[(weekday ?? 1) - 1]}` : `Every month on day ${dayOfMonth}`
  return `${day} at ${hour}:00`
}
