import { availableParallelism, totalmem } from "node:os"
import { defineConfig } from "@playwright/test"
import { chromiumFlags, findChromium } from "./tools/chromium.ts"
import type { Running } from "./apps/web/e2e/server.ts"

const executablePath = findChromium({ install: false })

// each worker has a server of its own, so that what one test writes is no news to another that runs beside it
const servers: ReadonlyArray<Running> = JSON.parse(process.env["OPS_BROWSER_SERVERS"] ?? "[]")
const own = servers[Number(process.env["TEST_PARALLEL_INDEX"])]
if (own) Object.assign(process.env, { BASE_URL: own.url, OPS_DATA: own.folder })

/** One for each core, and at least two; each with its server, database and browser takes about a gigabyte. */
const workers = Math.max(2, Math.min(availableParallelism(), Math.floor(totalmem() / 2 ** 31)))

export default defineConfig({
  testDir: "apps/web/e2e",
  globalSetup: "./apps/web/e2e/server.ts",
  outputDir: "test-results",
  workers,
  // long enough for a machine that has more to do
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    ...(own && { baseURL: own.url }),
    // what a test replaces on the way to the server must reach the page; the test of the installed app allows it
    serviceWorkers: "block",
    // nothing fades or slides, which is half of the work of a page that opens
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { ...(executablePath && { executablePath }), args: [...chromiumFlags] },
    // a trace of every step costs as much as the steps: --trace on asks for it
    trace: "off",
    screenshot: "only-on-failure",
  },
})
