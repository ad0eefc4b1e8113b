/** Every URL of the product, and what it shows to whom. */
import { expect } from "@playwright/test"
import { signedIn, test, visitor } from "../signed-in.ts"

const screens: Readonly<Record<string, string>> = {
  "/": "Operations Dashboard",
  "/catering": "Catering Services",
  "/facilities": "Facilities Services",
  "/construction": "Construction Projects",
  "/financial": "Financial Management",
  "/reports": "Reports & Analytics",
  "/procurement": "Procurement Management",
  "/invoices": "Invoice Generator",
  "/meal-tracking": "Meal Tracking System",
  "/meal-tracking-enhanced": "Enhanced Meal Tracking",
  "/marketing": "Marketing CRM",
  "/hr": "HR Management",
}

// proves
test("a signed-in person finds each screen at its URL", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  for (const [path, title] of Object.entries(screens)) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

// proves
test("a visitor finds the landing page and the sign-in page, which leads on to the requested page", async ({ browser }) => {
  const page = await visitor(browser)
  await page.goto("/")
  await page.getByRole("link", { name: "Access System" }).first().click()
  await expect(page).toHaveURL(/\/biometric-login$/)
  await expect(page.getByLabel("Employee ID")).toBeVisible()
  for (const path of Object.keys(screens).slice(1)) {
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`/biometric-login\\?return=${encodeURIComponent(path)}$`))
  }
  await page.goto("/no-such-page")
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible()
  await page.getByRole("link", { name: "Home" }).click()
  await expect(page.getByRole("link", { name: "Access System" }).first()).toBeVisible()
})
