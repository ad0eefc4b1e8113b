/** Attendance: today's list, the list of all days, and the door where people tap in and out by staff number. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { Day, Recorded } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { type ReactNode, useState } from "react"
import type { attendance, ShiftAnswer } from "../resource.ts"
import { ApproveChosen } from "./approve-days.tsx"
import { AttendanceDrawer } from "./attendance-drawer.tsx"
import { pathOf, useApi } from "../../web/client.ts"
import { Door } from "../../kiosk/web/door.tsx"
import { attendanceOptions } from "../../web/staff-labels.ts"
import { Link } from "react-router-dom"
import "../../web/people.css"

type Row = (typeof attendance)["Row"]
type Shift = typeof ShiftAnswer.Type

const RecordAttendanceDialog = lazyPart(() => import("./record-attendance-dialog.tsx"))
const ShiftDialog = lazyPart(() => import("./shift-dialog.tsx"))

const Shifts = () => {
  const { can } = useSession()
  const shifts = useApi("GET /api/hr/shifts")
  const [changing, change] = useState<Shift>()
  const may = can("department.manage", "users.manage")
  return (
    <Panel title="Shifts">
      <table className="table" aria-label="Shifts">
        <tbody>
          {(shifts.data ?? []).map((shift) => (
            <tr key={shift.siteId}>
              <td>
                {shift.siteName}
                <div className="muted">
                  {shift.start} to {shift.end}, late after {shift.graceMinutes} min
                </div>
              </td>
              {may && (
                <td className="num">
                  <button type="button" className="act" aria-label={`Change the shift of ${shift.siteName}`} onClick={() => change(shift)}>
                    Change
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {changing && <ShiftDialog shift={changing} onClose={() => change(undefined)} />}
    </Panel>
  )
}

const filters = [
  { field: "status", label: "Status", options: attendanceOptions },
  {
    field: "approval",
    label: "Approval",
    options: [
      { value: "waiting", label: "Waiting" },
      { value: "approved", label: "Approved" },
    ],
    one: true,
  },
]
const days = [
  { field: "from", label: "From", date: true },
  { field: "to", label: "To", date: true },
]

interface ListProps {
  readonly today: boolean
  readonly actions: ReactNode
  readonly approves: boolean
}
const List = ({ today, actions, approves }: ListProps) => (
  <ListPage
    key={String(today)}
    path={today ? pathOf("GET /api/hr/attendance/today") : pathOf("GET /api/hr/attendance")}
    noun={["record", "records"]}
    loading="Loading attendance..."
    rowId={({ id }) => String(id)}
    number={({ staffNumber }) => staffNumber}
    siteFilter
    filters={today ? filters : [...filters, ...days]}
    actions={actions}
    {...(approves && { selection: (rows: readonly Row[], clear: () => void) => <ApproveChosen rows={rows} clear={clear} /> })}
    columns={[
      {
        id: "lastName",
        header: "Staff",
        cell: (r) => (
          <span className="people-name">
            {r.name}
            <span className="muted">{r.staffNumber}</span>
          </span>
        ),
        sort: true,
      },
      { id: "staffNumber", header: "Staff #", cell: (r) => r.staffNumber, sort: true, hidden: true },
      ...(today ? [] : [{ id: "attendanceDate", header: "Date", cell: (r: Row) => <Day date={r.attendanceDate} />, sort: true }]),
      { id: "status", header: "Status", cell: (r) => <StatusMark status={r.status} />, sort: true },
      { id: "checkInTime", header: "Check-in", cell: (r) => r.checkInTime, sort: true },
      {
        id: "checkOutTime",
        header: "Check-out",
        cell: (r) => (
          <>
            {r.checkOutTime}
            <Recorded at={r.recordedAt} />
          </>
        ),
      },
      { id: "workHours", header: "Hours", figure: (r) => Number(r.workHours) > 0 && r.workHours, sort: true },
      { id: "overtimeHours", header: "Overtime", figure: (r) => Number(r.overtimeHours) > 0 && r.overtimeHours },
      {
        id: "approval",
        header: "Approval",
        cell: (r) =>
          r.approvedBy !== null || r.checkInTime === null ? (
            ""
          ) : r.proof === "unverified" ? (
            <Badge tone="amber">To confirm</Badge>
          ) : r.checkOutTime === null ? (
            <span className="muted">still here</span>
          ) : r.proof === "pin" ? (
            <span className="muted">by PIN</span>
          ) : (
            "waiting"
          ),
      },
      { id: "site", header: "Site", cell: (r) => r.site && <SiteCode code={r.site.code} name={r.site.name} /> },
      { id: "department", header: "Department", cell: (r) => r.staff.department, hidden: true },
      { id: "notes", header: "Notes", cell: (r) => r.notes, hidden: true },
    ]}
    card={(r) => ({
      title: r.name,
      mark: <StatusMark status={r.status} />,
      text: [r.staffNumber, today ? null : r.attendanceDate, [r.checkInTime, r.checkOutTime].filter(Boolean).join(" – ")].filter(Boolean).join(" · "),
    })}
    empty={{ title: today ? "No attendance recorded today" : "No attendance found" }}
    drawer={(id, row, close) => <AttendanceDrawer key={id} id={id} row={row} onClose={close} />}
  />
)

export const Attendance = () => {
  const { can, sees } = useSession()
  const dialog = useDialog()
  const [shown, show] = useAddress("days")
  const counts = sees("team.manage", "department.manage", "access.monitor")
  const records = can("team.manage", "department.manage")
  const today = counts && shown !== "all"
  return (
    <>
      {counts && !inThePast && (
        <div className="people-top">
          {records && <Door />}
          <div className="wide">
            <Shifts />
          </div>
        </div>
      )}
      <h2 className="people-head">{today ? "Today's Attendance" : counts ? "Attendance" : "Your attendance"}</h2>
      <List
        today={today}
        approves={records && !inThePast}
        actions={
          <>
            {counts && <Button onClick={() => void show(today ? "all" : null)}>{today ? "All days" : "Today"}</Button>}
            {records && !inThePast && (
              <Link className="link" to="/hr/kiosk">
                Open the kiosk
              </Link>
            )}
            {records && (
              <Button kind="primary" onClick={() => dialog.open("record-attendance")}>
                Record Attendance
              </Button>
            )}
          </>
        }
      />
      {dialog.name === "record-attendance" && records && <RecordAttendanceDialog onClose={dialog.close} />}
    </>
  )
}
