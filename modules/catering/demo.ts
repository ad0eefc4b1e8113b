/** The kitchens of the demo scenario: dishes, a menu for each site from the first day on, clients' comments, and this morning's breakfast. */
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { all, find } from "@ops/platform/records/command.ts"
import { stockLevels } from "@ops/stock/levels/stock-level.ts"
import { addDish } from "./recipes/dish.ts"
import { issueMeal } from "./kitchen-issues/kitchen-issue.ts"
import { mondayOf } from "@ops/platform/dates/days.ts"
import { planMenu, setSlots } from "./menus/menu-cycle.ts"
import { planMeals } from "./menus/menu-plan.ts"
import { logWish } from "./recommendations/menu-wish.ts"
import { planFacts } from "./menus/plan-facts.ts"
import type { Allergen, Diet, MealType } from "./labels.ts"

const main: ReadonlyArray<MealType> = ["lunch", "dinner"]
const breakfast: ReadonlyArray<MealType> = ["breakfast"]

interface DemoDish {
  readonly name: string
  readonly description: string
  readonly mealTypes: ReadonlyArray<MealType>
  readonly allergens?: ReadonlyArray<Allergen>
  readonly diets: ReadonlyArray<Diet>
  /** grams or millilitres per head */
  readonly recipe: Readonly<Record<string, number>>
}
const list: ReadonlyArray<DemoDish> = [
  {
    name: "Maize porridge",
    description: "Thin porridge, sugar at the table",
    mealTypes: breakfast,
    diets: ["halal", "vegetarian", "vegan", "gluten_free", "lactose_free"],
    recipe: { "Maize flour": 80, Sugar: 20 },
  },
  {
    name: "Maize pancakes",
    description: "Fried on the plate, with sugar",
    mealTypes: breakfast,
    diets: ["halal", "vegetarian", "vegan", "gluten_free", "lactose_free"],
    recipe: { "Maize flour": 100, "Cooking oil": 15, Sugar: 10 },
  },
  {
    name: "Potato and onion fry-up",
    description: "Potatoes from the pan with onions and tomatoes",
    mealTypes: breakfast,
    diets: ["halal", "vegetarian", "vegan", "gluten_free", "lactose_free"],
    recipe: { Potatoes: 180, Onions: 40, "Fresh tomatoes": 40, "Cooking oil": 12 },
  },
  {
    name: "Beef stew with ugali",
    description: "Braised beef in tomato gravy, stiff maize porridge",
    mealTypes: main,
    diets: ["halal", "gluten_free", "lactose_free"],
    recipe: { "Frozen beef": 150, "Maize flour": 180, "Fresh tomatoes": 80, Onions: 40, "Cooking oil": 15 },
  },
  {
    name: "Goat stew with rice",
    description: "Goat on the bone, slowly cooked",
    mealTypes: main,
    diets: ["halal", "gluten_free", "lactose_free"],
    recipe: { "Goat meat": 140, Rice: 150, "Fresh tomatoes": 60, Onions: 40, "Cooking oil": 12 },
  },
  {
    name: "Chicken pilau",
    description: "Spiced rice with chicken",
    mealTypes: main,
    diets: ["halal", "gluten_free", "lactose_free"],
    recipe: { "Frozen chicken": 180, Rice: 150, Onions: 50, "Fresh tomatoes": 40, "Cooking oil": 15 },
  },
  {
    name: "Chicken and chips",
    description: "Fried chicken with chips and cabbage salad",
    mealTypes: main,
    diets: ["halal", "gluten_free", "lactose_free"],
    recipe: { "Frozen chicken": 200, Potatoes: 280, Cabbage: 60, "Cooking oil": 30 },
  },
  {
    name: "Nile perch with rice",
    description: "Fish in tomato and onion sauce",
    mealTypes: main,
    allergens: ["fish"],
    diets: ["halal", "gluten_free", "lactose_free"],
    recipe: { "Frozen fish": 160, Rice: 150, "Fresh tomatoes": 70, Onions: 40, "Cooking oil": 12 },
  },
  {
    name: "Fried fish with ugali",
    description: "Whole fish, fried, with greens",
    mealTypes: main,
    allergens: ["fish"],
    diets: ["halal", "gluten_free", "lactose_free"],
    recipe: { "Frozen fish": 180, "Maize flour": 180, Cabbage: 80, "Cooking oil": 20 },
  },
  {
    name: "Vegetable rice",
    description: "Rice with cabbage, onions and tomatoes",
    mealTypes: main,
    diets: ["halal", "vegetarian", "vegan", "gluten_free", "lactose_free", "low_salt"],
    recipe: { Rice: 160, Cabbage: 80, "Fresh tomatoes": 60, Onions: 40, "Cooking oil": 12 },
  },
  {
    name: "Cabbage and potato stew",
    description: "With tomatoes, served with ugali",
    mealTypes: main,
    diets: ["halal", "vegetarian", "vegan", "gluten_free", "lactose_free", "low_salt"],
    recipe: { Cabbage: 120, Potatoes: 150, "Fresh tomatoes": 60, Onions: 40, "Maize flour": 120, "Cooking oil": 12 },
  },
]

