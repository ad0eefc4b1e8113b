/** The inbox: decisions by keyboard, single and bulk; two people at once; and files attached to a request. */
import { type Browser, expect, type Page } from "@playwright/test"
import { ask, faults, leave, notice, phone, settled, signedIn, test } from "../signed-in.ts"

const rowOf = (page: Page, number: string) => page.locator("[data-row]", { hasText: number })
const counted = async (page: Page) => Number(/\d+/.exec((await page.getByRole("link", { name: /^Approvals, / }).getAttribute("aria-label"))!)![0])

const wish = {
  currency: "USD",
  category: "fuel",
  businessPurpose: "Generator of the camp",
  siteId: 1,
  paymentMethod: "cash",
  priority: "medium",
}
/** A person in the field makes several requests for money; returns their numbers. */
const requested = async (browser: Browser, ...amounts: ReadonlyArray<string>) => {
  const page = await signedIn(browser, "FO-OPS-001")
  const numbers: Array<string> = []
  for (const amount of amounts) {
    const { requestNumber } = await ask<{ requestNumber: string }>(page, "POST", "/api/expense-requests", {
      ...wish,
      amount,
      description: `Diesel for ${amount}`,
    })
    numbers.push(requestNumber)
  }
  await leave(page)
  return numbers as [string, ...string[]]
}

test.describe.configure({ mode: "serial" })

test("a new request appears live, is approved by keyboard, and the count follows", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto("/")
  await expect(page.getByRole("link", { name: /^Approvals, [1-9]/ })).toBeVisible()
  const before = await counted(page)
  await page.getByRole("link", { name: /^Approvals, / }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Approvals" })).toBeVisible()
  const [number] = await requested(browser, "61.00")
  await expect(rowOf(page, number)).toContainText("Level 7 approves up to USD 5,000.00")
  await expect.poll(() => counted(page)).toBe(before + 1)
  expect(await faults(page)).toEqual([])

  // the newest is the last: k goes there if nothing is focused
  await page.keyboard.press("k")
  await expect(rowOf(page, number).locator(".number")).toBeFocused()
  await page.keyboard.press(" ")
  await expect(page.getByText("1 chosen")).toBeVisible()
  await page.keyboard.press(" ")
  await expect(page.getByText("1 chosen")).toHaveCount(0)
  await page.keyboard.press("a")
  await expect(page.getByRole("dialog", { name: `Approve ${number}?` })).toContainText("Diesel for 61.00")
  expect(await faults(page)).toEqual([])
  await page.keyboard.press("Enter")
  await expect(notice(page, `${number} approved`)).toBeVisible()
  await expect(rowOf(page, number)).toHaveCount(0)
  await expect.poll(() => counted(page)).toBe(before)
})

test("a request is rejected with a reason, which the requester can read", async ({ browser }) => {
  const [number] = await requested(browser, "62.00")
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto("/approvals")
  await rowOf(page, number)
    .getByRole("button", { name: `Reject ${number}` })
    .click()
  await page.getByRole("dialog").getByLabel("Reason").fill("The tank is full")
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click()
  await expect(notice(page, `${number} rejected`)).toBeVisible()
  const [told] = await ask<ReadonlyArray<{ rejectionReason: string }>>(page, "GET", `/api/expense-requests?q=${number}`)
  expect(told!.rejectionReason).toBe("The tank is full")
})

test("of two people deciding at once, the second gets a sentence, and the row disappears", async ({ browser }) => {
  const [number, other] = await requested(browser, "63.00", "64.00")
  const finance = await signedIn(browser, "FO-FIN-001")
  const ceo = await signedIn(browser, "FO-CEO-001")
  await finance.goto("/approvals")
  // the second person's screen does not learn what the first one does
  await ceo.route("**/api/events/stream", (route) => route.abort())
  await ceo.goto("/approvals")
  for (const each of [number, other]) {
    await ceo
      .getByRole("row", { name: new RegExp(each!) })
      .getByRole("checkbox")
      .check()
  }
  await finance.getByRole("button", { name: `Approve ${number}` }).click()
  await finance.getByRole("dialog").getByRole("button", { name: "Approve" }).click()
  await expect(rowOf(finance, number)).toHaveCount(0)

  await expect(rowOf(ceo, number)).toHaveCount(1)
  await ceo.getByRole("button", { name: "Approve 2", exact: true }).click()
  await ceo.getByRole("dialog", { name: "Approve 2?" }).getByRole("button", { name: "Approve" }).click()
  const summary = ceo.getByRole("alert", { name: "Not completed" })
  await expect(summary).toContainText("1 of 2 approved")
  await expect(summary).toContainText(number)
  await expect(summary).toContainText("This expense request has changed since you opened it. Look at it again before you decide")
  await expect(rowOf(ceo, number)).toHaveCount(0)
  await expect(rowOf(ceo, other!)).toHaveCount(0)
  expect(await faults(ceo)).toEqual([])
})

