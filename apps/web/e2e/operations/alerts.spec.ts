/** Alerts: one appears live in another browser, is acknowledged, assigned and resolved with a note; people choose their notifications. */
import { expect, type Page } from "@playwright/test"
import { ask, faults, faultsInTheDark, notice, phone, settled, signedIn, test } from "../signed-in.ts"

interface Alert {
  readonly id: number
  readonly title: string
  readonly message: string
  readonly status: string
  readonly isRead: boolean
  readonly relatedEntityId: number
}
const bell = (page: Page) => page.getByRole("button", { name: /^Notifications, \d+ unread$/ })
const unread = async (page: Page) => Number(/\d+/.exec((await bell(page).getAttribute("aria-label"))!)![0])
const alertsOf = (page: Page, words: string) => ask<Alert[]>(page, "GET", `/api/alerts?status=open,acknowledged,resolved&q=${encodeURIComponent(words)}`)

/** A person in the field reports an emergency; returns the words that identify it. */
const emergency = async (page: Page) => {
  const words = `Water runs out of the wall ${Date.now().toString(36)}`
  await ask(page, "POST", "/api/work-orders", {
    siteId: 1,
    serviceType: "sewage",
    priority: "urgent",
    origin: "emergency",
    description: words,
    location: "Block C, behind the cold room, between the switchboard and the second tank",
  })
  return words
}

test.describe.configure({ mode: "serial" })

// proves S-SHELL-08, S-DASH-08, S-DASH-09, API-002, API-210, API-211, API-212
test("an alert arrives live under the bell, is acknowledged, assigned and resolved with a note", async ({ browser }) => {
  const supervisor = await signedIn(browser, "FO-SUP-001")
  await supervisor.goto("/alerts")
  await expect(bell(supervisor)).toBeVisible()
  await settled(supervisor)
  const before = await unread(supervisor)
  const cook = await signedIn(browser, "FO-OPS-001")
  const words = await emergency(cook)
  // other alerts may appear meanwhile
  await expect.poll(() => unread(supervisor)).toBeGreaterThan(before)

  await bell(supervisor).click()
  const news = supervisor.getByRole("dialog", { name: "Notifications" })
  await expect(news.getByText(words)).toBeVisible()
  await news.getByRole("link", { name: "All alerts" }).click()
  const [alert] = await alertsOf(supervisor, words)
  await supervisor.goto(`/alerts?open=${alert!.id}`)
  const drawer = supervisor.getByRole("dialog", { name: alert!.title })
  await expect(drawer).toContainText(words)
  await expect.poll(async () => (await alertsOf(supervisor, words))[0]!.isRead).toBe(true)
  expect(await faults(supervisor)).toEqual([])
  expect(await faultsInTheDark(supervisor)).toEqual([])

  await drawer.getByRole("button", { name: "Acknowledge" }).click()
  await expect(notice(supervisor, "Alert acknowledged")).toBeVisible()
  await expect(drawer).toContainText("Acknowledged by Gatluak Riek Tut")
  await drawer.getByRole("button", { name: "Assign" }).click()
  const assigning = supervisor.getByRole("dialog", { name: "Assign alert" })
  await assigning.getByRole("button", { name: "Assign" }).click()
  await expect(assigning.getByText("Choose who handles it")).toBeVisible()
  await assigning.getByLabel("To").selectOption({ label: "Gatluak Riek Tut (me)" })
  await assigning.getByRole("button", { name: "Assign" }).click()
  await expect(notice(supervisor, "Assigned to Gatluak Riek Tut")).toBeVisible()
  await supervisor.goto("/alerts?view=mine")
  await expect(supervisor.locator(`[data-row="${alert!.id}"]`)).toBeVisible()

  await supervisor.goto(`/alerts?open=${alert!.id}`)
  await drawer.getByRole("button", { name: "Resolve" }).click()
  const resolving = supervisor.getByRole("dialog", { name: "Resolve alert" })
  await resolving.getByRole("button", { name: "Resolve" }).click()
  await expect(resolving.getByText("Note is required")).toBeVisible()
  await resolving.getByLabel("Note").fill("The valve is closed, the wall dries")
  await resolving.getByRole("button", { name: "Resolve" }).click()
  await expect(notice(supervisor, "Alert resolved")).toBeVisible()
  expect((await alertsOf(supervisor, words)).map(({ status }) => status)).toEqual(["resolved"])

  // the screen on which the subject itself is handled
  await drawer.getByRole("link", { name: "Open the work order" }).click()
  await expect(supervisor).toHaveURL(new RegExp(`/facilities/orders\\?open=${alert!.relatedEntityId}`))
})

