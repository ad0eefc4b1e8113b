/** Where a person is and when: leave, assignments, and attendance of the last two months. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day, formatDay } from "@ops/platform/ui/date.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useApi } from "../../web/client.ts"
import { LeaveBalance } from "../../leave/web/leave-balance.tsx"

const Days = ({ staffId }: { readonly staffId: number }) => {
  const days = useApi("GET /api/hr/attendance", { query: { staffId, limit: 60 } })
  return (
    <Answer of={days} rows={6} loading="Loading attendance..." empty={{ title: "No attendance yet" }}>
      {(rows) => (
        <table className="table" aria-label="Attendance">
          <thead>
            <tr>
              <th>Day</th>
              <th>Status</th>
              <th>In and out</th>
              <th className="num">Hours</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Day date={row.attendanceDate} />
                </td>
                <td>
                  <StatusMark status={row.status} />
                </td>
                <td>{[row.checkInTime, row.checkOutTime].filter(Boolean).join(" – ")}</td>
                <td className="num">{Number(row.workHours) > 0 && row.workHours}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Answer>
  )
}

const Places = ({ staffId }: { readonly staffId: number }) => {
  const places = useApi("GET /api/hr/assignments", { query: { staffId } })
  return (
    <Answer of={places} rows={2} loading="Loading assignments..." empty={{ title: "No assignments" }}>
      {(rows) => (
        <table className="table" aria-label="Assignments">
          <tbody>
            {rows.map(({ id, role, site, startDate, endDate, rotation, status }) => (
              <tr key={id}>
                <td>
                  {role}, {site.name}
                  <div className="muted">
                    {formatDay(startDate)} {endDate === null ? "on" : `to ${formatDay(endDate)}`}
                    {rotation && `, ${rotation.daysOn} days on and ${rotation.daysOff} off`}
                  </div>
                </td>
                <td>
                  <StatusMark status={status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Answer>
  )
}

interface TimeProps {
  readonly staffId: number
  readonly seesDays: boolean
  /** for users who may adjust the leave */
  readonly adjust?: (() => void) | undefined
}
export const Time = ({ staffId, seesDays, adjust }: TimeProps) => (
  <>
    <section className="part">
      <div className="leave-head">
        <h3>Leave</h3>
        {adjust && <Button onClick={adjust}>Adjust</Button>}
      </div>
      <LeaveBalance staffId={staffId} />
    </section>
    <section className="part">
      <h3>Assignments</h3>
      <Places staffId={staffId} />
    </section>
    {seesDays && (
      <section className="part">
        <h3>Attendance</h3>
        <Days staffId={staffId} />
      </section>
    )}
  </>
)
