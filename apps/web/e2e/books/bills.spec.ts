/** A supplier's bill: entered from its order, approved by another person, and paid by a run that one makes and another checks. */
import { expect, type Page } from "@playwright/test"
import { faults, inJuba, notice, openWithin, signedIn, test } from "../signed-in.ts"

const value = (page: Page, label: string) => page.locator(".key-values > div", { has: page.getByText(label, { exact: true }) }).locator("dd")

test("a bill is entered, approved by another person, added to a run, checked and paid", async ({ browser }) => {
  const clerk = await signedIn(browser, "FO-FIN-001")
  const chief = await signedIn(browser, "FO-CEO-001")
  await clerk.goto("/financial?tab=vendors&view=bills")
  await expect(clerk.getByRole("columnheader")).toHaveText(["Bill #", "Vendor", "Invoice #", "Site", "Date", "Due", "Status", "Amount", "Open"])

  await clerk.getByRole("button", { name: "Enter Bill" }).click()
  const dialog = clerk.getByRole("dialog", { name: "Enter Bill" })
  await dialog.getByRole("button", { name: "Enter bill" }).click()
  for (const sentence of ["Vendor is required", "Invoice number is required", "Category is required", "Site is required"]) {
    await expect(dialog.getByText(sentence)).toBeVisible()
  }
  expect(await faults(clerk)).toEqual([])
  const invoice = `E2E-${Date.now().toString(36)}`
  await dialog.getByLabel("Vendor").selectOption({ label: "CleanCo Juba" })
  await dialog.getByLabel("Invoice number").fill(invoice)
  await dialog.getByLabel("Category").fill("Maintenance")
  await dialog.getByLabel("Site").selectOption({ label: "Juba office" })
  await dialog.getByLabel("Amount").fill("590")
  await dialog.getByLabel("Of which tax").fill("90")
  await dialog.getByLabel("Withholding tax").fill("15")
  await dialog.getByLabel("Due date").fill(inJuba())
  await dialog.getByRole("button", { name: "Enter bill" }).click()
  await expect(notice(clerk, /^Bill AP-\d{4}-\d{5} entered$/)).toBeVisible()
  const heading = clerk.getByRole("heading", { name: /^AP-\d{4}-\d{5}$/ })
  await expect(heading).toBeVisible()
  const number = (await heading.textContent())!
  // the person who entered it cannot approve it
  await expect(clerk.getByRole("button", { name: "Dispute" })).toBeVisible()
  await expect(clerk.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0)
  expect(await faults(clerk)).toEqual([])

  await chief.goto(clerk.url())
  await chief.getByRole("button", { name: "Approve", exact: true }).click()
  await chief
    .getByRole("dialog", { name: `Approve ${number}` })
    .getByRole("button", { name: "Approve", exact: true })
    .click()
  await expect(notice(chief, "Bill approved")).toBeVisible()
  await expect(value(chief, "Journal entry")).toHaveText(/^JE-\d{4}-\d{5}$/)

  await openWithin(clerk, "/financial?tab=vendors&view=payments")
  await clerk.getByRole("button", { name: "New Payment Run" }).click()
  const row = clerk.getByRole("row", { name: new RegExp(number) })
  await expect(row.getByRole("cell", { name: "$75.00" })).toBeVisible()
  expect(await faults(clerk)).toEqual([])
  // only this one
  const boxes = await clerk.getByRole("checkbox", { name: /^Pay AP-/ }).all()
  for (const box of boxes) if ((await box.getAttribute("aria-label")) !== `Pay ${number}`) await box.uncheck()
  await clerk.getByLabel(`How much of ${number}`).fill("1000")
  await clerk.getByRole("button", { name: "Create payment run for 1 bill" }).click()
  await expect(notice(clerk, `Only USD 590.00 of ${number} is open`)).toBeVisible()
  await clerk.getByLabel(`How much of ${number}`).fill("590")
  await clerk.getByRole("button", { name: "Create payment run for 1 bill" }).click()
  const run = clerk.getByRole("heading", { name: /^PAY-\d{4}-\d{4}$/ })
  await expect(run).toBeVisible()
  const runNumber = (await run.textContent())!
  await expect(clerk.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0)

  await chief.goto(clerk.url())
  await chief.getByRole("button", { name: "Approve", exact: true }).click()
  await chief
    .getByRole("dialog", { name: `Approve ${runNumber}` })
    .getByRole("button", { name: "Approve", exact: true })
    .click()
  await expect(notice(chief, "Payment run approved")).toBeVisible()

  // the other person's screen updates live
  await clerk.getByRole("button", { name: "Execute", exact: true }).click()
  const execute = clerk.getByRole("dialog", { name: `Execute ${runNumber}` })
  await execute.getByLabel(/^Bank reference/).fill("TT-E2E")
  await execute.getByRole("button", { name: "Execute", exact: true }).click()
  await expect(notice(clerk, "Payment run executed")).toBeVisible()
  await expect(value(clerk, "To the vendors")).toHaveText("$515.00")
  for (const name of ["Remittance advice", "Withholding certificate"]) {
    const download = clerk.waitForEvent("download")
    await clerk.getByRole("link", { name }).click()
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^(Remittance|Withholding) ${runNumber}-VEN-.+\\.pdf$`))
  }
  await clerk.getByRole("link", { name: number }).click()
  await expect(clerk.getByRole("heading", { name: number })).toBeVisible()
  await expect(value(clerk, "Open")).toContainText("$0.00")
})
