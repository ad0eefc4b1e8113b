/** The banner that loads the demo data into an empty demo. first-start.test.ts checks the real call: that it loads everything, and for whom. */
import { expect, type Page } from "@playwright/test"
import { ensureLunchToday, notice, signedIn, test } from "../signed-in.ts"

/** Makes the page's server one that waits for a request to load demo data; returns the answer to each request. */
const waiting = async (page: Page) => {
  let isLoaded = false
  let finish = () => {}
  const told = new Promise<void>((resolve) => (finish = resolve))
  const before = async (path: string, empty: (answer: object) => object) =>
    page.route(
      ({ pathname }) => pathname === path,
      async (route) => {
        if (isLoaded) return route.continue()
        const response = await route.fetch()
        await route.fulfill({ response, json: empty((await response.json()) as object) })
      },
    )
  await before("/api/demo-data/status", (answer) => ({ ...answer, loaded: false }))
  await before("/api/dashboard/metrics", (answer) => ({ ...answer, staffFedToday: 0, activeWorkOrders: 0, monthlyRevenue: 0 }))
  await before("/api/purchase-requests", () => [])
  await page.route("**/api/demo-data/load", async (route) => {
    await told
    isLoaded = true
    await route.fulfill({ json: { loaded: true, already: false, events: 1 } })
  })
  return () => finish()
}

// proves S-DASH-07
test("in demo mode a supervisor (level 6) can load the demo data too", async ({ browser }) => {
  const page = await signedIn(browser, "FO-SUP-001")
  await waiting(page)
  await page.goto("/")
  await expect(page.getByRole("heading", { name: "Demo data" })).toBeVisible()
  await expect(page.getByRole("button", { name: "Load Demo Data" })).toBeEnabled()
})

// proves MSG-58, MSG-61, MSG-82, S-DASH-07
test("level 10 loads the demo data once, and the figures appear", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await ensureLunchToday(page)
  const finish = await waiting(page)
  await page.goto("/")
  const fed = (figure: RegExp) => page.getByRole("button", { name: new RegExp(`^Staff Fed Today: ${figure.source}`) })
  await expect(fed(/0 ?,/)).toBeVisible()
  await expect(page.getByText("No purchase requests found")).toBeVisible()

  await page.getByRole("button", { name: "Load Demo Data" }).click()
  const button = page.getByRole("button", { name: "Generating..." })
  await expect(button).toBeDisabled()
  finish()
  await expect(notice(page, "Demo Data Generated")).toBeVisible()
  await expect(button).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "Demo data" })).toHaveCount(0)
  await expect(fed(/[1-9]/)).toBeVisible()
  await expect(page.getByText(/^PR-\d{4}-\d{4}$/).first()).toBeVisible()

  await page.reload()
  await expect(fed(/[1-9]/)).toBeVisible()
  await expect(page.getByRole("button", { name: "Load Demo Data" })).toHaveCount(0)
})
