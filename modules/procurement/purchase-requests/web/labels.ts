/** Labels of the procurement screens. */
import { formatLongDay } from "@ops/platform/dates/sentence.ts"
import type { purchaseRequests } from "../resource.ts"

/** The status of the order mail. */
export const mailWord = (status: "sent" | "queued" | "failed" | "none") =>
  ({ sent: "Sent", queued: "Queued", failed: "Failed", none: "No supplier e-mail" })[status]

/** Whether the supplier of a cancelled order was informed. */
export const toldWord = (told: "sent" | "queued" | "failed" | "withdrawn" | "none") =>
  ({
    sent: "Yes, by e-mail",
    queued: "Cancellation queued",
    failed: "No: the cancellation could not be sent",
    withdrawn: "Not needed: the order was withdrawn before it was sent",
    none: "No e-mail was sent",
  })[told]

/** The supplier's answer about the delivery, in the words of the history. */
export const acknowledged = (expectedDate: string) => `Acknowledged, expected ${formatLongDay(expectedDate)}`

type Request = (typeof purchaseRequests)["Row"]
export interface ActProps {
  readonly row: Request
  readonly onClose: () => void
}
