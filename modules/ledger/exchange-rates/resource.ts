/** How changes of exchange rates are reached: one proposes, another confirms. Rates are decimals: SSP per USD. */
import { call } from "@ops/platform/http/call-group.ts"
import { holds } from "@ops/platform/access/levels.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { confirmRateChange, proposeRateChange, RateChange, rateChanges as stream, rejectRateChange } from "./rate-change.ts"

const writes = { may: ["currency.manage"], scope: "all" } as const
const history = call.get("history", "/api/exchange-rates/history", "Read the history of exchange rates", HistoryAnswer, {
  may: FINANCE,
  scope: "all",
  dependsOn: ["exchange_rate", "rate_change"],
})

export const rateChanges = resource("rateChanges", stream, {
  path: "/api/exchange-rates/changes",
  noun: ["change of rate", "changes of rates"],
  answer: "RateChange",
  number: "changeNumber",
  read: { may: FINANCE, rows: everyRow(), history: false },
  joins: [userJoin(RateChange, "proposedBy", "decidedBy")],
  titles: { changeNumber: "Change", rate: "Is to be" },
  list: {
    columns: ["changeNumber", "from", "type", "was", "rate", "reason", "status"],
    filters: ["status", "type"],
    sorts: ["changeNumber", "from", "status", "createdAt"],
    order: "-changeNumber",
    search: ["changeNumber", "source", "reason"],
    date: "from",
    file: "Changes of exchange rates",
  },
  details: ["source", "proposedByUser", "decidedByUser", "decidedAt", "rejectionReason"],
  commands: {
    propose: creates(proposeRateChange, writes),
    confirm: updates(confirmRateChange, {
      ...writes,
      duties: "not the person who proposed it",
      stepUp: true,
      // the inbox counts these rows
      hint: (who) =>
        holds(who, "currency.manage") && !who.simulated ? `(r.status = 'proposed' and r.proposed_by is distinct from ${Number(who.person)})` : "false",
    }),
    reject: updates(rejectRateChange, writes),
  },
  more: [history],
})

export const RateChangesApi = rateChanges.api
