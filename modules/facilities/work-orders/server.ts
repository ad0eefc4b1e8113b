/** The handlers of the calls about work orders: the resource, the board and the overview. */
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sqlOf } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse } from "@ops/platform/http/answer.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { usualHours } from "../assignees/assignees.ts"
import { boardSql, overviewSql, sitesAsked } from "./board.ts"
import { workOrders } from "./resource.ts"

interface Asked {
  readonly query: { readonly [K in "siteId" | "serviceType" | "mine"]?: string }
}
const bodySql = sqlOf({ body: col.text })
const asked = (sql: (who: typeof Who.Service) => string, values: (sites: ReadonlyArray<number> | null) => ReadonlyArray<unknown>, siteId?: string) =>
  handle(function* () {
    const who = yield* Who
    const [row] = yield* statement(bodySql(sql(who)), [...values(yield* sitesAsked(who, siteId))])
    return jsonResponse(row!.body)
  })

export const WorkOrdersLive = resourceLive(workOrders, {
  board: ({ query: { siteId, serviceType, mine } }: Asked) =>
    asked(
      (who) => boardSql(who, mine === "true"),
      (sites) => [sites, serviceType ? serviceType.split(",") : null],
      siteId,
    ),
  overview: ({ query: { siteId } }: Asked) => asked(overviewSql, (sites) => [null, usualHours, sites], siteId),
})
