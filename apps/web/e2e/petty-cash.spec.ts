/** Petty cash at work: a field operative asks, his supervisor approves, the custodian pays out and takes the receipts; a float is filled and counted. */
import { AxeBuilder } from "@axe-core/playwright"
import { type Browser, expect, type Page, test } from "@playwright/test"

const signedIn = async (browser: Browser, employeeId: string): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 900 }, baseURL: process.env["BASE_URL"]! })).newPage()
  await page.goto("/")
  await page.evaluate(
    async (body) => {
      await fetch("/api/auth/login", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
    },
    { employeeId, password: "field-office-demo" },
  )
  return page
}
const faults = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)
}
const notice = (page: Page, text: string | RegExp) => page.locator(".notice-text", { hasText: text })

test("petty cash is asked for, approved, paid out and retired by those whose turn it is", async ({ browser }) => {
  test.setTimeout(120_000)
  const cook = await signedIn(browser, "FO-OPS-001")
  await cook.goto("/")
  await cook.getByRole("link", { name: "Marketing CRM" }).click()
  await expect(cook.getByRole("columnheader")).toHaveText(["ID", "Requested By", "Amount", "Category", "Purpose", "Status", "Actions"])
  await expect(cook.getByRole("link", { name: "Floats" })).toHaveCount(0)
  await cook.keyboard.press("n")
  const dialog = cook.getByRole("dialog", { name: "Submit Petty Cash Request" })
  await dialog.getByRole("button", { name: "Submit Request" }).click()
  for (const sentence of ["Amount is required", "Category is required", "Purpose is required"]) await expect(dialog.getByText(sentence)).toBeVisible()
  expect(await faults(cook)).toEqual([])
  const purpose = `Ice for the fish ${Date.now().toString(36)}`
  await dialog.getByLabel("Amount").fill("40")
  await dialog.getByLabel("Category").selectOption({ label: "Meals" })
  await dialog.getByLabel("Purpose").fill(purpose)
  await dialog.getByRole("button", { name: "Submit Request" }).click()
  await expect(notice(cook, "Petty cash request submitted successfully")).toBeVisible()
  const rowOf = (page: Page) => page.getByRole("row", { name: new RegExp(purpose) })
  await expect(rowOf(cook)).toContainText("Pending")
  await expect(rowOf(cook).getByRole("button", { name: "Approve" })).toHaveCount(0)

  const supervisor = await signedIn(browser, "FO-SUP-001")
  await supervisor.goto("/marketing?tab=petty-cash")
  await rowOf(supervisor).getByRole("button", { name: "Approve" }).click()
  await expect(notice(supervisor, "Petty cash request approved")).toBeVisible()
  await expect(rowOf(supervisor)).toContainText("Approved")

  const custodian = await signedIn(browser, "FO-SEC-001")
  await custodian.goto("/marketing?tab=petty-cash")
  await rowOf(custodian).getByRole("button", { name: "Pay out" }).click()
  const paying = custodian.getByRole("dialog", { name: /^Pay out PC-/ })
  await expect(paying.getByLabel("Float").locator("option:checked")).toHaveText(/^Unity camp dollars, /)
  expect(await faults(custodian)).toEqual([])
  await paying.getByRole("button", { name: "Pay out" }).click()
  await expect(notice(custodian, "Petty cash paid out")).toBeVisible()

  await rowOf(custodian).getByRole("button", { name: "Retire" }).click()
  const retiring = custodian.getByRole("dialog", { name: /^Retire PC-/ })
  await retiring.getByLabel("Spent").fill("41")
  await retiring.getByRole("button", { name: "Retire" }).click()
  await expect(retiring.getByText("No more was spent than was paid out")).toBeVisible()
  await retiring.getByLabel("Spent").fill("33.50")
  await retiring.getByLabel("Spent").blur()
  await expect(retiring.locator("output")).toContainText("$6.50")
  await retiring.getByRole("button", { name: "Retire" }).click()
  await expect(retiring.getByText("Add the receipts of what was spent")).toBeVisible()
  await retiring
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "ice.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 ice") })
  await expect(retiring.getByText("1 file attached")).toBeAttached()
  await retiring.getByRole("button", { name: "Retire" }).click()
  await expect(notice(custodian, "Petty cash request retired")).toBeVisible()

  const finance = await signedIn(browser, "FO-FIN-001")
  await finance.goto("/marketing?tab=petty-cash")
  await rowOf(finance).getByRole("link").first().click()
  const drawer = finance.getByRole("dialog", { name: /^PC-/ })
  await expect(drawer).toContainText("$33.50")
  await expect(drawer.getByRole("link", { name: "ice.pdf" })).toBeVisible()
  await expect(drawer.getByRole("link", { name: /^JE-/ })).toHaveCount(2)
})

test("a float is opened, filled and counted, and its cash book says so", async ({ browser }) => {
  test.setTimeout(120_000)
  const finance = await signedIn(browser, "FO-FIN-001")
  const name = `Paloch ${Date.now().toString(36)}`
  await finance.goto("/marketing?tab=petty-cash&view=floats")
  await finance.getByRole("button", { name: "Open Float" }).click()
  const opening = finance.getByRole("dialog", { name: "Open Float" })
  await opening.getByLabel("Name").fill(name)
  await opening.getByLabel("Site").selectOption({ index: 1 })
  await opening.getByLabel("Custodian").selectOption({ label: "Lado Wani Kenyi, FO-MGT-001" })
  await opening.getByLabel("Limit").fill("200")
  await opening.getByRole("button", { name: "Open float" }).click()
  await expect(notice(finance, `Float ${name} opened`)).toBeVisible()

  await finance.getByRole("link", { name }).click()
  const drawer = finance.getByRole("dialog", { name })
  await expect(drawer).toContainText("Nothing has been put into it yet.")
  await drawer.getByRole("button", { name: "Top up" }).click()
  const filling = finance.getByRole("dialog", { name: `Top up ${name}` })
  await expect(filling.getByLabel("Amount")).toHaveValue("200.00")
  await filling.getByRole("button", { name: "Top up" }).click()
  await expect(notice(finance, "Float topped up")).toBeVisible()

  await drawer.getByRole("button", { name: "Count" }).click()
  const counting = finance.getByRole("dialog", { name: `Count ${name}` })
  await counting.getByLabel("Counted").fill("198")
  await counting.getByLabel("Counted").blur()
  await expect(counting.locator("output")).toContainText("Missing")
  await counting.getByRole("button", { name: "Write down" }).click()
  await expect(counting.getByText("The book has USD 200.00, so 2.00 is missing. Say why")).toBeVisible()
  await counting.getByLabel("Reason").fill("Short change")
  await counting.getByRole("button", { name: "Write down" }).click()
  await expect(notice(finance, "Count written down")).toBeVisible()
  const book = drawer.getByRole("region", { name: "Cash book" })
  await expect(book.getByRole("row")).toHaveText([/^What/, /^Counted.*Short change-2\.00198\.00$/, /^Topped up.*200\.00200\.00$/])
  expect(await faults(finance)).toEqual([])
})
