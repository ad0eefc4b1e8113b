/** The link with which a supplier answers an order: what it says, how long it holds, and who acts by it. */
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { type Actor, system } from "@ops/platform/records/command.ts"

/** The page the link leads to: `/acknowledge/…`. */
export const supplierPage = "acknowledge"

const days = 60

/** A day as letters have it: 28 November 2026. */
export const longDate = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" })

/** The link for the mail to a supplier. It ends sixty days after the approval, an instant. */
export const supplierLink = (order: { readonly id: number; readonly vendorId: number; readonly approvedAt: string }) => {
  const until = `${addDays(order.approvedAt.slice(0, 10), days)}${order.approvedAt.slice(10)}`
  return { page: supplierPage, about: [order.id, order.vendorId], until, says: `Please tell us the date of delivery here, until ${longDate(dateOf(until))}:` }
}

/** The supplier as the one who acts. */
export const supplier = (vendorId: number): Actor => ({ ...system("supplier"), actor: `vendor:${vendorId}`, via: "web" })
