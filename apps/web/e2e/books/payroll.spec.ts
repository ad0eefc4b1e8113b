/** Payroll by keyboard: dry run, processing with open days, approval by another person, posting, payment; one's own payslip. */
import { expect, type Page } from "@playwright/test"
import { actsOf, faults, notice, openWithin, signedIn, test } from "../signed-in.ts"

/** Moves the focus to an element by keyboard, and presses it. */
const press = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole("button", { name }).last()
  await expect(button).toBeEnabled()
  await button.focus()
  await page.keyboard.press("Enter")
}
/** Opens the menu of this month's row. */
const openActs = (page: Page) => actsOf(page.getByRole("row").filter({ hasText: month }).first())
const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "Africa/Juba" }).format(new Date())

// proves S-FIN-08, S-HR-09
test("this month's payroll goes from the dry run to the payslip", async ({ browser }) => {
  const finance = await signedIn(browser, "FO-FIN-001")
  await finance.goto("/financial?tab=payroll")
  for (const label of ["Total Payroll", "Active Employees", "Payroll Runs"]) await expect(finance.getByText(label, { exact: true })).toBeVisible()
  for (const head of ["Employee #", "Name", "Position", "Department", "Base Salary", "Status"]) {
    await expect(finance.getByRole("columnheader", { name: head })).toBeVisible()
  }
  await press(finance, "Process Payroll")
  await expect(finance.getByRole("heading", { name: month })).toBeVisible()
  await expect(finance.getByRole("table", { name: "Dry run" })).toBeVisible()
  expect(await faults(finance)).toEqual([])
  await finance.getByRole("combobox", { name: "Rules" }).selectOption("graduated")
  await expect(finance.getByRole("columnheader", { name: "As it is" })).toBeVisible()

  await openWithin(finance, "/hr?tab=payroll")
  for (const head of ["Period", "Duration", "Pay Date", "Status", "Total", "Actions"])
    await expect(finance.getByRole("columnheader", { name: head })).toBeVisible()
  await openActs(finance)
  await press(finance, `Process ${month}`)
  // the month is not over: its open days count as worked, with a reason
  await press(finance, /^Process$/)
  await finance.getByLabel("Reason to count them as worked").fill("Paid before the month is over")
  await press(finance, /^Process$/)
  await expect(notice(finance, "Payroll processed")).toBeVisible()
  await expect(finance.getByRole("table", { name: "Payslips" })).toBeVisible()
  await finance.getByRole("table", { name: "Payslips" }).getByRole("button").first().focus()
  await finance.keyboard.press("Enter")
  await expect(finance.getByRole("table", { name: /^Payslip of FO-/ })).toContainText("Basic salary")
  expect(await faults(finance)).toEqual([])
  await expect(finance.getByRole("button", { name: "Approve" })).toHaveCount(0)

  const chief = await signedIn(browser, "FO-CEO-001")
  await chief.goto("/hr?tab=payroll")
  await openActs(chief)
  await press(chief, `View details of ${month}`)
  await press(chief, "Approve")
  await press(chief, "Approve")
  await expect(notice(chief, "Payroll approved")).toBeVisible()

  await expect(finance.getByRole("button", { name: "Post", exact: true })).toBeVisible()
  await press(finance, /^Post$/)
  await press(finance, /^Post$/)
  await expect(notice(finance, "Payroll posted")).toBeVisible()
  await press(finance, /^Pay$/)
  await finance.getByLabel("Payment reference").fill("TT-9001")
  await finance.keyboard.press("Control+Enter")
  await expect(notice(finance, "Payroll paid")).toBeVisible()
  await expect(finance.getByText("TT-9001").first()).toBeVisible()

  const cook = await signedIn(browser, "FO-OPS-001")
  await cook.goto("/hr?tab=payroll")
  await expect(cook.getByRole("columnheader", { name: "Net pay" })).toBeVisible()
  await cook.getByRole("link", { name: month }).focus()
  await cook.keyboard.press("Enter")
  await expect(cook.getByRole("link", { name: "Payslip as PDF" })).toBeVisible()
  expect(await faults(cook)).toEqual([])
})

// proves MSG-56, S-HR-09, DLG-23
test("a payroll period is created and shows its messages", async ({ browser }) => {
  const finance = await signedIn(browser, "FO-FIN-001")
  await finance.goto("/hr?tab=payroll")
  await press(finance, "Create Payroll Period")
  await expect(finance.getByRole("heading", { name: "Create Payroll Period" })).toBeVisible()
  const name = await finance.getByLabel("Period name").inputValue()
  await finance.getByLabel("Period name").fill("")
  await finance.getByLabel("Pay date").fill("")
  await press(finance, "Create period")
  await expect(finance.getByText("Period name is required")).toBeVisible()
  await expect(finance.getByText("Pay date is required")).toBeVisible()
  expect(await faults(finance)).toEqual([])
  await finance.getByLabel("Period name").fill(name)
  await finance.getByLabel("Pay date").fill(await finance.getByLabel("End date").inputValue())
  await press(finance, "Create period")
  await expect(notice(finance, "Payroll period created successfully")).toBeVisible()
  await expect(finance.getByRole("heading", { name })).toBeVisible()
})
