/** The camp boss signs a day on their own phone, by the link of the QR code: drawn once, and with the phone's passkey from then on. */
import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { expect } from "@playwright/test"
import { addSensor, ask, faults, faultsInTheDark, inJuba, newVisitor, phone, signedIn, test } from "../signed-in.ts"

interface Named {
  readonly id: number
}

// proves U-09-4
test("a day is signed by drawing on the client's own phone, which sets up a passkey; the next sheet is signed with that alone", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const [client] = await ask<readonly [Named]>(boss, "GET", "/api/clients?siteId=1")
  const of = { clientId: client.id, siteId: 1 }
  const closed = async (mealType: string) => {
    const { id: projectId } = await ask<Named>(boss, "POST", "/api/projects", { projectName: `Signed ${mealType} ${Date.now()}`, ...of })
    const { id } = await ask<Named>(boss, "POST", "/api/meal-sessions", { sessionDate: inJuba(), mealType, projectId, ...of })
    await ask(boss, "PATCH", `/api/meal-sessions/${id}/complete`, {})
  }
  const { url } = await ask<{ url: string }>(boss, "POST", "/api/signed-days/links", { ...of, date: inJuba() })
  await closed("breakfast")
  const page = await newVisitor(browser, phone)
  await addSensor(page)
  await page.goto(new URL(url).pathname)
  const pad = page.getByRole("img", { name: "Signature: empty" })
  await expect(page.getByRole("button", { name: "Sign with my passkey" })).toHaveCount(0)
  await page.getByLabel("Name", { exact: true }).fill("Peter Lado")
  await page.getByLabel("Position").fill("Camp boss")
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 6 })
  await page.mouse.up()
  await page.getByLabel(/^Set up a passkey on this phone/).check()
  await page.getByRole("button", { name: /^Sign for / }).click()
  await expect(page.getByText(/ of this day are signed\. Thank you\./)).toBeVisible()

  await closed("dinner")
  await page.reload()
  await expect(page.getByText("For Peter Lado. Anyone else signs below.")).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await faults(page)).toEqual([])
  expect(await faultsInTheDark(page)).toEqual([])
  await page.getByRole("button", { name: "Sign with my passkey" }).click()
  await expect(page.getByText(/ of this day are signed\. Thank you\./)).toBeVisible()

  const days = await ask<readonly { signedBy: string; role: string; proof: string; way: string }[]>(
    boss,
    "GET",
    `/api/signed-days?clientId=${client.id}&limit=2&sort=-createdAt`,
  )
  expect(days.map(({ signedBy, role, proof, way }) => ({ signedBy, role, proof, way }))).toEqual([
    { signedBy: "Peter Lado", role: "Camp boss", proof: "Passkey", way: "link" },
    { signedBy: "Peter Lado", role: "Camp boss", proof: "Drawn, with a passkey", way: "link" },
  ])
  // an independent program checks the export
  const folder = test.info().outputDir
  mkdirSync(folder, { recursive: true })
  const files = ["/api/field/devices", "/api/field/acts", "/api/signed-days"].map((path, n) => [path, `${folder}/${n}.json`] as const)
  for (const [path, file] of files) writeFileSync(file, JSON.stringify(await ask(boss, "GET", `${path}?limit=200`)))
  const checked = execFileSync(process.execPath, ["tools/checks/device-acts.ts", ...files.map(([, file]) => file)], { encoding: "utf8" })
  expect(checked).toMatch(/sheets checked, 2 of them with a passkey/)
  await boss.goto("/field/days")
  await boss
    .getByRole("row", { name: /Peter Lado/ })
    .first()
    .click()
  const drawer = boss.getByRole("dialog")
  await expect(drawer).toContainText("Signed with a passkey of the signer's own phone.")
  expect(await faults(boss)).toEqual([])
})
