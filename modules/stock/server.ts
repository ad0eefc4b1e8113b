import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { isDate } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { handle, mapDatabaseErrors, withETag } from "@ops/platform/http/answer.ts"
import { type ListAsked, type ListShape, listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { type Command, invalid, Rejection } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { StockApi } from "./contract.ts"
import { alertList, levelList, lotList, movementList, valuationSql } from "./queries.ts"
import { countSite, countStock, issueStock, openStock, takeIn, transferStock, wasteStock } from "./levels/commands.ts"
import { setStockLimits } from "./levels/stock-level.ts"

/** A list limited to the sites that the user may see. */
const scoped = (path: string, shape: (confinedTo: number | null) => ListShape, query: ListAsked) =>
  Effect.flatMap(Who, ({ confinedTo }) => listAnswer(path, shape(confinedTo), query))

const askedSql = sql(
  { today: col.text, site: col.nullable(col.whole) },
  "select to_char(es.today(), 'YYYY-MM-DD') as today, (select id from site where id::text = $1::text or slug = $1::text) as site",
)

/** Quantity and value at the end of a day; today by default. */
const valuation = ({ at, siteId }: { readonly at?: string | undefined; readonly siteId?: string | undefined }) =>
  handle(function* () {
    const { confinedTo } = yield* Who
    const [asked] = yield* statement(askedSql, [siteId ?? null])
    const { today, site } = asked!
    if (at !== undefined && !isDate(at)) return yield* Effect.fail(new Rejection(400, "at must be a day such as 2026-11-21"))
    if (siteId && site === null) return yield* Effect.fail(new Rejection(400, "There is no such site"))
    const only = confinedTo ?? site
    const rows = confinedTo !== null && site !== null && site !== confinedTo ? [] : yield* statement(valuationSql, [at ?? today, only])
    const total = rows.reduce((sum, { value }) => sum + value, 0)
    return yield* withETag(
      JSON.stringify({ at: at ?? today, total: formatMoney(total), rows: rows.map((row) => ({ ...row, value: formatMoney(row.value) })) }),
      {},
    )
  })

export const StockLive = HttpApiBuilder.group(StockApi, "stock", (handlers) => {
  /** Executes a command of stock; returns the level it moved. */
  const level = <Input>(act: Command<Input>, input: Input, status = 201) =>
    Effect.gen(function* () {
      const who = yield* Who
      const { id } = yield* mapDatabaseErrors(execute(act, input, who, yield* commandKey))
      return yield* rowAnswer(levelList(who.confinedTo), id, "Stock level", status)
    })
  return handlers.handleAll({
    alerts: ({ query }) => scoped("/api/stock/alerts", alertList, query),
    levels: ({ query }) => scoped("/api/stock/levels", levelList, query),
    lots: ({ query }) => scoped("/api/stock/lots", lotList, query),
    movements: ({ query }) => scoped("/api/stock/movements", movementList, query),
    counts: ({ query }) => scoped("/api/stock/counts", (confinedTo) => movementList(confinedTo, "count"), query),
    transfers: ({ query }) => scoped("/api/stock/transfers", (confinedTo) => movementList(confinedTo, "transfer_out", "transfer_in"), query),
    valuation: ({ query }) => valuation(query),
    move: ({ payload: { kind, note = "", cost, lotNumber, expiryDate, ...at } }) => {
      const moved = { ...at, note }
      const comesIn = kind === "receive" || kind === "opening"
      if (!comesIn && (typeof cost === "number" || expiryDate)) return Effect.fail(invalid("Cost and expiry apply to receipts only. Remove them"))
      const ofLot = lotNumber ? { lotNumber } : {}
      if (kind === "issue") return level(issueStock, { ...moved, ...ofLot })
      if (kind === "waste") return level(wasteStock, { ...moved, ...ofLot })
      if (kind === "count") return lotNumber ? Effect.fail(invalid("A count covers all lots together. Remove the lot")) : level(countStock, moved)
      const lot = lotNumber || expiryDate ? { lot: { lotNumber: lotNumber || null, expiryDate: expiryDate ?? null } } : {}
      return level(kind === "receive" ? takeIn : openStock, { ...moved, ...(typeof cost === "number" && { cost }), ...lot })
    },
    waste: ({ payload: { lotNumber, ...of } }) => level(wasteStock, { ...of, ...(lotNumber ? { lotNumber } : {}) }),
    transfer: ({ payload: { note = "", ...of } }) => level(transferStock, { ...of, note }),
    count: ({ payload: { siteId, lines, note = "" } }) =>
      Effect.gen(function* () {
        const who = yield* Who
        yield* mapDatabaseErrors(execute(countSite, { siteId, lines, note }, who, yield* commandKey))
        const stockItemId = lines.map(({ stockItemId }) => stockItemId).join(",")
        return yield* listAnswer("/api/stock/levels", levelList(who.confinedTo), { siteId: String(siteId), stockItemId })
      }),
    limits: ({ payload }) => level(setStockLimits, payload, 200),
  })
})
