/**
 * Plants the faults of `mutations.ts`, one at a time, in a copy of the product, runs the tests that must find each one, and prints which test found
 * which. `npm run mutate` for all; `npm run mutate -- scope limit` for those whose names begin with these words; `--check` only checks that each can
 * be planted; `--resume` continues an interrupted run of the same files.
 *
 * All tests run once without a fault, then each fault runs only its own tests, two faults in parallel, each in its own copy. A test that times out
 * does not count as finding the fault. The demo data is created once, by the product without a fault, unless OPS_TEST_DEMO names it. That is valid:
 * the log records what people did, a fault in a fold changes the fingerprint so that a server rebuilds the rows with the fault, and anything else at
 * worst hides a fault, which is then reported as not found.
 */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { demoVariable } from "../../platform/testing/data-folder.ts"
import { startServer } from "../../platform/testing/server.ts"
import { copied } from "../copied.ts"
import { mutations, unplantable } from "./mutations.ts"

const root = path.join(import.meta.dirname, "../..")
/** The number of faults that may remain unfound. */
const unfoundAtMost = 2

const given = process.argv.slice(2)
const names = given.filter((word) => !word.startsWith("--"))
const chosen = mutations.filter(({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)))

const wrong = unplantable(chosen)
if (wrong.length > 0) {
  console.error(`These faults cannot be planted any more. Correct tools/mutations/mutations.ts:\n${wrong.map((line) => `- ${line}`).join("\n")}`)
  process.exit(1)
}
if (given.includes("--check")) process.exit(0)

const copies = [copied("mutate"), copied("mutate")]
const [{ folder: first, digest }] = copies as [(typeof copies)[number]]
process.once("exit", () => {
  for (const { folder } of copies) fs.rmSync(folder, { recursive: true, force: true })
})
process.once("SIGINT", () => process.exit(130)).once("SIGTERM", () => process.exit(143))

interface Ran {
  /** the first test that failed, as "file: title", with its message */
  readonly failed: { readonly test: string; readonly why: string } | undefined
  /** the files that ran to their end and passed: one that cannot be loaded or set up finds nothing */
  readonly passed: ReadonlyArray<string>
  readonly isOutOfTime: boolean
}

interface VitestReport {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly status: string; readonly failureMessages: ReadonlyArray<string> }>
  }>
}

/** Runs test files in a copy. */
const ran = async (folder: string, tests: ReadonlyArray<string>, ...options: ReadonlyArray<string>): Promise<Ran> => {
  const report = path.join(folder, "report.json")
  fs.rmSync(report, { force: true })
  const program = path.join(folder, "node_modules/.bin/vitest")
  const fixed = ["run", "--config", "vitest.workspace.ts", "--retry=0", "--reporter=json", `--outputFile=${report}`]
  await new Promise((resolve, reject) => {
    const child = spawn(program, [...fixed, ...options, ...tests], { cwd: folder, stdio: "ignore", shell: process.platform === "win32" })
    child.once("error", reject).once("close", resolve)
  })
  if (!fs.existsSync(report)) return { failed: undefined, passed: [], isOutOfTime: false }
  const { testResults: files } = JSON.parse(fs.readFileSync(report, "utf8")) as VitestReport
  const failures = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map((test) => ({ test: `${path.relative(folder, name)}: ${test.fullName.trim()}`, why: String(test.failureMessages[0]).slice(0, 500) })),
  )
  const ranOutOfTime = ({ why }: { readonly why: string }) => /timed out in \d+ ?ms/.test(why)
  const failed = failures.find((failure) => !ranOutOfTime(failure))
  const passed = tests.filter((test) => files.some(({ name, status }) => name.endsWith(test) && status === "passed"))
  return { failed, passed, isOutOfTime: failures.some(ranOutOfTime) }
}

const seconds = (since: number) => `${Math.round((performance.now() - since) / 1000)} s`

