/** The books on screen: statements with explanations, manual journal entries, months that are closed and re-opened. */
import { expect, type Page } from "@playwright/test"
import { ask, faults, lastMonth, openWithin, signedIn, test } from "../signed-in.ts"

const reports = (query: string) => `/financial?tab=reports${query}`
const panel = (page: Page) => page.getByRole("dialog").last()

// proves S-FIN-10, S-FIN-11, S-FIN-12, S-FIN-13
test("each button opens its statement, and the URL keeps every setting", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto(reports(""))
  for (const [name, id] of [
    ["Balance Sheet", "balance-sheet"],
    ["Cash Flow Statement", "cash-flow"],
    ["Expense Report", "expense"],
    ["Trial Balance", "trial-balance"],
    ["General Ledger", "general-ledger"],
    ["Aged Receivables", "aged-receivables"],
    ["Profit & Loss Statement", "pnl"],
  ] as const) {
    await page.getByRole("button", { name, exact: true }).click()
    await expect(page.getByRole("heading", { name: new RegExp(`^${name}`) })).toBeVisible()
    expect(new URL(page.url()).searchParams.get("report")).toBe(id)
  }
  await page.getByLabel("Period").selectOption(lastMonth.name)
  await expect(page.getByLabel("Compare with")).toHaveValue("previous")
  await page.getByLabel("Currency").selectOption("both")
  const columns = page.getByRole("table").getByRole("columnheader")
  await expect(columns).toHaveCount(7)
  const heads = await columns.allInnerTexts()
  await page.reload()
  await expect(columns).toHaveCount(7)
  expect(await columns.allInnerTexts()).toEqual(heads)

  await page.getByLabel("Period").selectOption("days")
  await page.getByLabel("From").fill(`${lastMonth.name}-05`)
  await page.getByLabel("To", { exact: true }).fill(`${lastMonth.name}-20`)
  await expect(page.getByText(`${lastMonth.name.slice(0, 4)} to 20`, { exact: false }).first()).toBeVisible()
})

// proves S-FIN-10
test("a cell leads to its entries and their events, and an account to its ledger", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto(reports(`&period=${lastMonth.name}&compare=none`))
  const cell = page.getByRole("button", { name: /^4200 Facilities revenue, .*, explain$/ })
  const amount = (await cell.locator(".num .num, span.num").first().innerText()).trim()
  await cell.click()
  await expect(panel(page).locator(".explain-value")).toContainText(amount)
  await expect(panel(page).locator(".formula")).toContainText("Credits less debits of 4200 Facilities revenue")
  expect(await faults(page)).toEqual([])
  await panel(page).getByRole("table", { name: "Breakdown" }).getByRole("button", { name: /^JE-/ }).first().click()
  await panel(page).locator(".explain-list > li", { hasText: /^JE-/ }).locator("summary").click()
  await expect(
    panel(page)
      .getByText(/^JE-\d+-\d+ posted/)
      .first(),
  ).toBeVisible()
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)

  await page.getByRole("link", { name: "4200 Facilities revenue" }).click()
  await expect(page.getByRole("heading", { name: "4200 Facilities revenue" })).toBeVisible()
  await expect(page.getByText("Opening balance")).toBeVisible()
  // in that month, the account changed by the amount on the statement
  await expect(page.getByRole("table").locator("tfoot")).toContainText(amount)
  await page.getByRole("link", { name: /^JE-/ }).first().click()
  await expect(page.getByRole("dialog").getByRole("heading", { name: /^JE-/ })).toBeVisible()
  await expect(page.getByRole("dialog").getByRole("link", { name: /^Invoice INV-/ })).toBeVisible()
})

