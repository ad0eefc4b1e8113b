import { globSync, readFileSync } from "node:fs"
import { defineConfig } from "vitest/config"

/** Tests stand beside what they test. Those that start a Postgres, a server or a program say so by what they name. */
const all = globSync(["{apps,modules,platform,tools}/**/*.test.ts"], { exclude: ["**/node_modules/**", "**/dist/**"] })
const starts = /testing\/database\.ts|temporary-server\.ts|testing\/smtp\.ts|node:child_process|pty\.ts|testing\/server\.ts|demo-server\.ts|installation\.ts/
const integration = all.filter((file) => starts.test(readFileSync(file, "utf8")))
const unit = all.filter((file) => !integration.includes(file))

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      // pure code leaves nothing behind, so that what one file has loaded serves the next
      { test: { name: "unit", include: unit, testTimeout: 60_000, isolate: false } },
      {
        test: {
          name: "integration",
          include: integration,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 300_000,
          // a busy machine may be late once; what needed it is named at the end, and is looked into
          retry: 1,
          globalSetup: "platform/testing/template.ts",
        },
      },
    ],
  },
})
