/** `npm test`: the checks, then every test, then the browser's. The closing line is the sum of them. */
import { spawn } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import * as path from "node:path"
import { demoVariable, newFolder } from "../platform/testing/data-folder.ts"
import { startServer } from "../platform/testing/server.ts"
import { check } from "./check.ts"
import { findChromium } from "./chromium.ts"

interface Result {
  readonly passed: number
  readonly failed: number
  /** File, name and message of what failed, also of what then passed when tried again: said at the end, where a long log is read first. */
  readonly failures?: ReadonlyArray<string>
}

const root = path.join(import.meta.dirname, "..")
const folder = newFolder("test-run")
const compiled = path.join(folder, "code")

/** Runs a program of ours with its output passed on; answers its exit code. */
const run = (name: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  new Promise<number>((resolve, reject) => {
    const program = path.join(root, "node_modules/.bin", name)
    const child = spawn(program, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      // the programs that the tests start hundreds of times are compiled once
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
      shell: process.platform === "win32",
    })
    child.once("error", reject).once("close", (code) => resolve(code ?? 1))
  })

/** What a runner wrote down, with at least one failure if it ended badly, whatever it wrote. */
const counted = (code: number, file: string, read: (report: any) => Result): Result => {
  let result = { passed: 0, failed: 0 }
  try {
    result = read(JSON.parse(readFileSync(file, "utf8")))
  } catch (error) {
    console.error(`No report of the tests: ${error instanceof Error ? error.message : error}`)
    return { passed: 0, failed: 1 }
  }
  return code === 0 ? result : { ...result, failed: Math.max(1, result.failed) }
}

const told = (file: string, test: string, passedAfterwards: boolean, message: string) =>
  `${passedAfterwards ? "Passed when tried again" : "Failed"}: ${file}: ${test}\n${message}`

/** Told once, by a server that starts on an empty folder: what needs the demo data copies them. Without them it tells the story itself. */
const demoData = async (): Promise<Result> => {
  const data = path.join(folder, "demo")
  try {
    const { stop } = await startServer([path.join(root, "apps/server/main.ts")], { OPS_DATA: data, NODE_COMPILE_CACHE: compiled })
    if ((await stop()) !== 0) throw new Error("The server did not stop in order")
    process.env[demoVariable] = data
    return { passed: 0, failed: 0 }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

const tests = async (): Promise<Result> => {
  const file = path.join(folder, "vitest.json")
  const code = await run("vitest", ["run", "--config", "vitest.workspace.ts", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`])
  return counted(code, file, ({ numPassedTests: passed, numFailedTests: failed, testResults }) => ({
    passed,
    failed,
    failures: testResults.flatMap(({ name, status, message, assertionResults }: any) => {
      const file = path.relative(root, name)
      const failures = assertionResults
        .filter(({ failureMessages }: any) => failureMessages.length > 0)
        .map((test: any) => told(file, test.fullName, test.status === "passed", test.failureMessages[0]))
      // a file that could not be loaded, or whose set-up failed, has no test to name
      return status === "failed" && failures.length === 0 ? [told(file, "", false, message)] : failures
    }),
  }))
}

const build = async (): Promise<Result> => ({ passed: 0, failed: (await run("vite", ["build", "apps/web", "--logLevel", "warn"])) === 0 ? 0 : 1 })

const browserTests = async (): Promise<Result> => {
  if (findChromium({ install: true }) === undefined) {
    const wished = process.env["OPS_WITHOUT_BROWSER"] === "1"
    console.error(`The browser tests were NOT run. ${wished ? "OPS_WITHOUT_BROWSER=1 lets that pass." : "OPS_WITHOUT_BROWSER=1 would let that pass."}`)
    return { passed: 0, failed: wished ? 0 : 1 }
  }
  const file = path.join(folder, "playwright.json")
  const code = await run("playwright", ["test", "--reporter=list,json"], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return counted(code, file, ({ stats, suites }) => {
    const specs = (suite: any): ReadonlyArray<any> => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
    const failures = suites.flatMap(specs).flatMap(({ file, title, tests: [test] }: any) => {
      const message = test.results[0]?.error?.message
      return message === undefined ? [] : [told(file, title, test.status === "flaky", message)]
    })
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures }
  })
}

const sum = { passed: 0, failed: 0, failures: new Array<string>() }
const stage = async (title: string, of: () => Promise<Result>) => {
  console.log(`\n── ${title}`)
  const { passed, failed, failures = [] } = await of()
  sum.passed += passed
  sum.failed += failed
  // a stage that failed before any test of it names itself
  sum.failures.push(...(failed > 0 && failures.length === 0 ? [`Failed: ${title}`] : failures))
  return failed
}

await stage("Checks", check)
await stage("The demo data", demoData)
await stage("Tests", tests)
if ((await stage("The web app", build)) === 0) await stage("The browser's tests", browserTests)
rmSync(folder, { recursive: true })
if (sum.failures.length > 0) console.log(`\n── What failed\n${sum.failures.join("\n\n")}`)
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed === 0 ? 0 : 1
