/**
 * The checks at the entry of the server: what every request must satisfy before it is handled, and which headers every answer has. Rejections are one
 * sentence in plain text, or problem+json if the caller accepts that.
 */
import { randomUUID } from "node:crypto"
import { STATUS_CODES } from "node:http"
import { ByteSize, Cause, Context, Effect, Metric } from "effect"
import { HttpIncomingMessage, HttpMiddleware, HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { IpNetwork } from "effect/net"
import { Config } from "../../config.ts"
import { DatabaseError } from "../../database/database.ts"
import { Tail } from "../../event-store/tail.ts"
import { Rejection } from "../../records/command.ts"
import { nothingWritten, Outcome, recordedSentence, recordedWord, type Written } from "../../records/outcome.ts"
import { unstorable } from "../../well-formed.ts"
import { mapDatabaseErrors } from "../answer.ts"
import { withoutSecret } from "./secret-paths.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** Facts collected about a request on its way in, for its log line. */
interface Noted {
  actor: string
  route?: string
}
export const RequestContext = Context.Reference<Noted>("@ops/platform/http/RequestContext", { defaultValue: () => ({ actor: "-" }) })

export const limits = { bodyBytes: 256 * 1024, bodySeconds: 15, uploadBytes: 5 * 1024 * 1024 + 16 * 1024, urlBytes: 4096, depth: 32, list: 1000 }

/** The metrics behind /metrics: requests by the path of their call, and time to the start of the answer by kind. */
const requests = Metric.counter("field_office_requests", { description: "Requests answered, by the path of the call and the status", incremental: true })
const requestSeconds = Metric.histogram("field_office_request_seconds", {
  description: "Time until the response started",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})
const counted = (method: string, route: string, status: number, seconds: number) =>
  Effect.andThen(
    Metric.update(Metric.withAttributes(requests, { method, route, status: String(status) }), 1),
    Metric.update(Metric.withAttributes(requestSeconds, { kind: method === "GET" || method === "HEAD" ? "read" : "write" }), seconds),
  )

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
const reads = (request: Request) => request.method === "GET" || request.method === "HEAD"
const pathOf = (url: string) => url.replace(/[?#].*$/s, "")
/** Everything except the web app and its files. */
const isApi = (path: string) => /^\/(api(\/|$)|healthz$|readyz$|metrics$|openapi\.json$)/.test(path)

/** The calls that take a file; their handlers read the body as a stream. */
const isUpload = (request: Request) => request.method === "POST" && /^\/api\/(attachments|field\/files\/\w+)$/.test(pathOf(request.url))

const refuse = (status: number, sentence: string, headers: Record<string, string> = {}) => HttpServerResponse.text(sentence, { status, headers })
const tooLarge = refuse(413, "The request is too large: 256 KiB at most")

/** Whether a request may come from another site: a browser must send it from our own pages, any other client with `x-ops-client: 1`. */
const stranger = (request: Request, origin: string) => {
  const { "sec-fetch-site": site, origin: from, "x-ops-client": client } = request.headers
  if (site !== undefined) return site !== "same-origin"
  if (from !== undefined) return from !== origin
  return client !== "1"
}

/** The host that a request is addressed to, without the port; undefined if it is invalid. */
const hostName = (request: Request) => {
  // a request within the process has no Host header; its URL contains the host
  const host = request.headers["host"] ?? URL.parse(request.originalUrl)?.host ?? ""
  return /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase()
}

/** The reason to reject a request before its body is read. */
const refusalOf = (request: Request, config: Config["Service"], hosts: ReadonlyArray<string>): Response | undefined => {
  const { url } = request
  const path = pathOf(url)
  if (Buffer.byteLength(url) > limits.urlBytes) return refuse(400, "The address is too long: 4 KiB at most")
  const probe = /^\/(healthz|readyz|metrics)$/.test(path) // addressed by IP address
  if (!probe && !hosts.includes(hostName(request) ?? "")) {
    return refuse(400, `This server does not answer under that host name. It expects ${hosts[0]}, the host of OPS_ORIGIN: open ${config.origin}`)
  }
  if (!methods.includes(request.method)) return refuse(405, "This method is not used here", { allow: methods.join(", ") })
  if (!URL.canParse(url, config.origin) || url.includes("%00") || !decodable(path)) return refuse(400, "The address has characters that cannot be used")
  if (reads(request)) {
    const site = request.headers["sec-fetch-site"]
    const search = url.slice(path.length)
    const download = path.endsWith("/download") || /[?&]format=(csv|xlsx|pdf)/.test(decodable(search) ? decodeURIComponent(search) : search)
    if (download && site !== undefined && site !== "same-origin" && site !== "none") {
      return refuse(403, "Files are given to our own pages only. Open the page and download from there")
    }
    return undefined
  }
  if (stranger(request, config.origin)) {
    return refuse(403, "This request did not come from our own pages. A program must send the header X-Ops-Client: 1")
  }
  const length = Number(request.headers["content-length"] ?? 0)
  if (isUpload(request)) {
    if (!/^multipart\/form-data\s*;\s*boundary=/i.test(request.headers["content-type"] ?? "")) {
      return refuse(415, "Send the file as the field file of a form: Content-Type: multipart/form-data")
    }
    return length > limits.uploadBytes ? refuse(413, "The file is too large: 5 MB at most. Make it smaller, or take a photo instead") : undefined
  }
  return length > limits.bodyBytes ? tooLarge : undefined
}
const decodable = (path: string) => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** The problem with a JSON value: too deep, too long, or text that cannot be stored. */
export const faultOf = (value: unknown, depth = 1): string | undefined => {
  if (typeof value === "string") return unstorable(value)
  if (value === null || typeof value !== "object") return undefined
  if (depth > limits.depth) return `The request is nested too deep: ${limits.depth} levels at most`
  if (Array.isArray(value) && value.length > limits.list) return "A list in the request is too long: 1,000 entries at most"
  for (const [key, member] of Object.entries(value)) {
    const fault = faultOf(key) ?? faultOf(member, depth + 1)
    if (fault) return fault
  }
  return undefined
}

/** Whether the whole request has already been received. */
const isWhole = ({ source }: Request) => "complete" in source && source.complete === true

/** The reason to reject the body, if there is one. Later handlers can still read it. */
const bodyRefusal = (request: Request): Effect.Effect<Response | undefined> =>
  Effect.match(Effect.provideService(request.text, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limits.bodyBytes)), {
    onFailure: ({ reason }) =>
      reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? tooLarge : refuse(400, "The body of the request was incomplete"),
    onSuccess: (text) => {
      if (text === "") return undefined
      const { "content-type": type = "", "content-encoding": encoding } = request.headers
      if (!/^application\/json(\s*;\s*charset="?utf-8"?)?$/i.test(type)) {
        return refuse(415, "The body must be JSON, sent as Content-Type: application/json")
      }
      if (encoding !== undefined && encoding !== "identity") return refuse(415, "The body must be sent without Content-Encoding")
      try {
        const fault = faultOf(JSON.parse(text))
        return fault === undefined ? undefined : refuse(400, fault)
      } catch {
        return refuse(400, "The body is not valid JSON")
      }
    },
  })

/** The same, for a body that also has to arrive in time. */
const bodyInTime = (request: Request) =>
  Effect.andThen(
    Effect.yieldNow, // the part that came with the headers is read meanwhile: most bodies are complete by then
    Effect.suspend(() =>
      isWhole(request)
        ? bodyRefusal(request)
        : Effect.timeoutOrElse(bodyRefusal(request), {
            duration: `${limits.bodySeconds} seconds`,
            orElse: () => Effect.succeed(refuse(408, "The body of the request did not arrive in time. Send it again", { connection: "close" })),
          }),
    ),
  )

/** The answer to a failure that has no message of its own. */
const failed = (cause: Cause.Cause<unknown>, id: string, written: Written): Effect.Effect<Response> => {
  const error = Cause.squash(cause)
  if (error instanceof Rejection) return Effect.succeed(refuse(error.status, error.message))
  if (error instanceof HttpServerError.HttpServerError && error.reason._tag === "RouteNotFound") {
    return Effect.succeed(refuse(404, "There is nothing at this address"))
  }
  if (error instanceof DatabaseError) {
    const told = mapDatabaseErrors(Effect.fail(error))
    return Effect.catchCause(told, (inner) => (Cause.squash(inner) instanceof Rejection ? failed(inner, id, written) : fault(cause, id, written)))
  }
  return fault(cause, id, written)
}
const fault = (cause: Cause.Cause<unknown>, id: string, written: Written) =>
  Effect.as(
    Effect.annotateLogs(Effect.logError("A request failed", cause), { request: id }),
    refuse(500, `Something went wrong on our side. ${recordedSentence(recordedWord(written), ".", written.names)} Report this number to the office: ${id}`),
  )

/** The same rejection as problem details (RFC 9457). */
const asProblem = (response: Response, id: string) => {
  const { status, body } = response
  const detail = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
  return HttpServerResponse.text(JSON.stringify({ type: "about:blank", title: STATUS_CODES[status], status, detail, instance: `urn:uuid:${id}` }), {
    status,
    contentType: "application/problem+json",
    headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => !name.startsWith("content-"))),
    cookies: response.cookies,
  })
}
const refused = (response: Response) => response.status >= 400 && (response.headers["content-type"] ?? "").startsWith("text/plain")

