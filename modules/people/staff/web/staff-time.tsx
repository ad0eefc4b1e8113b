/** Where a person is and when: leave, assignments, and attendance of the last two months. */
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
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
        <SmallTable
          label="Attendance"
          rows={rows}
          columns={[
            { header: "Day", cell: (row) => <Day date={row.attendanceDate} /> },
            { header: "Status", cell: (row) => <StatusMark status={row.status} /> },
            { header: "In and out", cell: (row) => [row.checkInTime, row.checkOutTime].filter(Boolean).join(" – ") },
            { header: "Hours", className: "num", cell: (row) => Number(row.workHours) > 0 && row.workHours },
          ]}
        />
      )}
    </Answer>
  )
}

const Places = ({ staffId }: { readonly staffId: number }) => {
  const places = useApi("GET /api/hr/assignments", { query: { staffId } })
  return (
    <Answer of={places} rows={2} loading="Loading assignments..." empty={{ title: "No assignments" }}>
      {(rows) => (
        <SmallTable
          label="Assignments"
          rows={rows}
          columns={[
            {
              cell: ({ role, site, startDate, endDate, rotation }) => (
                <>
                  {role}, {site.name}
                  <div className="muted">
                    {formatDay(startDate)} {endDate === null ? "on" : `to ${formatDay(endDate)}`}
                    {rotation && `, ${rotation.daysOn} days on and ${rotation.daysOff} off`}
                  </div>
                </>
              ),
            },
            { cell: ({ status }) => <StatusMark status={status} /> },
          ]}
        />
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
