/** Sales: a prospect is added, contacted, moved on the board, won and turned into a client with a contract; marketing plans and spends. */
import { expect } from "@playwright/test"
import { actsOf, ask, faults, faultsInTheDark, inJuba, notice, settled, signedIn, test } from "../signed-in.ts"

// proves S-MKT-08, S-MKT-09, DLG-17, DLG-18, MSG-27, MSG-46, MSG-48, MSG-84
test("a prospect is added, contacted, moved, won and turned into a client", async ({ browser }) => {
  const page = await signedIn(browser, "FO-MGT-001")
  await page.goto("/marketing?tab=prospects")
  await expect(page.getByRole("columnheader")).toHaveText(["Company", "Contact", "Stage", "Value", "Probability", "Follow-up", "Actions"])
  expect(await faults(page)).toEqual([])
  await page.getByRole("button", { name: "New Prospect" }).click()
  const adding = page.getByRole("dialog", { name: "Add New Prospect" })
  await expect(adding.getByLabel("Probability")).toHaveValue("50")
  await expect(adding.getByLabel("Stage").locator("option:checked")).toHaveText("Lead")
  await expect(adding.getByLabel("Phone")).toHaveAttribute("placeholder", "+211")
  await adding.getByRole("button", { name: "Create Prospect" }).click()
  await expect(adding.getByText("Company name is required")).toBeVisible()
  const company = `Rumbek Wells ${Date.now().toString(36)}`
  await adding.getByLabel("Company name").fill(company)
  await adding.getByLabel("Contact person").fill("Abuk Deng")
  await adding.getByLabel("Industry").selectOption({ label: "Oil & gas" })
  await adding.getByLabel("E-mail").fill("abuk@rumbek.example.com")
  await adding.getByLabel("Estimated value").fill("90000")
  await adding.getByRole("button", { name: "Create Prospect" }).click()
  await expect(notice(page, "Prospect created successfully")).toBeVisible()
  const drawer = page.getByRole("dialog", { name: company })
  await expect(drawer).toContainText("too few deals")
  await drawer.getByRole("button", { name: "Close" }).click()
  const row = page.getByRole("row", { name: new RegExp(company) })
  await expect(row).toContainText("Oil & gas")
  await expect(row).toContainText("abuk@rumbek.example.com")
  await expect(row).toContainText("$90,000.00")
  await expect(row).toContainText("50%")

  // an activity can close it, but moves it only on request
  await (await actsOf(row)).getByRole("button", { name: /^Log Activity/ }).click()
  const logging = page.getByRole("dialog", { name: "Log Activity" })
  await logging.getByLabel("Subject").fill("They want an offer")
  await logging.getByLabel("Duration").fill("25")
  await logging.getByLabel("Outcome").selectOption({ label: "Closed won" })
  await expect(logging.getByLabel("Also move stage to Closed won")).not.toBeChecked()
  expect(await faults(page)).toEqual([])
  // a first attempt gets no answer of the server for a while, and then none that says why
  const answered = Promise.withResolvers<void>()
  await page.route("**/api/crm/prospect-activities", async (route) => {
    await answered.promise
    await route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" })
  })
  await logging.getByRole("button", { name: "Log Activity" }).click()
  await expect(logging.getByRole("button", { name: "Logging..." })).toBeDisabled()
  answered.resolve()
  await expect(notice(page, "Failed to log activity")).toBeVisible()
  await page.unroute("**/api/crm/prospect-activities")
  await logging.getByRole("button", { name: "Log Activity" }).click()
  await expect(notice(page, "Activity logged successfully")).toBeVisible()
  await expect(row).toContainText("Lead")

  // on the board it is moved by keyboard and by its menu
  await page.getByRole("link", { name: "Board", exact: true }).click()
  const column = (name: string) => page.getByRole("region", { name, exact: true })
  const card = (name: string) => column(name).getByRole("button", { name: new RegExp(`^${company}`) })
  await card("Lead").focus()
  await page.keyboard.press("Alt+ArrowRight")
  await expect(card("Qualified")).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.getByRole("button", { name: `Move ${company}` }).click()
  await page.getByRole("menuitem", { name: "Closed won" }).click()
  const moving = page.getByRole("dialog", { name: `Move ${company}` })
  await moving.getByRole("button", { name: "Move Stage" }).click()
  await expect(moving.getByText("Outcome is required")).toBeVisible()
  await moving.getByLabel("Outcome").selectOption({ label: "A contract" })
  await moving.getByLabel("Why it was won").fill("No other company delivers there")
  await moving.getByRole("button", { name: "Move Stage" }).click()
  await expect(notice(page, "Moved to Closed won")).toBeVisible()

  await card("Closed won").click()
  await expect(drawer).toContainText("A contract: No other company delivers there")
  await drawer.getByRole("button", { name: "Convert to client" }).click()
  const converting = page.getByRole("dialog", { name: `Convert ${company} to a client` })
  await converting.getByRole("button", { name: "Convert to client" }).click()
  await expect(notice(page, new RegExp(`${company} is client CL-`))).toBeVisible()
  await expect(page.getByRole("dialog", { name: `Sign a contract with ${company}` })).toBeVisible()
})

