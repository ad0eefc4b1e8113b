/** The calls about menus. Quantities and money are decimal strings, money in USD. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import { created, DateInput, IdInput, OneOf, TextInput, SiteGiven } from "@ops/platform/http/contract.ts"
import { QuantityInput } from "@ops/platform/quantity.ts"
import { Allergens, Diets, MealType, plans, READERS, recipeKinds, RecipesGroup } from "./recipes/contract.ts"
import { allergens, diets, mealTypes } from "./labels.ts"
import { rows } from "./menus/menu-cycle.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const SiteNamed = Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })
const DishNamed = Schema.Struct({ id: Schema.Int, name: Schema.String })

export const RequirementsAnswer = Schema.Struct({
  menuId: Schema.Int,
  /** the version of the menu used for this calculation */
  version: Schema.Int,
  from: Schema.String,
  to: Schema.String,
  today: Schema.String,
  site: SiteNamed,
  /** counts of dietary needs reported by people on the lists of the site */
  people: Schema.Struct({
    total: Schema.Int,
    allergens: Schema.Array(Schema.Struct({ word: Schema.Literals(allergens), people: Schema.Int })),
    diets: Schema.Array(Schema.Struct({ word: Schema.Literals(diets), people: Schema.Int })),
    /** in people's own words, if they match no allergen of the list */
    others: Schema.Array(Schema.Struct({ text: Schema.String, people: Schema.Int })),
  }),
  /** the week and day of this menu on each date; null before its start */
  days: Schema.Array(Schema.Struct({ date: Schema.String, week: Whole, day: Whole })),
  meals: Schema.Array(
    Schema.Struct({
      date: Schema.String,
      mealType: MealType,
      menuId: Schema.Int,
      week: Schema.Int,
      day: Schema.Int,
      dishes: Schema.Array(DishNamed),
      heads: Schema.Int,
      /** planned by contract or capacity; served: the recent average; none: unknown */
      source: Schema.Literals(["planned", "served", "none"]),
      issued: Schema.Boolean,
      past: Schema.Boolean,
      costPerHead: Text,
      needs: Schema.Array(
        Schema.Struct({
          stockItemId: Schema.Int,
          name: Schema.String,
          unit: Schema.String,
          required: Schema.String,
          available: Schema.String,
          shortage: Schema.String,
        }),
      ),
      warnings: Schema.Array(
        Schema.Struct({ kind: Schema.Literals(["allergen", "diet"]), word: Schema.String, people: Schema.Int, dishes: Schema.Array(Schema.String) }),
      ),
    }),
  ),
  items: Schema.Array(
    Schema.Struct({
      stockItemId: Schema.Int,
      name: Schema.String,
      unit: Schema.String,
      required: Schema.String,
      onHand: Schema.String,
      /** quantity used by meals before the period */
      earlier: Schema.String,
      available: Schema.String,
      shortage: Schema.String,
      onOrder: Schema.String,
      /** whole units that 'Request shortages' requests */
      toRequest: Schema.Int,
      estimatedCost: Text,
    }),
  ),
}).annotate({ identifier: "MenuRequirements" })
export const ShortagesAnswer = Schema.Struct({
  id: Schema.Int,
  requestNumber: Schema.String,
  siteId: Schema.Int,
  itemCount: Schema.Int,
  estimatedTotal: Schema.String,
}).annotate({ identifier: "MenuShortages" })

const DayMeals = Schema.Struct({
  date: Schema.String,
  meals: Schema.Array(
    Schema.Struct({
      mealType: MealType,
      dishes: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String, description: Schema.String, allergens: Allergens, diets: Diets })),
    }),
  ),
})
export const CurrentMenuAnswer = Schema.Struct({
  site: SiteNamed,
  /** the menu that applies today; null if there is none */
  menu: Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String })),
  today: Schema.String,
  /** Monday to Sunday of the requested week */
  days: Schema.Array(DayMeals),
}).annotate({ identifier: "CurrentMenu" })
export const KitchenIssueAnswer = Schema.Struct({
  id: Schema.Int,
  siteId: Schema.Int,
  site: SiteNamed,
  siteName: Schema.String,
  date: Schema.String,
  mealType: MealType,
  heads: Schema.Int,
  dishes: Schema.Array(DishNamed),
  lines: Schema.Array(Schema.Struct({ stockItemId: Schema.Int, name: Schema.String, unit: Schema.String, quantity: Schema.String })),
  lineCount: Schema.Int,
  /** cost of the goods taken from stock */
  cost: Schema.String,
  issuedBy: Whole,
  issuedByName: Text,
  createdAt: Schema.String,
}).annotate({ identifier: "KitchenIssue" })
export const WishAnswer = Schema.Struct({
  id: Schema.Int,
  clientId: Schema.Int,
  companyName: Schema.String,
  siteId: Schema.Int,
  site: SiteNamed,
  siteName: Schema.String,
  dishId: Whole,
  dishName: Text,
  text: Schema.String,
  rating: Whole,
  loggedByName: Text,
  at: Schema.String,
}).annotate({ identifier: "MenuWish" })
export const RecommendationsAnswer = Schema.Struct({
  site: SiteNamed,
  heads: Schema.Int,
  rate: Schema.NullOr(Schema.Struct({ amount: Schema.String, client: Schema.String })),
  dishes: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      name: Schema.String,
      mealTypes: Schema.Array(MealType),
      allergens: Allergens,
      diets: Diets,
      costPerHead: Text,
      score: Schema.Finite,
      reasons: Schema.Array(Schema.Struct({ kind: Schema.String, text: Schema.String, points: Schema.Finite })),
    }),
  ),
}).annotate({ identifier: "DishRecommendations" })

