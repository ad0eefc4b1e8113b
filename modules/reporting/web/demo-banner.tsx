import { Button } from "@ops/platform/ui/button.tsx"
import { newKey, write } from "@ops/platform/ui/data/api.ts"
import { useApiQuery } from "@ops/platform/ui/data/data.ts"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useApi } from "./client.ts"

/** Loads the demo data in demo mode, if there is none yet. */
export default function DemoBanner() {
  const company = useApi("GET /api/company")
  const may = company.data?.mode === "demo"
  const status = useApiQuery<{ readonly loaded: boolean }>(may ? "/api/demo-data/status" : null)
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  if (!may || !status.data || status.data.loaded || inThePast) return null
  const load = async () => {
    setBusy(true)
    try {
      await write("POST", "/api/demo-data/load", undefined, { key: newKey() })
      notify.success("Demo Data Generated: Real client data has been successfully loaded. Check HR, Catering, and other modules.")
      await queries.invalidateQueries()
    } catch {
      notify.error("Failed to generate demo data. Please try again.")
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title="Demo data" padded>
      <div className="line">
        <span className="muted">Two months of meals, stock and purchases at three sites to explore.</span>
        <span className="spread" />
        <Button kind="primary" disabled={busy} onClick={() => void load()}>
          {busy ? "Generating..." : "Load Demo Data"}
        </Button>
      </div>
    </Panel>
  )
}
