// Run by `npm ci` and `npm install`: patches packages, removes what no program reads, and prepares `ops` to start fast. Each part works without the others.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, rmSync } from "node:fs"
import * as path from "node:path"

const modules = path.join(import.meta.dirname, "../node_modules")

// in production it passes over patches of packages that only developers have
const NODE_ENV = existsSync(path.join(modules, "playwright-core")) ? "development" : "production"
const patched = spawnSync(process.execPath, [path.join(modules, "patch-package/index.js")], { stdio: "inherit", env: { ...process.env, NODE_ENV } })
if (patched.status !== 0) process.exit(patched.status ?? 1)

// A fifth of the disk: headers for compiling extensions of Node, sources beside what was built from them, and maps to such sources.
const headers = readdirSync(modules).filter((name) => /^node-(bin-)?(linux|darwin|win)/.test(name))
const unread = [...headers.map((name) => `${name}/include`), "effect/src", "effect/ai-docs", "zod/src", "react-router/docs"]
for (const folder of unread) rmSync(path.join(modules, folder), { recursive: true, force: true })
for (const file of readdirSync(modules, { recursive: true, withFileTypes: true })) {
  if (file.isFile() && /\.([cm]?[jt]s|css)\.map$/.test(file.name)) rmSync(path.join(file.parentPath, file.name))
}

// without it, or if it fails, `ops` runs from its sources
if (process.features.typescript) {
  try {
    await (await import("./prepare-ops.ts")).prepareOps()
  } catch (error) {
    console.error(`ops will run from its sources, which starts slower: ${error instanceof Error ? error.message : error}`)
  }
}
