/** Finance at work: a wish is asked, decided, paid and stands in the books; money is recorded, posted and taken back; a site's day; a vendor. */
import { AxeBuilder } from "@axe-core/playwright"
import { type Browser, type BrowserContextOptions, expect, type Page, test } from "@playwright/test"

const laptop = { viewport: { width: 1366, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const signedIn = async (browser: Browser, employeeId: string, options: BrowserContextOptions = laptop): Promise<Page> => {
  const page = await (await browser.newContext({ ...options, baseURL: process.env["BASE_URL"]! })).newPage()
  await page.goto("/")
  await page.evaluate(
    async (body) => {
      await fetch("/api/auth/login", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
    },
    { employeeId, password: "field-office-demo" },
  )
  return page
}

/** Asks the server as the person of the page would. */
const ask = <T>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ({ method, path, body }) => {
      const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }
      const answer = await fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
      return answer.json()
    },
    { method, path, body },
  ) as Promise<T>

/** What an aid to seeing would stumble over. */
const faults = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)
}
const notice = (page: Page, text: string | RegExp) => page.locator(".notice-text", { hasText: text })
const cell = (page: Page, label: string) => page.locator(".metric", { has: page.getByText(label, { exact: true }) }).locator(".metric-value")
/** The smallest picture there is. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
/** A name that no other test has. */
const named = (what: string) => `${what} ${Date.now().toString(36)}`

test("an expense is asked for, approved by another, paid, and stands in the books", async ({ browser }) => {
  test.setTimeout(120_000)
  const asker = await signedIn(browser, "FO-MGT-001")
  const finance = await signedIn(browser, "FO-FIN-001")
  await finance.goto("/financial?tab=expenses")
  await asker.goto("/financial?tab=expenses")
  await expect(asker.getByRole("columnheader")).toHaveText(["Date", "Requested By", "Description", "Amount", "Payment Method", "Status", "Actions"])

  await asker.keyboard.press("n")
  const dialog = asker.getByRole("dialog", { name: "New Expense Request" })
  await dialog.getByRole("button", { name: "Submit Request" }).click()
  for (const sentence of ["Amount is required", "Category is required", "Description is required", "Business purpose is required", "Site is required"]) {
    await expect(dialog.getByText(sentence)).toBeVisible()
  }
  await expect(dialog.getByText("Payment method is required")).toBeVisible()
  expect(await faults(asker)).toEqual([])
  const description = named("Tyres for the water truck")
  await dialog.getByLabel("Amount").fill("420.50")
  await expect(dialog.getByLabel("Currency")).toHaveValue("USD")
  await expect(dialog.getByLabel("Priority")).toHaveValue("medium")
  await dialog.getByLabel("Category").selectOption("Transport")
  await dialog.getByLabel("Site").selectOption({ label: "Juba office" })
  await dialog.getByLabel("Description").fill(description)
  await dialog.getByLabel("Business purpose").fill("The old ones are worn")
  await dialog.getByLabel("Payment method").selectOption("Bank transfer")
  await dialog
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "quotation.png", mimeType: "image/png", buffer: Buffer.from(pixel, "base64") })
  await expect(dialog.getByText("quotation.png")).toBeVisible()
  await dialog.getByRole("button", { name: "Submit Request" }).click()
  await expect(notice(asker, "Expense request created successfully")).toBeVisible()

  // who asked can take it back, and nothing else
  await asker
    .getByRole("row")
    .filter({ hasText: description })
    .getByRole("button", { name: /^View EXP-/ })
    .click()
  const own = asker.getByRole("dialog", { name: /^EXP-/ })
  await expect(own.getByRole("button", { name: "Withdraw" })).toBeVisible()
  await expect(own.getByRole("button", { name: /Approve|Reject|Pay/ })).toHaveCount(0)

  // another sees it without a reload
  await finance
    .getByRole("row")
    .filter({ hasText: description })
    .getByRole("button", { name: /^View EXP-/ })
    .click()
  const drawer = finance.getByRole("dialog", { name: /^EXP-/ })
  await expect(drawer).toContainText("$420.50")
  await expect(drawer.getByRole("link", { name: /^quotation/ })).toHaveAttribute("href", /^\/api\/attachments\/\d+\/download/)
  expect(await faults(finance)).toEqual([])
  await drawer.getByRole("button", { name: "Approve" }).click()
  await expect(notice(finance, "Expense request updated successfully")).toBeVisible()
  await expect(own.getByRole("button", { name: "Withdraw" })).toHaveCount(0)
  await drawer.getByRole("button", { name: "Pay" }).click()
  const pay = finance.getByRole("dialog", { name: /^Pay EXP-/ })
  await expect(pay.getByLabel("Payment method")).toHaveValue("bank_transfer")
  await pay.getByLabel("Payment reference").fill("TT-77")
  expect(await faults(finance)).toEqual([])
  await pay.getByRole("button", { name: "Pay" }).click()
  await expect(drawer).toContainText("Paid by bank transfer, TT-77")
  await expect(drawer.getByRole("link", { name: /^JE-/ })).toBeVisible()
  await expect(drawer.getByRole("button", { name: /Approve|Reject|Pay/ })).toHaveCount(0)

  // the receipt comes with the goods
  await own.getByRole("button", { name: "Add receipts" }).click()
  const receipts = asker.getByRole("dialog", { name: /^Add receipts to EXP-/ })
  await receipts.getByRole("button", { name: "Add receipts" }).click()
  await expect(receipts.getByText("Choose a file at least")).toBeVisible()
  await receipts
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "slip.png", mimeType: "image/png", buffer: Buffer.from(pixel, "base64") })
  await expect(receipts.getByText("slip.png")).toBeVisible()
  await receipts.getByRole("button", { name: "Add receipts" }).click()
  await expect(notice(asker, "Receipts added")).toBeVisible()
  await expect(drawer.getByRole("link", { name: /^slip/ })).toBeVisible()
})

