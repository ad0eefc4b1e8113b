import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import type { Rejection } from "@ops/platform/records/command.ts"
import { changePlan, endPlan, everyOf, makePlan, pausePlan, resumePlan } from "./commands.ts"
import { runMaintenance } from "./clock.ts"
import { MaintenanceApi } from "./contract.ts"
import { maintenancePlans } from "./maintenance-plan.ts"
import { planList } from "./queries.ts"

const orNull = <Value>(value: Value | "" | null | undefined): Value | null => (value === undefined || value === "" ? null : value)
const plan = answering(maintenancePlans, planList)

const asked = <A>(make: () => A) => Effect.try({ try: make, catch: (error) => error as Rejection })

export const MaintenanceLive = HttpApiBuilder.group(MaintenanceApi, "maintenance", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/maintenance-plans", planList(who), query)),
    one: ({ params }) => plan.one(params.id),
    history: ({ params }) => plan.history(params.id),
    make: ({ payload }) =>
      Effect.gen(function* () {
        const { name, siteId, serviceType, trigger, priority, unit, basis, leadDays, ...given } = payload
        const every = yield* mapDatabaseErrors(asked(() => everyOf(trigger, payload.every)))
        const calendar = trigger === "calendar"
        return yield* plan.execute(
          makePlan,
          {
            name,
            siteId,
            serviceType,
            trigger,
            every,
            unit: calendar ? (unit ?? null) : null,
            basis: basis ?? "scheduled",
            priority: priority ?? "medium",
            leadDays: calendar ? (leadDays ?? 0) : 0,
            startDate: calendar ? orNull(given.startDate) : null,
            startUse: calendar ? null : orNull(given.startReading),
            endDate: orNull(given.endDate),
            assetId: orNull(given.assetId),
            location: given.location ?? "",
            description: given.description ?? "",
            checklist: given.checklist ?? [],
            parts: given.parts ?? [],
            signatureRequired: given.signatureRequired ?? false,
            team: orNull(given.team),
            assignedTo: orNull(given.assignedTo),
            contractorId: orNull(given.contractorId),
            clientId: orNull(given.clientId),
            contractId: orNull(given.contractId),
            billable: given.billable ?? false,
            estimatedCost: orNull(given.estimatedCost),
          },
          201,
        )
      }),
    run: () =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          return jsonResponse(JSON.stringify(yield* runMaintenance(yield* Who)))
        }),
      ),
    change: ({ params: { id }, payload: { every, startReading, startDate, endDate, estimatedCost, ...given } }) =>
      plan.execute(changePlan, {
        id,
        ...given,
        interval: every,
        ...(startReading !== undefined && { startUse: orNull(startReading) }),
        ...(startDate !== undefined && { startDate: orNull(startDate) }),
        ...(endDate !== undefined && { endDate: orNull(endDate) }),
        ...(estimatedCost !== undefined && { estimatedCost: orNull(estimatedCost) }),
      }),
    pause: ({ params: { id }, payload }) => plan.execute(pausePlan, { id, ...payload }),
    resume: ({ params: { id } }) => plan.execute(resumePlan, { id }),
    end: ({ params: { id }, payload }) => plan.execute(endPlan, { id, ...payload }),
  }),
)