const data = path.join(first, "demo")
if (process.env[demoVariable] === undefined) {
  const began = performance.now()
  const { stop } = await startServer([path.join(first, "apps/server/main.ts")], { OPS_DATA: data })
  if ((await stop()) !== 0) throw new Error("The server with the demo data did not stop in order")
  process.env[demoVariable] = data
  console.log(`Demo data made in ${seconds(began)}`)
}

interface Result {
  readonly name: string
  /** the test that found it */
  readonly by: string | undefined
  readonly why: string | undefined
  readonly took: string
}
/** Saved results for exactly these files: the test files that pass without a fault, and the faults already run. */
interface Kept {
  readonly digest: string
  readonly sound: ReadonlyArray<string>
  readonly results: ReadonlyArray<Result>
}
const keptAt = path.join(root, "node_modules/.cache/mutate.json")
const kept = (): Kept => {
  const known: Kept | undefined = given.includes("--resume") && fs.existsSync(keptAt) ? JSON.parse(fs.readFileSync(keptAt, "utf8")) : undefined
  return known?.digest === digest ? known : { digest, sound: [], results: [] }
}
const before = kept()
const keep = (sound: ReadonlyArray<string>, results: ReadonlyArray<Result>) => {
  fs.mkdirSync(path.dirname(keptAt), { recursive: true })
  fs.writeFileSync(keptAt, JSON.stringify({ digest, sound, results } satisfies Kept))
}

const all = [...new Set(chosen.flatMap(({ tests }) => tests))]
const start = performance.now()
const unproven = all.filter((test) => !before.sound.includes(test))
const sound = unproven.length === 0 ? undefined : await ran(first, unproven)
const proven = [...before.sound, ...(sound?.passed ?? [])]
keep(proven, before.results)
// a test that fails without a fault cannot find one
const unsound = all.filter((test) => !proven.includes(test))
if (unsound.length > 0) {
  const { failed } = sound!
  const why = failed === undefined ? "" : `\n${failed.test}\n${failed.why}`
  console.error(`Without any fault these do not pass, or not in time, so they cannot find one:\n${unsound.join("\n")}${why}`)
  process.exit(1)
}
console.log(`${all.length} test files pass without a fault, in ${seconds(start)}`)

const results = [...before.results]
const still = chosen.filter(({ name }) => !results.some((result) => result.name === name))
if (still.length < chosen.length) console.log(`${chosen.length - still.length} faults had their run before`)
const waiting = still.values()
await Promise.all(
  copies.map(async ({ folder }) => {
    for (const { name, file, search, replace, tests } of waiting) {
      const at = path.join(folder, file)
      const text = fs.readFileSync(at, "utf8")
      const began = performance.now()
      fs.writeFileSync(
        at,
        text.replace(search, () => replace),
      )
      const { failed, isOutOfTime } = await ran(folder, tests, "--bail=1")
      fs.writeFileSync(at, text)
      results.push({ name, by: failed?.test, why: failed?.why, took: seconds(began) })
      keep(proven, results)
      const outcome = failed !== undefined ? "found    " : isOutOfTime ? "TOO SLOW " : "NOT FOUND"
      const number = String(chosen.length - still.length + results.length - before.results.length).padStart(2)
      console.log(`${number}/${chosen.length}  ${outcome}  ${name} (${seconds(began)})`)
    }
  }),
)

const told = results.filter((result) => chosen.some(({ name }) => name === result.name))
const unfound = told.filter(({ by }) => by === undefined)
const width = Math.max(...told.map(({ name }) => name.length))
console.log(`\n${told.map(({ name, took, by = "NOT FOUND" }) => `${name.padEnd(width)}  ${took.padStart(5)}  ${by}`).join("\n")}`)
console.log(`\n${told.length - unfound.length} of ${told.length} found in ${seconds(start)}`)
if (unfound.length > 0) console.log(`Not found:\n${unfound.map(({ name }) => `- ${name}`).join("\n")}`)
process.exit(unfound.length > unfoundAtMost ? 1 : 0)