test("an expense is rejected with a reason, and another withdrawn; an override needs one too", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const management = await signedIn(browser, "FO-MGT-001")
  const wish = { amount: "80.00", category: "office", businessPurpose: "Rain", siteId: 3, paymentMethod: "cash" }
  const request = (page: Page, more: object) => ask<{ id: number; requestNumber: string }>(page, "POST", "/api/expense-requests", { ...wish, ...more })

  const refused = await request(management, { description: named("Umbrellas") })
  await boss.goto(`/financial?tab=expenses&open=${refused.id}`)
  await boss.getByRole("button", { name: "Reject" }).click()
  const reject = boss.getByRole("dialog", { name: `Reject ${refused.requestNumber}` })
  await reject.getByRole("button", { name: "Reject" }).click()
  await expect(reject.getByText("Reason is required")).toBeVisible()
  await reject.getByLabel("Reason").fill("We have twenty")
  await reject.getByRole("button", { name: "Reject" }).click()
  await expect(notice(boss, "Expense request updated successfully")).toBeVisible()
  await expect(boss.getByRole("dialog", { name: refused.requestNumber })).toContainText("We have twenty")

  const taken = await request(management, { description: named("Boots") })
  await management.goto(`/financial?tab=expenses&open=${taken.id}`)
  await management.getByRole("button", { name: "Withdraw" }).click()
  await management
    .getByRole("dialog", { name: `Withdraw ${taken.requestNumber}` })
    .getByRole("button", { name: "Withdraw" })
    .click()
  await expect(notice(management, "Expense request updated successfully")).toBeVisible()
  await expect(management.getByRole("dialog", { name: taken.requestNumber })).toContainText("Withdrawn")

  const own = await request(boss, { description: named("Raincoat") })
  await boss.goto(`/financial?tab=expenses&open=${own.id}`)
  const drawer = boss.getByRole("dialog", { name: own.requestNumber })
  await expect(drawer.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0)
  await drawer.getByRole("button", { name: "Approve by override" }).click()
  const override = boss.getByRole("dialog", { name: `Approve ${own.requestNumber} by override` })
  await override.getByRole("button", { name: "Approve" }).click()
  await expect(override.getByText("Reason is required")).toBeVisible()
  await override.getByLabel("Reason").fill("Nobody else is in the country")
  await override.getByRole("button", { name: "Approve" }).click()
  await expect(drawer).toContainText("Override: Nobody else is in the country")
})

