/**
 * `npm run dev`: the product during development, at one address. Vite serves the web app and replaces changed modules in the open page; the server
 * runs in Node's watch mode and restarts when one of its files changes. Data stays in `.data`, as with `npm start`. Options are passed to the
 * server's Node: `npm run dev -- --inspect`.
 */
import { spawn } from "node:child_process"
import { createServer as createSocket } from "node:net"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { stripVTControlCharacters } from "node:util"
import { Effect, Fiber } from "effect"
import { createServer, type Plugin } from "vite"
import { Config } from "../platform/config.ts"
import * as Embedded from "../platform/database/embedded.ts"

const root = path.join(import.meta.dirname, "..")
const port = Number(process.env["PORT"] ?? 3000)
const origin = process.env["OPS_ORIGIN"] ?? `http://localhost:${port}`

/** Paths answered by the server; everything else is the web app. */
const served = /^\/(api|docs|openapi\.json|healthz|readyz)(\/|\?|$)/

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const socket = createSocket()
    socket.once("error", reject).listen(0, "127.0.0.1", () => {
      const { port } = socket.address() as { readonly port: number }
      socket.close(() => resolve(port))
    })
  })

/** Resolved while the server answers. During a restart, requests wait for it instead of failing. */
let ready = Promise.withResolvers<void>()
const waitForServer: Plugin = {
  name: "wait-for-server",
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (served.test(request.url ?? "")) void ready.promise.then(() => next())
      else next()
    })
  },
}

/** Keeps the embedded database running while the server restarts. */
const keepDatabase = Effect.gen(function* () {
  const { databaseUrl, dataFolder } = yield* Config
  if (!databaseUrl) yield* Embedded.make(path.join(dataFolder, "postgres"))
  return yield* Effect.never
}).pipe(Effect.scoped, Effect.provide(Config.layer))

const startServer = (serverPort: number) => {
  const env = { ...process.env, PORT: String(serverPort), OPS_ORIGIN: origin, NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/code") }
  // without it, finding the modules takes a quarter of the processor time of a restart
  const places = `--import=${pathToFileURL(path.join(root, "tools/places.mjs")).href}`
  const child = spawn(process.execPath, ["--watch", "--watch-preserve-output", places, ...process.argv.slice(2), "apps/server/main.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  })
  let rest = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    process.stdout.write(text)
    const lines = (rest + text).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
      // the output of Node's watch mode, and the server's own line when it listens
      if (stripVTControlCharacters(line).startsWith("Restarting ")) ready = Promise.withResolvers<void>()
      if (line.startsWith("Field Office is at ")) ready.resolve()
    }
  })
  return child
}

const main = async () => {
  const serverPort = await freePort()
  const target = `http://127.0.0.1:${serverPort}`
  const vite = await createServer({
    configFile: path.join(root, "apps/web/vite.config.ts"),
    plugins: [waitForServer],
    server: { port, strictPort: true, host: "localhost", proxy: { [served.source]: { target } } },
  })
  await vite.listen()
  const database = Effect.runFork(keepDatabase)
  const server = startServer(serverPort)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    server.kill("SIGTERM")
    await vite.close()
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop())
  server.once("exit", (code) => {
    process.exitCode = stopping ? 0 : (code ?? 1)
    Effect.runFork(Fiber.interrupt(database))
    void stop()
  })
}

await main()
