/** What the URLs of the product show to a visitor; `screens.spec.ts` opens them all as people who are signed in. */
import { expect } from "@playwright/test"
import { titles } from "../screens.ts"
import { openWithin, test, visitor } from "../signed-in.ts"

// proves
test("a visitor finds the landing page and the sign-in page, which leads on to the requested page", async ({ browser }) => {
  const page = await visitor(browser)
  await page.goto("/")
  await page.getByRole("link", { name: "Access System" }).first().click()
  await expect(page).toHaveURL(/\/biometric-login$/)
  await expect(page.getByLabel("Employee ID")).toBeVisible()
  for (const path of Object.keys(titles).slice(1)) {
    await openWithin(page, path)
    await expect(page).toHaveURL(new RegExp(`/biometric-login\\?return=${encodeURIComponent(path)}$`))
  }
  await page.goto("/no-such-page")
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible()
  await page.getByRole("link", { name: "Home" }).click()
  await expect(page.getByRole("link", { name: "Access System" }).first()).toBeVisible()
})
