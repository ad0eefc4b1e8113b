import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { attachedPictures } from "@ops/platform/documents/attachment.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, rowAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { type Command, notFound } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import { Records } from "@ops/platform/records/records.ts"
import { usualHours } from "./assignees/assignees.ts"
import { completeOrder } from "./work-orders/completion.ts"
import { WorkOrdersApi } from "./contract.ts"
import { boardSql, orderList, overviewSql, seesCosts, sitesAsked } from "./queries.ts"
import {
  assignOrder,
  cancelOrder,
  holdOrder,
  photographOrder,
  raiseOrder,
  reopenOrder,
  reportEmergency,
  reportIssue,
  resumeOrder,
  startOrder,
  verifyOrder,
} from "./work-orders/commands.ts"
import { workOrders } from "./work-orders/work-order.ts"

const WorkOrdersLive = HttpApiBuilder.group(
  WorkOrdersApi,
  "workOrders",
  Effect.fn(function* (handlers) {
    const { execute } = yield* Records
    const { statement } = yield* Database

    /** Performs a command on an order and returns its row, as in the list. */
    const answer = <Input>(act: Command<Input>, input: Input, status = 200) =>
      Effect.gen(function* () {
        const who = yield* Who
        const { id } = yield* mapDatabaseErrors(execute(act, input, who, yield* commandKey))
        return yield* rowAnswer(orderList(who), id, "Work order", status)
      })
    const before = (ids: ReadonlyArray<number> | undefined) =>
      Effect.map(attachedPictures(ids), (files) => files.map((file) => ({ ...file, taken: "before" as const })))

    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/work-orders", orderList(who), query)),
      board: ({ query: { siteId, serviceType, mine } }) =>
        Effect.gen(function* () {
          const who = yield* Who
          const sites = yield* mapDatabaseErrors(sitesAsked(who, siteId))
          const [row] = yield* mapDatabaseErrors(statement(boardSql(who, mine === "true"), [sites, serviceType ? serviceType.split(",") : null]))
          return jsonResponse(row!.body)
        }),
      overview: ({ query: { siteId } }) =>
        Effect.gen(function* () {
          const sites = yield* mapDatabaseErrors(sitesAsked(yield* Who, siteId))
          const [row] = yield* mapDatabaseErrors(statement(overviewSql, [null, usualHours, sites]))
          return jsonResponse(row!.body)
        }),
      one: ({ params: { id } }) => Effect.flatMap(Who, (who) => rowAnswer(orderList(who), id, "Work order")),
      history: ({ params: { id } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const who = yield* Who
            const row = yield* rowText(orderList(who), id)
            if (row === undefined) return yield* Effect.fail(notFound(`Work order ${id} does not exist`))
            const lines = yield* history(workOrders, id)
            if (seesCosts(who)) return lines
            return lines.map((line) => ({ ...line, changes: line.changes.filter(({ field }) => field !== "actualCost" && field !== "estimatedCost") }))
          }),
        ),
      create: ({ payload: { origin = "request", reportedAt = null, assignedTo = null, contractorId = null, team = null, ...given } }) =>
        Effect.gen(function* () {
          const { siteId, serviceType, priority = "medium", description = "", location = "" } = given
          const photos = yield* before(given.photos)
          const report = { siteId, serviceType, description, location, photos, reportedAt }
          if (origin === "emergency") return yield* answer(reportEmergency, report, 201)
          if (origin === "issue") return yield* answer(reportIssue, { ...report, priority }, 201)
          const worker = assignedTo === null && contractorId === null && team === null ? null : { assignedTo, contractorId, team }
          return yield* answer(raiseOrder, { ...given, priority, description, location, photos, worker } as Parameters<typeof raiseOrder.decide>[0], 201)
        }),
      assign: ({ params: { id }, payload: { assignedTo = null, contractorId = null, team = null, scheduledDate = null } }) =>
        answer(assignOrder, { id, assignedTo, contractorId, team, scheduledDate }),
      start: ({ params: { id } }) => answer(startOrder, { id }),
      hold: ({ params: { id }, payload }) => answer(holdOrder, { id, ...payload }),
      resume: ({ params: { id } }) => answer(resumeOrder, { id }),
      complete: ({ params: { id }, payload }) =>
        Effect.gen(function* () {
          const { checklist = [], parts = [], hours = [], signedBy = "", rating = null, remarks = "", photos: taken, signature: signed } = payload ?? {}
          const photos = yield* attachedPictures(taken)
          const [signature = null] = yield* attachedPictures(signed ? [signed] : [])
          return yield* answer(completeOrder, {
            id,
            checklist: checklist.map((line) => ({ ...line, note: line.note ?? "" })),
            parts,
            hours: hours.map(({ staffId = null, contractorId = null, minutes }) => ({ staffId, contractorId, minutes })),
            photos,
            signature,
            signedBy,
            rating,
            remarks,
          })
        }),
      verify: ({ params: { id }, payload }) => answer(verifyOrder, { id, note: payload?.note ?? "" }),
      cancel: ({ params: { id }, payload }) => answer(cancelOrder, { id, ...payload }),
      reopen: ({ params: { id }, payload }) => answer(reopenOrder, { id, ...payload }),
      photograph: ({ params: { id }, payload }) => Effect.flatMap(before(payload.photos), (photos) => answer(photographOrder, { id, photos }, 200)),
    })
  }),
)

export const FacilitiesLive = Layer.mergeAll(WorkOrdersLive)