export const SlotsInput = Schema.Struct({
  entries: Schema.Array(
    Schema.Struct({ week: Schema.Int, day: Schema.Int, mealType: OneOf("Meal type", ...mealTypes), dishIds: Schema.Array(IdInput("Dish is required")) }),
  ),
})
const period = { from: Schema.optional(DateInput("From")), to: Schema.optional(DateInput("To")) }
export const ShortagesInput = Schema.Struct({ ...period, priority: Schema.optional(OneOf("Priority", "low", "medium", "high", "urgent")) })
export const IssueInput = Schema.Struct({
  siteId: SiteGiven,
  date: DateInput("Date"),
  mealType: OneOf("Meal type", ...mealTypes),
  /** defaults to what the recipes require for the planned heads */
  lines: Schema.optional(Schema.Array(Schema.Struct({ stockItemId: IdInput("Stock item is required"), quantity: QuantityInput }))),
})
export const WishInput = Schema.Struct({
  clientId: IdInput("Client is required"),
  siteId: SiteGiven,
  dishId: Schema.optional(Schema.NullOr(IdInput("Dish must be one of the list"))),
  text: Schema.optional(TextInput("Wish", { most: 500 })),
  rating: Schema.optional(Schema.NullOr(Schema.Finite)),
})

const ownSite = rows.words
const reads: Rule = { may: READERS, scope: ownSite }
const does: Rule = { may: OPERATIONS, scope: "own site" }
/** Recommendations show what a client pays. */
const seesRates: Rule = { may: ["operations.supervise", "department.manage", "finance.full"], scope: ownSite }
const plan = [...recipeKinds, "menu_cycle", "kitchen_issue", "client_contract", "site_meal_capacity", "staff_member", "purchase_request"]

/** Calls about menus besides those of the resource; `menu` is a menu in answers. */
export const menuCalls = <A>(menu: Schema.Codec<A>) => [
  call.get("current", "/api/menus/current", "Read the menu of today", Schema.Array(CurrentMenuAnswer), {
    query: { siteId: Schema.optional(Schema.String), date: Schema.optional(DateInput("Date")), asOf: Schema.optional(Schema.String) },
    ...reads,
    dependsOn: ["menu_cycle", "dish", "site"],
  }),
  call.get("recommendations", "/api/menus/recommendations", "Read recommended dishes", RecommendationsAnswer, {
    query: {
      siteId: Schema.optional(Schema.String),
      clientId: Schema.optional(Schema.String),
      mealType: Schema.optional(OneOf("Meal type", ...mealTypes)),
      asOf: Schema.optional(Schema.String),
    },
    examples: { siteId: "1" },
    ...seesRates,
    dependsOn: [...plan, "menu_wish", "meal_session", "staff_feeding_record"],
  }),
  call.list("wishes", "/api/menus/wishes", "List client requests and ratings", WishAnswer, {
    filters: ["clientId", "dishId"],
    ...reads,
    dependsOn: ["menu_wish", "dish", "client"],
  }),
  call.post("logWish", "/api/menus/wishes", "Add a client request or rating", WishAnswer.pipe(created), { payload: WishInput, ...does }),
  call.list("issues", "/api/menus/issues", "List goods issued to the kitchen", KitchenIssueAnswer, {
    filters: ["mealType"],
    ...reads,
    dependsOn: ["kitchen_issue", "dish", "stock_movement"],
  }),
  call.post("issue", "/api/menus/issues", "Issue ingredients to the kitchen", KitchenIssueAnswer.pipe(created), { payload: IssueInput, ...does }),
  call.put("setEntries", "/api/menus/:id/entries", "Set the dishes of a menu", menu, { payload: SlotsInput, ...plans }),
  call.get("requirements", "/api/menus/:id/requirements", "Read the ingredients a menu needs", RequirementsAnswer, {
    query: { ...period, asOf: Schema.optional(Schema.String) },
    ...reads,
    dependsOn: plan,
  }),
  call.post("requestShortages", "/api/menus/:id/shortages", "Request a menu's missing items", ShortagesAnswer.pipe(created), {
    payload: ShortagesInput,
    ...does,
    duties: "the purchase request is approved by another person",
  }),
]

export class RecipesApi extends HttpApi.make("ops").add(RecipesGroup) {}
