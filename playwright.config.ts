import { defineConfig } from "@playwright/test"
import { chromiumFlags, findChromium } from "./tools/chromium.ts"

const executablePath = findChromium({ install: false })
const baseURL = process.env["BASE_URL"] // given by the global setup, or by who has a server already

export default defineConfig({
  testDir: "apps/web/e2e",
  globalSetup: "./apps/web/e2e/server.ts",
  outputDir: "test-results",
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    ...(baseURL && { baseURL }),
    launchOptions: { ...(executablePath && { executablePath }), args: [...chromiumFlags] },
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
})