export const apiHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
export const appHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; " +
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types field-office invoice mail",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "permissions-policy": "publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(self), microphone=(), geolocation=()",
}
/** A static file is subject to the policy of the page that requests it; repeating the headers for each would be larger than many of the files. */
const assetHeaders = { "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin" }

/** Runs before every route of the router: provide it before any other middleware. */
export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const config = yield* Config
    const tail = yield* Tail
    const hosts = [new URL(config.origin).hostname, ...(config.mode === "demo" ? ["localhost", "127.0.0.1", "[::1]"] : [])]
    const transport = config.origin.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}

    const guard = (handler: Effect.Effect<Response, unknown>): Effect.Effect<Response, unknown, Request> =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const begin = performance.now()
        const id = randomUUID()
        const path = pathOf(request.url)
        const noted: Noted = { actor: "-" }
        const written = nothingWritten()

        const answer = Effect.gen(function* () {
          const refusal = refusalOf(request, config, hosts) ?? (reads(request) || isUpload(request) ? undefined : yield* bodyInTime(request))
          return refusal ?? (yield* handler)
        }).pipe(
          Effect.catchCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : failed(cause, id, written))),
          Effect.provideService(RequestContext, noted),
          Effect.provideService(Outcome, written),
        )
        let response = yield* answer
        if (refused(response) && request.headers["accept"]?.includes("application/problem+json")) response = asProblem(response, id)

        const own = isApi(path) ? { ...apiHeaders, "x-position": String(yield* tail.position) } : path.startsWith("/assets/") ? assetHeaders : appHeaders
        const { status, headers } = response
        const ms = performance.now() - begin
        yield* counted(request.method, noted.route ?? (isApi(path) ? "none" : "app"), status, ms / 1000)
        const line = { method: request.method, path: withoutSecret(path), status, ms: Math.round(ms), actor: noted.actor, request: id }
        const log = status >= 500 ? Effect.logWarning : reads(request) ? Effect.logDebug : Effect.logInfo
        yield* Effect.annotateLogs(log("request"), line)
        return HttpServerResponse.setHeaders(response, {
          ...transport,
          ...own,
          ...(status === 503 && { "retry-after": "5" }),
          ...(status >= 500 && !reads(request) && { "x-recorded": recordedWord(written) }),
          ...headers, // headers set by the handler take precedence
          "x-request-id": id,
        })
      })

    const proxies = config.trustedProxies.map((network) =>
      network.includes("/") ? IpNetwork.fromStringUnsafe(network) : IpNetwork.fromStringUnsafe(`${network}/${network.includes(":") ? 128 : 32}`),
    )
    if (proxies.length > 0) yield* router.addGlobalMiddleware(HttpMiddleware.xForwardedHeaders({ trustedProxies: proxies }))
    yield* router.addGlobalMiddleware(guard)
  }),
)
