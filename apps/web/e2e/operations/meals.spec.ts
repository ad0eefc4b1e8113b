/** Meals in a canteen: a session is opened, people come to the kiosk, others see it, and nothing is counted twice or lost. */
import { expect, type Page } from "@playwright/test"
import { actsOf, ask, faults, inJuba, laptop, notice, openWithin, password, phone, signedIn, signedInNewBrowser, test } from "../signed-in.ts"

interface Named {
  readonly id: number
}
interface Diner extends Named {
  readonly firstName: string
  readonly lastName: string
  readonly staffNumber: string
}
interface Session extends Named {
  readonly totalAttendees: number
}

let meals = 0
/** A project of a client at a site, a session for it without attendance, and the people allowed to eat there. */
const served = async (page: Page, siteId = 1) => {
  const clients = await ask<(Named & { activeStaff: number })[]>(page, "GET", `/api/clients?siteId=${siteId}`)
  const client = clients.reduce((most, each) => (each.activeStaff > most.activeStaff ? each : most))
  const projectName = `Canteen ${Date.now()} ${++meals}`
  const project = await ask<Named>(page, "POST", "/api/projects", { projectName, clientId: client.id, siteId })
  const diners = await ask<Diner[]>(page, "GET", `/api/staff-members?siteId=${siteId}&clientId=${client.id}&status=active`)
  const open = () => {
    const sessionDate = inJuba()
    return ask<Session>(page, "POST", "/api/meal-sessions", { sessionDate, mealType: "lunch", siteId, clientId: client.id, projectId: project.id })
  }
  return { client, project, projectName, diners, open }
}

/** Goes to the kiosk of a session and waits until it accepts input. */
const atKiosk = async (page: Page, session: Named) => {
  await page.goto(`/meal-tracking/kiosk/${session.id}`)
  await expect(page.getByRole("combobox")).toBeFocused()
}
const atTable = (page: Page) => page.getByRole("status", { name: "Served" })
const result = (page: Page) => page.getByTestId("kiosk-result")

