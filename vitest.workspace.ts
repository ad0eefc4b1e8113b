import { defineConfig } from "vitest/config"

/** Tests stand beside what they test. Those that start a Postgres or a server take their time, two files at once. */
export default defineConfig({
  test: {
    include: ["modules/**/*.test.ts", "platform/**/*.test.ts", "apps/**/*.test.ts", "tools/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "**/e2e/**"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
