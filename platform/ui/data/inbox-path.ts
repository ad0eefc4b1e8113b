/** The list of what waits for a person's decision: read again after every decision, whatever it was about. */
export const inboxPath = "/api/approvals"
