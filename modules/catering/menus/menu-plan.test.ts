/** The plan of a menu compared with a count per head; the calendar of cycles compared with a count per day. */
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { mondayOf } from "@ops/platform/dates/days.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { cycleDay } from "./calendar.ts"
import { costPerHead, type PlanDish, type PlanFacts, type PlanItem, planMeals } from "./menu-plan.ts"
import { allergensIn, dietsIn, mealTypes } from "../labels.ts"

const dish = (id: number, ingredients: PlanDish["ingredients"], more: Partial<PlanDish> = {}): PlanDish => ({
  id,
  name: `Dish ${id}`,
  allergens: [],
  diets: [],
  ingredients,
  ...more,
})
const item = (stockItemId: number, onHand: number, more: Partial<PlanItem> = {}): PlanItem => ({
  stockItemId,
  name: `Item ${stockItemId}`,
  unit: "kg",
  onHand,
  onOrder: 0,
  unitCost: 100,
  ...more,
})
const facts = (more: Partial<PlanFacts> & { readonly entries: PlanFacts["menus"][number]["entries"] }): PlanFacts => ({
  today: "2026-11-18",
  menus: [{ id: 1, name: "Main", weeks: 2, startDate: "2026-11-09", isActive: true, entries: more.entries }],
  dishes: new Map(),
  items: new Map(),
  heads: () => ({ heads: 10, source: "planned" }),
  people: [],
  issued: new Set(),
  ...more,
})
const entry = (week: number, day: number, mealType: (typeof mealTypes)[number], ...dishIds: ReadonlyArray<number>) => ({
  week,
  day,
  mealType,
  dishIds,
  since: "2026-11-01",
})

