/** From meals to money for finance: a month is previewed and posted, an invoice issued, mailed, paid and credited. */
import { expect, type Page } from "@playwright/test"
import { actsOf, ask, faults, handsAt, lastMonth, notice, openWithin, signedIn, test } from "../signed-in.ts"

const panel = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true })

const { name: closed } = lastMonth

// proves S-CAT-14
test("a month is previewed, compared with a what-if and posted; another person sees its bills live", async ({ browser }) => {
  const finance = await signedIn(browser, "FO-FIN-001")
  const boss = await signedIn(browser, "FO-CEO-001")
  await boss.goto("/invoices?view=all")
  await finance.goto("/catering")
  await finance.getByRole("link", { name: "Generate Monthly Invoice" }).click()
  await finance.getByLabel("Site", { exact: true }).selectOption({ label: "Unity State" })
  await finance.getByRole("button", { name: "Preview" }).click()
  const rows = panel(finance, "Preview").locator("tbody tr")
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText("Planned")
  await expect(rows.last()).toContainText("Served")
  expect(await faults(finance)).toEqual([])

  await finance.getByText("What if…").click()
  await finance.getByLabel("Tax", { exact: true }).fill("0")
  await finance.getByRole("button", { name: "Preview" }).click()
  await expect(panel(finance, "What if").getByRole("columnheader", { name: "Difference" })).toBeVisible()
  await expect(panel(finance, "What if").locator("tbody tr").first()).toContainText("−")
  await expect(finance.getByRole("button", { name: "Post these bills" })).toHaveCount(0)
  expect(await faults(finance)).toEqual([])
  const planOf = () => new URL(finance.url()).searchParams.get("plan")
  const supposed = planOf()
  await finance.getByRole("button", { name: "Clear" }).click()
  // all bills of a month are one run and one sending, however many they are: with the month-end opened from Today, seven of at most eight, all by keyboard
  const { enter, done } = handsAt(finance)
  await enter(finance.getByRole("button", { name: "Preview" }))

  // the URL names the plan once it has replaced the what-if
  await expect.poll(() => [null, supposed].includes(planOf())).toBe(false)
  await expect(panel(finance, "Preview").locator("tbody tr")).toHaveCount(2)
  await finance.reload()
  await enter(finance.getByRole("button", { name: "Post these bills" }))
  const dialog = finance.getByRole("dialog", { name: "Post these bills" })
  const { totals } = await ask<{ totals: { USD: { totalAmount: string } } }>(finance, "GET", `/api/billing/plans/${planOf()}`)
  const total = Number(totals.USD.totalAmount).toLocaleString("en-US", { minimumFractionDigits: 2 })
  await expect(dialog).toContainText("2 bills: $")
  await expect(dialog).toContainText(`$${total} total`)
  await enter(dialog.getByRole("button", { name: "Post 2 bills" }))
  await expect(finance.getByText("2 of 2 bills posted")).toBeVisible()
  await expect(finance.getByText("Finished", { exact: true }).first()).toBeVisible()
  await finance.reload()
  await expect(finance.getByText("2 of 2 bills posted")).toBeVisible()
  await expect(panel(finance, / status$/)).toContainText(`$${total} total`)
  expect(await faults(finance)).toEqual([])

  const bill = finance.getByRole("link", { name: /^INV-/ }).first()
  const number = await bill.innerText()
  await expect(boss.getByRole("row").filter({ hasText: number })).toContainText("Issued")
  await enter(finance.getByRole("button", { name: "Send 2" }))
  await enter(finance.getByRole("dialog", { name: "Send 2 invoices?" }).getByRole("button", { name: "Send 2" }))
  expect(done()).toBe(5)
  await expect(notice(finance, "2 invoices sent via email")).toBeVisible()
  await expect(boss.getByRole("row").filter({ hasText: number })).toContainText("Sent")
  await expect(finance.getByRole("button", { name: "Send 2" })).toHaveCount(0)
  await bill.click()
  await expect(finance.getByRole("heading", { name: number })).toBeVisible()
  await expect(finance.getByRole("dialog")).toContainText("Lunch")

  await finance.goto(`/invoices?view=month-end&month=${closed}`)
  await finance.getByLabel("Site", { exact: true }).selectOption({ label: "Unity State" })
  await finance.getByRole("button", { name: "Preview" }).click()
  await expect(panel(finance, "Preview")).toContainText("No unbilled meals in this period")
})

