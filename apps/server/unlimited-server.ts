/** For tests that exceed the rate limits: the server as main.ts starts it, without them. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Effect, Exit, Layer } from "effect"
import { HttpServer } from "effect/http"
import { Config } from "@ops/platform/config.ts"
import { noLimits } from "@ops/platform/http/limits/rate-limit.ts"
import { serverLayer } from "./app.ts"

const greeting = Effect.map(HttpServer.HttpServer, ({ address }) => console.log(`Field Office is at http://localhost:${"port" in address ? address.port : 0}`))

Layer.effectDiscard(greeting).pipe(Layer.provide(serverLayer({ limits: noLimits })), Layer.provide(Config.layer), Layer.launch, (main) =>
  NodeRuntime.runMain(main, {
    teardown: (exit, end) => end(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1),
  }),
)