test("a report is downloaded as PDF, spreadsheet and CSV with the displayed figures", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  const [pdf, sheet, csv] = [["PDF", "application/pdf"] as const, ["Excel (XLSX)", "spreadsheetml"] as const, ["CSV", "text/csv"] as const]
  // a person can download ten files a minute
  for (const [report, kinds] of [["pnl", [pdf, sheet, csv]] as const, ["general-ledger", [sheet]] as const, ["aged-receivables", [csv]] as const]) {
    await page.goto(reports(`&report=${report}&period=${lastMonth.name}`))
    await page.getByRole("button", { name: "Export" }).click()
    for (const [name, type] of kinds) {
      const address = await page.getByRole("menuitem", { name }).getAttribute("href")
      const answer = await page.request.get(address!)
      expect(answer.status(), address!).toBe(200)
      expect(answer.headers()["content-type"]).toContain(type)
    }
  }
})

test("a manual journal entry is sent once it balances, posted by another person, and reversed with a reason", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto(reports("&view=journal"))
  await page.getByRole("button", { name: "New Journal Entry" }).click()
  const dialog = page.getByRole("dialog", { name: "New Journal Entry" })
  await dialog.getByLabel("Description", { exact: true }).fill("Bank charges")
  await dialog.getByLabel("Account of line 1").fill("6900 Other expenses")
  await dialog.getByLabel("Debit of line 1").fill("45.50")
  await dialog.getByLabel("Account of line 2").fill("1010")
  await dialog.getByLabel("Credit of line 2").fill("40")
  await expect(dialog.getByRole("status").last()).toContainText("$5.50 of credit is missing")
  await dialog.getByRole("button", { name: "Send for posting" }).click()
  await expect(dialog.getByRole("status").last()).toContainText("Debit and credit must be equal")
  expect(await faults(page)).toEqual([])
  await dialog.getByLabel("Credit of line 2").fill("45.50")
  await expect(dialog.getByRole("status").last()).toContainText("Balanced")
  await dialog.getByLabel("Account of line 2").fill("no such")
  await dialog.getByRole("button", { name: "Send for posting" }).click()
  await expect(dialog.getByText("There is no account no such")).toBeVisible()
  await dialog.getByLabel("Account of line 2").fill("1010")
  await dialog.getByRole("button", { name: "Send for posting" }).click()
  const draft = page.getByRole("dialog", { name: /^JD-/ })
  await expect(draft.getByRole("button", { name: "Post", exact: true })).toBeDisabled()
  const draftNumber = (await draft.getByRole("heading", { name: /^JD-/ }).innerText()).trim()
  const chief = await signedIn(browser, "FO-CEO-001")
  const [waiting] = await ask<{ id: number }[]>(chief, "GET", `/api/journal-drafts?q=${draftNumber}`)
  const { journalEntryId } = await ask<{ journalEntryId: number }>(chief, "POST", `/api/journal-drafts/${waiting!.id}/post`, {})
  await openWithin(page, reports(`&view=journal&open=${journalEntryId}`))

  const drawer = page.getByRole("dialog")
  await expect(drawer.getByText("Written by hand")).toBeVisible()
  const number = await drawer.getByRole("heading", { name: /^JE-/ }).innerText()
  await drawer.getByRole("button", { name: "Reverse" }).click()
  const reverse = page.getByRole("dialog", { name: `Reverse ${number}` })
  await reverse.getByRole("button", { name: "Reverse" }).click()
  await expect(reverse.getByText("Reason is required")).toBeVisible()
  await reverse.getByLabel("Reason").fill("Entered twice")
  await reverse.getByRole("button", { name: "Reverse" }).click()
  await expect(drawer.getByRole("button", { name: number })).toBeVisible()
  await drawer.getByRole("button", { name: number }).click()
  await expect(drawer.getByText("Reversed", { exact: true }).first()).toBeVisible()
  await expect(drawer.getByText("Reversed by")).toBeVisible()
})