test("a transfer is recorded by one, posted by another, and reversed; what was wrong is voided", async ({ browser }) => {
  const finance = await signedIn(browser, "FO-FIN-001")
  const boss = await signedIn(browser, "FO-CEO-001")
  await boss.goto("/financial?tab=transactions")
  await finance.goto("/financial?tab=transactions")
  await expect(finance.getByRole("columnheader")).toHaveText(["Date", "Number", "Description", "Type", "Category", "Amount", "Method", "Status"])
  const record = async (description: string, category: string) => {
    await finance.getByRole("button", { name: "Record Transaction" }).click()
    const dialog = finance.getByRole("dialog", { name: "Record Transaction" })
    await expect(dialog.getByLabel("Type")).toHaveValue("expense")
    await expect(dialog.getByLabel("Payment method")).toHaveValue("cash")
    await dialog.getByLabel("Description").fill(description)
    await dialog.getByLabel("Amount").fill("250")
    await dialog.getByLabel("Category").fill(category)
    await dialog.getByLabel("Site").selectOption({ label: "Juba office" })
    return dialog
  }
  const moved = named("Cash paid in")
  const dialog = await record(moved, "Banking")
  await expect(dialog.getByLabel("To account")).toHaveCount(0)
  await dialog.getByLabel("Type").selectOption("Transfer")
  await expect(dialog.getByLabel("To account")).toHaveText("1010 Bank USD")
  expect(await faults(finance)).toEqual([])
  await dialog.getByRole("button", { name: "Record Transaction" }).click()
  await expect(notice(finance, "Transaction recorded successfully")).toBeVisible()

  // who recorded it may void it, not post it
  await finance.getByRole("row").filter({ hasText: moved }).getByRole("link").click()
  const own = finance.getByRole("dialog", { name: /^TXN-/ })
  await expect(own.getByRole("button", { name: "Void" })).toBeVisible()
  await expect(own.getByRole("button", { name: "Post" })).toHaveCount(0)

  await boss.getByRole("row").filter({ hasText: moved }).getByRole("link").click()
  const drawer = boss.getByRole("dialog", { name: /^TXN-/ })
  await drawer.getByRole("button", { name: "Post" }).click()
  await boss
    .getByRole("dialog", { name: /^Post TXN-/ })
    .getByRole("button", { name: "Post" })
    .click()
  await expect(notice(boss, "Transaction posted")).toBeVisible()
  await expect(drawer).toContainText("1010")
  await expect(drawer.getByRole("link", { name: /^JE-/ })).toBeVisible()
  expect(await faults(boss)).toEqual([])
  await drawer.getByRole("button", { name: "Reverse" }).click()
  const reverse = boss.getByRole("dialog", { name: /^Reverse TXN-/ })
  await reverse.getByRole("button", { name: "Reverse" }).click()
  await expect(reverse.getByText("Reason is required")).toBeVisible()
  await reverse.getByLabel("Reason").fill("It was counted twice")
  await reverse.getByRole("button", { name: "Reverse" }).click()
  await expect(drawer).toContainText("Reversed: It was counted twice")

  await own.getByRole("button", { name: "Close" }).click()
  const wrong = named("Fuel for nothing")
  const second = await record(wrong, "Fuel")
  await second.getByRole("button", { name: "Record Transaction" }).click()
  await finance.getByRole("row").filter({ hasText: wrong }).getByRole("link").click()
  await finance.getByRole("dialog", { name: /^TXN-/ }).getByRole("button", { name: "Void" }).click()
  const dialogOfVoid = finance.getByRole("dialog", { name: /^Void TXN-/ })
  await dialogOfVoid.getByLabel("Reason").fill("Never happened")
  await dialogOfVoid.getByRole("button", { name: "Void" }).click()
  await expect(notice(finance, "Transaction voided")).toBeVisible()
  await expect(finance.getByRole("row").filter({ hasText: wrong })).toContainText("Voided")
})