test("changes since the preview are listed, and nothing is posted", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  await boss.goto(`/invoices?view=month-end&month=${closed}`)
  await boss.getByLabel("Site", { exact: true }).selectOption({ label: "Juba office" })
  await boss.getByRole("button", { name: "Preview" }).click()
  await expect(panel(boss, "Preview").locator("tbody tr")).toHaveCount(1)
  const [client] = await ask<{ id: number; companyName: string }[]>(boss, "GET", "/api/clients?siteId=3")
  const days = { startDate: `${closed}-01`, endDate: `${closed}-03` }
  const bill = { siteId: 3, clientId: client!.id, billingType: "monthly", ...days }
  const draft = await ask<{ id: number }>(boss, "POST", "/api/meal-billing-periods/generate", bill)
  await boss.getByRole("button", { name: "Post these bills" }).click()
  await boss.getByRole("dialog").getByRole("button", { name: "Post 1 bill" }).click()
  await expect(panel(boss, "Not posted")).toContainText("Create a new plan")
  await expect(panel(boss, "Not posted").getByRole("listitem").first()).toContainText(`${client!.companyName} at Juba office`)
  expect(await faults(boss)).toEqual([])

  await boss.goto(`/invoices?view=all&open=${draft.id}`)
  await boss.getByRole("button", { name: "Discard" }).click()
  await boss
    .getByRole("dialog", { name: /^Discard/ })
    .getByRole("button", { name: "Discard" })
    .click()
  await expect(notice(boss, "Draft discarded")).toBeVisible()
  await expect(boss.getByRole("dialog", { name: /^Draft/ })).toContainText("Discarded")
})

// proves MSG-39, MSG-40, S-SHELL-04, S-INV-02, S-INV-03, S-INV-04, DLG-10
test("an invoice is generated, previewed, mailed, paid in part and credited in part", async ({ browser }) => {
  const finance = await signedIn(browser, "FO-FIN-001")
  // on a slow connection the clients arrive after a name was typed
  const { promise: typed, resolve: nameIsTyped } = Promise.withResolvers<void>()
  await finance.route(/\/api\/clients$/, async (route) => {
    await typed
    await route.continue()
  })
  await finance.goto("/")
  await finance.getByRole("navigation", { name: "Quick Actions" }).getByRole("link", { name: "Generate Invoice" }).click()
  const dialog = finance.getByRole("main")
  const what = `Pump repair ${Date.now()}`
  await dialog.getByLabel("Site").selectOption({ label: "Juba office" })
  await dialog.getByLabel("Client name").fill("SLB")
  nameIsTyped()
  await expect(dialog.getByLabel("Client address")).toHaveValue("Juba, South Sudan")
  await dialog.getByLabel("Billing period").fill(what)
  await finance.getByRole("button", { name: "Issue invoice" }).click()
  await expect(dialog.getByText("Total amount is required")).toBeVisible()
  await dialog.getByLabel("Total amount").fill("1180")
  await expect(dialog.getByLabel("Totals")).toContainText("$1,000.00")
  await expect(dialog.getByLabel("Totals")).toContainText("$180.00")
  expect(await faults(finance)).toEqual([])
  await finance.getByRole("button", { name: "Issue invoice" }).click()
  await finance.getByRole("dialog").getByRole("button", { name: "Issue invoice" }).click()
  await expect(notice(finance, "Invoice generated successfully")).toBeVisible()

  const preview = finance.getByRole("dialog", { name: /^Preview of INV-/ })
  await expect(preview.frameLocator("iframe").getByText(what).first()).toBeVisible()
  const pdf = await finance.request.get((await preview.getByRole("link", { name: "Download" }).getAttribute("href"))!)
  expect(pdf.headers()["content-type"]).toBe("application/pdf")
  expect((await pdf.body()).subarray(0, 4).toString()).toBe("%PDF")
  await preview.getByRole("button", { name: "Send" }).click()
  const letter = finance.getByRole("dialog", { name: /^Send INV-/ })
  await expect(letter).toContainText("camps@slb.example")
  await letter.getByLabel("Subject").fill(what)
  await letter.getByRole("button", { name: "Send", exact: true }).click()
  await expect(notice(finance, "Invoice sent via email")).toBeVisible()

  const row = finance.getByRole("listitem").filter({ hasText: what })
  await expect(row).toContainText("Sent")
  await expect(row.getByRole("link", { name: /^Download INV-/ })).toHaveAttribute("href", /\/api\/invoices\/\d+\/download/)
  await row.getByRole("link", { name: /^INV-/ }).click()
  const drawer = finance.getByRole("dialog", { name: /^INV-/ })
  await drawer.getByRole("button", { name: "Record Payment" }).click()
  const payment = finance.getByRole("dialog", { name: /^Record Payment/ })
  await expect(payment.getByLabel("Amount")).toHaveValue("1180.00")
  await payment.getByLabel("Amount").fill("200")
  await payment.getByRole("button", { name: "Record payment" }).click()
  await expect(notice(finance, /^Payment RCT-\d{4}-\d+ recorded$/)).toBeVisible()
  await expect(drawer).toContainText("Part paid")
  await expect(drawer).toContainText("$980.00")

  await drawer.getByRole("button", { name: "Credit", exact: true }).click()
  const credit = finance.getByRole("dialog", { name: /^Credit INV-/ })
  await credit.getByLabel("Lines to credit").selectOption("lines")
  await credit.getByRole("button", { name: "Credit", exact: true }).click()
  await expect(credit.getByText("Reason is required")).toBeVisible()
  await credit.getByLabel("Reason").fill("One pump was spared")
  await credit.getByRole("button", { name: "Credit", exact: true }).click()
  await expect(credit.getByText("Give the amount of at least one line")).toBeVisible()
  await credit.getByLabel(what).fill("100")
  await credit.getByRole("button", { name: "Credit", exact: true }).click()
  await expect(notice(finance, /^Credit note CN-\d{4}-\d+ issued$/)).toBeVisible()
  await expect(drawer).toContainText("$862.00")
  expect(await faults(finance)).toEqual([])
  await drawer.getByRole("link", { name: /^CN-/ }).click()
  await expect(finance.getByRole("dialog", { name: /^CN-/ })).toContainText("118.00")
})

