/** Dishes with their recipes: the quantity of each item per head. Quantities are thousandths of the item's unit. */
import { type Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { command, conflict, find, get, invalid, newId, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { Flag, Line, Optional, Parts, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { count } from "@ops/platform/text.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { allergens, diets, mealTypes } from "../labels.ts"

const Ingredient = Schema.Struct({ stockItemId: Schema.Int, quantity: Schema.Int })
export type Ingredient = typeof Ingredient.Type

const facts = {
  name: Line(),
  description: Text(),
  /** the meals at which it can be cooked */
  mealTypes: Parts(Schema.Literals(mealTypes)),
  allergens: Parts(Schema.Literals(allergens)),
  /** the diets it suits */
  diets: Parts(Schema.Literals(diets)),
  /** per head */
  ingredients: Parts(Ingredient),
}
export const Dish = record(
  "dish",
  { ...facts, isActive: Flag, createdBy: Optional(Ref("person")) },
  { label: "Dish", title: "name", unique: [{ fields: ["name"], sentence: "A dish with this name already exists" }] },
)
export type DishRow = Row<typeof Dish>

const recipe = ({ ingredients }: { readonly ingredients: ReadonlyArray<unknown> }) => count(ingredients.length, "ingredient")
export const DishAdded = event(
  "DishAdded",
  1,
  { ...facts, createdBy: Optional(Ref("person")) },
  (dish) => `${dish.name} added to the recipes, with ${recipe(dish)}`,
)
export const DishChanged = event("DishChanged", 1, facts, (dish) => `Recipe of ${dish.name} changed: ${recipe(dish)}`)
export const DishRetired = event("DishRetired", 1, { reason: Text(500) }, ({ reason }) => `Retired: ${reason}`)
export const DishRestored = event("DishRestored", 1, {}, () => "Restored")

export const dishes = stream(Dish, DishAdded, DishChanged, DishRetired, DishRestored).fold({
  DishAdded: (_, added) => ({ ...added, isActive: true }),
  DishChanged: (dish, changed) => ({ ...dish, ...changed }),
  DishRetired: (dish) => ({ ...dish, isActive: false }),
  DishRestored: (dish) => ({ ...dish, isActive: true }),
})
export type DishFacts = Parameters<typeof DishChanged>[0]

/** Who may edit menus and recipes: supervisors and management; the system itself may too. */
export const PLANNERS: ReadonlyArray<Permission> = ["operations.supervise", "department.manage"]
export const requirePlanner = requiring(PLANNERS, "Only supervisors and management can change menus and recipes")

/** A larger quantity per head is not plausible and suggests a wrong unit. */
const mostPerHead = 10_000

/** Rejects an unusable recipe: no ingredients, an item twice, no quantity, an unknown item. */
function* requireCookable({ mealTypes, ingredients }: DishFacts): CommandGenerator<void> {
  if (mealTypes.length === 0) throw invalid("Choose at least one meal for the dish")
  if (ingredients.length === 0) throw invalid("Add at least one ingredient with its quantity per serving")
  if (ingredients.length > 60) throw invalid("A recipe can have 60 ingredients at most")
  const seen = new Set<number>()
  for (const { stockItemId, quantity } of ingredients) {
    const item = yield* get(stockItems, stockItemId)
    if (seen.has(stockItemId)) throw invalid(`${item.name} is in the recipe twice. Combine the quantities in one line`)
    if (quantity <= 0) throw invalid(`Quantity of ${item.name} per serving must be greater than 0`)
    if (quantity > mostPerHead) throw invalid(`Quantity of ${item.name} per serving must be ${mostPerHead / 1000} ${item.unit} at most`)
    seen.add(stockItemId)
  }
}

export const addDish = command("dish.add", function* (dish: DishFacts, by) {
  requirePlanner(by)
  yield* requireCookable(dish)
  if (yield* find(dishes, { name: dish.name })) throw conflict("A dish with this name already exists")
  return [dishes.at(yield* newId(dishes), DishAdded({ ...dish, createdBy: by.person }))]
})

/** Changes the given fields; undefined ones stay. */
export const changeDish = command(
  "dish.change",
  function* ({ id, ...given }: { readonly id: number } & { readonly [K in keyof DishFacts]?: DishFacts[K] | undefined }, by) {
    requirePlanner(by)
    const dish = yield* get(dishes, id)
    const before = factsOf(dish)
    const after = { ...before, ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<DishFacts>) }
    if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(id)
    yield* requireCookable(after)
    const other = after.name === dish.name ? undefined : yield* find(dishes, { name: after.name })
    if (other) throw conflict("A dish with this name already exists")
    return [dishes.at(id, DishChanged(after))]
  },
)
const factsOf = ({ name, description, mealTypes, allergens, diets, ingredients }: DishRow): DishFacts => ({
  name,
  description,
  mealTypes,
  allergens,
  diets,
  ingredients,
})

/** Retires a dish from planning. Menus that include it keep it until they are changed. */
export const retireDish = command("dish.retire", function* ({ id, reason }: { readonly id: number; readonly reason: string }, by) {
  requirePlanner(by)
  const dish = yield* get(dishes, id)
  if (reason === "") throw invalid("Reason is required")
  if (!dish.isActive) return unchanged(id)
  return [dishes.at(id, DishRetired({ reason }))]
})

export const restoreDish = command("dish.restore", function* ({ id }: { readonly id: number }, by) {
  requirePlanner(by)
  const dish = yield* get(dishes, id)
  if (dish.isActive) return unchanged(id)
  return [dishes.at(id, DishRestored({}))]
})
