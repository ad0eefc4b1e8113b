/** The installed app: every screen opens offline, with the last lists and their time, and recorded work is stored and sent. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { type Browser, expect, type Page } from "@playwright/test"
import { ask, faults, faultsInTheDark, inJuba, kept, laptop, notice, password, phone, settled, signedIn, test } from "../signed-in.ts"
import { type Named, type Person, tablet, withCamera } from "../tablet.ts"
import { screens as routes } from "../../routes.ts"

/** A lunch of today without attendance, and one of the people it is for. */
const served = async (boss: Page) => {
  const [client] = await ask<readonly [Named]>(boss, "GET", "/api/clients?siteId=1")
  const project = await ask<Named>(boss, "POST", "/api/projects", { projectName: `Canteen ${Date.now()}`, clientId: client.id, siteId: 1 })
  const slot = { sessionDate: inJuba(), mealType: "lunch", siteId: 1, clientId: client.id, projectId: project.id }
  const session = await ask<Named>(boss, "POST", "/api/meal-sessions", slot)
  const [person] = await ask<readonly [Person]>(boss, "GET", `/api/staff-members?clientId=${client.id}&siteId=1&status=active`)
  return { session, person }
}
const newDevice = (browser: Browser) => browser.newContext({ ...laptop, baseURL: process.env["BASE_URL"]!, serviceWorkers: "allow" })

