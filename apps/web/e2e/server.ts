/** The server that the browser tests talk to: a fresh one, with demo data, in a folder of its own. */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

export default async function startServer() {
  const folder = mkdtempSync(path.join(tmpdir(), "ops-browser-"))
  const port = await freePort()
  const server = spawn(process.execPath, [path.resolve("apps/server/main.ts")], {
    env: { ...process.env, PORT: String(port), OPS_DATA: folder, OPS_MODE: "demo", OPS_ORIGIN: `http://localhost:${port}` },
    stdio: ["ignore", "pipe", "inherit"],
  })
  let said = ""
  server.stdout.on("data", (text) => (said += text))
  process.env["OPS_DATA"] = folder
  process.env["BASE_URL"] = `http://localhost:${port}`
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) break
    if (server.exitCode !== null || tries > 600) throw new Error(`The server did not start:\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve))
    server.kill("SIGTERM")
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
