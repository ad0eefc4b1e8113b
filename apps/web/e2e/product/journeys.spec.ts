/** The most frequent journeys, each with the most interactions that it may need; at a desk they are walked with real keys, which also proves the Tab order. */
import { type Browser, expect, type Locator } from "@playwright/test"
import { ask, closeDialog, faults, handsAt, inJuba, lastMonth, leave, notice, password, phone, settled, signedIn, test, visitor } from "../signed-in.ts"

test("signing in takes five", async ({ browser }) => {
  const page = await visitor(browser)
  await page.goto("/biometric-login")
  const { enter, reach, type, press, done } = handsAt(page)
  await expect(page.getByLabel("Employee ID")).toBeFocused()
  await type("FO-SUP-001")
  await enter(page.getByRole("button", { name: "Password", exact: true }), "Shift+Tab")
  await reach(page.getByLabel("Password", { exact: true }))
  await type(password)
  await press("Enter")
  await expect(page.getByRole("heading", { name: "Operations Dashboard" })).toBeVisible()
  expect(done()).toBeLessThanOrEqual(5)
})

test("an operative asks for three items in nine, by keyboard, and nothing has a number before", async ({ browser }) => {
  const page = await signedIn(browser, "FO-OPS-001")
  const numbers = () => ask<ReadonlyArray<{ requestNumber: string }>>(page, "GET", "/api/purchase-requests?limit=1")
  const [before] = await numbers()
  await page.goto("/procurement/new")
  const { reach, type, press, done } = handsAt(page)
  // the first item can be typed as soon as the form is there
  await expect(page.getByRole("main").getByRole("combobox", { name: "Item", exact: true })).toBeFocused()
  await type("tomat 40")
  await expect(page.getByRole("option", { name: /Fresh tomatoes/ })).toHaveAttribute("aria-selected", "true")
  expect(await faults(page)).toEqual([])
  await press("Enter")
  await type("chick 60")
  await press("Enter")
  await type("oil")
  await press("Enter")
  await expect(page.getByText("3 lines").first()).toBeVisible()
  await expect(page.getByLabel("Quantity of Fresh tomatoes, line 1")).toHaveValue("40")
  // what is typed is kept in the browser, and has no number
  await expect(page.getByText(/Draft, saved \d\d:\d\d/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel("Quantity of Frozen chicken, line 2")).toHaveValue("60")
  expect(await numbers()).toEqual([before])
  // a price far above the last one is marked
  const price = page.getByLabel("Price of Fresh tomatoes, line 1")
  await expect(price).not.toHaveAttribute("data-high")
  await reach(price, "Shift+Tab")
  await type("999999.99")
  await expect(price).toHaveAttribute("data-high")
  await press("Control+Enter")
  await expect(page.getByRole("dialog", { name: /^PR-/ })).toContainText("Frozen chicken")
  expect(done()).toBeLessThanOrEqual(9)
})

test("a request that is submitted offline waits in the outbox, and is sent once the connection is back", async ({ browser }) => {
  const page = await signedIn(browser, "FO-OPS-001")
  const why = `Rice before the rains ${Date.now()}`
  await page.goto("/outbox")
  await expect(page.getByText("Everything was sent")).toBeVisible()
  await page.goto("/procurement/new")
  await page.getByRole("main").getByRole("combobox", { name: "Item", exact: true }).click()
  await page.keyboard.type("tomat 40")
  await page.keyboard.press("Enter")
  await page.getByLabel("Justification").fill(why)
  await page.context().setOffline(true)
  await expect(page.getByText(/^Offline since/).first()).toBeVisible()
  await page.keyboard.press("Control+Enter")
  await expect(notice(page, "Saved on this device. It will be sent when you are online.")).toBeVisible()
  await expect(page).toHaveURL(/\/outbox$/)
  await expect(page.getByRole("row").filter({ hasText: why })).toContainText("Waiting to send")
  await page.context().setOffline(false)
  await expect(page.getByText("Everything was sent")).toBeVisible()
  await expect.poll(() => ask<ReadonlyArray<object>>(page, "GET", `/api/purchase-requests?q=${encodeURIComponent(why)}`)).toMatchObject([{ status: "pending" }])
})

test("something that is not in stock is asked for in six, by keyboard, and the approver reads what it is", async ({ browser }) => {
  const page = await signedIn(browser, "FO-OPS-001")
  await page.goto("/procurement/new")
  const item = page.getByRole("main").getByRole("combobox", { name: "Item", exact: true })
  await expect(item).toBeFocused()
  const { reach, type, press, done } = handsAt(page)
  const pump = "Water pump"
  await type(`${pump} 2`)
  await expect(page.getByRole("option", { name: `Add “${pump}” as free text` })).toHaveAttribute("aria-selected", "true")
  expect(await faults(page)).toEqual([])
  await press("Enter")
  await expect(page.getByLabel(`Unit of ${pump}, line 1`)).toBeFocused()
  await expect(page.getByLabel(`Quantity of ${pump}, line 1`)).toHaveValue("2")
  // without a price it is refused in words
  await press("Control+Enter")
  await expect(page.getByRole("alert")).toContainText("Price must be a number")
  await reach(page.getByLabel(`Price of ${pump}, line 1`))
  await type("400")
  await press("Control+Enter")
  const drawer = page.getByRole("dialog", { name: /^PR-/ })
  await expect(drawer.getByRole("row", { name: new RegExp(`^${pump}, piece`) })).toContainText("Not a stock item")
  expect(done()).toBe(6)
  const number = (await drawer.getByRole("heading", { level: 2 }).first().textContent()) ?? ""
  await leave(page)
  const boss = await signedIn(browser, "FO-SUP-001")
  await boss.goto("/approvals?kind=purchase_request&sort=-since")
  await expect(boss.getByRole("article", { name: number })).toContainText(pump)
})

/** Six requests for money by a person in the field. */
const sixRequests = async (browser: Browser) => {
  const page = await signedIn(browser, "FO-OPS-001")
  const wish = { currency: "USD", category: "fuel", siteId: 1, paymentMethod: "cash", priority: "medium" }
  const numbers: Array<string> = []
  for (let n = 0; n < 6; n++) {
    const about = { amount: `${71 + n}.00`, description: `Pump ${n}`, businessPurpose: "The river is low" }
    const { requestNumber } = await ask<{ requestNumber: string }>(page, "POST", "/api/expense-requests", { ...wish, ...about })
    numbers.push(requestNumber)
  }
  await leave(page)
  return numbers
}

test("an approver reads the reason without opening anything, and approves six in twelve keys", async ({ browser }) => {
  const numbers = await sixRequests(browser)
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto("/approvals?sort=-since")
  await expect(page.getByRole("article", { name: numbers.at(-1)! })).toContainText("The river is low")
  const { press, done } = handsAt(page)
  for (const number of numbers.toReversed()) {
    await expect(page.getByRole("article", { name: number })).toContainText("The river is low")
    await press("a")
    await expect(page.locator("[data-row]", { hasText: number })).toHaveCount(0)
  }
  await expect(notice(page, `${numbers[0]} approved`)).toBeVisible()
  expect(done()).toBeLessThanOrEqual(12)
})

test("finance sees the month-end on the first screen, opens it, a step and the next act by one key each, and reads it as it stood", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  const calls: Array<string> = []
  page.on("request", (request) => request.url().includes("/api/") && calls.push(request.url()))
  await page.goto("/")
  const line = page.getByRole("main").getByRole("link", { name: /^Month-end, / })
  await expect(line).toBeInViewport()
  await settled(page)
  // no first screen has more parts; small reads are one request, or several where the machine is slow
  const asked = new Set(calls.map((call) => (call.includes("/api/reads?") ? "small reads" : call)))
  expect(asked.size, calls.join("\n")).toBeLessThanOrEqual(10)
  const { enter, press, done } = handsAt(page)
  await enter(line)
  await expect(page.getByRole("heading", { level: 1, name: "Month-end" })).toBeVisible()
  const steps = page.getByRole("list", { name: "Steps" })
  await expect(steps.getByRole("button")).toHaveCount(8)
  await expect(page.getByRole("banner")).toContainText(/\d of 8 steps done/)
  // … and the rail says how far it is
  await expect(
    page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("listitem")
      .filter({ hasText: /^Month-end/ }),
  ).toContainText(/\d of 8/)
  expect(await faults(page)).toEqual([])

  await press("5")
  await expect(steps.getByRole("button", { name: /^5?Revalue/ })).toHaveAttribute("aria-current", "step")
  await expect(page.getByRole("region", { name: "5. Revalue" })).toContainText("1000 Cash")
  // the checks that are open come first, each with where it is resolved
  await expect(page.locator("[data-check=revaluation]")).toContainText("SSP")
  await press("2")
  await expect(steps.getByRole("button", { name: /^2?Bill/ })).toHaveAttribute("aria-current", "step")
  await press("Control+Enter")
  await expect(page).toHaveURL(new RegExp(`/invoices\\?view=month-end&month=${lastMonth.name}`))
  expect(done()).toBe(4)

  await page.goto(`/month-end/${lastMonth.name}?asOf=${lastMonth.to}`)
  await expect(steps.getByRole("button")).toHaveCount(8)
  await settled(page)
  await expect(page.getByRole("button", { name: "Bill the month" })).toHaveCount(0)
  expect(await faults(page)).toEqual([])
})

