/** Marketing and sales: each part is a module's own, and is loaded when it is opened. Petty cash is everybody's, whatever the department. */
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Tabs } from "radix-ui"
import { lazy, type ReactNode, Suspense } from "react"
import { useSearchParams } from "react-router-dom"
import "./financial-page.css"

const Dashboard = lazy(async () => ({ default: (await import("@ops/crm/web/dashboard.tsx")).Dashboard }))
const Prospects = lazy(async () => ({ default: (await import("@ops/crm/web/prospects.tsx")).Prospects }))
const Targets = lazy(async () => ({ default: (await import("@ops/crm/web/targets.tsx")).Targets }))
const Budgets = lazy(async () => ({ default: (await import("@ops/crm/web/budgets.tsx")).Budgets }))
const Campaigns = lazy(async () => ({ default: (await import("@ops/crm/web/campaigns.tsx")).Campaigns }))
const PettyCash = lazy(async () => ({ default: (await import("@ops/finance/web/petty-cash.tsx")).PettyCash }))

interface Part {
  readonly id: string
  readonly label: string
  readonly part: () => ReactNode
  /** everybody who works here, not only who sees sales */
  readonly open?: true
}

const parts: readonly Part[] = [
  { id: "dashboard", label: "Dashboard", part: () => <Dashboard /> },
  { id: "prospects", label: "Prospects", part: () => <Prospects /> },
  { id: "targets", label: "Targets", part: () => <Targets /> },
  { id: "budgets", label: "Budgets", part: () => <Budgets /> },
  { id: "campaigns", label: "Campaigns", part: () => <Campaigns /> },
  { id: "petty-cash", label: "Petty Cash", part: () => <PettyCash />, open: true },
]
const ClientContractDialog = lazy(() => import("./client-contract-dialog.tsx"))

export const Component = () => {
  const [address, setAddress] = useSearchParams()
  const { sees, can } = useSession()
  const dialog = useDialog()
  if (!sees("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")) {
    return (
      <Page>
        <EmptyState title="Nothing here is for guests" text="Ask your contact in the company." />
      </Page>
    )
  }
  const seesSales = sees("operations.basic", "operations.supervise", "department.manage", "finance.departmental", "finance.full")
  const shown = parts.filter(({ open }) => open || seesSales)
  const open = shown.find(({ id }) => id === address.get("tab")) ?? shown[0]!
  return (
    <Page>
      {/* What narrows one part says nothing to the next: the address keeps only the tab. */}
      <Tabs.Root value={open.id} onValueChange={(tab) => setAddress({ tab }, { replace: true })}>
        <Tabs.List className="views" aria-label="Marketing CRM">
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
      {dialog.name === "sign-contract" && dialog.value && can("finance.full", "department.manage") && (
        <Suspense>
          <ClientContractDialog id={dialog.value} onClose={dialog.close} />
        </Suspense>
      )}
    </Page>
  )
}
