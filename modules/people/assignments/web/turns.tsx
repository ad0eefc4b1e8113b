/** The rotations of people over the coming weeks: at work, off, and on leave. */
import { addDays, daysBetween } from "@ops/platform/calendar.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import type { assignments } from "../resource.ts"
import type { LeaveCalendarAnswer } from "../../leave/contract.ts"
import { useApi } from "../../web/client.ts"
import { datesFrom, fullName } from "../../leave/web/labels.ts"
import "../../leave/web/leave.css"

type Assignment = (typeof assignments)["Row"]
type Calendar = typeof LeaveCalendarAnswer.Type

const weeks = 12

/** Whether the day is a working day; undefined outside the rotation. */
const isOn = ({ startDate, endDate, rotation }: Assignment, date: string) => {
  if (rotation === null || date < startDate || (endDate !== null && date > endDate)) return undefined
  const since = daysBetween(startDate, date)
  return since % (rotation.daysOn + rotation.daysOff) < rotation.daysOn
}

/** Today's state of the rotation in words, with the date of the next change. */
const next = (of: Assignment, from: string) => {
  const now = isOn(of, from)
  const change = datesFrom(addDays(from, 1), addDays(from, 400)).find((date) => isOn(of, date) !== now)
  if (now === undefined) return `from ${formatDay(of.startDate)}`
  if (change === undefined) return now ? "at work" : "off"
  return `${now ? "at work until" : "off until"} ${formatDay(addDays(change, -1))}`
}

const Strip = ({ rows, calendar }: { readonly rows: readonly Assignment[]; readonly calendar: Calendar | undefined }) => {
  const first = today()
  const dates = datesFrom(first, addDays(first, weeks * 7 - 1))
  const away = new Map((calendar?.people ?? []).map(({ staffId, leaves }) => [staffId, leaves.filter(({ status }) => status !== "pending")]))
  return (
    <>
      <div className="leave-scroll" role="region" aria-label="Rotation of the next twelve weeks" tabIndex={0}>
        <table className="leave-month turns">
          <thead>
            <tr>
              <th scope="col">Staff</th>
              {Array.from({ length: weeks }, (_, week) => (
                <th key={week} scope="col" colSpan={7}>
                  {formatDay(dates[week * 7]!).replace(/ \d{4}$/, "")}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row" title={`${row.role} at ${row.site.name}`}>
                  {fullName(row.staff)} <span className="muted">{row.site.code}</span>
                  <span className="sr">, {next(row, first)}</span>
                </th>
                {dates.map((date) => {
                  const leave = away.get(row.staffId)?.some(({ startDate, endDate }) => startDate <= date && date <= endDate)
                  const on = isOn(row, date) === true
                  return (
                    <td
                      key={date}
                      data-on={(on && !leave) || undefined}
                      data-away={(on && leave) || undefined}
                      title={`${formatDay(date)}: ${on ? (leave ? "on leave" : "at work") : "off"}`}
                    >
                      <span />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="turns-key muted">
        {rows.map((row) => (
          <li key={row.id}>
            {fullName(row.staff)}: {next(row, first)}
          </li>
        ))}
      </ul>
    </>
  )
}

export const Turns = () => {
  const { siteId } = useWorkingSite()
  const site = siteId === undefined ? {} : { siteId }
  const rotations = useApi("GET /api/hr/assignments", {
    query: {
      assignmentType: "rotation",
      status: "active,planned",
      sort: "staff",
      limit: 200,
      ...site,
    },
  })
  const calendar = useApi("GET /api/hr/leave-calendar", { query: { from: today(), to: addDays(today(), weeks * 7 - 1), ...site } })
  return (
    <Panel title="Rotations">
      <Answer of={rotations} rows={3} empty={{ title: "No rotations" }}>
        {(rows) => <Strip rows={rows} calendar={calendar.data} />}
      </Answer>
    </Panel>
  )
}
