/** Petty cash: requests, and the floats that pay them. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useApi } from "../../web/client.ts"
import "../../web/finance.css"
import { PettyCashRequests } from "./petty-cash-requests.tsx"
import { SubViews, type SubView } from "../../shared/web/sub-views.tsx"

const Floats = lazyWithRetry(async () => ({ default: (await import("../../petty-cash-floats/web/floats.tsx")).Floats }))

const views: readonly SubView[] = [
  { id: "requests", label: "Requests", part: () => <PettyCashRequests /> },
  { id: "floats", label: "Floats", part: () => <Floats /> },
]

/** Floats are shown only to people who keep, count or top up floats. */
export const PettyCash = () => {
  const { can } = useSession()
  const mayCount = can("operations.supervise", "department.manage", "finance.full")
  const kept = useApi(!mayCount ? "GET /api/petty-cash-floats" : null).data ?? []
  return <SubViews label="Petty cash" path="/marketing" tab="petty-cash" views={mayCount || kept.length > 0 ? views : views.slice(0, 1)} />
}
