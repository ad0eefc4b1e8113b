/** The register of equipment: the assets, their status and downtime. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import type { AssetAnswer } from "../contract.ts"
import { AssetDrawer } from "./assets-drawer.tsx"
import { assetMarks, assetStatusName, assetStatusOptions, kindName, kindOptions, meterText } from "./assets-labels.ts"
import { pathOf } from "../../web/client.ts"
import { minutesText } from "../../web/labels.ts"
import "../../web/plans.css"

type Asset = typeof AssetAnswer.Type

const AssetDialog = lazyWithRetry(() => import("./assets-dialog.tsx"))

const State = ({ of }: { readonly of: Asset }) => <StatusMark status={assetMarks[of.status]} label={assetStatusName(of.status)} />

export const Component = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const [, setOpen] = useAddress("open", "push")
  const mayRegister = can("work_orders.approve", "department.manage")
  const register = () => dialog.open("new-asset")
  useKeys("Assets", mayRegister ? { c: ["Register asset", register] } : {})
  const action = mayRegister && (
    <Button kind="primary" onClick={register}>
      Register Asset
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/assets")}
        noun={["asset", "assets"]}
        loading="Loading assets..."
        rowId={({ id }) => String(id)}
        number={({ assetNumber }) => assetNumber}
        siteFilter
        actions={action}
        views={[
          { id: "all", label: "All assets" },
          { id: "out", label: "Out of use", query: { status: "down,inspection" } },
          { id: "retired", label: "Retired", query: { active: "false" } },
        ]}
        filters={[
          { field: "status", label: "Status", options: assetStatusOptions },
          { field: "kind", label: "Kind", options: kindOptions },
          {
            field: "active",
            label: "In the register",
            one: true,
            options: [
              { value: "true", label: "Yes" },
              { value: "false", label: "Retired" },
            ],
          },
        ]}
        columns={[
          { id: "assetNumber", header: "Asset #", cell: (a) => a.assetNumber, sort: true },
          { id: "name", header: "Asset", cell: (a) => a.name, sort: true, grows: true },
          { id: "kind", header: "Kind", cell: (a) => kindName(a.kind), sort: true, hidden: true },
          { id: "site", header: "Site", cell: (a) => <SiteCode code={a.site.code} name={a.site.name} />, sort: true },
          { id: "location", header: "Location", cell: (a) => a.location },
          { id: "meterReading", header: "Meter", figure: (a) => (a.meterReading && a.meterUnit ? meterText(a.meterReading, a.meterUnit) : "") },
          { id: "downMinutes", header: "Down, 30 Days", figure: (a) => (a.downMinutes > 0 ? minutesText(a.downMinutes) : ""), sort: true },
          { id: "nextDue", header: "Next Plan", cell: (a) => (a.nextDue ? <Day date={a.nextDue} /> : "") },
          { id: "status", header: "Status", cell: (a) => <State of={a} />, sort: true },
        ]}
        card={(a) => ({
          title: a.name,
          mark: <State of={a} />,
          text: [a.assetNumber, a.site.name, a.location].filter(Boolean).join(" · "),
          figure: a.downMinutes > 0 ? `down ${minutesText(a.downMinutes)}` : undefined,
        })}
        empty={{ title: "No assets found", action }}
        drawer={(id, _row, close) => <AssetDrawer id={id} onClose={close} />}
      />
      <Suspense>
        {dialog.name === "new-asset" && mayRegister && <AssetDialog onClose={dialog.close} onRegistered={(id) => void setOpen(String(id))} />}
      </Suspense>
    </>
  )
}
