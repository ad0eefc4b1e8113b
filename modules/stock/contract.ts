/** The calls about stock. Quantities are decimal strings. */
import { Schema, SchemaGetter } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ANYONE, MadeOf, OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import { Answered, created, IdInput, ListQuery, OneOf, Permit, refusals, Session, TextInput } from "@ops/platform/http/contract.ts"
import { parseQuantity } from "@ops/platform/quantity.ts"
import { categories } from "./stock-item.ts"

const Named = Schema.Struct({ id: Schema.Int, name: Schema.String, category: Schema.String, unit: Schema.String })
const SiteNamed = Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })

export const StockItemAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  category: Schema.String,
  unit: Schema.String,
  description: Schema.NullOr(Schema.String),
  preferredVendorId: Schema.NullOr(Schema.Int),
})

export const StockLevelAnswer = Schema.Struct({
  id: Schema.Int,
  siteId: Schema.Int,
  stockItemId: Schema.Int,
  currentQuantity: Schema.String,
  minimumLevel: Schema.String,
  maximumLevel: Schema.String,
  daysRemaining: Schema.NullOr(Schema.Int),
  lastUpdated: Schema.String,
  stockItem: Named,
  site: SiteNamed,
})

export const QuantityInput = Schema.Union([Schema.String, Schema.Finite])
  .check(Schema.makeFilter((value) => (parseQuantity(String(value)) === undefined ? "Quantity must be a number with at most three decimals" : undefined)))
  .pipe(
    Schema.decodeTo(Schema.Int, {
      decode: SchemaGetter.transform((value: string | number) => parseQuantity(String(value))!),
      encode: SchemaGetter.transform((thousandths: number): string | number => thousandths / 1000),
    }),
  )

export const StockItemInput = Schema.Struct({
  name: TextInput("Name", { required: true, most: 200 }),
  category: OneOf("Category", ...categories),
  unit: TextInput("Unit", { required: true, most: 20 }),
  description: Schema.optional(TextInput("Description", { most: 500 })),
})

export const MovementInput = Schema.Struct({
  kind: OneOf("Kind", "receive", "issue", "count"),
  siteId: Schema.Union([Schema.String, Schema.Finite]),
  stockItemId: IdInput("Stock item is required"),
  quantity: QuantityInput,
  note: Schema.optional(TextInput("Note", { most: 200 })),
})

export const LimitsInput = Schema.Struct({
  siteId: Schema.Union([Schema.String, Schema.Finite]),
  stockItemId: IdInput("Stock item is required"),
  minimumLevel: QuantityInput,
  maximumLevel: QuantityInput,
})

const keepers = ["inventory.manage", "department.manage"]

export class StockGroup extends HttpApiGroup.make("stock")
  .add(
    HttpApiEndpoint.get("items", "/api/stock/items", { query: ListQuery, success: Schema.Array(StockItemAnswer), error: refusals })
      .annotate(Rule, { may: ["inventory.view", "inventory.manage", "department.manage", "finance.full"], scope: "all" })
      .annotate(MadeOf, ["stock_item"]),
  )
  .add(
    HttpApiEndpoint.post("addItem", "/api/stock/items", { payload: StockItemInput, success: StockItemAnswer.pipe(created), error: refusals }).annotate(Rule, {
      may: keepers,
      scope: "all",
    }),
  )
  .add(
    HttpApiEndpoint.get("alerts", "/api/stock/alerts", { query: ListQuery, success: Schema.Array(StockLevelAnswer), error: refusals })
      .annotate(Rule, { may: ANYONE, scope: "levels 1 to 6 with a site: their own; others all" })
      .annotate(MadeOf, ["stock_level", "stock_item", "site"]),
  )
  .add(
    HttpApiEndpoint.get("levels", "/api/stock/levels", { query: ListQuery, success: Schema.Array(StockLevelAnswer), error: refusals })
      .annotate(Rule, {
        may: ["inventory.view", "inventory.manage", "department.manage", "finance.full"],
        scope: "levels 1 to 6 with a site: their own; others all",
      })
      .annotate(MadeOf, ["stock_level", "stock_item", "site"]),
  )
  .add(
    HttpApiEndpoint.post("move", "/api/stock/movements", { payload: MovementInput, success: StockLevelAnswer.pipe(created), error: refusals }).annotate(Rule, {
      may: [...OPERATIONS, "inventory.manage"],
      scope: "own site",
      duties: "field operatives issue; those who look after stock receive and count too",
    }),
  )
  .add(
    HttpApiEndpoint.put("limits", "/api/stock/levels", { payload: LimitsInput, success: StockLevelAnswer, error: refusals }).annotate(Rule, {
      may: keepers,
      scope: "own site",
    }),
  )
  .middleware(Permit)
  .middleware(Session)
  .middleware(Answered)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class StockApi extends HttpApi.make("ops").add(StockGroup) {}
