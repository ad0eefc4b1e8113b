/**
 * `npm run test:days`: runs the tests that depend on dates at simulated times at which date code tends to fail. Node, Postgres and every program that
 * a test starts share one shifted clock (libfaketime), so that they agree with each other.
 *
 *   npm run test:days                          every moment, every test file that depends on dates
 *   npm run test:days -- --only "leap day"     one moment
 *   npm run test:days -- modules/people        only files whose path contains this
 */
import { spawn } from "node:child_process"
import { existsSync, globSync, readFileSync, rmSync } from "node:fs"
import * as path from "node:path"
import { parseArgs } from "node:util"
import { demoVariable, newFolder } from "../platform/testing/data-folder.ts"
import { startServer } from "../platform/testing/server.ts"

const root = path.join(import.meta.dirname, "..")

/** The moments, in UTC. Juba is two hours ahead. */
export const moments: ReadonlyArray<readonly [name: string, at: string]> = [
  ["Sunday evening in UTC, Monday in Juba", "2026-11-22T23:22:00Z"],
  ["Monday, three minutes after midnight in Juba", "2026-11-22T22:03:00Z"],
  ["last day of a month", "2026-11-30T20:40:00Z"],
  ["first day of a month", "2026-11-30T22:10:00Z"],
  ["New Year in Juba, still the old year in UTC", "2026-12-31T22:30:00Z"],
  ["leap day", "2028-02-29T09:00:00Z"],
  ["public holiday", "2027-07-09T10:00:00Z"],
  ["end of a fiscal year", "2026-12-31T15:00:00Z"],
]

/** A test file depends on dates if it, or the demo data it uses, reads the clock. */
const knowsDates = /\btoday\b|new Date\(\)|Date\.now\(\)|system\("|demoServer|copyDemo/
/** Tests that kill processes are about faults, not dates, and libfaketime disturbs the timers of surviving processes. */
const kills = /pg_terminate_backend|SIGKILL/

export const files = (wanted: ReadonlyArray<string>) =>
  globSync("{apps,modules,platform}/**/*.test.ts", { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] })
    .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
    .filter((file) => {
      const text = readFileSync(path.join(root, file), "utf8")
      return knowsDates.test(text) && !kills.test(text)
    })
    .sort()

/** The library's path on Debian, Fedora, Arch and Homebrew. */
const library = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
  "/usr/lib64/faketime/libfaketime.so.1",
  "/usr/lib/faketime/libfaketime.so.1",
].find(existsSync)

/** The environment in which the clock starts at the given moment. Timers keep the real, monotonic clock. */
const clockAt = (at: string) => {
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1000)
  return { LD_PRELOAD: library, FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`, FAKETIME_DONT_FAKE_MONOTONIC: "1" }
}

const vitest = (tests: ReadonlyArray<string>, report: string, env: NodeJS.ProcessEnv) =>
  new Promise<number>((resolve, reject) => {
    const program = path.join(root, "node_modules/.bin/vitest")
    const args = ["run", "--config", "vitest.workspace.ts", "--retry=0", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`, ...tests]
    const child = spawn(program, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } })
    child.once("error", reject).once("close", (code) => resolve(code ?? 1))
  })

const main = async () => {
  const { values, positionals } = parseArgs({ options: { only: { type: "string" } }, allowPositionals: true })
  if (library === undefined) {
    console.error("libfaketime is not installed. On Debian: apt-get install faketime")
    return 2
  }
  const chosen = moments.filter(([name]) => values.only === undefined || name.includes(values.only))
  const tests = files(positionals)
  if (chosen.length === 0 || tests.length === 0) {
    console.error(chosen.length === 0 ? `No moment is called "${values.only}". Moments: ${moments.map(([name]) => name).join("; ")}` : "No test file matches")
    return 2
  }
  const folder = newFolder("test-days")
  const rows = new Array<{ readonly moment: string; readonly passed: number; readonly failed: number; readonly seconds: number }>()
  for (const [moment, at] of chosen) {
    console.log(`\n── ${moment} (${at})`)
    const begin = performance.now()
    const data = path.join(folder, at.replaceAll(":", ""))
    // the demo data is created at this moment too, when the server starts
    const { stop } = await startServer([path.join(root, "apps/server/main.ts")], { ...clockAt(at), OPS_DATA: data })
    await stop()
    const report = `${data}.json`
    const code = await vitest(tests, report, { ...clockAt(at), [demoVariable]: data })
    const { numPassedTests: passed, numFailedTests } = JSON.parse(readFileSync(report, "utf8"))
    rows.push({ moment, passed, failed: code === 0 ? 0 : Math.max(1, numFailedTests), seconds: Math.round((performance.now() - begin) / 1000) })
    rmSync(data, { recursive: true, force: true })
  }
  rmSync(folder, { recursive: true, force: true })
  console.table(rows)
  const failed = rows.reduce((sum, row) => sum + row.failed, 0)
  console.log(`${rows.reduce((sum, row) => sum + row.passed, 0)} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await main()
