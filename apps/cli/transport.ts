/**
 * How the commands call a server over HTTP. It has the interface of `fetch`, reduced to what calls need: loading Node's own takes twice the time in
 * which Node starts.
 */
import type { Secret } from "@ops/platform/terminal/profile/profile.ts"
import type { IncomingMessage, RequestOptions } from "node:http"

/** The parts used of an answer; compatible with the platform's `Response`. */
export type Answer = Pick<Response, "status" | "url" | "text" | "json" | "arrayBuffer"> & {
  readonly headers: Iterable<[string, string]> & Pick<Headers, "get" | "getSetCookie">
}

/** A request, in the terms of `fetch`. */
export interface Asking {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | FormData | null | undefined
  readonly signal?: AbortSignal | undefined
}

/** The headers of every call. */
export const ours = { "x-ops-client": "1", accept: "application/json, text/plain" }

/** Timeouts in ms: until a connection is established, and while nothing is received on it. */
const limits = { connecting: 10_000, silence: 300_000 }
const mostRedirects = 20
const redirects = new Set([301, 302, 303, 307, 308])

class AnswerHeaders implements Iterable<[string, string]> {
  readonly #message: IncomingMessage
  constructor(message: IncomingMessage) {
    this.#message = message
  }
  *[Symbol.iterator](): Generator<[string, string]> {
    for (const [name, value] of Object.entries(this.#message.headers)) for (const one of [value].flat()) if (one !== undefined) yield [name, one]
  }
  get(name: string) {
    const value = this.#message.headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(", ") : (value ?? null)
  }
  getSetCookie() {
    return this.#message.headers["set-cookie"] ?? []
  }
}

/** A failure to reach the server, with the codes and messages of all addresses that were tried. */
const networkError = (error: unknown): unknown =>
  error instanceof AggregateError && error.message === ""
    ? Object.assign(new Error(error.errors.map(({ message }: Error) => message).join("; "), { cause: error }), { code: (error as NodeJS.ErrnoException).code })
    : error

const silent = (text: string) => Object.assign(new Error(text), { code: "ETIMEDOUT" })

const sent = (url: URL, options: RequestOptions, body: string | Uint8Array | undefined) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    // an import would read every export, and thereby load the implementation of `fetch`
    const module =
      url.protocol === "https:" ? process.getBuiltinModule("node:https") : url.protocol === "http:" ? process.getBuiltinModule("node:http") : undefined
    if (!module) throw new Error(`${url.origin} is not available over HTTP`)
    const asked = module.request(url, options, resolve)
    asked.on("error", (error) => reject(networkError(error)))
    asked.setTimeout(limits.silence, () => asked.destroy(silent(`${url.host} has not responded for ${limits.silence / 60_000} minutes`)))
    asked.on("socket", (socket) => {
      if (!socket.connecting) return
      const giveUp = () => asked.destroy(silent(`No connection to ${url.host} within ${limits.connecting / 1000} seconds`))
      const timer = setTimeout(giveUp, limits.connecting)
      for (const end of ["connect", "close"]) socket.once(end, () => clearTimeout(timer))
    })
    asked.end(body)
  })

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Array<Buffer> = []
  for await (const part of message) parts.push(part)
  const bytes = Buffer.concat(parts)
  return message.headers["content-encoding"] === "gzip" && bytes.length > 0 ? process.getBuiltinModule("node:zlib").gunzipSync(bytes) : bytes
}

/** A form as the bytes to send; only commands that send files have one. */
const written = async (body: Asking["body"]) => {
  if (!(body instanceof Object) || body instanceof Uint8Array) return { body: body ?? undefined, headers: {} }
  const form = new Response(body)
  return { body: new Uint8Array(await form.arrayBuffer()), headers: { "content-type": form.headers.get("content-type")! } }
}

const ask = async (address: URL | string, { method = "GET", headers = {}, body, signal }: Asking = {}): Promise<Answer> => {
  const form = await written(body)
  let asked = { url: new URL(address), method, headers: { "accept-encoding": "gzip", ...headers, ...form.headers } as Record<string, string>, body: form.body }
  for (let turns = 0; turns <= mostRedirects; turns++) {
    const length = asked.body === undefined ? {} : { "content-length": String(Buffer.byteLength(asked.body)) }
    const options: RequestOptions = { method: asked.method, headers: { ...asked.headers, ...length }, ...(signal && { signal }) }
    const message = await sent(asked.url, options, asked.body)
    const { statusCode: status = 0 } = message
    const { location } = message.headers
    const bytes = await bytesOf(message)
    if (!redirects.has(status) || location === undefined) {
      return {
        status,
        url: asked.url.href,
        headers: new AnswerHeaders(message),
        text: () => Promise.resolve(bytes.toString()),
        json: () => new Promise((resolve) => resolve(JSON.parse(bytes.toString()))),
        arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer),
      }
    }
    const url = new URL(location, asked.url)
    const { authorization: _, cookie: __, ...others } = asked.headers
    // headers for one server are not sent to another
    const kept = url.origin === asked.url.origin ? asked.headers : others
    const becomesRead = asked.method !== "GET" && asked.method !== "HEAD" && (status === 303 || (asked.method === "POST" && status < 303))
    const { "content-type": ___, ...withoutBody } = kept
    asked = becomesRead ? { url, method: "GET", headers: withoutBody, body: undefined } : { ...asked, url, headers: kept }
  }
  throw new Error("redirect count exceeded")
}

/** The transport to a server; tests replace it. */
export const transport: { ask: (address: URL | string, asking?: Asking) => Promise<Answer> } = { ask }

/** The destination of a call, and the person. */
export interface Reached {
  readonly url: string
  readonly token: Secret | undefined
  readonly ask: typeof transport.ask
}

export interface Connection extends Reached {
  readonly token: Secret
  readonly close: () => Promise<void>
}
