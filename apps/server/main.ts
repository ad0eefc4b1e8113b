/** Starts the server, and prints its address. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Effect, Exit, Layer, Logger, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { demoAccounts } from "@ops/identity/queries.ts"
import { Config } from "@ops/platform/config.ts"
import { serverLayer } from "./app.ts"

const greeting = Effect.gen(function* () {
  const { origin, port, mode, demoPassword } = yield* Config
  const { address } = yield* HttpServer.HttpServer
  const actual = "port" in address ? address.port : port
  console.log(`Field Office is at ${port === 0 ? `http://localhost:${actual}` : origin}`)
  if (mode !== "demo") return
  // the server runs on without this list if the database is too busy for it
  const accounts = yield* Effect.orElseSucceed(demoAccounts, () => [])
  console.log("This is a demonstration: everyone knows these accounts. Set OPS_MODE=production for real work.")
  for (const { employeeId, levelName, name } of accounts) console.log(`  ${employeeId.padEnd(12)}${levelName.padEnd(18)}${name}`)
  if (demoPassword) console.log(`  Password of all: ${Redacted.value(demoPassword)}`)
})

const logs = Layer.unwrap(Effect.map(Config, ({ mode }) => Logger.layer([mode === "production" ? Logger.consoleJson : Logger.consoleLogFmt])))

/** Exit code when another version has taken over: a supervisor may start the process again, preferably in that version (EX_TEMPFAIL). */
const superseded = 75
let isSuperseded = false
const stop = () => {
  isSuperseded = true
  process.kill(process.pid, "SIGTERM")
}

// an unhandled rejection is a bug, but no reason to drop the other requests
process.on("unhandledRejection", (reason) => console.error("Unhandled promise rejection:", reason))

const main = Layer.effectDiscard(greeting).pipe(
  Layer.provide(serverLayer({ stop })),
  Layer.provide(logs),
  Layer.provide(Config.layer),
  Layer.launch,
  Effect.tapCause((cause) =>
    Effect.sync(() => {
      if (Cause.hasInterruptsOnly(cause)) return
      const error = Cause.squash(cause)
      // expected errors are reported by their own message
      console.error(error instanceof Error && "_tag" in error ? sentence(error) : Cause.pretty(cause))
    }),
  ),
)

const sentence = (error: Error & { readonly cause?: unknown }) => {
  const { code, port } = (error.cause ?? {}) as { readonly code?: string; readonly port?: number }
  return code === "EADDRINUSE" ? `Port ${port} is taken by another program. Stop it, or set PORT to another one.` : error.message
}

NodeRuntime.runMain(main, {
  disableErrorReporting: true,
  // a requested stop is not a failure
  teardown: (exit, end) => end(isSuperseded ? superseded : Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1),
})
