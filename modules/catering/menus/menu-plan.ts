/**
 * The requirements of a site's menu by meal; pure functions. Quantities are thousandths of the item's unit, costs cents
 * of USD. Every head of a meal eats every dish of it. A meal that was issued to the kitchen has already taken its
 * goods; a meal of an earlier day requires nothing more.
 */
import { addDays } from "@ops/platform/calendar.ts"
import { cycleDay, menuOn } from "./calendar.ts"
import type { MenuCycleRow } from "./menu-cycle.ts"
import { type Allergen, allergensIn, type Diet, dietsIn, type MealType, mealTypes } from "../labels.ts"

export type PlanMenu = Pick<MenuCycleRow, "id" | "name" | "weeks" | "startDate" | "isActive" | "entries">
export interface PlanDish {
  readonly id: number
  readonly name: string
  readonly allergens: ReadonlyArray<Allergen>
  readonly diets: ReadonlyArray<Diet>
  readonly ingredients: ReadonlyArray<{ readonly stockItemId: number; readonly quantity: number }>
}
export interface PlanItem {
  readonly stockItemId: number
  readonly name: string
  readonly unit: string
  /** available today */
  readonly onHand: number
  /** ordered, not yet received */
  readonly onOrder: number
  /** cents per unit: the average of the stock on hand, else the usual cost; null if unknown */
  readonly unitCost: number | null
}
/** How many people eat: as planned by contract or capacity, else as recently served, else unknown. */
export interface PlanHeads {
  readonly heads: number
  readonly source: "planned" | "served" | "none"
}
/** People on the lists of the site with the same dietary needs, in the same words. */
export interface PlanPeople {
  readonly allergies: string | null
  readonly diet: string | null
  readonly people: number
}
export interface PlanFacts {
  readonly today: string
  readonly menus: ReadonlyArray<PlanMenu>
  readonly dishes: ReadonlyMap<number, PlanDish>
  readonly items: ReadonlyMap<number, PlanItem>
  readonly heads: (date: string, mealType: MealType) => PlanHeads
  readonly people: ReadonlyArray<PlanPeople>
  /** keys such as "2026-11-21 lunch" of meals already issued to the kitchen */
  readonly issued: ReadonlySet<string>
}

export interface Need {
  readonly stockItemId: number
  readonly required: number
  /** on hand, less the quantity used by earlier meals; never below 0 */
  readonly available: number
  readonly shortage: number
}
export interface PlannedMeal extends PlanHeads {
  readonly date: string
  readonly mealType: MealType
  readonly menuId: number
  readonly week: number
  readonly day: number
  readonly dishes: ReadonlyArray<PlanDish>
  readonly issued: boolean
  readonly past: boolean
  readonly needs: ReadonlyArray<Need>
  /** null if the cost of an ingredient is unknown */
  readonly costPerHead: number | null
  readonly warnings: ReadonlyArray<Warning>
}
/** People on site who are allergic to a dish of the meal, or who cannot eat any of its dishes. */
export type Warning =
  | { readonly kind: "allergen"; readonly word: Allergen; readonly people: number; readonly dishes: ReadonlyArray<string> }
  | { readonly kind: "diet"; readonly word: Diet; readonly people: number }
export interface Total {
  readonly item: PlanItem
  readonly required: number
  /** quantity used by meals before the period */
  readonly earlier: number
  readonly available: number
  readonly shortage: number
  /** short and not on order */
  readonly toRequest: number
}

/** The number of people on site with each allergy. */
export const allergic = (people: ReadonlyArray<PlanPeople>) => tally(people, ({ allergies }) => allergensIn(allergies ?? ""))
/** The number of people on site with each diet. */
export const dieting = (people: ReadonlyArray<PlanPeople>) => tally(people, ({ diet }) => dietsIn(diet ?? ""))
const tally = <Word extends string>(people: ReadonlyArray<PlanPeople>, words: (of: PlanPeople) => ReadonlyArray<Word>): ReadonlyMap<Word, number> => {
  const counts = new Map<Word, number>()
  for (const group of people) for (const word of words(group)) counts.set(word, (counts.get(word) ?? 0) + group.people)
  return counts
}

/** The quantity of each item that one head requires, over all these dishes. */
export const perHead = (dishes: ReadonlyArray<Pick<PlanDish, "ingredients">>): ReadonlyMap<number, number> => {
  const needs = new Map<number, number>()
  for (const { ingredients } of dishes) {
    for (const { stockItemId, quantity } of ingredients) needs.set(stockItemId, (needs.get(stockItemId) ?? 0) + quantity)
  }
  return needs
}