test("a total that differs from the meals shows a warning and requires a reason", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  // an old link to the dialog that this page has replaced leads to the form
  await boss.goto("/invoices?dialog=generate-invoice")
  await expect(boss).toHaveURL(/\/invoices\/new/)
  const dialog = boss.getByRole("main")
  await dialog.getByLabel("Site").selectOption({ label: "Paloj-Adar" })
  await dialog.getByLabel("Client name").fill("SLB")
  await dialog.getByLabel("Billing period").fill(closed)
  await dialog.getByLabel("Staff count").fill("40")
  // without an entered total, the meals determine it
  await expect(dialog.getByLabel("Total amount")).not.toHaveValue("")
  await dialog.getByLabel("Total amount").fill("1000")
  await expect(dialog.getByText("differs from the USD")).toBeVisible()
  // the preview adds the field for the reason, which moves the button
  await expect(dialog.getByLabel("Reason")).toBeVisible()
  await boss.getByRole("button", { name: "Issue invoice" }).click()
  const asked = boss.getByRole("dialog", { name: "Issue this invoice?" })
  await asked.getByRole("button", { name: "Issue invoice" }).click()
  await expect(asked.getByRole("alert")).toContainText("Give a reason to bill it anyway")
})

// proves MSG-24, MSG-44, MSG-51, S-EMEAL-02, S-EMEAL-08, DLG-14
test("a bill for some days is refused with a reason, then drafted, viewed and issued", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  await boss.goto("/meal-tracking-enhanced")
  const generate = async () => {
    await boss.getByRole("button", { name: "Generate Billing" }).click()
    const dialog = boss.getByRole("dialog", { name: "Generate Billing" })
    await dialog.getByLabel("Site").selectOption({ label: "Paloj-Adar" })
    await dialog.getByLabel("Billing type").selectOption("Monthly")
    await dialog.getByLabel("Start date").fill(`${closed}-01`)
    await dialog.getByLabel("End date").fill(`${closed}-07`)
    await dialog.getByRole("button", { name: "Generate billing" }).click()
    await expect(dialog.getByText("Please fill in all required fields")).toBeVisible()
    await dialog.getByLabel("Client").selectOption({ label: "SLB" })
    return dialog
  }
  const dialog = await generate()
  await expect(dialog.getByLabel("Preview")).toContainText("1 bill: $")
  expect(await faults(boss)).toEqual([])
  await dialog.getByRole("button", { name: "Generate billing" }).click()
  await expect(notice(boss, "Meal billing generated successfully")).toBeVisible()
  const drawer = boss.getByRole("dialog", { name: /^Draft \d+$/ })
  await expect(drawer).toContainText("Meals")
  await drawer.getByRole("button", { name: "Close" }).click()

  const again = await generate()
  await again.getByRole("button", { name: "Generate billing" }).click()
  await expect(notice(boss, "Failed to generate meal billing")).toHaveText(/^Failed to generate meal billing\nThese meals are already billed on Draft \d+$/)
  await again.getByRole("button", { name: "Cancel" }).click()
  await boss.getByRole("button", { name: "Discard" }).last().click()

  await openWithin(boss, "/meal-tracking-enhanced?tab=billing")
  await (await actsOf(boss.getByRole("row").filter({ hasText: `1 ${monthWord} to 7 ${monthWord}` }))).getByRole("button", { name: /^Issue Draft/ }).click()
  await boss
    .getByRole("dialog", { name: /^Issue Draft/ })
    .getByRole("button", { name: "Issue" })
    .click()
  await expect(notice(boss, "Bill issued")).toBeVisible()
  const row = boss.getByRole("row").filter({ hasText: `1 ${monthWord} to 7 ${monthWord}` })
  await expect(row).toContainText("Pending")
  await expect(row).toContainText("INV-")
  expect(await faults(boss)).toEqual([])
})

const monthWord = `${["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][Number(closed.slice(5)) - 1]} ${closed.slice(0, 4)}`