test("a shift without a connection: the app opens cold, a tap is kept in the outbox, and is sent once back online", async ({ browser }) => {
  const { session, person } = await served(await signedIn(browser, "FO-CEO-001"))
  const context = await newDevice(browser)
  const page = await context.newPage()
  await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
  await page.goto("/meal-tracking")
  await settled(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1)
  await Promise.all(["/api/meal-sessions", "/api/staff-members"].map((path) => kept(page, path)))

  await context.setOffline(true)
  await page.close()
  const cold = await context.newPage()
  await cold.goto("/meal-tracking")
  const bar = cold.locator(".connection")
  await expect(bar).toContainText(/Offline since \d\d:\d\d\. Lists as of \d\d:\d\d\./)
  await expect(cold.getByRole("region", { name: "Meal Sessions" }).getByRole("link", { name: "Kiosk" }).first()).toBeVisible()

  // a session whose kiosk was never opened while online
  await cold.goto(`/meal-tracking/kiosk/${session.id}`)
  await expect(cold.getByLabel("Staff number or name")).toBeFocused()
  await cold.keyboard.type(person.staffNumber)
  await cold.keyboard.press("Enter")
  await expect(cold.getByTestId("kiosk-result")).toContainText(`${person.firstName} ${person.lastName} · saved, waiting for the connection`)

  await cold.goto("/field")
  await expect(cold.getByRole("link", { name: "Outbox 1 only on this device" })).toBeVisible()
  expect(await faults(cold)).toEqual([])
  expect(await faultsInTheDark(cold)).toEqual([])
  await cold.setViewportSize(phone.viewport)
  await cold.goto("/outbox")
  await expect(bar).toContainText("1 entry is saved on this device and will be sent when the connection returns")
  const row = cold.getByRole("table", { name: "Outbox" }).getByRole("row", { name: new RegExp(`${person.firstName} ${person.lastName} served`) })
  await expect(row).toContainText("Waiting to send")
  await expect(cold.getByText("All screens are saved on this device and open without a connection.")).toBeVisible()
  expect(await cold.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await faults(cold)).toEqual([])
  expect(await faultsInTheDark(cold)).toEqual([])

  // it is sent whatever screen is open
  await context.setOffline(false)
  await expect(cold.getByText("Everything was sent")).toBeVisible()
  await expect(bar).toHaveCount(0)
  const recorded = await ask<readonly { staffMemberId: number }[]>(cold, "GET", `/api/meal-attendance?mealSessionId=${session.id}`)
  expect(recorded.map(({ staffMemberId }) => staffMemberId)).toEqual([person.id])

  // after signing out, nothing is left for the next person to read
  await cold.setViewportSize(laptop.viewport)
  await cold.getByRole("banner").getByRole("button", { name: "Log out" }).click()
  await expect(cold.getByRole("link", { name: "Access System" })).toBeVisible()
  await expect(notice(cold, "Not everything was sent")).toHaveCount(0)
  expect(await cold.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain("answers")
  await context.close()
})

// proves U-06
test("an enrolled tablet keeps a signed tap with its time, and sends it after the session was closed and its person has signed out", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const { session, person } = await served(boss)
  const context = await newDevice(browser)
  const page = await context.newPage()
  await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
  await page.goto("/field")
  await page.getByRole("button", { name: "Enrol this device" }).click()
  const dialog = page.getByRole("dialog", { name: "Enrol this device" })
  const label = `Tablet ${Date.now()}`
  await dialog.getByLabel("Name").fill(label)
  await dialog.getByRole("button", { name: "Enrol device" }).click()
  await expect(page.getByText(`${label} is enrolled. Nothing was recorded on it yet.`)).toBeVisible()
  await page.goto(`/meal-tracking/kiosk/${session.id}`)
  await expect(page.getByLabel("Staff number or name")).toBeFocused()
  await settled(page)
  await kept(page, "/api/staff-members")
  // the page after the sign-out needs code that this one has not loaded
  await page.evaluate(() => navigator.serviceWorker.ready)

  await context.setOffline(true)
  await page.keyboard.type(person.staffNumber)
  await page.keyboard.press("Enter")
  await expect(page.getByTestId("kiosk-result")).toContainText(`${person.firstName} ${person.lastName} · saved, waiting for the connection`)
  const isKeyHidden = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const request = indexedDB.open("field")
        request.onsuccess = () => {
          const found = request.result.transaction("device").objectStore("device").get("this")
          found.onsuccess = () => resolve(!(found.result as { keys: CryptoKeyPair }).keys.privateKey.extractable)
        }
      }),
  )
  expect(isKeyHidden).toBe(true)
  await ask(boss, "PATCH", `/api/meal-sessions/${session.id}/complete`, {})

  // signing out does not delete signed acts
  await page.getByRole("button", { name: "Leave the kiosk" }).click()
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click()
  await expect(page.getByRole("link", { name: "Access System" })).toBeVisible()
  await context.setOffline(false)
  const attendance = () => ask<readonly { staffMemberId: number; late: boolean }[]>(boss, "GET", `/api/meal-attendance?mealSessionId=${session.id}`)
  await expect.poll(attendance, { timeout: 60_000 }).toMatchObject([{ staffMemberId: person.id, late: true }])

  await boss.goto("/field/devices")
  await expect(boss.getByRole("row", { name: new RegExp(label) })).toContainText("Enrolled")
  expect(await faults(boss)).toEqual([])
  await boss.goto("/field/acts?status=late")
  await expect(boss.getByRole("row", { name: new RegExp(label) })).toContainText("Meal served")
  expect(await faults(boss)).toEqual([])
  await context.close()
})

