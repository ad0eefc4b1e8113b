/** The labels of menus, for records, screens and the command line. */
import { wordOf } from "@ops/platform/text.ts"

export const mealTypes = ["breakfast", "lunch", "dinner"] as const
export type MealType = (typeof mealTypes)[number]

/** Numbered from Monday, which is 1. */
export const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const

/** The allergens that must be named on menus (Regulation (EU) 1169/2011, annex II), with patterns of the words people use for them. */
const allergenWords = {
  gluten: /gluten|wheat|coeliac|celiac/,
  crustaceans: /crustacean|shellfish|shrimp|prawn|crab|lobster/,
  eggs: /\beggs?\b/,
  fish: /\bfish\b/,
  peanuts: /peanut|groundnut/,
  soya: /\bsoya?\b/,
  milk: /milk|dairy|lactose/,
  nuts: /\bnuts?\b|almond|cashew|walnut|hazelnut/,
  celery: /celery/,
  mustard: /mustard/,
  sesame: /sesame|simsim/,
  sulphites: /sulphite|sulfite/,
  lupin: /lupin/,
  molluscs: /mollus|shellfish|mussel|oyster|squid/,
} as const
export type Allergen = keyof typeof allergenWords
export const allergens = Object.keys(allergenWords) as ReadonlyArray<Allergen>

/** Diets that a dish can suit. */
const dietWords = {
  halal: /halal|muslim|no pork/,
  vegetarian: /vegetarian/,
  vegan: /vegan/,
  gluten_free: /gluten|coeliac|celiac/,
  lactose_free: /lactose|dairy|no milk/,
  low_salt: /low salt|no salt|salt[- ]free|hypertensi/,
  diabetic: /diabet|low sugar|no sugar/,
} as const
export type Diet = keyof typeof dietWords
export const diets = Object.keys(dietWords) as ReadonlyArray<Diet>

const found = <Word extends string>(words: Readonly<Record<Word, RegExp>>, text: string): ReadonlyArray<Word> => {
  const small = text.toLowerCase()
  return (Object.keys(words) as Array<Word>).filter((word) => words[word].test(small))
}
/** The allergens that match a person's own words; none if nothing matches. */
export const allergensIn = (text: string): ReadonlyArray<Allergen> => found(allergenWords, text)
/** The diets that match a person's own words. */
export const dietsIn = (text: string): ReadonlyArray<Diet> => found(dietWords, text)

/** For example "gluten free" from "gluten_free". */
export const inWords = (word: string): string => word.replaceAll("_", " ")
/** For example "Lunch" from "lunch". */
export const titled = wordOf
