/**
 * `node tools/pictures/landing.ts ADDRESS`: takes the screenshots of the landing page from the demo running at ADDRESS, so that they show the actual
 * product. Run it after a visible change to one of these screens.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { type Browser, chromium, type Page } from "playwright"
import { chromiumFlags, findChromium } from "../chromium.ts"

const [baseURL = "http://localhost:3000"] = process.argv.slice(2)
const folder = path.join(import.meta.dirname, "../../apps/web/public/pictures")

interface Picture {
  readonly name: string
  readonly person: string
  readonly path: string
  readonly viewport: { readonly width: number; readonly height: number }
  /** the part of the screen to show; by default all of it */
  readonly clip?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly scale?: number
  readonly before?: (page: Page) => Promise<unknown>
}

const laptop = { width: 1440, height: 900 }
const crop = { width: 780, height: 364 }
const monthEnd = () => {
  const [year = 0, month = 0] = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Juba" }).format().split("-").map(Number)
  return new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10)
}

const pictures: ReadonlyArray<Picture> = [
  { name: "today", person: "FO-CEO-001", path: "/", viewport: laptop, scale: 0.75 },
  { name: "phone", person: "FO-SUP-001", path: "/", viewport: { width: 390, height: 844 } },
  { name: "past", person: "FO-FIN-001", path: `/invoices?view=all&asOf=${monthEnd()}`, viewport: laptop, clip: { x: 0, y: 0, ...crop } },
  {
    name: "explain",
    person: "FO-CEO-001",
    path: "/",
    viewport: laptop,
    clip: { x: 660, y: 0, ...crop },
    before: (page) => page.locator(".metric .figure").last().click(),
  },
  {
    name: "proof",
    person: "FO-CEO-001",
    path: "/audit",
    viewport: { width: 1280, height: 900 },
    clip: { x: 260, y: 0, ...crop },
    before: async (page) => {
      await page.getByRole("button", { name: "Verify now" }).click()
      await page.getByText("The log is complete and unchanged").waitFor({ timeout: 120_000 })
    },
  },
  { name: "kiosk", person: "FO-OPS-001", path: "/meal-tracking", viewport: { width: 1000, height: 700 }, clip: { x: 0, y: 0, ...crop }, before: atKiosk },
]

/** Opens the kiosk of a meal and looks up a person; offline, as in a camp. */
async function atKiosk(page: Page) {
  await page
    .getByRole("link", { name: /^Kiosk/ })
    .first()
    .click()
  await page.getByRole("combobox").waitFor()
  await page.context().setOffline(true)
  await page.getByRole("option").nth(4).click()
  await page.waitForTimeout(2500)
}

const make = async (browser: Browser, { name, person, path: address, viewport, clip, scale = 1, before }: Picture) => {
  const context = await browser.newContext({ baseURL, viewport, reducedMotion: "reduce", ...(viewport.width < 500 && { isMobile: true, hasTouch: true }) })
  const page = await context.newPage()
  await page.request.post("/api/auth/login", { data: { employeeId: person, password: "field-office-demo" }, headers: { origin: baseURL } })
  // the second time its fonts are loaded
  await page.goto(address)
  await page.waitForTimeout(1000)
  await page.reload()
  await page.waitForTimeout(2000)
  await before?.(page)
  await page.waitForTimeout(1000)
  const devtools = await context.newCDPSession(page)
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 62, clip: { x: 0, y: 0, ...viewport, ...clip, scale } })
  writeFileSync(path.join(folder, `${name}.webp`), Buffer.from(data, "base64"))
  await context.close()
}

mkdirSync(folder, { recursive: true })
const executablePath = findChromium({ install: false })
const browser = await chromium.launch({ args: [...chromiumFlags], ...(executablePath && { executablePath }) })
for (const picture of pictures) await make(browser, picture)
await browser.close()
