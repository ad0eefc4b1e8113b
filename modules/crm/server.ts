import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf, type Statement } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { type RequestOf, resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import { invalid } from "@ops/platform/records/command.ts"
import { listed } from "@ops/platform/records/explain.ts"
import { execute } from "@ops/platform/records/records.ts"
import { CostAnswer, MarketingApi } from "./marketing/contract.ts"
import { cancelTarget, changeTarget, marketingTargets, setTarget } from "./marketing/marketing-target.ts"
import { chargeCost } from "./campaigns/marketing-campaign.ts"
import { costList, targetList } from "./marketing/queries.ts"
import { logActivity } from "./prospects/commands.ts"
import { prospectActivities } from "./prospects/activities.ts"
import { prospects } from "./prospects/resource.ts"
import { boardSql, overviewSql, teamSql } from "./queries.ts"

const orNull = <Value>(value: Value | "" | null | undefined): Value | null => (value === undefined || value === "" ? null : value)
const activity = answering(prospectActivities.stream, prospectActivities.shape, withDecisions(prospectActivities))
const target = answering(marketingTargets, targetList)

const bodySql = sqlOf({ body: col.text })
const typeSql = sql({ type: col.text }, "select target_type as type from marketing_target where id = $1")

/** One answer that Postgres produces as JSON text. */
const made = (sql: Statement<{ readonly body: string }>) =>
  handle(function* () {
    const [row] = yield* statement(sql, [])
    return jsonResponse(row!.body)
  })

const ProspectsLive = resourceLive(prospects, {
  board: ({ query: { mine } }: RequestOf<typeof prospects, "board">) => Effect.flatMap(Who, (who) => made(bodySql(boardSql(who, mine === "true")))),
  overview: () => made(overviewSql),
  team: () => made(teamSql),
})
const ActivitiesLive = resourceLive(prospectActivities, {
  log: ({ payload: { description, duration, outcome, nextFollowUp, moveTo, ...given } }: RequestOf<typeof prospectActivities, "log">) =>
    activity.execute(
      logActivity,
      {
        ...given,
        description: description ?? "",
        duration: orNull(duration),
        outcome: orNull(outcome),
        nextFollowUp: nextFollowUp ? { on: nextFollowUp, note: null } : undefined,
        move: moveTo ? { stage: moveTo.stage, outcome: orNull(moveTo.outcome), reason: orNull(moveTo.reason) } : null,
      },
      201,
    ),
})

const MarketingGroupLive = HttpApiBuilder.group(MarketingApi, "marketing", (handlers) =>
  handlers.handleAll({
    targets: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/crm/marketing-targets", targetList(who), query)),
    setTarget: ({ payload: { targetType = "revenue", targetPeriod = "monthly", targetValue, month, ...given } }) =>
      Effect.gen(function* () {
        // counts are whole numbers
        if (targetType !== "revenue" && targetValue % 100 !== 0) return yield* Effect.fail(invalid(`A target of ${targetType} is a whole number`))
        const value = targetType === "revenue" ? targetValue : targetValue / 100
        return yield* target.execute(setTarget, { ...given, targetType, targetPeriod, targetValue: value, month: orNull(month) }, 201)
      }),
    changeTarget: ({ params: { id }, payload }) =>
      Effect.gen(function* () {
        const [row] = yield* mapDatabaseErrors(statement(typeSql, [id]))
        const isMoney = row?.type === "revenue"
        if (!isMoney && payload.targetValue % 100 !== 0) return yield* Effect.fail(invalid("This target is a whole number"))
        return yield* target.execute(changeTarget, { id, targetValue: isMoney ? payload.targetValue : payload.targetValue / 100 })
      }),
    cancelTarget: ({ params: { id }, payload }) => target.execute(cancelTarget, { id, ...payload }),
    costs: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/crm/marketing-costs", costList(who), query)),
    charge: ({ payload: { document, campaignId } }) =>
      handle(function* () {
        const who = yield* Who
        const cost = listed(CostAnswer, costList(who), [{ sql: "lower(m.number) = lower(?::text)", values: [document] }], `A marketing cost ${document}`)
        const { kind, sourceId, number } = yield* cost
        yield* execute(chargeCost, { kind, sourceId, number, campaignId }, who, yield* commandKey)
        return jsonResponse(JSON.stringify(yield* cost))
      }),
  }),
)

export const CrmLive = Layer.mergeAll(ProspectsLive, ActivitiesLive, MarketingGroupLive)
