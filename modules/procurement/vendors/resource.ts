/** The resource of vendors: reading and adding. */
import { FINANCE } from "@ops/platform/access/rule.ts"
import { creates, erases, resource } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { addVendor, eraseVendorContact, vendors as stream } from "./vendor.ts"

export const vendors = resource("vendors", stream, {
  path: "/api/vendors",
  noun: ["vendor", "vendors"],
  answer: "Vendor",
  number: "vendorNumber",
  area: "procurement",
  read: { may: [...FINANCE, "inventory.manage"], rows: everyRow("all; the tax id only for finance"), fields: { taxId: FINANCE }, history: false },
  hidden: ["createdBy"],
  joins: [],
  titles: { contactPerson: "Contact", paymentTerms: "Payment", vendorNumber: "Vendor #", isActive: "Status" },
  list: {
    columns: ["vendorNumber", "name", "contactPerson", "email", "phone", "address", "taxId", "paymentTerms", "currency", "isActive"],
    titles: { paymentTerms: "Terms" },
    unexported: ["address", "taxId", "isActive"],
    sorts: ["name", "vendorNumber", "createdAt"],
    order: "name",
    search: ["name", "vendorNumber", "contactPerson", "email"],
    file: "Vendors",
  },
  details: ["contactPerson", "email", "phone", "address", "taxId", "paymentTerms", "notes"],
  commands: {
    add: creates(addVendor, {
      may: ["finance.full"],
      scope: "all",
      duties: "the person who adds a vendor cannot approve the first purchase from them",
      headers: { name: ["Supplier", "Vendor"], contactPerson: ["Contact"], paymentTerms: ["Terms"] },
    }),
    eraseContact: erases(eraseVendorContact, { path: "erase-contact", may: ["system.admin"], scope: "all" }),
  },
})

export const VendorsApi = vendors.api
