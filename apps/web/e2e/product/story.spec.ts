/** The story of a purchase: one person requests it, another approves, the supplier gets the mail, the history proves it. */
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect } from "@playwright/test"
import { readsAlone, signedIn, test } from "../signed-in.ts"

// proves MSG-30, MSG-36, MSG-37, S-PRO-03, S-PRO-04, S-PRO-05, S-PRO-06, DLG-08, DLG-09
test("a purchase request appears live to another person, is approved and mailed, and leaves a history", async ({ browser }) => {
  const mary = await signedIn(browser, "FO-OPS-001")
  const boss = await signedIn(browser, "FO-MGT-001")
  await boss.goto("/procurement")
  await expect(boss.getByRole("heading", { name: "Procurement Management" })).toBeVisible()

  const justification = `Potatoes for the story ${Date.now()}`
  // an old link to the dialog that this page has replaced leads to the form
  await mary.goto("/procurement?dialog=new-request")
  await mary.getByLabel("Justification").fill(justification)
  await mary.getByRole("button", { name: "Submit for approval" }).click()
  await expect(mary.locator(".notice-text", { hasText: "Purchase request created successfully" })).toBeVisible()

  // the other person sees it live
  await expect(boss.getByText(justification).first()).toBeVisible()

  await mary.getByRole("dialog").getByRole("button", { name: "Add Item" }).click()
  const dialog = mary.getByRole("dialog").last()
  await dialog.getByLabel("Stock item").selectOption({ label: "Potatoes (fresh vegetables)" })
  await dialog.getByLabel("Quantity").fill("25")
  await dialog.getByLabel(/Estimated cost/).fill("37.50")
  await dialog.getByRole("button", { name: "Add item" }).click()
  await expect(mary.locator(".notice-text", { hasText: "Item added to purchase request" })).toBeVisible()

  await boss.getByText(justification).first().click()
  await expect(boss.getByText(/Item added: Potatoes/)).toBeVisible()
  await boss.getByRole("button", { name: "Approve", exact: true }).click()
  await boss
    .getByRole("dialog", { name: /^Approve PR-/ })
    .getByRole("button", { name: "Approve", exact: true })
    .click()
  await expect(boss.locator(".notice-text", { hasText: "Purchase request approved and email sent" })).toBeVisible()
  await expect(boss.getByText(/^Approved for/)).toBeVisible()

  const folder = path.join(process.env["OPS_DATA"]!, "mail")
  const number = (await boss.getByRole("heading", { name: /^PR-\d{4}-\d{4}/ }).textContent())!.match(/PR-\d{4}-\d{4}/)![0]
  const about = () => {
    const mails = readdirSync(folder).filter((name) => name.endsWith(".eml"))
    const texts = mails.map((name) => readFileSync(path.join(folder, name), "utf8"))
    return texts.filter((text) => text.includes(number) && text.includes("Potatoes: 25")).length
  }
  await expect.poll(about).toBe(1)
})

test("a form submitted before its lists have loaded keeps its initial values", async ({ browser }) => {
  const mary = await signedIn(browser, "FO-OPS-001")
  const sitesMayCome = Promise.withResolvers<void>()
  await readsAlone(mary)
  await mary.route(/\/api\/sites$/, async (route) => {
    await sitesMayCome.promise
    await route.continue()
  })
  const justification = `Sent early ${Date.now()}`
  await mary.goto("/procurement/new")
  await mary.getByLabel("Justification").fill(justification)
  await mary.getByRole("button", { name: "Submit for approval" }).click()
  await expect(mary.locator(".notice-text", { hasText: "Purchase request created successfully" })).toBeVisible()

  await mary.goto("/procurement/new")
  const site = mary.getByRole("main").getByLabel("Site")
  await expect(site).toBeVisible()
  sitesMayCome.resolve()
  await expect(site.locator("option:checked")).toHaveText("Unity State")
})