// proves S-MEAL-02, S-MEAL-03, DLG-11
test("a session is opened, people are recorded by keyboard, and another browser sees the count change", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const clerk = await signedIn(browser, "FO-OPS-001", { ...laptop, colorScheme: "dark" })
  const { projectName, diners } = await served(boss)
  await boss.goto("/meal-tracking")

  await clerk.goto("/meal-tracking")
  await clerk.getByRole("button", { name: "New Session" }).click()
  const dialog = clerk.getByRole("dialog", { name: "New Session" })
  await dialog.getByLabel("Meal type").selectOption("Lunch")
  await dialog.getByLabel("Project").selectOption({ label: projectName })
  await dialog.getByRole("button", { name: "Create session" }).click()
  await expect(notice(clerk, "Meal session created successfully")).toBeVisible()

  const row = boss.getByRole("listitem").filter({ hasText: projectName })
  await expect(row.getByText(/^0 (of \d+ )?served$/)).toBeVisible()
  await clerk.getByRole("listitem").filter({ hasText: projectName }).getByRole("link", { name: "Kiosk for lunch" }).click()
  await expect(clerk.getByRole("combobox", { name: "Staff number or name" })).toBeFocused()

  const [first, second] = diners as [Diner, Diner]
  await clerk.keyboard.type(first.staffNumber)
  await clerk.keyboard.press("Enter")
  await expect(result(clerk)).toHaveText(`${first.firstName} ${first.lastName} · served`)
  await expect(result(clerk)).toHaveAttribute("data-tone", "good")
  expect(await faults(clerk)).toEqual([])
  await expect(clerk.getByRole("combobox")).toHaveValue("")
  await clerk.keyboard.type(`${second.lastName} ${second.firstName}`.toLowerCase())
  await clerk.keyboard.press("Enter")
  await expect(result(clerk)).toHaveText(`${second.firstName} ${second.lastName} · served`)
  await expect(atTable(clerk)).toHaveText("2")
  await expect(row.getByText(/^2 (of \d+ )?served$/)).toBeVisible()

  // the last tap is undone, and counts again; scanner input is accepted wherever the focus is
  await clerk.getByRole("button", { name: "Undo" }).click()
  await expect(result(clerk)).toHaveText(`${second.firstName} ${second.lastName} · undone`)
  await expect(atTable(clerk)).toHaveText("1")
  await clerk.getByRole("button", { name: "Sound" }).click()
  await clerk.keyboard.type(second.staffNumber)
  await clerk.keyboard.press("Enter")
  await expect(result(clerk)).toHaveText(`${second.firstName} ${second.lastName} · served`)
  await expect(atTable(clerk)).toHaveText("2")
  await expect(clerk.getByRole("group", { name: "Served, 2" }).getByRole("option")).toHaveCount(2)

  // the same person again, and an unknown number, although many numbers begin with the same digits
  await clerk.keyboard.type(first.staffNumber)
  await clerk.keyboard.press("Enter")
  await expect(result(clerk)).toHaveText(`${first.firstName} ${first.lastName} · already recorded`)
  await expect(result(clerk)).toHaveAttribute("data-tone", "warn")
  await clerk.keyboard.type(first.staffNumber.slice(0, -1))
  await clerk.keyboard.press("Enter")
  await expect(result(clerk)).toContainText("not on the list")
  await expect(atTable(clerk)).toHaveText("2")

  await clerk.keyboard.press("Escape")
  await expect(clerk.getByRole("heading", { name: "Meal Tracking System" })).toBeVisible()
  await clerk.getByRole("listitem").filter({ hasText: projectName }).getByRole("button", { name: "Close lunch" }).click()
  await clerk.getByRole("dialog").getByLabel("Visitors").fill("1")
  await clerk.getByRole("dialog").getByRole("button", { name: "Close session" }).click()
  await expect(notice(clerk, "Meal closed, 2 served")).toBeVisible()
  await expect(row).toContainText("Completed")
  await row.getByRole("button", { name: "Reopen lunch" }).click()
  await boss.getByRole("dialog").getByRole("button", { name: "Reopen session" }).click()
  await expect(boss.getByRole("alert")).toHaveText("Reason is required")
  await boss.getByRole("dialog").getByLabel("Reason").fill("The late shift comes")
  await boss.getByRole("dialog").getByRole("button", { name: "Reopen session" }).click()
  await expect(clerk.getByRole("listitem").filter({ hasText: projectName })).toContainText("Active")
})

