import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { decideSlaCredit, slaClocks } from "./sla-clock.ts"
import { SlaApi } from "./contract.ts"
import { promiseSla, slaPolicies } from "./sla-policy.ts"
import { slaClockList, slaPolicyList, slaSummaryList } from "./queries.ts"

const policy = answering(slaPolicies, slaPolicyList)
const clock = answering(slaClocks, slaClockList)

export const SlaLive = HttpApiBuilder.group(SlaApi, "sla", (handlers) =>
  handlers.handleAll({
    policies: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/sla/policies", slaPolicyList(who), query)),
    promise: ({ payload: { clientId, serviceType, priority, from, responseMinutes, resolutionMinutes, aroundTheClock, creditAmount } }) =>
      policy.execute(promiseSla, {
        clientId: clientId ?? null,
        serviceType: serviceType ?? null,
        priority,
        from,
        responseMinutes: responseMinutes ?? null,
        resolutionMinutes: resolutionMinutes ?? null,
        aroundTheClock: aroundTheClock ?? false,
        creditAmount: creditAmount || 0,
      }),
    clocks: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/sla/clocks", slaClockList(who), query)),
    summary: ({ query: { siteId, from, to, sort, limit, cursor, format } }) =>
      Effect.flatMap(Who, (who) => listAnswer("/api/sla/summary", slaSummaryList(who, { siteId, from, to }), { sort, limit, cursor, format })),
    credit: ({ params: { id }, payload: { granted, note } }) => clock.execute(decideSlaCredit, { id, granted, note: note ?? "" }),
  }),
)