test("a site's day is recorded once, its total is the sum, and another approves it", async ({ browser }) => {
  const management = await signedIn(browser, "FO-MGT-001")
  const finance = await signedIn(browser, "FO-FIN-001")
  await management.goto("/financial?tab=expenses&view=daily")
  const record = async () => {
    await management.getByRole("button", { name: "Record Daily Expenses" }).click()
    const dialog = management.getByRole("dialog", { name: "Record Daily Expenses" })
    await dialog.getByLabel("Site").selectOption({ label: "Paloj-Adar" })
    await dialog.getByLabel("Currency").selectOption("SSP")
    await dialog.getByLabel("Staff feeding").fill("1000")
    await dialog.getByLabel("Fuel").fill("250.5")
    await expect(dialog.locator("output")).toContainText("SSP 1,250.50")
    return dialog
  }
  const dialog = await record()
  expect(await faults(management)).toEqual([])
  await dialog.getByRole("button", { name: "Record expenses" }).click()
  await expect(notice(management, "Daily expenses recorded successfully")).toBeVisible()
  const again = await record()
  await again.getByRole("button", { name: "Record expenses" }).click()
  await expect(again.getByRole("alert")).toContainText("Paloj-Adar")
  await again.getByRole("button", { name: "Cancel" }).click()
  await management.getByRole("button", { name: "Discard" }).last().click()

  await finance.goto("/financial?tab=expenses&view=daily&currency=SSP")
  await finance.getByRole("row").filter({ hasText: "1,250.50" }).getByRole("link").click()
  const drawer = finance.getByRole("dialog", { name: /^Paloj-Adar/ })
  expect(await faults(finance)).toEqual([])
  await drawer.getByRole("button", { name: "Approve" }).click()
  await expect(notice(finance, "Daily expenses approved")).toBeVisible()
  await expect(drawer.getByRole("link", { name: /^JE-/ })).toBeVisible()
})

test("a vendor is added and stands in the directory", async ({ browser }) => {
  const finance = await signedIn(browser, "FO-FIN-001")
  await finance.goto("/financial?tab=vendors")
  await expect(finance.getByRole("columnheader")).toHaveText(["Vendor #", "Name", "Contact", "E-mail", "Phone", "Terms", "Currency", "Status"])
  await finance.keyboard.press("n")
  const dialog = finance.getByRole("dialog", { name: "Add Vendor" })
  const name = named("Sobat Timber")
  await dialog.getByLabel("Name", { exact: true }).fill(name)
  await dialog.getByLabel("E-mail").fill("sales@")
  await expect(dialog.getByLabel("Payment terms")).toHaveValue("net_30")
  await dialog.getByRole("button", { name: "Add Vendor" }).click()
  await expect(dialog.getByText("Invalid email")).toBeVisible()
  await dialog.getByLabel("E-mail").fill("sales@sobat.example")
  await dialog.getByRole("button", { name: "Add Vendor" }).click()
  await expect(notice(finance, "Vendor created successfully")).toBeVisible()
  await expect(finance.getByRole("row").filter({ hasText: name })).toContainText("Net 30")
  await expect(finance.getByRole("row").filter({ hasText: name })).toContainText("Active")
  expect(await faults(finance)).toEqual([])
})

