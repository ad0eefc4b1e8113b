/** The past in a browser: selected in the header, kept by every link, read-only, and left again. */
import { expect, type Page } from "@playwright/test"
import { ask, faults, lastMonth, phone, signedIn, test } from "../signed-in.ts"

const band = (page: Page) => page.locator(".past-band")
const invoices = (page: Page) => page.getByRole("region", { name: "invoices" }).last().locator("tbody tr")

const { to: monthEnd } = lastMonth
const said = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" }).format(new Date(monthEnd))

/** The sentence in the banner, once the moment is open. */
const opened = async (page: Page, words: string | RegExp) => {
  await expect(band(page)).toContainText(words)
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0)
}

test("the last month-end is selected, viewed and left again", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  // an action of today, which the month-end cannot include
  const wish = { siteId: 1, priority: "low", justification: "Raised after the month-end" }
  const { requestNumber: raised } = await ask<{ requestNumber: string }>(page, "POST", "/api/purchase-requests", wish)
  await page.goto("/procurement")
  await expect(page.getByRole("link", { name: raised })).toBeVisible()
  await expect(page.getByRole("button", { name: "New Request" })).toBeVisible()

  await page.getByRole("button", { name: "As of: now" }).click()
  await page.getByRole("link", { name: /^Last month-end/ }).click()
  await opened(page, `Viewing ${said}, 23:59, as recorded at that time. Read only.`)
  await expect(page.locator("tbody tr").first()).toBeVisible()
  await expect(page.getByRole("link", { name: raised })).toHaveCount(0)

  // nothing can be written, by button, key or link to a dialog
  await expect(page.getByRole("button", { name: "New Request" })).toHaveCount(0)
  await expect(page.getByRole("navigation", { name: "Quick Actions" })).toHaveCount(0)
  await page.keyboard.press("c")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await page.goto(`/procurement?dialog=new-request&asOf=${monthEnd}`)
  await opened(page, said)
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await page.goto(`/procurement/new?asOf=${monthEnd}`)
  await expect(page).toHaveURL(new RegExp(`/procurement\\?asOf=${monthEnd}$`))

  // every link keeps the moment, and its target is requested as of that moment
  const asked: Array<string> = []
  page.on("request", (request) => request.url().includes("/api/") && asked.push(request.url()))
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Invoice Generator" }).click()
  await expect(page).toHaveURL(new RegExp(`/invoices\\?asOf=${monthEnd}$`))
  await page.getByRole("navigation", { name: "Invoices" }).getByRole("link", { name: "All invoices" }).click()
  await expect(page).toHaveURL(new RegExp(`asOf=${monthEnd}`))
  await expect(invoices(page).first()).toBeVisible()
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((url) => !url.includes(`asOf=${monthEnd}`))).toEqual([])
  await page.getByRole("button", { name: "Export" }).click()
  expect(await page.getByRole("menuitem", { name: "CSV" }).getAttribute("href")).toContain(`asOf=${monthEnd}`)
  await page.keyboard.press("Escape")
  expect(await faults(page)).toEqual([])

  // a pasted link opens the same
  const other = await page.context().newPage()
  await other.goto(page.url())
  await opened(other, said)
  await expect(invoices(other)).toHaveCount(await invoices(page).count())

  await band(page).getByRole("link", { name: "Back to now" }).click()
  await expect(page.getByRole("button", { name: "As of: now" })).toBeVisible()
  await expect(band(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/asOf/)
})

test("a record is viewed as before one of its events, and the server refuses writes", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/procurement?open=1")
  const drawer = page.getByRole("dialog", { name: /^PR-/ })
  await expect(drawer.getByText("Completed", { exact: true }).first()).toBeVisible()
  // newest first: the event that made it complete
  await drawer
    .getByRole("link", { name: /^View the version before event / })
    .first()
    .click()
  await opened(page, /\(event [\d,]+\)/)
  await expect(drawer.getByText("Approved", { exact: true }).first()).toBeVisible()
  await expect(drawer.getByRole("button", { name: "Receive" })).toHaveCount(0)

  // an invoice before it was paid
  const [first] = await ask<ReadonlyArray<{ readonly id: number }>>(page, "GET", "/api/invoices?status=paid&kind=meal&sort=invoiceNumber&limit=1")
  await page.goto(`/invoices?view=all&open=${first!.id}`)
  const invoice = page.getByRole("dialog", { name: "INV-" })
  const paid = invoice
    .getByRole("listitem")
    .filter({ hasText: /^Payment received/ })
    .first()
  await paid.getByRole("link", { name: /^View the version before event / }).click()
  await opened(page, /\(event [\d,]+\)/)
  await expect(invoice.getByText("Due", { exact: true })).toBeVisible()
  await expect(invoice.getByRole("heading", { name: "Payments" })).toHaveCount(0)
  await expect(invoice.getByRole("button", { name: "Record Payment" })).toHaveCount(0)

  const write = ask(page, "POST", `/api/purchase-requests/1/reopen?asOf=${encodeURIComponent(new URL(page.url()).searchParams.get("asOf")!)}`)
  await expect(write).rejects.toThrow(/^400: The past can only be read/)
})

test("an invalid moment shows the reason and a way back", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  for (const [moment, sentence] of [
    ["2001-12-31", /first event/],
    ["2999-01-01", /.+/],
    ["yesterday-ish", /not a valid moment/],
  ] as const) {
    await page.goto(`/invoices?asOf=${moment}`)
    const refusal = page.getByRole("alert").filter({ hasText: "This moment cannot be shown" })
    await expect(refusal).toContainText(sentence)
    await refusal.getByRole("link", { name: "Back to now" }).click()
    await expect(page.getByRole("button", { name: "As of: now" })).toBeVisible()
    await expect(page.getByRole("button", { name: "Generate Invoice" })).toBeVisible()
  }
})

test("on a phone the moment is selected by date and time", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001", phone)
  await page.goto("/invoices?view=all")
  await page.getByRole("button", { name: "More" }).tap()
  await page.getByRole("button", { name: "As of: now" }).tap()
  await page.getByLabel("Date", { exact: true }).fill(monthEnd)
  await page.getByLabel("Time in Juba").fill("18:30")
  await page.getByRole("button", { name: "Show" }).tap()
  await opened(page, `${said}, 18:30`)
  await expect(page.getByRole("button", { name: "Generate Invoice" })).toHaveCount(0)
  // nothing overflows
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await faults(page)).toEqual([])
})
