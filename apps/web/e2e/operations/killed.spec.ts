/** What a browser has confirmed survives a kill right afterwards. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { expect } from "@playwright/test"
import { ask, kept, inJuba, notice, password, settled, signedIn, test } from "../signed-in.ts"
import { tablet } from "../tablet.ts"

interface Named {
  readonly id: number
}

const inProfile = async (run: (profile: string) => Promise<void>) => {
  const profile = mkdtempSync(path.join(tmpdir(), "ops-tablet-"))
  try {
    await run(profile)
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}
const started = async (profile: string, run: (page: Awaited<ReturnType<typeof tablet>>) => Promise<void>) => {
  const here = await tablet(profile)
  try {
    await run(here)
  } finally {
    await here.kill()
  }
}

// proves U-06-10
test("a tap and an issue that a browser has confirmed without a connection outlast its kill, also where it is not enrolled", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const [client] = await ask<readonly [Named]>(boss, "GET", "/api/clients?siteId=1")
  const project = await ask<Named>(boss, "POST", "/api/projects", { projectName: `Killed ${Date.now()}`, clientId: client.id, siteId: 1 })
  const slot = { sessionDate: inJuba(), mealType: "dinner", siteId: 1, clientId: client.id, projectId: project.id }
  const session = await ask<Named>(boss, "POST", "/api/meal-sessions", slot)
  const [diner] = await ask<readonly [Named & { readonly staffNumber: string; readonly firstName: string; readonly lastName: string }]>(
    boss,
    "GET",
    `/api/staff-members?clientId=${client.id}&siteId=1&status=active`,
  )
  const name = `${diner.firstName} ${diner.lastName}`
  const description = `The pump drips ${Date.now()}`
  await inProfile(async (profile) => {
    await started(profile, async ({ context, page, open }) => {
      await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
      await open("/facilities")
      await settled(page)
      await open(`/meal-tracking/kiosk/${session.id}`)
      await settled(page)
      await kept(page, `/api/meal-sessions/${session.id}`)
      await kept(page, "/api/staff-members")
      await page.evaluate(() => navigator.serviceWorker.ready)
      await context.setOffline(true)
      await open("/facilities?dialog=report-issue")
      const dialog = page.getByRole("dialog", { name: "Report Issue" })
      await dialog.getByLabel("Site").selectOption({ index: 1 })
      await dialog.getByLabel("Description").fill(description)
      await dialog.getByRole("button", { name: "Report Issue" }).click()
      await expect(notice(page, "Saved on this device. It will be sent when you are online.")).toBeVisible()
      await open(`/meal-tracking/kiosk/${session.id}`)
      await page.getByLabel("Staff number or name").fill(diner.staffNumber)
      await page.keyboard.press("Enter")
      await expect(page.getByTestId("kiosk-result")).toContainText(`${name} · saved, waiting for the connection`)
    })
    await started(profile, async ({ context, page, open }) => {
      // the session cookie was lost with the browser
      await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
      await context.setOffline(true)
      await open("/outbox")
      const kept = page.getByRole("table", { name: "Outbox" })
      await expect(kept.getByRole("row", { name: new RegExp(`${name} served`) })).toContainText("Waiting to send")
      await expect(kept.getByRole("row", { name: new RegExp(description) })).toContainText("Waiting to send")
      await context.setOffline(false)
      await expect(page.getByText("Everything was sent")).toBeVisible()
    })
  })
  expect(await ask<readonly { staffMemberId: number }[]>(boss, "GET", `/api/meal-attendance?mealSessionId=${session.id}`)).toMatchObject([
    { staffMemberId: diner.id },
  ])
  expect(await ask<readonly unknown[]>(boss, "GET", `/api/work-orders?q=${encodeURIComponent(description)}`)).toHaveLength(1)
})

// proves U-06-10
test("a shared tablet that is killed right after a PIN was set is locked at its next start, and knows whose PIN it has", async () => {
  await inProfile(async (profile) => {
    await started(profile, async ({ page, open }) => {
      await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
      await open("/field")
      await page.getByRole("button", { name: "Enrol this device" }).click()
      const dialog = page.getByRole("dialog", { name: "Enrol this device" })
      await dialog.getByLabel("Name").fill(`Shared ${Date.now()}`)
      await dialog.getByRole("button", { name: "Enrol device" }).click()
      await page.getByRole("button", { name: "Set my PIN for this device" }).click()
      const pin = page.getByRole("dialog", { name: "PIN for this device" })
      await pin.getByLabel("Your password").fill(password)
      for (const field of ["PIN", "PIN again"]) await pin.getByLabel(field, { exact: true }).fill("4821")
      await pin.getByRole("button", { name: "Set PIN" }).click()
      await expect(pin).toHaveCount(0)
      await page.evaluate(() => navigator.serviceWorker.ready)
    })
    await started(profile, async ({ page, open }) => {
      await open("/field")
      await expect(page.getByRole("radiogroup", { name: "Who are you?" }).getByRole("radio")).toHaveCount(1)
    })
  })
})
