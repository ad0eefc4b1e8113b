/** How often one person may do what costs: writes, and files or mails that are made on demand. */
import { Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Who } from "../access/who.ts"
import { count } from "../text.ts"
import { Permit } from "./contract.ts"
import { Noted } from "./guard.ts"

export interface RateLimits {
  /** calls a minute that change something */
  readonly writes: number
  /** calls a minute that make a file, bills or mail */
  readonly files: number
}

export const usualLimits: RateLimits = { writes: 60, files: 10 }
/** For tests and benchmarks. */
export const noLimits: RateLimits = { writes: Infinity, files: Infinity }

const minute = 60_000

/** Counts calls by key in windows of a minute; answers how many seconds to wait, 0 if the call may go on. */
export const counter = (now: () => number = Date.now) => {
  let windows = new Map<string, { end: number; calls: number }>()
  let sweep = 0
  return (key: string, limit: number): number => {
    const at = now()
    if (at >= sweep) {
      windows = new Map([...windows].filter(([, { end }]) => end > at))
      sweep = at + minute
    }
    const known = windows.get(key)
    const window = known && known.end > at ? known : { end: at + minute, calls: 0 }
    windows.set(key, window)
    window.calls++
    return window.calls <= limit ? 0 : Math.ceil((window.end - at) / 1000)
  }
}

/** Which limits a call falls under. */
const kindsOf = ({ method, url }: { readonly method: string; readonly url: string }) => {
  const [path = "", query = ""] = url.split("?")
  // what was uploaded is given back as it came: nothing is made
  const isUpload = path.startsWith("/api/attachments/")
  const file = (!isUpload && /\/(download|pdf|generate|send)$/.test(path)) || /(^|&)format=(csv|xlsx|pdf)/.test(query)
  return [...(method === "GET" || method === "HEAD" ? [] : (["writes"] as const)), ...(file ? (["files"] as const) : [])]
}

/** A Permit that also counts what the person does, once it is permitted. */
export const limited = (limits: RateLimits = usualLimits) => {
  const wait = counter()
  return Layer.effect(
    Permit,
    Effect.map(Permit, (permit) =>
      Permit.of((effect, call) =>
        permit(
          Effect.gen(function* () {
            const { actor } = yield* Who
            const noted = yield* Noted
            noted.actor = actor
            const request = yield* HttpServerRequest.HttpServerRequest
            for (const kind of kindsOf(request)) {
              const seconds = wait(`${kind} ${actor}`, limits[kind])
              if (seconds === 0) continue
              const what =
                kind === "writes" ? `${count(limits.writes, "change")} a minute` : `${count(limits.files, "file or mail", "files or mails")} a minute`
              return HttpServerResponse.text(`That was too much at once: ${what} at most. Try again in ${count(seconds, "second")}`, {
                status: 429,
                headers: { "retry-after": String(seconds) },
              })
            }
            return yield* effect
          }) as typeof effect, // Who is there: the session provides it
          call,
        ),
      ),
    ),
  )
}
