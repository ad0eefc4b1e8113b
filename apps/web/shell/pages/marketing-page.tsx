/** Marketing and sales: each part belongs to a module, and is loaded when it is opened. Petty cash is open to everyone, whatever the department. */
import { lazyPart, lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { type Part, Parts } from "./parts.tsx"

const Dashboard = lazyWithRetry(async () => ({ default: (await import("@ops/crm/web/dashboard.tsx")).Dashboard }))
const Prospects = lazyWithRetry(async () => ({ default: (await import("@ops/crm/prospects/web/prospects.tsx")).Prospects }))
const Targets = lazyWithRetry(async () => ({ default: (await import("@ops/crm/marketing/web/targets.tsx")).Targets }))
const Budgets = lazyWithRetry(async () => ({ default: (await import("@ops/crm/budgets/web/budgets.tsx")).Budgets }))
const Campaigns = lazyWithRetry(async () => ({ default: (await import("@ops/crm/campaigns/web/campaigns.tsx")).Campaigns }))
const PettyCash = lazyWithRetry(async () => ({ default: (await import("@ops/finance/petty-cash/web/petty-cash.tsx")).PettyCash }))

interface Known extends Part {
  /** for everyone who works here, not only people with access to sales */
  readonly open?: true
}

const parts: readonly Known[] = [
  { id: "dashboard", label: "Dashboard", part: () => <Dashboard /> },
  { id: "prospects", label: "Prospects", part: () => <Prospects /> },
  { id: "targets", label: "Targets", part: () => <Targets /> },
  { id: "budgets", label: "Budgets", part: () => <Budgets /> },
  { id: "campaigns", label: "Campaigns", part: () => <Campaigns /> },
  { id: "petty-cash", label: "Petty Cash", part: () => <PettyCash />, open: true },
]
const ClientContractDialog = lazyPart(() => import("./client-contract-dialog.tsx"))

export const Component = () => {
  const { sees, can } = useSession()
  const dialog = useDialog()
  if (!sees("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")) {
    return (
      <Page>
        <EmptyState title="There is nothing here for guests" text="Ask your contact in the company." />
      </Page>
    )
  }
  const seesSales = sees("operations.basic", "operations.supervise", "department.manage", "finance.departmental", "finance.full")
  const shown = parts.filter(({ open }) => open || seesSales)
  return (
    <Page>
      <Parts label="Marketing CRM" parts={shown} />
      {dialog.name === "sign-contract" && dialog.value && can("finance.full", "department.manage") && (
        <ClientContractDialog id={dialog.value} onClose={dialog.close} />
      )}
    </Page>
  )
}
