/**
 * `npm run check`: all static checks of the code, with one line of output for each. The compiler and the lint look only at what changed since
 * their last success; `npm run check -- --whole`, like `npm test`, looks at everything.
 */
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, totalmem } from "node:os"
import * as path from "node:path"
import { leadingTo, namesOf, ownFiles } from "./reach.ts"

const root = path.join(import.meta.dirname, "..")
const installed = (name: string) => path.join(root, "node_modules/.bin", name)

type Check = readonly [name: string, command: string, ...args: ReadonlyArray<string>]

/** One program reports both type errors and lint findings, so that types are computed only once. */
export const typesAndLint = [installed("oxlint"), "--type-check"] as const

const checks: ReadonlyArray<Check> = [
  ["format", installed("biome"), "format", "--reporter=summary", "."],
  ["boundaries", process.execPath, "tools/checks/boundaries.ts"],
  ["casts", process.execPath, "tools/checks/casts.ts"],
  ["folders", process.execPath, "tools/checks/folders.ts"],
  ["words", process.execPath, "tools/checks/words.ts"],
  ["translations", process.execPath, "tools/checks/translations.ts"],
  ["coverage", process.execPath, "tools/checks/coverage.ts", "--check"],
  ["event shapes", process.execPath, "tools/checks/event-shapes.ts", "--check"],
  ["unused code", installed("knip"), "--no-progress", "--no-config-hints"],
]

/** The files of the last successful lint by their digest. */
const cache = path.join(root, "node_modules/.cache/lint.json")
type Digests = Readonly<Record<string, string>>
const digestOf = (file: string) =>
  createHash("sha1")
    .update(readFileSync(path.join(root, file)))
    .digest("base64")
const digests = (): Digests => Object.fromEntries(ownFiles().map((file) => [file, digestOf(file)]))
const lastLinted = (): Digests | undefined => {
  try {
    return JSON.parse(readFileSync(cache, "utf8")) as Digests
  } catch {
    return undefined
  }
}

/**
 * The files that changed from another state, and those that import them: findings of the lint depend on the types of what a file imports. Undefined
 * if any file can be affected. What a type changes further away is found by the compiler, or by the whole lint of `npm test`.
 */
export const affected = (before: Digests, now: Digests, names = namesOf) => {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((file) => before[file] !== now[file])
  if (changed.some((file) => !(file in now) || !/\.tsx?$/.test(file))) return undefined
  return [...leadingTo(names(Object.keys(now)), changed, (file) => !changed.includes(file))].filter((file) => /\.tsx?$/.test(file))
}

/** The types by the compiler, which remembers what it has checked, and the lint of what is affected. */
const sinceLastTime = (now: Digests): ReadonlyArray<Check> => {
  const before = lastLinted()
  const files = before && affected(before, now)
  const lint: ReadonlyArray<Check> = files?.length === 0 ? [] : [["lint", installed("oxlint"), ...(files ?? [])]]
  return [["types", installed("tsc")], ...lint]
}

/**
 * Runs all checks in parallel, and prints each as it ends, with its output if it failed. Returns how many passed and failed, and the output of the
 * failed ones.
 */
export const check = async (print: (line: string) => void = console.log, isWhole = true) => {
  const result = { passed: 0, failed: 0, failures: new Array<string>() }
  const now = isWhole ? undefined : digests()
  const queue = [...(now ? sinceLastTime(now) : [["types, lint", ...typesAndLint] as const]), ...checks]
  let isLinted = true
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, command, ...args] = next
      const begin = performance.now()
      const { code, said } = await run(command, args)
      print(`${name.padEnd(12)} ${code === 0 ? "ok" : "FAILED"}  ${((performance.now() - begin) / 1000).toFixed(1)} s`)
      if (code === 0) result.passed++
      else {
        if (name === "lint") isLinted = false
        result.failed++
        result.failures.push(`Failed: ${name}\n${said.trimEnd()}`)
        for (const line of said.trimEnd().split("\n")) print(line)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  if (now && isLinted) {
    mkdirSync(path.dirname(cache), { recursive: true })
    writeFileSync(cache, JSON.stringify(now))
  }
  return result
}

/** For programs in Go: they keep most of their memory in use until they end, so garbage is collected only once half of the memory is used. */
const memory = { GOGC: "off", GOMEMLIMIT: `${Math.floor(totalmem() / 2)}B` }

export const run = (command: string, args: ReadonlyArray<string>, cwd = root) =>
  new Promise<{ readonly code: number | null; readonly said: string }>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...memory },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    })
    let said = ""
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text))
    child.once("error", reject).once("close", (code) => resolve({ code, said }))
  })

if (import.meta.main) process.exitCode = (await check(console.log, process.argv.includes("--whole"))).failed === 0 ? 0 : 1
