/** The servers for the browser tests: one per worker, each with a copy of the same demo data in its own folder. */
import { rmSync } from "node:fs"
import { createServer } from "node:net"
import path from "node:path"
import type { FullConfig } from "@playwright/test"
import { copyFolder, demoVariable, newFolder } from "@ops/platform/testing/data-folder.ts"
import * as Testing from "@ops/platform/testing/server.ts"

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
  readonly stop: () => Promise<unknown>
}

/** A server on a folder. If the folder is empty, and nothing else is requested, it has loaded the demo data. */
export const startServer = async (folder: string, env: Readonly<Record<string, string>> = {}): Promise<Running> => {
  // its address must be known in advance, because passkeys are bound to one address
  const port = String(await freePort())
  const here = { PORT: port, OPS_DATA: folder, OPS_ORIGIN: `http://localhost:${port}` }
  const { url, stop } = await Testing.startServer([path.resolve("apps/server/main.ts")], { ...here, ...env })
  return { url, folder, stop }
}

/** Runs before all tests. The configuration assigns the servers to workers. */
export default async function startServers({ workers }: FullConfig) {
  const parent = newFolder("browser")
  const given = process.env[demoVariable]
  const made = given ?? path.join(parent, "made")
  if (given === undefined) await (await startServer(made)).stop()
  const folders = Array.from({ length: workers }, (_, n) => path.join(parent, `worker-${n}`))
  for (const folder of folders) copyFolder(made, folder)
  const servers = await Promise.all(folders.map((folder) => startServer(folder)))
  process.env["OPS_BROWSER_SERVERS"] = JSON.stringify(servers)
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()))
    rmSync(parent, { recursive: true, force: true })
  }
}