/** Cost of dishes per head in cents, rounded once; null if the cost of an ingredient is unknown. */
export const costPerHead = (dishes: ReadonlyArray<Pick<PlanDish, "ingredients">>, items: ReadonlyMap<number, Pick<PlanItem, "unitCost">>): number | null => {
  let thousandths = 0
  for (const [id, quantity] of perHead(dishes)) {
    const unitCost = items.get(id)?.unitCost ?? null
    if (unitCost === null) return null
    thousandths += unitCost * quantity
  }
  return Math.round(thousandths / 1000)
}

/** The meals of the site's menus from one date to another in cooking order, without stock. */
export const mealsBetween = ({ menus, dishes }: Pick<PlanFacts, "menus" | "dishes">, from: string, to: string) => {
  const meals: Array<Pick<PlannedMeal, "date" | "mealType" | "menuId" | "week" | "day" | "dishes"> & { readonly since: string }> = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const menu = menuOn(menus, date)
    const place = menu && cycleDay(menu, date)
    if (!place) continue
    for (const mealType of mealTypes) {
      const entry = menu.entries.find((entry) => entry.week === place.week && entry.day === place.day && entry.mealType === mealType)
      if (entry) {
        const cooked = entry.dishIds.flatMap((id) => dishes.get(id) ?? [])
        meals.push({ date, mealType, menuId: menu.id, ...place, dishes: cooked, since: entry.since })
      }
    }
  }
  return meals
}

const warningsOf = (dishes: ReadonlyArray<PlanDish>, people: ReadonlyArray<PlanPeople>): ReadonlyArray<Warning> => [
  ...[...allergic(people)].flatMap(([word, count]): ReadonlyArray<Warning> => {
    const harmful = dishes.filter((dish) => dish.allergens.includes(word)).map(({ name }) => name)
    return harmful.length === 0 ? [] : [{ kind: "allergen", word, people: count, dishes: harmful }]
  }),
  ...[...dieting(people)].flatMap(
    ([word, count]): ReadonlyArray<Warning> =>
      dishes.length === 0 || dishes.some((dish) => dish.diets.includes(word)) ? [] : [{ kind: "diet", word, people: count }],
  ),
]

/**
 * The meals from one date to another, each with its requirements against the stock on hand less what earlier meals use,
 * from today on; and the totals of the period by item, the largest shortage first.
 */
export const planMeals = (
  facts: PlanFacts,
  from: string,
  to: string,
): { readonly meals: ReadonlyArray<PlannedMeal>; readonly totals: ReadonlyArray<Total> } => {
  const { today, items, heads, people, issued } = facts
  const left = new Map([...items].map(([id, { onHand }]) => [id, onHand]))
  const earlier = new Map<number, number>()
  const required = new Map<number, number>()
  const meals: Array<PlannedMeal> = []
  for (const { since: _, ...meal } of mealsBetween(facts, from < today ? from : today, to)) {
    const eaters = heads(meal.date, meal.mealType)
    const isIssued = issued.has(`${meal.date} ${meal.mealType}`)
    const isPast = meal.date < today
    const isAsked = meal.date >= from
    const needs = [...perHead(meal.dishes)].map(([stockItemId, quantity]): Need => {
      const needed = quantity * eaters.heads
      if (isIssued || isPast) return { stockItemId, required: needed, available: 0, shortage: 0 }
      const available = Math.max(0, left.get(stockItemId) ?? 0)
      left.set(stockItemId, available - Math.min(available, needed))
      const sums = isAsked ? required : earlier
      sums.set(stockItemId, (sums.get(stockItemId) ?? 0) + needed)
      return { stockItemId, required: needed, available, shortage: Math.max(0, needed - available) }
    })
    if (!isAsked) continue
    meals.push({
      ...meal,
      ...eaters,
      issued: isIssued,
      past: isPast,
      needs,
      costPerHead: costPerHead(meal.dishes, items),
      warnings: warningsOf(meal.dishes, people),
    })
  }
  const totals = [...required].map(([id, needed]): Total => {
    const item = items.get(id) ?? { stockItemId: id, name: `Item ${id}`, unit: "", onHand: 0, onOrder: 0, unitCost: null }
    const before = earlier.get(id) ?? 0
    const available = Math.max(0, item.onHand - before)
    const shortage = Math.max(0, needed - available)
    return { item, required: needed, earlier: before, available, shortage, toRequest: Math.max(0, shortage - item.onOrder) }
  })
  const share = ({ shortage, required }: Total) => shortage / required
  return { meals, totals: totals.filter((total) => total.required > 0).sort((a, b) => share(b) - share(a) || a.item.name.localeCompare(b.item.name)) }
}
