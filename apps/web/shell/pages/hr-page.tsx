/** The company's own staff: each part belongs to a module, and is loaded when it is opened. */
import { lazyPart, lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { type Part, Parts } from "./parts.tsx"

const StaffTiles = lazyPart(async () => ({ default: (await import("@ops/people/staff/web/staff-tiles.tsx")).StaffTiles }))
const Staff = lazyWithRetry(async () => ({ default: (await import("@ops/people/staff/web/staff.tsx")).Staff }))
const Settlement = lazyWithRetry(async () => ({ default: (await import("@ops/payroll/settlements/web/settlement-part.tsx")).SettlementPart }))
const Payroll = lazyWithRetry(async () => ({ default: (await import("@ops/payroll/payroll-periods/web/payroll.tsx")).Payroll }))
const Attendance = lazyWithRetry(async () => ({ default: (await import("@ops/people/attendance/web/attendance.tsx")).Attendance }))
const Leaves = lazyWithRetry(async () => ({ default: (await import("@ops/people/leave/web/leaves.tsx")).Leaves }))
const Assignments = lazyWithRetry(async () => ({ default: (await import("@ops/people/assignments/web/assignments.tsx")).Assignments }))

const parts: readonly Part[] = [
  { id: "staff", label: "Staff", part: () => <Staff pay={({ id, status }) => <Settlement staffId={id} hasLeft={status === "terminated"} />} /> },
  { id: "attendance", label: "Attendance", part: () => <Attendance /> },
  { id: "leaves", label: "Leaves", part: () => <Leaves /> },
  { id: "payroll", label: "Payroll", part: () => <Payroll /> },
  { id: "assignments", label: "Assignments", part: () => <Assignments /> },
]

export const Component = () => {
  const { sees } = useSession()
  // a guest has the screen in the sidebar, but none of its calls
  if (!sees("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")) {
    return (
      <Page>
        <EmptyState title="There is nothing here for guests" text="Ask your contact in the company." />
      </Page>
    )
  }
  return (
    <Page>
      <StaffTiles />
      <Parts label="HR Management" parts={parts} />
    </Page>
  )
}
