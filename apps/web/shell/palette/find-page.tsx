/** Leads from a document number to the screen that shows it. */
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Navigate, useParams } from "react-router-dom"
import { useApi } from "../client.ts"

export default function FindPage() {
  const { number = "" } = useParams()
  const found = useApi("GET /api/search", { query: { q: number } })
  if (found.isPending) return <Loading rows={3} label={`Looking for ${number}...`} />
  if (found.isError) return <ErrorPanel error={found.error} retry={() => void found.refetch()} />
  const hit = found.data.flatMap(({ hits }) => hits).find((each) => each.number === number)
  if (hit) return <Navigate to={hit.path} replace />
  return <EmptyState title={`${number} was not found`} text="It does not exist, or you do not have access to it." />
}