test("on a phone a double tap counts once, and the page has no horizontal overflow", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const { diners, open } = await served(boss)
  const session = await open()
  const clerk = await signedIn(browser, "FO-OPS-001", phone)
  await atKiosk(clerk, session)
  const person = diners[0]!
  const option = clerk.getByRole("option", { name: person.staffNumber })
  await clerk.getByRole("combobox").fill(person.staffNumber.toLowerCase())
  const box = (await option.boundingBox())!
  expect(box.height).toBeGreaterThanOrEqual(56)
  await clerk.getByRole("combobox").fill("")
  await expect(clerk.getByRole("option")).not.toHaveCount(1)
  await option.scrollIntoViewIfNeeded()
  // once the list has stopped moving
  await option.tap({ trial: true })
  const place = (await option.boundingBox())!
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
  await clerk.touchscreen.tap(x, y)
  await clerk.touchscreen.tap(x, y)
  await expect(result(clerk)).toHaveText(`${person.firstName} ${person.lastName} · already recorded`)
  await expect(atTable(clerk)).toHaveText("1")
  expect(await faults(clerk)).toEqual([])
  const attendances = await ask<unknown[]>(clerk, "GET", `/api/meal-attendance?mealSessionId=${session.id}`)
  expect(attendances).toHaveLength(1)
  expect(await clerk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test("a tap while the list moves is ignored, and the kiosk asks to tap the name again", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const { diners, open } = await served(boss)
  const session = await open()
  const clerk = await signedInNewBrowser(browser, "FO-OPS-001")
  await clerk.clock.install()
  await atKiosk(clerk, session)
  await clerk.clock.pauseAt(Date.now() + 60_000)
  const [first, second] = diners as [Diner, Diner]
  const option = (person: Diner) => clerk.getByRole("option", { name: person.staffNumber })
  await option(first).click()
  await expect(result(clerk)).toHaveText(`${first.firstName} ${first.lastName} · served`)

  await clerk.clock.runFor(1500)
  await expect(clerk.getByRole("group", { name: "Served, 1" }).getByRole("option")).toHaveCount(1)
  await option(second).click()
  await expect(result(clerk)).toHaveText("The list moved · tap the name again")
  await expect(result(clerk)).toHaveAttribute("data-tone", "warn")
  await expect(clerk.getByRole("button", { name: "Undo" }), "the last person can still be undone").toBeVisible()
})

test("offline taps survive a reload and a sign-out, and are sent once back online", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const { diners, open } = await served(boss)
  const session = await open()
  const clerk = await signedIn(browser, "FO-OPS-001")
  await atKiosk(clerk, session)
  // the first one arrives, but its answer is lost on the way back
  const keys: Array<string | null> = []
  let linked = false
  await clerk.route("**/api/meal-attendance", async (route) => {
    keys.push(await route.request().headerValue("idempotency-key"))
    if (linked) return route.continue()
    if (keys.length === 1) await route.fetch()
    return route.abort()
  })
  const [first, second] = diners as [Diner, Diner]
  for (const person of [first, second]) {
    await clerk.keyboard.type(person.staffNumber)
    await clerk.keyboard.press("Enter")
    await expect(result(clerk)).toContainText(`${person.firstName} ${person.lastName} · saved, waiting for the connection`)
  }
  await clerk.reload()
  await expect(clerk.getByText("2 to be sent")).toBeVisible()
  await clerk.goto("/")
  await clerk.getByRole("banner").getByRole("button", { name: "Log out" }).click()
  await expect(clerk.getByRole("link", { name: "Access System" })).toBeVisible()
  await ask(clerk, "POST", "/api/auth/login", { employeeId: "FO-OPS-001", password })
  await atKiosk(clerk, session)
  await expect(clerk.getByText("2 to be sent")).toBeVisible()
  linked = true
  await expect(clerk.getByText("to be sent")).toHaveCount(0)
  await expect(atTable(clerk)).toHaveText("2")
  expect(new Set(keys).size).toBe(2)
})