test("an alert ends automatically when work on its cause begins; several alerts are acknowledged at once", async ({ browser }) => {
  const supervisor = await signedIn(browser, "FO-SUP-001")
  const words = [await emergency(supervisor), await emergency(supervisor)]
  await supervisor.goto(`/alerts?q=${encodeURIComponent("Water runs out")}`)
  for (const each of words) {
    const [alert] = await alertsOf(supervisor, each)
    await supervisor
      .getByRole("row")
      .filter({ has: supervisor.locator(`a[href*="open=${alert!.id}"]`) })
      .getByRole("checkbox")
      .check()
  }
  await supervisor.getByRole("button", { name: "Acknowledge 2 alerts" }).click()
  await expect(notice(supervisor, "2 alerts acknowledged")).toBeVisible()
  const [first] = await alertsOf(supervisor, words[0]!)
  const row = supervisor.locator(`[data-row="${first!.id}"]`)
  await expect(row).toContainText("Acknowledged")
  await ask(supervisor, "PATCH", `/api/work-orders/${first!.relatedEntityId}/cancel`, { reason: "It was a drill" })
  await expect(row).toHaveCount(0)
  const [second] = await alertsOf(supervisor, words[1]!)
  await ask(supervisor, "PATCH", `/api/work-orders/${second!.relatedEntityId}/cancel`, { reason: "It was a drill" })
})

test("each person chooses their notifications; a critical alert is always shown", async ({ browser }) => {
  const finance = await signedIn(browser, "FO-FIN-001", phone)
  await finance.goto("/")
  await settled(finance)
  await finance.getByRole("button", { name: "More" }).tap()
  await finance.getByRole("button", { name: /^Account: / }).click()
  await finance.getByRole("menuitem", { name: "Notifications" }).click()
  const dialog = finance.getByRole("dialog", { name: "Notifications" })
  await expect(dialog.getByRole("row", { name: /^E-mail/ })).toContainText("never")
  expect(await faults(finance)).toEqual([])
  await dialog.getByLabel("Invoices: in the app").uncheck()
  await dialog.getByLabel("Stock: in the app").uncheck()
  await dialog.getByLabel("Invoices: e-mail immediately").check()
  await dialog.getByRole("button", { name: "Save notifications" }).click()
  await expect(notice(finance, "Notifications saved")).toBeVisible()
  const told = await ask<{ alerts: ReadonlyArray<{ type: string; priority: string }> }>(finance, "GET", "/api/notifications")
  expect(told.alerts.filter(({ type, priority }) => (type === "invoices" || type === "stock") && priority !== "critical")).toEqual([])
  expect(told.alerts.some(({ type, priority }) => type === "stock" && priority === "critical")).toBe(true)

  const words = await emergency(await signedIn(browser, "FO-OPS-001"))
  await finance.locator(".sheet-close").tap()
  await bell(finance).click()
  // however long its lines are
  const panel = finance.getByRole("dialog", { name: "Notifications" })
  await expect(panel).toContainText(words)
  expect((await panel.boundingBox())!.width).toBe(phone.viewport.width)
  await finance.getByRole("button", { name: "Mark all as read" }).click()
  await expect.poll(async () => (await alertsOf(finance, words))[0]!.isRead).toBe(true)
  expect(await faults(finance)).toEqual([])
  const supervisor = await signedIn(browser, "FO-SUP-001")
  const [alert] = await alertsOf(supervisor, words)
  await ask(supervisor, "PATCH", `/api/work-orders/${alert!.relatedEntityId}/cancel`, { reason: "It was a drill" })
  const usual = { app: true, mail: false, digest: true }
  await ask(finance, "PUT", "/api/notification-choices", { choices: { invoices: usual, stock: usual } })
})
