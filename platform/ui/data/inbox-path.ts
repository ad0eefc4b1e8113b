/** The list of records that wait for the person's decision: reloaded after every decision, whatever it was about. */
export const inboxPath = "/api/approvals"
/** The figures of the dashboard, which many commands change. */
export const metricsPath = "/api/dashboard/metrics"