test("the overview says what the books say, and its figures explain themselves", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const management = await signedIn(browser, "FO-MGT-001")
  await boss.goto("/financial")
  await expect(boss.locator(".metric dt")).toHaveText(["Total Revenue", "Total Expenses", "Pending Approvals", "Active Employees"])
  const { totalRevenue } = await ask<{ totalRevenue: { USD: string } }>(boss, "GET", "/api/finance/overview")
  await expect(cell(boss, "Total Revenue")).toContainText(`$${Number(totalRevenue.USD).toLocaleString("en-US", { minimumFractionDigits: 2 })}`)
  const waiting = Number(/\d+/.exec(await cell(boss, "Pending Approvals").innerText())![0])
  const description = named("Paint for the gate")
  const wish = { amount: "35.00", category: "maintenance", description, businessPurpose: "Rust", siteId: 3, paymentMethod: "cash" }
  await ask(management, "POST", "/api/expense-requests", wish)
  await expect(cell(boss, "Pending Approvals")).toContainText(String(waiting + 1))
  expect(await faults(boss)).toEqual([])

  await boss.getByRole("button", { name: /^Total Expenses: \$/ }).click()
  await expect(boss.getByRole("dialog")).toContainText("What was posted to expense accounts this year")
  await boss.keyboard.press("Escape")
  await boss.getByRole("button", { name: /^Cost per meal/ }).click()
  await expect(boss.getByRole("dialog")).toContainText("Meals served")
  await boss.keyboard.press("Escape")
  const latest = boss.getByRole("region", { name: "Recent Expense Requests" })
  await expect(latest.getByRole("listitem")).toHaveCount(5)
  await expect(boss.getByRole("region", { name: "Recent Transactions" }).getByRole("listitem")).toHaveCount(5)
  await latest.getByRole("link", { name: description }).click()
  await expect(boss.getByRole("dialog", { name: /^EXP-/ })).toContainText("$35.00")
})

test("on a phone the lists are cards, and a request is asked for with one hand", async ({ browser }) => {
  const finance = await signedIn(browser, "FO-FIN-001", phone)
  await finance.goto("/financial?tab=expenses")
  await expect(finance.locator(".cards .card").first()).toContainText("EXP-")
  await expect(finance.getByRole("table")).toHaveCount(0)
  await finance.getByRole("button", { name: "New Expense Request" }).tap()
  await expect(finance.getByRole("dialog", { name: "New Expense Request" })).toBeVisible()
  expect(await finance.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await faults(finance)).toEqual([])
})

