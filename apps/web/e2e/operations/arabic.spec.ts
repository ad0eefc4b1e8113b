/** The screens of the field in Arabic: chosen by a person, kept for them, read from right to left, accessible in every look. */
import { type Browser, expect, type Page } from "@playwright/test"
import { ask, faults, found, inJuba, lookAs, looks, password, settled, signedIn, signedInAnew, test, visitor } from "../signed-in.ts"

interface Session {
  readonly id: number
  readonly totalAttendees: number
}
/** An open meal at site 1, of this run alone. */
const openMeal = async (browser: Browser) => {
  const boss = await signedIn(browser, "FO-CEO-001")
  const clients = await ask<{ id: number; activeStaff: number }[]>(boss, "GET", "/api/clients?siteId=1")
  const { id: clientId } = clients.reduce((most, each) => (each.activeStaff > most.activeStaff ? each : most))
  const project = await ask<{ id: number }>(boss, "POST", "/api/projects", { projectName: `Arabic ${crypto.randomUUID()}`, clientId, siteId: 1 })
  return ask<Session>(boss, "POST", "/api/meal-sessions", { sessionDate: inJuba(), mealType: "dinner", siteId: 1, clientId, projectId: project.id })
}
/** Other tests expect this person's screens in English. */
test.afterEach(async ({ browser }) => {
  await ask(await signedIn(browser, "FO-SUP-001"), "PUT", "/api/auth/language", { language: "en" })
})
const words = (page: Page) => page.locator("html")

test("a person chooses Arabic, and has it again after signing in elsewhere: a meal is recorded, a wrong date of a leave is explained", async ({ browser }) => {
  const meal = await openMeal(browser)
  const before = await signedInAnew(browser, "FO-SUP-001")
  await before.goto("/field")
  await before.getByRole("button", { name: /^Account: / }).click()
  const recorded = before.waitForResponse((answer) => answer.url().endsWith("/api/auth/language"))
  await before.getByRole("menuitemradio", { name: "العربية" }).click()
  expect((await recorded).ok()).toBe(true)
  await expect(words(before)).toHaveAttribute("dir", "rtl")
  await expect(before.getByRole("heading", { name: "الميدان" })).toBeVisible()
  await before.getByRole("button", { name: "تسجيل الخروج" }).click()
  await expect(before.getByRole("link", { name: "الدخول إلى النظام" })).toBeVisible()

  // in a browser that shows English until they have signed in
  const page = await visitor(browser)
  await page.goto("/biometric-login?return=/hr?tab=leaves%26dialog=request-leave")
  await page.getByRole("button", { name: "Password", exact: true }).click()
  await page.getByLabel("Employee ID").fill("FO-SUP-001")
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Login with Password" }).click()
  await expect(words(page)).toHaveAttribute("lang", "ar")
  const leave = page.getByRole("dialog", { name: "طلب إجازة" })
  await leave.getByLabel("تاريخ البداية").fill(inJuba(20))
  await leave.getByLabel("تاريخ النهاية").fill(inJuba(19))
  await leave.getByLabel("السبب").fill("Sparks at the gate")
  await leave.getByRole("button", { name: "تقديم الطلب" }).click()
  await expect(leave.getByText("مطلوب")).toBeVisible()
  await leave.getByLabel("نوع الإجازة").selectOption({ index: 1 })
  await leave.getByRole("button", { name: "تقديم الطلب" }).click()
  await expect(leave.getByText("يجب ألا يكون تاريخ النهاية قبل تاريخ البداية")).toBeVisible()

  await page.goto(`/meal-tracking/kiosk/${meal.id}`)
  await page.getByRole("option").first().click()
  await expect(page.getByTestId("kiosk-result")).toContainText("مسجَّل")
  await expect.poll(async () => (await ask<Session>(page, "GET", `/api/meal-sessions/${meal.id}`)).totalAttendees).toBe(1)
})

test("the six screens of the field in Arabic are read from the right, fit a phone, and have no accessibility fault in any look", async ({ browser }) => {
  const page = await visitor(browser)
  await page.goto("/biometric-login")
  await page.getByRole("button", { name: "العربية" }).click()
  const check = async (shows: string, path: string) => {
    await expect(page.getByText(shows).first(), path).toBeVisible()
    await settled(page)
    await expect(words(page)).toHaveAttribute("dir", "rtl")
    for (const look of ["light", "dark", "phone"] as const) {
      await lookAs(page, look)
      expect(await found(page, looks[look].options), `${path}, ${look}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${path}, ${look}`).toBeLessThanOrEqual(0)
    }
    await lookAs(page, "light")
  }
  await check("سجل العمليات", "/biometric-login")
  await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
  await ask(page, "PUT", "/api/auth/language", { language: "ar" })
  const meal = await openMeal(browser)
  const screens = {
    "/field": "كشف اليوم",
    "/outbox": "أُرسل كل شيء",
    "/hr/kiosk": "دخول أو خروج",
    "/hr?tab=leaves&dialog=request-leave": "تقديم الطلب",
    "/facilities?dialog=report-issue": "اختيار صور",
    [`/meal-tracking/kiosk/${meal.id}`]: "زائر",
  }
  for (const [path, shows] of Object.entries(screens)) {
    await page.goto(path)
    await check(shows, path)
  }
  expect(await faults(page)).toEqual([])
})
