/** The month-end: found from finance's first screen, its steps by keyboard, the next step in a single action, and the same at a past moment. */
import { expect } from "@playwright/test"
import { faults, lastMonth, settled, signedIn, test } from "../signed-in.ts"

test("finance reaches the month-end in one click, opens a step and the next act by one key each, and reads it as it stood", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto("/financial")
  await page.getByRole("link", { name: /^Month-end, / }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Month-end" })).toBeVisible()
  const steps = page.getByRole("list", { name: "Steps" })
  await expect(steps.getByRole("button")).toHaveCount(8)
  await expect(page.getByRole("banner")).toContainText(/\d of 8 steps done/)
  expect(await faults(page)).toEqual([])

  await page.keyboard.press("5")
  await expect(steps.getByRole("button", { name: /^5?Revalue/ })).toHaveAttribute("aria-current", "step")
  await expect(page.getByRole("region", { name: "5. Revalue" })).toContainText("1000 Cash")
  // open checks come first, each with a link to where it is resolved
  await expect(page.locator("[data-check=revaluation]")).toContainText("SSP")
  await page.keyboard.press("2")
  await expect(steps.getByRole("button", { name: /^2?Bill/ })).toHaveAttribute("aria-current", "step")
  await page.keyboard.press("Control+Enter")
  await expect(page).toHaveURL(new RegExp(`/invoices\\?view=month-end&month=${lastMonth.name}`))

  await page.goto(`/month-end/${lastMonth.name}?asOf=${lastMonth.to}`)
  await expect(steps.getByRole("button")).toHaveCount(8)
  await settled(page)
  await expect(page.getByRole("button", { name: "Bill the month" })).toHaveCount(0)
  expect(await faults(page)).toEqual([])
})