// proves MSG-17, MSG-41, MSG-43, MSG-45, MSG-51, MSG-52, S-EMEAL-01, S-EMEAL-03, S-EMEAL-04, DLG-13, DLG-15, DLG-16
test("exceeding the site's capacity is recorded with a warning; a person not on the plan waits for a supervisor", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const { client, project, projectName } = await served(boss, 3)
  const guest = { firstName: "Ayen", lastName: `Late${Date.now()}`, staffNumber: `LATE-${Date.now()}`, mealPlan: "breakfast" }
  await ask(boss, "POST", "/api/staff-members", { ...guest, clientId: client.id, siteId: 3, projectId: project.id })

  await boss.goto("/meal-tracking-enhanced?dialog=set-capacity")
  const capacity = boss.getByRole("dialog", { name: "Set Capacity" })
  await capacity.getByLabel("Site").selectOption({ label: "Choose a site" })
  await capacity.getByRole("button", { name: "Set capacity" }).click()
  await expect(capacity.getByText("Please fill in all required fields")).toBeVisible()
  await capacity.getByLabel("Site").selectOption({ label: "Juba office" })
  await capacity.getByLabel("Client").selectOption(String(client.id))
  await capacity.getByLabel(/Lunch/).fill("0")
  await capacity.getByLabel(/Meal rate/).fill("")
  await capacity.getByRole("button", { name: "Set capacity" }).click()
  await expect(notice(boss, "Site meal capacity created successfully")).toBeVisible()

  for (const [again, said] of [
    [false, "Meal session created successfully"],
    [true, "Failed to create meal session"],
  ] as const) {
    await boss.getByRole("button", { name: "Create Session" }).click()
    const dialog = boss.getByRole("dialog", { name: "Create Session" })
    await dialog.getByLabel("Meal type").selectOption("Lunch")
    await dialog.getByLabel("Site").selectOption({ label: "Juba office" })
    await dialog.getByLabel("Project").selectOption({ label: projectName })
    await dialog.getByRole("button", { name: "Create session" }).click()
    await expect(notice(boss, said)).toBeVisible()
    if (!again) continue
    await expect(notice(boss, said)).toHaveText(/^Failed to create meal session\nThis meal already has a session: lunch on \d{4}-\d\d-\d\d$/)
    await expect(dialog.getByRole("link", { name: "Show this session" })).toBeVisible()
  }
  const [session] = (await ask<Session[]>(boss, "GET", `/api/meal-sessions?projectId=${project.id}`)) as [Session]
  await atKiosk(boss, session)
  await boss.keyboard.type(guest.staffNumber)
  await boss.keyboard.press("Enter")
  await expect(result(boss)).toHaveAttribute("data-tone", "warn")
  await expect(result(boss)).toContainText(`Ayen ${guest.lastName} · served`)
  await expect(result(boss)).toContainText("not on the person's plan")
  await expect(result(boss)).toContainText("1 person served: the site's capacity is 0 at this meal")

  await openWithin(boss, `/meal-tracking-enhanced?tab=attendance&mealSessionId=${session.id}`)
  await boss.getByRole("button", { name: `Allow Ayen ${guest.lastName}` }).click()
  await expect(notice(boss, "Exception allowed")).toBeVisible()
  await expect(boss.getByText("Not on the meal plan: allowed")).toBeVisible()

  await openWithin(boss, "/meal-tracking-enhanced?dialog=record-attendance")
  const many = boss.getByRole("dialog", { name: "Record Attendance" })
  await many.getByRole("button", { name: "Record attendance" }).click()
  await expect(many.getByText("Please select staff members and a meal session")).toBeVisible()
  await many.getByLabel("Meal session").selectOption(String(session.id))
  await many.getByLabel("Everyone").check()
  await many.getByRole("button", { name: "Record attendance" }).click()
  await expect(notice(boss, "Meal attendance recorded successfully")).toBeVisible()
  const { totalAttendees } = await ask<Session>(boss, "GET", `/api/meal-sessions/${session.id}`)
  expect(totalAttendees).toBe((await ask<Diner[]>(boss, "GET", `/api/staff-members?siteId=3&clientId=${client.id}&status=active`)).length)
})

// proves MSG-29, S-CAT-05, S-CAT-07, DLG-01
test("catering: recorded meals appear live elsewhere and are corrected with a reason", async ({ browser }) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const other = await signedIn(browser, "FO-MGT-001")
  await other.goto("/catering/feeding-history")
  await boss.goto("/catering")
  await boss.getByRole("button", { name: "Record Today's Meals" }).click()
  const dialog = boss.getByRole("dialog", { name: "Record Today's Meals" })
  await dialog.getByLabel("Site").selectOption({ label: "Unity State" })
  await dialog.getByLabel("Client", { exact: true }).waitFor()
  await dialog.getByRole("button", { name: "Record meals" }).click()
  await expect(dialog.getByLabel("Client", { exact: true }), "two clients are fed here").toHaveAccessibleDescription("Client is required")
  await dialog.getByLabel("Site").selectOption({ label: "Paloj-Adar" })
  await dialog.getByLabel("Meal type").selectOption("Dinner")
  await dialog.getByLabel("Staff count").fill("73")
  const notes = `Counted ${Date.now()}`
  await dialog.getByLabel("Notes").fill(notes)
  await dialog.getByRole("button", { name: "Record meals" }).click()
  await expect(notice(boss, "Meals recorded successfully")).toBeVisible()
  const row = other.getByRole("row").filter({ hasText: notes })
  await expect(row).toContainText("73")

  await (await actsOf(row)).getByRole("button", { name: /^Correct dinner/ }).click()
  const correction = other.getByRole("dialog", { name: /^Correct dinner/ })
  await correction.getByLabel("Staff count").fill("74")
  await correction.getByRole("button", { name: "Correct count" }).click()
  await expect(correction.getByText("Reason is required")).toBeVisible()
  await correction.getByLabel("Reason").fill(`${notes}, one more`)
  await correction.getByRole("button", { name: "Correct count" }).click()
  await expect(notice(other, "Meals corrected")).toBeVisible()
  await expect(other.getByRole("row").filter({ hasText: `${notes}, one more` })).toContainText("74")
})
