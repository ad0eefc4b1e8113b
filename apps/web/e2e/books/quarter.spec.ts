/** What of a quarter's end people do on screens: a bank's file, a late meal, what changed since a statement was given out, another policy, a payroll's late day. */
import { expect } from "@playwright/test"
import { addDays } from "@ops/platform/calendar.ts"
import { parseMoney } from "@ops/platform/money.ts"
import { mt940 } from "@ops/finance/bank/mt940-file.ts"
import { ask, faults, inJuba, lastMonth, notice, openWithin, settled, signedIn, test } from "../signed-in.ts"

test("finance imports a bank's file once, bills a late meal, and reads what that changed", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  const bank = await ask<{ importedTo: string; bankBalance: string }>(page, "GET", "/api/bank-accounts/1")
  const day = addDays(bank.importedTo, 1)
  const line = { date: day, amount: -4_250, text: "SWIFT CHARGES", reference: "CHGE2E" }
  const opening = parseMoney(bank.bankBalance)!
  const buffer = Buffer.from(mt940({ account: "0250101448713", currency: "USD", from: day, to: day, opening, lines: [line] }))
  await page.goto("/bank")
  const importing = async () => {
    await page.getByRole("button", { name: "Import Statement" }).click()
    const dialog = page.getByRole("dialog", { name: "Import Statement" })
    // a file is read for an account
    await expect(dialog.getByLabel("File").last()).toBeEnabled()
    await dialog.getByLabel("File").last().setInputFiles({ name: "quarter.sta", mimeType: "text/plain", buffer })
    return dialog
  }
  await (await importing()).getByRole("button", { name: "Import 1 line" }).click()
  await expect(notice(page, "1 line imported")).toBeVisible()
  const again = await importing()
  await expect(again).toContainText("Everything is already imported. Nothing will change.")
  await expect(again.getByRole("button", { name: "Import", exact: true })).toBeDisabled()
  expect(await faults(page)).toEqual([])

  await openWithin(page, "/invoices?view=late-meals")
  const [reported] = await ask<{ id: number }[]>(page, "GET", "/api/late-meals?q=night%20shift")
  await openWithin(page, `/invoices?view=late-meals&open=${reported!.id}`)
  const late = page.getByRole("dialog", { name: /^dinner of /i })
  await expect(late).toContainText("The night shift ate late")
  await late.getByRole("button", { name: "Bill" }).click()
  await page
    .getByRole("dialog", { name: /^Bill / })
    .getByRole("button", { name: "Bill" })
    .click()
  await expect(late.getByText("Billed", { exact: true }).first()).toBeVisible()
  expect(await faults(page)).toEqual([])

  const month = addDays(lastMonth.from, -1).slice(0, 7)
  await openWithin(page, `/financial?tab=reports&report=pnl&period=${month}`)
  await settled(page)
  await page.getByText("What changed").click()
  await page.getByLabel("Since the end of").fill(inJuba(-1))
  await expect(page.getByText(/^Late meals/)).toBeVisible()
  expect(await faults(page)).toEqual([])
})

test("a day that changed after its payroll is shown with both dates and decided, and another approval limit is replayed", async ({ browser }) => {
  const chief = await signedIn(browser, "FO-CEO-001")
  const present = `/api/hr/attendance?from=${lastMonth.from}&to=${lastMonth.to}&status=present&limit=50`
  const attended = await ask<{ staffId: number; attendanceDate: string; staffNumber: string }[]>(chief, "GET", present)
  // no one records their own day
  const { staffId, attendanceDate, staffNumber } = attended.find(({ staffNumber }) => staffNumber !== "FO-001")!
  await ask(chief, "POST", "/api/hr/attendance", { staffId, attendanceDate, status: "absent", notes: "The sheet came late" })
  const [payroll] = await ask<{ id: number }[]>(chief, "GET", `/api/hr/payroll-periods?from=${lastMonth.from}&to=${lastMonth.to}`)
  await chief.goto(`/hr?tab=payroll&open=${payroll!.id}`)
  // the demo may have other days that became known late
  const part = chief.getByRole("list", { name: "Changed after it was paid" }).getByRole("listitem").filter({ hasText: staffNumber })
  await expect(part).toContainText("known")
  await part.getByRole("button", { name: "Decline" }).click()
  const dialog = chief.getByRole("dialog", { name: "Leave as it was paid" })
  await dialog.getByRole("button", { name: "Decline" }).click()
  await expect(dialog.getByText("Reason is required")).toBeVisible()
  expect(await faults(chief)).toEqual([])
  await dialog.getByLabel("Reason").fill("Agreed with the person")
  await dialog.getByRole("button", { name: "Decline" }).click()
  await expect(part).toContainText("Stays as it was paid")

  await openWithin(chief, `/audit?tab=policy&from=${addDays(lastMonth.from, -30)}&rule=purchase&level=8&upTo=2500`)
  await expect(chief.getByText(/\d+ of \d+ decisions stopped/)).toBeVisible()
  expect(await faults(chief)).toEqual([])
})
