/** Node's HTTP server with our limits: it answers from the start, and answers every accepted request when it stops. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import net from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Layer, References } from "effect"
import { HttpMiddleware, HttpRouter, type HttpServerError, HttpServer } from "effect/http"
import { recordedSentence } from "../../records/outcome.ts"

/**
 * The steps of a shutdown, in ms since it began. Supervisors may kill the process after 10 seconds, which leaves room for the components that stop
 * later.
 */
export const stopping = {
  /** idle connections are closed; before that, a proxy may still use one */
  idle: 500,
  /** requests in progress are answered as unfinished */
  unfinished: 4_000,
  /** remaining connections are cut */
  over: 4_500,
}

const unfinished = ({ method, headers }: IncomingMessage) => {
  const isRead = method === "GET" || method === "HEAD"
  const detail = `The server is stopping. ${isRead ? "Try again in a moment." : recordedSentence("unknown", "")}`
  const isProblem = headers.accept?.includes("application/problem+json") === true
  return {
    headers: {
      "retry-after": "5",
      connection: "close",
      "cache-control": "no-store",
      "content-type": isProblem ? "application/problem+json" : "text/plain; charset=utf-8",
      ...(!isRead && { "x-recorded": "unknown" }),
    },
    body: isProblem ? JSON.stringify({ type: "about:blank", title: "Service Unavailable", status: 503, detail }) : detail,
  }
}

/**
 * Closes a server so that every accepted request is answered completely: it stops listening, finishes current requests and those that still arrive
 * over open connections, and tells each connection that it will be closed. Live streams end at once; a browser opens a new one.
 */
const closingInOrder = (server: Server) => {
  const open = new Map<ServerResponse, IncomingMessage>()
  let isClosing = false
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    open.set(response, request)
    response.once("close", () => open.delete(response))
    if (isClosing) response.setHeader("connection", "close")
  })
  const isStream = (response: ServerResponse) => String(response.getHeader("content-type") ?? "").startsWith("text/event-stream")
  server.close = (done) => {
    isClosing = true
    net.Server.prototype.close.call(server, done)
    for (const response of open.keys()) {
      if (isStream(response)) response.destroy()
      else if (!response.headersSent) response.setHeader("connection", "close")
    }
    const idle = setTimeout(() => {
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      server.once("close", () => clearInterval(sweep))
    }, stopping.idle)
    const last = setTimeout(() => {
      for (const [response, request] of open) {
        if (response.headersSent) continue
        const { headers, body } = unfinished(request)
        response.writeHead(503, headers).end(body)
      }
    }, stopping.unfinished)
    const over = setTimeout(() => server.closeAllConnections(), stopping.over)
    server.once("close", () => [idle, last, over].forEach(clearTimeout))
    return server
  }
}

const make = (): Server => {
  const server = createServer({
    headersTimeout: 5_000,
    // for a file over a slow connection; the request checks give any other body 15 seconds
    requestTimeout: 120_000,
    connectionsCheckingInterval: 1_000,
    // longer than callers keep an idle connection (a proxy usually 60 seconds): closed here first, it may be closed as a request arrives
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16 * 1024,
  })
  server.maxConnections = 1000
  closingInOrder(server) // before the following, which removes listeners for requests added after it
  // the port is open before the routes are ready: until then, callers are told to come back later
  const notReady = (_: unknown, response: ServerResponse) => {
    response.writeHead(503, { "retry-after": "1", "content-type": "text/plain" }).end("The server is starting. Try again in a moment")
  }
  server.on("request", notReady)
  server.on("newListener", (event) => {
    if (event === "request") server.off("request", notReady)
  })
  return server
}

/** Small or already compressed answers are sent as they are; so are live messages, each at once. */
const compressible = (type: string) => /^(application\/(json|problem\+json)|text\/(csv|html))/.test(type)

/** Serves routes on an address. Port 0 takes any free port, which `HttpServer` reports. */
export const serve = <A, E, R>(
  routes: Layer.Layer<A, E, R>,
  { isTraced = false, ...address }: { readonly host: string; readonly port: number; readonly isTraced?: boolean },
): Layer.Layer<
  A | HttpServer.HttpServer,
  HttpRouter.Request.Without<E> | HttpServerError.ServeError,
  Exclude<HttpRouter.Request.Without<R>, HttpRouter.HttpRouter | Layer.Success<typeof HttpServer.layerServices>>
> =>
  HttpRouter.serve(routes, {
    middleware: HttpMiddleware.compression({ algorithms: ["gzip", "br"], compressible, levels: { br: 4 } }),
    disableLogger: true,
    disableListenLog: true,
  }).pipe(
    // the spans of each call are only needed if they are exported
    Layer.provide(Layer.succeed(References.TracerEnabled, isTraced)),
    Layer.provideMerge(NodeHttpServer.layer(make, { ...address, gracefulShutdownTimeout: "5 seconds" })),
  ) as never // for generic layers the compiler cannot tell what is left to be provided (docs/decisions/0066-casts.md)
