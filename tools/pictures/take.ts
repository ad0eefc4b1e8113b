/**
 * `node tools/pictures/take.ts ADDRESS`: takes the pictures of the landing page and of the guides from the demonstration that runs there, so that they
 * show the product as it is. Run it after a change that is seen on one of these screens. `… ADDRESS FOLDER` takes the designed screens into that folder,
 * light and dark; `… ADDRESS FOLDER DESIGNS` also writes index.html there, with each picture of the folder of designs beside the real screen.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { type Browser, chromium, type Page, type Request } from "playwright"
import { chromiumFlags, findChromium } from "../chromium.ts"

const [baseURL = "http://localhost:3000", elsewhere, designs] = process.argv.slice(2)
const root = path.join(import.meta.dirname, "../..")

interface Picture {
  readonly name: string
  readonly person: string
  readonly path: string
  readonly viewport: { readonly width: number; readonly height: number }
  /** what of the screen is shown; all of it, if not given */
  readonly clip?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly scale?: number
  readonly before?: (page: Page) => Promise<unknown>
  readonly dark?: true
}

const laptop = { width: 1440, height: 900 }
const crop = { width: 780, height: 364 }
const monthEnd = () => {
  const [year = 0, month = 0] = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Juba" }).format().split("-").map(Number)
  return new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10)
}

const landing: ReadonlyArray<Picture> = [
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
    before: verified,
  },
  { name: "kiosk", person: "FO-OPS-001", path: "/meal-tracking", viewport: { width: 1000, height: 700 }, clip: { x: 0, y: 0, ...crop }, before: atKiosk },
]

const phone = { width: 390, height: 844 }
const rail = { x: 0, y: 0, width: 248, height: 900 }
const month = monthEnd().slice(0, 7)
const open = (name: string, person: string, address: string, more: Partial<Picture> = {}): Picture => ({
  name,
  person,
  path: address,
  viewport: laptop,
  ...more,
})
const typed = (text: string) => async (page: Page) => {
  await page.getByRole("main").getByRole("combobox").last().fill(text)
}
const guides: ReadonlyArray<Picture> = [
  open("month-end", "FO-FIN-001", `/month-end/${month}`, { scale: 0.65, before: (page) => page.getByRole("list", { name: "Steps" }).waitFor() }),
  open("approvals", "FO-CEO-001", "/approvals?kind=purchase_request", { scale: 0.65 }),
  open("supervisor", "FO-SUP-001", "/", { viewport: phone, scale: 0.8 }),
]
const designed: ReadonlyArray<Picture> = [
  open("01-today-ceo", "FO-CEO-001", "/"),
  open("02-today-supervisor-phone", "FO-SUP-001", "/", { viewport: phone }),
  open("03-approvals", "FO-CEO-001", "/approvals"),
  open("04-approvals-phone", "FO-CEO-001", "/approvals?kind=purchase_request", { viewport: phone }),
  open("05-month-end", "FO-FIN-001", `/month-end/${month}?step=revalue`),
  open("06-purchase-request", "FO-SUP-001", "/procurement/new", { before: typed("oil") }),
  open("07-invoice-draft", "FO-FIN-001", "/invoices/new", { before: (page) => page.getByRole("main").getByRole("combobox").first().fill("nil") }),
  open("08-kiosk-tablet", "FO-SUP-001", "/meal-tracking", { viewport: { width: 1180, height: 820 }, before: atKiosk }),
  open("09-catering", "FO-CEO-001", "/catering"),
  open("10-audit", "FO-CEO-001", "/audit", { before: verified }),
  open("11-list", "FO-FIN-001", "/invoices?view=all"),
  open("11-list-past", "FO-FIN-001", `/invoices?view=all&asOf=${monthEnd()}`),
  open("12-statement", "FO-FIN-001", `/financial/statements?period=${month}&compare=previous`),
  open("13-landing", "", "/", { viewport: { width: 1440, height: 2010 } }),
  open("14-navigation-rest", "FO-CEO-001", "/", { clip: rail }),
  open("14-navigation-group", "FO-FIN-001", `/month-end/${month}`, { clip: rail }),
  open("14-navigation-account", "FO-SUP-001", "/meal-tracking", {
    clip: rail,
    before: (page) =>
      page
        .getByRole("button", { name: /^Account/ })
        .first()
        .click(),
  }),
  open("14-navigation-past", "FO-FIN-001", `/invoices?asOf=${monthEnd()}`, { clip: rail }),
  open("16-states-failed", "FO-CEO-001", "/", { before: unanswering }),
  open("16-states-outbox", "FO-SUP-001", "/outbox"),
  open("16-states-nothing", "FO-CEO-001", "/procurement?priority=urgent&status=rejected"),
  open("15-explain", "FO-CEO-001", "/", { before: (page) => page.locator(".metric .figure").last().click() }),
]

