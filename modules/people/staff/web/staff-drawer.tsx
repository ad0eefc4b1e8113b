/** One staff member: identity, contract and pay, documents, leave, attendance, assignments and history. */
import { Expiry } from "@ops/platform/ui/record/expiry.tsx"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { href } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useApiQuery } from "@ops/platform/ui/data/data.ts"
import { Day, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErasePart } from "@ops/platform/ui/record/erase-part.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { Tabs } from "@ops/platform/ui/tabs.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { type ReactNode, useState } from "react"
import type { StaffProfileAnswer } from "../../contract.ts"
import { pathOf, useApi } from "../../web/client.ts"
import { ReinstateStaff, SuspendStaff } from "./staff-decisions.tsx"
import { Time } from "./staff-time.tsx"
import { documentName, employmentName, peopleLists, shownStatus } from "../../web/staff-labels.ts"

type Profile = typeof StaffProfileAnswer.Type
type Asked = "change" | "pay" | "suspend" | "reinstate" | "terminate" | "document" | "pin" | "leave"

const StaffDialog = lazyPart(() => import("./staff-dialog.tsx"))
const PayDialog = lazyPart(() => import("./pay-dialog.tsx"))
const TerminationDialog = lazyPart(() => import("./termination-dialog.tsx"))
const PinDialog = lazyPart(() => import("../../kiosk/web/pin-dialog.tsx"))
const DocumentDialog = lazyPart(() => import("./document-dialog.tsx"))
const LeaveAdjustmentDialog = lazyPart(() => import("../../leave/web/leave-adjustment-dialog.tsx"))

const Facts = ({ person }: { readonly person: Profile }) => (
  <>
    <section className="part">
      <h3>Work</h3>
      <KeyValues
        of={[
          ["Department", person.department.name],
          ["Position", person.position.title],
          ["Site", person.site?.name ?? "Any site"],
          person.supervisor && ["Supervisor", person.supervisor.name],
          ["Employment", employmentName(person.employmentType)],
          ["Hired", <Day key="hired" date={person.hireDate} />],
          person.terminationDate !== null && ["Last day", <Day key="left" date={person.terminationDate} />],
          person.terminationReason !== null && ["Why", person.terminationReason],
          person.suspensionReason !== null && person.suspensionReason !== "" && ["Suspended for", person.suspensionReason],
          ["Kiosk PIN", person.pinSetAt === null ? "Not set" : <When key="pin" at={person.pinSetAt} />],
          person.account && ["Account", `${person.account.employeeId}${person.account.isActive ? "" : ", closed"}`],
        ]}
      />
    </section>
    <section className="part">
      <h3>Person</h3>
      <KeyValues
        of={[
          ["E-mail", person.email],
          ["Phone", person.phone],
          ["National ID", person.nationalId],
          ["Passport", person.passportNumber],
          person.workPermitNumber !== null && ["Work permit", person.workPermitNumber],
          person.workPermitExpiry !== null && ["Permit until", <Expiry key="permit" date={person.workPermitExpiry} />],
          person.dateOfBirth !== null && ["Born", <Day key="born" date={person.dateOfBirth} />],
          person.gender !== null && ["Gender", statusWord(person.gender)],
          ["Address", person.address],
          ["In an emergency", [person.emergencyContact, person.emergencyPhone].filter(Boolean).join(", ") || null],
          Boolean(person.notes) && ["Notes", person.notes],
        ]}
      />
    </section>
  </>
)

interface Payslip {
  readonly id: number
  readonly periodName: string
  readonly currency: string
  readonly netPay: string
}

const Payslips = ({ staffId }: { readonly staffId: number }) => {
  const slips = useApiQuery<readonly Payslip[]>("/api/payslips", { staffId })
  return (
    <section className="part">
      <h3>Payslips</h3>
      <Answer of={slips} rows={2} loading="Loading payslips..." empty={{ title: "No payslips yet" }}>
        {(rows) => (
          <SmallTable
            label="Payslips"
            rows={rows}
            columns={[
              {
                cell: ({ id, periodName }) => (
                  <a className="link" href={href(`/api/payslips/${id}/pdf`)} target="_blank" rel="noreferrer">
                    {periodName}
                  </a>
                ),
              },
              { className: "num", cell: ({ currency, netPay }) => formatMoney(netPay, currency) },
            ]}
          />
        )}
      </Answer>
    </section>
  )
}

interface PayProps {
  readonly person: Profile
  readonly ask: (asked: Asked) => void
  readonly more: ReactNode
}
const Pay = ({ person, ask, more }: PayProps) => (
  <>
    <KeyValues
      of={[
        ["Salary", person.salary && person.currency ? `${formatMoney(person.salary, person.currency)} a month` : null],
        ["Bank", person.bankName],
        ["Account", person.bankAccount],
      ]}
    />
    <SmallTable
      label="Pay over time"
      rows={person.pay ?? []}
      rowKey={({ from }) => from}
      columns={[
        { header: "From", cell: ({ from }) => <Day date={from} /> },
        { header: "Why", cell: ({ reason }) => reason },
        { header: "Salary", className: "num", cell: ({ salary, currency }) => formatMoney(salary, currency) },
      ]}
    />
    {person.canChangePay && (
      <div>
        <Button onClick={() => ask("pay")}>Change pay</Button>
      </div>
    )}
    <Payslips staffId={person.id} />
    {more}
  </>
)