// proves S-MKT-01, S-MKT-02, S-MKT-03, S-MKT-04, S-MKT-05, S-MKT-06, S-MKT-07
test("the dashboard shows sales with the figures of the API", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto("/marketing")
  await expect(page.getByRole("heading", { name: "Marketing CRM" })).toBeVisible()
  await expect(page.getByText("Manage prospects, targets, budgets, and petty cash requests")).toBeAttached()
  await expect(page.getByRole("tab")).toHaveText(["Dashboard", "Prospects", "Targets", "Budgets", "Campaigns", "Petty Cash"])
  await expect(page.getByRole("tab", { name: "Dashboard" })).toHaveAttribute("aria-selected", "true")
  await settled(page)
  const of = await ask<{ prospects: number; active: number; closedWon: number; conversionRate: number; pipelineValue: number; budget: Record<string, number> }>(
    page,
    "GET",
    "/api/crm/overview",
  )
  const pending = await ask<ReadonlyArray<unknown>>(page, "GET", "/api/crm/petty-cash-requests?status=pending")
  const usd = (amount: number) => `$${amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
  const card = (label: string) => page.locator(".metric", { has: page.getByText(label, { exact: true }) })
  await expect(card("Total Prospects")).toContainText(String(of.prospects))
  await expect(card("Total Prospects")).toContainText(`${of.active} active`)
  await expect(card("Closed Won")).toContainText(String(of.closedWon))
  await expect(card("Closed Won")).toContainText(`${of.conversionRate}% conversion rate`)
  await expect(card("Pipeline Value")).toContainText(usd(of.pipelineValue))
  await expect(card("Pipeline Value")).toContainText("Estimated total value")
  await expect(card("Pending Approvals")).toContainText(String(pending.length))
  for (const [label, key] of [
    ["Total Allocated", "totalAllocated"],
    ["Total Spent", "totalSpent"],
    ["Remaining", "remaining"],
  ] as const) {
    await expect(page.locator(".budget-lines > div", { hasText: label })).toContainText(usd(of.budget[key]!))
  }
  await expect(page.getByRole("progressbar", { name: "Spent of allocated" })).toHaveAttribute(
    "aria-valuenow",
    String(Math.round((100 * of.budget["totalSpent"]!) / of.budget["totalAllocated"]!)),
  )
  const recent = await ask<ReadonlyArray<{ companyName: string; contactPerson: string }>>(page, "GET", "/api/crm/prospects?sort=-lastActivity&limit=5")
  const rows = page.locator(".panel", { hasText: "Recent Activities" }).getByRole("listitem")
  for (const [n, { companyName, contactPerson }] of recent.entries()) await expect(rows.nth(n)).toContainText(`${companyName} · ${contactPerson}`)
  expect(await faults(page)).toEqual([])
  expect(await faultsInTheDark(page)).toEqual([])
})

// proves S-MKT-10, S-MKT-11, S-MKT-12, DLG-24, DLG-25, DLG-26
test("management sets a target and a budget, and plans and starts a campaign", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const year = 2030 + Math.floor(Math.random() * 60)
  await page.goto("/marketing?tab=targets")
  await page.getByRole("button", { name: "New Target" }).click()
  const target = page.getByRole("dialog", { name: "New Target" })
  await expect(target.getByLabel("Target type").locator("option:checked")).toHaveText("Revenue")
  await expect(target.getByLabel("Period").locator("option:checked")).toHaveText("Monthly")
  await target.getByLabel("Team member").selectOption({ label: "Lado Wani Kenyi" })
  await target.getByLabel("Target", { exact: true }).fill("50000")
  await target.getByLabel("Year").fill(String(year))
  await target.getByRole("button", { name: "Create Target" }).click()
  await expect(notice(page, "Target created successfully")).toBeVisible()
  await expect(page.getByRole("row", { name: new RegExp(`Lado Wani Kenyi.*${year}.*\\$50,000\\.00.*\\$0\\.00`) })).toBeVisible()
  expect(await faults(page)).toEqual([])

  await page.getByRole("tab", { name: "Budgets" }).click()
  await page.getByRole("button", { name: "New Budget" }).click()
  const budget = page.getByRole("dialog", { name: "New Budget" })
  await budget.getByLabel("Category").selectOption({ label: "Entertainment" })
  await budget.getByLabel("Allocated amount").fill("300")
  await budget.getByLabel("Period").selectOption({ label: "Yearly" })
  await budget.getByLabel("Year").fill(String(year))
  await budget.getByRole("button", { name: "Create Budget" }).click()
  await expect(notice(page, "Budget created successfully")).toBeVisible()
  await expect(page.getByRole("row", { name: new RegExp(`Entertainment.*${year}`) })).toContainText("300.00")
  expect(await faults(page)).toEqual([])

  await page.getByRole("tab", { name: "Campaigns" }).click()
  await page.getByRole("button", { name: "New Campaign" }).click()
  const campaign = page.getByRole("dialog", { name: "New Campaign" })
  await expect(campaign.getByLabel("Campaign type").locator("option:checked")).toHaveText("Digital")
  const name = `Open kitchen ${Date.now().toString(36)}`
  await campaign.getByLabel("Name").fill(name)
  await campaign.getByLabel("Budget").fill("800")
  await campaign.getByLabel("Start date").fill(inJuba(60))
  await campaign.getByLabel("End date").fill(inJuba(30))
  await campaign.getByRole("button", { name: "Create Campaign" }).click()
  await expect(campaign.getByText("End date must be on or after the start date")).toBeVisible()
  await campaign.getByLabel("End date").fill(inJuba(90))
  await campaign.getByRole("button", { name: "Create Campaign" }).click()
  await expect(notice(page, "Campaign created successfully")).toBeVisible()
  const drawer = page.getByRole("dialog", { name })
  await drawer.getByRole("button", { name: "Start" }).click()
  await expect(drawer.getByText("Active", { exact: true }).first()).toBeVisible()
  expect(await faults(page)).toEqual([])
})
