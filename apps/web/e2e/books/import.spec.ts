/**
 * A spreadsheet of vendors is imported in the browser: its columns are recognised, a rejected row is fixed, and importing the same file again changes
 * nothing.
 */
import { expect } from "@playwright/test"
import { faults, notice, signedIn, test } from "../signed-in.ts"

test("finance imports vendors from a CSV file and mends a refused row in the dialog", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  const name = `Import ${crypto.randomUUID().slice(0, 8)}`
  const file = { name: "vendors.csv", mimeType: "text/csv", buffer: Buffer.from(`Supplier;E-mail;Remark\n${name} A;a@example.com;\n${name} B;nobody;\n`) }
  const importFile = async () => {
    await page.goto("/financial?tab=vendors&dialog=import")
    await page.locator("input[type=file]").setInputFiles(file)
    await page.getByRole("button", { name: "Check rows" }).click()
  }
  await importFile()
  await expect(page.getByRole("combobox", { name: "Supplier" })).toHaveValue("name")
  await expect(page.getByRole("status").getByText("1 row cannot be imported: correct them here, or in the file. 1 vendor would be recorded.")).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.getByRole("textbox", { name: "E-mail, line 3" }).fill("b@example.com")
  await page.getByRole("button", { name: "Check again" }).click()
  await page.getByRole("button", { name: "Import 2 vendors" }).click()
  await expect(notice(page, "2 vendors imported")).toBeVisible()
  await expect(page.getByRole("cell", { name: `${name} A` })).toBeVisible()

  await importFile()
  await page.getByRole("textbox", { name: "E-mail, line 3" }).fill("b@example.com")
  await page.getByRole("button", { name: "Check again" }).click()
  await expect(page.getByRole("button", { name: "Nothing to import" })).toBeDisabled()
})
