import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { formatInstant, When } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import type { PermissionHistory } from "../../contract.ts"
import { pathOf } from "../../web/client.ts"
import { ChoiceAsked, Fields, MomentAsked, TextAsked } from "../../web/fields.tsx"
import { OpenEvent } from "../../events/web/open-event.tsx"
import { useLog, useWords } from "../../web/labels.ts"

type Of = typeof PermissionHistory.Type
type Standing = Of["timeline"][number]

/** Whether a person had a permission at a moment, and the history of their level and status. */
export const Permissions = () => {
  const words = useWords().data
  const [person] = useAddress("person")
  const [at] = useAddress("at")
  const [permission] = useAddress("permission")
  const history = useLog<Of>(person ? pathOf("GET /api/audit/permissions") : null, {
    ...(person && { person }),
    ...(at && { at }),
    ...(permission && { permission }),
  })
  return (
    <>
      <Fields label="Whose permissions">
        <TextAsked name="person" label="Person" placeholder="FO-FIN-001 or the full name" />
        <MomentAsked name="at" label="At (empty: now)" />
        <ChoiceAsked
          name="permission"
          label="Permission"
          none="All permissions at that time"
          options={words?.permissions.map((value) => ({ value, label: value })) ?? []}
        />
      </Fields>
      {person ? (
        <Answer of={history} rows={6} loading="Loading permissions...">
          {(of) => <History of={of} />}
        </Answer>
      ) : (
        <Panel title="Who could do what">
          <EmptyState title="Name a person" text="Search by employee ID or full name, then choose a date and a reason." small />
        </Panel>
      )}
    </>
  )
}

const History = ({ of }: { readonly of: Of }) => {
  const { standing, question, timeline, person } = of
  return (
    <>
      <Panel title={question ? `Could ${person.name} use ${question.permission}?` : person.name} padded>
        {question && (
          <p className="audit-verdict" data-could={question.could} role="status">
            <b>{question.could ? "Yes" : "No"}</b> {question.because}
          </p>
        )}
        <KeyValues
          of={[
            ["At", formatInstant(of.at)],
            ["Employee", person.employeeId],
            ["Level", standing ? `${standing.level}, ${standing.levelName}` : "No account at that time"],
            standing && ["Site", standing.site ?? "All sites"],
            standing && standing.department !== null && ["Department", standing.department],
            standing && ["Active", standing.isActive ? "Yes" : "No"],
            ["Approves", of.approvalLimit.text],
            ["Permissions", of.permissions.length > 0 ? of.permissions.join(", ") : "None"],
          ]}
        />
      </Panel>
      <Panel title="Why" count={timeline.length}>
        <DataTable<Standing>
          label="Role history, newest first"
          rows={[...timeline].reverse()}
          rowId={(row) => String(row.position)}
          columns={[
            { id: "at", header: "From", cell: (row) => <When at={row.at} exact /> },
            { id: "text", header: "What", cell: ({ text }) => text, grows: true },
            { id: "by", header: "By", cell: ({ by }) => by },
            { id: "level", header: "Level", cell: ({ level, levelName }) => `${level}, ${levelName}` },
            { id: "site", header: "Site", cell: ({ site }) => site ?? "All sites" },
            { id: "active", header: "Active", cell: ({ isActive }) => (isActive ? "Yes" : "No") },
            { id: "event", header: "Event", cell: (row) => <OpenEvent position={row.position} /> },
          ]}
        />
      </Panel>
    </>
  )
}
