/** The installed app: every screen opens without a connection, with the last lists and their time, and what is done is kept and sent. */
import { expect } from "@playwright/test"
import { ask, faults, faultsInTheDark, inJuba, laptop, notice, password, phone, settled, signedIn, test } from "../signed-in.ts"

interface Named {
  readonly id: number
}
interface Person extends Named {
  readonly staffNumber: string
  readonly firstName: string
  readonly lastName: string
}

test("a shift without a connection: the app opens cold, a tap is kept in the outbox, and is sent once back online", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const [client] = await ask<readonly [Named]>(boss, "GET", "/api/clients?siteId=1")
  const project = await ask<Named>(boss, "POST", "/api/projects", { projectName: `Canteen ${Date.now()}`, clientId: client.id, siteId: 1 })
  const slot = { sessionDate: inJuba(), mealType: "lunch", siteId: 1, clientId: client.id, projectId: project.id }
  const session = await ask<Named>(boss, "POST", "/api/meal-sessions", slot)
  const [person] = await ask<readonly [Person]>(boss, "GET", `/api/staff-members?clientId=${client.id}&siteId=1&status=active`)

  const context = await browser.newContext({ ...laptop, baseURL: process.env["BASE_URL"]!, serviceWorkers: "allow" })
  const page = await context.newPage()
  await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
  await page.goto("/meal-tracking")
  await settled(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1)

  await context.setOffline(true)
  await page.close()
  const cold = await context.newPage()
  await cold.goto("/meal-tracking")
  const bar = cold.locator(".connection")
  await expect(bar).toContainText(/Offline since \d\d:\d\d\. Lists as of \d\d:\d\d\./)
  await expect(cold.getByRole("region", { name: "Meal Sessions" }).getByRole("link", { name: "Kiosk" }).first()).toBeVisible()

  // a session whose kiosk was never opened with a connection
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

  // whatever screen is open, it is sent
  await context.setOffline(false)
  await expect(cold.getByText("Everything was sent")).toBeVisible()
  await expect(bar).toHaveCount(0)
  const served = await ask<readonly { staffMemberId: number }[]>(cold, "GET", `/api/meal-attendance?mealSessionId=${session.id}`)
  expect(served.map(({ staffMemberId }) => staffMemberId)).toEqual([person.id])

  // a person who signs out leaves nothing to read for the next
  await cold.setViewportSize(laptop.viewport)
  await cold.getByRole("banner").getByRole("button", { name: "Log out" }).click()
  await expect(cold.getByRole("link", { name: "Access System" })).toBeVisible()
  await expect(notice(cold, "Not everything was sent")).toHaveCount(0)
  expect(await cold.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain("answers")
  await context.close()
})