test("a draft journal entry is posted by another person, not by its author", async ({ browser }) => {
  const writer = await signedIn(browser, "FO-FIN-001")
  await writer.goto(reports("&view=drafts"))
  // a draft of the demo data is pending
  await expect(writer.getByText("Bank charges of the month")).toBeVisible()
  await writer.getByRole("button", { name: "New Journal Entry" }).click()
  const dialog = writer.getByRole("dialog", { name: "New Journal Entry" })
  await dialog.getByLabel("Description", { exact: true }).fill("Correction of fuel")
  await dialog.getByLabel("Account of line 1").fill("6200")
  await dialog.getByLabel("Debit of line 1").fill("120")
  await dialog.getByLabel("Account of line 2").fill("1010")
  await dialog.getByLabel("Credit of line 2").fill("120")
  await dialog.getByRole("button", { name: "Save as draft" }).click()
  const drawer = writer.getByRole("dialog", { name: /^JD-/ })
  await expect(drawer).toBeVisible()
  const number = (await drawer.getByRole("heading", { name: /^JD-/ }).innerText()).trim()
  // its author sees that another person must post it
  await expect(drawer.getByRole("button", { name: "Post", exact: true })).toBeDisabled()

  const other = await signedIn(browser, "FO-CEO-001")
  await other.goto(reports("&view=drafts"))
  await other.getByRole("link", { name: number }).click()
  const theirs = other.getByRole("dialog", { name: number })
  expect(await faults(other)).toEqual([])
  await theirs.getByRole("button", { name: "Post", exact: true }).click()
  await other.getByRole("button", { name: "Post entry" }).click()
  await expect(theirs.getByText("Posted", { exact: true }).first()).toBeVisible()
  // the first person sees it live
  await expect(drawer.getByText("Posted", { exact: true }).first()).toBeVisible()
  const [draft] = await ask<{ entryNumber: string }[]>(other, "GET", `/api/journal-drafts?q=${number}`)
  await expect(theirs.getByText(draft!.entryNumber).first()).toBeVisible()
})

// proves API-265
test("a month is closed by overriding open checks with reasons, refuses postings, and is re-opened by two people", async ({ browser }) => {
  const finance = await signedIn(browser, "FO-FIN-001")
  await finance.goto(reports("&view=periods"))
  const oldest = finance.locator("tbody tr").last()
  const title = await oldest.locator("td").first().innerText()
  const period = (await oldest.getAttribute("data-row"))!
  await oldest.locator(".number").click()
  const drawer = finance.getByRole("dialog", { name: title })
  await expect(drawer.getByText("Debits equal credits")).toBeVisible()

  // the live update arrives before the answer, which must then not close the next dialog
  const closeOpen = Promise.withResolvers<void>()
  await finance.route("**/soft-close", async (route) => {
    const response = await route.fetch()
    await closeOpen.promise
    await route.fulfill({ response })
  })
  await drawer.getByRole("button", { name: "Soft-close" }).click()
  const softClose = finance.getByRole("dialog", { name: `Soft-close ${title}` })
  await softClose.getByLabel("Reason").fill("Statements are being made")
  await softClose.getByRole("button", { name: "Soft-close" }).click()
  await expect(drawer.getByText("Soft-closed", { exact: true })).toBeVisible()

  await drawer.getByRole("button", { name: "Close", exact: true }).last().click()
  const close = finance.getByRole("dialog", { name: `Close ${title}` })
  await expect(close).toBeVisible()
  closeOpen.resolve()
  await expect(finance.getByText(`${title} soft-closed`, { exact: true })).toBeVisible()
  const reasons = close.getByRole("textbox")
  const inTheWay = await reasons.count()
  if (inTheWay > 0) {
    await close.getByRole("button", { name: /^Close despite/ }).click()
    await expect(close.getByText("Reason is required").first()).toBeVisible()
    for (let n = 0; n < inTheWay; n++) await reasons.nth(n).fill("Before the company began to use this")
  }
  expect(await faults(finance)).toEqual([])
  await close.getByRole("button", { name: /^Close (despite|period)/ }).click()
  await expect(drawer.getByText("Closed", { exact: true }).first()).toBeVisible()
  if (inTheWay > 0) await expect(drawer.getByText("Before the company began to use this").first()).toBeVisible()

  const lines = [
    { account: "6900", debitAmount: "1.00" },
    { account: "1010", creditAmount: "1.00" },
  ]
  const late = ask(finance, "POST", "/api/journal-entries", { entryDate: `${period}-15`, description: "Late", lines })
  await expect(late).rejects.toThrow(`409: ${title} is closed. Post to an open period, or request its reopening`)

  await drawer.getByRole("button", { name: "Ask for re-opening" }).click()
  const asking = finance.getByRole("dialog", { name: `Ask for ${title} to be re-opened` })
  await asking.getByLabel("Reason").fill("A bill came late")
  await asking.getByRole("button", { name: "Ask", exact: true }).click()
  await expect(drawer.getByText("A person of level 10 must confirm.")).toBeVisible()

  const chief = await signedIn(browser, "FO-CEO-001")
  await chief.goto(reports(`&view=periods&open=${period}`))
  const other = chief.getByRole("dialog", { name: title })
  await other.getByRole("button", { name: "Confirm re-opening" }).click()
  const confirm = chief.getByRole("dialog", { name: `Re-open ${title}` })
  await expect(confirm.getByText("A bill came late")).toBeVisible()
  await confirm.getByRole("button", { name: "Re-open" }).click()
  await expect(other.getByText("Open", { exact: true }).first()).toBeVisible()
  // the first person sees it live
  await expect(drawer.getByText("Open", { exact: true }).first()).toBeVisible()
})

