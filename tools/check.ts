/** `npm run check`: everything that can be said of the code without running it, one line a check. */
import { spawn } from "node:child_process"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "..")
const installed = (name: string) => path.join(root, "node_modules/.bin", name)

const checks: ReadonlyArray<readonly [name: string, command: string, ...args: ReadonlyArray<string>]> = [
  ["types", installed("tsc"), "--noEmit", "--project", "tsconfig.json"],
  ["lint", installed("oxlint")],
  ["format", installed("biome"), "format", "--reporter=summary", "."],
  ["boundaries", process.execPath, "tools/boundaries.ts"],
  ["coverage", process.execPath, "tools/coverage.ts", "--check"],
  ["unused code", installed("knip"), "--no-progress", "--no-config-hints"],
]

/** Runs all checks, and shows each, with what it found if it failed. How many passed and failed, and what the failed ones said. */
export const check = async () => {
  const result = { passed: 0, failed: 0, failures: new Array<string>() }
  for (const [name, command, ...args] of checks) {
    process.stdout.write(`${name.padEnd(12)}`)
    const begin = performance.now()
    const { code, said } = await run(command, args)
    console.log(`${code === 0 ? "ok" : "FAILED"}  ${((performance.now() - begin) / 1000).toFixed(1)} s`)
    if (code === 0) result.passed++
    else {
      result.failed++
      result.failures.push(`Failed: ${name}\n${said.trimEnd()}`)
      console.log(`${said.trimEnd()}\n`)
    }
  }
  return result
}

const run = (command: string, args: ReadonlyArray<string>) =>
  new Promise<{ readonly code: number | null; readonly said: string }>((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" })
    let said = ""
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text))
    child.once("error", reject).once("close", (code) => resolve({ code, said }))
  })

if (import.meta.main) process.exitCode = (await check()).failed === 0 ? 0 : 1
