/** Encodes plans and recommendations as the contract defines them. */
import { mondayOf } from "@ops/platform/dates/days.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import type { CurrentMenuAnswer, RecommendationsAnswer, RequirementsAnswer } from "../contract.ts"
import { cycleDay } from "./calendar.ts"
import { allergic, dieting, mealsBetween, type PlanFacts, type PlanItem, planMeals, type Total } from "./menu-plan.ts"
import type { Recommendation, Situation } from "../recommendations/recommendations.ts"
import { allergensIn, type MealType } from "../labels.ts"

export interface SiteNamed {
  readonly id: number
  readonly name: string
  readonly code: string
}
const money = (cents: number | null) => (cents === null ? null : formatMoney(cents))

const datesBetween = (from: string, to: string): ReadonlyArray<string> => {
  const dates: Array<string> = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}

/** Whole units of an item to request, and their cost as far as known. */
export const orderOf = ({ item, toRequest }: Total) => {
  const quantity = Math.ceil(toRequest / 1000)
  return { stockItemId: item.stockItemId, quantity, estimatedCost: quantity * (item.unitCost ?? 0) }
}

/** Most people first, then alphabetically: row order would differ between queries. */
const mostFirst = ([one, ones]: readonly [string, number], [other, others]: readonly [string, number]) => others - ones || (one < other ? -1 : 1)

export const requirementsAnswer = (
  menu: { readonly id: number; readonly version: number; readonly weeks: number; readonly startDate: string },
  site: SiteNamed,
  facts: PlanFacts,
  from: string,
  to: string,
): typeof RequirementsAnswer.Type => {
  const { meals, totals } = planMeals(facts, from, to)
  const named = (id: number): Pick<PlanItem, "name" | "unit"> => facts.items.get(id) ?? { name: `Item ${id}`, unit: "" }
  const { people } = facts
  return {
    menuId: menu.id,
    version: menu.version,
    from,
    to,
    today: facts.today,
    site,
    people: {
      total: people.reduce((sum, group) => sum + group.people, 0),
      allergens: [...allergic(people)].sort(mostFirst).map(([word, people]) => ({ word, people })),
      diets: [...dieting(people)].sort(mostFirst).map(([word, people]) => ({ word, people })),
      others: [
        ...people.reduce((said, { allergies, people }) => {
          if (allergies !== null && allergies !== "" && allergensIn(allergies).length === 0) said.set(allergies, (said.get(allergies) ?? 0) + people)
          return said
        }, new Map<string, number>()),
      ].map(([text, people]) => ({ text, people })),
    },
    days: datesBetween(from, to).map((date) => ({ date, ...(cycleDay(menu, date) ?? { week: null, day: null }) })),
    meals: meals.map(({ needs, dishes, warnings, costPerHead, ...meal }) => ({
      ...meal,
      dishes: dishes.map(({ id, name }) => ({ id, name })),
      costPerHead: money(costPerHead),
      needs: needs.map(({ stockItemId, required, available, shortage }) => {
        const { name, unit } = named(stockItemId)
        return { stockItemId, name, unit, required: formatQuantity(required), available: formatQuantity(available), shortage: formatQuantity(shortage) }
      }),
      warnings: warnings.map((warning) => ({ ...warning, dishes: warning.kind === "allergen" ? warning.dishes : [] })),
    })),
    items: totals.map((total) => {
      const { item, required, earlier, available, shortage } = total
      const { quantity, estimatedCost } = orderOf(total)
      return {
        stockItemId: item.stockItemId,
        name: item.name,
        unit: item.unit,
        required: formatQuantity(required),
        onHand: formatQuantity(item.onHand),
        earlier: formatQuantity(earlier),
        available: formatQuantity(available),
        shortage: formatQuantity(shortage),
        onOrder: formatQuantity(item.onOrder),
        toRequest: quantity,
        estimatedCost: quantity === 0 || item.unitCost === null ? null : formatMoney(estimatedCost),
      }
    }),
  }
}

/** Monday to Sunday of a week at a site, for the people who eat there. */
export const currentMenuAnswer = (
  site: SiteNamed,
  facts: PlanFacts,
  menu: { readonly id: number; readonly name: string } | undefined,
  date: string,
  descriptions: ReadonlyMap<number, string>,
): typeof CurrentMenuAnswer.Type => {
  const monday = mondayOf(date)
  const meals = mealsBetween(facts, monday, addDays(monday, 6))
  return {
    site,
    menu: menu ? { id: menu.id, name: menu.name } : null,
    today: facts.today,
    days: datesBetween(monday, addDays(monday, 6)).map((date) => ({
      date,
      meals: meals
        .filter((meal) => meal.date === date)
        .map(({ mealType, dishes }) => ({
          mealType,
          dishes: dishes.map(({ id, name, allergens, diets }) => ({ id, name, description: descriptions.get(id) ?? "", allergens, diets })),
        })),
    })),
  }
}

export const recommendationsAnswer = (
  site: SiteNamed,
  { heads, rate }: Situation,
  found: ReadonlyArray<Recommendation>,
  mealType: MealType | undefined,
): typeof RecommendationsAnswer.Type => ({
  site,
  heads,
  rate: rate && { amount: formatMoney(rate.amount), client: rate.client },
  dishes: found
    .filter(({ mealTypes }) => mealType === undefined || mealTypes.includes(mealType))
    .map(({ dish, mealTypes, costPerHead, score, reasons }) => ({
      id: dish.id,
      name: dish.name,
      mealTypes,
      allergens: dish.allergens,
      diets: dish.diets,
      costPerHead: money(costPerHead),
      score,
      reasons,
    })),
})
