/** Explanations of figures: from the tile through its parts to the events, by keyboard, on a phone, and for screen readers. */
import { expect, type Page } from "@playwright/test"
import { formatDay } from "@ops/platform/dates/sentence.ts"
import { ensureLunchToday, faults, inJuba, signedIn, test } from "../signed-in.ts"

const panel = (page: Page) => page.getByRole("dialog").last()
const down = (page: Page, name: RegExp | string) => panel(page).getByRole("table", { name: "Breakdown" }).getByRole("button", { name })

test("a tile leads to its meals, their sessions, the attendance, and the event", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await ensureLunchToday(page)
  await page.goto("/")
  const tile = page.getByRole("button", { name: /^Staff Fed Today: \d+ ?, explain$/ })
  const fed = Number(/\d+/.exec((await tile.innerText()).replace(/.*:/, ""))![0])
  await tile.focus()
  await page.keyboard.press("Enter")
  await expect(panel(page).getByText(/^Sum of each site's largest meal on/)).toContainText(new RegExp(`[=:] ${fed} (people|person)`))
  expect(await faults(page)).toEqual([])

  await down(page, "Unity State").click()
  await expect(panel(page).getByText(/^The largest of breakfast/)).toBeVisible()
  await down(page, "Lunch").click()
  await down(page, /^Served/)
    .first()
    .click()
  const records = panel(page).locator(".explain-list > li")
  await expect(records.first()).toBeVisible()
  await records.first().locator("summary").click()
  await expect(records.first()).toContainText(/Served/)
  await expect(records.first()).toContainText(/ by .+ via /)
  expect(await faults(page)).toEqual([])
  const levels = panel(page).getByRole("navigation", { name: "Levels" })
  await expect(levels).toContainText("Staff fed on a day")
  await expect(levels).toContainText("Unity State")

  // Esc goes one level back, and closes at the first; the focus returns to the tile
  await page.keyboard.press("Escape")
  await expect(panel(page).getByText(/A closed session counts people/)).toBeVisible()
  await levels.getByRole("button", { name: "Staff fed on a day" }).click()
  await expect(panel(page).getByText(/^Sum of each site/)).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(tile).toBeFocused()
})

test("an amount on an invoice leads to its price while the invoice stays open", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/invoices?view=all&kind=meal")
  await page.locator("tbody .number").first().click()
  const drawer = page.getByRole("dialog")
  const line = drawer.locator(".bill-lines tbody .figure").first()
  const amount = (await line.locator(".num").innerText()).trim()
  await line.click()
  await expect(panel(page).locator(".explain-value")).toContainText(amount)
  await expect(panel(page).locator(".formula")).toHaveText(/meals? × (USD|SSP) [\d,.]+ = /)
  await expect(panel(page).getByText("Rests on")).toBeVisible()
  await expect(
    panel(page)
      .getByText(/from \d+ \w+ \d{4}/)
      .first(),
  ).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(1)
  await expect(drawer.locator(".bill-lines")).toBeVisible()
  await expect(line).toBeFocused()

  // figures in the list are explained without opening the row
  await page.keyboard.press("Escape")
  await page.locator("tbody tr .figure").first().click()
  await expect(panel(page).getByRole("heading", { name: /an invoice$/ })).toBeVisible()
  expect(new URL(page.url()).searchParams.get("open")).toBeNull()
})

test("on a phone the explanation is full-screen, and records are linked", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001", { viewport: { width: 390, height: 844 } })
  await page.goto("/procurement")
  await page.getByRole("button", { name: /^Total Estimated Value: .*, explain$/ }).click()
  await expect(panel(page).getByText(/^Estimated totals of pending and approved requests/)).toBeVisible()
  expect((await panel(page).boundingBox())!.width).toBe(390)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await down(page, /^PR-/).first().click()
  await expect(
    panel(page)
      .getByText(/^Request created/)
      .first(),
  ).toBeVisible()
  expect(await faults(page)).toEqual([])
  const link = panel(page).getByRole("link", { name: /^PR-/ })
  const number = await link.innerText()
  await link.click()
  await expect(page.getByRole("heading", { name: number })).toBeVisible()
  await expect(page.getByRole("dialog")).toHaveCount(1)
})

test("an explanation of the past shows what was known then", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const yesterday = inJuba(-1)
  await page.goto(`/?asOf=${yesterday}`)
  const tile = page.getByRole("button", { name: /^Staff Fed Today: \d+ ?, explain$/ })
  // the rows of yesterday may have to be built first
  await expect(tile).toBeVisible({ timeout: 60_000 })
  await tile.click()
  await expect(panel(page).locator(".formula")).toContainText(formatDay(yesterday))
})