test("a rate is entered with its source; an account is opened, renamed and closed", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto(reports("&view=rates"))
  await page.getByRole("button", { name: "New Exchange Rate" }).click()
  const rate = page.getByRole("dialog", { name: "New Exchange Rate" })
  await rate.getByRole("button", { name: "Enter rate" }).click()
  await expect(rate.getByText("Rate is required")).toBeVisible()
  await rate.getByLabel("Type").selectOption("parallel")
  await rate.getByLabel("SSP per USD").fill("4650")
  await rate.getByLabel("Source").fill("Konyokonyo market")
  await rate.getByRole("button", { name: "Enter rate" }).click()
  await expect(page.getByRole("table").getByText("4,650.00")).toBeVisible()

  await openWithin(page, reports("&view=accounts"))
  await page.getByRole("button", { name: "New Account" }).click()
  const account = page.getByRole("dialog", { name: "New Account" })
  await account.getByLabel("Account number").fill("6950")
  await account.getByLabel("Account name").fill("Bank charges")
  await account.getByLabel("Type", { exact: true }).selectOption("asset")
  await expect(account.getByLabel("Part of").getByRole("option", { name: /^6/ })).toHaveCount(0)
  await account.getByLabel("Type", { exact: true }).selectOption("expense")
  const parent = account.getByLabel("Part of").getByRole("option", { name: /^69/ }).first()
  const whole = (await parent.textContent())!
  await account.getByLabel("Part of").selectOption({ label: whole })
  await account.getByRole("button", { name: "Open account" }).click()
  await expect(account).toHaveCount(0)
  await openWithin(page, reports("&view=accounts&q=6950"))
  await page.getByRole("link", { name: "6950" }).click()
  const drawer = page.getByRole("dialog", { name: "6950 Bank charges" })
  await expect(drawer.getByText(whole, { exact: true })).toBeVisible()
  await drawer.getByRole("button", { name: "Close account" }).click()
  await page.getByRole("dialog", { name: "Close 6950 Bank charges" }).getByRole("button", { name: "Close account" }).click()
  await expect(drawer.getByText("Closed", { exact: true }).first()).toBeVisible()
})

test("a read-only user sees statements without any write button", async ({ browser }) => {
  const page = await signedIn(browser, "FO-MGT-001")
  await page.goto(reports("&view=journal"))
  await expect(page.getByRole("link", { name: /^JE-/ }).first()).toBeVisible()
  await expect(page.getByRole("button", { name: "New Journal Entry" })).toHaveCount(0)
})
