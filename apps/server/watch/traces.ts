/** Request traces by OTLP, if OPS_TRACES_URL is set. */
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpMiddleware } from "effect/http"
import { OtlpSerialization, OtlpTracer } from "effect/observability"
import { Config } from "@ops/platform/config.ts"
import { isSecret } from "@ops/platform/http/limits/secret-paths.ts"
import { version } from "@ops/platform/version.ts"

/** Sent in batches every five seconds; a collector that does not answer only loses its traces. */
export const traces = Layer.unwrap(
  Effect.map(Config, ({ tracesUrl }) =>
    tracesUrl === undefined
      ? Layer.empty
      : Layer.merge(
          OtlpTracer.layer({ url: tracesUrl, resource: { serviceName: "field-office", serviceVersion: version } }).pipe(
            Layer.provide([OtlpSerialization.layerJson, FetchHttpClient.layer]),
          ),
          // a trace contains its URL
          Layer.succeed(HttpMiddleware.TracerDisabledWhen, ({ url }) => isSecret(url)),
        ),
  ),
)
