/** `npm run check`: all static checks of the code, with one line of output for each. */
import { spawn } from "node:child_process"
import { availableParallelism, totalmem } from "node:os"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "..")
const installed = (name: string) => path.join(root, "node_modules/.bin", name)

/** One program reports both type errors and lint findings, so that types are computed only once. */
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

/**
 * Runs all checks in parallel, and prints each as it ends, with its output if it failed. Returns how many passed and failed, and the output of the
 * failed ones.
 */
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

if (import.meta.main) process.exitCode = (await check()).failed === 0 ? 0 : 1
