/** From the public page through the sign-in to the shell around every screen, with the company's own texts. */
import { expect, type Page } from "@playwright/test"
import { ask, newVisitor, notice, password, phone, settled, signedIn, signedInNewBrowser, test, visitor } from "../signed-in.ts"

const screens = (page: Page) => page.getByRole("navigation", { name: "Screens" })
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("biometric-user"))

// proves S-LAND-01, S-LAND-02, S-LAND-03, S-LAND-04
test("a visitor reads what the company does and finds the sign-in", async ({ browser }) => {
  const page = await visitor(browser)
  await page.goto("/")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  const services = page.getByRole("region", { name: "Services" })
  await expect(services.getByRole("listitem")).toHaveCount(6)
  await expect(services.getByRole("heading", { level: 3 })).toHaveText([/catering/i, /facilities/i, /construction/i, /financial/i, /multi-site/i, /real-time/i])
  const about = page.getByRole("region", { name: "About" })
  for (const word of ["Vision", "Mission", "Core services"]) await expect(about.getByText(word, { exact: true })).toBeVisible()
  const company = await ask<{ vision: string; mission: string; address: string }>(page, "GET", "/api/company")
  await expect(about).toContainText(company.vision)
  await expect(about).toContainText(company.mission)
  await expect(page.getByRole("region", { name: "Contact" })).toContainText(company.address)
  await page.getByRole("link", { name: "Access System" }).click()
  await expect(page).toHaveURL(/\/biometric-login$/)
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible()
})

// proves S-LOGIN-01, S-LOGIN-02, S-LOGIN-03, S-LOGIN-04, S-LOGIN-05, S-LOGIN-06, S-LOGIN-07, S-LOGIN-09, S-LOGIN-11
test("by fingerprint: the ID is looked up, the person is shown, and the scan signs in", async ({ browser }) => {
  const page = await visitor(browser)
  await page.goto("/biometric-login")
  for (const mode of ["Biometric", "Password"]) await expect(page.getByRole("button", { name: mode, exact: true })).toBeVisible()
  const accounts = page.getByRole("region", { name: "Demo accounts" })
  await expect(accounts.getByRole("button", { name: /^FO-CEO-001.*CEO$/ })).toBeVisible()
  await expect(accounts.getByRole("button", { name: /^FO-OPS-001.*Field Operative$/ })).toBeVisible()

  await page.getByLabel("Employee ID").fill("   ")
  await expect(page.getByRole("button", { name: "Continue to Biometric" })).toBeDisabled()

  // an exact match is required: neither other letter case nor a part is accepted
  for (const [wrong, sentence] of [
    ["fo-sup-001", "Employee ID not found"],
    ["FO-SUP", "Employee ID not found"],
  ] as const) {
    await page.getByLabel("Employee ID").fill(wrong)
    await page.getByRole("button", { name: "Continue to Biometric" }).click()
    await expect(page.getByRole("alert")).toHaveText(sentence)
  }
  await page.getByLabel("Employee ID").fill("FO-SUP-001")
  await page.getByRole("button", { name: "Continue to Biometric" }).click()
  for (const said of ["Gatluak Riek Tut", "Camp Supervisor, catering", "Supervisor, level 6"]) await expect(page.getByText(said, { exact: true })).toBeVisible()
  await expect(accounts).toHaveCount(0)
  for (const name of ["Fingerprint", "Face Scan"]) await expect(page.getByRole("button", { name })).toBeEnabled()
  await page.getByRole("button", { name: "Back" }).click()
  await expect(page.getByText("Camp Supervisor, catering", { exact: true })).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Continue to Biometric" })).toBeVisible()
  await page.getByRole("link", { name: "Home" }).click()
  await expect(page.getByRole("link", { name: "Access System" })).toBeVisible()

  // switched off for a person: both buttons are shown disabled
  await page.route("**/api/auth/lookup", async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), biometricEnabled: false } })
  })
  await page.goto("/biometric-login")
  await page.getByRole("button", { name: /^FO-SUP-001/ }).click()
  await page.getByRole("button", { name: "Continue to Biometric" }).click()
  for (const name of ["Fingerprint", "Face Scan"]) await expect(page.getByRole("button", { name })).toBeDisabled()
  await page.unroute("**/api/auth/lookup")
  await page.getByRole("button", { name: "Back" }).click()

  await page.getByRole("button", { name: "Continue to Biometric" }).click()
  await page.getByRole("button", { name: "Face Scan" }).click()
  await expect(page.getByRole("button", { name: "Scanning..." })).toBeDisabled()
  await expect(page.getByRole("heading", { name: "Operations Dashboard" })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(await ask(page, "GET", "/api/auth/user")).toMatchObject({ employeeId: "FO-SUP-001", simulated: true })
  expect(JSON.parse((await stored(page))!)).toMatchObject({ firstName: "Gatluak", position: "Camp Supervisor", lastLogin: expect.stringMatching(/^20\d\d-/) })
})

