import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Day } from "@ops/platform/ui/date.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { cardOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { nameOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"
import { FloatDrawer } from "./float-drawer.tsx"

const opening = { address: "open-float", form: lazyWithRetry(() => import("./open-float-dialog.tsx")) }

/** The floats that the person keeps, counts or tops up. */
export const Floats = () => (
  <ResourcePage
    screen={screen}
    create={opening}
    columns={{
      custodian: { cell: ({ custodian }) => nameOf(custodian) },
      lastCountedOn: { cell: ({ lastCountedOn }) => (lastCountedOn ? <Day date={lastCountedOn} /> : <span className="muted">Never</span>) },
      limit: { noTotal: true },
      out: { header: "Out", explain: ({ id }) => ({ name: "pettyCashFloat.out", parameters: { id } }) },
    }}
    empty={{ title: "No floats yet", text: "A float is petty cash held by a custodian at a site, up to a limit." }}
    card={(of) => ({ ...cardOf(screen, of), text: `${of.siteCode} · ${nameOf(of.custodian)}` })}
    drawer={(id, close) => <FloatDrawer key={id} id={id} onClose={close} />}
  />
)
