/** Marketing: each part is a module's own, and is loaded when it is opened. Petty cash is everybody's, whatever the department. */
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/session.tsx"
import { Tabs } from "radix-ui"
import { lazy, type ReactNode, Suspense } from "react"
import { useSearchParams } from "react-router-dom"
import "./financial-page.css"

const PettyCash = lazy(async () => ({ default: (await import("@ops/finance/web/petty-cash.tsx")).PettyCash }))

interface Part {
  readonly id: string
  readonly label: string
  readonly part: () => ReactNode
}

const parts: readonly Part[] = [{ id: "petty-cash", label: "Petty Cash", part: () => <PettyCash /> }]

export const Component = () => {
  const [address, setAddress] = useSearchParams()
  const { sees } = useSession()
  if (!sees("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")) {
    return (
      <Page>
        <EmptyState title="Nothing here is for guests" text="Ask your contact in the company." />
      </Page>
    )
  }
  const open = parts.find(({ id }) => id === address.get("tab")) ?? parts[0]!
  return (
    <Page>
      {/* What narrows one part says nothing to the next: the address keeps only the tab. */}
      <Tabs.Root value={open.id} onValueChange={(tab) => setAddress({ tab }, { replace: true })}>
        <Tabs.List className="views" aria-label="Marketing CRM">
          {parts.map(({ id, label }) => (
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
