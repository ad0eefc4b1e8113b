/** A person's day: what is recorded, and its history. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { useState } from "react"
import type { attendance } from "../resource.ts"
import { useApi } from "../../web/client.ts"
import { useApproval } from "./approve-days.tsx"

const RecordAttendanceDialog = lazyPart(() => import("./record-attendance-dialog.tsx"))

const tapped = {
  door: "Recorded at the kiosk, not approved yet",
  pin: "By PIN at the kiosk",
  unverified: "Recorded offline: no PIN was checked. Confirm it by approving",
}

interface Props {
  readonly id: string
  readonly row: (typeof attendance)["Row"] | undefined
  readonly onClose: () => void
}

export const AttendanceDrawer = ({ id, row, onClose }: Props) => {
  const { can } = useSession()
  const [correcting, correct] = useState(false)
  const history = useApi("GET /api/hr/attendance/:id/history", { id })
  const approval = useApproval()
  const may = can("team.manage", "department.manage")
  return (
    <Drawer
      title={row?.staffNumber ?? `Record ${id}`}
      subject={row && `${row.name}, ${formatDay(row.attendanceDate)}`}
      status={row && <StatusMark status={row.status} />}
      onClose={onClose}
      actions={
        row && (
          <>
            {may && <Button onClick={() => correct(true)}>Correct</Button>}
            {row.canApprove && (
              <Button kind="primary" disabled={approval.pending} onClick={() => void approval.run(row)}>
                Approve
              </Button>
            )}
          </>
        )
      }
    >
      {row ? (
        <section className="part">
          <KeyValues
            of={[
              ["Check-in", row.checkInTime],
              ["Check-out", row.checkOutTime],
              ["Hours", row.workHours],
              ["Overtime", row.overtimeHours],
              ["Site", row.site?.name ?? null],
              row.checkInTime !== null && ["Approval", row.approvedBy !== null ? "Approved" : tapped[row.proof ?? "door"]],
              row.location !== "" && ["Location", row.location],
              row.notes !== "" && ["Notes", row.notes],
            ]}
          />
        </section>
      ) : (
        <EmptyState small title="This record is not on the page that is shown" />
      )}
      <section className="part">
        <h3>History</h3>
        <Answer of={history} rows={2}>
          {(events) => <Timeline events={events.toReversed()} />}
        </Answer>
      </section>
      {correcting && <RecordAttendanceDialog row={row} onClose={() => correct(false)} />}
    </Drawer>
  )
}
