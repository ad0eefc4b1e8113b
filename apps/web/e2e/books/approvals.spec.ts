/** The inbox: decisions by keyboard, single and many, undone and sent; two people at once; and files attached to a request. */
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

/** Sends pending decisions at once, as when a person switches to another window. */
const sendNow = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true })
    document.dispatchEvent(new Event("visibilitychange"))
  })

test("a new request appears live, is read and approved by three keys, undone by one, and sent when the page is left", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto("/")
  await expect(page.getByRole("link", { name: /^Approvals, [1-9]/ })).toBeVisible()
  const before = await counted(page)
  await page.goto("/approvals?sort=-since")
  await expect(page.getByRole("heading", { level: 1, name: "Approvals" })).toBeVisible()
  await expect(page.getByRole("article")).toBeVisible()
  const [number] = await requested(browser, "61.00")
  await expect(rowOf(page, number)).toContainText("Diesel for 61.00")
  await expect.poll(() => counted(page)).toBe(before + 1)

  // the record being read stays; the newest is before it
  await page.keyboard.press("k")
  await expect(rowOf(page, number).locator(".number")).toBeFocused()
  const record = page.getByRole("article", { name: number })
  await expect(record).toContainText("You approve up to USD 5,000.00")
  await expect(record).toContainText("Generator of the camp")
  expect(await faults(page)).toEqual([])
  await page.keyboard.press("x")
  await expect(page.getByText("1 chosen")).toBeVisible()
  await page.keyboard.press(" ")
  await expect(page.getByText("1 chosen")).toHaveCount(0)
  await page.keyboard.press("Escape")

  await page.keyboard.press("a")
  await expect(notice(page, `${number} approved`)).toBeVisible()
  await expect(rowOf(page, number)).toHaveCount(0)
  await page.keyboard.press("z")
  await expect(rowOf(page, number)).toHaveCount(1)
  await rowOf(page, number).locator(".number").click()
  await page.keyboard.press("a")
  await expect(rowOf(page, number)).toHaveCount(0)
  await page.goto("/")
  await expect.poll(() => counted(page)).toBe(before)
  const [of] = await ask<ReadonlyArray<{ status: string }>>(page, "GET", `/api/expense-requests?q=${number}`)
  expect(of!.status).toBe("approved")
})

test("a request is rejected with a reason, which the requester can read", async ({ browser }) => {
  const [number] = await requested(browser, "62.00")
  const page = await signedIn(browser, "FO-FIN-001")
  await page.goto("/approvals")
  await rowOf(page, number).locator(".number").click()
  await page.getByRole("button", { name: `Reject ${number}` }).click()
  await page.getByRole("dialog").getByLabel("Reason").fill("The tank is full")
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click()
  await expect(notice(page, `${number} rejected`)).toBeVisible()
  await sendNow(page)
  await expect
    .poll(async () => (await ask<ReadonlyArray<{ rejectionReason: string | null }>>(page, "GET", `/api/expense-requests?q=${number}`))[0]!.rejectionReason)
    .toBe("The tank is full")
})

// proves U-27-1
test("finance delegates its approvals in a dialog, and the delegate approves in its place, recorded in both names", async ({ browser }) => {
  const [number] = await requested(browser, "66.00")
  const finance = await signedIn(browser, "FO-FIN-001")
  await finance.goto("/approvals")
  await finance.getByRole("link", { name: "Delegations" }).click()
  await finance.getByRole("button", { name: "Delegate Approvals" }).click()
  const dialog = finance.getByRole("dialog", { name: "Delegate Approvals" })
  await dialog.getByLabel("Delegate", { exact: true }).selectOption({ label: "Gatluak Riek Tut, FO-SUP-001" })
  expect(await faults(finance)).toEqual([])
  await dialog.getByRole("button", { name: "Delegate Approvals" }).click()
  await expect(notice(finance, "Approvals delegated")).toBeVisible()
  await expect(finance.getByRole("row", { name: /Gatluak Riek Tut/ })).toContainText("Active")

  const supervisor = await signedIn(browser, "FO-SUP-001")
  await supervisor.goto("/")
  await supervisor.getByRole("link", { name: /^\d+ delegated to you/ }).click()
  await expect(supervisor.getByRole("tab", { name: /^Delegated to me \d/ })).toHaveAttribute("aria-selected", "true")
  await rowOf(supervisor, number).locator(".number").click()
  await expect(supervisor.getByRole("article", { name: number })).toContainText("In the place of Nyandeng Garang Ater, within their rights.")
  expect(await faults(supervisor)).toEqual([])
  await supervisor.keyboard.press("a")
  await expect(notice(supervisor, `${number} approved`)).toBeVisible()
  await sendNow(supervisor)
  const status = async () => (await ask<ReadonlyArray<{ id: number; status: string }>>(finance, "GET", `/api/expense-requests?q=${number}`))[0]!
  await expect.poll(async () => (await status()).status).toBe("approved")
  const history = await ask<ReadonlyArray<{ by: string }>>(finance, "GET", `/api/expense-requests/${(await status()).id}/history`)
  expect(history.at(-1)!.by).toBe("Gatluak Riek Tut for Nyandeng Garang Ater")

  await finance.getByRole("row", { name: /Gatluak Riek Tut/ }).click()
  await finance.getByRole("button", { name: "End", exact: true }).click()
  await finance.getByRole("dialog", { name: "End delegation" }).getByRole("button", { name: "End" }).click()
  await expect(notice(finance, "Delegation ended")).toBeVisible()
})

