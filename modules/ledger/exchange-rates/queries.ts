/** What the list of changes of exchange rates is made of. */
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { personSql } from "@ops/identity/joins.ts"
import { RateChange } from "./rate-change.ts"

export const rateChangeList = (who: SignedIn): ListShape => {
  const may = (sql: string) => (holds(who, "currency.manage") ? `(${sql})` : "false")
  return {
    select: `${RateChange.answer("c", "id", "changeNumber", "type", "from", "source", "reason", "status", "proposedBy", "decidedAt", "rejectionReason", "createdAt")},
       es.money(c.was) as was, es.money(c.rate) as rate, ${personSql("c.proposed_by")} as "proposedByUser", ${personSql("c.decided_by")} as "decidedByUser",
       ${may(`c.status = 'proposed' and c.proposed_by is distinct from ${Number(who.person)}`)} as "canConfirm", ${may("c.status = 'proposed'")} as "canReject"`,
    from: "rate_change c",
    id: "c.id",
    date: 'c."from"',
    filters: { status: "c.status", type: "c.type" },
    search: ["c.change_number", "c.source", "c.reason"],
    sorts: { changeNumber: "c.change_number", from: 'c."from"', status: "c.status", createdAt: "c.created_at" },
    order: "-changeNumber",
    file: "Changes of exchange rates",
    columns: [
      { key: "changeNumber", title: "Change", kind: "text" },
      { key: "from", title: "From", kind: "date" },
      { key: "type", title: "Type", kind: "text" },
      { key: "was", title: "Was", kind: "money" },
      { key: "rate", title: "Is to be", kind: "money" },
      { key: "reason", title: "Reason", kind: "text" },
      { key: "status", title: "Status", kind: "text" },
    ],
  }
}
