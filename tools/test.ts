/** Runs everything: the checks, the tests, and the browser's. Ends with 1 if one fails. */
import { spawn } from "node:child_process"
import { findChromium } from "./chromium.ts"

const run = (title: string, command: string, args: ReadonlyArray<string>, env: Record<string, string> = {}) =>
  new Promise<boolean>((resolve) => {
    console.log(`\n== ${title}`)
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } })
    child.on("exit", (code) => resolve(code === 0))
    child.on("error", (error) => {
      console.error(String(error))
      resolve(false)
    })
  })

const results: Array<readonly [string, boolean]> = []
const step = async (title: string, command: string, args: ReadonlyArray<string>) => {
  results.push([title, await run(title, command, args)])
}

await step("checks", "node", ["tools/check.ts"])
await step("tests", "vitest", ["run", "--config", "vitest.workspace.ts"])
await step("web app", "vite", ["build", "apps/web"])
if (findChromium({ install: true })) await step("browser", "playwright", ["test"])
else if (process.env["OPS_WITHOUT_BROWSER"] === "1") console.log("\nThe browser tests were NOT run: no Chromium was found.")
else results.push(["browser: no Chromium was found. Install one, or set OPS_WITHOUT_BROWSER=1", false])

const passed = results.filter(([, ok]) => ok).length
console.log("")
for (const [title, ok] of results) console.log(`${ok ? "ok  " : "FAIL"} ${title}`)
console.log(`${passed} passed, ${results.length - passed} failed`)
process.exit(passed === results.length ? 0 : 1)
