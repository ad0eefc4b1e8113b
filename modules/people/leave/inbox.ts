/** Leave that waits for a supervisor's word. */
import { type InboxSource, nameIn } from "@ops/platform/access/inbox.ts"
import { APPROVERS } from "@ops/platform/access/rule.ts"
import { leaveRequests } from "./resource.ts"

export const leaveInbox: InboxSource = {
  kind: "leave_request",
  label: "Leave request",
  may: APPROVERS,
  list: leaveRequests.shape,
  waiting: "r.status = 'pending'",
  can: () => `x."canApprove"`,
  row: () => ({
    number: `x."staffNumber"`,
    title: `x.type || ', ' || x."startDate" || ' to ' || x."endDate" || ': ' || x."totalDays" || case x."totalDays" when 1 then ' day' else ' days' end`,
    requestedBy: `x."requestedBy"`,
    requestedByName: nameIn("x.staff"),
    siteId: `x."siteId"`,
    siteName: "x.site->>'name'",
    version: "x.version",
    since: `x."createdAt"`,
    rule: "'The supervisor, or the head of the department; never your own'",
  }),
  screen: "/hr?tab=leaves&open=:id",
  approve: { method: "PUT", path: "/api/hr/leave-requests/:id/approve", versioned: true },
  reject: { method: "PUT", path: "/api/hr/leave-requests/:id/reject", reason: "required" },
}
