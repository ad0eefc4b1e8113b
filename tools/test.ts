/**
 * `npm test`: the checks, then every test, then the browser tests. Independent stages run in parallel. At the end it prints the stages with their
 * times, the slowest files, the failures with the command to run each alone, and the totals.
 *
 *   npm test -- --nightly          repeats randomised tests more often
 *   npm test -- --changed          only what the changes since the last commit can affect; --changed=main: since this commit
 */
import { spawn } from "node:child_process"
import { readFileSync, rmSync, statfsSync } from "node:fs"
import { availableParallelism, freemem } from "node:os"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import * as Database from "../platform/database/database.ts"
import { make } from "../platform/database/embedded.ts"
import { demoVariable, newFolder } from "../platform/testing/data-folder.ts"
import { startServer } from "../platform/testing/server.ts"
import { nightlyVariable } from "../platform/testing/thorough.ts"
import { check } from "./check.ts"
import { findChromium } from "./chromium.ts"
import { reachedSince } from "./reach.ts"

interface Result {
  readonly passed: number
  readonly failed: number
  /** The failures, with their messages and the commands to run each alone; printed at the end, which is read first in a long log. */
  readonly failures?: ReadonlyArray<string>
  readonly files?: ReadonlyArray<TimedFile>
}

interface TimedFile {
  readonly file: string
  readonly tests: number
  readonly seconds: number
}

const root = path.join(import.meta.dirname, "..")
const gigabyte = 2 ** 30

/** Temporary databases do not need a disk: in memory, if there is enough, a commit does not wait for one. */
const memory = "/dev/shm"
const fitsInMemory = () => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return process.platform === "linux" && bavail * bsize >= 8 * gigabyte && freemem() >= 12 * gigabyte
  } catch {
    return false
  }
}
if (process.env["TMPDIR"] === undefined && fitsInMemory()) process.env["TMPDIR"] = memory

const folder = newFolder("test-run")
// programs that the tests start hundreds of times are compiled once
process.env["NODE_COMPILE_CACHE"] ??= path.join(folder, "code")
/** … and their modules are resolved without a search. */
const places = `--import=${pathToFileURL(path.join(root, "tools/places.mjs")).href}`

const say = (stage: string, line: string) => console.log(`${stage.padEnd(11)} | ${line}`)

/** Runs one of our programs, prefixing each line of its output with the name of the stage; returns its exit code. */
const run = (stage: string, name: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  new Promise<number>((resolve, reject) => {
    const program = path.join(root, "node_modules/.bin", name)
    const child = spawn(program, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
      shell: process.platform === "win32",
    })
    const rest = ["", ""]
    for (const [n, stream] of [child.stdout, child.stderr].entries()) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        const lines = (rest[n] + text).split("\n")
        rest[n] = lines.pop()!
        for (const line of lines) if (line.trim() !== "") say(stage, line)
      })
    }
    child.once("error", reject).once("close", (code) => {
      for (const line of rest) if (line.trim() !== "") say(stage, line)
      resolve(code ?? 1)
    })
  })

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly failureMessages: ReadonlyArray<string> }>
  }>
}
interface PlaywrightSpec {
  readonly file: string
  readonly title: string
  readonly tests: readonly [{ readonly results: ReadonlyArray<{ readonly duration: number; readonly error?: { readonly message: string } }> }]
}
interface PlaywrightSuite {
  readonly specs?: ReadonlyArray<PlaywrightSpec>
  readonly suites?: ReadonlyArray<PlaywrightSuite>
}
interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number }
  readonly suites: ReadonlyArray<PlaywrightSuite>
}

/** The content of a test runner's report, with at least one failure if the runner's exit code shows one. */
const counted = <Report>(code: number, file: string, read: (report: Report) => Result): Result => {
  let result: Result = { passed: 0, failed: 0 }
  try {
    result = read(JSON.parse(readFileSync(file, "utf8")) as Report)
  } catch (error) {
    console.error(`No report of the tests: ${error instanceof Error ? error.message : error}`)
    return { passed: 0, failed: 1 }
  }
  return code === 0 ? result : { ...result, failed: Math.max(1, result.failed) }
}

const failure = (file: string, test: string, message: string, alone: string) => `Failed: ${file}: ${test}\n${message}\nAlone:  ${alone}`

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
/** Both runners treat titles as patterns. */
const pattern = (title: string) => quoted(title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))

