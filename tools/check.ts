/** Type-check and the rest of the checks, each in one line; ends with 1 if one fails. */
import { spawnSync } from "node:child_process"

const checks: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
  ["types", "tsc", ["--noEmit", "-p", "tsconfig.json"]],
  ["lint", "oxlint", ["--quiet", "modules", "platform", "apps", "tools"]],
]
let failed = 0
for (const [name, command, args] of checks) {
  const begin = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" })
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`)
  if (status === 0) continue
  failed++
  console.log(stdout + stderr)
}
process.exit(failed === 0 ? 0 : 1)