const Documents = ({ person, ask }: { readonly person: Profile; readonly ask: (asked: Asked) => void }) => {
  const documents = person.documents ?? []
  return (
    <>
      {documents.length === 0 ? (
        <p className="muted">No documents yet.</p>
      ) : (
        <SmallTable
          label="Documents"
          rows={documents}
          rowKey={({ name, addedAt }) => addedAt + name}
          columns={[
            {
              header: "Document",
              cell: ({ kind, name, number, attachment }) => (
                <>
                  {attachment ? (
                    <a className="link" href={href(pathOf("GET /api/attachments/:id/download", { id: attachment.id }))}>
                      {name}
                    </a>
                  ) : (
                    name
                  )}
                  <div className="muted">{[documentName(kind), number].filter(Boolean).join(", ")}</div>
                </>
              ),
            },
            { header: "Valid until", cell: ({ expiryDate }) => expiryDate && <Expiry date={expiryDate} /> },
          ]}
        />
      )}
      {person.canChange && (
        <div>
          <Button onClick={() => ask("document")}>Add document</Button>
        </div>
      )}
    </>
  )
}

const History = ({ id }: { readonly id: number }) => {
  const history = useApi("GET /api/hr/staff/:id/history", { id })
  return (
    <Answer of={history} rows={4}>
      {(events) => <Timeline events={events.toReversed()} />}
    </Answer>
  )
}

interface DrawerProps {
  readonly id: string
  readonly onClose: () => void
  /** what other modules show about a person's pay */
  readonly pay?: ((person: Profile) => ReactNode) | undefined
}
export const StaffDrawer = ({ id, onClose, pay }: DrawerProps) => {
  const { can, sees, user } = useSession()
  const answer = useApi("GET /api/hr/staff/:id", { id })
  const [asked, ask] = useState<Asked>()
  const person = answer.data
  const done = () => ask(undefined)
  if (!person) {
    return (
      <Drawer title={`Staff ${id}`} onClose={onClose}>
        {answer.isError ? <ErrorPanel error={answer.error} retry={answer.refetch} /> : <Loading rows={6} label="Loading staff..." />}
      </Drawer>
    )
  }
  const own = person.userId === user?.id
  const leads = can("users.manage") || (can("users.department") && user?.department?.toLowerCase() === person.department.name.toLowerCase())
  const tabs = [
    { id: "profile", label: "Profile" },
    ...(person.pay === null ? [] : [{ id: "pay", label: "Pay" }]),
    ...(person.documents === null ? [] : [{ id: "documents", label: "Documents", count: person.documents.length }]),
    { id: "time", label: "Time" },
    ...(sees("users.department", "users.manage") ? [{ id: "history", label: "History" }] : []),
  ]
  const name = `${person.firstName} ${person.lastName}`
  return (
    <Drawer
      title={person.staffNumber}
      subject={name}
      status={<StatusMark status={shownStatus(person)} />}
      onClose={onClose}
      actions={
        <>
          {person.canTerminate && (
            <Button kind="danger" onClick={() => ask("terminate")}>
              End employment
            </Button>
          )}
          {person.canSuspend && (
            <Button kind="danger" onClick={() => ask("suspend")}>
              Suspend
            </Button>
          )}
          {person.canReinstate && <Button onClick={() => ask("reinstate")}>Reinstate</Button>}
          {(own || person.canChange) && person.status !== "terminated" && <Button onClick={() => ask("pin")}>Set PIN</Button>}
          {person.canChange && (
            <Button kind="primary" onClick={() => ask("change")}>
              Change
            </Button>
          )}
        </>
      }
    >
      <Tabs tabs={tabs} label={name} param="part">
        {(part) => (
          <div className="people-part stack">
            {part === "pay" ? (
              <Pay person={person} ask={ask} more={pay?.(person)} />
            ) : part === "documents" ? (
              <Documents person={person} ask={ask} />
            ) : part === "time" ? (
              <Time
                staffId={person.id}
                seesDays={own || sees("team.manage", "department.manage", "access.monitor")}
                adjust={leads && !own ? () => ask("leave") : undefined}
              />
            ) : part === "history" ? (
              <History id={person.id} />
            ) : (
              <Facts person={person} />
            )}
          </div>
        )}
      </Tabs>
      {person.status === "terminated" && person.firstName !== "erased" && (
        <ErasePart
          path={pathOf("GET /api/hr/staff/:id", { id: person.id })}
          number={person.staffNumber}
          called="the staff number"
          title={`Erase the personal data of ${person.staffNumber}?`}
          stays="the staff number, the days worked and what was paid."
          lists={peopleLists}
        />
      )}
      {asked === "suspend" && <SuspendStaff person={person} onClose={done} />}
      {asked === "reinstate" && <ReinstateStaff person={person} onClose={done} />}
      {asked === "change" && <StaffDialog person={person} onClose={done} />}
      {asked === "pay" && <PayDialog person={person} onClose={done} />}
      {asked === "terminate" && <TerminationDialog person={person} onClose={done} />}
      {asked === "pin" && <PinDialog person={person} onClose={done} />}
      {asked === "document" && <DocumentDialog person={person} onClose={done} />}
      {asked === "leave" && <LeaveAdjustmentDialog person={person} onClose={done} />}
    </Drawer>
  )
}