/**
 * Done once here, while the server runs, instead of in each copy: the server seals the log, which takes as long as its start, and autovacuum collects
 * the statistics without which queries are planned badly.
 */
const sealedAndVacuumed = (data: string) =>
  Effect.gen(function* () {
    const server = yield* make(path.join(data, "postgres"))
    const { statement } = yield* Database.make({ ...server, database: "ops", max: 1 })
    const unsealed = statement("select from es.event where position > (select coalesce(max(position), 0) from es.seal) limit 1", [])
    while ((yield* unsealed).length > 0) yield* Effect.sleep("200 millis")
    yield* statement("vacuum (freeze, analyze)", [])
    // for the copies
    yield* statement("alter system set autovacuum = off", [])
  })

/** Created once by a server that starts with an empty folder; tests that need the demo data copy it, and create it themselves if it is missing. */
const demoData = async (): Promise<Result> => {
  const data = path.join(folder, "demo")
  try {
    const { stop } = await startServer([path.join(root, "apps/server/main.ts")], { OPS_DATA: data, OPS_SEAL_SECONDS: "1" })
    await Effect.runPromise(Effect.scoped(sealedAndVacuumed(data)))
    if ((await stop()) !== 0) throw new Error("The server did not stop in order")
    process.env[demoVariable] = data
    return { passed: 0, failed: 0 }
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`Failed: the demo data\n${error instanceof Error ? error.message : error}`] }
  }
}

const vitest = async (project: "unit" | "integration", only: ReadonlyArray<string>): Promise<Result> => {
  const file = path.join(folder, `${project}.json`)
  const args = [
    "run",
    "--config",
    "vitest.workspace.ts",
    "--project",
    project,
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    "--reporter=./tools/timed-files.ts",
  ]
  const times = path.join(folder, `${project}-times.json`)
  const code = await run(project, "vitest", [...args, `--outputFile.json=${file}`, ...only], {
    OPS_TEST_TIMES: times,
    NODE_OPTIONS: [process.env["NODE_OPTIONS"], places].filter(Boolean).join(" "),
  })
  return counted(code, file, ({ numPassedTests, numFailedTests, testResults }: VitestReport) => {
    const seconds: Readonly<Record<string, number>> = JSON.parse(readFileSync(times, "utf8"))
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = path.relative(root, name)
      const alone = `npx vitest run --config vitest.workspace.ts ${file}`
      const ofTests = assertionResults
        .filter(({ failureMessages }) => failureMessages.length > 0)
        .map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages[0]!, `${alone} -t ${pattern(fullName)}`))
      // a file that could not be loaded, or whose set-up failed, has no test to name
      return status === "failed" && ofTests.length === 0 ? [failure(file, "", message, alone)] : ofTests
    })
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      failures,
      files: testResults.map(({ name, assertionResults }) => ({
        file: path.relative(root, name),
        tests: assertionResults.length,
        seconds: seconds[name] ?? 0,
      })),
    }
  })
}

const build = async (): Promise<Result> => ({ passed: 0, failed: (await run("web app", "vite", ["build", "apps/web", "--logLevel", "warn"])) === 0 ? 0 : 1 })

/** The CLI program as `npx ops` runs it, which most of its tests start. */
const program = async (): Promise<Result> => ({ passed: 0, failed: (await run("ops", "node", ["tools/prepare-ops.ts"])) === 0 ? 0 : 1 })

