/**
 * Work orders: an emergency is reported offline on a phone, assigned to the technician, completed with parts, photos and a signature, verified and
 * explained; and a month's work is billed to its client.
 */
import { expect, type Page } from "@playwright/test"
import { ask, faults, inJuba, notice, phone, settled, signedIn, test } from "../signed-in.ts"

interface Order {
  readonly id: number
  readonly orderNumber: string
  readonly status: string
  readonly actualCost: string | null
}

/** A photo with so many pixels that it must be compressed. */
const photo = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 2600, height: 1900 })
    const drawing = canvas.getContext("2d")!
    for (let n = 0; n < 3000; n++) {
      drawing.fillStyle = `hsl(${(n * 37) % 360} 60% 50%)`
      drawing.fillRect((n * 977) % 2600, (n * 631) % 1900, 90, 90)
    }
    return canvas.toDataURL("image/png").split(",")[1]!
  })

// proves S-FAC-07, S-FAC-08
test("an emergency reported offline reaches the supervisor once, and is assigned, completed, signed and verified", async ({ browser }) => {
  test.setTimeout(180_000)
  const cook = await signedIn(browser, "FO-OPS-001", phone)
  await cook.goto("/facilities")
  await expect(cook.getByRole("heading", { name: "Recent Work Orders" })).toBeVisible()
  await settled(cook)
  expect(await faults(cook)).toEqual([])
  const where = `Ablutions ${Date.now().toString(36)}`
  await cook.getByRole("button", { name: "Report Emergency" }).click()
  const emergency = cook.getByRole("dialog", { name: "Report emergency" })
  await emergency.getByText("Add details first").click()
  await emergency.getByLabel("Where").fill(where)
  expect(await faults(cook)).toEqual([])
  await cook.context().setOffline(true)
  await emergency.getByRole("button", { name: "Sewage" }).click()
  await expect(notice(cook, "Saved on this device. It will be sent when you are online.")).toBeVisible()
  await expect(cook.getByRole("heading", { name: "Waiting to be sent" })).toBeVisible()
  await cook.context().setOffline(false)
  await expect(notice(cook, /^WO-\d{4}-\d{5} sent \(recorded while offline\)$/)).toBeVisible()
  await expect(cook.getByRole("heading", { name: "Waiting to be sent" })).toHaveCount(0)

  const supervisor = await signedIn(browser, "FO-SUP-001")
  const found = await ask<Order[]>(supervisor, "GET", `/api/work-orders?q=${encodeURIComponent(where)}`)
  expect(found).toHaveLength(1)
  const { id, orderNumber } = found[0]!
  await supervisor.goto("/facilities")
  await expect(supervisor.getByRole("listitem").filter({ hasText: orderNumber })).toContainText("Urgent")

  await supervisor.getByRole("button", { name: "Assign Staff" }).click()
  const assigning = supervisor.getByRole("dialog", { name: "Assign Staff" })
  await assigning.getByLabel("Work order").selectOption(String(id))
  await assigning.getByRole("button", { name: "Assign", exact: true }).click()
  await expect(assigning.getByText("Choose an assignee: a person, a contractor or a team")).toBeVisible()
  const technician = assigning.getByRole("radio", { name: /^James Okot Oyet.*Fits the work/ })
  await expect(technician).toBeEnabled()
  expect(await faults(supervisor)).toEqual([])
  await technician.check()
  await assigning.getByRole("button", { name: "Assign", exact: true }).click()
  await expect(notice(supervisor, `${orderNumber} assigned to James Okot Oyet`)).toBeVisible()

  // on the phone, on site
  const there = await signedIn(browser, "FO-SUP-001", phone)
  await there.goto(`/facilities/orders?open=${id}`)
  await there.getByRole("button", { name: "Start work" }).click()
  await expect(notice(there, `${orderNumber} started`)).toBeVisible()
  await there.getByRole("button", { name: "Complete", exact: true }).click()
  const completing = there.getByRole("dialog", { name: `Complete ${orderNumber}` })
  await completing.getByLabel("Hours", { exact: true }).fill("1.5")
  const photos = completing.getByRole("group", { name: "Photos after the work" })
  const pick = photos.locator("input[multiple]")
  await pick.setInputFiles({ name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") })
  await expect(photos.getByText("notes.jpg: The picture cannot be read. Take the photo again, or choose a JPEG, PNG or WEBP.")).toBeVisible()
  await completing.getByRole("button", { name: "Complete work order" }).click()
  await expect(photos.getByText("Wait until every file is uploaded, or remove the failed one")).toBeVisible()
  await photos.getByRole("button", { name: "Remove notes.jpg" }).click()
  const sent = there.waitForResponse((answer) => answer.url().endsWith("/api/attachments") && answer.status() === 201)
  await pick.setInputFiles({ name: "after.png", mimeType: "image/png", buffer: Buffer.from(await photo(there), "base64") })
  const attachment = (await (await sent).json()) as { readonly name: string; readonly type: string; readonly size: number }
  expect(attachment).toMatchObject({ name: "after.jpg", type: "image/jpeg" })
  expect(attachment.size).toBeLessThanOrEqual(200 * 1024)
  await expect(photos.getByText("1 photo attached")).toBeAttached()

  const signature = completing.getByRole("group", { name: "Client's signature" })
  // a form that is submitted while a file is being sent waits for it
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await there.route("**/api/attachments", (route) => held.then(() => route.continue()))
  await signature.getByLabel("Client's signature, typed").fill("Rebecca Akech")
  await completing.getByRole("button", { name: "Complete work order" }).click()
  await expect(completing.getByRole("button", { name: "Completing..." })).toBeDisabled()
  release()
  await expect(completing.getByText("Say who signed")).toBeVisible()
  await expect(signature.getByText("Signature taken")).toBeAttached()
  await completing.getByLabel("Signed by").fill("Rebecca Akech")
  await completing.getByLabel("Client's rating").selectOption("5")
  expect(await faults(there)).toEqual([])
  await completing.getByRole("button", { name: "Complete work order" }).click()
  await expect(notice(there, `${orderNumber} completed`)).toBeVisible()
  await there
    .getByRole("button", { name: "Photos after the work 1 of 1" })
    .or(there.getByRole("button", { name: /1 of 1/ }).first())
    .click()
  await expect(there.getByRole("link", { name: "Download" })).toBeVisible()
  await there.keyboard.press("Escape")
  await expect(there.getByRole("button", { name: "Verify", exact: true })).toHaveCount(0)

  const manager = await signedIn(browser, "FO-MGT-001")
  await manager.goto(`/facilities/orders?open=${id}`)
  await manager.getByRole("button", { name: "Verify", exact: true }).click()
  await manager.getByRole("button", { name: "Verify order" }).click()
  await expect(notice(manager, `${orderNumber} verified`)).toBeVisible()
  // 1.5 hours of a technician at 820 dollars a month
  const order = await ask<Order>(manager, "GET", `/api/work-orders/${id}`)
  expect(order).toMatchObject({ status: "verified", actualCost: "7.10" })
  const { formula } = await ask<{ formula: string }>(manager, "GET", `/api/explain?figure=${orderNumber}`)
  expect(formula).toContain("USD 7.10")
})

// proves S-FAC-08
test("a person on leave that day cannot be chosen, and the server refuses it too", async ({ browser }) => {
  const chief = await signedIn(browser, "FO-CEO-001")
  const made = await ask<Order>(chief, "POST", "/api/work-orders", { siteId: 2, serviceType: "cleaning", priority: "low", description: "Shelves of the store" })
  await chief.goto(`/facilities/orders?open=${made.id}`)
  await chief.getByRole("button", { name: "Assign", exact: true }).click()
  const assigning = chief.getByRole("dialog", { name: `Assign ${made.orderNumber}` })
  await assigning.getByRole("button", { name: "Show everyone" }).click()
  const away = assigning.getByRole("radio", { name: /^Mary Poni Lokule.*On leave until/ })
  await expect(away).toBeDisabled()
  const { people } = await ask<{ people: ReadonlyArray<{ id: number; name: string }> }>(chief, "GET", "/api/work-orders/assignees?siteId=2&everyone=true")
  const mary = people.find(({ name }) => name === "Mary Poni Lokule")!
  await expect(ask(chief, "PATCH", `/api/work-orders/${made.id}/assign`, { assignedTo: mary.id })).rejects.toThrow(/422: Mary Poni Lokule is on leave from/)
  await assigning.getByRole("radio", { name: /^Cleaning team/ }).check()
  await assigning.getByRole("button", { name: "Assign", exact: true }).click()
  await expect(notice(chief, `${made.orderNumber} assigned to Cleaning team`)).toBeVisible()
})

test("a month's work becomes an invoice to its client, each order once", async ({ browser }) => {
  const finance = await signedIn(browser, "FO-FIN-001")
  const [year, now] = inJuba().split("-").map(Number) as [number, number]
  const month = new Date(Date.UTC(year, now - 2, 1)).toISOString().slice(0, 7)
  await finance.goto(`/facilities/billing?month=${month}`)
  const open = finance.getByRole("region", { name: /^SLB, Unity State/ })
  await expect(open.getByRole("row", { name: /^WO-/ }).first()).toBeVisible()
  expect(await faults(finance)).toEqual([])
  await open.getByRole("button", { name: "Draft Invoice" }).click()
  await expect(notice(finance, "Invoice drafted for SLB")).toBeVisible()
  await expect(finance.getByText("Nothing to bill")).toBeVisible()
  await finance.getByRole("button", { name: "Issue" }).click()
  await finance.getByRole("button", { name: "Issue Invoice" }).click()
  await expect(notice(finance, /^INV-\d{4}-\d{5} issued$/)).toBeVisible()
  await expect(finance.getByRole("row", { name: /^INV-.*SLB.*Issued/ })).toBeVisible()
  await expect(ask(finance, "POST", "/api/work-orders/billing", { month, clientId: 1, siteId: 1 })).rejects.toThrow(
    /422: SLB has no verified orders to bill at Unity State/,
  )
})
