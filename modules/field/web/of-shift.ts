/** What an enrolled device reads ahead, so that a shift can begin on it without a connection. */
import { firstPage } from "@ops/platform/ui/lists/list-state.ts"
import { savedViewsPath } from "@ops/platform/ui/lists/saved-view.ts"
import { today } from "@ops/platform/ui/date.tsx"
import { metricsPath } from "@ops/platform/ui/data/inbox-path.ts"
import type { Query } from "@ops/client/calls.ts"
import type { RowMeta } from "@ops/platform/records/record.ts"
import * as facilities from "@ops/facilities/web/client.ts"
import * as finance from "@ops/finance/web/client.ts"
import * as meals from "@ops/meals/web/client.ts"
import { dinersOf, servedAt, sessionsOn } from "@ops/meals/web/labels.ts"
import * as procurement from "@ops/procurement/web/client.ts"
import * as stock from "@ops/stock/web/client.ts"
import { countedAt, spoilingAt } from "@ops/stock/web/labels.ts"
import { sheetOf } from "../signed-days/web/sheet-of.ts"
import { pathOf } from "./client.ts"
import type { Ahead } from "./read-ahead.ts"

interface Packed {
  readonly siteId: number
  readonly rows: Readonly<Record<string, ReadonlyArray<RowMeta>>>
}

/** At most so many records of a kind, the newest. */
const most = 30
/** How long a screen that was read ahead counts as read, in ms: its figures matter less than the records. */
const every = 600_000

/** The screens of Field, for a person who works at this site, or at all; the orders and deliveries of the device's site, its clients and their sheets, its store. */
export const ofShift = ({ siteId, rows }: Packed, workingSite: number | undefined): ReadonlyArray<Ahead> => {
  const at = { siteId: workingSite }
  const version = Math.floor(Date.now() / every)
  const screen = (path: string, query: Query = at): Ahead => ({ path, query, version })
  const list = (path: string, view?: Query): ReadonlyArray<Ahead> => [
    screen(savedViewsPath, { list: path }),
    { path, query: firstPage(workingSite, view), version, isPage: true },
  ]
  const sessions = (rows["meal_session"] ?? []) as ReadonlyArray<
    RowMeta & Readonly<Record<"sessionDate" | "status", string> & Record<"siteId" | "clientId", number>>
  >
  return [
    { path: pathOf("GET /api/clients") },
    { path: pathOf("GET /api/clients"), query: { siteId } },
    { path: stock.pathOf("GET /api/stock/levels"), query: countedAt(siteId) },
    ...(rows["client"] ?? []).map(({ id }) => ({ path: pathOf("GET /api/signed-days/sheet"), query: sheetOf(siteId, id, today()) })),
    { path: meals.pathOf("GET /api/meal-sessions"), query: sessionsOn(today(), workingSite) },
    ...sessions.flatMap((session) =>
      session.sessionDate === today() && session.status === "active"
        ? [
            { path: meals.pathOf("GET /api/meal-sessions/:id", session), version: session.version },
            { path: meals.pathOf("GET /api/meal-attendance"), query: servedAt(session.id) },
            screen(meals.pathOf("GET /api/staff-members"), dinersOf(session)),
          ]
        : [],
    ),
    screen(meals.pathOf("GET /api/staff-members"), dinersOf(at)),
    screen(meals.pathOf("GET /api/meal-tiles")),
    screen(facilities.pathOf("GET /api/work-orders/board")),
    screen(facilities.pathOf("GET /api/work-orders/overview")),
    ...list(procurement.pathOf("GET /api/purchase-requests")),
    screen(procurement.pathOf("GET /api/purchase-requests/figures")),
    screen(procurement.pathOf("GET /api/purchase-requests/outlook"), { siteId: String(siteId) }),
    ...list(stock.pathOf("GET /api/stock/levels")),
    screen(stock.pathOf("GET /api/stock/valuation")),
    screen(stock.pathOf("GET /api/stock/lots"), spoilingAt(workingSite)),
    screen(metricsPath),
    ...list(pathOf("GET /api/signed-days")),
    ...list(finance.pathOf("GET /api/expense-requests"), { mine: "true" }),
    ...(rows["work_order"] ?? []).slice(-most).map((row) => ({ path: facilities.pathOf("GET /api/work-orders/:id", row), version: row.version })),
    ...(rows["work_order"] ?? []).slice(-most).map((row) => ({ path: facilities.pathOf("GET /api/work-orders/:id/history", row), version: row.version })),
    ...(rows["purchase_request"] ?? []).slice(-most).map((row) => ({ path: procurement.pathOf("GET /api/purchase-requests/:id", row), version: row.version })),
  ]
}
