/** The audit screens in a browser: log search, duties, permissions, reads, seals, and changes between two moments. */
import { readFileSync } from "node:fs"
import { expect, type Page } from "@playwright/test"
import { ask, faults, inJuba, signedIn, test } from "../signed-in.ts"

const today = inJuba()
const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
const rows = (page: Page, region: string) => page.getByRole("region", { name: region, exact: true }).last().locator("tbody tr")

test("events are searched and filtered, and one of them leads to its record as of before it", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/")
  // the first request of the demo data, in whatever year they begin
  const { requestNumber } = (await ask<{ requestNumber: string }[]>(page, "GET", "/api/purchase-requests?limit=1000")).at(-1)!
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Audit" }).click()
  // the proof is included
  await expect(page.getByRole("region", { name: "Verification" })).toBeVisible()
  await page.getByRole("navigation", { name: "Audit" }).getByRole("link", { name: "Events" }).click()
  await expect(rows(page, "events").first()).toBeVisible()
  await page.getByRole("button", { name: "Earlier events" }).click()
  await expect.poll(() => rows(page, "events").count()).toBeGreaterThan(50)

  await page.getByRole("button", { name: "Filter", exact: true }).click()
  await page.getByRole("button", { name: "Record", exact: true }).click()
  await page.getByLabel("Record", { exact: true }).fill(requestNumber)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`id=${requestNumber}`))
  await page.keyboard.press("Escape")
  const completed = rows(page, "events").first()
  await expect(completed).toContainText("Everything has arrived")
  for (const row of await rows(page, "events").all()) await expect(row).toContainText(requestNumber)

  await page.getByRole("searchbox", { name: "Search events" }).fill("received")
  await expect(rows(page, "events").first()).toContainText("Goods received")
  await expect(page).toHaveURL(/q=received/)
  await page.getByRole("searchbox", { name: "Search events" }).fill("")
  await expect(completed).toContainText("Everything has arrived")

  await completed.getByRole("link").first().click()
  const drawer = page.getByRole("dialog", { name: /^Event / })
  await expect(drawer.getByText(`Purchase request ${requestNumber}`)).toBeVisible()
  await expect(drawer.getByText(/^ops audit prove \d+/)).toBeVisible()
  expect(await faults(page)).toEqual([])
  await drawer.getByRole("link", { name: "View the system before this" }).click()
  await expect(page.locator(".past-band")).toContainText("as recorded at that time")
  await expect(page.getByRole("dialog", { name: requestNumber }).getByText("Approved", { exact: true }).first()).toBeVisible()
})

test("duties show who held two of them in one chain, and who did what", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/audit?tab=duties&from=2026-01-01")
  const pairs = page.getByRole("region", { name: "Conflicting duties" })
  await expect(pairs.getByRole("listitem").first()).toContainText("requested and received")
  await page.getByLabel("Chain").selectOption({ label: "Purchases" })
  await expect(page).toHaveURL(/chain=purchase/)
  await expect(page.getByRole("region", { name: "Who did what" }).getByRole("listitem").first()).toContainText("Purchase request PR-")
  expect(await faults(page)).toEqual([])
  await pairs
    .getByRole("button", { name: /^Show event / })
    .first()
    .click()
  await expect(page.getByRole("dialog", { name: /^Event / })).toBeVisible()
})

test("an auditor can check whether a person had a permission at a given moment", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/audit?tab=permissions")
  await page.getByLabel("Person", { exact: true }).fill("FO-FIN-001")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("region", { name: "Why", exact: true })).toContainText("added as FO-FIN-001")
  await page.getByLabel("Permission", { exact: true }).selectOption("approval.team")
  const verdict = page.getByRole("status").filter({ hasText: "approval.team" })
  await expect(verdict).toContainText(/^No/)
  await page.getByLabel("Permission", { exact: true }).selectOption("invoices.manage")
  await expect(page.getByRole("status").filter({ hasText: "invoices.manage" })).toContainText(/^Yes/)
  expect(await faults(page)).toEqual([])
  await page.getByLabel("Person", { exact: true }).fill("nobody of this name")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("alert")).toContainText(/nobody of this name/)
})

test("two moments are compared by cause and amount, and the comparison is logged", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/audit?tab=changed&a=@100")
  await expect(page.getByRole("button", { name: "After event 100" }).or(page.getByLabel("Between"))).toContainText("After event 100")
  await expect(page.getByRole("region", { name: /^Invoice: \d+ added/ })).toBeVisible()
  const invoicing = page.getByRole("region", { name: "Generate invoice" })
  await expect(invoicing).toContainText(/total amount \+\$[\d,]+\.\d\d/)
  await expect(invoicing.getByRole("link", { name: /^Invoice INV-/ }).first()).toBeVisible()
  expect(await faults(page)).toEqual([])

  const wish = { siteId: 1, priority: "low", justification: "To be seen by the auditor" }
  const { requestNumber: raised } = await ask<{ requestNumber: string }>(page, "POST", "/api/purchase-requests", wish)
  await page.getByLabel("Between").click()
  await page.getByLabel("Between").fill(`${yesterday}T23:59`)
  await expect(page).toHaveURL(new RegExp(`a=${yesterday}(&|$)`))
  await page.getByLabel("Of", { exact: true }).selectOption({ label: "Purchase request" })
  const raising = page.getByRole("region", { name: "Raise purchase request" }).filter({ hasText: "Achol Deng Malual" }).filter({ hasText: raised })
  await expect(raising).toContainText("To be seen by the auditor")

  await page.getByRole("link", { name: "Access log", exact: true }).click()
  await expect(rows(page, "reads").filter({ hasText: "audit.moments" }).first()).toContainText("Achol Deng Malual")
  expect(await faults(page)).toEqual([])
})

test("seals show how far the log is sealed, and the note and key to keep elsewhere", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  await page.goto("/audit?tab=seals")
  const standing = page.getByRole("region", { name: "Log integrity" })
  await expect(standing).toContainText(/event [\d,]+ of [\d,]+/)
  const [key] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Public key" }).click()])
  expect(readFileSync(await key.path(), "utf8")).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  const save = page.getByRole("button", { name: /^Download seal / }).first()
  const [note] = await Promise.all([page.waitForEvent("download"), save.click()])
  expect(readFileSync(await note.path(), "utf8")).toMatch(/\nseal \d+\nposition \d+\n[^]*— field-office \S+\n$/)
  expect(await faults(page)).toEqual([])
  await page.getByRole("button", { name: "Verify now" }).click()
  const proof = page.getByRole("region", { name: "Verification" })
  await expect(proof).toContainText("The log is complete and unchanged")
  await expect(proof).toContainText(/[\d,]+ events from .+ to .+ were read, recalculated and compared with [\d,]+ seals?/)
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download proof" }).click()])
  expect(readFileSync(await saved.path(), "utf8")).toMatch(/^Proof of the log [^]*\n-----BEGIN PUBLIC KEY-----[^]*\nseal \d+\n[^]*— field-office \S+\n$/)
  await expect(page.getByRole("region", { name: "What was checked" })).toContainText("No event was changed after it was written")
  expect(await faults(page)).toEqual([])
})

test("people without audit rights see no link to it, and are told which permission it needs", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto("/")
  await expect(page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Dashboard" })).toBeVisible()
  await expect(page.getByRole("link", { name: "Audit" })).toHaveCount(0)
  await page.goto("/audit")
  await expect(page.getByText("system.admin")).toBeVisible()
})
