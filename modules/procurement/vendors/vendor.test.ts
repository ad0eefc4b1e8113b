import { expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { vendors as resource } from "./resource.ts"
import { addVendor, eraseVendorContact, vendors } from "./vendor.ts"

const person = (id: number, level: number): SignedIn => ({
  actor: `person:${id}`,
  person: id,
  name: `Person ${id}`,
  level,
  permissions: permissionsOf(level),
  department: "operations",
  confinedTo: null,
  simulated: false,
  via: "web",
  at: givenAt,
  today: "2026-11-21",
  employeeId: `FO-${id}`,
  siteId: null,
  sessionId: null,
  proven: true,
})
const [cook, supervisor, finance, management, ceo] = [person(1, 3), person(2, 6), person(4, 7), person(3, 8), person(5, 10)]
const facts = { name: "Acme", contactPerson: null, email: null, phone: null, address: null, taxId: null, notes: null, vendorNumber: null }

test("a vendor number given by the caller is kept; repeating it returns the same vendor, other data is a conflict", () => {
  const added = given().when(addVendor, { ...facts, vendorNumber: "VEN-1763" }, finance)
  added.holds(vendors, 1, { vendorNumber: "VEN-1763", createdBy: 4, isActive: true })
  added.when(addVendor, { ...facts, vendorNumber: "VEN-1763" }, finance).gives()
  added.when(addVendor, { ...facts, name: "Other", vendorNumber: "VEN-1763" }, finance).refuses("Another vendor already has the number VEN-1763", 409)
  given().when(addVendor, facts, finance).holds(vendors, 1, { vendorNumber: "VEN-2026-0001", paymentTerms: "net_30", currency: "USD" })
  given().when(addVendor, facts, cook).refuses("Only finance can add vendors", 403)
})

test("a vendor with facts that cannot be right is refused, with every fault in one sentence each", () => {
  given()
    .when(addVendor, { ...facts, name: "", email: "orders@", phone: "1".repeat(61), taxId: "1".repeat(61) }, finance)
    .refuses("Name is required. E-mail must be an e-mail address. Phone can have 60 characters at most. Tax id can have 60 characters at most", 422)
})

test("only an administrator can erase a vendor's contact, by typing the vendor's number; what else is known of the vendor stays", () => {
  const erasing = { id: 1, reason: "Asked for it", confirm: "VEN-1" }
  const contact = { contactPerson: "Mary", email: "orders@acme.example", phone: "+211 920 000 101" }
  const known = given().when(addVendor, { ...facts, ...contact, vendorNumber: "VEN-1" }, finance)
  known.when(eraseVendorContact, erasing, finance).refuses("Only an administrator of the system can erase a person", 403)
  known.when(eraseVendorContact, { ...erasing, confirm: "VEN-2" }, ceo).refuses(/^To confirm, enter the number of the vendor/, 422)
  known
    .when(eraseVendorContact, erasing, ceo)
    .gives(["vendor/1", "VendorContactErased", { reason: "Asked for it" }])
    .holds(vendors, 1, { name: "Acme", contactPerson: null, email: null, phone: null, isActive: true })
})

test("the tax id is read by finance and management, and null to others who see vendors", () => {
  const taxId = (who: SignedIn) => /\S+(?= as "taxId")/.exec(resource.shape(who).select)![0]
  expect([supervisor, finance, management, ceo].map(taxId)).toEqual(["null", 'r."tax_id"', 'r."tax_id"', 'r."tax_id"'])
})