test("a figure explains itself by one key, a record is found by three, and the past is two away", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/")
  // what few programs have is said once
  const hints = page.getByRole("region", { name: "New here?" })
  await expect(hints.getByRole("listitem")).toHaveCount(3)
  expect(await faults(page)).toEqual([])
  await handsAt(page).enter(hints.getByRole("button", { name: "Close the hints" }))
  await page.reload()
  await expect(page.getByRole("region", { name: "Urgent Alerts" }).getByRole("listitem").first()).toBeVisible()
  await expect(hints).toHaveCount(0)
  const explaining = handsAt(page)
  await explaining.enter(page.getByRole("button", { name: /^Monthly Revenue: .*, explain$/ }))
  await expect(page.getByRole("dialog").getByRole("heading", { name: "How it is calculated" })).toBeVisible()
  expect(explaining.done()).toBe(1)
  await closeDialog(page)

  const finding = handsAt(page)
  await finding.press("Control+k")
  await expect(page.getByRole("dialog", { name: "Search and commands" }).getByRole("combobox")).toBeFocused()
  await finding.type("inv-2")
  await expect(page.getByRole("option", { name: /^INV-/ }).first()).toHaveAttribute("aria-selected", "true")
  await finding.press("Enter")
  await expect(page.getByRole("dialog", { name: /^INV-/ })).toBeVisible()
  await expect(page.getByRole("dialog", { name: "Search and commands" })).toHaveCount(0)
  expect(finding.done()).toBe(3)
  await closeDialog(page)

  const going = handsAt(page)
  await going.press("t")
  const back = page.getByRole("link", { name: /^Last month-end/ })
  await expect(back).toBeVisible()
  await going.enter(back)
  await expect(page.locator(".past-band")).toContainText("Read only")
  expect(going.done()).toBe(2)
})