// proves U-06-6
test("two people share a tablet: it locks when one signs out, and each records offline with a PIN in their own name", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const { session, person } = await served(boss)
  const context = await newDevice(browser)
  const page = await context.newPage()
  const setPin = async (pin: string) => {
    await page.getByRole("button", { name: "Set my PIN for this device" }).click()
    const dialog = page.getByRole("dialog", { name: "PIN for this device" })
    await dialog.getByLabel("Your password").fill(password)
    for (const field of ["PIN", "PIN again"]) await dialog.getByLabel(field, { exact: true }).fill(pin)
    await dialog.getByRole("button", { name: "Set PIN" }).click()
    await expect(dialog).toHaveCount(0)
  }
  await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
  await page.goto("/field")
  await page.getByRole("button", { name: "Enrol this device" }).click()
  const dialog = page.getByRole("dialog", { name: "Enrol this device" })
  await dialog.getByLabel("Name").fill(`Shared ${Date.now()}`)
  await dialog.getByRole("button", { name: "Enrol device" }).click()
  await setPin("4821")
  await page.goto(`/meal-tracking/kiosk/${session.id}`)
  await Promise.all([kept(page, `/api/meal-sessions/${session.id}`), kept(page, "/api/staff-members")])
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto("/field")
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click()
  const people = page.getByRole("radiogroup", { name: "Who are you?" })
  await expect(people.getByRole("radio")).toHaveCount(1)
  expect(await faults(page)).toEqual([])
  expect(await faultsInTheDark(page)).toEqual([])
  await page.getByRole("button", { name: "Sign in with a password" }).click()
  await expect(page).toHaveURL(/biometric-login/)
  await ask(page, "POST", "/api/auth/login", { employeeId: "FO-OPS-001", password })
  await page.goto("/field")
  await setPin("7206")

  // a new start without a connection, while the second person is still signed in
  await context.setOffline(true)
  await page.close()
  const cold = await context.newPage()
  await cold.setViewportSize(phone.viewport)
  await cold.goto(`/meal-tracking/kiosk/${session.id}`)
  await cold.getByRole("radio").first().click()
  await cold.keyboard.type("0000")
  await cold.keyboard.press("Enter")
  await expect(cold.getByText("Wrong PIN")).toBeVisible()
  await cold.keyboard.type("4821")
  await cold.keyboard.press("Enter")
  await expect(cold.locator(".connection")).toContainText(/with a PIN\. .*What you record is signed/)
  expect(await faults(cold)).toEqual([])
  await cold.goto(`/meal-tracking/kiosk/${session.id}`)
  await cold.getByLabel("Staff number or name").fill(person.staffNumber)
  await cold.keyboard.press("Enter")
  await expect(cold.getByTestId("kiosk-result")).toContainText(`${person.firstName} ${person.lastName} · saved, waiting for the connection`)
  await context.setOffline(false)
  const acts = () => ask<readonly { text: string; actedByUser: string }[]>(boss, "GET", "/api/field/acts?limit=1&sort=-createdAt")
  await expect.poll(async () => (await acts())[0]?.text, { timeout: 60_000 }).toMatch(/\n\d+ pin\nmeal_attendance\.record\n/)
  await context.close()
})

