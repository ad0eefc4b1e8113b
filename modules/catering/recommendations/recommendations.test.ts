/** Each reason of a recommendation, and that the score is their sum. */
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { type Candidate, recommend, type Situation } from "./recommendations.ts"
import { allergens, diets } from "../labels.ts"

const dish = { id: 1, name: "Pilau", allergens: [], diets: [], ingredients: [{ stockItemId: 1, quantity: 100 }] }
const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  dish,
  mealTypes: ["lunch"],
  costPerHead: null,
  uptake: null,
  lastOn: "2026-11-10",
  nextOn: null,
  ratings: null,
  wishes: 0,
  ...more,
})
const rice = { stockItemId: 1, name: "Rice", unit: "kg", onHand: 0, onOrder: 0, unitCost: 100 }
const situation = (more: Partial<Situation> = {}): Situation => ({
  today: "2026-11-21",
  heads: 0,
  people: [],
  rate: null,
  items: new Map([[1, rice]]),
  expiring: [],
  ...more,
})
/** The reasons of one candidate, as kind, points and text. */
const why = (of: Partial<Candidate>, at: Partial<Situation> = {}) => {
  const [found] = recommend([candidate(of)], situation(at))
  return found!.reasons.map(({ kind, points, text }) => [kind, points, text])
}

test("a dish with low attendance ranks lower, and one with full attendance higher", () => {
  expect(why({ uptake: { meals: 4, planned: 160, served: 160 } })).toEqual([["uptake", 2, "100% of planned people came, over 4 meals"]])
  expect(why({ uptake: { meals: 1, planned: 40, served: 30 } })).toEqual([["uptake", -3, "75% of planned people came, over 1 meal"]])
  expect(why({ uptake: { meals: 1, planned: 0, served: 30 } })).toEqual([])
})
test("the cost per head is compared with the client's rate", () => {
  const rate = { amount: 12_00, client: "Nile Drilling" }
  expect(why({ costPerHead: 3_00 }, { rate })).toEqual([["cost", 1.5, "USD 3.00 per person, under the rate of USD 12.00 of Nile Drilling"]])
  expect(why({ costPerHead: 12_01 }, { rate })).toEqual([["cost", -5, "USD 12.01 per person, above the rate of USD 12.00 of Nile Drilling"]])
  expect(why({ costPerHead: null }, { rate })).toEqual([])
})
test("stock about to expire raises a dish's score, and missing stock lowers it", () => {
  const expiring = [{ stockItemId: 1, expiryDate: "2026-11-23", quantity: 8_000 }]
  expect(why({}, { heads: 40, expiring, items: new Map([[1, { ...rice, onHand: 9_000 }]]) })).toEqual([
    ["expiry", 2, "Uses 4.00 of the 8.00 kg of Rice that expire on 23 Nov 2026"],
    ["stock", 1, "Everything is on hand for 40 people"],
  ])
  expect(why({}, { heads: 40 })).toEqual([["stock", -1, "Not enough on hand for 40 people: Rice"]])
  expect(why({ dish: { ...dish, ingredients: [] } }, { expiring })).toEqual([])
})
test("diets and allergies of the people on site affect the score", () => {
  const people = [
    { allergies: "Peanuts", diet: "Halal", people: 2 },
    { allergies: null, diet: "halal", people: 3 },
    { allergies: null, diet: null, people: 5 },
  ]
  expect(why({ dish: { ...dish, diets: ["halal"], allergens: ["peanuts", "fish"] } }, { people })).toEqual([
    ["allergen", -3, "Contains peanuts: 2 people on site are allergic"],
    ["diet", 2, "Suits 5 people on site who eat halal"],
  ])
})
test("clients' wishes and ratings and the date last served affect the score", () => {
  expect(why({ ratings: { count: 2, average: 4.5 }, wishes: 1 })).toEqual([
    ["rating", 2.3, "Rated 4.5 of 5, 2 times"],
    ["wish", 1, "Wished for 1 time"],
  ])
  expect(why({ nextOn: "2026-11-24" })).toEqual([["variety", -2, "On the menu on 24 Nov 2026 already"]])
  expect(why({ lastOn: "2026-11-19" })).toEqual([["variety", -1, "Was on the menu on 19 Nov 2026"]])
  expect(why({ lastOn: null })).toEqual([["variety", 1, "Not on the menu in the last eight weeks"]])
})

test("the score is the sum of the reasons shown and determines the order of the list", () => {
  const candidates = fc.array(
    fc.record({
      uptake: fc.option(fc.record({ meals: fc.constant(3), planned: fc.integer({ min: 1, max: 300 }), served: fc.integer({ min: 0, max: 300 }) })),
      costPerHead: fc.option(fc.integer({ min: 0, max: 2_000 })),
      ratings: fc.option(fc.record({ count: fc.constant(1), average: fc.float({ min: 1, max: 5, noNaN: true }) })),
      wishes: fc.integer({ min: 0, max: 9 }),
      lastOn: fc.constantFrom(null, "2026-11-01", "2026-11-20"),
      allergens: fc.subarray([...allergens]),
      diets: fc.subarray([...diets]),
    }),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(candidates, (drawn) => {
      const given = drawn.map(({ allergens, diets, ...more }, n) => candidate({ ...more, dish: { ...dish, id: n + 1, name: `Dish ${n}`, allergens, diets } }))
      const people = [{ allergies: "fish, milk", diet: "vegetarian", people: 7 }]
      const found = recommend(given, situation({ people, rate: { amount: 900, client: "A" }, heads: 10 }))
      expect(found).toHaveLength(given.length)
      for (const { score, reasons } of found) {
        expect(score).toBeCloseTo(
          reasons.reduce((sum, { points }) => sum + points, 0),
          6,
        )
        for (const { text, points } of reasons) expect([text.length > 0, points !== 0]).toEqual([true, true])
      }
      for (const [n, { score }] of found.slice(1).entries()) expect(score).toBeLessThanOrEqual(found[n]!.score)
    }),
  )
})
