/** One vendor: details, payment terms, and contact person. */
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErasePart } from "@ops/platform/ui/record/erase-part.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { pathsOf, useApi } from "../../web/client.ts"
import { known, termsWord, type Vendor } from "../../shared/web/labels.ts"

interface Props {
  readonly id: string
  readonly row: Vendor | undefined
  readonly onClose: () => void
}

export default function VendorDrawer({ id, row, onClose }: Props) {
  const vendors = useApi("GET /api/vendors", !row ? { query: { limit: 1000 } } : null)
  const vendor = row ?? vendors.data?.find((vendor) => String(vendor.id) === id)
  if (!vendor) {
    return (
      <Drawer title="Vendor" onClose={onClose}>
        {vendors.isError ? (
          <ErrorPanel error={vendors.error} retry={() => void vendors.refetch()} />
        ) : vendors.isSuccess ? (
          <p>There is no such vendor.</p>
        ) : (
          <Loading rows={5} label="Loading the vendor..." />
        )}
      </Drawer>
    )
  }
  const { vendorNumber, contactPerson, email, phone } = vendor
  return (
    <Drawer title={vendorNumber} subject={vendor.name} status={<StatusMark status={vendor.isActive ? "active" : "inactive"} />} onClose={onClose}>
      <section className="part">
        <KeyValues
          of={known([
            ["Contact", contactPerson],
            [
              "E-mail",
              email && (
                <a key="mail" className="link" href={`mailto:${email}`}>
                  {email}
                </a>
              ),
            ],
            ["Phone", phone],
            ["Address", vendor.address],
            ["Tax id", vendor.taxId],
            ["Payment", `${termsWord(vendor.paymentTerms)}, ${vendor.currency}`],
            ["Notes", vendor.notes],
          ])}
        />
      </section>
      {(contactPerson ?? email ?? phone) !== null && (
        <ErasePart
          path={`/api/vendors/${vendor.id}`}
          act="erase-contact"
          number={vendorNumber}
          called="the vendor's number"
          title={`Erase the contact of ${vendorNumber}?`}
          stays="the vendor, its orders and its bills. Orders are mailed to it no more until it has an address again."
          lists={pathsOf("GET /api/vendors")}
        />
      )}
    </Drawer>
  )
}
