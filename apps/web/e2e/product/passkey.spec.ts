/** Passkeys and renewed proofs of identity in a real browser, on a device with a sensor. */
import { readFileSync } from "node:fs"
import path from "node:path"
import { type Browser, expect, type Page } from "@playwright/test"
import postgres from "postgres"
import { addSensor, ask, faults, forgetSessions, leave, newVisitor, password, signedIn, test, visitor } from "../signed-in.ts"

/** A browser on a device whose sensor recognises anyone who touches it. */
const deviceWithSensor = async (browser: Browser): Promise<Page> => {
  const page = await newVisitor(browser)
  await addSensor(page)
  return page
}

const signIn = async (page: Page, employeeId: string) => {
  await page.goto("/biometric-login")
  await page.getByRole("button", { name: "Password", exact: true }).click()
  await page.getByLabel("Employee ID").fill(employeeId)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Login with Password" }).click()
  await expect(page.getByRole("heading", { name: "Operations Dashboard" })).toBeVisible()
}
const addPasskey = async (page: Page) => {
  await page.getByRole("button", { name: /^Account: / }).click()
  await page.getByRole("menuitem", { name: "Add a passkey" }).click()
  await expect(page.locator(".notice-text", { hasText: "Passkey added to this device" })).toBeVisible()
}

/** Moves everyone's last proof of identity eleven minutes into the past. */
const later = async () => {
  const folder = process.env["OPS_DATA"]!
  const port = Number(readFileSync(path.join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[3])
  const sql = postgres({
    host: "127.0.0.1",
    port,
    database: "ops",
    user: "postgres",
    password: readFileSync(path.join(folder, "postgres.password"), "utf8").trim(),
    max: 1,
  })
  await sql`update app.session set proven_at = proven_at - interval '11 minutes'`
  await sql.end()
  forgetSessions()
}

/** The page on which the manager decides on a request that a person has just made. */
const openRequest = async (browser: Browser, page: Page) => {
  const clerk = await signedIn(browser, "FO-OPS-001")
  const { id } = await ask<{ id: number }>(clerk, "POST", "/api/purchase-requests", { siteId: 1, priority: "low", justification: "Rope" })
  await ask(clerk, "POST", "/api/purchase-requests/items", { purchaseRequestId: id, stockItemId: 1, quantity: 2, estimatedCost: "7.50" })
  await leave(clerk)
  await page.goto(`/procurement?open=${id}`)
  await page.getByRole("button", { name: "Approve", exact: true }).click()
  return page.getByRole("dialog", { name: /^Approve PR-/ })
}

test("a passkey is added and signs in with real proof of identity", async ({ browser }) => {
  const page = await deviceWithSensor(browser)
  await signIn(page, "FO-FIN-001")
  await addPasskey(page)

  await page.getByRole("button", { name: /^Account: / }).click()
  await page.getByRole("menuitem", { name: "Log out" }).click()
  await expect(page.getByRole("button", { name: /^Account: / })).toHaveCount(0)
  await page.goto("/biometric-login")
  await page.getByLabel("Employee ID").fill("FO-FIN-001")
  await page.getByRole("button", { name: "Continue to Biometric" }).click()
  await page.getByRole("button", { name: "Fingerprint" }).click()
  await expect(page.getByRole("heading", { name: "Operations Dashboard" })).toBeVisible()

  expect(await ask(page, "GET", "/api/auth/user")).toMatchObject({ employeeId: "FO-FIN-001", simulated: false, passkeys: 1 })
  const sessions = await ask<ReadonlyArray<{ current: boolean; method: string }>>(page, "GET", "/api/auth/sessions")
  expect(sessions.find(({ current }) => current)).toMatchObject({ method: "passkey" })
})

test("an approval long after sign-in asks for the password once and is sent again with the same key", async ({ browser }) => {
  const page = await visitor(browser)
  await signIn(page, "FO-MGT-001")
  const form = await openRequest(browser, page)
  await later()
  const keys: Array<string | undefined> = []
  page.on("request", (request) => request.method() === "PATCH" && keys.push(request.headers()["idempotency-key"]))

  const proof = page.getByRole("dialog", { name: "Confirm your identity" })
  await form.getByRole("button", { name: "Approve", exact: true }).click()
  await proof.getByRole("button", { name: "Cancel" }).click()
  await expect(proof).toHaveCount(0)
  await expect(form.getByText("Cancelled: nothing was done.")).toBeVisible()

  await form.getByRole("button", { name: "Approve", exact: true }).click()
  await expect(proof).toBeVisible()
  expect(await faults(page)).toEqual([])
  await proof.getByLabel("Password of FO-MGT-001").fill("nonsense")
  await proof.getByRole("button", { name: "Confirm" }).click()
  await expect(proof.getByText("Password is wrong")).toBeVisible()
  await proof.getByLabel("Password of FO-MGT-001").fill(password)
  await proof.getByRole("button", { name: "Confirm" }).click()
  await expect(page.locator(".notice-text", { hasText: "Purchase request approved" })).toBeVisible()
  await expect(page.getByRole("dialog", { name: /^Approve PR-|^Confirm/ })).toHaveCount(0)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(await ask(page, "GET", "/api/auth/user")).toMatchObject({ employeeId: "FO-MGT-001" })
})

test("people with a passkey can also confirm their identity with the sensor", async ({ browser }) => {
  const page = await deviceWithSensor(browser)
  await signIn(page, "FO-MGT-001")
  await later()
  // registering one requires a proof too
  await page.getByRole("button", { name: /^Account: / }).click()
  await page.getByRole("menuitem", { name: "Add a passkey" }).click()
  const proof = page.getByRole("dialog", { name: "Confirm your identity" })
  await proof.getByLabel("Password of FO-MGT-001").fill(password)
  await expect(proof.getByRole("button", { name: "Use passkey" })).toHaveCount(0) // none is registered yet
  await proof.getByRole("button", { name: "Confirm" }).click()
  await expect(page.locator(".notice-text", { hasText: "Passkey added to this device" })).toBeVisible()

  const form = await openRequest(browser, page)
  await later()
  await form.getByRole("button", { name: "Approve", exact: true }).click()
  await proof.getByRole("button", { name: "Use passkey" }).click()
  await expect(page.locator(".notice-text", { hasText: "Purchase request approved" })).toBeVisible()
  const sessions = await ask<ReadonlyArray<{ current: boolean; method: string }>>(page, "GET", "/api/auth/sessions")
  expect(sessions.find(({ current }) => current)).toMatchObject({ method: "passkey" })
})
