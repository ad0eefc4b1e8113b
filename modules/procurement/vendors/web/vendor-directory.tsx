/** The suppliers of the company. */
import { wordOf } from "@ops/platform/text.ts"
import { lazyPart, lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { vendors } from "../resource.ts"
import { screen } from "../screen.ts"

const VendorDrawer = lazyPart(() => import("./vendor-drawer.tsx"))
const adding = { address: "add-vendor", form: lazyWithRetry(() => import("./vendor-dialog.tsx")) }

const Status = ({ isActive }: Pick<(typeof vendors)["Row"], "isActive">) => <StatusMark status={isActive ? "active" : "inactive"} />

export const VendorDirectory = () => (
  <ResourcePage
    screen={screen}
    create={adding}
    columns={{ name: { grows: true }, email: { grows: true }, address: { grows: true }, isActive: { id: "status", cell: Status } }}
    card={(vendor) => ({
      title: vendor.name,
      mark: <Status {...vendor} />,
      text: [vendor.contactPerson, vendor.phone ?? vendor.email].filter(Boolean).join(" · ") || vendor.vendorNumber,
      figure: <span className="muted">{wordOf(vendor.paymentTerms)}</span>,
    })}
    drawer={(id, close) => <VendorDrawer key={id} id={id} onClose={close} />}
  />
)
