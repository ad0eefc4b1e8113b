/** The register of equipment: the assets, their status and downtime. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { cardOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { AssetDrawer } from "./assets-drawer.tsx"
import { meterText } from "./assets-labels.ts"
import { minutesText } from "../../web/labels.ts"
import { screen } from "../screen.ts"
import "../../web/plans.css"

const registering = { form: lazyWithRetry(() => import("./assets-dialog.tsx")), hotkey: "c" }

export const Component = () => (
  <ResourcePage
    screen={screen}
    create={registering}
    views={[
      { id: "all", label: "All assets" },
      { id: "out", label: "Out of use", query: { status: "down,inspection" } },
      { id: "retired", label: "Retired", query: { active: "false" } },
    ]}
    columns={{
      name: { grows: true },
      meterReading: { figure: ({ meterReading, meterUnit }) => (meterReading && meterUnit ? meterText(meterReading, meterUnit) : "") },
      downMinutes: { header: "Down, 30 Days", figure: ({ downMinutes }) => (downMinutes > 0 ? minutesText(downMinutes) : "") },
      nextDue: { header: "Next Plan" },
    }}
    card={(of) => ({ ...cardOf(screen, of), figure: of.downMinutes > 0 && `down ${minutesText(of.downMinutes)}` })}
    drawer={(id, close) => <AssetDrawer id={id} onClose={close} />}
  />
)
