/** What the screens call things. */

/** How the order to the supplier stands. */
export const mailWord = (status: "sent" | "queued" | "failed" | "none") =>
  ({ sent: "Sent", queued: "Queued", failed: "Failed", none: "No supplier e-mail" })[status]

/** A priority as a word of its own: Low, Medium, High, Urgent. */
export const priorityName = (priority: string) => priority.charAt(0).toUpperCase() + priority.slice(1)