test("field staff ask for money on a screen of their own, by keyboard; a supervisor records there what the site spent", async ({ browser }) => {
  test.setTimeout(120_000)
  const field = await signedIn(browser, "FO-OPS-001")
  await field.goto("/financial")
  await expect(field.getByText("You do not have access to this page")).toBeVisible()
  await field.getByRole("navigation", { name: "Quick Actions" }).getByRole("link", { name: "New Expense Request" }).click()
  await expect(field).toHaveURL(/\/expenses\?dialog=new-expense/)
  await field.keyboard.press("Escape")
  await field.keyboard.press("n")
  const dialog = field.getByRole("dialog", { name: "New Expense Request" })
  const description = named("Rubber gloves")
  await dialog.getByLabel("Amount").fill("18.00")
  await dialog.getByLabel("Category").selectOption("Supplies")
  await dialog.getByLabel("Description").fill(description)
  await dialog.getByLabel("Business purpose").fill("The old ones leak")
  await dialog.getByLabel("Payment method").selectOption("Cash")
  await expect(dialog.getByLabel("Site")).toHaveValue("1")
  // a bad link loses nothing: the draft is there when the page is again
  await field.context().setOffline(true)
  await dialog.getByRole("button", { name: "Submit Request" }).click()
  await expect(dialog.getByRole("alert")).toBeVisible()
  await expect.poll(() => field.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(description)
  await field.context().setOffline(false)
  await field.reload()
  await expect(dialog.getByLabel("Description")).toHaveValue(description)
  await dialog.getByRole("button", { name: "Submit Request" }).press("Enter")
  await expect(notice(field, "Expense request created successfully")).toBeVisible()
  await expect(field.getByRole("columnheader", { name: "Requested By" })).toBeVisible()
  await expect(field.getByRole("cell", { name: "Gatluak Riek Tut" })).toHaveCount(0)
  expect(await faults(field)).toEqual([])

  const supervisor = await signedIn(browser, "FO-SUP-001")
  await supervisor.goto("/")
  await supervisor.getByRole("button", { name: /^Account/ }).click()
  await supervisor.getByRole("menuitem", { name: "My Expenses" }).click()
  await expect(supervisor.getByRole("row").filter({ hasText: "Gatluak Riek Tut" }).first()).toBeVisible()
  await expect(supervisor.getByRole("row").filter({ hasText: description })).toHaveCount(0)
  await supervisor.getByRole("button", { name: "Of the Site" }).click()
  await supervisor
    .getByRole("row")
    .filter({ hasText: description })
    .getByRole("button", { name: /^View EXP-/ })
    .click()
  const drawer = supervisor.getByRole("dialog", { name: /^EXP-/ })
  await expect(drawer).toContainText("$18.00")
  await expect(drawer.getByRole("button", { name: /Approve|Reject|Pay|Withdraw|receipts/ })).toHaveCount(0)
  await supervisor.keyboard.press("Escape")

  await supervisor.keyboard.press("r")
  const day = supervisor.getByRole("dialog", { name: "Record Daily Expenses" })
  await day.getByLabel("Currency").selectOption("SSP")
  await day.getByLabel("Date").fill("2026-08-03")
  await day.getByLabel("Fuel").fill("91250.50")
  await day.getByRole("button", { name: "Record expenses" }).click()
  await expect(notice(supervisor, "Daily expenses recorded successfully")).toBeVisible()

  // who asked adds the receipt and, while it waits, takes it back
  await field
    .getByRole("row")
    .filter({ hasText: description })
    .getByRole("button", { name: /^View EXP-/ })
    .click()
  const own = field.getByRole("dialog", { name: /^EXP-/ })
  await own.getByRole("button", { name: "Add receipts" }).click()
  const receipts = field.getByRole("dialog", { name: /^Add receipts to EXP-/ })
  await receipts
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "quote.png", mimeType: "image/png", buffer: Buffer.from(pixel, "base64") })
  await expect(receipts.getByText("quote.png")).toBeVisible()
  await receipts.getByRole("button", { name: "Add receipts" }).click()
  await expect(own.getByRole("link", { name: /^quote/ })).toBeVisible()
  await own.getByRole("button", { name: "Withdraw" }).click()
  await field
    .getByRole("dialog", { name: /^Withdraw EXP-/ })
    .getByRole("button", { name: "Withdraw" })
    .click()
  await expect(own).toContainText("Withdrawn")

  // what is paid stands in books that field staff do not open
  await field.keyboard.press("Escape")
  await field.getByRole("row").filter({ hasText: "Paid" }).first().getByRole("link").first().click()
  await expect(own).toContainText(/JE-\d{4}-\d+/)
  await expect(own.getByRole("link", { name: /^JE-/ })).toHaveCount(0)
})

test("with one hand and in the dark: My Expenses on a phone; a guest has none", async ({ browser }) => {
  const supervisor = await signedIn(browser, "FO-SUP-001", { ...phone, colorScheme: "dark" })
  await supervisor.goto("/expenses")
  await expect(supervisor.locator(".cards .card").first()).toContainText("EXP-")
  expect(await faults(supervisor)).toEqual([])
  await supervisor.getByRole("button", { name: "New Expense Request" }).tap()
  const dialog = supervisor.getByRole("dialog", { name: "New Expense Request" })
  await expect(dialog.locator("input[capture]")).toHaveCount(1)
  expect(await supervisor.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await faults(supervisor)).toEqual([])

  const guest = await signedIn(browser, "FO-GST-001")
  await guest.goto("/expenses")
  await expect(guest.getByRole("main")).not.toContainText("expense requests")
  await expect(guest.getByRole("button", { name: "New Expense Request" })).toHaveCount(0)
})
