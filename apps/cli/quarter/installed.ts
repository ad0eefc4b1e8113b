/** The demonstration on a server of this process, for the quarter and for what is proved after it. */
import * as fs from "node:fs"
import * as path from "node:path"
import { newFolder } from "@ops/platform/testing/data-folder.ts"
import { demoServer } from "../../server/demo/demo-server.ts"
import { superuserOf } from "../../server/demo/superuser.ts"

export const installed = async () => {
  const folder = newFolder("quarter")
  const server = await demoServer({ limits: false, env: { OPS_SEAL_SECONDS: "1" } })
  const superuser = superuserOf(server.data)
  const chief = await server.as("FO-CEO-001")
  const dispose = async () => {
    await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  const env = { OPS_DATA: server.data, OPS_CONFIG_DIR: path.join(folder, "config"), XDG_CACHE_HOME: path.join(folder, "cache"), NO_COLOR: "1" }
  return { server, superuser, env, dispose, at: { url: server.url, data: server.data, folder, rows: superuser, ask: chief } }
}
