/** A month of days to choose from: arrows move by a day or a week, Page Up and Page Down by a month. */
import { ChevronLeft, ChevronRight } from "lucide-react"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { addDays, monthOf } from "../../calendar.ts"
import { sameDayBy } from "./same-day.ts"
import { formatDay, formatDaysIn, today } from "../date.tsx"

interface CalendarProps {
  readonly value: string
  readonly min: string | undefined
  readonly max: string | undefined
  readonly onChoose: (day: string) => void
}

const weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

const Calendar = ({ value, min = "", max = "9999", onChoose }: CalendarProps) => {
  const [at, setAt] = useState(value || (min > today() ? min : today()))
  const days = useRef<HTMLDivElement>(null)
  const month = monthOf(at)
  useEffect(() => days.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus(), [at])
  const first = `${month}-01`
  // the week begins on Monday
  const start = addDays(first, -((new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7))
  const shown = Array.from({ length: 42 }, (_, n) => addDays(start, n)).filter(
    (day, n) => n < 35 || monthOf(addDays(start, 35)) === month || monthOf(day) === month,
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined) setAt(addDays(at, step))
    else if (event.key === "PageUp" || event.key === "PageDown") setAt(sameDayBy(at, event.key === "PageUp" ? -1 : 1))
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="line">
        <button type="button" className="plain-icon" aria-label="Month before" onClick={() => setAt(sameDayBy(at, -1))}>
          <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
        </button>
        <b className="spread calendar-month" aria-live="polite">
          {formatDaysIn(month)}
        </b>
        <button type="button" className="plain-icon" aria-label="Month after" onClick={() => setAt(sameDayBy(at, 1))}>
          <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
      <div className="calendar-days" ref={days} role="group" aria-label="Days" onKeyDown={onKeyDown}>
        {weekdays.map((name) => (
          <small key={name} className="muted" aria-hidden>
            {name}
          </small>
        ))}
        {shown.map((day) => (
          <button
            key={day}
            type="button"
            tabIndex={day === at ? 0 : -1}
            aria-label={formatDay(day)}
            aria-current={day === today() ? "date" : undefined}
            aria-pressed={day === value}
            data-outside={monthOf(day) !== month || undefined}
            disabled={day < min || day > max}
            onClick={() => onChoose(day)}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
    </>
  )
}
export default Calendar
