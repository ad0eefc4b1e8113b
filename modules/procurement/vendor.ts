/** Who sells to the company. */
import { command, conflict, find, forbidden, get, invalid, newId, nextNumber } from "@ops/platform/records/command.ts"
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { SeriesNumber, erasedOf, Flag, Line, Literals, Optional, Personal, Ref, Text } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

export const paymentTerms = ["net_15", "net_30", "due_on_receipt"] as const

const facts = {
  name: Line(),
  contactPerson: Personal(Optional(Line())),
  email: Personal(Optional(Line())),
  phone: Personal(Optional(Line(60))),
  address: Optional(Text(500)),
  taxId: Optional(Line(60)),
  paymentTerms: Literals(...paymentTerms),
  currency: Literals("USD", "SSP"),
  notes: Optional(Text()),
}

export const Vendor = record(
  "vendor",
  { vendorNumber: SeriesNumber("VEN"), ...facts, isActive: Flag, createdBy: Optional(Ref("person")) },
  { label: "Vendor", title: "name", unique: [{ fields: ["vendorNumber"], sentence: "Another vendor has this number" }] },
)

export const VendorAdded = event(
  "VendorAdded",
  1,
  { vendorNumber: SeriesNumber("VEN"), ...facts, createdBy: Optional(Ref("person")) },
  ({ name }) => `Vendor ${name} added`,
)

/** With this event goes the key of what the log holds of the vendor's contact person. */
export const VendorContactErased = event("VendorContactErased", 1, { reason: Text(500) }, ({ reason }) => `Contact person erased: ${reason}`, { erases: true })

export const vendors = stream(Vendor, VendorAdded, VendorContactErased).fold({
  VendorAdded: (_, vendor) => ({ ...vendor, isActive: true }),
  VendorContactErased: (vendor) => ({ ...vendor, ...erasedOf(facts) }),
})

/** A vendor's facts, and the number that the caller made for it, if one did. */
export type NewVendor = Omit<Parameters<typeof VendorAdded>[0], "vendorNumber" | "createdBy"> & { readonly vendorNumber: string | null }

/** Adds a vendor. A number made by the caller is kept; the same number with the same facts is the same vendor. */
export const addVendor = command("vendor.add", function* (vendor: NewVendor, by) {
  if (by.person !== null && !holdsAny(by, ["finance.full"])) throw forbidden("Only finance can add vendors")
  const { vendorNumber, ...facts } = vendor
  if (vendorNumber) {
    const known = yield* find(vendors, { vendorNumber })
    if (known) {
      const same = Object.entries(facts).every(([name, value]) => known[name as keyof typeof known] === value)
      if (same) return { changes: [], id: known.id }
      throw conflict(`Another vendor has the number ${vendorNumber}`)
    }
  }
  const number = vendorNumber ?? (yield* nextNumber("VEN", by.today.slice(0, 4)))
  return [vendors.at(yield* newId(vendors), VendorAdded({ ...facts, vendorNumber: number, createdBy: by.person }))]
})

/**
 * Erases who was named as the vendor's contact, for good: in the record, in the log, in every moment of the past. Orders
 * are mailed to the vendor no more. `confirm` is the vendor's number, typed again.
 */
export const eraseVendorContact = command(
  "vendor.erase-contact",
  function* ({ id, reason, confirm }: { readonly id: number; readonly reason: string; readonly confirm: string }, by) {
    if (by.person !== null && !holds(by, "system.admin")) throw forbidden("Only an administrator of the system can erase a person")
    const vendor = yield* get(vendors, id)
    if (confirm !== vendor.vendorNumber) throw invalid("To confirm, give the number of the vendor whose contact is to be erased")
    return [vendors.at(id, VendorContactErased({ reason }))]
  },
)