/** Opens a meal for a project of its own: it is open at any time of the day, and other tests do not close it. Returns its id. */
const ownMeal = async (browser: Browser, mealType: "lunch" | "dinner") => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const [client] = await ask<readonly [{ id: number }]>(boss, "GET", "/api/clients?siteId=1")
  const { id: projectId } = await ask<{ id: number }>(boss, "POST", "/api/projects", { projectName: `Keys ${Date.now()}`, clientId: client.id, siteId: 1 })
  const slot = { sessionDate: inJuba(), mealType, siteId: 1, clientId: client.id, projectId }
  return (await ask<{ id: number }>(boss, "POST", "/api/meal-sessions", slot)).id
}

test("at a camp ten people are served in eleven taps, from the first screen of a phone", async ({ browser }) => {
  const page = await signedIn(browser, "FO-SUP-001", phone)
  const dinner = await ownMeal(browser, "dinner")
  await page.goto("/")
  const kiosk = page.getByRole("region", { name: /^(Breakfast|Lunch|Dinner)$/ }).getByRole("link")
  await expect(kiosk).toBeInViewport()
  const { tap, done } = handsAt(page)
  await tap(kiosk)
  // by the hour and the meals of other tests, this is the way to another meal, at which people may have been served
  if (!page.url().endsWith(`/kiosk/${dinner}`)) await page.goto(`/meal-tracking/kiosk/${dinner}`)
  const served = page.getByRole("status", { name: "Served" })
  await expect(page.getByRole("option").first()).toBeVisible()
  const before = Number(await served.textContent())
  const people = (await page.getByRole("option").locator(".num").allTextContents()).slice(0, 10)
  for (const [n, number] of people.entries()) {
    const row = page.getByRole("option").filter({ hasText: number })
    const isCounted = () => expect(served).toHaveText(String(before + n + 1), { timeout: 4_000 })
    await tap(row)
    // the kiosk ignores a tap while its list moves, which it does when tapping pauses: on a slow machine that can be the next tap
    await isCounted().catch(() => expect(() => row.tap().then(isCounted)).toPass({ timeout: 20_000 }))
  }
  expect(done()).toBe(11)
})

