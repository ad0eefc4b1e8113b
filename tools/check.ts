/** `npm run check`: everything that can be said of the code without running it, one line for each. */
import { spawn } from "node:child_process"
import { availableParallelism, totalmem } from "node:os"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "..")
const installed = (name: string) => path.join(root, "node_modules/.bin", name)

/** One program reports what `tsc` reports and what the lint finds, so that the types are made once. */
export const typesAndLint = [installed("oxlint"), "--type-check"] as const

const checks: ReadonlyArray<readonly [name: string, command: string, ...args: ReadonlyArray<string>]> = [
  ["types, lint", ...typesAndLint],
  ["format", installed("biome"), "format", "--reporter=summary", "."],
  ["boundaries", process.execPath, "tools/checks/boundaries.ts"],
  ["casts", process.execPath, "tools/checks/casts.ts"],
  ["folders", process.execPath, "tools/checks/folders.ts"],
  ["words", process.execPath, "tools/checks/words.ts"],
  ["coverage", process.execPath, "tools/checks/coverage.ts", "--check"],
  ["event shapes", process.execPath, "tools/checks/event-shapes.ts", "--check"],
  ["unused code", installed("knip"), "--no-progress", "--no-config-hints"],
]

/** Runs all checks side by side, and prints each as it ends, with what it found if it failed. How many passed and failed, and what the failed ones said. */
export const check = async (print: (line: string) => void = console.log) => {
  const result = { passed: 0, failed: 0, failures: new Array<string>() }
  const queue = [...checks]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, command, ...args] = next
      const begin = performance.now()
      const { code, said } = await run(command, args)
      print(`${name.padEnd(12)} ${code === 0 ? "ok" : "FAILED"}  ${((performance.now() - begin) / 1000).toFixed(1)} s`)
      if (code === 0) result.passed++
      else {
        result.failed++
        result.failures.push(`Failed: ${name}\n${said.trimEnd()}`)
        for (const line of said.trimEnd().split("\n")) print(line)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  return result
}

/** For programs in Go: what they make stays in use until they end, so garbage is collected only where half of the memory is taken. */
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

if (import.meta.main) process.exitCode = (await check()).failed === 0 ? 0 : 1
