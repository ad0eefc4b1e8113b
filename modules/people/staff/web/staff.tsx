/** The company's own people: the list, and the drawer with one person's profile. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useImport } from "@ops/platform/ui/resources/create.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { type ComponentProps, useState } from "react"
import type { StaffAnswer } from "../../contract.ts"
import { pathOf, useApi } from "../../web/client.ts"
import { StaffDrawer } from "./staff-drawer.tsx"
import { SuspendStaff } from "./staff-decisions.tsx"
import { employmentName, employmentOptions, shownStatus } from "../../web/staff-labels.ts"
import "../../web/people.css"

type Person = typeof StaffAnswer.Type

/** Who hires and decides: department management, and level 10. */
const leaders: ReadonlyArray<Permission> = ["users.department", "users.manage"]

const StaffDialog = lazyPart(() => import("./staff-dialog.tsx"))

interface StaffProps {
  /** what other modules show about a person's pay, in the person's drawer */
  readonly pay?: ComponentProps<typeof StaffDrawer>["pay"]
}
export const Staff = ({ pay }: StaffProps) => {
  const { can, sees } = useSession()
  const dialog = useDialog()
  const [, setOpen] = useAddress("open", "push")
  const [suspending, setSuspending] = useState<Person>()
  const departments = useApi("GET /api/hr/departments", { query: { status: "active" } }).data ?? []
  const leads = sees(...leaders)
  const seesPay = sees("users.department", "users.manage", "finance.full")
  const hire = () => dialog.open("add-staff")
  useKeys("Staff", can(...leaders) ? { c: ["Add staff member", hire] } : {})
  const imports = useImport({ imports: { what: "staff", may: leaders }, noun: ["member of staff", "staff"], path: pathOf("GET /api/hr/staff") })
  const button = can(...leaders) && (
    <Button kind="primary" onClick={hire}>
      Add Staff Member
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/hr/staff")}
        noun={["person", "people"]}
        loading="Loading staff..."
        rowId={({ id }) => String(id)}
        number={({ staffNumber }) => staffNumber}
        siteFilter
        actions={
          <>
            {imports.button}
            {button}
          </>
        }
        views={[
          { id: "here", label: "Working here", query: { status: "!terminated" } },
          ...(leads ? [{ id: "papers", label: "Expiring documents", query: { expiring: "true" } }] : []),
          { id: "all", label: "Everyone" },
        ]}
        filters={[
          {
            field: "status",
            label: "Status",
            options: [
              { value: "active", label: "Active" },
              { value: "on_leave", label: "On leave" },
              { value: "inactive", label: "Suspended" },
              { value: "terminated", label: "Terminated" },
            ],
          },
          { field: "departmentId", label: "Department", options: departments.map(({ id, name }) => ({ value: String(id), label: name })) },
          { field: "employmentType", label: "Employment", options: employmentOptions },
          ...(leads ? [{ field: "expiring", label: "Papers", options: [{ value: "true", label: "Expiring" }], one: true }] : []),
        ]}
        columns={[
          {
            id: "lastName",
            header: "Staff",
            cell: (p) => (
              <span className="people-name">
                <span>
                  {p.firstName} {p.lastName} <span className="muted">{p.staffNumber}</span>
                </span>
                {p.email && <span className="muted">{p.email}</span>}
              </span>
            ),
            sort: true,
          },
          { id: "staffNumber", header: "Staff #", cell: (p) => p.staffNumber, sort: true, hidden: true },
          { id: "department", header: "Department", cell: (p) => p.department.name, sort: true },
          { id: "position", header: "Position", cell: (p) => p.position.title, sort: true, grows: true },
          { id: "site", header: "Site", cell: (p) => p.site && <SiteCode code={p.site.code} name={p.site.name} />, hidden: true },
          { id: "status", header: "Status", cell: (p) => <StatusMark status={shownStatus(p)} />, sort: true },
          { id: "hireDate", header: "Hire Date", cell: (p) => <Day date={p.hireDate} />, sort: true },
          { id: "employmentType", header: "Employment", cell: (p) => employmentName(p.employmentType), hidden: true },
          { id: "phone", header: "Phone", cell: (p) => p.phone, hidden: true },
          ...(seesPay
            ? [
                {
                  id: "salary",
                  header: "Salary",
                  money: (p: Person) => ({ amount: p.salary, currency: p.currency ?? "USD" }),
                  explain: (p: Person) => p.salary && { name: "staff.salary", parameters: { id: p.id } },
                  sort: sees("users.manage", "users.department", "finance.full"),
                },
              ]
            : []),
          {
            id: "acts",
            header: "Actions",
            acts: (p) => (
              <span className="line-tight">
                <button type="button" className="act" aria-label={`View ${p.firstName} ${p.lastName}`} onClick={() => void setOpen(String(p.id))}>
                  View
                </button>
                {p.canSuspend && (
                  <button type="button" className="act" aria-label={`Suspend ${p.firstName} ${p.lastName}`} onClick={() => setSuspending(p)}>
                    Suspend
                  </button>
                )}
              </span>
            ),
          },
        ]}
        card={(p) => ({
          title: `${p.firstName} ${p.lastName}`,
          mark: <StatusMark status={shownStatus(p)} />,
          text: [p.staffNumber, p.position.title, p.site?.name].filter(Boolean).join(" · "),
        })}
        empty={{ title: "No staff found", ...(button && { action: button }) }}
        drawer={(id, _row, close) => <StaffDrawer key={id} id={id} onClose={close} pay={pay} />}
      />
      {dialog.name === "add-staff" && can(...leaders) && <StaffDialog onClose={dialog.close} onHired={(id) => void setOpen(String(id))} />}
      {imports.dialog}
      {suspending && <SuspendStaff person={suspending} onClose={() => setSuspending(undefined)} />}
    </>
  )
}
