/** The company's own people: each part is a module's own, and is loaded when it is opened. */
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/session.tsx"
import { Tabs } from "radix-ui"
import { lazy, type ReactNode, Suspense } from "react"
import { Link, useSearchParams } from "react-router-dom"
import "./financial-page.css"

const StaffTiles = lazy(async () => ({ default: (await import("@ops/people/web/staff-tiles.tsx")).StaffTiles }))
const Staff = lazy(async () => ({ default: (await import("@ops/people/web/staff.tsx")).Staff }))
const Settlement = lazy(async () => ({ default: (await import("@ops/payroll/web/settlement-part.tsx")).SettlementPart }))
const Payroll = lazy(async () => ({ default: (await import("@ops/payroll/web/payroll.tsx")).Payroll }))
const Attendance = lazy(async () => ({ default: (await import("@ops/people/web/attendance.tsx")).Attendance }))
const Leaves = lazy(async () => ({ default: (await import("@ops/people/web/leaves.tsx")).Leaves }))
const Assignments = lazy(async () => ({ default: (await import("@ops/people/web/assignments.tsx")).Assignments }))

interface Part {
  readonly id: string
  readonly label: string
  /** any one of these opens it; everybody may if none is said */
  readonly needs?: readonly string[]
  readonly part: () => ReactNode
}

const parts: readonly Part[] = [
  { id: "staff", label: "Staff", part: () => <Staff pay={({ id, status }) => <Settlement staffId={id} hasLeft={status === "terminated"} />} /> },
  { id: "attendance", label: "Attendance", part: () => <Attendance /> },
  { id: "leaves", label: "Leaves", part: () => <Leaves /> },
  { id: "payroll", label: "Payroll", part: () => <Payroll /> },
  { id: "assignments", label: "Assignments", part: () => <Assignments /> },
]

export const Component = () => {
  const [address, setAddress] = useSearchParams()
  const { sees } = useSession()
  const shown = parts.filter(({ needs }) => needs === undefined || sees(...needs))
  // a guest has the screen in the sidebar, and none of its calls
  if (!sees("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")) {
    return (
      <Page>
        <EmptyState title="Nothing here is for guests" text="Ask your contact in the company." />
      </Page>
    )
  }
  const open = shown.find(({ id }) => id === address.get("tab")) ?? shown[0]!
  return (
    <Page
      actions={
        sees("team.manage", "department.manage", "finance.full") && (
          <Link className="link" to="/contractors">
            Contractors
          </Link>
        )
      }
    >
      <Suspense>
        <StaffTiles />
      </Suspense>
      {/* What narrows one part says nothing to the next: the address keeps only the tab. */}
      <Tabs.Root value={open.id} onValueChange={(tab) => setAddress(tab === shown[0]!.id ? {} : { tab }, { replace: true })}>
        <Tabs.List className="views" aria-label="HR Management">
          {shown.map(({ id, label }) => (
            <Tabs.Trigger key={id} value={id} className="view">
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content key={open.id} value={open.id} className="financial-part stack" tabIndex={-1}>
          <Suspense>{open.part()}</Suspense>
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  )
}
