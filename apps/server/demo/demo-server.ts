/** A whole server for tests, on its own port within the test's own process: on any settings, or with the demo data. */
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

/** A server in this process; rejects with the reason if it does not start. */
export const serverHere = async (env: Readonly<Record<string, string | undefined>>, options: Parameters<typeof serverLayer>[0] = {}): Promise<Server> => {
  const runtime = ManagedRuntime.make(serverLayer(options).pipe(Layer.provide([Config.from({ PORT: "0", ...env }), Logger.layer([])])))
  try {
    const { address } = await runtime.runPromise(HttpServer.HttpServer)
    const url = `http://localhost:${"port" in address ? address.port : 0}`
    return { url, as: (employeeId) => personAt(url, employeeId), stop: () => runtime.dispose() }
  } catch (error) {
    await runtime.dispose()
    throw error
  }
}

/** With `limits: false`, there are no rate limits. */
export const demoServer = async ({ limits = true, empty = false, env }: Asked = {}): Promise<DemoServer> => {
  const folder = newFolder("demo")
  const data = path.join(folder, "data")
  if (!empty) copyDemo(data)
  const server = await serverHere({ OPS_DATA: data, ...(empty && { OPS_DEMO_DATA: "on-request" }), ...env }, limits ? {} : { limits: noLimits })
  const stop = async () => {
    await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { ...server, data, stop }
}
