/** A fault reported offline: its photo is kept in the browser with it, survives a reload, and is finally attached to the order. */
import { expect } from "@playwright/test"
import { ask, notice, phone, signedIn, signedInNewBrowser, test } from "../signed-in.ts"

test("an issue reported offline is kept and sent once with its photo", async ({ browser }) => {
  const page = await signedInNewBrowser(browser, "FO-OPS-001", phone)
  await page.goto("/facilities")
  const where = `Pump house ${Date.now().toString(36)}`
  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 200 })
    canvas.getContext("2d")!.fillRect(20, 20, 100, 100)
    return canvas.toDataURL("image/png").split(",")[1]!
  })
  await page.goto("/facilities?dialog=report-issue")
  const dialog = page.getByRole("dialog", { name: "Report Issue" })
  await dialog.getByLabel("Site").selectOption({ index: 1 })
  await dialog.getByLabel("Description").fill("The pump drips")
  await dialog.getByLabel("Location").fill(where)
  let linked = false
  let refused = 0
  const sent = { photos: 0, orders: 0 }
  for (const [path, kind] of [
    ["**/api/attachments", "photos"],
    ["**/api/work-orders", "orders"],
  ] as const) {
    await page.route(path, (route) => {
      if (route.request().method() !== "POST") return route.continue()
      if (!linked) {
        refused++
        return route.abort()
      }
      sent[kind]++
      return route.continue()
    })
  }
  const photos = dialog.getByRole("group", { name: "Photos" })
  await photos.locator("input[multiple]").setInputFiles({ name: "pump.png", mimeType: "image/png", buffer: Buffer.from(picture, "base64") })
  await expect(photos.getByText("Photos are kept here until the connection is back.")).toBeVisible()
  await dialog.getByRole("button", { name: "Report Issue" }).click()
  await expect(notice(page, "Saved on this device. It will be sent when you are online.")).toBeVisible()

  // pending reports are tried once when the page opens, then every half minute: not in this test, whose page has its own clock
  await page.clock.install()
  const before = refused
  await page.goto("/facilities")
  await expect(page.getByRole("heading", { name: "Waiting to be sent" })).toBeVisible()
  await expect.poll(() => refused).toBeGreaterThan(before)
  await page.clock.pauseAt(Date.now() + 1000)
  linked = true
  await page.getByRole("button", { name: "Send now" }).click()
  await page.clock.resume()
  await expect(page.getByRole("heading", { name: "Waiting to be sent" })).toHaveCount(0)
  expect(sent).toEqual({ photos: 1, orders: 1 })

  const boss = await signedIn(browser, "FO-CEO-001")
  const found = await ask<{ id: number; description: string }[]>(boss, "GET", `/api/work-orders?q=${encodeURIComponent(where)}`)
  expect(found).toHaveLength(1)
  const order = await ask<{ photosBefore?: unknown[]; photos?: unknown[] }>(boss, "GET", `/api/work-orders/${found[0]!.id}`)
  expect(JSON.stringify(order)).toContain('"name":"pump')
})
