/** Who is absent in a month: a row for each person, a column for each day. */
import { lastDayOf, monthBy } from "@ops/platform/calendar.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { IconButton } from "@ops/platform/ui/button.tsx"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { language } from "@ops/platform/ui/language/words.ts"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { ChevronLeft, ChevronRight } from "lucide-react"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import type { LeaveCalendarAnswer } from "../contract.ts"
import { useApi } from "../../web/client.ts"
import { datesFrom, weekday } from "./labels.ts"
import "./leave.css"

type Calendar = typeof LeaveCalendarAnswer.Type

/** The first letters of the days of the week from Sunday, in the language of the screen. */
const letters = () => {
  const narrow = new Intl.DateTimeFormat(language(), { weekday: "narrow", timeZone: "UTC" })
  return Array.from({ length: 7 }, (_, day) => narrow.format(Date.UTC(2026, 10, 1 + day)))
}

const Strip = ({ of, open }: { readonly of: Calendar; readonly open: (id: number) => void }) => {
  const dates = datesFrom(of.from, of.to)
  const initials = letters()
  const holidays = new Map(of.holidays.map(({ date, name }) => [date, name]))
  const kindOf = (date: string) => (holidays.has(date) ? "holiday" : weekday(date) === 0 ? "sunday" : undefined)
  return (
    <div className="leave-scroll" role="region" aria-label="Away" tabIndex={0}>
      <table className="leave-month" style={{ "--days": dates.length } as React.CSSProperties}>
        <thead>
          <tr>
            <th scope="col">Staff</th>
            {dates.map((date) => (
              <th key={date} scope="col" data-kind={kindOf(date)} data-today={date === today() || undefined} title={holidays.get(date) ?? formatDay(date)}>
                <span aria-hidden>{initials[weekday(date)]}</span>
                <span>{Number(date.slice(8))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.people.map(({ staffId, name, siteCode, leaves }) => (
            <tr key={staffId}>
              <th scope="row">
                {name} <span className="muted">{siteCode}</span>
              </th>
              {dates.map((date) => {
                const leave = leaves.find(({ startDate, endDate }) => startDate <= date && date <= endDate)
                if (!leave) return <td key={date} data-kind={kindOf(date)} />
                // one button where the leave begins in this month, spanning all its days
                const first = leave.startDate > of.from ? leave.startDate : of.from
                if (date !== first) return null
                const last = leave.endDate < of.to ? leave.endDate : of.to
                return (
                  <td key={date} colSpan={datesFrom(first, last).length} className="leave-span">
                    <button
                      type="button"
                      data-status={leave.status}
                      onClick={() => open(leave.id)}
                      title={`${leave.leaveType}, ${formatDay(leave.startDate)} to ${formatDay(leave.endDate)}, ${leave.status}`}
                    >
                      <span>{leave.leaveType}</span>
                      <span className="sr">
                        {" "}
                        of {name}, {formatDay(leave.startDate)} to {formatDay(leave.endDate)}, {leave.status}
                      </span>
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const LeaveMonth = ({ open }: { readonly open: (id: number) => void }) => {
  const [asked, setMonth] = useAddress("month")
  const { siteId } = useWorkingSite()
  const here = today().slice(0, 7)
  const month = asked && /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : here
  const calendar = useApi("GET /api/hr/leave-calendar", { query: { from: `${month}-01`, to: lastDayOf(month), ...(siteId !== undefined && { siteId }) } })
  const go = (by: number) => {
    const next = monthBy(month, by)
    void setMonth(next === here ? null : next)
  }
  return (
    <Panel
      title={`Away in ${formatMonth(month)}`}
      actions={
        <span className="line-tight">
          <IconButton aria-label="Month before" onClick={() => go(-1)}>
            <ChevronLeft size={16} />
          </IconButton>
          <IconButton aria-label="Month after" onClick={() => go(1)}>
            <ChevronRight size={16} />
          </IconButton>
        </span>
      }
    >
      <Answer of={calendar} rows={4} loading="Loading leave...">
        {(of) => (of.people.length === 0 ? <EmptyState small title="No leave in this month" /> : <Strip of={of} open={open} />)}
      </Answer>
    </Panel>
  )
}
