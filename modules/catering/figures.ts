/** The figures of menus: cost per head, and shortages. Both come from the plan. */
import { Effect } from "effect"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { figure, listedAt, said } from "@ops/platform/records/explain.ts"
import { READERS, RecipeAnswer } from "./recipes/contract.ts"
import { perHead, planMeals } from "./menus/menu-plan.ts"
import { planFacts } from "./menus/plan-facts.ts"
import { recipeList } from "./queries.ts"

const menuSql = sql(
  { name: col.text, siteId: col.whole },
  `select m.name, m.site_id as "siteId" from menu_cycle m where m.id = $1 and ($2::bigint is null or m.site_id = $2)`,
)

/** The site of a menu in the user's scope, and the menu's name. */
const menuOf = ({ confinedTo }: SignedIn, id: number) =>
  Effect.gen(function* () {
    const [menu] = yield* statement(menuSql, [id, confinedTo])
    return menu ?? (yield* Effect.fail(notFound(`Menu ${id} does not exist`)))
  })

const recipeCost = figure("recipe.costPerHead", {
  label: "Cost of a dish per person",
  unit: "USD",
  needs: ["id"],
  takes: ["siteId"],
  may: READERS,
  explain: ({ id, siteId }) =>
    Effect.gen(function* () {
      const dish = yield* listedAt(RecipeAnswer, recipeList(siteId ?? null), id, "Recipe")
      const { ingredients } = dish
      return {
        value: dish.costPerHead,
        formula:
          dish.costPerHead === null
            ? "The cost of an ingredient is unknown, so the dish has no cost"
            : `${ingredients.map(({ quantity, unit, unitCost }) => `${quantity} ${unit} × ${unitCost}`).join(" + ")} = ${said(dish.costPerHead, "USD")}, rounded once`,
        inputs: ingredients.map(({ name, unit, quantity, unitCost, cost }) => ({
          label: `${name}, ${quantity} ${unit} at ${unitCost === null ? "an unknown cost" : `USD ${unitCost}`}`,
          value: cost,
        })),
        records: [{ stream: `dish/${id}`, title: dish.name, value: dish.costPerHead, path: `/catering/recipes?open=${id}` }],
      }
    }),
})

const mealCost = figure("menu.costPerHead", {
  label: "Cost of a meal per person",
  unit: "USD",
  needs: ["id", "day", "meal"],
  may: READERS,
  explain: ({ id, day, meal }, who) =>
    Effect.gen(function* () {
      const menu = yield* menuOf(who, id)
      const facts = yield* planFacts(menu.siteId, day, day, id)
      const planned = planMeals(facts, day, day).meals.find(({ mealType }) => mealType === meal)
      if (!planned) return yield* Effect.fail(notFound(`No menu has ${meal} on ${day}`))
      const value = planned.costPerHead === null ? null : formatMoney(planned.costPerHead)
      const parts = [...perHead(planned.dishes)].map(([stockItemId, quantity]) => ({ quantity, item: facts.items.get(stockItemId)! }))
      return {
        value,
        formula:
          value === null
            ? "The cost of an ingredient is unknown, so the meal has no cost"
            : `${parts.map(({ quantity, item }) => `${formatQuantity(quantity)} ${item.unit} × ${formatMoney(item.unitCost!)}`).join(" + ")} = ${said(value, "USD")}, rounded once`,
        inputs: parts.map(({ quantity, item: { name, unit, unitCost } }) => ({
          label: `${name}, ${formatQuantity(quantity)} ${unit} at ${unitCost === null ? "an unknown cost" : `USD ${formatMoney(unitCost)}`}`,
          value: unitCost === null ? null : formatMoney(Math.round((unitCost * quantity) / 1000)),
        })),
        records: planned.dishes.map(({ id, name }) => ({ stream: `dish/${id}`, title: name, value: null, path: `/catering/recipes?open=${id}` })),
      }
    }),
})

const shortage = figure("menu.shortage", {
  label: "Shortage of an item for a menu",
  unit: "units",
  needs: ["id", "line", "from", "to"],
  may: READERS,
  explain: ({ id, line, from, to }, who) =>
    Effect.gen(function* () {
      const menu = yield* menuOf(who, id)
      const { totals, meals } = planMeals(yield* planFacts(menu.siteId, from, to, id), from, to)
      const total = totals.find(({ item }) => item.stockItemId === line)
      if (!total) return yield* Effect.fail(notFound(`Item ${line} is not needed from ${from} to ${to}`))
      const { item, required, earlier, available, shortage } = total
      const value = formatQuantity(shortage)
      const of = (quantity: number) => formatQuantity(quantity)
      return {
        value,
        unit: item.unit,
        formula: `${of(required)} required − (${of(item.onHand)} on hand − ${of(earlier)} for earlier meals, at least 0: ${of(available)}) = ${said(value, item.unit)}, at least 0`,
        inputs: [
          { label: "On hand, not expired", value: of(item.onHand) },
          { label: "For earlier meals", value: of(-earlier) },
          ...meals
            .filter(({ issued, past }) => !issued && !past)
            .flatMap(({ date, mealType, heads, needs }) =>
              needs
                .filter(({ stockItemId }) => stockItemId === line)
                .map(({ required }) => ({ label: `${mealType} of ${date}, ${heads} people`, value: of(required) })),
            ),
        ],
        records: [{ stream: `menu_cycle/${id}`, title: menu.name, value: null, path: `/catering/menus?menu=${id}` }],
      }
    }),
})

export const cateringFigures = [recipeCost, mealCost, shortage]
