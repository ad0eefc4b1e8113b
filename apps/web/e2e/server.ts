/**
 * The servers that the browser tests talk to: one a worker, each with a copy of the same demo data in a folder of its own.
 * `OPS_BROWSER_DATA` names the folder of a stopped server with demo data, to be copied instead of being made anew.
 */
import { spawn } from "node:child_process"
import { cpSync, lchownSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import type { FullConfig } from "@playwright/test"

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

export interface Running {
  readonly url: string
  readonly folder: string
  readonly stop: () => Promise<void>
}

/** A server on a folder, once it answers. Where the folder is empty, and nothing else is asked for, it has loaded the demo data. */
export const startServer = async (folder: string, env: Readonly<Record<string, string>> = {}): Promise<Running> => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, [path.resolve("apps/server/main.ts")], {
    env: { ...process.env, PORT: String(port), OPS_DATA: folder, OPS_MODE: "demo", OPS_ORIGIN: url, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })
  let said = ""
  server.stdout.on("data", (text) => (said += text))
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) break
    if (server.exitCode !== null || tries > 3000) throw new Error(`The server did not start:\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const stop = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve))
    server.kill("SIGTERM")
    await ended
  }
  return { url, folder, stop }
}

/** Copies a data folder whose server is stopped. */
const copy = (from: string, to: string) => {
  cpSync(from, to, { recursive: true })
  // started by root, Postgres runs as another account, and must own its files
  if (process.getuid?.() !== 0) return
  for (const name of readdirSync(from, { recursive: true, encoding: "utf8" })) {
    const { uid, gid } = lstatSync(path.join(from, name))
    lchownSync(path.join(to, name), uid, gid)
  }
}

/** Before all tests. Which server is whose, the configuration says. */
export default async function startServers({ workers }: FullConfig) {
  const parent = mkdtempSync(path.join(tmpdir(), "ops-browser-"))
  let made = process.env["OPS_BROWSER_DATA"]
  if (made === undefined) {
    made = path.join(parent, "made")
    await (await startServer(made)).stop()
  }
  const folders = Array.from({ length: workers }, (_, n) => path.join(parent, `worker-${n}`))
  for (const folder of folders) copy(made, folder)
  const servers = await Promise.all(folders.map((folder) => startServer(folder)))
  process.env["OPS_BROWSER_SERVERS"] = JSON.stringify(servers)
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()))
    rmSync(parent, { recursive: true, force: true })
  }
}