const browserTests = async (only: ReadonlyArray<string>): Promise<Result> => {
  const file = path.join(folder, "playwright.json")
  const code = await run("browser", "playwright", ["test", "--reporter=list,json", ...only], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return counted(code, file, ({ stats, suites }: PlaywrightReport) => {
    const specs = (suite: PlaywrightSuite): ReadonlyArray<PlaywrightSpec> => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
    const all = suites.flatMap(specs)
    const failures = all.flatMap(({ file, title, tests: [test] }) => {
      const message = test.results[0]?.error?.message
      const alone = `npx playwright test ${file} -g ${pattern(title)}`
      return message === undefined ? [] : [failure(file, title, message, alone)]
    })
    const files = Map.groupBy(all, ({ file }) => file)
    return {
      passed: stats.expected,
      failed: stats.unexpected,
      failures,
      files: [...files].map(([file, specs]) => ({
        file,
        tests: specs.length,
        seconds: specs.flatMap(({ tests: [test] }) => test.results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    }
  })
}

const browser = (): Result => {
  if (findChromium({ install: true }) !== undefined) return { passed: 0, failed: 0 }
  const wished = process.env["OPS_WITHOUT_BROWSER"] === "1"
  console.error(`The browser tests were NOT run. ${wished ? "OPS_WITHOUT_BROWSER=1 lets that pass." : "OPS_WITHOUT_BROWSER=1 would let that pass."}`)
  return { passed: 0, failed: wished ? 0 : 1 }
}

const sum = { passed: 0, failed: 0, failures: new Array<string>(), files: new Array<TimedFile>() }
const stages = new Array<{ readonly stage: string; readonly from: number; readonly to: number; readonly passed: number; readonly failed: number }>()
const seconds = () => performance.now() / 1000

/** Runs a stage and adds its result to the totals; returns whether it succeeded. */
const stage = async (title: string, of: () => Result | Promise<Result>) => {
  const from = seconds()
  say(title, "begins")
  const { passed, failed, failures = [], files = [] } = await of()
  const to = seconds()
  sum.passed += passed
  sum.failed += failed
  // a stage that failed before any of its tests is listed by its own name
  sum.failures.push(...(failed > 0 && failures.length === 0 ? [`Failed: ${title}`] : failures))
  sum.files.push(...files)
  stages.push({ stage: title, from, to, passed, failed })
  say(title, `${failed === 0 ? "ok" : "FAILED"} after ${(to - from).toFixed(0)} s`)
  return failed === 0
}

const minutes = (at: number) => `${Math.floor(at / 60)}:${String(Math.floor(at % 60)).padStart(2, "0")}`
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>) => {
  const lines = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, n) => Math.max(...lines.map((line) => line[n]!.length)))
  return lines.map((line) => line.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))).join("  ")).join("\n")
}

const { values: asked } = parseArgs({
  args: process.argv.slice(2).map((word) => (word === "--changed" ? "--changed=HEAD" : word)),
  options: { changed: { type: "string" }, nightly: { type: "boolean", default: false } },
})
if (asked.nightly) process.env[nightlyVariable] = "1"
const reached = asked.changed === undefined ? undefined : reachedSince(asked.changed)
if (reached) console.log(`Reached by the changes since ${asked.changed}: ${reached.tests.length} test files, ${reached.specs.length} browser specs\n`)
const unitTests = () => stage("unit", () => vitest("unit", reached?.tests ?? []))
const integrationTests = () => stage("integration", () => vitest("integration", reached?.tests ?? []))
const runsBrowser = reached === undefined || reached.specs.length > 0

// before everything else: an installation takes the whole machine
const isChromiumThere = runsBrowser && (await stage("chromium", browser))
const checks = stage("checks", () => check((line) => say("checks", line)))
const webApp = runsBrowser ? stage("web app", build) : Promise.resolve(false)
const units = reached?.tests.length === 0 ? undefined : unitTests()
const ops = stage("ops", program)
if (reached === undefined || reached.tests.length + reached.specs.length > 0) await stage("demo data", demoData)
await ops
const integrations = reached?.tests.length === 0 ? undefined : integrationTests()
// both use all cores: in parallel with the browser tests on only a few cores, each would be too slow for timeouts and waiting users
if (availableParallelism() < 4) await Promise.all([checks, units, integrations])
if ((await webApp) && isChromiumThere && findChromium({ install: false }) !== undefined) await stage("browser", () => browserTests(reached?.specs ?? []))
await Promise.all([checks, units, integrations])
rmSync(folder, { recursive: true })

const spent = stages
  .sort((a, b) => a.from - b.from)
  .map(({ stage, from, to, passed, failed }) => [stage, minutes(from), minutes(to), (to - from).toFixed(0), passed, failed])
console.log(`\n── Where the time went, on ${availableParallelism()} cores\n${table(["stage", "from", "to", "seconds", "passed", "failed"], spent)}`)
const slowest = sum.files.sort((a, b) => b.seconds - a.seconds).slice(0, 10)
console.log(
  `\n── The slowest files\n${table(
    ["file", "seconds", "tests"],
    slowest.map(({ file, seconds, tests }) => [file, seconds.toFixed(0), tests]),
  )}`,
)
if (sum.failures.length > 0) console.log(`\n── What failed\n${sum.failures.join("\n\n")}`)
console.log(`\nThe whole run took ${minutes(seconds())}`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed === 0 ? 0 : 1
