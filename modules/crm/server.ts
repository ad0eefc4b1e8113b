import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { invalid } from "@ops/platform/records/command.ts"
import { erasureOf, requireEncrypted } from "@ops/platform/records/erasure.ts"
import { listed } from "@ops/platform/records/explain.ts"
import { Records } from "@ops/platform/records/records.ts"
import { ProspectsApi } from "./contract.ts"
import { MarketingApi } from "./marketing/contract.ts"
import { cancelTarget, changeTarget, marketingTargets, setTarget } from "./marketing/marketing-target.ts"
import { changeMarketingBudget, closeMarketingBudget, marketingBudgets, setMarketingBudget } from "./marketing/marketing-budget.ts"
import { changeCampaign, chargeCost, marketingCampaigns, planCampaign, stepCampaign } from "./marketing/marketing-campaign.ts"
import { campaignList, costList, marketingBudgetList, targetList } from "./marketing/queries.ts"
import { prospects } from "./prospects/prospect.ts"
import { prospectActivities } from "./prospects/prospect-activity.ts"
import {
  addProspect,
  assignProspect,
  changeProspect,
  convertProspect,
  eraseProspectContact,
  logActivity,
  moveProspect,
  type Placing,
  planFollowUp,
} from "./prospects/commands.ts"
import { activityList, boardSql, overviewSql, prospectList, teamSql } from "./queries.ts"
import type { CloseOutcome, Stage } from "./labels.ts"

const orNull = <Value>(value: Value | "" | null | undefined): Value | null => (value === undefined || value === "" ? null : value)
/** Null where a form sends an empty value; a field left out stays undefined. */
const emptied = <Form extends object>(form: Form) =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value === "" ? null : value])) as {
    readonly [Name in keyof Form]: Exclude<Form[Name], "">
  }
const placing = (of: {
  readonly stage: Stage
  readonly outcome?: CloseOutcome | "" | null | undefined
  readonly reason?: string | null | undefined
}): Placing => ({
  stage: of.stage,
  outcome: orNull(of.outcome),
  reason: orNull(of.reason),
})

const prospect = answering(prospects, prospectList)
const activity = answering(prospectActivities, activityList)
const target = answering(marketingTargets, targetList)
const budget = answering(marketingBudgets, marketingBudgetList)
const campaign = answering(marketingCampaigns, campaignList)

/** One answer that Postgres produces as JSON text. */
const made = (sql: string) =>
  mapDatabaseErrors(
    Effect.gen(function* () {
      const { statement } = yield* Database
      const [row] = yield* statement(sql, [])
      return jsonResponse(row!.body as string)
    }),
  )

