/**
 * What the first load of every screen costs on a slow phone link and an old device, in Chromium: 150 ms round-trip time, 1.6 Mbit/s, a processor four
 * times slower, an empty cache.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { type Browser, chromium } from "playwright"
import { startServer } from "../../apps/web/e2e/server.ts"
import { screens } from "../../apps/web/routes.ts"
import { chromiumFlags, findChromium } from "../chromium.ts"
import { buildScreens } from "./javascript.ts"
import { atMost, median, type Row, type Suite } from "./row.ts"

const employeeId = "FO-CEO-001"
const password = "field-office-demo"
const tries = 3

/** kB over the wire: the entry with its styles and its font, and the data; a screen with a list also has its own code and the list kit */
const [dashboardBudget, screenBudget] = [190 + 12, 190 + 12 + 25 + 20]
/** milliseconds until the first and the largest contentful paint */
const [firstPaint, largestPaint] = [1800, 3600]

interface Load {
  readonly kB: number
  readonly first: number
  readonly largest: number
}

/** The page's own measurement of its largest element. */
type Measured = typeof globalThis & { largest?: number }

/** Opens a page with an empty cache, and returns the measurements. */
const load = async (browser: Browser, url: string, cookie: { readonly name: string; readonly value: string }, address: string): Promise<Load> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, serviceWorkers: "block" })
  await context.addCookies([{ ...cookie, domain: "localhost", path: "/", secure: true, httpOnly: true }])
  await context.addInitScript(() => {
    // as after signing in with this browser: it knows whom to greet, and does not load the landing page
    localStorage.setItem("biometric-user", JSON.stringify({ firstName: "Achol", position: null, lastLogin: null }))
    new PerformanceObserver((list) => ((globalThis as Measured).largest = list.getEntries().at(-1)!.startTime)).observe({
      type: "largest-contentful-paint",
      buffered: true,
    })
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 })
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 })
  let bytes = 0
  // requests under way, without the stream of events, which never ends
  const open = new Set<string>()
  devtools.on("Network.requestWillBeSent", ({ requestId, type }) => type !== "EventSource" && open.add(requestId))
  devtools.on("Network.loadingFailed", ({ requestId }) => open.delete(requestId))
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    open.delete(requestId)
    bytes += encodedDataLength
  })
  try {
    await page.goto(url + address)
    await page.waitForFunction(() => document.querySelector("h1, h2") !== null, undefined, { timeout: 60_000 })
    await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null, undefined, { timeout: 60_000 })
    // what a screen loads after that, such as the code of a form, counts too: until no request has been open for half a second
    for (let quiet = 0; quiet < 10; quiet = open.size === 0 ? quiet + 1 : 0) await page.waitForTimeout(50)
    const { first, largest } = await page.evaluate(() => ({
      first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      largest: (globalThis as Measured).largest ?? 0,
    }))
    return { kB: bytes / 1000, first, largest }
  } finally {
    await context.close()
  }
}

export const routes: Suite = {
  rows: ["routes-wire", "routes-first-paint", "routes-largest-paint"],
  unit: "worst",
  peer: "the budget, of the screen that comes nearest to it: kB over the wire, milliseconds",
  run: async (log) => {
    buildScreens()
    const folder = mkdtempSync(path.join(tmpdir(), "ops-bench-"))
    const server = await startServer(folder)
    const executablePath = findChromium({ install: false })
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumFlags] })
    try {
      const signedIn = await fetch(`${server.url}/api/auth/login`, {
        method: "POST",
        headers: { "x-ops-client": "1", "content-type": "application/json" },
        body: JSON.stringify({ employeeId, password }),
      })
      const [name, value] = signedIn.headers.getSetCookie()[0]!.split(";")[0]!.split(/=(.*)/s) as [string, string]
      const worst: Record<"kB" | "first" | "largest", { readonly value: number; readonly peer: number }> = {
        kB: { value: 0, peer: 1 },
        first: { value: 0, peer: 1 },
        largest: { value: 0, peer: 1 },
      }
      for (const screen of screens) {
        const address = screen.path.replace(/:\w+/, "1")
        const loads: Array<Load> = []
        for (let n = 0; n < tries; n++) loads.push(await load(browser, server.url, { name, value }, address))
        const peers = { kB: address === "/" ? dashboardBudget : screenBudget, first: firstPaint, largest: largestPaint }
        for (const what of ["kB", "first", "largest"] as const) {
          const one = { value: median(loads.map((load) => load[what])), peer: peers[what] }
          if (one.value / one.peer > worst[what].value / worst[what].peer) worst[what] = one
        }
        const shown = (what: keyof Load) => median(loads.map((load) => load[what])).toFixed(0)
        log(`${address.padEnd(32)} ${shown("kB")} kB, painted after ${shown("first")} ms, the largest part after ${shown("largest")} ms`)
      }
      const row = (name: string, one: { readonly value: number; readonly peer: number }): Row => atMost(name, 1, [one])
      return [row("routes-wire", worst.kB), row("routes-first-paint", worst.first), row("routes-largest-paint", worst.largest)]
    } finally {
      await browser.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