describe("a menu cycle", () => {
  test("counts its weeks from the Monday of its first week, and begins on its start date", () => {
    const menu = { weeks: 2, startDate: "2026-11-11" } // a Wednesday
    expect(mondayOf("2026-11-11")).toBe("2026-11-09")
    expect(cycleDay(menu, "2026-11-10")).toBeUndefined()
    expect(cycleDay(menu, "2026-11-11")).toEqual({ week: 1, day: 3 })
    expect(cycleDay(menu, "2026-11-22")).toEqual({ week: 2, day: 7 })
    expect(cycleDay(menu, "2026-11-23")).toEqual({ week: 1, day: 1 })
  })
  test("advances day by day, for any length and start", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 400 }), (weeks, offset) => {
        const startDate = addDays("2026-01-01", offset)
        const weekday = (date: string) => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
        let expected = { week: 1, day: weekday(startDate) }
        for (let n = 0; n < 100; n++) {
          expect(cycleDay({ weeks, startDate }, addDays(startDate, n))).toEqual(expected)
          expected = expected.day < 7 ? { ...expected, day: expected.day + 1 } : { week: (expected.week % weeks) + 1, day: 1 }
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe("a meal plan", () => {
  test("subtracts what earlier meals use from the stock on hand, from today onwards", () => {
    const plan = planMeals(
      facts({
        // the 16th is past; the 18th is today, a Wednesday of week 2
        entries: [entry(2, 1, "lunch", 1), entry(2, 3, "breakfast", 1), entry(2, 3, "lunch", 1), entry(2, 4, "lunch", 1, 2)],
        dishes: new Map([
          [1, dish(1, [{ stockItemId: 1, quantity: 200 }])],
          [2, dish(2, [{ stockItemId: 1, quantity: 50 }])],
        ]),
        items: new Map([[1, item(1, 5_000, { onOrder: 400 })]]),
      }),
      "2026-11-19",
      "2026-11-20",
    )
    expect(plan.meals.map(({ date, needs }) => [date, needs])).toEqual([
      ["2026-11-19", [{ stockItemId: 1, required: 2_500, available: 1_000, shortage: 1_500 }]],
    ])
    expect(plan.totals).toEqual([{ item: expect.anything(), required: 2_500, earlier: 4_000, available: 1_000, shortage: 1_500, toRequest: 1_100 }])
  })
  test("needs nothing more for a meal that was already issued", () => {
    const given = facts({
      entries: [entry(2, 3, "lunch", 1), entry(2, 3, "dinner", 1)],
      dishes: new Map([[1, dish(1, [{ stockItemId: 1, quantity: 200 }])]]),
      items: new Map([[1, item(1, 3_000)]]),
      issued: new Set(["2026-11-18 lunch"]),
    })
    const { meals, totals } = planMeals(given, "2026-11-18", "2026-11-18")
    expect(meals.map(({ mealType, issued, needs }) => [mealType, issued, needs[0]!.available, needs[0]!.shortage])).toEqual([
      ["lunch", true, 0, 0],
      ["dinner", false, 3_000, 0],
    ])
    expect(totals).toMatchObject([{ required: 2_000, shortage: 0 }])
  })
  test("uses the menu that started last; a deactivated menu is never used", () => {
    const menus = [
      { id: 1, name: "Old", weeks: 1, startDate: "2026-11-02", isActive: true, entries: [entry(1, 4, "lunch", 1)] },
      { id: 2, name: "New", weeks: 1, startDate: "2026-11-16", isActive: true, entries: [entry(1, 4, "lunch", 2)] },
      { id: 3, name: "Aside", weeks: 1, startDate: "2026-11-17", isActive: false, entries: [entry(1, 4, "lunch", 1)] },
    ]
    const dishes = new Map([1, 2].map((id) => [id, dish(id, [])]))
    expect(planMeals(facts({ menus, dishes, entries: [] }), "2026-11-12", "2026-11-19").meals.map(({ date, menuId }) => [date, menuId])).toEqual([
      ["2026-11-12", 1],
      ["2026-11-19", 2],
    ])
  })
  test("counts the people a meal would harm, and those who can eat none of it", () => {
    const { meals } = planMeals(
      facts({
        entries: [entry(2, 3, "lunch", 1, 2)],
        dishes: new Map([
          [1, dish(1, [], { allergens: ["peanuts"], diets: ["halal"] })],
          [2, dish(2, [], { allergens: ["fish", "peanuts"] })],
        ]),
        people: [
          { allergies: "Groundnuts", diet: "Halal", people: 2 },
          { allergies: "peanut oil, eggs", diet: "vegetarian", people: 1 },
          { allergies: null, diet: null, people: 80 },
        ],
      }),
      "2026-11-18",
      "2026-11-18",
    )
    expect(meals[0]!.warnings).toEqual([
      { kind: "allergen", word: "peanuts", people: 3, dishes: ["Dish 1", "Dish 2"] },
      { kind: "diet", word: "vegetarian", people: 1 },
    ])
  })
  test("has a cost per head from the average cost of stock, rounded once, or none at all", () => {
    const items = new Map([
      [1, item(1, 0, { unitCost: 333 })],
      [2, item(2, 0, { unitCost: null })],
    ])
    expect(costPerHead([dish(1, [{ stockItemId: 1, quantity: 100 }]), dish(2, [{ stockItemId: 1, quantity: 50 }])], items)).toBe(50)
    expect(costPerHead([dish(1, [{ stockItemId: 2, quantity: 100 }])], items)).toBeNull()
  })
  test("equals issuing each portion from the store one after the other", () => {
    const recipe = fc.array(fc.record({ stockItemId: fc.integer({ min: 1, max: 3 }), quantity: fc.integer({ min: 1, max: 400 }) }), {
      minLength: 1,
      maxLength: 4,
    })
    const slots = fc.array(
      fc.record({
        week: fc.integer({ min: 1, max: 2 }),
        day: fc.integer({ min: 1, max: 7 }),
        meal: fc.integer({ min: 0, max: 2 }),
        dishId: fc.integer({ min: 1, max: 4 }),
      }),
      { maxLength: 25 },
    )
    const stock = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(
        fc.array(recipe, { minLength: 4, maxLength: 4 }),
        slots,
        stock,
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 0, max: 14 }),
        (recipes, slots, stock, heads, ahead, length) => {
          const entries = [...new Map(slots.map((slot) => [`${slot.week} ${slot.day} ${slot.meal}`, slot])).values()].map(({ week, day, meal, dishId }) =>
            entry(week, day, mealTypes[meal]!, dishId),
          )
          const given = facts({
            entries,
            dishes: new Map(recipes.map((ingredients, n) => [n + 1, dish(n + 1, ingredients)])),
            items: new Map(stock.map((onHand, n) => [n + 1, item(n + 1, onHand)])),
            heads: () => ({ heads, source: "planned" }),
          })
          const from = addDays(given.today, ahead)
          const to = addDays(from, length)
          const store = [0, ...stock]
          const missing = [0, 0, 0, 0]
          for (let date = given.today; date <= to; date = addDays(date, 1)) {
            const { week, day } = cycleDay(given.menus[0]!, date)!
            for (const mealType of mealTypes) {
              const dishId = entries.find((entry) => entry.week === week && entry.day === day && entry.mealType === mealType)?.dishIds[0]
              for (let head = 0; dishId !== undefined && head < heads; head++) {
                for (const { stockItemId, quantity } of recipes[dishId - 1]!) {
                  const taken = Math.min(quantity, store[stockItemId]!)
                  store[stockItemId]! -= taken
                  if (date >= from) missing[stockItemId]! += quantity - taken
                }
              }
            }
          }
          const { meals, totals } = planMeals(given, from, to)
          for (const id of [1, 2, 3]) {
            expect(totals.find(({ item }) => item.stockItemId === id)?.shortage ?? 0).toBe(missing[id])
            expect(meals.flatMap(({ needs }) => needs.filter(({ stockItemId }) => stockItemId === id)).reduce((sum, { shortage }) => sum + shortage, 0)).toBe(
              missing[id],
            )
          }
        },
      ),
      { numRuns: times(50, 200) },
    )
  })
})

test("dietary needs are recognised in people's own words, without reading more into them", () => {
  expect(allergensIn("Groundnuts and shellfish")).toEqual(["crustaceans", "peanuts", "molluscs"])
  expect(allergensIn("Peanuts")).toEqual(["peanuts"])
  expect(allergensIn("nuts")).toEqual(["nuts"])
  expect(allergensIn("bee stings, eggplant")).toEqual([])
  expect(dietsIn("Halal, vegetarian")).toEqual(["halal", "vegetarian"])
})