// proves S-LOGIN-08, S-LOGIN-10, S-LOGIN-11, S-LOGIN-12, S-LOGIN-13
test("by password: the hint, the refusal and the sign-in work, and signing out leaves nothing behind", async ({ browser }) => {
  const page = await visitor(browser)
  await page.goto("/biometric-login")
  await page.getByRole("button", { name: "Password", exact: true }).click()
  const enter = page.getByRole("button", { name: "Login with Password" })
  await expect(page.getByText(`Demo password: ${password}`)).toBeVisible()
  await page.getByLabel("Employee ID").fill("FO-SEC-001")
  await expect(enter).toBeDisabled()
  await page.getByLabel("Password", { exact: true }).fill("not the password")
  await enter.click()
  await expect(page.getByRole("alert")).toHaveText("Invalid password")
  expect(await stored(page)).toBeNull()
  await page.getByLabel("Password", { exact: true }).fill(password)
  await enter.click()
  await expect(page.getByRole("heading", { name: "Operations Dashboard" })).toBeVisible()
  expect(JSON.parse((await stored(page))!)).toMatchObject({ firstName: "Taban" })

  // the browser only stores a greeting: it can be missing or invalid, and the server determines who is signed in
  await page.reload()
  await expect(page.getByRole("button", { name: /^Account: Taban Loro Jada/ })).toBeVisible()
  await page.evaluate(() => localStorage.setItem("biometric-user", "{broken"))
  await page.reload()
  await expect(page.getByRole("button", { name: /^Account: Taban Loro Jada/ })).toBeVisible()
  expect(JSON.parse((await stored(page))!)).toMatchObject({ firstName: "Taban" })

  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click()
  await expect(page.getByRole("link", { name: "Access System" })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(await stored(page)).toBeNull()
  await expect(ask(page, "GET", "/api/auth/user")).rejects.toThrow(/^401/)
})

// proves S-LOGIN-12
test("signing out works while calls are pending and while offline", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const out = page.getByRole("banner").getByRole("button", { name: "Log out" })
  await page.goto("/")
  await settled(page)
  // the server has ended the session, and another call notices that before this answer arrives
  await page.route("**/api/auth/logout", async (route) => {
    const answer = await route.fetch()
    const told = page.waitForResponse((response) => response.status() === 401 && response.url().endsWith("/api/auth/user"))
    await page.evaluate(() => dispatchEvent(new Event("online")))
    await told
    await route.fulfill({ response: answer })
  })
  await out.click()
  await expect(page.getByRole("link", { name: "Access System" })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.locator(".notice")).toHaveCount(0)

  await page.unroute("**/api/auth/logout")
  await ask(page, "POST", "/api/auth/login", { employeeId: "FO-CEO-001", password })
  await page.goto("/")
  await settled(page)
  await page.route("**/api/auth/logout", (route) => route.abort("internetdisconnected"))
  await out.click()
  await expect(page.getByRole("link", { name: "Access System" })).toBeVisible()
  expect(await ask(page, "GET", "/api/auth/user")).toMatchObject({ employeeId: "FO-CEO-001" }) // the server has not been notified yet
  await page.reload()
  await expect(page.getByText("The server cannot be reached. Check the connection and try again.")).toBeVisible()
  await page.unroute("**/api/auth/logout")
  await page.getByRole("button", { name: "Retry" }).click()
  await expect(() => expect(ask(page, "GET", "/api/auth/user")).rejects.toThrow(/^401/)).toPass()
  await expect(page.getByRole("link", { name: "Access System" })).toBeVisible()
})

