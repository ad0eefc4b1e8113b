/** Recommends dishes for the people of a site, with reasons; pure functions. Quantities are thousandths, costs cents of USD. */
import { addDays } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { count } from "@ops/platform/text.ts"
import { formatDay } from "@ops/platform/dates/sentence.ts"
import { allergic, dieting, type PlanDish, type PlanItem, type PlanPeople } from "../menus/menu-plan.ts"
import { inWords, type MealType } from "../labels.ts"

export interface Candidate {
  readonly dish: PlanDish
  readonly mealTypes: ReadonlyArray<MealType>
  readonly costPerHead: number | null
  /** of past meals with the dish: heads planned and served */
  readonly uptake: { readonly meals: number; readonly planned: number; readonly served: number } | null
  /** the nearest dates with it on the menu, before today and from today on */
  readonly lastOn: string | null
  readonly nextOn: string | null
  readonly ratings: { readonly count: number; readonly average: number } | null
  /** how often it was wished for by name */
  readonly wishes: number
}
export interface Expiring {
  readonly stockItemId: number
  readonly expiryDate: string
  readonly quantity: number
}
export interface Situation {
  readonly today: string
  /** heads at the usual meal */
  readonly heads: number
  readonly people: ReadonlyArray<PlanPeople>
  /** the lowest meal price of a client at the site, cents of USD; null without a contract */
  readonly rate: { readonly amount: number; readonly client: string } | null
  readonly items: ReadonlyMap<number, PlanItem>
  /** lots of the site's store that expire soon */
  readonly expiring: ReadonlyArray<Expiring>
}
export interface Reason {
  readonly kind: "uptake" | "cost" | "expiry" | "stock" | "diet" | "allergen" | "rating" | "wish" | "variety"
  readonly text: string
  /** added to the score; may be negative */
  readonly points: number
}
export interface Recommendation {
  readonly dish: PlanDish
  readonly mealTypes: ReadonlyArray<MealType>
  readonly costPerHead: number | null
  readonly score: number
  /** largest effect first */
  readonly reasons: ReadonlyArray<Reason>
}

const rounded = (points: number) => Math.round(points * 10) / 10

/** Candidates in order of score, best first; each with every reason that counted. */
export const recommend = (candidates: ReadonlyArray<Candidate>, situation: Situation): ReadonlyArray<Recommendation> =>
  candidates
    .map((candidate): Recommendation => {
      const { dish, mealTypes, costPerHead } = candidate
      const reasons = [
        ...uptake(candidate),
        ...cost(candidate, situation),
        ...expiry(candidate, situation),
        ...stock(candidate, situation),
        ...dietsAndAllergens(candidate, situation),
        ...opinions(candidate),
        ...variety(candidate, situation),
      ]
        .map((reason) => ({ ...reason, points: rounded(reason.points) }))
        .filter(({ points }) => points !== 0)
        .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
      return { dish, mealTypes, costPerHead, score: rounded(reasons.reduce((sum, { points }) => sum + points, 0)), reasons }
    })
    .sort((a, b) => b.score - a.score || a.dish.name.localeCompare(b.dish.name))

/** 90 % of the planned heads is normal at a meal; every 5 % more or less is one point, up to three. */
const uptake = ({ uptake }: Candidate): ReadonlyArray<Reason> => {
  if (uptake === null || uptake.planned === 0) return []
  const share = uptake.served / uptake.planned
  const text = `${Math.round(share * 100)}% of planned people came, over ${count(uptake.meals, "meal")}`
  return [{ kind: "uptake", text, points: Math.max(-3, Math.min(3, (share - 0.9) * 20)) }]
}

const cost = ({ costPerHead }: Candidate, { rate }: Situation): ReadonlyArray<Reason> => {
  if (costPerHead === null || rate === null || rate.amount <= 0) return []
  const share = costPerHead / rate.amount
  const text = `USD ${formatMoney(costPerHead)} per person, ${share > 1 ? "above" : "under"} the rate of USD ${formatMoney(rate.amount)} of ${rate.client}`
  return [{ kind: "cost", text, points: share > 1 ? -5 : 2 * (1 - share) }]
}

