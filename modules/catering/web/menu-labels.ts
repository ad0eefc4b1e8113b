/** Labels of the menu screens, and the lists their actions change. */
import { metricsPath } from "@ops/platform/ui/data/inbox-path.ts"
import { addDays } from "@ops/platform/calendar.ts"
import type { RequirementsAnswer } from "../contract.ts"
import type { menus } from "../menus/resource.ts"
import type { RecipeAnswer } from "../recipes/contract.ts"
import type { Allergen, Diet, MealType } from "../labels.ts"
import { pathsOf } from "./client.ts"

export type Menu = (typeof menus)["Row"]
export type Recipe = typeof RecipeAnswer.Type
export type Requirements = typeof RequirementsAnswer.Type
export type PlannedMeal = Requirements["meals"][number]

export const menuLists = pathsOf("GET /api/menus", "GET /api/purchase-requests")
export const recipeLists = pathsOf("GET /api/recipes", "GET /api/menus")
export const issueLists = [...pathsOf("GET /api/menus", "GET /api/recipes"), "/api/stock", metricsPath]

export const mealTypes: readonly MealType[] = ["breakfast", "lunch", "dinner"]
const allergenNames: Readonly<Record<Allergen, string>> = {
  gluten: "Gluten",
  crustaceans: "Crustaceans",
  eggs: "Eggs",
  fish: "Fish",
  peanuts: "Peanuts",
  soya: "Soya",
  milk: "Milk",
  nuts: "Nuts",
  celery: "Celery",
  mustard: "Mustard",
  sesame: "Sesame",
  sulphites: "Sulphites",
  lupin: "Lupin",
  molluscs: "Molluscs",
}
const dietNames: Readonly<Record<Diet, string>> = {
  halal: "Halal",
  vegetarian: "Vegetarian",
  vegan: "Vegan",
  gluten_free: "Gluten free",
  lactose_free: "Lactose free",
  low_salt: "Low salt",
  diabetic: "Diabetic",
}
export const allergens = Object.keys(allergenNames) as readonly Allergen[]
export const diets = Object.keys(dietNames) as readonly Diet[]

/** For example "gluten free" from "gluten_free". */
export const inWords = (word: string) => word.replaceAll("_", " ")
/** For example "Lunch" from "lunch". */
export const titled = (word: string) => inWords(word).replace(/^./, (letter) => letter.toUpperCase())
/** "12 people", "1 person". */
export const peopleWord = (people: number) => `${people} ${people === 1 ? "person" : "people"}`

/** Numbered from Monday, which is 1. */
export const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
/** The Monday of the week of a date. */
export const mondayOf = (date: string) => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))
