/**
 * The first day of a company by the guides, run as written, every night: it starts the terminal program about a hundred times. The log of an earlier
 * release has tests of its own (apps/server/starts/old-logs.test.ts).
 */
import { execFile, spawnSync } from "node:child_process"
import * as path from "node:path"
import { promisify } from "node:util"
import { times } from "@ops/platform/testing/thorough.ts"
import { expect, test } from "vitest"

/** The programs of a machine that the guides use; not every test machine has them. */
const hasPrograms = ["bash", "curl", "openssl"].every((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined)

// proves U-25-3
test("the commands of the guides alone lead from an empty folder to opening balances that tie, a paid bill and a restored backup", {
  timeout: 600_000,
  skip: !(times(false, true) && hasPrograms),
}, async () => {
  const script = path.join(import.meta.dirname, "main.ts")
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--until", "The log of an earlier release, opened by this one"])
  expect(stdout).toMatch(/The opening balances tie\n.*A second run changes nothing\n[^]*The first payment\n[^]*The figures are the same there\n.*in all\n$/)
})
