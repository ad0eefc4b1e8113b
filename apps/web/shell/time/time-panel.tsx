import { addDays, lastDayOf, monthBy, monthOf } from "@ops/platform/calendar.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { dayOf, formatDay, formatTime, today } from "@ops/platform/ui/date.tsx"
import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { hereAt, inThePast, shownAt } from "@ops/platform/ui/instant.ts"
import { type SubmitEvent, useId, useState } from "react"

/** The day before a date, and the months before its own. */
const dayBefore = (date: string) => addDays(date, -1)
const monthEnd = (date: string, back: number) => lastDayOf(monthBy(monthOf(date), -back))

/** Selects a moment: a date and time in Juba, or one of the most used ones. */
export default function TimePanel() {
  const now = dayOf(new Date())
  const [date, setDate] = useState(inThePast ? today() : dayBefore(now))
  const [time, setTime] = useState(inThePast ? formatTime(shownAt() ?? new Date()) : "23:59")
  const id = useId()
  const show = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!date) return
    const wholeDay = time === "" || time === "23:59"
    location.assign(hereAt(wholeDay ? date : new Date(`${date}T${time}:00+02:00`).toISOString().replace(".000", "")))
  }
  const choices = [
    ["Yesterday evening", dayBefore(now)],
    ["Last month-end", monthEnd(now, 1)],
    ["Month-end before", monthEnd(now, 2)],
  ] as const
  return (
    <div className="time-panel">
      <h2 className="popover-title">See everything as it was</h2>
      <ul className="choices">
        {choices.map(([label, day]) => (
          <li key={label}>
            <a className="menu-item" href={hereAt(day)}>
              {label}
              <span className="spread" />
              <span className="muted">{formatDay(day)}</span>
            </a>
          </li>
        ))}
      </ul>
      <form className="time-form" onSubmit={show} noValidate>
        <div className="pair">
          <div className="field">
            <label htmlFor={`${id}-date`}>Date</label>
            <DateInput id={`${id}-date`} value={date} onChange={setDate} />
          </div>
          <div className="field">
            <label htmlFor={`${id}-time`}>Time in Juba</label>
            <input id={`${id}-time`} className="input" type="time" value={time} onChange={({ target }) => setTime(target.value)} />
          </div>
        </div>
        <div className="line">
          {inThePast && (
            <Button asChild>
              <a href={hereAt(null)}>Back to now</a>
            </Button>
          )}
          <span className="spread" />
          <Button type="submit" kind="primary" disabled={!date}>
            Show
          </Button>
        </div>
      </form>
    </div>
  )
}
