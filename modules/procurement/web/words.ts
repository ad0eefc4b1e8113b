/** What the screens call things. */

/** How the order to the supplier stands. */
export const mailWord = (status: "sent" | "queued" | "failed" | "none") =>
  ({ sent: "Sent", queued: "Queued", failed: "Failed", none: "No supplier e-mail" })[status]
