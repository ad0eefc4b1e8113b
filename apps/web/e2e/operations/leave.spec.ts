/** Leave and assignments: requested with the days counted, decided by the supervisor, cancelled; a person is assigned, a clash rejected. */
import { expect, type Page } from "@playwright/test"
import { actsOf, faults, inJuba, notice, signedIn, test } from "../signed-in.ts"

/** The rows of the list with a person's leave in a status; the calendar above it has rows too. */
const rows = (page: Page, name: string, status: string) => page.locator("tr[data-row]").filter({ hasText: name }).filter({ hasText: status })
/** The Monday this many weeks from now, and a day after it. */
const monday = (weeks: number, after = 0) => {
  const at = new Date(inJuba())
  at.setUTCDate(at.getUTCDate() + ((8 - at.getUTCDay()) % 7) + weeks * 7 + after)
  return at.toISOString().slice(0, 10)
}

// proves MSG-54, MSG-55, S-HR-08, DLG-22
test("leave is requested with its days counted, approved by the supervisor, and cancelled", async ({ browser }) => {
  const asker = await signedIn(browser, "FO-OPS-001")
  await asker.goto("/hr?tab=leaves")
  await expect(asker.getByRole("table", { name: /^Leave of / })).toContainText("Annual Leave")
  await asker.keyboard.press("c")
  const dialog = asker.getByRole("dialog", { name: "Request Leave" })
  await dialog.getByRole("button", { name: "Submit Request" }).click()
  for (const sentence of ["Leave type is required", "Start date is required", "End date is required", "Reason is required"]) {
    await expect(dialog.getByText(sentence)).toBeVisible()
  }
  expect(await faults(asker)).toEqual([])
  await dialog.getByLabel("Leave type").selectOption({ label: "Annual Leave (21 days a year)" })
  await dialog.getByLabel("Start date").fill(monday(16))
  await dialog.getByLabel("End date").fill(monday(16, -1))
  await dialog.getByLabel("Reason").fill("A week at home")
  await dialog.getByRole("button", { name: "Submit Request" }).click()
  await expect(dialog.getByText("End date must be on or after the start date")).toBeVisible()
  // Monday to Sunday: the Sunday does not count
  await dialog.getByLabel("End date").fill(monday(16, 6))
  await expect(dialog.getByTestId("leave-counted")).toContainText(/^\d days, \d days? not counted/)
  // by keyboard alone
  await dialog.getByRole("button", { name: "Submit Request" }).press("Enter")
  await expect(notice(asker, "Leave request submitted successfully")).toBeVisible()
  await expect(rows(asker, "Nyakuoth Gai Bol", "Pending").first()).toBeVisible()

  const supervisor = await signedIn(browser, "FO-SUP-001")
  await supervisor.goto("/hr?tab=leaves")
  await expect(supervisor.getByRole("columnheader", { name: "Leave Type" })).toBeVisible()
  const waiting = rows(supervisor, "Nyakuoth Gai Bol", "Pending")
  await expect(waiting.first()).toBeVisible()
  const before = await waiting.count()
  await (await actsOf(waiting.first())).getByRole("button", { name: "Approve the leave of Nyakuoth Gai Bol" }).press("Enter")
  await expect(notice(supervisor, "Leave request approved")).toBeVisible()
  await expect(waiting).toHaveCount(before - 1)
  expect(await faults(supervisor)).toEqual([])

  // the requester's screen is up to date, and the leave can be cancelled there
  const approved = rows(asker, "Nyakuoth Gai Bol", "Approved")
  await (await actsOf(approved.first())).getByRole("button", { name: "Cancel the leave of Nyakuoth Gai Bol" }).click()
  await asker.getByRole("dialog", { name: "Cancel leave" }).getByRole("button", { name: "Cancel leave" }).click()
  await expect(notice(asker, "Leave request cancelled")).toBeVisible()
})

