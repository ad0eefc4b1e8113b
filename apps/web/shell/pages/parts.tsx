/** The parts of a screen that modules share, behind tabs: each is a module's own, and is loaded when it is opened. */
import { Tabs } from "radix-ui"
import { type ReactNode, Suspense } from "react"
import { useSearchParams } from "react-router-dom"
import "./parts.css"

export interface Part {
  readonly id: string
  readonly label: string
  readonly part: () => ReactNode
}

/** The open part is kept in the address, the first one without a parameter. What narrows one says nothing to the next: only the tab is kept. */
export const Parts = ({ label, parts }: { readonly label: string; readonly parts: readonly Part[] }) => {
  const [address, setAddress] = useSearchParams()
  const first = parts[0]!
  const open = parts.find(({ id }) => id === address.get("tab")) ?? first
  return (
    <Tabs.Root value={open.id} onValueChange={(tab) => setAddress(tab === first.id ? {} : { tab }, { replace: true })}>
      <Tabs.List className="views" aria-label={label}>
        {parts.map(({ id, label }) => (
          <Tabs.Trigger key={id} value={id} className="view">
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content key={open.id} value={open.id} className="screen-part stack" tabIndex={-1}>
        <Suspense>{open.part()}</Suspense>
      </Tabs.Content>
    </Tabs.Root>
  )
}
