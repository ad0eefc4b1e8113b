/** The stores: levels at the sites, movements, expiring lots, and items. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { Menu, MenuItem } from "@ops/platform/ui/layers/menu.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { PageTabs } from "@ops/platform/ui/tabs.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { ChevronDown } from "lucide-react"
import { type ReactNode } from "react"
import { useSearchParams } from "react-router-dom"
import { Figures } from "./figures.tsx"
import { Items } from "../items/web/items.tsx"
import { Levels } from "../levels/web/levels.tsx"
import { Lots } from "../levels/web/lots.tsx"
import { Movements } from "../levels/web/movements.tsx"
import "./stock.css"

const MovementDialog = lazyPart(() => import("../levels/web/movement-dialog.tsx"))
const TransferDialog = lazyPart(() => import("../levels/web/transfer-dialog.tsx"))
const CountDialog = lazyPart(() => import("../levels/web/count-dialog.tsx"))
const LimitsDialog = lazyPart(() => import("../levels/web/limits-dialog.tsx"))
const RequestDialog = lazyPart(() => import("./request-dialog.tsx"))

interface Part {
  readonly id: string
  readonly label: string
  readonly part: (may: { readonly raises: boolean; readonly keeps: boolean }) => ReactNode
}

const parts: readonly Part[] = [
  { id: "levels", label: "Levels", part: (may) => <Levels {...may} /> },
  { id: "movements", label: "Movements", part: () => <Movements /> },
  { id: "lots", label: "Lots", part: () => <Lots /> },
  { id: "items", label: "Items", part: () => <Items /> },
]

export const Component = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const [address, setAddress] = useSearchParams()
  const open = parts.find(({ id }) => id === address.get("tab")) ?? parts[0]!
  const keeps = can("inventory.manage", "department.manage")
  const issues = keeps || can("operations.basic")
  const raises = can("operations.basic", "operations.supervise", "department.manage")
  useKeys("Stock", {
    ...(keeps ? { r: ["Receive", () => dialog.open("receive")] as const, n: ["Count a site", () => dialog.open("count")] as const } : {}),
    ...(issues ? { i: ["Issue to kitchen", () => dialog.open("issue")] as const } : {}),
  })
  const { name, value, close } = dialog
  const { siteId } = useWorkingSite()
  return (
    <Page
      actions={
        open.id !== "items" && (
          <>
            {keeps && <Button onClick={() => dialog.open("receive")}>Receive</Button>}
            {keeps && <Button onClick={() => dialog.open("count")}>Count</Button>}
            {(keeps || raises) && (
              <Menu
                label="More"
                trigger={
                  <Button>
                    More <ChevronDown size={14} aria-hidden />
                  </Button>
                }
              >
                {keeps && <MenuItem onSelect={() => dialog.open("transfer")}>Transfer</MenuItem>}
                {keeps && <MenuItem onSelect={() => dialog.open("waste")}>Waste</MenuItem>}
                {raises && <MenuItem onSelect={() => dialog.open("request", siteId)}>Create Purchase Request</MenuItem>}
              </Menu>
            )}
            {issues && (
              <Button kind="primary" onClick={() => dialog.open("issue")}>
                Issue to Kitchen
              </Button>
            )}
          </>
        )
      }
    >
      <Figures />
      {/* The filters of one tab do not apply to the next: the address keeps only the tab. */}
      <PageTabs label="Stock" tabs={parts} open={open.id} onOpen={(tab) => setAddress(tab === parts[0]!.id ? {} : { tab }, { replace: true })}>
        {open.part({ raises, keeps })}
      </PageTabs>
      {keeps && (name === "receive" || name === "waste") && <MovementDialog key={`${name}${value}`} kind={name} levelId={value} onClose={close} />}
      {issues && name === "issue" && <MovementDialog key={value} kind="issue" levelId={value} onClose={close} />}
      {keeps && name === "transfer" && <TransferDialog key={value} levelId={value} onClose={close} />}
      {keeps && name === "count" && <CountDialog key={value} site={value} onSite={(id) => dialog.open("count", id)} onClose={close} />}
      {keeps && name === "limits" && <LimitsDialog key={value} levelId={value} onClose={close} />}
      {raises && name === "request" && <RequestDialog key={value} asked={value} onSite={(id) => dialog.open("request", id)} onClose={close} />}
    </Page>
  )
}
