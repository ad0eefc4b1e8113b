/** The supplier's answer: the link in the saved mail is followed on a phone, and the buyer sees the day live. */
import { type Browser, expect, type Page } from "@playwright/test"
import { ask, faults, newVisitor, phone, signedIn, test, visitor } from "../signed-in.ts"

interface Mail {
  readonly id: number
}

/** An order that has been sent to its supplier. */
const approvedOrder = async (browser: Browser, buyer: Page, justification: string): Promise<{ id: number; requestNumber: string }> => {
  const clerk = await signedIn(browser, "FO-OPS-001")
  const items: ReadonlyArray<{ id: number; name: string }> = await ask(clerk, "GET", "/api/stock/items")
  const { id } = await ask<{ id: number }>(clerk, "POST", "/api/purchase-requests", { siteId: "unity-state", priority: "high", justification })
  const stockItemId = items.find(({ name }) => name === "Onions")!.id
  await ask(clerk, "POST", "/api/purchase-requests/items", { purchaseRequestId: id, stockItemId, quantity: 25, estimatedCost: "37.50" })
  return ask(buyer, "PATCH", `/api/purchase-requests/${id}/approve`, {})
}

/** The date this many days from now in Juba: as in a date field, and in words. */
const inDays = (days: number) => {
  const at = Date.now() + days * 86_400_000
  const written = (locale: string, month: "2-digit" | "long", day: "2-digit" | "numeric") =>
    new Intl.DateTimeFormat(locale, { timeZone: "Africa/Juba", year: "numeric", month, day }).format(at)
  return { field: written("en-CA", "2-digit", "2-digit"), words: written("en-GB", "long", "numeric") }
}

test("a supplier follows the link in the mail and gives a date; the buyer sees it at once", async ({ browser }) => {
  const buyer = await signedIn(browser, "FO-MGT-001")
  const justification = `Not for anyone outside ${Date.now()}`
  const { id, requestNumber } = await approvedOrder(browser, buyer, justification)

  // demo mode saves the mail here
  await buyer.goto("/")
  await buyer.getByRole("button", { name: /^Account: / }).click()
  await buyer.getByRole("menuitem", { name: "Mails" }).click()
  await expect(buyer.getByRole("heading", { name: "Mails" })).toBeVisible()
  await buyer.getByRole("link", { name: new RegExp(`^Purchase order ${requestNumber} for`) }).click()
  const link = await buyer
    .getByRole("dialog")
    .getByRole("link", { name: /\/acknowledge\// })
    .getAttribute("href")
  await buyer.goto(`/procurement?open=${id}`)
  const drawer = buyer.getByRole("dialog", { name: requestNumber })
  await expect(drawer.getByText(/^Approved for/)).toBeVisible()
  await expect(drawer.getByText(/^Acknowledged/)).toHaveCount(0)

  const supplier = await visitor(browser, phone)
  await supplier.goto(link!)
  await expect(supplier.getByRole("heading", { name: requestNumber })).toBeVisible()
  await expect(supplier.getByRole("row", { name: "Onions 25 kg" })).toBeVisible()
  await expect(supplier.getByText(justification)).toHaveCount(0)
  const day = supplier.getByLabel("Day of delivery")
  const confirm = supplier.getByRole("button", { name: "Confirm the delivery" })
  await confirm.click()
  await expect(supplier.getByRole("alert")).toHaveText("Choose your delivery date")
  await day.fill(inDays(-2).field)
  await confirm.click()
  await expect(supplier.getByRole("alert")).toHaveText("The delivery date cannot be in the past")
  expect(await faults(supplier)).toEqual([])
  await day.fill(inDays(7).field)
  await supplier.getByLabel(/^Note/).fill("By truck from Juba")
  await confirm.click()
  await expect(supplier.getByRole("heading", { name: `Delivery on ${inDays(7).words}` })).toBeVisible()
  expect(await faults(supplier)).toEqual([])

  // in the details and in the history, under the supplier's name
  await expect(drawer.getByText(`Acknowledged, expected ${inDays(7).words}`, { exact: true })).toBeVisible()
  await expect(drawer.getByText(`Acknowledged, expected ${inDays(7).words}. By truck from Juba`)).toBeVisible()

  // another date is another answer, shown when the supplier returns
  await supplier.reload()
  await supplier.getByRole("button", { name: "Change the day" }).click()
  await day.fill(inDays(9).field)
  await confirm.click()
  await expect(supplier.getByRole("heading", { name: `Delivery on ${inDays(9).words}` })).toBeVisible()
  await expect(drawer.getByText(`Acknowledged, expected ${inDays(9).words}`, { exact: true })).toBeVisible()

  await ask(buyer, "POST", `/api/purchase-requests/${id}/cancel`, { reason: "Found in the store" })
  await supplier.reload()
  await expect(supplier.getByRole("heading", { name: "This order was cancelled" })).toBeVisible()
  await expect(confirm).toHaveCount(0)
})

test("an invalid link leads nowhere, in dark mode too", async ({ browser }) => {
  const page = await newVisitor(browser, { colorScheme: "dark" })
  await page.goto("/acknowledge/made-up")
  await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible()
  await expect(page.getByText("Please write to the buyer.")).toBeVisible()
  expect(await faults(page)).toEqual([])
})

test("HTML in a mail is displayed but inert", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  const [{ id }] = await ask<[Mail]>(page, "GET", "/api/mails?aboutKind=invoice&limit=1")
  const html = `<p style="font-weight: bold">Dear supplier</p><script>document.body.append("it ran")</script><img src="x" onerror="document.body.append('it ran')">`
  await page.route(`**/api/mails/${id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), status: "failed", lastError: "554 no such mailbox", html } })
  })
  await page.goto(`/mails?open=${id}`)
  const frame = page.getByTitle("The mail as its recipient sees it")
  await expect(frame).toHaveAttribute("sandbox", "")
  const letter = frame.contentFrame().locator("body")
  await expect(letter.getByText("Dear supplier")).toBeVisible()
  await expect(letter).not.toContainText("it ran")
  await expect(page.getByText("554 no such mailbox")).toBeVisible()
  // only this page got the error
  await page.getByRole("button", { name: "Resend" }).click()
  await expect(page.locator(".notice-text", { hasText: "This e-mail was already sent" })).toBeVisible()
})

test("a person without access to mail neither finds the page nor can open it", async ({ browser }) => {
  const page = await signedIn(browser, "FO-OPS-001")
  await page.goto("/")
  await page.getByRole("button", { name: /^Account: / }).click()
  await expect(page.getByRole("menuitem", { name: "Change password" })).toBeVisible()
  await expect(page.getByRole("menuitem", { name: "Mails" })).toHaveCount(0)
  await page.goto("/mails")
  await expect(page.getByText("You do not have access to this page")).toBeVisible()
})
