/** A whole server for tests, a process of its own, with the demo data. */
import * as fs from "node:fs"
import * as path from "node:path"
import { copyDemo, newFolder } from "@ops/platform/testing/data-folder.ts"
import { type Server, startServer } from "@ops/platform/testing/server.ts"

/** With `limits: false` everyone may call as often as a test needs. */
export const demoServer = async ({ limits = true } = {}): Promise<Server> => {
  const folder = newFolder("demo")
  const data = path.join(folder, "data")
  copyDemo(data)
  const server = await startServer([path.join(import.meta.dirname, "..", limits ? "main.ts" : "unlimited-server.ts")], { OPS_DATA: data })
  const stop = async () => {
    const code = await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
    return code
  }
  return { ...server, stop }
}
