/** One vendor: details, payment terms, and contact person. */
import { wordOf } from "@ops/platform/text.ts"
import { ErasePart } from "@ops/platform/ui/record/erase-part.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { screen } from "../screen.ts"

export default function VendorDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  return (
    <ResourceDrawer
      screen={screen}
      id={id}
      parts={({ id, vendorNumber, name, contactPerson, email, phone, paymentTerms, currency, isActive }) => ({
        subject: name,
        status: isActive ? "active" : "inactive",
        facts: { paymentTerms: `${wordOf(paymentTerms)}, ${currency}` },
        below: (contactPerson ?? email ?? phone) !== null && (
          <ErasePart
            path={`${screen.path}/${id}`}
            act="erase-contact"
            number={vendorNumber}
            called="the vendor's number"
            title={`Erase the contact of ${vendorNumber}?`}
            stays="the vendor, its orders and its bills. Orders can no longer be e-mailed until it has an address again."
            lists={[screen.path]}
          />
        ),
      })}
      onClose={onClose}
    />
  )
}
