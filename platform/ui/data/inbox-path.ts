/** The list of what waits for a person's decision: read again after every decision, whatever it was about. */
export const inboxPath = "/api/approvals"
/** The figures of the dashboard, which many a command moves. */
export const metricsPath = "/api/dashboard/metrics"
