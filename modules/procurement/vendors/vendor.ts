/** The suppliers of the company. */
import { command, conflict, find, forbidden, get, invalid, newId, nextNumber } from "@ops/platform/records/command.ts"
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import {
  SeriesNumber,
  Email,
  erasedOf,
  erasureFields,
  Flag,
  label,
  Line,
  Literals,
  Optional,
  Personal,
  Phone,
  Ref,
  Text,
  withDefault,
} from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

const facts = {
  name: Line(),
  contactPerson: Personal(Optional(Line())),
  email: label("E-mail", Personal(Optional(Email))),
  phone: Personal(Optional(Phone)),
  address: Optional(Text(500)),
  taxId: label("Tax id", Optional(Line(60))),
  paymentTerms: Literals("net_15", "net_30", "due_on_receipt"),
  currency: Literals("USD", "SSP"),
  notes: Optional(Text()),
}
const added = { vendorNumber: SeriesNumber("VEN"), ...facts, createdBy: Optional(Ref("person")) }

export const Vendor = record(
  "vendor",
  { vendorNumber: added.vendorNumber, ...facts, isActive: Flag, createdBy: added.createdBy },
  { label: "Vendor", title: "name", unique: [{ fields: ["vendorNumber"], sentence: "Another vendor already has this number" }] },
)

export const VendorAdded = event("VendorAdded", 1, added, ({ name }) => `Vendor ${name} added`)

/** This event deletes the encryption key of the data in the log about the vendor's contact person. */
export const VendorContactErased = event("VendorContactErased", 1, { reason: Text(500) }, ({ reason }) => `Contact person erased: ${reason}`, { erases: true })

export const vendors = stream(Vendor, VendorAdded, VendorContactErased).fold({
  VendorAdded: (_, vendor) => ({ ...vendor, isActive: true }),
  VendorContactErased: (vendor) => ({ ...vendor, ...erasedOf(facts) }),
})

/** Adds a vendor. A number given by the caller is kept; the same number with the same data is the same vendor. */
export const addVendor = command(
  "vendor.add",
  "Add a vendor",
  {
    vendorNumber: Optional(added.vendorNumber),
    ...facts,
    paymentTerms: withDefault("net_30", facts.paymentTerms),
    currency: withDefault("USD", facts.currency),
  },
  function* ({ vendorNumber, ...facts }, by) {
    if (by.person !== null && !holdsAny(by, ["finance.full"])) throw forbidden("Only finance can add vendors")
    if (vendorNumber) {
      const known = yield* find(vendors, { vendorNumber })
      if (known) {
        const same = Object.entries(facts).every(([name, value]) => known[name as keyof typeof known] === value)
        if (same) return { changes: [], id: known.id }
        throw conflict(`Another vendor already has the number ${vendorNumber}`)
      }
    }
    const number = vendorNumber ?? (yield* nextNumber("VEN", by.today.slice(0, 4)))
    return [vendors.at(yield* newId(vendors), VendorAdded({ ...facts, vendorNumber: number, createdBy: by.person }))]
  },
)

/**
 * Permanently erases the vendor's contact person: in the record, in the log, and as of every past moment. Orders are no longer mailed to the vendor.
 * `confirm` is the vendor's number, typed again.
 */
export const eraseVendorContact = command(
  "vendor.erase-contact",
  "Permanently erase the contact person of a vendor",
  { id: Ref("vendor"), ...erasureFields },
  function* ({ id, reason, confirm }, by) {
    if (by.person !== null && !holds(by, "system.admin")) throw forbidden("Only an administrator of the system can erase a person")
    const vendor = yield* get(vendors, id)
    if (confirm !== vendor.vendorNumber) throw invalid("To confirm, enter the number of the vendor whose contact you are erasing")
    return [vendors.at(id, VendorContactErased({ reason }))]
  },
)
