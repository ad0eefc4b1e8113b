/** A kitchen in a browser, on a desktop and a phone: a meal is planned, a shortage is requested, goods are issued to the cook. */
import { expect, type Page } from "@playwright/test"
import { formatDay } from "@ops/platform/dates/sentence.ts"
import { ask, faults, inJuba, lookAs, notice, openWithin, settled, signedIn, test } from "../signed-in.ts"

interface Meal {
  readonly date: string
  readonly mealType: string
  readonly issued: boolean
}
const today = inJuba()
const said = formatDay(today)

/** The current menu of a site. */
const menuAt = async (page: Page, siteId: number) => {
  const menus = await ask<ReadonlyArray<{ readonly id: number; readonly isCurrent: boolean }>>(page, "GET", `/api/menus?siteId=${siteId}`)
  return menus.find(({ isCurrent }) => isCurrent)!.id
}
const mealsOf = async (page: Page, menu: number) =>
  (await ask<{ readonly meals: ReadonlyArray<Meal> }>(page, "GET", `/api/menus/${menu}/requirements?from=${today}&to=${today}`)).meals

const inWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test("a day in the kitchen: planned at a desk, issued and read on a phone", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const menu = await menuAt(page, 1)
  const beef = (await ask<ReadonlyArray<{ readonly id: number; readonly name: string }>>(page, "GET", "/api/stock/items")).find(
    ({ name }) => name === "Frozen beef",
  )!
  const feast = "Feast of the site"
  await ask(page, "POST", "/api/recipes", { name: feast, mealTypes: ["dinner"], allergens: ["fish"], ingredients: [{ stockItemId: beef.id, quantity: 5 }] })
  await page.goto(`/catering/menus?menu=${menu}`)
  await settled(page)
  await expect(page.getByText(/^Week \d of \d$/)).toBeVisible()
  expect(await faults(page)).toEqual([])

  // today's dinner gets another dish, with insufficient stock; its cell shows that and which diners it would harm
  await page.getByRole("button", { name: `Change dinner of ${said}` }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("checkbox", { name: feast }).check()
  await dialog.getByRole("button", { name: "Save meal" }).click()
  await expect(notice(page, "Menu saved")).toBeVisible()
  await expect(page.getByText(/^Short of .*Frozen beef/).first()).toBeVisible()
  await expect(page.getByText(/^Fish: \d+ (person|people) allergic$/).first()).toBeVisible()

  // the shortage becomes one purchase request; then nothing is left to request
  const request = page.getByRole("button", { name: "Request shortages" })
  await expect(request).toBeEnabled()
  await request.click()
  await expect(notice(page, /^PR-\d{4}-\d{4} requests the missing items$/)).toBeVisible()
  await expect(request).toBeDisabled()
  await expect(page.getByRole("region", { name: "Purchase Requests" }).getByRole("link").first()).toHaveText(/^PR-/)

  // the store issues the goods, and the planner shows it
  await lookAs(page, "phone")
  expect(await inWidth(page)).toBeLessThanOrEqual(0)
  expect(await faults(page)).toEqual([])
  await page.getByRole("button", { name: `Issue dinner of ${said} to the kitchen` }).click()
  const quantities = page.getByRole("dialog").getByRole("spinbutton")
  await expect(quantities.first()).toBeVisible()
  for (const field of await quantities.all()) await field.fill("0.5")
  await page.getByRole("button", { name: "Issue to kitchen" }).click()
  await expect(notice(page, "Issued to the kitchen")).toBeVisible()
  await expect(page.getByText("Issued", { exact: true }).first()).toBeVisible()
  expect((await mealsOf(page, menu)).find(({ mealType }) => mealType === "dinner")).toMatchObject({ issued: true })

  // readers' view
  await openWithin(page, "/catering/menus/current")
  await settled(page)
  await expect(page.getByRole("region", { name: /^Today at / }).first()).toBeVisible()
  expect(await inWidth(page)).toBeLessThanOrEqual(0)
})

// proves S-CAT-10
test("a recipe without a quantity shows what is missing, and a recommended dish shows its reasons", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/catering/recipes?dialog=new-recipe")
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Name").fill("Plain rice")
  await dialog.getByRole("button", { name: "Save recipe" }).click()
  await expect(dialog.getByText("Quantity is required")).toBeVisible()
  await dialog.getByLabel("Item").selectOption({ label: "Rice (kg)" })
  await dialog.getByLabel("Per serving").fill("0.15")
  await dialog.getByRole("button", { name: "Save recipe" }).click()
  await expect(notice(page, "Recipe added")).toBeVisible()

  await openWithin(page, "/catering/recommendations?site=1&meal=lunch")
  const proposed = page.getByRole("region", { name: "Suggested dishes" })
  await expect(proposed.getByRole("link", { name: "Plain rice" })).toBeVisible()
  await expect(proposed.getByText(/per person, under the rate of USD/).first()).toBeVisible()
  await expect(proposed.getByText(/of planned people came, over \d+ meals?/).first()).toBeVisible()
})

test("a field operative can read menus but not edit them", async ({ browser }) => {
  const page = await signedIn(browser, "FO-OPS-001")
  await page.goto("/catering/menus")
  await settled(page)
  await expect(page.getByRole("button", { name: "New Menu" })).toHaveCount(0)
  await expect(page.getByRole("button", { name: /^Change / })).toHaveCount(0)
  await expect(ask(page, "POST", "/api/menus", { siteId: 1, name: "Mine", weeks: 1, startDate: today })).rejects.toThrow(/^403/)
})
