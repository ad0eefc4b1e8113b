/** Browsers are reused by tests: nothing from one test is left for the next. */
import { expect } from "@playwright/test"
import { laptop, leave, phone, signedIn, test, visitor } from "../signed-in.ts"

test("a browser is given to the next test without sign-in, storage, routes, listeners or look of the one before", async ({ browser }) => {
  const page = await signedIn(browser, "FO-SUP-001")
  await page.goto("/account")
  await expect(page.getByRole("heading", { name: "My Account" })).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem("kept", "1")
    sessionStorage.setItem("kept", "1")
  })
  let seen = 0
  page.on("request", () => seen++)
  await page.route("**/*", (route) => route.abort())
  await page.emulateMedia({ colorScheme: "dark" })
  await page.setViewportSize(phone.viewport)
  await page.context().setOffline(true)
  await leave(page)

  const next = await visitor(browser)
  expect(next).toBe(page)
  const before = seen
  await next.goto("/")
  await expect(next.getByRole("link", { name: "Access System" })).toBeVisible()
  expect(seen).toBe(before)
  expect(await next.evaluate(() => [localStorage.getItem("kept"), sessionStorage.getItem("kept")])).toEqual([null, null])
  expect(await next.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(false)
  expect(next.viewportSize()).toEqual(laptop.viewport)
  expect(await next.context().cookies()).toEqual([])
})
