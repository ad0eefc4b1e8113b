/** A small history for tests of the audit queries: purchases, a person who is promoted, billed meals. */
import { command, type By, findById, type Outcome, type CommandGenerator, system } from "@ops/platform/records/command.ts"
import { BusinessDate, DocumentNumber, Flag, Money, Optional, Ref, Text } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { people, PersonAdded, PersonChanged, PersonReinstated, PersonSuspended } from "@ops/identity/person.ts"
import { ApprovalLimitSet, approvalPolicies } from "@ops/procurement/policy.ts"
import { SiteOpened, sites } from "@ops/sites/site.ts"

// the same names as in the real log, with only the fields that the queries use
const Purchase = record(
  "purchase_request",
  { requestNumber: DocumentNumber, siteId: Ref("site"), estimatedTotal: Money, currency: Text(3), status: Text(20) },
  { label: "Purchase request", title: "request_number", unique: [{ fields: ["requestNumber"], sentence: "There is one" }] },
)
const Raised = event("PurchaseRequestRaised", 1, { requestNumber: DocumentNumber, siteId: Ref("site"), estimatedTotal: Money }, () => "Request created")
const Approved = event(
  "PurchaseRequestApproved",
  1,
  { vendorId: Optional(Ref("vendor")), overrideReason: Optional(Text()) },
  ({ overrideReason }) => `Approved${overrideReason === null ? "" : `. Override: ${overrideReason}`}`,
)
const Received = event("GoodsReceived", 1, {}, () => "Goods received")
const purchases = stream(Purchase, Raised, Approved, Received).fold({
  PurchaseRequestRaised: (_, raised) => ({ ...raised, currency: "USD", status: "pending" }),
  PurchaseRequestApproved: (purchase) => ({ ...purchase, status: "approved" }),
  GoodsReceived: (purchase) => ({ ...purchase, status: "completed" }),
})
const Vendor = record("vendor", { name: Text() }, { label: "Vendor", title: "name" })
const VendorAdded = event("VendorAdded", 1, { name: Text() }, ({ name }) => `${name} added`)
const vendors = stream(Vendor, VendorAdded).fold({ VendorAdded: (_, vendor) => vendor })
const Invoice = record("invoice", { total: Money, currency: Text(3) }, { label: "Invoice", title: "'INV ' || id" })
const Drafted = event("InvoiceDrafted", 1, { total: Money, currency: Text(3) }, () => "Drafted")
const invoices = stream(Invoice, Drafted).fold({ InvoiceDrafted: (_, invoice) => invoice })
const Serving = record("meal_session", { contractId: Ref("client_contract"), sessionDate: BusinessDate }, { label: "Meal session", title: "session_date" })
const Opened = event("SessionOpened", 1, { contractId: Ref("client_contract"), sessionDate: BusinessDate }, () => "Opened")
const Reopened = event("SessionReopened", 1, { reason: Text() }, ({ reason }) => `Reopened: ${reason}`)
const servings = stream(Serving, Opened, Reopened).fold({ SessionOpened: (_, opened) => opened, SessionReopened: (serving) => serving })
const Tap = record("meal_attendance", { mealSessionId: Ref("meal_session"), attended: Flag }, { label: "Meal attendance", title: "id" })
const Attended = event("MealAttended", 1, { mealSessionId: Ref("meal_session"), attended: Flag }, () => "Served")
const taps = stream(Tap, Attended).fold({ MealAttended: (_, tap) => tap })
const Account = record("meal_account", { contractId: Ref("client_contract") }, { label: "Meal account", title: "id" })
const Billed = event("PeriodBilled", 1, { contractId: Ref("client_contract"), from: BusinessDate, to: BusinessDate, invoiceId: Ref("invoice") }, () => "Billed")
const accounts = stream(Account, Billed).fold({ PeriodBilled: (_, { contractId }) => ({ contractId }) })

export const streams = [sites, people, approvalPolicies, vendors, purchases, invoices, servings, taps, accounts]

const facts = {
  email: null,
  phoneNumber: null,
  department: "catering",
  position: null,
  siteId: null,
  supervisor: null,
  hireDate: null,
  biometricEnabled: false,
}
const person = (id: number, employeeId: string, firstName: string, accessLevel: number, more: object = {}) =>
  people.at(id, PersonAdded({ ...facts, employeeId, firstName, lastName: "Deng", role: "supervisor", accessLevel, demo: false, ...more }))
