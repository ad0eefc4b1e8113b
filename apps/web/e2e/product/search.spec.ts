/** Fast ways: pages, actions and records in the command palette; every shortcut on one sheet; saved and shared views. */
import { expect, type Page } from "@playwright/test"
import { actions } from "../../shell/actions.ts"
import { areas } from "../screens.ts"
import { ask, faults, faultsInTheDark, notice, openWithin, phone, settled, signedIn, test } from "../signed-in.ts"

const palette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name })
const typed = async (page: Page, text: string) => {
  await page.keyboard.press("Control+k")
  await expect(palette(page).getByRole("combobox")).toBeFocused()
  await page.keyboard.type(text)
}

test("a page, an action and a record are opened by keyboard alone and remembered until sign-out", async ({ browser }) => {
  const page = await signedIn(browser, "FO-SUP-001")
  await page.goto("/")
  // by its name: until the server has answered, the page for visitors has a heading too
  await expect(page.getByRole("heading", { level: 1, name: "Operations Dashboard" })).toBeVisible()

  await typed(page, "procur")
  await expect(option(page, /^Procurement/).first()).toBeVisible()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1, name: "Procurement Management" })).toBeVisible()

  await typed(page, "new purch")
  await expect(option(page, "New Purchase Request")).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { level: 1, name: "New Request" })).toBeVisible()

  const [request] = await ask<ReadonlyArray<{ id: number; requestNumber: string }>>(page, "GET", "/api/purchase-requests?limit=1")
  await typed(page, request!.requestNumber.toLowerCase())
  await expect(option(page, new RegExp(`^${request!.requestNumber}`)).first()).toHaveAttribute("aria-selected", "true")
  expect(await faults(page)).toEqual([])
  expect(await faultsInTheDark(page)).toEqual([])
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`open=${request!.id}`))
  await expect(page.getByRole("dialog")).toContainText(request!.requestNumber)
  await page.keyboard.press("Escape")

  // arrows move through the list and wrap around; recent items are available at once, even offline
  await page.context().setOffline(true)
  await page.keyboard.press("Control+k")
  await expect(palette(page).getByRole("group", { name: "Recent" })).toContainText(request!.requestNumber)
  await page.keyboard.press("ArrowUp")
  await expect(palette(page).getByRole("option").last()).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("ArrowDown")
  await expect(palette(page).getByRole("option").first()).toHaveAttribute("aria-selected", "true")
  await page.keyboard.type("facilities")
  await expect(palette(page).getByRole("status")).toHaveText("Records cannot be searched without a connection.")
  await expect(option(page, /^Facilities Services/)).toBeVisible()
  await page.context().setOffline(false)
  await page.keyboard.press("Escape")

  // special characters are text; an empty result is reported
  await typed(page, "%_'\\ zzqq")
  await expect(palette(page).getByText(/^Nothing found for/)).toBeVisible()
  await page.keyboard.press("Control+k")
  await expect(palette(page)).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("recent:")))).toBe(true)
  await page.getByRole("button", { name: "Log out" }).first().click()
  await expect(page.getByRole("button", { name: "Log out" })).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("recent:")))).toBe(false)
})

test("a person finds only records within their rights, and on a phone uses the button", async ({ browser }) => {
  const page = await signedIn(browser, "FO-OPS-001", phone)
  await page.goto("/")
  await page.getByRole("button", { name: "Search", exact: true }).tap()
  await palette(page).getByRole("combobox").fill("journal")
  await expect(palette(page).getByRole("status")).not.toBeEmpty()
  await expect(palette(page).getByRole("group", { name: "Journal entries" })).toHaveCount(0)
  await expect(option(page, "New Journal Entry")).toHaveCount(0)
  await palette(page).getByRole("combobox").fill("report is")
  await option(page, "Report Issue").tap()
  await expect(page.getByRole("dialog", { name: /report/i })).toBeVisible()
})

test("every action in the palette opens its dialog or its page", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/account")
  // the others are opened by `screens.spec.ts` at the same address as the same person
  const visited = new Set(Object.values(areas).flatMap((screens) => screens.map(({ path }) => path)))
  // an action that needs an open meal session reports so instead of opening
  const always = actions.filter(({ label, to, unless }) => unless === undefined && label !== "Record Meal Attendance" && !visited.has(to))
  expect(always.length).toBeGreaterThan(0)
  for (const { label, to } of always) {
    await openWithin(page, to)
    if (to.includes("dialog=")) await expect(page.getByRole("dialog").first(), `${label}: ${to}`).toBeVisible()
    // a form with lines is a page
    else await expect(page.getByRole("button", { name: /^(Submit for approval|Issue invoice)/ }), `${label}: ${to}`).toBeVisible()
  }
})