// proves S-HR-08
test("a rejection requires a reason", async ({ browser }) => {
  const chief = await signedIn(browser, "FO-CEO-001")
  await chief.goto("/hr?tab=leaves&view=pending")
  const row = rows(chief, "Josephine Amer Deng", "Pending")
  await (await actsOf(row)).getByRole("button", { name: "Reject the leave of Josephine Amer Deng" }).click()
  const dialog = chief.getByRole("dialog", { name: "Reject leave request" })
  await dialog.getByRole("button", { name: "Reject" }).click()
  await expect(dialog.getByText("Reason is required")).toBeVisible()
  await dialog.getByLabel("Reason").fill("The certificate is missing")
  await dialog.getByRole("button", { name: "Reject" }).click()
  await expect(notice(chief, "Leave request rejected")).toBeVisible()
  await expect(row).toHaveCount(0)
})

test("leave is adjusted with a reason, invalid changes are refused, and days are paid out", async ({ browser }) => {
  const chief = await signedIn(browser, "FO-CEO-001")
  await chief.goto("/hr?tab=staff&part=time")
  await chief.getByRole("row").filter({ hasText: "Nyamal Koang Both" }).first().click()
  const drawer = chief.getByRole("dialog", { name: /^FO-008/ })
  const dialog = chief.getByRole("dialog", { name: "Adjust leave of Nyamal Koang Both" })
  const save = dialog.getByRole("button", { name: "Adjust leave" })
  const fill = async (what: string, count: string, reason: string) => {
    await drawer.getByRole("button", { name: "Adjust", exact: true }).click()
    await dialog.getByLabel("Leave type").selectOption({ label: "Annual Leave" })
    await dialog.getByLabel("What").selectOption({ label: what })
    await dialog.getByLabel("Days", { exact: true }).fill(count)
    await dialog.getByLabel("Reason").fill(reason)
  }
  await drawer.getByRole("button", { name: "Adjust", exact: true }).click()
  await save.click()
  for (const sentence of ["Leave type is required", "Days is required", "Reason is required"]) await expect(dialog.getByText(sentence)).toBeVisible()
  expect(await faults(chief)).toEqual([])
  await dialog.getByRole("button", { name: "Cancel" }).click()

  await fill("Add days", "2.5", "Two holidays worked")
  await expect(dialog.getByRole("status")).toContainText("left today")
  await save.click()
  await expect(notice(chief, "Leave adjusted")).toBeVisible()
  await drawer.getByRole("button", { name: "Annual Leave", exact: true }).click()
  const ledger = drawer.getByRole("table", { name: "Ledger of Annual Leave" })
  await expect(ledger.getByRole("row").filter({ hasText: "Two holidays worked" }).first()).toContainText("+2.5")

  // the dialog shows the server's message and keeps the input
  await fill("Take days away", "300", "Counted twice")
  await save.click()
  await expect(dialog.getByText(/^Nyamal Koang Both has .* and this takes 300/)).toBeVisible()
  await dialog.getByLabel("What").selectOption({ label: "Pay days out" })
  await save.click()
  await expect(dialog.getByText(/^At most half of the remaining balance can be paid out/)).toBeVisible()
  await dialog.getByLabel("Days", { exact: true }).fill("1")
  await dialog.getByLabel("Reason").fill("Agreed in writing")
  await save.click()
  await expect(notice(chief, "Leave paid out")).toBeVisible()
  const paid = ledger.getByRole("row").filter({ hasText: "Agreed in writing" }).first()
  await expect(paid).toContainText("Paid out")
  await expect(paid).toContainText("-1")
  expect(await faults(chief)).toEqual([])

  // a supervisor decides on requests but adjusts nothing
  const supervisor = await signedIn(browser, "FO-SUP-001")
  await supervisor.goto("/hr?tab=staff&part=time")
  await supervisor.getByRole("row").filter({ hasText: "Nyamal Koang Both" }).first().click()
  await expect(supervisor.getByRole("table", { name: "Leave of Nyamal Koang Both" })).toBeVisible()
  await expect(supervisor.getByRole("button", { name: "Adjust", exact: true })).toHaveCount(0)
})

