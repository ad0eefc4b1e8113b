import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonText, orUnavailable } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, listStatement, rowAnswer } from "@ops/platform/http/list-query.ts"
import type { Act } from "@ops/platform/records/act.ts"
import { Records } from "@ops/platform/records/records.ts"
import { acknowledgeAlert, assignAlert, readAlert, resolveAlert } from "./alert.ts"
import { AlertsApi } from "./contract.ts"
import { alertList } from "./queries.ts"

export const AlertsLive = HttpApiBuilder.group(
  AlertsApi,
  "alerts",
  Effect.fn(function* (handlers) {
    const { perform } = yield* Records
    const { statement } = yield* Database
    const answer = <Input>(act: Act<Input>, input: Input) =>
      Effect.gen(function* () {
        const who = yield* Who
        const { id } = yield* orUnavailable(perform(act, input, who, yield* commandKey))
        return yield* rowAnswer(alertList(who, false), id, "Alert")
      })
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/alerts", alertList(who, !query.status), query)),
      notifications: () =>
        orUnavailable(
          Effect.gen(function* () {
            const shape = alertList(yield* Who)
            const { body, values } = listStatement(shape, { limit: "20" })
            const unread = listStatement(
              { ...shape, where: [...(shape.where ?? []), { sql: `not a.read_by @> to_jsonb(${Number((yield* Who).person)})` }] },
              {},
            )
            const [row] = yield* statement(`select json_build_object('unread', ${unread.total}, 'alerts', ${body}::json)::text as body`, values)
            return jsonText(row.body)
          }),
        ),
      read: ({ params }) => answer(readAlert, params),
      acknowledge: ({ params }) => answer(acknowledgeAlert, params),
      assign: ({ params, payload }) => answer(assignAlert, { ...params, ...payload }),
      resolve: ({ params, payload }) => answer(resolveAlert, { ...params, note: payload.note ?? "" }),
    })
  }),
)
