/** One assignment: where, as what, for how long, and what happened. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { AssignmentActs } from "./assignment-commands.tsx"
import { useApi } from "../../web/client.ts"
import { fullName, typeName } from "../../leave/web/labels.ts"

export const AssignmentDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const assignment = useApi("GET /api/hr/assignments/:id", { id })
  const history = useApi("GET /api/hr/assignments/:id/history", { id })
  const of = assignment.data
  if (!of) {
    return (
      <Drawer title="Assignment" onClose={onClose}>
        {assignment.isError ? (
          <ErrorPanel error={assignment.error} retry={() => void assignment.refetch()} />
        ) : (
          <Loading rows={6} label="Loading assignments..." />
        )}
      </Drawer>
    )
  }
  return (
    <Drawer
      title={of.role}
      subject={`${fullName(of.staff)}, ${of.site.name}`}
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={<AssignmentActs of={of} large />}
    >
      <section className="part">
        <KeyValues
          of={[
            ["Staff number", of.staff.staffNumber],
            ["Department", of.department],
            ["Type", typeName(of.assignmentType)],
            of.rotation !== null && ["Rotation", `${of.rotation.daysOn} days on, ${of.rotation.daysOff} off`],
            of.onTurn !== null && ["Today", of.onTurn ? "At work" : "Off"],
            of.projectName !== null && ["Project", of.projectName],
            ["From", <Day key="from" date={of.startDate} />],
            ["Until", of.endDate === null ? "No end date" : <Day key="to" date={of.endDate} />],
            of.endReason !== null && of.endReason !== "" && ["Why it ended", of.endReason],
            of.responsibilities !== "" && ["Responsibilities", of.responsibilities],
            of.notes !== "" && ["Notes", of.notes],
            of.assignedByUser && ["Assigned by", fullName(of.assignedByUser)],
          ]}
        />
      </section>
      <section className="part">
        <h3>History</h3>
        <Answer of={history} rows={2}>
          {(events) => <Timeline events={events.toReversed()} />}
        </Answer>
      </section>
    </Drawer>
  )
}
