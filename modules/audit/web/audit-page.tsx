import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { HeadTabs } from "@ops/platform/ui/layers/head.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { type ReactNode, Suspense } from "react"
import { Link, useSearchParams } from "react-router-dom"
import { EventDrawer } from "../events/web/event-drawer.tsx"
import { Events } from "../events/web/events.tsx"
import "./audit.css"

const Duties = lazyWithRetry(async () => ({ default: (await import("../duties/web/duties.tsx")).Duties }))
const PolicyReplay = lazyWithRetry(async () => ({ default: (await import("../policy/web/policy-replay.tsx")).PolicyReplay }))
const Permissions = lazyWithRetry(async () => ({ default: (await import("../duties/web/permissions.tsx")).Permissions }))
const Reads = lazyWithRetry(async () => ({ default: (await import("../events/web/access-log.tsx")).Reads }))
const Seals = lazyWithRetry(async () => ({ default: (await import("../seals/web/seals.tsx")).Seals }))
const Moments = lazyWithRetry(async () => ({ default: (await import("../replay/web/snapshot-diff.tsx")).Moments }))

const parts: readonly { readonly id: string; readonly label: string; readonly part: () => ReactNode }[] = [
  { id: "events", label: "Events", part: () => <Events /> },
  { id: "changed", label: "Changes", part: () => <Moments /> },
  { id: "duties", label: "Segregation of duties", part: () => <Duties /> },
  { id: "policy", label: "Policy replay", part: () => <PolicyReplay /> },
  { id: "reads", label: "Access log", part: () => <Reads /> },
  { id: "permissions", label: "Permissions", part: () => <Permissions /> },
  { id: "seals", label: "Log integrity", part: () => <Seals /> },
]

export const Component = () => {
  const [tab] = useAddress("tab")
  const [event, setEvent] = useAddress("open", "push")
  // without a tab it opens the seals; with search parameters, the tab that they belong to
  const isSearched = [...useSearchParams()[0].keys()].some((name) => !["tab", "open", "asOf"].includes(name))
  const open = parts.find(({ id }) => id === (tab ?? (isSearched ? "events" : "seals"))) ?? parts[0]!
  return (
    <Page>
      <HeadTabs>
        <nav className="views" aria-label="Audit">
          {parts.map(({ id, label }) => (
            <Link key={id} className="view" to={`/audit?tab=${id}`} aria-current={id === open.id ? "page" : undefined}>
              {label}
            </Link>
          ))}
        </nav>
      </HeadTabs>
      <div className="stack" key={open.id}>
        <Suspense>{open.part()}</Suspense>
      </div>
      {event && <EventDrawer key={event} position={event} onClose={() => void setEvent(null, { history: "replace" })} />}
    </Page>
  )
}
