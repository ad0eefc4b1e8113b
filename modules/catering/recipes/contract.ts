/** The API of recipes. Quantities and money are decimal strings, money in USD. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { InvalidatedBy, OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import { ErrorMapping, created, Id, IdInput, ListQuery, OneOf, Authorization, rejections, Authentication, TextInput } from "@ops/platform/http/contract.ts"
import { FilterWords } from "@ops/platform/http/filter-words.ts"
import { QuantityInput } from "@ops/platform/quantity.ts"
import { allergens, diets, mealTypes } from "../labels.ts"

const Text = Schema.NullOr(Schema.String)
export const MealType = Schema.Literals(mealTypes)
export const Allergens = Schema.Array(Schema.Literals(allergens))
export const Diets = Schema.Array(Schema.Literals(diets))

export const RecipeAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  description: Schema.String,
  mealTypes: Schema.Array(MealType),
  allergens: Allergens,
  diets: Diets,
  isActive: Schema.Boolean,
  /** per head; `cost` is null if the cost of the item is unknown */
  ingredients: Schema.Array(
    Schema.Struct({ stockItemId: Schema.Int, name: Schema.String, unit: Schema.String, quantity: Schema.String, unitCost: Text, cost: Text }),
  ),
  /** at the average cost of the requested site, or of all sites */
  costPerHead: Text,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
}).annotate({ identifier: "Recipe" })

const recipe = {
  name: TextInput("Name", { required: true, most: 200 }),
  description: Schema.optional(TextInput("Description")),
  mealTypes: Schema.Array(OneOf("Meals", ...mealTypes)),
  allergens: Schema.optional(Schema.Array(OneOf("Allergens", ...allergens))),
  diets: Schema.optional(Schema.Array(OneOf("Diets", ...diets))),
  ingredients: Schema.Array(Schema.Struct({ stockItemId: IdInput("Stock item is required"), quantity: QuantityInput })),
}
export const RecipeInput = Schema.Struct(recipe)
export const RecipeChanges = Schema.Struct({
  ...recipe,
  name: Schema.optional(recipe.name),
  mealTypes: Schema.optional(recipe.mealTypes),
  ingredients: Schema.optional(recipe.ingredients),
})
export const RetireInput = Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) })

const id = { params: { id: Id } }
/** Levels 3, 6, 7, 8 and 10. */
export const READERS: ReadonlyArray<Permission> = [...OPERATIONS, "finance.full"]
export const plans: Rule = {
  may: ["operations.supervise", "department.manage"],
  scope: "own site",
  duties: "supervisors and management write menus and recipes",
}
/** The kinds of record from which recipes and their costs are read. */
export const recipeKinds = ["dish", "stock_item", "stock_level"]

export class RecipesGroup extends HttpApiGroup.make("recipes")
  .add(
    HttpApiEndpoint.get("list", "/api/recipes", {
      query: { ...ListQuery, mealType: Schema.optional(Schema.String) },
      success: Schema.Array(RecipeAnswer),
      error: rejections,
    })
      .annotateMerge(ruled("List recipes", { may: READERS, scope: "all; costs of the site that is asked about" }))
      .annotate(FilterWords, { status: ["active", "retired"], mealType: ["breakfast", "lunch", "dinner"] })
      .annotate(InvalidatedBy, recipeKinds),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/recipes/:id", { ...id, success: RecipeAnswer, error: rejections })
      .annotateMerge(ruled("Read one recipe", { may: READERS, scope: "all" }))
      .annotate(InvalidatedBy, recipeKinds),
  )
  .add(
    HttpApiEndpoint.post("add", "/api/recipes", { payload: RecipeInput, success: RecipeAnswer.pipe(created), error: rejections }).annotateMerge(
      ruled("Add a recipe", {
        ...plans,
        scope: "all",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.patch("change", "/api/recipes/:id", { ...id, payload: RecipeChanges, success: RecipeAnswer, error: rejections }).annotateMerge(
      ruled("Change a recipe", {
        ...plans,
        scope: "all",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.put("retire", "/api/recipes/:id/retire", { ...id, payload: RetireInput, success: RecipeAnswer, error: rejections }).annotateMerge(
      ruled("Retire a recipe", {
        ...plans,
        scope: "all",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.put("restore", "/api/recipes/:id/restore", { ...id, success: RecipeAnswer, error: rejections }).annotateMerge(
      ruled("Restore a recipe", {
        ...plans,
        scope: "all",
      }),
    ),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}
