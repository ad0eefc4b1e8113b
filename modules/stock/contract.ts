/** The calls about stock. Quantities are decimal strings. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { ANYONE, OPERATIONS } from "@ops/platform/access/rule.ts"
import { created, DateInput, IdInput, ListQuery, OneOf, TextInput, SiteGiven } from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { QuantityInput } from "@ops/platform/quantity.ts"
import { stockItems } from "./items/resource.ts"
import { movementKinds } from "./labels.ts"
import { CountInput, line } from "./levels/count-input.ts"
import { KEEPERS, VIEWERS } from "./permissions.ts"

const Text = Schema.NullOr(Schema.String)
const Named = Schema.Struct({ id: Schema.Int, name: Schema.String, category: Schema.String, unit: Schema.String })
const SiteNamed = Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })
const ofItem = { siteId: Schema.Int, stockItemId: Schema.Int, itemName: Schema.String, stockItem: Named, siteCode: Schema.String, site: SiteNamed }
const LotPart = Schema.Struct({ lotNumber: Text, expiryDate: Text, quantity: Schema.String })

export const StockLevelAnswer = Schema.Struct({
  id: Schema.Int,
  ...ofItem,
  currentQuantity: Schema.String,
  minimumLevel: Schema.String,
  maximumLevel: Schema.String,
  daysRemaining: Schema.NullOr(Schema.Int),
  /** USD */
  value: Schema.String,
  /** USD per unit; null if there is no stock */
  averageCost: Text,
  /** the earliest expiry date of the stock on hand */
  nextExpiry: Text,
  lots: Schema.Array(LotPart),
  lastMovedAt: Text,
  lastUpdated: Schema.String,
}).annotate({ identifier: "StockLevel" })

export const StockMovementAnswer = Schema.Struct({
  id: Schema.Int,
  levelId: Schema.Int,
  ...ofItem,
  kind: Schema.Literals(movementKinds),
  /** the change of the level, with its sign */
  quantity: Schema.String,
  value: Schema.String,
  lots: Schema.Array(LotPart),
  note: Schema.String,
  account: Text,
  otherSiteId: Schema.NullOr(Schema.Int),
  otherSite: Schema.NullOr(SiteNamed),
  sourceKind: Text,
  sourceId: Schema.NullOr(Schema.Int),
  date: Schema.String,
  balance: Schema.String,
  journalEntryId: Schema.NullOr(Schema.Int),
  movedBy: Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String })),
  createdAt: Schema.String,
  /** when it arrived, if it was done on a device; otherwise null */
  recordedAt: Text,
}).annotate({ identifier: "StockMovement" })

export const LotAnswer = Schema.Struct({
  levelId: Schema.Int,
  ...ofItem,
  lotNumber: Text,
  expiryDate: Text,
  quantity: Schema.String,
  /** negative once it has expired */
  daysLeft: Schema.NullOr(Schema.Int),
}).annotate({ identifier: "StockLot" })

export const ValuationAnswer = Schema.Struct({
  /** the values are as of the end of this day */
  at: Schema.String,
  /** USD */
  total: Schema.String,
  rows: Schema.Array(
    Schema.Struct({
      siteId: Schema.Int,
      siteName: Schema.String,
      siteCode: Schema.String,
      category: Schema.String,
      /** number of items on hand */
      items: Schema.Int,
      value: Schema.String,
    }),
  ),
}).annotate({ identifier: "StockValuation" })

const nullable = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))
const SiteInput = SiteGiven
const at = { siteId: SiteInput, ...line, note: Schema.optional(TextInput("Note", { most: 200 })) }

export const MovementInput = Schema.Struct({
  kind: OneOf("Kind", "receive", "issue", "waste", "count", "opening"),
  ...at,
  /** for the whole quantity, USD; estimated if omitted */
  cost: nullable(MoneyInput("Cost must be a number with at most two decimals")),
  /** the lot of a receipt. For goods taken out: the lot they are taken from, by default the one that expires first */
  lotNumber: nullable(TextInput("Lot", { most: 60 })),
  expiryDate: nullable(DateInput("Expiry date")),
})