test("every shortcut is listed on the keyboard sheet", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/procurement")
  await expect(page.locator("[data-row]").first()).toBeVisible()
  await page.keyboard.press("?")
  const sheet = page.getByRole("dialog", { name: "Keyboard" })
  for (const [what, keys] of [
    ["Search pages, actions and records", "CtrlK"],
    ["Procurement", "gp"],
    ["Next row", "j"],
    ["New request", "c"],
    ["Send the form", "CtrlEnter"],
    ["Go to notices", "F8"],
  ] as const) {
    await expect(
      sheet
        .locator("dl > div", { has: page.locator("dt", { hasText: new RegExp(`^${what}$`) }) })
        .first()
        .locator("dd"),
    ).toHaveText(keys)
  }
  expect(await faults(page)).toEqual([])
  await page.keyboard.press("Escape")
  await page.keyboard.press("g")
  await page.keyboard.press("i")
  await expect(page.getByRole("heading", { level: 1, name: "Invoice Generator" })).toBeVisible()
})

test("a view is saved with its filters and columns, shared, used by another person, changed, reset and removed", async ({ browser }) => {
  const page = await signedIn(browser, "FO-SUP-001")
  const views = page.getByRole("navigation", { name: "Views" })
  await page.goto("/procurement?status=pending&sort=requestNumber")
  await settled(page)
  await page.getByRole("button", { name: "Save as" }).click()
  const dialog = page.getByRole("dialog", { name: "Save view" })
  await dialog.getByLabel("Name").fill("n".repeat(200))
  await dialog.getByRole("button", { name: "Save view" }).click()
  await expect(dialog.getByText("Name can have 80 characters at most")).toBeVisible()
  await dialog.getByLabel("Name").fill("Open, by number")
  await dialog.getByLabel("Who sees it").selectOption("3")
  await dialog.getByRole("button", { name: "Save view" }).click()
  await expect(notice(page, "View saved")).toBeVisible()
  await expect(views.getByRole("button", { name: "Open, by number" })).toHaveAttribute("aria-current", "page")
  await expect(page.getByRole("button", { name: "Change filter Status" }).or(page.getByText("Status is pending"))).toBeVisible()

  // changed: saved again, or reset
  await page.getByRole("button", { name: "Columns" }).click()
  await page.getByRole("menuitemcheckbox", { name: "Priority" }).click()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("columnheader", { name: "Priority" })).toHaveCount(0)
  await page.getByRole("button", { name: "Reset" }).click()
  await expect(page.getByRole("columnheader", { name: "Priority" })).toBeVisible()
  await page.getByRole("button", { name: "Columns" }).click()
  await page.getByRole("menuitemcheckbox", { name: "Priority" }).click()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0)
  await expect(page.getByRole("columnheader", { name: "Priority" })).toHaveCount(0)
  expect(await faults(page)).toEqual([])

  const other = await signedIn(browser, "FO-OPS-001")
  await other.goto("/procurement")
  await other.getByRole("navigation", { name: "Views" }).getByRole("button", { name: "Open, by number" }).click()
  await expect(other.getByRole("columnheader", { name: "Priority" })).toHaveCount(0)
  await expect(other.getByRole("columnheader", { name: /^Request/ }).first()).toHaveAttribute("aria-sort", "ascending")
  await other.getByRole("button", { name: "View", exact: true }).click()
  await expect(other.getByText(/^Shared by /)).toBeVisible()
  await expect(other.getByRole("menuitem", { name: "Remove" })).toHaveCount(0)
  await other.getByRole("menuitem", { name: "Open this list with it" }).click()
  await expect(notice(other, "This list now opens with this view")).toBeVisible()
  await openWithin(other, "/procurement")
  await expect(other.getByRole("button", { name: "Open, by number" })).toHaveAttribute("aria-current", "page")

  await page.getByRole("button", { name: "View", exact: true }).click()
  await page.getByRole("menuitem", { name: "Remove" }).click()
  await page.getByRole("dialog", { name: "Remove the view Open, by number?" }).getByRole("button", { name: "Remove view" }).click()
  await expect(views.getByRole("button", { name: "Open, by number" })).toHaveCount(0)
  await expect(views.getByRole("button").first()).toHaveAttribute("aria-current", "page")
  await other.reload()
  await expect(other.locator("[data-row]").first()).toBeVisible()
  await expect(other.getByRole("button", { name: "Open, by number" })).toHaveCount(0)
})
