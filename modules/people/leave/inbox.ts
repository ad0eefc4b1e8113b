/** Leave that awaits a supervisor's decision. */
import { type InboxSource, dayIn, nameIn } from "@ops/platform/access/inbox.ts"
import { APPROVERS } from "@ops/platform/access/rule.ts"
import { leaveRequests } from "./resource.ts"

export const leaveInbox: InboxSource = {
  kind: "leave_request",
  label: "Leave request",
  may: APPROVERS,
  inLog: { record: "leave_request", approve: "leave.approve", reject: "leave.reject" },
  list: leaveRequests.shapeWithHints,
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
  detail: () => ({
    facts: {
      Leave: "x.type",
      From: dayIn(`x."startDate"`),
      "Up to": dayIn(`x."endDate"`),
      Days: `x."totalDays"`,
      Department: "x.department",
      // it may contain health information: reading it is recorded
      Reason: "'On its own page, where reading it is recorded'",
    },
  }),
  unusual: `select a.people || ' others away' as tag, a.people || ' others of ' || x.department || ' are away in these days: ' || a.names as text
    from (select count(*) as people, string_agg(o.first_name || ' ' || o.last_name, ', ' order by o.last_name) as names
      from company_staff o join company_staff me on me.id = x."staffId" and me.department_id = o.department_id and me.site_id is not distinct from o.site_id
      where o.id <> me.id and exists(select from leave_request l where l.staff_id = o.id and l.status = 'approved'
        and l.start_date <= x."endDate"::date and l.end_date >= x."startDate"::date)) a where a.people >= 2`,
  history: "/api/hr/leave-requests/:id/history",
  approve: { method: "PUT", path: "/api/hr/leave-requests/:id/approve", versioned: true },
  reject: { method: "PUT", path: "/api/hr/leave-requests/:id/reject", reason: "required" },
}
