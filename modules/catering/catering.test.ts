/** Commands on dishes, menus, wishes and the kitchen, and their rejections: without a database. */
import { describe, expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { DishAdded, addDish, changeDish, dishes, restoreDish, retireDish } from "./recipes/dish.ts"
import { issueMeal, kitchenIssues } from "./kitchen-issues/kitchen-issue.ts"
import { archiveMenu, changeMenu, menuCycles, planMenu, restoreMenu, setSlots } from "./menus/menu-cycle.ts"
import { requestShortages } from "./menus/shortages.ts"
import { logWish } from "./recommendations/menu-wish.ts"
import { beans, fed, oil, person, pilau, planned, rice, store } from "./testing.ts"

const supervisor = person(6)
const kitchen = given(...store, ...fed, ...planned)

describe("a recipe", () => {
  const dish = { ...pilau, name: "Beans and oil", ingredients: [{ stockItemId: beans.id, quantity: 80 }] }
  test("is added, changed, retired and reinstated", () => {
    kitchen
      .when(addDish, dish, supervisor)
      .gives(["dish/2", "DishAdded", { ...dish, createdBy: 6 }])
      .when(changeDish, { id: 2, name: "Beans" }, supervisor)
      .holds(dishes, 2, { name: "Beans", ingredients: dish.ingredients })
      .when(changeDish, { id: 2, name: "Beans" }, supervisor)
      .gives()
      .when(retireDish, { id: 2, reason: "No one eats it" }, supervisor)
      .holds(dishes, 2, { isActive: false })
      .when(restoreDish, { id: 2 }, supervisor)
      .holds(dishes, 2, { isActive: true })
  })
  test("requires a quantity for each ingredient, each listed once", () => {
    const of = (...ingredients: typeof dish.ingredients) => kitchen.when(addDish, { ...dish, ingredients }, supervisor)
    of().refuses("Add at least one ingredient with its quantity per serving", 422)
    of({ stockItemId: rice.id, quantity: 0 }).refuses("Quantity of Rice per serving must be greater than 0", 422)
    of({ stockItemId: rice.id, quantity: -5 }).refuses("Quantity of Rice per serving must be greater than 0", 422)
    of({ stockItemId: rice.id, quantity: 150_000 }).refuses("Quantity of Rice per serving must be 10 kg at most", 422)
    of({ stockItemId: rice.id, quantity: 1 }, { stockItemId: rice.id, quantity: 2 }).refuses(
      "Rice is in the recipe twice. Combine the quantities in one line",
      422,
    )
    of({ stockItemId: 99, quantity: 1 }).refuses("Stock item 99 does not exist", 404)
    kitchen.when(addDish, { ...dish, mealTypes: [] }, supervisor).refuses("Choose at least one meal for the dish", 422)
    kitchen.when(addDish, pilau, supervisor).refuses("A dish with this name already exists", 409)
  })
  test("can be edited by supervisors and management", () => {
    for (const level of [3, 7]) kitchen.when(addDish, dish, person(level)).refuses("Only supervisors and management can change menus and recipes", 403)
  })
})

describe("a menu", () => {
  test("is planned for 1 to 6 weeks at a site, under a name unique to that site", () => {
    const menu = { siteId: 1, name: "Winter", weeks: 4, startDate: "2026-12-01" }
    kitchen.when(planMenu, menu, supervisor).gives(["menu_cycle/2", "MenuPlanned", { ...menu, createdBy: 6 }])
    kitchen.when(planMenu, { ...menu, name: "Camp menu" }, supervisor).refuses("This site already has a menu with this name", 409)
    kitchen.when(planMenu, { ...menu, weeks: 7 }, supervisor).refuses("A menu repeats after 1 to 6 weeks", 422)
    kitchen.when(planMenu, { ...menu, siteId: 2 }, supervisor).refuses("You work at another site than Site 2", 403)
    kitchen.when(changeMenu, { id: 1, weeks: 2 }, person(6, { confinedTo: 2 })).refuses("Menu 1 does not exist", 404)
  })
  test("has dishes at its meals, which stay until replaced", () => {
    const friday = { week: 1, day: 5, mealType: "dinner" as const, dishIds: [1] }
    const set = kitchen.when(setSlots, { id: 1, slots: [friday] }, supervisor).gives(["menu_cycle/1", "MenuSlotsSet", { slots: [friday] }])
    expect(set.row(menuCycles, 1)!.entries.map(({ day, mealType, since }) => [day, mealType, since])).toEqual([
      [5, "dinner", "2026-11-21"],
      [6, "lunch", "2026-11-21"],
      [7, "lunch", "2026-11-21"],
    ])
    set.when(setSlots, { id: 1, slots: [friday] }, supervisor).gives()
    const emptied = set.when(setSlots, { id: 1, slots: [{ ...friday, dishIds: [] }] }, supervisor)
    expect(emptied.row(menuCycles, 1)!.entries.map(({ day }) => day)).toEqual([6, 7])
  })
  test("accepts only active dishes, at their meals, in one of its weeks", () => {
    const slot = { week: 1, day: 5, mealType: "lunch" as const, dishIds: [1] }
    const set = (more: object) => kitchen.when(setSlots, { id: 1, slots: [{ ...slot, ...more }] }, supervisor)
    set({ week: 2 }).refuses("Week must be from 1 to 1", 422)
    set({ day: 8 }).refuses("Day must be from 1, Monday, to 7, Sunday", 422)
    set({ mealType: "breakfast" }).refuses("Pilau is not available for breakfast. Choose another dish, or change its recipe", 422)
    set({ dishIds: [1, 1] }).refuses("A dish can be added to a meal only once", 422)
    set({ dishIds: [9] }).refuses("Dish 9 does not exist", 404)
    kitchen
      .when(retireDish, { id: 1, reason: "Out" }, supervisor)
      .when(setSlots, { id: 1, slots: [slot] }, supervisor)
      .refuses(/^Pilau is retired/, 422)
  })
  test("loses the weeks beyond its end when shortened", () => {
    const longer = kitchen
      .when(changeMenu, { id: 1, weeks: 3 }, supervisor)
      .when(setSlots, { id: 1, slots: [{ week: 3, day: 1, mealType: "lunch", dishIds: [1] }] }, supervisor)
    expect(longer.row(menuCycles, 1)!.entries).toHaveLength(3)
    expect(longer.when(changeMenu, { id: 1, weeks: 2 }, supervisor).row(menuCycles, 1)!.entries).toHaveLength(2)
  })
  test("is activated and deactivated, each once", () => {
    kitchen
      .when(archiveMenu, { id: 1 }, supervisor)
      .gives(["menu_cycle/1", "MenuSetAside"])
      .when(archiveMenu, { id: 1 }, supervisor)
      .gives()
      .when(restoreMenu, { id: 1 }, supervisor)
      .gives(["menu_cycle/1", "MenuPutToUse"])
  })
})

describe("a shortage", () => {
  const days = { id: 1, from: "2026-11-21", to: "2026-11-27", priority: "medium" as const }
  const lines = [{ stockItemId: oil.id, quantity: 3, estimatedCost: 6_00 }]
  test("becomes one purchase request per version of the menu", () => {
    kitchen
      .when(requestShortages({ version: 2, lines }), days, supervisor)
      .gives(["purchase_request/1", "PurchaseRequestRaised"], ["purchase_request/1", "PurchaseItemAdded"], ["menu_cycle/1", "MenuShortagesRequested"])
      .holds(menuCycles, 1, { requests: [1] })
      .when(requestShortages({ version: 2, lines }), days, supervisor)
      .refuses("The menu has changed in the meantime. Check the shortages again", 409)
  })
  test("is not requested if there is none", () => {
    kitchen
      .when(requestShortages({ version: 2, lines: [] }), days, supervisor)
      .refuses(/^Nothing is missing from 2026-11-21 to 2026-11-27 that is not already on order/, 422)
  })
})

describe("issuing to the kitchen", () => {
  const lunch = { siteId: 1, date: "2026-11-21", mealType: "lunch" as const }
  const meal = {
    menuId: 1,
    dishIds: [1],
    heads: 40,
    needs: [
      { stockItemId: rice.id, quantity: 6_000 },
      { stockItemId: beans.id, quantity: 2_400 },
    ],
  }
  const cook = person(3)
  test("takes what the recipes need, once, at average cost", () => {
    const issued = kitchen.when(issueMeal(meal), lunch, cook)
    issued.gives(["kitchen_issue/1", "MealIssued"], ["stock_level/1", "StockMoved"], ["stock_level/2", "StockMoved"])
    expect(
      issued.events.slice(1).map(([, , { kind, quantity, value, account, sourceKind, sourceId }]) => [kind, quantity, value, account, sourceKind, sourceId]),
    ).toEqual([
      ["issue", -6_000, -7_20, "5100", "kitchen_issue", 1],
      ["issue", -2_400, -4_80, "5100", "kitchen_issue", 1],
    ])
    issued.holds(kitchenIssues, 1, { slot: "1/2026-11-21/lunch", heads: 40, issuedBy: 3 })
    issued.when(issueMeal(meal), lunch, cook).refuses("Lunch of 2026-11-21 is already issued to the kitchen", 409)
  })
  test("takes other quantities if the caller gives them", () => {
    kitchen
      .when(issueMeal(meal), { ...lunch, lines: [{ stockItemId: rice.id, quantity: 5_000 }] }, cook)
      .gives(["kitchen_issue/1", "MealIssued"], ["stock_level/1", "StockMoved"])
  })
  test("takes nothing if one item is out of stock", () => {
    const lines = [
      { stockItemId: rice.id, quantity: 1_000 },
      { stockItemId: beans.id, quantity: 10_001 },
    ]
    const refused = kitchen.when(issueMeal(meal), { ...lunch, lines }, cook).refuses(/^There are only 10.00 kg of Beans at Site 1/, 422)
    expect(refused.events).toEqual([])
  })
  test("is possible only for meals of today and tomorrow that are on a menu", () => {
    for (const date of ["2026-11-20", "2026-11-23"]) {
      kitchen.when(issueMeal(meal), { ...lunch, date }, cook).refuses("Goods can be issued only for meals of today and tomorrow", 422)
    }
    kitchen.when(issueMeal(undefined), lunch, cook).refuses("No menu of Site 1 has lunch on 2026-11-21. Plan it first", 422)
    kitchen.when(issueMeal({ ...meal, heads: 0 }), lunch, cook).refuses("The number of people for lunch at Site 1 is not set. Give the quantities", 422)
    kitchen.when(issueMeal(meal), { ...lunch, lines: [] }, cook).refuses("Name at least one item with a quantity greater than 0", 422)
    kitchen.when(issueMeal(meal), { ...lunch, lines: [{ stockItemId: rice.id, quantity: -1 }] }, cook).refuses("Quantity must be greater than 0", 422)
    kitchen.when(issueMeal(meal), lunch, person(7)).refuses("Only operations can issue goods to the kitchen", 403)
  })
})

describe("client feedback", () => {
  const wish = { clientId: 1, siteId: 1, dishId: null, text: "More fish", rating: null }
  test("is recorded as a wish or as the rating of a dish, for a client fed at the site", () => {
    kitchen.when(logWish, wish, person(3)).gives(["menu_wish/1", "MenuWishLogged", { ...wish, loggedBy: 3 }])
    kitchen.when(logWish, { ...wish, text: "", dishId: 1, rating: 5 }, person(3)).gives(["menu_wish/1", "MenuWishLogged"])
    kitchen.when(logWish, { ...wish, text: "" }, person(3)).refuses("Describe the request, or rate it from 1 to 5", 422)
    kitchen.when(logWish, { ...wish, rating: 4 }, person(3)).refuses("Choose the dish to rate", 422)
    for (const rating of [0, 6, 2.5]) kitchen.when(logWish, { ...wish, dishId: 1, rating }, person(3)).refuses("Rating must be a whole number from 1 to 5", 422)
    kitchen.when(logWish, { ...wish, siteId: 2 }, person(8)).refuses("Nile Drilling has no contract for catering at Site 2", 422)
  })
})

test("the folded row equals the recorded feedback", () => {
  expect(
    given(...store, dishes.at(1, DishAdded({ ...pilau, createdBy: null })))
      .when(addDish, { ...pilau, name: "Other" })
      .row(dishes, 1),
  ).toMatchObject({
    ...pilau,
    isActive: true,
    version: 1,
  })
})
