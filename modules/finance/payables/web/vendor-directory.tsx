import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { pathOf } from "../../web/client.ts"
import { termsWord, type Vendor } from "../../shared/web/labels.ts"

const VendorDrawer = lazyWithRetry(() => import("./vendor-drawer.tsx"))
const VendorDialog = lazyWithRetry(() => import("./vendor-dialog.tsx"))

const terms = ({ paymentTerms }: Vendor) => termsWord(paymentTerms)
const Status = ({ isActive }: Vendor) => <StatusMark status={isActive ? "active" : "inactive"} />

export const VendorDirectory = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const mayAdd = can("finance.full")
  const add = () => dialog.open("add-vendor")
  useKeys("Vendors", mayAdd ? { n: ["Add vendor", add] } : {})
  const button = mayAdd && (
    <Button kind="primary" onClick={add}>
      Add Vendor
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/vendors")}
        noun={["vendor", "vendors"]}
        loading="Loading vendors..."
        rowId={({ id }) => String(id)}
        number={({ vendorNumber }) => vendorNumber}
        actions={button}
        columns={[
          { id: "vendorNumber", header: "Vendor #", cell: ({ vendorNumber }) => vendorNumber, sort: true },
          { id: "name", header: "Name", cell: ({ name }) => name, sort: true, grows: true },
          { id: "contactPerson", header: "Contact", cell: ({ contactPerson }) => contactPerson },
          {
            id: "email",
            header: "E-mail",
            cell: ({ email }) =>
              email && (
                <a className="link" href={`mailto:${email}`}>
                  {email}
                </a>
              ),
            grows: true,
          },
          { id: "phone", header: "Phone", cell: ({ phone }) => phone },
          { id: "address", header: "Address", cell: ({ address }) => address, hidden: true, grows: true },
          { id: "taxId", header: "Tax id", cell: ({ taxId }) => taxId, hidden: true },
          { id: "paymentTerms", header: "Terms", cell: terms },
          { id: "currency", header: "Currency", cell: ({ currency }) => currency },
          { id: "status", header: "Status", cell: Status },
        ]}
        card={(vendor) => ({
          title: vendor.name,
          mark: <Status {...vendor} />,
          text: [vendor.contactPerson, vendor.phone ?? vendor.email].filter(Boolean).join(" · ") || vendor.vendorNumber,
          figure: <span className="muted">{terms(vendor)}</span>,
        })}
        empty={{ title: "No vendors found", ...(button && { action: button }) }}
        drawer={(id, row, close) => (
          <Suspense>
            <VendorDrawer key={id} id={id} row={row} onClose={close} />
          </Suspense>
        )}
      />
      {dialog.name === "add-vendor" && mayAdd && (
        <Suspense>
          <VendorDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