// proves U-06-5, U-06-7, U-06-8
test("two tablets at one session, one of them killed: what was confirmed is kept, provisional until the office decides, and counts once", async ({
  browser,
}) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const { session, person } = await served(boss)
  const profiles = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), "ops-tablet-")))
  const stamp = Date.now()
  const job = { siteId: 1, serviceType: "cleaning", priority: "low", description: `Pump ${stamp}`, team: "cleaning" }
  const order = await ask<Named & { readonly orderNumber: string }>(boss, "POST", "/api/work-orders", job)
  const kiosk = `/meal-tracking/kiosk/${session.id}`
  const name = `${person.firstName} ${person.lastName}`
  const tap = async ({ page, open }: Awaited<ReturnType<typeof tablet>>) => {
    await open(kiosk)
    await page.getByLabel("Staff number or name").fill(person.staffNumber)
    await page.keyboard.press("Enter")
    await expect(page.getByTestId("kiosk-result")).toContainText(`${name} · saved, waiting for the connection`)
    await expect(page.getByTestId("kiosk-result")).toContainText("Provisional: will be recorded")
  }
  const tablets = await Promise.all(profiles.map((profile) => tablet(profile)))
  try {
    for (const [n, { context, page, open }] of tablets.entries()) {
      await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
      await open("/field")
      await page.getByRole("button", { name: "Enrol this device" }).click()
      const dialog = page.getByRole("dialog", { name: "Enrol this device" })
      await dialog.getByLabel("Name").fill(`Tablet ${n + 1} of ${stamp}`)
      const rows = page.waitForResponse((answer) => answer.url().includes("/api/field/pack") && answer.ok())
      await dialog.getByRole("button", { name: "Enrol device" }).click()
      await rows
      await open(kiosk)
      const ahead = [`/api/work-orders/${order.id}`, "/api/stock/levels"]
      await Promise.all([`/api/meal-sessions/${session.id}`, "/api/staff-members", ...ahead].map((path) => kept(page, path)))
      await page.evaluate(() => navigator.serviceWorker.ready)
      await context.setOffline(true)
    }
    await tap(tablets[0]!)
    await tablets[0]!.kill()
    await tap(tablets[1]!)

    // an order whose drawer was never opened with a connection is worked on as a whole, and what the device knows is counted
    const { page: field, open: go } = tablets[1]!
    await go(`/facilities/orders?open=${order.id}`)
    const drawer = field.getByRole("dialog", { name: order.orderNumber, exact: true })
    await drawer.getByRole("button", { name: "Start work" }).click()
    await expect(drawer.getByRole("region", { name: "Only on this device" })).toContainText(`Work begun, ${order.orderNumber}`)
    await drawer.getByRole("button", { name: "Add photos" }).click()
    const photos = field.getByRole("dialog", { name: `Photos of ${order.orderNumber}` })
    const seal = await field.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } })
    await photos.locator("input[type=file]").first().setInputFiles({ name: "seal.png", mimeType: "image/png", buffer: seal })
    await photos.getByRole("button", { name: /^Add/ }).click()
    await expect(photos).toHaveCount(0)
    await drawer.getByRole("button", { name: "Complete" }).click()
    const completion = field.getByRole("dialog", { name: `Complete ${order.orderNumber}` })
    await completion.getByRole("button", { name: /^Complete/ }).click()
    await expect(completion).toHaveCount(0)
    await expect(drawer.getByText("Completed", { exact: true })).toBeVisible()
    await expect(drawer.getByRole("button", { name: "Start work" })).toHaveCount(0)
    // the board says so too
    await go("/facilities/orders")
    const done = field.getByRole("region", { name: "Completed" }).getByRole("button", { name: new RegExp(order.orderNumber) })
    await expect(done).toContainText("Only here")
    await go("/catering/stock?dialog=count")
    await expect(field.getByRole("dialog", { name: "Count Stock" }).getByRole("spinbutton").first()).toBeVisible()

    // the receipt of an expense is kept with it
    const { page: phone, open } = tablets[1]!
    await open("/expenses?dialog=new-expense")
    const dialog = phone.getByRole("dialog")
    await dialog.getByLabel("Amount").fill("12.50")
    for (const field of ["Category", "Payment method"]) await dialog.getByLabel(field).selectOption({ index: 1 })
    await dialog.getByLabel("Description").fill(`Bread ${stamp}`)
    await dialog.getByLabel("Business purpose").fill("Guests")
    const picture = await phone.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } })
    await dialog.locator("input[multiple]").setInputFiles({ name: "receipt.png", mimeType: "image/png", buffer: picture })
    await expect(dialog.getByText("receipt.png")).toBeVisible()
    await dialog.getByRole("button", { name: "Submit Request" }).click()
    await expect(dialog).toHaveCount(0)
    await open("/outbox")
    const outbox = phone.getByRole("table", { name: "Outbox" })
    await expect(outbox.getByRole("row", { name: /^.*Expense/ })).toContainText("Provisional: will be recorded. 1 file only on this device")
    expect(await faults(phone)).toEqual([])

    // started once more without a connection, the killed one has its entry
    tablets[0] = await tablet(profiles[0]!)
    await tablets[0].context.setOffline(true)
    await tablets[0].open("/outbox")
    await expect(tablets[0].page.getByRole("table", { name: "Outbox" }).getByRole("row", { name: new RegExp(`${name} served`) })).toContainText("Provisional")

    for (const { context } of tablets) await context.setOffline(false)
    const acts = async () => {
      const all = await ask<readonly { deviceLabel: string; act: string; status: string }[]>(boss, "GET", "/api/field/acts?limit=20&sort=-createdAt")
      return all.filter(({ deviceLabel }) => deviceLabel.endsWith(String(stamp))).map(({ act, status }) => `${act} ${status}`)
    }
    await expect
      .poll(async () => (await acts()).toSorted(), { timeout: 90_000 })
      .toEqual([
        "expense.request recorded",
        "meal_attendance.record duplicate",
        "meal_attendance.record recorded",
        "work_order.complete recorded",
        "work_order.photograph recorded",
        "work_order.start recorded",
      ])
    const [expense] = await ask<readonly { receipts: readonly { name: string }[] }[]>(boss, "GET", `/api/expense-requests?q=${stamp}`)
    expect(expense?.receipts.map((receipt) => receipt.name)).toEqual(["receipt.png"])
    expect(await ask<readonly unknown[]>(boss, "GET", `/api/meal-attendance?mealSessionId=${session.id}`)).toHaveLength(1)
  } finally {
    await Promise.all(tablets.map(({ kill }) => kill()))
    for (const profile of profiles) rmSync(profile, { recursive: true, force: true })
  }
})

