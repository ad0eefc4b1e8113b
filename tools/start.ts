/** `npm start`: builds the web app if its sources have changed since the last time, then starts the server. */
import { spawn } from "node:child_process"
import { enableCompileCache } from "node:module"
import * as path from "node:path"
import { isCurrent } from "../platform/build/web.ts"

const root = path.join(import.meta.dirname, "..")

/** Shows that work is in progress, and for how long: on a terminal in one updated line, elsewhere in two. */
const progress = (what: string) => {
  const begin = performance.now()
  const line = () => `${what} ${((performance.now() - begin) / 1000).toFixed(1)} s`
  const { stderr } = process
  if (!stderr.isTTY) {
    stderr.write(`${what}\n`)
    return (end: string) => stderr.write(`${line()}: ${end}\n`)
  }
  const show = (end = "") => stderr.write(`\r\x1b[K${line()}${end}`)
  show()
  const timer = setInterval(show, 100)
  return (end: string) => {
    clearInterval(timer)
    show(`: ${end}\n`)
  }
}

/** Runs vite in a separate process, whose memory is freed afterwards. A signal ends it, and then this process. */
const build = () =>
  new Promise<void>((resolve) => {
    const vite = path.join(root, "node_modules/vite/bin/vite.js")
    const done = progress("Building the web app …")
    const child = spawn(process.execPath, [vite, "build", "apps/web"], { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data))
    const pass = (signal: NodeJS.Signals) => child.kill(signal)
    for (const signal of signals) process.on(signal, pass)
    child.once("close", (code, ended) => {
      for (const signal of signals) process.off(signal, pass)
      if (code === 0) {
        done("done")
        return resolve()
      }
      done(ended ? "stopped" : "failed")
      if (ended) return process.kill(process.pid, ended)
      process.stderr.write(output)
      process.exit(1)
    })
  })

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

if (process.features.typescript) {
  if (!isCurrent()) await build()
  // compiled code is cached for all starts; a folder that cannot be written only costs time
  enableCompileCache(path.join(root, "node_modules/.cache/code"))
  await import(new URL("./places.mjs", import.meta.url).href)
  await import("../apps/server/main.ts")
} else {
  console.error(`Node ${process.versions.node} cannot run TypeScript: use npm start, which brings its own Node.`)
  process.exitCode = 1
}
