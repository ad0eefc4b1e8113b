import { availableParallelism, totalmem } from "node:os"
import { defineConfig } from "@playwright/test"
import { chromiumFlags, findChromium } from "./tools/chromium.ts"
import type { Running } from "./apps/web/e2e/server.ts"

const executablePath = findChromium({ install: false })

// each worker has its own server, so that data written by one test does not affect another that runs in parallel
const servers: ReadonlyArray<Running> = JSON.parse(process.env["OPS_BROWSER_SERVERS"] ?? "[]")
const own = servers[Number(process.env["TEST_PARALLEL_INDEX"])]
if (own) Object.assign(process.env, { BASE_URL: own.url, OPS_DATA: own.folder })

/** One more than cores, because pages wait for timers and frames; each with its server, database and browser takes about a gigabyte. */
const workers = Math.max(2, Math.min(availableParallelism() + 1, Math.floor(totalmem() / 2 ** 31)))

export default defineConfig({
  testDir: "apps/web/e2e",
  globalSetup: "./apps/web/e2e/server.ts",
  outputDir: "test-results",
  workers,
  // long enough for a busy machine
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    ...(own && { baseURL: own.url }),
    // responses replaced by a test must reach the page; the test of the installed app allows service workers
    serviceWorkers: "block",
    // no fades or slides, which are half of the work of opening a page
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { ...(executablePath && { executablePath }), args: [...chromiumFlags] },
    // a trace of every step costs as much as the steps: enable it with --trace on
    trace: "off",
    screenshot: "only-on-failure",
  },
})