export const WasteInput = Schema.Struct({
  ...at,
  note: TextInput("Reason", { required: true, most: 200 }),
  lotNumber: nullable(TextInput("Lot", { most: 60 })),
})

export const TransferInput = Schema.Struct({
  fromSiteId: SiteInput,
  toSiteId: SiteInput,
  ...line,
  note: Schema.optional(TextInput("Note", { most: 200 })),
})

export const LimitsInput = Schema.Struct({
  siteId: SiteInput,
  stockItemId: IdInput("Stock item is required"),
  minimumLevel: QuantityInput,
  maximumLevel: QuantityInput,
})

const ownSite = "levels 1 to 6 with a site: their own; others all"
const asked = Schema.optional(Schema.String)
/** `source` names the record that movements follow from: work_order/12 */
const MovementQuery = { ...ListQuery, kind: asked, stockItemId: asked, levelId: asked, source: asked }
const Movements = Schema.Array(StockMovementAnswer)
const moving = ["stock_movement", "stock_item", "site"]

export class StockGroup extends callGroup(
  "stock",
  call.list("alerts", "/api/stock/alerts", "List stock levels below their minimum", StockLevelAnswer, {
    may: ANYONE,
    scope: ownSite,
    dependsOn: ["stock_level", "stock_item", "site"],
  }),
  call.list("levels", "/api/stock/levels", "List stock levels", StockLevelAnswer, {
    filters: ["category", "stockItemId", "levelId", "alert"],
    may: VIEWERS,
    scope: ownSite,
    words: { status: ["low", "none", "enough"] },
    dependsOn: ["stock_level", "stock_item", "site"],
  }),
  call.list("lots", "/api/stock/lots", "List lots by their expiry", LotAnswer, {
    may: VIEWERS,
    scope: ownSite,
    words: { status: ["expired", "soon", "good"] },
    dependsOn: ["stock_level", "stock_item", "site"],
  }),
  call.get("movements", "/api/stock/movements", "List stock movements", Movements, { query: MovementQuery, may: VIEWERS, scope: ownSite, dependsOn: moving }),
  call.post("move", "/api/stock/movements", "Record a stock movement", StockLevelAnswer.pipe(created), {
    payload: MovementInput,
    may: [...OPERATIONS, "inventory.manage"],
    scope: "own site",
    duties: "field operatives issue; those who look after stock receive, count and write off too",
  }),
  call.post("waste", "/api/stock/waste", "Record waste", StockLevelAnswer.pipe(created), { payload: WasteInput, may: KEEPERS, scope: "own site" }),
  call.get("counts", "/api/stock/counts", "List stock counts", Movements, { query: MovementQuery, may: VIEWERS, scope: ownSite, dependsOn: moving }),
  call.post("count", "/api/stock/counts", "Record a stock count", Schema.Array(StockLevelAnswer), { payload: CountInput, may: KEEPERS, scope: "own site" }),
  call.get("transfers", "/api/stock/transfers", "List transfers between sites", Movements, {
    query: MovementQuery,
    may: VIEWERS,
    scope: ownSite,
    dependsOn: moving,
  }),
  call.post("transfer", "/api/stock/transfers", "Transfer stock to another site", StockLevelAnswer.pipe(created), {
    payload: TransferInput,
    may: KEEPERS,
    scope: "from their own site",
  }),
  call.get("valuation", "/api/stock/valuation", "Read the value of the stock", ValuationAnswer, {
    query: { at: asked, siteId: asked, asOf: asked },
    may: [...KEEPERS, "finance.full"],
    scope: ownSite,
    dependsOn: moving,
  }),
  call.put("limits", "/api/stock/levels", "Set the minimum and the maximum of a stock level", StockLevelAnswer, {
    payload: LimitsInput,
    may: KEEPERS,
    scope: "own site",
  }),
) {}

export class StockApi extends HttpApi.make("ops").add(StockGroup).add(stockItems.group) {}