// proves U-09-1
test("a badge before the camera of a tablet without a connection serves its person, also where the browser cannot read QR codes", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const { session, person } = await served(boss)
  const reason = "New cards"
  const { badge } = await ask<{ badge: string }>(boss, "POST", `/api/staff-members/${person.id}/badge`, { reason })
  const profile = mkdtempSync(path.join(tmpdir(), "ops-tablet-"))
  const { context, page, open, kill } = await tablet(profile, withCamera(badge, test.info().outputPath("badge.y4m")))
  try {
    await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
    await open(`/meal-tracking/kiosk/${session.id}`)
    await Promise.all([`/api/meal-sessions/${session.id}`, "/api/staff-members"].map((path) => kept(page, path)))
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await open(`/meal-tracking/kiosk/${session.id}`)
    await page.getByRole("button", { name: "Camera" }).click()
    const result = page.getByTestId("kiosk-result")
    await expect(result).toContainText(`${person.firstName} ${person.lastName} · saved, waiting for the connection`)
    const scrolled = await page.locator(".kiosk").evaluate((kiosk) => {
      kiosk.scrollTop = 100
      return kiosk.scrollTop
    })
    expect(scrolled, "a focus or a turned tablet never moves the head out of sight").toBe(0)
    await ask(boss, "POST", `/api/staff-members/${person.id}/badge-lost`, { reason: "Lost" })
  } finally {
    await kill()
    rmSync(profile, { recursive: true, force: true })
  }
})

// proves U-06-11
test("on a tablet that was only enrolled, every screen opens without a connection, those of Field with the lists of their site", async () => {
  const profile = mkdtempSync(path.join(tmpdir(), "ops-tablet-"))
  const { context, page, open, kill } = await tablet(profile)
  try {
    await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
    await open("/field")
    await page.getByRole("button", { name: "Enrol this device" }).click()
    const dialog = page.getByRole("dialog", { name: "Enrol this device" })
    await dialog.getByLabel("Name").fill(`Cold ${Date.now()}`)
    await dialog.getByRole("button", { name: "Enrol device" }).click()
    await expect(dialog).toHaveCount(0)
    await page.evaluate(() => navigator.serviceWorker.ready)
    // orders are read last
    const [last] = await ask<readonly Named[]>(page, "GET", "/api/purchase-requests?siteId=1&status=approved&sort=-createdAt&limit=1")
    await kept(page, `/api/purchase-requests/${last!.id}`)
    const tiles = await page.getByRole("navigation", { name: "Record", exact: true }).getByRole("link").all()
    const screens = await Promise.all(tiles.map((tile) => tile.getAttribute("href")))
    await context.setOffline(true)
    for (const screen of screens) {
      await open(screen!)
      await settled(page)
      await expect(page.getByText(/not available offline yet|cannot be reached/), screen!).toHaveCount(0)
    }
    for (const { path: route, title } of routes) {
      const address = route.replace(":period", "2026-01").replace(/:\w+/, "1")
      await page.evaluate((to) => {
        history.pushState(null, "", to)
        dispatchEvent(new PopStateEvent("popstate"))
      }, address)
      await expect(page.getByRole("heading", { level: 1 }), address).toContainText(title)
      await settled(page)
      await expect(page.getByRole("alert"), address).toHaveCount(0)
    }
  } finally {
    await kill()
    rmSync(profile, { recursive: true, force: true })
  }
})