/** The dishes of a week, Monday first: breakfast, lunch, dinner. */
const weekly: ReadonlyArray<readonly [string, string, string]> = [
  ["Maize porridge", "Beef stew with ugali", "Vegetable rice"],
  ["Maize pancakes", "Chicken pilau", "Cabbage and potato stew"],
  ["Potato and onion fry-up", "Nile perch with rice", "Beef stew with ugali"],
  ["Maize porridge", "Goat stew with rice", "Vegetable rice"],
  ["Maize pancakes", "Fried fish with ugali", "Chicken pilau"],
  ["Maize porridge", "Chicken and chips", "Cabbage and potato stew"],
  ["Potato and onion fry-up", "Goat stew with rice", "Vegetable rice"],
]
const menus: ReadonlyArray<readonly [site: number, name: string, weeks: number]> = [
  [1, "Camp menu", 4],
  [2, "Camp menu", 2],
  [3, "Office menu", 1],
]
/** Wishes of clients: days ago, dish, rating, comment. */
const said: ReadonlyArray<readonly [number, string | null, number | null, string]> = [
  [40, "Chicken pilau", 5, ""],
  [33, "Fried fish with ugali", 2, "Too many bones"],
  [21, "Beef stew with ugali", 4, ""],
  [12, "Chicken and chips", 5, "More often, please"],
  [9, null, null, "Fruit at breakfast"],
  [4, "Goat stew with rice", null, "Once a week, on Friday"],
  [2, "Vegetable rice", 3, "A little dry"],
]

const fedSql = sql(
  { clientId: col.whole, siteId: col.whole },
  `select distinct client_id as "clientId", site_id as "siteId" from client_contract
   where service_type = 'catering' and start_date <= $1::date and end_date is null order by site_id, client_id`,
)

export const cateringDemo = ({ as, atOnce, execute, look, until, days }: Scenario, items: ReadonlyMap<string, number>) =>
  Effect.gen(function* () {
    const first = days[0]!
    const today = days.at(-1)!
    const planner = "FO-CEO-001"
    const ids = new Map<string, number>()
    for (const { recipe, ...dish } of list) {
      const ingredients = Object.entries(recipe).map(([name, quantity]) => ({ stockItemId: items.get(name)!, quantity }))
      ids.set(dish.name, yield* execute(`dish-${dish.name}`, addDish, { allergens: [], ...dish, ingredients }, as(planner, first, "05:50")))
    }
    for (const [n, [siteId, name, weeks]] of menus.entries()) {
      const id = yield* execute(`menu-${siteId}`, planMenu, { siteId, name, weeks, startDate: mondayOf(first) }, as(planner, first, "05:52"))
      const slots = Array.from({ length: weeks }, (_, week) =>
        weekly.flatMap((_, day) => {
          // each week starts two entries later in the list, and each site three, so that no two are the same
          const [morning, noon, evening] = weekly[(day + week * 2 + n * 3) % 7]!
          const meal = (mealType: MealType, dish: string) => ({ week: week + 1, day: day + 1, mealType, dishIds: [ids.get(dish)!] })
          return [meal("breakfast", morning), meal("lunch", noon), meal("dinner", evening)]
        }),
      ).flat()
      yield* execute(`menu-slots-${siteId}`, setSlots, { id, slots }, as(planner, first, "05:53"))
    }
    // the clients and their contracts exist by then
    yield* until(as(planner, first, "09:00").at)
    const fed = yield* statement(fedSql, [first])
    // every third lunch of the camps uses goods issued by the store, as far as available
    const yesterday = days.at(-2) ?? today
    const lunches = yield* Effect.forEach([1, 2], (siteId) =>
      Effect.map(planFacts(siteId, first, yesterday), (facts) =>
        planMeals(facts, first, yesterday).meals.flatMap((meal) => (meal.mealType === "lunch" && meal.heads > 0 ? [{ ...meal, siteId }] : [])),
      ),
    )
    const issues = lunches.flat().filter(({ date }) => days.indexOf(date) % 3 === 1)
    const issueLunches = Effect.forEach(
      issues.sort((one, other) => (one.date < other.date ? -1 : 1)),
      ({ siteId, date, menuId, dishes, heads, needs: needed }) =>
        Effect.gen(function* () {
          const by = as(planner, date, "10:15")
          yield* until(by.at)
          const needs = needed.map(({ stockItemId, required }) => ({ stockItemId, quantity: required }))
          const levels = yield* look(all(...needs.map(({ stockItemId }) => find(stockLevels, { siteId, stockItemId }))))
          if (needs.some(({ quantity }, n) => (levels[n]?.currentQuantity ?? 0) < 2 * quantity)) return
          const onMenu = { menuId, dishIds: dishes.map(({ id }) => id), heads, needs }
          yield* execute(`kitchen-${siteId}-${date}`, issueMeal(onMenu), { siteId, date, mealType: "lunch" }, by)
        }),
    )
    const wishes = Effect.gen(function* () {
      for (const [n, [ago, dish, rating, text]] of said.entries()) {
        const table = fed[n % Math.max(1, fed.length)]
        if (!table || ago >= days.length) continue
        const wish = { ...table, dishId: dish === null ? null : ids.get(dish)!, text, rating }
        yield* execute(`wish-${n}`, logWish, wish, as(planner, addDays(today, -ago), "14:20"))
      }
    })
    yield* atOnce([issueLunches, wishes])
    // after the morning's count of the stores
    yield* until(as(planner, today, "06:10").at)
    for (const siteId of [1, 2]) {
      const facts = yield* planFacts(siteId, today, today)
      const meal = planMeals(facts, today, today).meals.find(({ mealType }) => mealType === "breakfast")
      if (!meal || meal.heads === 0 || meal.needs.some(({ shortage }) => shortage > 0)) continue
      const needs = meal.needs.map(({ stockItemId, required }) => ({ stockItemId, quantity: required }))
      const onMenu = { menuId: meal.menuId, dishIds: meal.dishes.map(({ id }) => id), heads: meal.heads, needs }
      yield* execute(`kitchen-${siteId}`, issueMeal(onMenu), { siteId, date: today, mealType: "breakfast" }, as(planner, today, "06:15"))
    }
  })
