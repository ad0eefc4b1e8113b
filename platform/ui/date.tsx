import { monthBy, monthOf } from "../calendar.ts"
import { useEffect, useState } from "react"
import { formatDay } from "../dates/sentence.ts"
import { shownAt } from "./instant.ts"

export { formatDay, formatDaysIn } from "../dates/sentence.ts"

const zone = "Africa/Juba"
const parts = new Intl.DateTimeFormat("en-GB", {
  timeZone: zone,
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
})

/** Parses an instant from ISO text or Postgres' own text (`2026-11-19 09:12:00.1+00`); a Date is returned unchanged. */
export const instant = (at: string | Date) => (at instanceof Date ? at : new Date(at.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")))

const split = (at: string | Date) => Object.fromEntries(parts.formatToParts(instant(at)).map(({ type, value }) => [type, value])) as Record<string, string>

/** The time of day in Juba: `09:12`. */
export const formatTime = (at: string | Date) => {
  const { hour, minute } = split(at)
  return `${hour}:${minute}`
}

/** An instant in Juba: `19 Nov 2026, 09:12`. */
export const formatInstant = (at: string | Date) => `${formatDay(dayOf(at))}, ${formatTime(at)}`

/** The date of an instant in Juba as `2026-11-19`. */
export const dayOf = (at: string | Date) => {
  const { day, month, year } = split(at)
  return `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`
}

/** Today's date in Juba; in the past, the date shown. */
export const today = () => dayOf(shownAt() ?? new Date())

/** The month before that of a date: 2026-10 on any day of November. */
export const lastMonth = (today: string) => monthBy(monthOf(today), -1)

const present = () => shownAt()?.getTime() ?? Date.now()

/** How long ago, if less than a day: `42 min ago`; otherwise the instant. */
export const formatAgo = (at: string | Date, now = present()) => {
  const minutes = Math.floor((now - instant(at).getTime()) / 60_000)
  if (minutes < 0 || minutes >= 24 * 60) return formatInstant(at)
  if (minutes < 1) return "just now"
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}

/** A calendar date; a dash if there is none. */
export const Day = ({ date }: { date: string | null | undefined }) =>
  date ? <time dateTime={date.slice(0, 10)}>{formatDay(date)}</time> : <span className="muted">–</span>

const title = (at: string | Date) => `${formatInstant(at)} in Juba, ${instant(at).toISOString()}`

/** When a fact that was made on a device arrived, beside when it happened; nothing for others. */
export const Recorded = ({ at }: { readonly at: string | null | undefined }) => at && <small className="muted"> recorded {formatInstant(at)}</small>

/** An instant; with `exact` never relative. The full time is in the title. */
export const When = ({ at, exact }: { at: string | Date | null | undefined; exact?: boolean }) => {
  const [now, setNow] = useState(present)
  const fresh = !!at && !exact && now - instant(at).getTime() < 24 * 3_600_000
  useEffect(() => {
    if (!fresh) return
    const timer = setInterval(() => setNow(present()), 60_000)
    return () => clearInterval(timer)
  }, [fresh])
  if (!at) return <span className="muted">–</span>
  return (
    <time dateTime={instant(at).toISOString()} title={title(at)}>
      {exact ? formatInstant(at) : formatAgo(at, now)}
    </time>
  )
}