test("leave and money are asked for, and five people served, by keyboard alone", async ({ browser }) => {
  const page = await signedIn(browser, "FO-OPS-001")
  const { enter, reach, type, press } = handsAt(page)
  const fill = async (at: Locator, text: string) => {
    await reach(at)
    await type(text)
  }
  await page.goto("/hr?tab=leaves")
  await expect(page.getByRole("table", { name: /^Leave of / })).toContainText("Annual Leave")
  await press("c")
  const leaving = page.getByRole("dialog", { name: "Request Leave" })
  await fill(leaving.getByLabel("Leave type"), "Annual")
  const [year, month, day] = inJuba(300).split("-")
  for (const label of ["Start date", "End date"]) await fill(leaving.getByLabel(label), `${day}${month}${year}`)
  await fill(leaving.getByLabel("Reason"), "A week at home")
  await enter(leaving.getByRole("button", { name: "Submit Request" }))
  await expect(notice(page, "Leave request submitted successfully")).toBeVisible()

  await page.goto("/expenses")
  await expect(page.getByRole("columnheader", { name: "Requested By" })).toBeVisible()
  await press("n")
  const asking = page.getByRole("dialog", { name: "New Expense Request" })
  await fill(asking.getByLabel("Amount"), "18.00")
  await fill(asking.getByLabel("Category"), "Supplies")
  await fill(asking.getByLabel("Description"), "Rubber gloves")
  await fill(asking.getByLabel("Business purpose"), "The old ones leak")
  await fill(asking.getByLabel("Payment method"), "Cash")
  // the window in which the file is chosen belongs to the system
  const [choosing] = await Promise.all([page.waitForEvent("filechooser"), enter(asking.getByLabel("Choose files"))])
  await choosing.setFiles({ name: "gloves.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 gloves") })
  await expect(asking.getByText("gloves.pdf")).toBeVisible()
  await enter(asking.getByRole("button", { name: "Submit Request" }))
  await expect(notice(page, "Expense request created successfully")).toBeVisible()

  await page.goto(`/meal-tracking/kiosk/${await ownMeal(browser, "lunch")}`)
  const served = page.getByRole("status", { name: "Served" })
  await expect(page.getByRole("option").first()).toBeVisible()
  const before = Number(await served.textContent())
  const numbers = (await page.getByRole("option").locator(".num").allTextContents()).slice(0, 5)
  for (const [n, number] of numbers.entries()) {
    await type(number)
    await press("Enter")
    await expect(served).toHaveText(String(before + n + 1))
  }
  await enter(page.getByRole("button", { name: "Undo" }), "Shift+Tab")
  await expect(served).toHaveText(String(before + 4))
})

test("a list is filtered and exported by keyboard alone, in six", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto("/invoices?view=all")
  await expect(page.getByRole("row", { name: /INV-/ }).first()).toBeVisible()
  const { enter, press, type, done } = handsAt(page)
  await press("/")
  await expect(page.getByRole("searchbox")).toBeFocused()
  await type("SLB")
  await expect(page).toHaveURL(/q=SLB/)
  await enter(page.getByRole("button", { name: "Export" }))
  await expect(page.getByRole("menuitem", { name: "CSV" })).toBeFocused()
  const [file] = await Promise.all([page.waitForEvent("download"), press("Enter")])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  expect(done()).toBeLessThanOrEqual(6)
})
