/** Tabs of a screen that several modules share: each part belongs to a module, and is loaded when it is opened. */
import { PageTabs } from "@ops/platform/ui/tabs.tsx"
import { type ReactNode, Suspense } from "react"
import { useSearchParams } from "react-router-dom"

export interface Part {
  readonly id: string
  readonly label: string
  readonly part: () => ReactNode
}

/** The open part is in the address; the first one has no parameter. Filters of one part do not apply to the next, so only the tab is kept. */
export const Parts = ({ label, parts }: { readonly label: string; readonly parts: readonly Part[] }) => {
  const [address, setAddress] = useSearchParams()
  const first = parts[0]!
  const open = parts.find(({ id }) => id === address.get("tab")) ?? first
  return (
    <PageTabs label={label} tabs={parts} open={open.id} onOpen={(tab) => setAddress(tab === first.id ? {} : { tab }, { replace: true })}>
      <Suspense>{open.part()}</Suspense>
    </PageTabs>
  )
}
