/** A whole server with the demo data for tests, on its own port within the test's own process. */
import * as fs from "node:fs"
import * as path from "node:path"
import { Layer, Logger, ManagedRuntime } from "effect"
import { HttpServer } from "effect/http"
import { Config } from "@ops/platform/config.ts"
import { noLimits } from "@ops/platform/http/limits/rate-limit.ts"
import { copyDemo, newFolder } from "@ops/platform/testing/data-folder.ts"
import { personAt, type Server } from "@ops/platform/testing/server.ts"
import { serverLayer } from "../app.ts"

export interface DemoServer extends Server {
  /** The data folder, deleted afterwards. */
  readonly data: string
}

interface Asked {
  readonly limits?: boolean
  /** without the demo data: only the demo accounts and a company's initial records */
  readonly empty?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** With `limits: false`, there are no rate limits. */
export const demoServer = async ({ limits = true, empty = false, env }: Asked = {}): Promise<DemoServer> => {
  const folder = newFolder("demo")
  const data = path.join(folder, "data")
  if (!empty) copyDemo(data)
  const server = serverLayer(limits ? {} : { limits: noLimits }).pipe(
    Layer.provide([Config.from({ OPS_DATA: data, PORT: "0", ...(empty && { OPS_DEMO_DATA: "on-request" }), ...env }), Logger.layer([])]),
  )
  const runtime = ManagedRuntime.make(server)
  const stop = async () => {
    await runtime.dispose()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  const { address } = await runtime.runPromise(HttpServer.HttpServer)
  const url = `http://localhost:${"port" in address ? address.port : 0}`
  return { url, data, as: (employeeId) => personAt(url, employeeId), stop }
}