// proves S-HR-10
test("a person is assigned, a clash is refused, and the assignment is cancelled", async ({ browser }) => {
  const chief = await signedIn(browser, "FO-CEO-001")
  await chief.goto("/hr?tab=assignments")
  await expect(chief.getByRole("region", { name: "Rotation of the next twelve weeks" })).toBeVisible()
  await expect(chief.getByRole("table", { name: "Head-count of the last week" })).toContainText("Should be there")
  const assign = async (role: string) => {
    await chief.getByRole("button", { name: "New Assignment" }).click()
    const dialog = chief.getByRole("dialog", { name: "New Assignment" })
    await dialog.getByLabel("Staff member").selectOption({ label: "Deng Akol Majok (FO-007)" })
    await dialog.getByLabel("Site").selectOption({ label: "Paloj-Adar" })
    await dialog.getByLabel("Assignment type").selectOption("temporary")
    await dialog.getByLabel("Start date").fill(monday(20))
    await dialog.getByLabel("Role").fill(role)
    await dialog.getByRole("button", { name: "Assign" }).click()
    await expect(dialog.getByText("End date is required for a temporary assignment")).toBeVisible()
    await dialog.getByLabel("End date").fill(monday(21))
    await dialog.getByRole("button", { name: "Assign" }).click()
    return dialog
  }
  await assign("Relief cook")
  await expect(notice(chief, "Assignment created successfully")).toBeVisible()
  const row = chief.getByRole("row").filter({ hasText: "Deng Akol Majok" })
  await expect(row).toContainText("Planned")
  const dialog = await assign("Second cook")
  await expect(dialog.getByText(/^Deng Akol Majok is Relief cook at Paloj-Adar from .* Choose other dates|^Deng Akol Majok is Relief cook/)).toBeVisible()
  expect(await faults(chief)).toEqual([])
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await dialog.getByRole("button", { name: "Discard" }).click()
  await (await actsOf(row)).getByRole("button", { name: "Cancel the assignment of Deng Akol Majok" }).click()
  await chief.getByRole("dialog", { name: "Cancel assignment" }).getByRole("button", { name: "Cancel assignment" }).click()
  await expect(notice(chief, "Assignment cancelled")).toBeVisible()
})

test("the working week of a site is set from an effective date", async ({ browser }) => {
  const chief = await signedIn(browser, "FO-CEO-001")
  await chief.goto("/settings?tab=sites")
  await chief.getByRole("row").filter({ hasText: "Paloj-Adar" }).first().click()
  const week = chief.getByRole("dialog", { name: /Paloj-Adar/ }).getByTestId("work-week")
  await expect(week).toContainText("Monday, Tuesday, Wednesday, Thursday, Friday")
  await chief.getByRole("button", { name: "Set week" }).click()
  const dialog = chief.getByRole("dialog", { name: "Working week of Paloj-Adar" })
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]) await dialog.getByLabel(day).uncheck()
  await dialog.getByRole("button", { name: "Set working week" }).click()
  await expect(dialog.getByText("Choose at least one day")).toBeVisible()
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]) await dialog.getByLabel(day).check()
  expect(await faults(chief)).toEqual([])
  await dialog.getByRole("button", { name: "Set working week" }).click()
  await expect(notice(chief, /^Working week set from /)).toBeVisible()
  await expect(week).toContainText("Monday, Tuesday, Wednesday, Thursday, Friday, from ")
  // later tests use the default week
  await chief.getByRole("button", { name: "Set week" }).click()
  await dialog.getByLabel("Saturday").check()
  await dialog.getByRole("button", { name: "Set working week" }).click()
  await expect(week).toContainText("Friday, Saturday, from ")
})
