import { Clock, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { APPROVERS } from "@ops/platform/access/rule.ts"
import { Who } from "@ops/platform/access/who.ts"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { RequestContext } from "@ops/platform/http/limits/request-limits.ts"
import { listAnswer, rowAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { CallCounts } from "@ops/platform/http/limits/call-counts.ts"
import { aboutOf } from "@ops/platform/mail/signed-link.ts"
import { type Command, notFound, Rejection } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import { Records } from "@ops/platform/records/records.ts"
import { reversalPreview } from "@ops/ledger/reversals/server.ts"
import { ProcurementApi } from "./contract.ts"
import { procurementBudgets, setProcurementBudget } from "./policy.ts"
import { acknowledge, addItem, approve, cancel, linkEnded, purchaseRequests, raise, receive, reject, reopen, reverseReceipt } from "./purchase-request.ts"
import { figuresSql, orderSql, receiptMovementsSql, requestList } from "./queries.ts"
import { supplier, supplierPage } from "./supplier-link.ts"

const requests = answering(purchaseRequests, requestList)

const RequestsLive = HttpApiBuilder.group(
  ProcurementApi,
  "procurement",
  Effect.fn(function* (handlers) {
    const { execute, could } = yield* Records
    const { statement } = yield* Database

    /** Does a command on a request and answers its row, as the list has it. */
    const answer = <Input>(act: Command<Input>, input: Input, status = 200) =>
      Effect.gen(function* () {
        const who = yield* Who
        const { id } = yield* mapDatabaseErrors(execute(act, input, who, yield* commandKey))
        return yield* rowAnswer(requestList(who), id, "Purchase request", status)
      })
    const movementsOf = (id: number, receipt: number) =>
      mapDatabaseErrors(Effect.map(statement(receiptMovementsSql, [id, receipt]), (rows) => rows.map((row) => row.id as number)))
    const figures = (siteId: number | null) => mapDatabaseErrors(Effect.map(statement(figuresSql, [siteId]), ([row]) => jsonResponse(row.body)))

    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/purchase-requests", requestList(who), query)),
      one: ({ params: { id } }) => requests.one(id),
      decision: ({ params: { id }, query: { decision, vendorId, overrideReason } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const who = yield* Who
            if ((yield* rowText(requestList(who), id)) === undefined) return yield* Effect.fail(notFound(`Purchase request ${id} does not exist`))
            if (!holdsAny(who, APPROVERS)) return { possible: false, why: "Your level cannot decide on purchases", overridable: false }
            const vendor = /^[1-9]\d{0,14}$/.test(vendorId ?? "") ? Number(vendorId) : null
            const obstacle = (reason: string | null) =>
              decision === "approve" ? could(approve, { id, vendorId: vendor, overrideReason: reason }, who) : could(reject, { id, reason: null }, who)
            const why = yield* obstacle(overrideReason || null)
            const overridable = why !== undefined && !overrideReason && (yield* obstacle("An override")) === undefined
            return { possible: why === undefined, why: why ?? null, overridable }
          }),
        ),
      history: ({ params: { id } }) => requests.history(id),
      figures: ({ query }) =>
        Effect.gen(function* () {
          const { confinedTo } = yield* Who
          const asked = /^\d{1,9}$/.test(query.siteId ?? "") ? Number(query.siteId) : null
          return yield* figures(confinedTo ?? asked)
        }),
      raise: ({ payload: { siteId, priority, justification, notes, items } }) => {
        const lines = items && { items: items.map(({ notes = "", ...item }) => ({ ...item, notes })) }
        return answer(raise, { siteId, priority, justification: justification ?? notes ?? "", ...lines }, 201)
      },
      addItem: ({ payload }) => answer(addItem, { ...payload, notes: payload.notes ?? "" }, 201),
      approve: ({ params: { id }, payload }) =>
        requests.executeAt(id, payload?.version, approve, { id, vendorId: payload?.vendorId ?? null, overrideReason: payload?.overrideReason || null }),
      reject: ({ params: { id }, payload }) => answer(reject, { id, reason: payload?.reason || null }),
      receive: ({ params: { id }, payload }) =>
        answer(receive, { id, note: payload.note ?? "", lines: payload.lines.map((line) => ({ ...line, damaged: line.damaged ?? 0 })) }, 201),
      reversal: ({ params: { id, receipt } }) =>
        Effect.flatMap(movementsOf(id, receipt), (movements) => reversalPreview(reverseReceipt, { id, receipt, movements })),
      reverse: ({ params: { id, receipt }, payload: { kind = "error", reason, version } }) =>
        Effect.flatMap(movementsOf(id, receipt), (movements) => requests.executeAt(id, version, reverseReceipt, { id, receipt, kind, reason, movements })),
      cancel: ({ params: { id }, payload }) => answer(cancel, { id, reason: payload.reason ?? "" }),
      reopen: ({ params: { id } }) => answer(reopen, { id }, 201),
      budgetHistory: ({ params: { id } }) => mapDatabaseErrors(history(procurementBudgets, id)),
      setBudget: ({ payload: { siteId, from, monthly } }) =>
        Effect.gen(function* () {
          const [site] = yield* mapDatabaseErrors(statement("select id from site where id::text = $1 or slug = $1", [String(siteId)]))
          if (!site) return yield* Effect.fail(notFound("Site is required"))
          yield* mapDatabaseErrors(execute(setProcurementBudget, { siteId: site.id, from, monthly }, yield* Who, yield* commandKey))
          return yield* figures(site.id)
        }),
    })
  }),
)

/** Calls a minute from one address: a supplier needs two or three. */
const mostCalls = 30

const AcknowledgementsLive = HttpApiBuilder.group(
  ProcurementApi,
  "acknowledgements",
  Effect.fn(function* (handlers) {
    const { execute } = yield* Records
    const { statement } = yield* Database
    const { pepper } = yield* Config
    const counts = yield* CallCounts

    /** The order that a link names, and its supplier. Counts the call for the address it comes from. */
    const named = (token: string) =>
      Effect.gen(function* () {
        const { remoteAddress } = yield* HttpServerRequest.HttpServerRequest
        const address = Option.getOrElse(remoteAddress, () => "unknown")
        const { seconds } = counts.take(`supplier link ${address}`, mostCalls)
        if (seconds > 0) return yield* Effect.fail(new Rejection(429, "Too many requests. Wait a minute and try again"))
        const [id, vendorId] = aboutOf(pepper, supplierPage, token, yield* Clock.currentTimeMillis) ?? []
        if (id === undefined || vendorId === undefined) return yield* Effect.fail(linkEnded)
        const noted = yield* RequestContext
        noted.actor = `vendor:${vendorId}`
        return { id, vendorId }
      })
    const answer = ({ id, vendorId }: { readonly id: number; readonly vendorId: number }) =>
      mapDatabaseErrors(Effect.flatMap(statement(orderSql, [id, vendorId]), ([row]) => (row ? Effect.succeed(jsonResponse(row.body)) : Effect.fail(linkEnded))))

    return handlers.handleAll({
      order: ({ params: { token } }) => Effect.flatMap(named(token), answer),
      acknowledge: ({ params: { token }, payload: { expectedDate, note } }) =>
        Effect.gen(function* () {
          const order = yield* named(token)
          yield* mapDatabaseErrors(execute(acknowledge, { ...order, expectedDate, note: note ?? "" }, supplier(order.vendorId), yield* commandKey))
          return yield* answer(order)
        }),
    })
  }),
)

export const ProcurementLive = Layer.mergeAll(RequestsLive, AcknowledgementsLive)
