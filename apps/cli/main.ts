/** Starts `ops`. Compiled code is cached for all runs; a folder that cannot be written only costs time. */
import { enableCompileCache } from "node:module"
import { homedir } from "node:os"
import * as path from "node:path"

const cache = process.env["XDG_CACHE_HOME"]
enableCompileCache(path.join(cache && path.isAbsolute(cache) ? cache : path.join(homedir(), ".cache"), "ops", "code"))
// imported dynamically, because static imports would be compiled before the cache is enabled
const [{ opsProgram }, { run }, { withCurrentNames }] = await Promise.all([
  import("./program.ts"),
  import("@ops/platform/terminal/run.ts"),
  import("./former-names/former-names.ts"),
])
const words = withCurrentNames(process.argv.slice(2))
const { program, disconnect } = await opsProgram(words)
await run(program, words)
await disconnect()
