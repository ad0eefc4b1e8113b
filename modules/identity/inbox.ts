/** Requests for level 10, to be confirmed by another person. */
import type { InboxSource } from "@ops/platform/access/inbox.ts"
import { canConfirmLevel } from "./queries.ts"

export const topLevelInbox: InboxSource = {
  kind: "top_level",
  label: "Level 10",
  inPerson: true,
  may: ["users.manage", "department.manage", "finance.full"],
  inLog: { record: "person", approve: "person.confirm-top-level" },
  list: (who) => ({
    select: `p.id, p.employee_id as "employeeId", concat_ws(' ', p.first_name, p.last_name) as name, p.top_level_asked_by as "askedBy",
      (select concat_ws(' ', a.first_name, a.last_name) from person a where a.id = p.top_level_asked_by) as "askedByName",
      to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since, ${canConfirmLevel(who)} as "canConfirmLevel"`,
    from: "person p",
  }),
  waiting: "p.top_level_asked_by is not null and p.is_active",
  can: () => `x."canConfirmLevel"`,
  row: () => ({
    number: `x."employeeId"`,
    title: `'Full access for ' || x.name`,
    requestedBy: `x."askedBy"`,
    requestedByName: `x."askedByName"`,
    siteId: "null",
    siteName: "null",
    since: "x.since",
    rule: "'Needs a second person: not the requester or the recipient'",
  }),
  screen: "/approvals?kind=top_level",
  detail: () => ({ facts: { Person: "x.name", "Employee ID": `x."employeeId"`, Access: "'Level 10, full access to everything'" } }),
  approve: { method: "PUT", path: "/api/users/:id/confirm-level" },
}
