/** The banner that fills an empty demonstration, against a server of its own that waits to be asked. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { expect, type Page } from "@playwright/test"
import { type Running, startServer } from "./server.ts"
import { password, test } from "./signed-in.ts"

let server: Running | undefined

test.beforeAll(async () => {
  test.setTimeout(180_000)
  server = await startServer(mkdtempSync(path.join(tmpdir(), "ops-browser-")), { OPS_DEMO_DATA: "on-request" })
})
test.afterAll(async () => {
  await server?.stop()
  if (server) rmSync(server.folder, { recursive: true, force: true })
})

const signIn = async (page: Page, employeeId: string) => {
  const { url } = server!
  const answer = await page.request.post(`${url}/api/auth/login`, { headers: { origin: url }, data: { employeeId, password } })
  expect(answer.status()).toBe(200)
  await page.goto(`${url}/`)
  await expect(page.getByRole("heading", { name: "Operations Dashboard" })).toBeVisible()
}

// proves S-DASH-07
test("who may not load the demo data is not offered it", async ({ browser }) => {
  const page = await browser.newPage()
  await signIn(page, "FO-MGT-001")
  await expect(page.getByRole("button", { name: /^Staff Fed Today: / })).toBeVisible()
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "Demo data" })).toHaveCount(0)
})

// proves MSG-58, MSG-61, MSG-82, S-DASH-07
test("level 10 loads the demo data, once, and the figures appear", async ({ browser }) => {
  test.setTimeout(660_000)
  const page = await browser.newPage()
  await signIn(page, "FO-CEO-001")
  const fed = (figure: RegExp) => page.getByRole("button", { name: new RegExp(`^Staff Fed Today: ${figure.source}`) })
  await expect(fed(/0 ?,/)).toBeVisible()
  await expect(page.getByText("No purchase requests found")).toBeVisible()

  await page.getByRole("button", { name: "Load Demo Data" }).click()
  const button = page.getByRole("button", { name: "Generating..." })
  await expect(button).toBeVisible()
  await expect(button).toBeDisabled()

  await expect(page.locator(".notice-text", { hasText: "Demo Data Generated" })).toBeVisible({ timeout: 600_000 })
  await expect(button).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "Demo data" })).toHaveCount(0)
  await expect(fed(/[1-9]/)).toBeVisible()
  await expect(page.getByText(/^PR-\d{4}-\d{4}$/).first()).toBeVisible()

  await page.reload()
  await expect(fed(/[1-9]/)).toBeVisible()
  await expect(page.getByRole("button", { name: "Load Demo Data" })).toHaveCount(0)
})
