/** The link with which a supplier answers an order: its content, its expiry, and the acting supplier. */
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { type Actor, system } from "@ops/platform/records/command.ts"
import { formatLongDay } from "@ops/platform/dates/sentence.ts"

/** The page of the link: `/acknowledge/…`. */
export const supplierPage = "acknowledge"

const days = 60

/** The link for the mail to a supplier. It expires sixty days after the approval (an instant). */
export const supplierLink = (order: { readonly id: number; readonly vendorId: number; readonly approvedAt: string }) => {
  const until = `${addDays(order.approvedAt.slice(0, 10), days)}${order.approvedAt.slice(10)}`
  return {
    page: supplierPage,
    about: [order.id, order.vendorId],
    until,
    says: `Please tell us the date of delivery here, until ${formatLongDay(dateOf(until))}:`,
  }
}

/** The supplier as an actor. */
export const supplier = (vendorId: number): Actor => ({ ...system("supplier"), actor: `vendor:${vendorId}`, via: "web" })
