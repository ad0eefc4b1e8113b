import { defineConfig } from "@playwright/test"
import { chromiumFlags, findChromium } from "./tools/chromium.ts"
import type { Running } from "./apps/web/e2e/server.ts"

const executablePath = findChromium({ install: false })

// each worker has a server of its own, so that what one test writes is no news to another that runs beside it
const servers: ReadonlyArray<Running> = JSON.parse(process.env["OPS_BROWSER_SERVERS"] ?? "[]")
const own = servers[Number(process.env["TEST_PARALLEL_INDEX"])]
if (own) Object.assign(process.env, { BASE_URL: own.url, OPS_DATA: own.folder })

export default defineConfig({
  testDir: "apps/web/e2e",
  globalSetup: "./apps/web/e2e/server.ts",
  outputDir: "test-results",
  workers: 2,
  // long enough for a machine that has more to do
  timeout: 180_000,
  // a busy machine may be late once; what needed it is named at the end, and is looked into
  retries: 1,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    ...(own && { baseURL: own.url }),
    launchOptions: { ...(executablePath && { executablePath }), args: [...chromiumFlags] },
    // a trace of every step costs as much as the steps: --trace on asks for it
    trace: "off",
    screenshot: "only-on-failure",
  },
})