test("many are shown before they are decided, what is unusual is left out, and of two people the second gets a sentence", async ({ browser }) => {
  const [number, other, twin] = await requested(browser, "63.00", "64.00", "67.00", "67.00")
  const finance = await signedIn(browser, "FO-FIN-001")
  const ceo = await signedIn(browser, "FO-CEO-001")
  // the second person's screen receives no live updates
  await ceo.route("**/api/events/stream", (route) => route.abort())
  await ceo.goto("/approvals")
  await ceo.getByRole("button", { name: "Select" }).click()
  for (const each of [number, other!, twin!]) await ceo.getByRole("checkbox", { name: `Choose ${each}` }).check()
  await expect(ceo.getByText("3 chosen")).toBeVisible()
  await ceo.getByRole("button", { name: "Approve 3", exact: true }).click()
  const dry = ceo.getByRole("dialog", { name: "Approve 2?" })
  await expect(dry).toContainText("Total $127.00")
  await expect(dry.getByRole("region", { name: "Left out" })).toContainText(`${twin} Same as EXP-`)
  expect(await faults(ceo)).toEqual([])

  const [of] = await ask<ReadonlyArray<{ id: number; version: number }>>(finance, "GET", `/api/expense-requests?q=${number}`)
  await ask(finance, "POST", `/api/expense-requests/${of!.id}/approve`, { version: of!.version })
  await dry.getByRole("button", { name: "Approve" }).click()
  await expect(rowOf(ceo, other!)).toHaveCount(0)
  await sendNow(ceo)
  const summary = ceo.getByRole("alert", { name: "Not completed" })
  await expect(summary).toContainText("1 of 2 approved")
  await expect(summary).toContainText(number)
  await expect(summary).toContainText("This expense request has changed since you opened it. Check it again before you decide")
  await expect(rowOf(ceo, number)).toHaveCount(0)
  await expect(rowOf(ceo, other!)).toHaveCount(0)
  expect(await faults(ceo)).toEqual([])
})

test("on a phone one card has all that a decision needs, and a person who decides on nothing has no inbox", async ({ browser }) => {
  const [number] = await requested(browser, "65.00")
  const page = await signedIn(browser, "FO-FIN-001", phone)
  await page.goto("/approvals?sort=-since")
  const card = page.getByRole("article", { name: number })
  await expect(card).toContainText("Diesel for 65.00")
  await expect(card).toContainText("Generator of the camp")
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await faults(page)).toEqual([])
  await card.getByRole("button", { name: `Approve ${number}` }).click()
  await expect(notice(page, `${number} approved`)).toBeVisible()
  await page.getByRole("button", { name: /^All \d/ }).click()
  await expect(page.locator("[data-row]").first()).toBeVisible()
  await expect(rowOf(page, number)).toHaveCount(0)

  const field = await signedIn(browser, "FO-OPS-001")
  await field.goto("/")
  await expect(field.getByRole("heading", { level: 1, name: "Operations Dashboard" })).toBeVisible()
  await settled(field)
  await expect(field.getByRole("link", { name: /^Approvals, / })).toHaveCount(0)
})

test("files can be attached to a request: compressed, sent, removed, refused with a sentence, and opened by the approver", async ({ browser }) => {
  const page = await signedIn(browser, "FO-FIN-001")
  // a photo as taken by a phone
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
  // a person who may not see the record, and did not upload the file, does not learn that it exists
  const guard = await signedIn(browser, "FO-SEC-001")
  expect((await guard.request.get(`/api/attachments/${picture.id}/download`)).status()).toBe(404)
})