const changed = (id: number, firstName: string, accessLevel: number, siteId: number | null) =>
  people.at(id, PersonChanged({ ...facts, firstName, lastName: "Deng", role: "supervisor", accessLevel, siteId }))
const write = (name: string) =>
  command(name, function* ({ changes }: { readonly changes: ReadonlyArray<Change> }): CommandGenerator<Outcome> {
    for (const { stream, id } of changes) yield* findById(stream, id)
    return { changes, id: changes[0]!.id }
  })
const as = (id: number, at: string): By => ({ ...system("test", at), actor: `person:${id}`, person: id, name: "Test Person", via: "demo" })

const days = {
  world: "2026-01-05T08:00:00.000Z",
  raised: "2026-10-03T08:00:00.000Z",
  approved: "2026-10-04T08:00:00.000Z",
  received: "2026-10-20T08:00:00.000Z",
  november: "2026-11-02T08:00:00.000Z",
}
/** A small history. Person 1 is the CEO, 2 a supervisor who is suspended for a while and promoted, 3 in finance. */
export const begin = () => {
  const acts: Array<{ readonly act: ReturnType<typeof write>; readonly changes: ReadonlyArray<Change>; readonly by: By }> = []
  const doing = (name: string, by: By, ...changes: ReadonlyArray<Change>) => acts.push({ act: write(name), changes, by })
  const open = (id: number, slug: string) =>
    sites.at(id, SiteOpened({ code: slug.slice(0, 2), slug, name: `Site ${slug}`, label: slug, client: null, location: null }))
  doing("site.open", as(1, days.world), open(1, "unity-state"), open(2, "paloj-adar"))
  doing(
    "person.add",
    as(1, days.world),
    person(1, "FO-CEO-001", "Achol", 10),
    person(2, "FO-SUP-001", "Gatluak", 6, { siteId: 1 }),
    person(3, "FO-FIN-001", "Nyandeng", 7),
  )
  doing("approval_policy.set", as(1, days.world), approvalPolicies.at(1, ApprovalLimitSet({ from: "2026-01-01", level: 6, upTo: 100_000 })))
  doing("vendor.add", as(3, days.world), vendors.at(1, VendorAdded({ name: "Konyo" })))
  const raise = (id: number, siteId: number) => purchases.at(id, Raised({ requestNumber: `PR-2026-000${id}`, siteId, estimatedTotal: 25_000 * id }))
  doing("purchase_request.raise", as(1, days.raised), raise(1, 1))
  doing("purchase_request.raise", as(2, days.raised), raise(2, 2))
  doing("purchase_request.approve", as(1, days.approved), purchases.at(1, Approved({ vendorId: 1, overrideReason: "The cold room is down" })))
  doing("purchase_request.approve", as(3, days.approved), purchases.at(2, Approved({ vendorId: 1, overrideReason: null })))
  doing("person.suspend", as(1, "2026-10-10T08:00:00.000Z"), people.at(2, PersonSuspended({ reason: "Leave" })))
  doing("person.reinstate", as(1, "2026-10-15T08:00:00.000Z"), people.at(2, PersonReinstated({})))
  doing("purchase_request.receive", as(1, days.received), purchases.at(2, Received({})))
  // the meals of contract 4 in October, recorded and billed by finance
  doing("meal_session.open", as(2, days.received), servings.at(1, Opened({ contractId: 4, sessionDate: "2026-10-20" })))
  doing("meal_attendance.bulk", as(3, days.received), ...[1, 2, 3].map((id) => taps.at(id, Attended({ mealSessionId: 1, attended: true }))))
  doing("meal_session.reopen", as(2, days.received), servings.at(1, Reopened({ reason: "The list was lost" })))
  doing("person.change", as(1, days.november), changed(2, "Gatluak", 7, null))
  doing("approval_policy.set", as(1, days.november), approvalPolicies.at(1, ApprovalLimitSet({ from: "2026-11-01", level: 7, upTo: 500_000 })))
  doing(
    "meal_bill.issue",
    as(3, days.november),
    invoices.at(1, Drafted({ total: 180_000, currency: "USD" })),
    accounts.at(4, Billed({ contractId: 4, from: "2026-10-01", to: "2026-10-31", invoiceId: 1 })),
  )
  doing("meal_bill.issue", as(3, days.november), invoices.at(2, Drafted({ total: 5_000_000, currency: "SSP" })))
  return acts
}
