/** A server of the application in a separate process, without rate limits. Sends its port to its parent. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer, Logger } from "effect"
import { HttpServer } from "effect/http"
import { Config } from "@ops/platform/config.ts"
import { noLimits } from "@ops/platform/http/limits/rate-limit.ts"
import { serverLayer } from "../../apps/server/app.ts"

const ready = Effect.map(HttpServer.HttpServer, ({ address }) => process.send!({ port: "port" in address ? address.port : 0 }))

process.once("disconnect", () => process.exit())
Layer.effectDiscard(ready).pipe(
  Layer.provide(serverLayer({ limits: noLimits })),
  Layer.provide(Logger.layer([])),
  Layer.provide(Config.layer),
  Layer.launch,
  NodeRuntime.runMain,
)