/** Verifies the log, and waits for the sentence that says so. */
async function verified(page: Page) {
  await page.getByRole("button", { name: "Verify now" }).click()
  await page.getByText("The log is complete and unchanged").waitFor({ timeout: 120_000 })
}

/** Opens the page again with a server that fails. */
async function unanswering(page: Page) {
  await page.route("**/api/{purchase-requests,dashboard,reads,money}*", (route) => route.fulfill({ status: 500, json: { message: "Out of order" } }))
  await page.route("**/api/dashboard/**", (route) => route.fulfill({ status: 500, json: { message: "Out of order" } }))
  await page.reload()
  await page.waitForTimeout(4000)
}

/** Opens the kiosk of a meal and looks a person up; offline, as in a camp. */
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

const take = async (browser: Browser, folder: string, picture: Picture) => {
  const { name, person, path: address, viewport, clip, scale = 1, before, dark } = picture
  const context = await browser.newContext({
    baseURL,
    viewport,
    reducedMotion: "reduce",
    colorScheme: dark ? "dark" : "light",
    ...(viewport.width < 500 && { isMobile: true, hasTouch: true }),
  })
  const page = await context.newPage()
  if (person) await page.request.post("/api/auth/login", { data: { employeeId: person, password: "field-office-demo" }, headers: { origin: baseURL } })
  const unanswered = new Set<Request>()
  page.on("request", (request) => !request.url().endsWith("/api/events/stream") && unanswered.add(request))
  // not the end of the answer, which is not reported for one that the page does not read
  page.on("response", (response) => unanswered.delete(response.request())).on("requestfailed", (request) => unanswered.delete(request))
  const settled = async () => {
    for (let quiet = 0; quiet < 4; quiet++) {
      await page.waitForTimeout(250)
      if (unanswered.size > 0 || (await page.locator("[aria-busy=true], .loading").count()) > 0) quiet = 0
    }
  }
  const opened = async () => {
    await page.goto(address)
    await settled()
  }
  await opened()
  // the hints are for the first use
  const close = page.getByRole("button", { name: "Close the hints" })
  if (await close.isVisible()) await close.click()
  await opened()
  await before?.(page)
  await settled()
  const devtools = await context.newCDPSession(page)
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 62, clip: { x: 0, y: 0, ...viewport, ...clip, scale } })
  writeFileSync(path.join(folder, `${name}.webp`), Buffer.from(data, "base64"))
  await context.close()
}

const executablePath = findChromium({ install: false })
const browser = await chromium.launch({ args: [...chromiumFlags], ...(executablePath && { executablePath }) })
const sets: ReadonlyArray<readonly [folder: string, pictures: ReadonlyArray<Picture>]> =
  elsewhere === undefined
    ? [
        [path.join(root, "apps/web/public/pictures"), landing],
        [path.join(root, "docs/guides/pictures"), guides],
      ]
    : [[elsewhere, designed.flatMap((each) => [each, { ...each, name: `${each.name}-dark`, dark: true as const }])]]
for (const [folder, pictures] of sets) {
  mkdirSync(folder, { recursive: true })
  for (const picture of pictures) await take(browser, folder, picture)
}
await browser.close()

/** Each design on the left, and on the right what was taken of its screen, at the same size. */
const besideDesigns = (folder: string) => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".webp"))
  const files = readdirSync(path.resolve(designs!)).filter((name) => /\.(png|webp)$/.test(name))
  const designOf = (name: string) => files.filter((file) => name.startsWith(path.parse(file).name)).sort((a, b) => b.length - a.length)[0]
  const rows = files.map((file) => {
    const taken = names.filter((name) => designOf(name) === file && name.includes("-dark") === file.includes("-dark"))
    const pictures = [path.join(path.resolve(designs!), file), ...taken].map((each) => `<img src="${each}" alt="">`)
    return `<h2>${file}</h2><div>${pictures[0]}<p>${pictures.slice(1).join("")}</p></div>`
  })
  const look = "body{font:15px sans-serif;margin:24px}div{display:grid;grid-template-columns:1fr 1fr;gap:24px;align-items:start}img{max-width:100%}p{margin:0}"
  writeFileSync(path.join(folder, "index.html"), `<!doctype html><meta charset="utf-8"><title>Side by side</title><style>${look}</style>${rows.join("\n")}\n`)
}
if (elsewhere !== undefined && designs !== undefined) besideDesigns(elsewhere)
