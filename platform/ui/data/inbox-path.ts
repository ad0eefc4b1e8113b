/** The list of records that wait for the person's decision: reloaded after every decision, whatever it was about. */
export const inboxPath = "/api/approvals"
/** What of it is asked for where it is counted: what the dashboard shows, so that both are one request. */
export const inboxFirst = { limit: 3, sort: "since" } as const
/** The same of what others have delegated to the person. */
export const delegatedFirst = { ...inboxFirst, show: "delegated" } as const
/** The figures of the dashboard, which many a command moves. */
export const metricsPath = "/api/dashboard/metrics"