test("an issue reported offline is kept when its reporter signs out, and sent at the next sign-in", async ({ browser }) => {
  const page = await signedIn(browser, "FO-SUP-001")
  await page.goto("/")
  await page.route("**/api/work-orders", (route) => route.abort("internetdisconnected"))
  await page.getByRole("navigation", { name: "Quick Actions" }).getByRole("link", { name: "Report Issue" }).click()
  const dialog = page.getByRole("dialog", { name: "Report Issue" })
  await dialog.getByLabel("Description").fill("The pump of the camp is dry")
  await dialog.getByRole("button", { name: "Report Issue" }).click()
  await expect(dialog).toHaveCount(0)
  await page.evaluate(() => localStorage.setItem("draft:another-person", "{}"))
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click()
  await expect(page.getByRole("link", { name: "Access System" })).toBeVisible()
  await expect(notice(page, "It is kept in this browser and sent when you are back online.")).toBeVisible()
  // the language belongs to the device too
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== "language"))).toEqual([])

  await page.unroute("**/api/work-orders")
  await ask(page, "POST", "/api/auth/login", { employeeId: "FO-OPS-001", password })
  await page.goto("/")
  await settled(page)
  // another person does not send it
  await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
  await page.reload()
  await expect(notice(page, /^WO-\d{4}-\d{5} sent \(recorded while offline\)$/)).toBeVisible()
})

test("a part that is not loaded yet waits for the connection while the screen stays", async ({ browser }) => {
  const page = await signedInNewBrowser(browser, "FO-CEO-001")
  await page.goto("/procurement")
  await settled(page)
  await page.context().setOffline(true)
  const report = page.getByRole("navigation", { name: "Quick Actions" }).getByRole("link", { name: "Report Issue" })
  const dialog = page.getByRole("dialog", { name: "Report Issue" })
  await report.click()
  await expect(notice(page, "This is not available offline yet. It opens when you reconnect.")).toBeVisible()
  await expect(page.getByRole("heading", { name: "Procurement Management" })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(dialog).toBeVisible()
  expect(await page.evaluate(() => [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(({ sheet }) => !sheet).length)).toBe(0)
})

test("a screen that is not loaded does not hide the notice of what was just saved; it is reported after it, if it is still missing", async ({ browser }) => {
  const page = await signedInNewBrowser(browser, "FO-CEO-001")
  const saved = notice(page, "Draft saved in this browser")
  const missing = notice(page, "This is not available offline yet. It opens when you reconnect.")
  const closeNotice = () => page.getByRole("button", { name: "Close notice" }).click()
  const saveAndOpen = async (link: string) => {
    await page.goto("/procurement/new")
    await page.getByLabel("Justification").fill("Rice before the rains")
    await page.context().setOffline(true)
    await page.getByRole("button", { name: "Save draft" }).click()
    // a notice stays while the pointer is over it
    await saved.hover()
    await page.getByRole("navigation").getByRole("link", { name: link, exact: true }).focus()
    await page.keyboard.press("Enter")
    await expect(page.getByRole("main").getByText("Loading...")).toBeVisible()
    await expect(saved).toBeVisible()
    await expect(missing).toHaveCount(0)
  }
  await saveAndOpen("Construction")
  await closeNotice()
  await expect(missing).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole("main").getByText("Loading...")).toHaveCount(0)

  await saveAndOpen("Reports")
  await page.context().setOffline(false)
  await expect(page.getByRole("main").getByText("Loading...")).toHaveCount(0)
  await closeNotice()
  await expect(saved).toHaveCount(0)
  await expect(missing).toHaveCount(0)
})

test("a part that the server no longer has shows an error, and Retry reloads the app", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.route(/\/assets\/report-issue-dialog-/, (route) => route.fulfill({ status: 404 }))
  await page.goto("/procurement?dialog=report-issue")
  await expect(page.getByText("This part could not be shown.")).toBeVisible()
  await page.unroute(/\/assets\/report-issue-dialog-/)
  await page.getByRole("button", { name: "Retry" }).click()
  await expect(page.getByRole("dialog", { name: "Report Issue" })).toBeVisible()

  // the same inside a screen, whose shell stays
  await page.route(/\/assets\/budget-dialog-/, (route) => route.fulfill({ status: 404 }))
  await page.goto("/procurement?dialog=set-budget")
  await expect(page.getByText("This part could not be shown.")).toBeVisible()
  await expect(page.getByRole("heading", { name: "Procurement Management" })).toBeVisible()
  await page.unroute(/\/assets\/budget-dialog-/)
  await page.getByRole("button", { name: "Retry" }).click()
  await expect(page.getByRole("dialog", { name: "Set procurement budget" })).toBeVisible()
})

test("the sign-in page shows that it is offline", async ({ browser }) => {
  const page = await visitor(browser)
  await page.goto("/biometric-login")
  await page.getByRole("button", { name: "Password", exact: true }).click()
  await page.getByLabel("Employee ID").fill("FO-SEC-001")
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.context().setOffline(true)
  await page.getByRole("button", { name: "Login with Password" }).click()
  await expect(page.getByRole("alert")).toHaveText("The server cannot be reached. Check the connection and try again.")
})