const ProspectsGroupLive = HttpApiBuilder.group(ProspectsApi, "prospects", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/crm/prospects", prospectList(who), query)),
    board: ({ query: { mine } }) => Effect.flatMap(Who, (who) => made(boardSql(who, mine === "true"))),
    one: ({ params }) => prospect.one(params.id),
    history: ({ params }) => prospect.history(params.id),
    add: ({ payload: { companyName, probability, stage, outcome, reason, assignedTo, notes, ...given } }) => {
      const facts = emptied(given)
      return prospect.execute(
        addProspect,
        {
          companyName,
          contactPerson: orNull(facts.contactPerson),
          email: orNull(facts.email),
          phone: orNull(facts.phone),
          address: orNull(facts.address),
          industry: orNull(facts.industry),
          estimatedValue: orNull(facts.estimatedValue),
          probability: probability ?? 50,
          source: orNull(facts.source),
          campaignId: orNull(facts.campaignId),
          notes: notes ?? "",
          ...placing({ stage: stage ?? "lead", outcome, reason }),
          assignedTo: orNull(assignedTo),
        },
        201,
      )
    },
    change: ({ params: { id }, payload: { notes, ...payload } }) =>
      prospect.execute(changeProspect, { id, ...emptied(payload), ...(notes !== undefined && { notes: notes ?? "" }) }),
    move: ({ params: { id }, payload }) => prospect.execute(moveProspect, { id, ...placing(payload) }),
    assign: ({ params: { id }, payload }) => prospect.execute(assignProspect, { id, to: payload.assignedTo }),
    followUp: ({ params: { id }, payload: { nextFollowUp, note } }) => prospect.execute(planFollowUp, { id, on: nextFollowUp, note: orNull(note) }),
    convert: ({ params: { id }, payload }) => prospect.execute(convertProspect, { id, clientId: payload?.clientId ?? null }),
    erasure: ({ params: { id } }) => mapDatabaseErrors(erasureOf(prospects, id)),
    eraseContact: ({ params: { id }, payload }) =>
      Effect.andThen(mapDatabaseErrors(requireEncrypted(prospects, id)), prospect.execute(eraseProspectContact, { id, ...payload })),
    activities: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/crm/prospect-activities", activityList(who), query)),
    log: ({ payload: { description, duration, outcome, nextFollowUp, moveTo, ...given } }) =>
      activity.execute(
        logActivity,
        {
          ...given,
          description: description ?? "",
          duration: orNull(duration),
          outcome: orNull(outcome),
          nextFollowUp: nextFollowUp ? { on: nextFollowUp, note: null } : undefined,
          move: moveTo ? placing(moveTo) : null,
        },
        201,
      ),
    overview: () => made(overviewSql),
    team: () => made(teamSql),
  }),
)

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
        const { statement } = yield* Database
        const [row] = yield* mapDatabaseErrors(statement("select target_type from marketing_target where id = $1", [id]))
        const isMoney = row?.target_type === "revenue"
        if (!isMoney && payload.targetValue % 100 !== 0) return yield* Effect.fail(invalid("This target is a whole number"))
        return yield* target.execute(changeTarget, { id, targetValue: isMoney ? payload.targetValue : payload.targetValue / 100 })
      }),
    cancelTarget: ({ params: { id }, payload }) => target.execute(cancelTarget, { id, ...payload }),
    budgets: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/crm/marketing-budgets", marketingBudgetList(who), query)),
    setBudget: ({ payload: { budgetPeriod = "monthly", month, ...given } }) =>
      budget.execute(setMarketingBudget, { ...given, budgetPeriod, month: orNull(month) }, 201),
    changeBudget: ({ params: { id }, payload }) => budget.execute(changeMarketingBudget, { id, ...payload }),
    closeBudget: ({ params: { id }, payload }) => budget.execute(closeMarketingBudget, { id, ...payload }),
    campaigns: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/crm/marketing-campaigns", campaignList(who), query)),
    campaign: ({ params }) => campaign.one(params.id),
    campaignHistory: ({ params }) => campaign.history(params.id),
    plan: ({ payload: { description, campaignType = "digital", targetAudience, expectedLeads, managedBy, ...given } }) =>
      campaign.execute(
        planCampaign,
        {
          ...given,
          description: description ?? "",
          campaignType,
          targetAudience: targetAudience ?? "",
          expectedLeads: orNull(expectedLeads) ?? 0,
          managedBy: orNull(managedBy),
        },
        201,
      ),
    changeCampaign: ({ params: { id }, payload: { description, targetAudience, managedBy, ...given } }) =>
      campaign.execute(changeCampaign, {
        id,
        ...given,
        ...(description !== undefined && { description: description ?? "" }),
        ...(targetAudience !== undefined && { targetAudience: targetAudience ?? "" }),
        ...(managedBy !== undefined && { managedBy: orNull(managedBy) }),
      }),
    stepCampaign: ({ params: { id }, payload: { status, reason } }) => campaign.execute(stepCampaign, { id, status, reason: reason ?? "" }),
    costs: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/crm/marketing-costs", costList(who), query)),
    charge: ({ payload: { document, campaignId } }) =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          const who = yield* Who
          const { execute } = yield* Records
          const cost = listed(costList(who), [{ sql: "lower(m.number) = lower(?::text)", values: [document] }], `A marketing cost ${document}`)
          const { kind, sourceId, number } = yield* cost
          yield* execute(chargeCost, { kind, sourceId, number, campaignId }, who, yield* commandKey)
          return jsonResponse(JSON.stringify(yield* cost))
        }),
      ),
  }),
)

export const CrmLive = Layer.mergeAll(ProspectsGroupLive, MarketingGroupLive)