const expiry = ({ dish }: Candidate, { expiring, items, heads, today }: Situation): ReadonlyArray<Reason> =>
  expiring.flatMap(({ stockItemId, expiryDate, quantity }): ReadonlyArray<Reason> => {
    const item = items.get(stockItemId)
    const each = dish.ingredients.find((ingredient) => ingredient.stockItemId === stockItemId)?.quantity
    if (!item || !each) return []
    const used = Math.min(quantity, each * Math.max(1, heads))
    const when = expiryDate === today ? "today" : `on ${formatDay(expiryDate)}`
    return [
      {
        kind: "expiry",
        text: `Uses ${formatQuantity(used)} of the ${formatQuantity(quantity)} ${item.unit} of ${item.name} that expire ${when}`,
        points: 1 + 2 * (used / quantity),
      },
    ]
  })

const stock = ({ dish }: Candidate, { items, heads }: Situation): ReadonlyArray<Reason> => {
  if (heads === 0) return []
  const lacking = dish.ingredients.filter(({ stockItemId, quantity }) => (items.get(stockItemId)?.onHand ?? 0) < quantity * heads)
  if (lacking.length === 0) return [{ kind: "stock", text: `Everything is on hand for ${count(heads, "person", "people")}`, points: 1 }]
  const names = lacking.map(({ stockItemId }) => items.get(stockItemId)?.name ?? `Item ${stockItemId}`).join(", ")
  return [{ kind: "stock", text: `Not enough on hand for ${count(heads, "person", "people")}: ${names}`, points: -Math.min(3, lacking.length) }]
}

const dietsAndAllergens = ({ dish }: Candidate, { people }: Situation): ReadonlyArray<Reason> => {
  const all = Math.max(
    1,
    people.reduce((sum, group) => sum + group.people, 0),
  )
  return [
    ...[...dieting(people)]
      .filter(([diet]) => dish.diets.includes(diet))
      .map(
        ([diet, eaters]): Reason => ({
          kind: "diet",
          text: `Suits ${count(eaters, "person", "people")} on site who eat ${inWords(diet)}`,
          points: 0.5 + (3 * eaters) / all,
        }),
      ),
    ...[...allergic(people)]
      .filter(([allergen]) => dish.allergens.includes(allergen))
      .map(([allergen, eaters]): Reason => {
        const text = `Contains ${inWords(allergen)}: ${count(eaters, "person on site is", "people on site are")} allergic`
        return { kind: "allergen", text, points: -1 - (10 * eaters) / all }
      }),
  ]
}

const opinions = ({ ratings, wishes }: Candidate): ReadonlyArray<Reason> => [
  ...(ratings === null
    ? []
    : [{ kind: "rating" as const, text: `Rated ${ratings.average.toFixed(1)} of 5, ${count(ratings.count, "time")}`, points: 1.5 * (ratings.average - 3) }]),
  ...(wishes === 0 ? [] : [{ kind: "wish" as const, text: `Wished for ${count(wishes, "time")}`, points: Math.min(3, wishes) }]),
]

/** A dish served recently loses points; one not served for two weeks gains. */
const variety = ({ lastOn, nextOn }: Candidate, { today }: Situation): ReadonlyArray<Reason> => {
  if (nextOn !== null && nextOn <= addDays(today, 3)) return [{ kind: "variety", text: `On the menu on ${formatDay(nextOn)} already`, points: -2 }]
  if (lastOn !== null && lastOn >= addDays(today, -3)) return [{ kind: "variety", text: `Was on the menu on ${formatDay(lastOn)}`, points: -1 }]
  if (lastOn === null) return [{ kind: "variety", text: "Not on the menu in the last eight weeks", points: 1 }]
  return lastOn < addDays(today, -14) ? [{ kind: "variety", text: `Last on the menu on ${formatDay(lastOn)}`, points: 0.5 }] : []
}