test("on a screen open for a few seconds, an issue can be reported offline and its reporter can sign out", async ({ browser }) => {
  const page = await signedInNewBrowser(browser, "FO-OPS-001")
  await page.clock.install()
  await page.goto("/hr")
  await settled(page)
  const loaded = ["report-issue-dialog", "landing-page"].map((name) => page.waitForResponse(new RegExp(`/assets/${name}-`)))
  await page.clock.runFor(10_000)
  for (const answer of await Promise.all(loaded)) await answer.finished()
  await page.waitForLoadState("networkidle")
  await page.context().setOffline(true)
  await page.getByRole("navigation", { name: "Quick Actions" }).getByRole("link", { name: "Report Issue" }).click()
  const dialog = page.getByRole("dialog", { name: "Report Issue" })
  await dialog.getByLabel("Description").fill("The fence is down")
  await dialog.getByRole("button", { name: "Report Issue" }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click()
  await expect(page.getByRole("link", { name: "Access System" })).toBeVisible()
  await expect(notice(page, "It is kept in this browser and sent when you are back online.")).toBeVisible()
})

test("the sign-in page loads no code of other screens", async ({ browser }) => {
  const page = await newVisitor(browser)
  const loaded: Array<string> = []
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto("/biometric-login")
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible()
  await page.waitForLoadState("networkidle")
  const parts = loaded.flatMap((path) => /^\/assets\/(?!theme|index|rolldown-runtime)(.*)-.{8}\.js$/.exec(path)?.[1] ?? [])
  expect(parts.toSorted()).toEqual(["kit", "react", "sign-in-page"])
})

// proves S-SHELL-01, S-SHELL-02, S-SHELL-03, S-SHELL-04, S-SHELL-05, S-SHELL-06, S-SHELL-07, S-SHELL-09, S-SHELL-10, S-SHELL-11
test("the shell has its entries in order, quick actions, the person, the site, and a sheet on a phone", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/")
  const order = ["Dashboard", "Catering Services", "Meal Tracking", "Facilities Services", "Construction", "Procurement", "Invoice Generator", "Marketing CRM"]
  const shown = async () => (await screens(page).getByRole("link").allInnerTexts()).map((label) => label.trim()).slice(0, 11)
  await expect.poll(shown).toEqual([...order, "HR Management", "Financial", "Reports"])
  await expect(page.locator(".rail")).toHaveCSS("width", "248px")
  await expect(page.locator(".me")).toContainText("Achol Deng Malual")
  await expect(page.locator(".me")).toContainText("CEO · Full System Access")
  await expect(page.locator(".me .avatar")).toHaveText("AD")
  await page.getByRole("button", { name: "Account: Achol Deng Malual, Full System Access" }).click()
  await expect(page.getByRole("menuitem", { name: "Log out" })).toBeVisible()
  await page.keyboard.press("Escape")
  const head = page.getByRole("banner")
  await expect(head.getByRole("heading", { name: "Operations Dashboard" })).toBeVisible()
  await expect(head.getByText("Monitor and manage all operations")).toBeVisible()
  for (const said of ["Achol Deng Malual", "Full System Access"]) await expect(head.getByText(said)).toBeVisible()
  await expect(head.getByRole("button", { name: "Log out" })).toBeVisible()

  // the working site is remembered, and narrows what is shown
  await head.getByRole("button", { name: /^Site: / }).click()
  await expect(page.getByRole("menuitemradio")).toHaveText([/Unity State - SLB$/, /Paloj-Adar - SLB$/, /Juba Office$/, "All Sites"])
  const asked = page.waitForRequest((request) => /\/api\/dashboard\/metrics\?siteId=2/.test(request.url()))
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/auth/working-site") && answer.ok())
  await page.getByRole("menuitemradio", { name: "Paloj-Adar - SLB" }).click()
  await Promise.all([asked, saved])
  await page.reload()
  await expect(head.getByRole("button", { name: "Site: Paloj-Adar - SLB" })).toBeVisible()
  const elsewhere = await signedIn(browser, "FO-CEO-001")
  await elsewhere.goto("/")
  await expect(elsewhere.getByRole("button", { name: "Site: Paloj-Adar - SLB" })).toBeVisible()
  await head.getByRole("button", { name: /^Site: / }).click()
  const kept = page.waitForResponse((answer) => answer.url().endsWith("/api/auth/working-site") && answer.ok())
  await page.getByRole("menuitemradio", { name: "All Sites" }).click()
  await kept

  const actions = page.getByRole("navigation", { name: "Quick Actions" })
  for (const [action, form, path] of [
    ["New Purchase Request", "New Request", /\/procurement\/new$/],
    ["Generate Invoice", "Generate Invoice", /\/invoices\/new$/],
  ] as const) {
    await actions.getByRole("link", { name: action }).click()
    await expect(page.getByRole("heading", { name: form })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  await page.goto("/hr")
  await actions.getByRole("link", { name: "Report Issue" }).click()
  await expect(page.getByRole("dialog", { name: "Report Issue" })).toBeVisible()
  await expect(page).toHaveURL(/\/hr\?/)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)

  // each person sees what they have access to, at the site where they work
  const cook = await signedIn(browser, "FO-OPS-001", phone)
  await cook.goto("/")
  await expect(cook.getByRole("button", { name: "Site: Unity State - SLB" })).toBeVisible()
  await expect(screens(cook)).toBeHidden()
  await cook.getByRole("button", { name: "More" }).tap()
  await expect(screens(cook).getByRole("link", { name: "Meal Tracking" })).toBeVisible()
  await expect(screens(cook).getByRole("link", { name: "Financial" })).toHaveCount(0)
  await screens(cook).getByRole("link", { name: "Meal Tracking" }).tap()
  await expect(cook.getByRole("heading", { name: "Meal Tracking" })).toBeVisible()
  await expect(screens(cook)).toBeHidden()
})

// proves S-SHELL-08, S-SHELL-12, S-SHELL-13, S-SHELL-14
test("notices close after five seconds, by key or by hand; tooltips wait; the bell counts; lists show that they load", async ({ browser }) => {
  const page = await signedInNewBrowser(browser, "FO-MGT-001")
  await page.clock.install()
  await page.goto("/")
  await settled(page)
  const { unread } = await ask<{ unread: number }>(page, "GET", "/api/notifications")
  await expect(page.getByRole("button", { name: new RegExp(`^Notifications, ${unread} unread`) })).toBeVisible()

  // a tooltip: 700 ms for the first
  await page.clock.pauseAt(Date.now() + 60_000)
  const out = page.getByRole("banner").getByRole("button", { name: "Log out" })
  await out.hover()
  await page.clock.runFor(600)
  await expect(page.getByRole("tooltip")).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(page.getByRole("tooltip", { name: "Log out" })).toBeAttached()
  await page.mouse.move(640, 500)
  await page.clock.resume()

  // a notice: one at a time, five seconds, F8 focuses it
  const issue = async (before?: () => Promise<void>) => {
    await page.getByRole("navigation", { name: "Quick Actions" }).getByRole("link", { name: "Report Issue" }).click()
    const dialog = page.getByRole("dialog", { name: "Report Issue" })
    await dialog.getByLabel("Description").fill("A lamp flickers")
    await before?.()
    await dialog.getByRole("button", { name: "Report Issue" }).click()
    await expect(dialog).toHaveCount(0)
  }
  const said = notice(page, /^WO-\d{4}-\d{5} reported$/)
  await issue()
  await expect(said).toBeVisible()
  await page.keyboard.press("F8")
  await expect(page.getByRole("region", { name: /^Notices/ }).locator(":focus")).toHaveCount(1)
  await page.keyboard.press("Escape")
  await expect(said).toHaveCount(0)
  await issue()
  await expect(said).toBeVisible()
  const box = (await page.locator(".notice").boundingBox())!
  const swipe = async (by: number) => {
    await page.mouse.move(box.x + 20, box.y + 10)
    await page.mouse.down()
    for (let step = 1; step <= 4; step++) await page.mouse.move(box.x + 20 + (by * step) / 4, box.y + 10)
    await page.mouse.up()
  }
  await swipe(40)
  await expect(said).toBeVisible()
  await swipe(70)
  await expect(said).toHaveCount(0)
  await issue()
  await issue(() => page.clock.pauseAt(Date.now() + 600_000))
  await expect(page.locator(".notice")).toHaveCount(1)
  await page.mouse.move(300, 400)
  await page.clock.runFor(4900)
  await expect(said).toBeVisible()
  await page.clock.runFor(200)
  await expect(said).toHaveCount(0)
  await page.clock.resume()

  // placeholders while loading
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route("**/api/purchase-requests?*", async (route) => {
    await held
    await route.continue()
  })
  await screens(page).getByRole("link", { name: "Procurement" }).click()
  await expect(page.getByText("Loading requests...").first()).toBeAttached()
  go()
  await expect(page.getByRole("row", { name: /^PR-/ }).first()).toBeVisible()
})
