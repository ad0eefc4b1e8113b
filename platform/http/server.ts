/** The HTTP server of Node with our limits: it answers from the first moment, and stops within a second. */
import { createServer, type Server, type ServerResponse } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Layer, References } from "effect"
import { HttpMiddleware, HttpRouter, type HttpServerError, HttpServer } from "effect/http"

const make = (): Server => {
  const server = createServer({
    headersTimeout: 5_000,
    // of a file over a slow line; the guard gives any other body 15 seconds
    requestTimeout: 120_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16 * 1024,
  })
  server.maxConnections = 1000
  // the port is open before the routes are there: until then, come back later
  const notReady = (_: unknown, response: ServerResponse) => {
    response.writeHead(503, { "retry-after": "1", "content-type": "text/plain" }).end("The server is starting. Try again in a moment")
  }
  server.on("request", notReady)
  server.on("newListener", (event) => {
    if (event === "request") server.off("request", notReady)
  })
  return server
}

/** What is small or packed already goes out as it is; so do live messages, each at its moment. */
const compressible = (type: string) => /^(application\/(json|problem\+json)|text\/(csv|html))/.test(type)

/** Serves routes on an address. Port 0 takes any free one: `HttpServer` says which. */
export const serve = <A, E, R>(
  routes: Layer.Layer<A, E, R>,
  address: { readonly host: string; readonly port: number },
): Layer.Layer<
  A | HttpServer.HttpServer,
  HttpRouter.Request.Without<E> | HttpServerError.ServeError,
  Exclude<HttpRouter.Request.Without<R>, HttpRouter.HttpRouter | Layer.Success<typeof HttpServer.layerServices>>
> =>
  HttpRouter.serve(routes, {
    middleware: HttpMiddleware.compression({ algorithms: ["gzip", "br"], compressible, levels: { br: 4 } }) as never,
    disableLogger: true,
    disableListenLog: true,
  }).pipe(
    // nobody reads the spans that each call would make
    Layer.provide(Layer.succeed(References.TracerEnabled, false)),
    Layer.provideMerge(NodeHttpServer.layer(make, { ...address, gracefulShutdownTimeout: "1 second" })),
  ) as never
