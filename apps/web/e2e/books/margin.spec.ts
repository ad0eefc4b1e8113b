/** The margin of meals, down to the goods; and a meal at one of our own construction projects, which is not billed. */
import { expect } from "@playwright/test"
import { ask, faults, faultsInTheDark, notice, openWithin, settled, signedIn, test } from "../signed-in.ts"

interface Meal {
  readonly id: string
  readonly margin: string
  readonly cost: string
}
interface Session {
  readonly id: number
  readonly ownCost: boolean
  readonly contractId: number | null
  readonly mealCost: string
  readonly project: { readonly projectName: string } | null
}
const grouped = (amount: string) => Number(amount).toLocaleString("en-US", { minimumFractionDigits: 2 })

test("finance sees the cost and revenue of a meal and the source of each figure", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto("/catering/billing-reports")
  await page.getByRole("link", { name: "Margin" }).click()
  await expect(page.getByRole("heading", { name: "Meal margin" })).toBeVisible()
  const [meal] = await ask<[Meal]>(page, "GET", "/api/reports/margin?costed=yes&limit=1")
  await openWithin(page, `/catering/margin?costed=yes`)
  await expect(page.getByText(/^[\d,]+ expected, [\d,]+ ate/)).toBeVisible()
  const figure = page
    .getByRole("table")
    .getByRole("button", { name: grouped(meal.margin) })
    .first()
  await figure.click()
  await expect(page.getByText(new RegExp(`− USD ${grouped(meal.cost)} = USD ${grouped(meal.margin)}`)).first()).toBeVisible()
  await page.keyboard.press("Escape")
  await settled(page)
  expect(await faults(page)).toEqual([])
  expect(await faultsInTheDark(page)).toEqual([])
})

test("a session can be held at a construction project; without a client, nothing is billed", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const projectName = `Store ${Date.now()}`
  await ask(page, "POST", "/api/construction-projects", { projectName, siteId: 3, status: "planning" })
  await page.goto("/meal-tracking-enhanced?tab=sessions")
  await settled(page)
  await page.goto("/meal-tracking?dialog=new-session")
  const dialog = page.getByRole("dialog", { name: "New Session" })
  await dialog.getByLabel("Site").selectOption({ label: "Juba office" })
  await dialog.getByLabel("Project").selectOption({ label: projectName })
  await expect(dialog.getByText(`${projectName} is an internal project: its meals are not billed.`)).toBeVisible()
  await dialog.getByRole("button", { name: "Create session" }).click()
  await expect(notice(page, "Meal session created successfully")).toBeVisible()
  const sessions = await ask<ReadonlyArray<Session>>(page, "GET", "/api/meal-sessions?sort=-sessionDate&limit=100&siteId=3")
  const made = sessions.find(({ project }) => project?.projectName === projectName)!
  expect(made).toMatchObject({ ownCost: true, contractId: null, mealCost: "0.00" })
  await openWithin(page, `/meal-tracking-enhanced?tab=sessions&open=${made.id}`)
  await expect(page.getByText("None: internal cost")).toBeVisible()
})
