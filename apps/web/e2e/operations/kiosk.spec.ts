/** The attendance kiosk: a PIN is set in the profile, taps with it count at once, offline taps are kept and confirmed. */
import { expect, type Page } from "@playwright/test"
import { ask, faults, faultsInTheDark, inJuba, phone, signedIn, test } from "../signed-in.ts"

interface Person {
  readonly id: number
  readonly staffNumber: string
  readonly firstName: string
  readonly lastName: string
}

const pin = "4821"
/** A person hired today for site 1, in catering. */
const hired = async (page: Page) => {
  const [position] = await ask<[{ id: number; departmentId: number }]>(page, "GET", "/api/hr/positions?q=Cook")
  const form = { firstName: "Nyandeng", lastName: `Kuol ${Date.now()}`, positionId: position.id, departmentId: position.departmentId, siteId: 1 }
  const hireDate = inJuba(-9)
  return ask<Person>(page, "POST", "/api/hr/staff", { ...form, hireDate, salary: "500", staffNumber: null })
}
const result = (page: Page) => page.getByTestId("kiosk-result")
const tap = async (page: Page, number: string, typed: string) => {
  await expect(page.getByLabel("Staff number")).toBeFocused()
  await page.keyboard.type(number)
  await page.keyboard.press("Enter")
  await expect(page.getByLabel("PIN")).toBeFocused()
  await page.keyboard.type(typed)
  await page.keyboard.press("Enter")
}

test("a PIN is set, a person taps in by keyboard, and a wrong PIN shows an error", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001")
  const { id, staffNumber, firstName, lastName } = await hired(page)
  await page.goto(`/hr?open=${id}`)
  await page.getByRole("button", { name: "Set PIN" }).click()
  const dialog = page.getByRole("dialog", { name: `PIN of ${firstName} ${lastName}` })
  await dialog.getByLabel("PIN", { exact: true }).fill("1234")
  await dialog.getByLabel("PIN again").fill("1235")
  await dialog.getByRole("button", { name: "Set PIN" }).click()
  await expect(dialog.getByText("The two PINs differ")).toBeVisible()
  await dialog.getByLabel("PIN again").fill("1234")
  await dialog.getByRole("button", { name: "Set PIN" }).click()
  await expect(dialog.getByText("This PIN is too easy to guess. Choose digits that are not in a row")).toBeVisible()
  for (const field of ["PIN", "PIN again"]) await dialog.getByLabel(field, { exact: true }).fill(pin)
  await dialog.getByRole("button", { name: "Set PIN" }).click()
  await expect(dialog).toHaveCount(0)

  await page.goto("/hr?tab=attendance")
  await page.getByRole("link", { name: "Open the kiosk" }).click()
  await tap(page, staffNumber, "9999")
  await expect(result(page)).toContainText("Wrong PIN. 4 tries left, then it is locked for 15 minutes")
  await tap(page, staffNumber.toLowerCase(), pin)
  await expect(result(page)).toContainText(`${firstName} ${lastName} · in at`)
  await tap(page, staffNumber, pin)
  await expect(result(page), "a second tap at once is the same").toContainText("in at")
  expect(await faults(page)).toEqual([])
  expect(await faultsInTheDark(page)).toEqual([])
  const [day] = await ask<{ checkOutTime: string | null; proof: string }[]>(page, "GET", `/api/hr/attendance?staffId=${id}`)
  expect(day).toMatchObject({ checkOutTime: null, proof: "pin" })
})

test("on an offline phone, taps survive a reload without the PIN and await confirmation once sent", async ({ browser }) => {
  const page = await signedIn(browser, "FO-CEO-001", phone)
  const { id, staffNumber, firstName, lastName } = await hired(page)
  await ask(page, "PUT", `/api/hr/staff/${id}/pin`, { pin })
  await page.goto("/hr/kiosk?site=1")
  let linked = false
  const sent: Array<string> = []
  await page.route("**/api/hr/kiosk/taps", (route) => {
    sent.push(route.request().postData() ?? "")
    return linked ? route.continue() : route.abort()
  })
  await tap(page, staffNumber, pin)
  await expect(result(page)).toContainText("saved offline. A supervisor confirms it later")
  expect(await page.evaluate(() => JSON.stringify(localStorage)), "the PIN is not kept").not.toContain(pin)
  await page.reload()
  await expect(page.getByTestId("kiosk-waiting")).toContainText("1 to be sent")
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  linked = true
  await page.reload()
  await expect(result(page)).toContainText(`${firstName} ${lastName} · in at`)
  await expect(page.getByTestId("kiosk-waiting")).toHaveCount(0)
  expect(sent.filter((body) => body.includes(pin))).toHaveLength(1)
  const [day] = await ask<{ proof: string; approvedBy: number | null }[]>(page, "GET", `/api/hr/attendance?staffId=${id}`)
  expect(day).toMatchObject({ proof: "unverified", approvedBy: null })
  await page.goto(`/hr?tab=attendance&q=${staffNumber}`)
  await expect(page.getByText(`${firstName} ${lastName}`).first()).toBeVisible()
})
