/** The calls about recipes. Quantities and money are decimal strings, money in USD. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import type { Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import { created, IdInput, OneOf, TextInput } from "@ops/platform/http/contract.ts"
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

/** Levels 3, 6, 7, 8 and 10. */
export const READERS: ReadonlyArray<Permission> = [...OPERATIONS, "finance.full"]
export const plans: Rule = {
  may: ["operations.supervise", "department.manage"],
  scope: "own site",
  duties: "supervisors and management can change menus and recipes",
}
/** The kinds of record from which recipes and their costs are read. */
export const recipeKinds = ["dish", "stock_item", "stock_level"]

export class RecipesGroup extends callGroup(
  "recipes",
  call.list("list", "/api/recipes", "List recipes", RecipeAnswer, {
    filters: ["mealType"],
    may: READERS,
    scope: "all; costs of the site that is asked about",
    words: { status: ["active", "retired"], mealType: ["breakfast", "lunch", "dinner"] },
    dependsOn: recipeKinds,
  }),
  call.get("one", "/api/recipes/:id", "Read one recipe", RecipeAnswer, { may: READERS, scope: "all", dependsOn: recipeKinds }),
  call.post("add", "/api/recipes", "Add a recipe", RecipeAnswer.pipe(created), { payload: RecipeInput, ...plans, scope: "all" }),
  call.patch("change", "/api/recipes/:id", "Change a recipe", RecipeAnswer, { payload: RecipeChanges, ...plans, scope: "all" }),
  call.put("retire", "/api/recipes/:id/retire", "Retire a recipe", RecipeAnswer, { payload: RetireInput, ...plans, scope: "all" }),
  call.put("restore", "/api/recipes/:id/restore", "Restore a recipe", RecipeAnswer, { ...plans, scope: "all" }),
) {}
