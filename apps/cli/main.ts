/** Starts `ops`. What it loads is compiled once for all runs; a folder that cannot be written only costs that time. */
import { enableCompileCache } from "node:module"
import { homedir } from "node:os"
import * as path from "node:path"

const cache = process.env["XDG_CACHE_HOME"]
enableCompileCache(path.join(cache && path.isAbsolute(cache) ? cache : path.join(homedir(), ".cache"), "ops", "code"))
// not before: what is imported above has been compiled by now
await import("./program.ts")
