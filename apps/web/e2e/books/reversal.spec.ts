/** Reversing posted records on screen. */
import { expect } from "@playwright/test"
import { ask, faults, signedIn, test } from "../signed-in.ts"

test("a receipt is reversed in its drawer after a preview and with a reason, and both sides show it", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  const [client] = await ask<{ id: number }[]>(page, "GET", "/api/clients?limit=1")
  const { id, paymentNumber } = await ask<{ id: number; paymentNumber: string }>(page, "POST", "/api/payments", {
    clientId: client!.id,
    amount: "1.00",
    method: "check",
    reference: `CHQ-${Date.now()}`,
    allocations: [],
  })
  await page.goto(`/invoices?view=receipts&open=${id}`)
  const drawer = page.getByRole("dialog", { name: paymentNumber })
  await expect(drawer.getByText("Received", { exact: true }).first()).toBeVisible()
  await drawer.getByRole("button", { name: "Reverse" }).click()
  const dialog = page.getByRole("dialog", { name: `Reverse ${paymentNumber}` })
  await expect(dialog.getByText("2300 Client credits")).toBeVisible()
  await expect(dialog.getByText("1010 Bank USD")).toBeVisible()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole("button", { name: "Reverse" }).click()
  await expect(dialog.getByText("Reason is required")).toBeVisible()
  await dialog.getByLabel("Reason").fill("Insufficient funds")
  await dialog.getByRole("button", { name: "Reverse" }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer.getByText("Reversed", { exact: true }).first()).toBeVisible()
  await expect(drawer.getByText("Insufficient funds").first()).toBeVisible()
  await expect(drawer.getByRole("button", { name: "Reverse" })).toHaveCount(0)
  // its journal entry names the one it reverses
  await drawer.getByRole("link", { name: /^JE-/ }).click()
  await expect(page.getByRole("dialog", { name: /^JE-/ }).getByText("Reverses", { exact: true })).toBeVisible()
})