test("on a phone the cards have all actions, and a person who decides on nothing has no inbox", async ({ browser }) => {
  const [number] = await requested(browser, "65.00")
  const page = await signedIn(browser, "FO-FIN-001", phone)
  await page.goto("/approvals")
  await expect(rowOf(page, number)).toContainText("Diesel for 65.00")
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await rowOf(page, number)
    .getByRole("button", { name: `Approve ${number}` })
    .click()
  await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click()
  await expect(rowOf(page, number)).toHaveCount(0)

  const field = await signedIn(browser, "FO-OPS-001")
  await field.goto("/")
  await expect(field.getByRole("heading", { level: 1, name: "Operations Dashboard" })).toBeVisible()
  await settled(field)
  await expect(field.getByRole("link", { name: /^Approvals, / })).toHaveCount(0)
})

test("files can be attached to a request: compressed, sent, removed, refused with a sentence, and opened by the approver", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  // a picture as a phone takes it
  const photo = await page.evaluate(async () => {
    const canvas = document.createElement("canvas")
    canvas.width = 3000
    canvas.height = 2000
    const drawing = canvas.getContext("2d")!
    for (let n = 0; n < 3000; n++) {
      drawing.fillStyle = `hsl(${n % 360} 80% 50%)`
      drawing.fillRect((n * 37) % 3000, (n * 91) % 2000, 60, 60)
    }
    const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!), "image/png"))
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  await page.goto("/financial?tab=expenses&dialog=new-expense")
  const dialog = page.getByRole("dialog")
  const field = dialog.getByRole("group", { name: /^Receipts/ })
  const choose = field.getByLabel("Choose files")
  await choose.setInputFiles([
    { name: "IMG_0042.png", mimeType: "image/png", buffer: Buffer.from(photo) },
    { name: "voucher.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 voucher") },
    { name: "trick.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<html>") },
  ])
  await expect(field.getByText("trick.jpg is not a picture that can be read", { exact: false })).toBeVisible()
  await expect(field.getByText("IMG_0042.jpg")).toBeVisible()
  expect(await faults(page)).toEqual([])
  await field.getByRole("button", { name: "Remove trick.jpg" }).click()
  await expect(field.getByRole("listitem")).toHaveCount(2)
  await expect(field.getByRole("status")).toHaveText("2 files attached")

  await dialog.getByLabel("Amount").fill("66.00")
  await dialog.getByLabel("Category").selectOption("fuel")
  await dialog.getByLabel("Site").selectOption({ index: 1 })
  await dialog.getByLabel("Description").fill("Diesel with receipts")
  await dialog.getByLabel("Business purpose").fill("Generator")
  await dialog.getByLabel("Payment method").selectOption("cash")
  await dialog.getByRole("button", { name: "Submit Request" }).click()
  await expect(notice(page, "Expense request created successfully")).toBeVisible()

  const ceo = await signedIn(browser, "FO-CEO-001")
  const [request] = await ask<ReadonlyArray<{ id: number; receipts: ReadonlyArray<{ id: number; name: string; type: string }> }>>(
    ceo,
    "GET",
    "/api/expense-requests?q=Diesel with receipts",
  )
  expect(request!.receipts.map(({ name, type }) => [name, type]).sort()).toEqual([
    ["IMG_0042.jpg", "image/jpeg"],
    ["voucher.pdf", "application/pdf"],
  ])
  const picture = request!.receipts.find(({ type }) => type === "image/jpeg")!
  await ceo.goto("/")
  const size = await ceo.evaluate(async (path) => {
    const { width, height } = await createImageBitmap(await (await fetch(path)).blob())
    return [width, height]
  }, `/api/attachments/${picture.id}/download`)
  expect(size).toEqual([1600, 1067])
  // a person who neither sees the record nor uploaded the file does not learn that it exists
  const guard = await signedIn(browser, "FO-SEC-001")
  expect((await guard.request.get(`/api/attachments/${picture.id}/download`)).status()).toBe(404)
})
