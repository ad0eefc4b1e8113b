/** The banner that fills an empty demonstration, against a server of its own that waits to be asked. */
import { expect, type Page, test } from "@playwright/test"
import startServer from "./server.ts"

const others = { BASE_URL: process.env["BASE_URL"], OPS_DATA: process.env["OPS_DATA"], OPS_DEMO_DATA: process.env["OPS_DEMO_DATA"] }
let stop: (() => Promise<void>) | undefined
let url = ""

test.beforeAll(async () => {
  test.setTimeout(120_000)
  process.env["OPS_DEMO_DATA"] = "on-request"
  stop = await startServer()
  url = process.env["BASE_URL"]!
  // the tests that come next in this process mean the other server
  for (const [name, value] of Object.entries(others)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})
test.afterAll(() => stop?.())

const signIn = async (page: Page, employeeId: string) => {
  await page.goto(`${url}/biometric-login`)
  const status = await page.evaluate(async (employeeId) => {
    const body = JSON.stringify({ employeeId, password: "field-office-demo" })
    return (await fetch("/api/auth/login", { method: "POST", headers: { "content-type": "application/json" }, body })).status
  }, employeeId)
  expect(status).toBe(200)
  await page.goto(`${url}/`)
  await expect(page.getByRole("heading", { name: "Operations Dashboard" })).toBeVisible()
}

test("who may not load the demo data is not offered it", async ({ browser }) => {
  const page = await browser.newPage()
  await signIn(page, "FO-MGT-001")
  await expect(page.getByRole("button", { name: /^Staff Fed Today: / })).toBeVisible()
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "Demo data" })).toHaveCount(0)
})

test("level 10 loads the demo data, once, and the figures appear", async ({ browser }) => {
  test.setTimeout(180_000)
  const page = await browser.newPage()
  await signIn(page, "FO-CEO-001")
  const fed = (figure: RegExp) => page.getByRole("button", { name: new RegExp(`^Staff Fed Today: ${figure.source}`) })
  await expect(fed(/0 ?,/)).toBeVisible()
  await expect(page.getByText("No purchase requests found")).toBeVisible()

  await page.getByRole("button", { name: "Load Demo Data" }).click()
  const button = page.getByRole("button", { name: "Generating..." })
  await expect(button).toBeVisible()
  await expect(button).toBeDisabled()

  await expect(page.locator(".notice-text", { hasText: "Demo Data Generated" })).toBeVisible({ timeout: 150_000 })
  await expect(button).toHaveCount(0)
  await expect(page.getByRole("heading", { name: "Demo data" })).toHaveCount(0)
  await expect(fed(/[1-9]/)).toBeVisible()
  await expect(page.getByText(/^PR-\d{4}-\d{4}$/).first()).toBeVisible()

  await page.reload()
  await expect(fed(/[1-9]/)).toBeVisible()
  await expect(page.getByRole("button", { name: "Load Demo Data" })).toHaveCount(0)
})
