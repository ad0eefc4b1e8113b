import type { Query } from "@ops/client/calls.ts"
import { addressOf, isInDoubt, pauses } from "@ops/client/placing.ts"
import { asOf, type Instant, inThePast } from "../instant.ts"
import { answerIs, personKnown, readerNow } from "./kept.ts"
import { isByPin } from "./unsent.ts"

export type Method = "POST" | "PUT" | "PATCH" | "DELETE"

/**
 * One page of a list: its rows, the total number or a lower bound of it, the cursor of the next page, and the position of the last event included.
 */
export interface PageOf<T> {
  readonly rows: readonly T[]
  readonly total: number | undefined
  readonly isMore: boolean
  readonly next: string | undefined
  readonly position: string | undefined
}

/** An answer other than 2xx. `message` is `status: body`; `sentence` is the body alone, suitable for users. Status 0: no answer at all. */
export class ApiError extends Error {
  readonly status: number
  readonly sentence: string
  /** whether the sentence says more than the status */
  readonly says: boolean
  /**
   * the change may have been, or was, recorded, but the answer is missing: sending it again under the same key returns the answer without recording
   * it twice
   */
  readonly inDoubt: boolean
  constructor(status: number, sentence: string, says = sentence !== "", inDoubt = false) {
    super(`${status}: ${sentence}`)
    this.inDoubt = inDoubt
    this.name = "ApiError"
    this.status = status
    this.sentence = sentence
    this.says = says
  }
}

/**
 * Whether a read that has failed this many times is retried automatically: a server that is starting, or whose database is busy, answers 503 and
 * recovers in seconds. Any other failure is shown, and waits for the user.
 */
export const mayRetryRead = (failures: number, error: unknown) => failures < pauses.length && error instanceof ApiError && error.status === 503

/** What was to be sent is signed and kept on this device: a form closes, and no answer follows. */
export class KeptHere extends Error {
  /** by the rules that the device knows, the office will not record it */
  readonly isDoubtful: boolean
  constructor(sentence: string, isDoubtful: boolean) {
    super(sentence)
    this.isDoubtful = isDoubtful
  }
}

/** The sentence to show for anything thrown; `fallback` when it carries none. */
export const sentenceOf = (error: unknown, fallback = "Something went wrong. Please try again.") =>
  error instanceof ApiError && error.says ? error.sentence : fallback

let sessionEnded = () => {}

/** Sets the single listener for the end of the session on the server (401 outside sign-in). */
export const whenSessionEnds = (listener: () => void) => {
  sessionEnded = listener
}

/** Calls that listener, for code that notices the end of a session other than by a call. */
export const endSession = () => sessionEnded()

let askForProof = async () => false
let proving: Promise<boolean> | undefined
/** How often the person has confirmed their identity again; each time the session changes. */
let proofs = 0

/**
 * Sets the single listener that obtains a new proof of identity when a call is rejected for lack of one; it returns whether it succeeded. Returns a
 * function that removes the listener.
 */
export const whenProofIsAsked = (listener: () => Promise<boolean>) => {
  askForProof = listener
  return () => {
    askForProof = async () => false
  }
}

/** Calls rejected at the same time share one proof. */
const newProof = () => {
  proving ??= askForProof()
    .then((proven) => {
      if (proven) proofs++
      return proven
    })
    .finally(() => {
      proving = undefined
    })
  return proving
}

const stepUp = "/api/auth/step-up"
/** A confirmation of identity under way: it replaces the session, so that calls sent before it are answered 401. */
let confirming: Promise<unknown> | undefined

/** A key that makes a write safe to repeat. */
export const newKey = () => crypto.randomUUID()

/** The signed-in person and the company's name are always current. */
const ofToday = (path: string) => path.startsWith("/api/auth/") || path === "/api/company"

/** The address of a read, for links and downloads, at the instant that the page shows. */
export const href = (path: string, query?: Query) => addressOf(path, query, asOf === null || ofToday(path) ? {} : { asOf })

const unreachable = "The server cannot be reached. Check the connection and try again."

const onlyByPin = "This device was unlocked with a PIN. Sign in with your password for this."
/** What needs no session: the packets of a device, and the end of another person's session. */
const needsNoSession = /^\/api\/(field\/packets|auth\/logout)/

const unknown = "We do not know whether this was recorded. Send it again unchanged (it is recorded only once), or check the list first."

const unproven = "Cancelled: nothing was done."

/** Reads that are quick, and that screens make several of. */
const small =
  /^\/api\/(sites|notifications|alerts|stock\/(levels|alerts)|staff-feeding|meal-(sessions|attendance)|daily-meal-summaries|menus|staff-members|saved-views|hr\/(departments|attendance\/stats))\b/

interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}
let together: Array<{ readonly address: string; readonly answer: (of: Promise<Response> | Response) => void }> = []
const sendTogether = async () => {
  const reads = together
  together = []
  const of = new URLSearchParams(reads.map(({ address }) => ["of", address]))
  const whole = reads.length > 1 ? await fetch(`/api/reads?${of}`).catch(() => undefined) : undefined
  // a server that cannot answer them together is asked for each
  const answers = whole?.ok ? ((await whole.json().catch(() => [])) as ReadonlyArray<Answer>) : []
  reads.forEach(({ address, answer }, n) => answer(answers[n] ? new Response(answers[n].body, answers[n]) : fetch(address, { credentials: "same-origin" })))
}
/** The small reads that a page makes at the same time are one request: on a slow connection each request costs a round trip. */
const readTogether = (address: string) =>
  new Promise<Response>((answer) => {
    if (together.push({ address, answer }) === 1) setTimeout(() => void sendTogether())
    else if (together.length === 20) void sendTogether()
  })

const ask = async (path: string, query: Query | undefined, init: RequestInit): Promise<Response> => {
  const before = proofs
  if (isByPin() && !needsNoSession.test(path)) throw new ApiError(0, onlyByPin, true)
  const address = init.method ? path : href(path, query)
  const asked = !init.method && small.test(path) ? readTogether(address) : fetch(address, { credentials: "same-origin", ...init })
  if (path === stepUp) {
    confirming = asked.then(
      ({ ok }) => ok && proofs++,
      () => false,
    )
  }
  const answer = await asked.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause
    throw new ApiError(0, unreachable)
  })
  if (answer.ok) return answer
  if (answer.status === 403 && answer.headers.get("x-step-up") === "required") {
    if (proofs !== before || (await newProof())) return ask(path, query, init)
    throw new ApiError(403, unproven)
  }
  const ours = path.startsWith("/api/auth/")
  if (answer.status === 401 && !ours) {
    // it was sent with the session that a new proof has just replaced
    await confirming
    await proving?.catch(() => false)
    if (proofs !== before) return ask(path, query, init)
  }
  const body = (await answer.text().catch(() => "")).trim()
  const readable = answer.headers.get("content-type")?.startsWith("text/plain")
  if (answer.status === 401 && !ours) sessionEnded()
  const recorded = answer.headers.get("x-recorded")
  if (recorded === "unknown") throw new ApiError(answer.status, unknown, true, true)
  const said = readable && body !== ""
  throw new ApiError(answer.status, said ? body : answer.statusText || "The server could not answer", said, isInDoubt(recorded))
}

/** Asks again while the server cannot tell what became of a request; the key prevents it from being recorded twice. */
const askUntilKnown = async (path: string, init: RequestInit, again: readonly number[] = pauses): Promise<Response> => {
  try {
    return await ask(path, undefined, init)
  } catch (error) {
    const [pause, ...left] = again
    if (!(error instanceof ApiError && error.inDoubt) || pause === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, pause))
    return askUntilKnown(path, init, left).catch((later: unknown) => {
      // a later attempt's own failure does not answer for the first one
      throw later instanceof ApiError && (later.status >= 500 || later.status === 0) ? error : later
    })
  }
}

/** In the past nothing can be done: decisions such as `canSend` are read as false. */
const undoable = (name: string, value: unknown) => (value === true && /^can[A-Z]/.test(name) ? false : value)

const json = async <T>(answer: Response) => {
  const text = await answer.text()
  return (text === "" ? undefined : JSON.parse(text, inThePast ? undoable : undefined)) as T
}

/** Asks the server to open the instant that the page shows, which takes seconds if it was not open before. Throws `ApiError`. */
export const openInstant = async (signal: AbortSignal): Promise<Instant> => {
  const { headers } = await ask("/api/sites", undefined, { signal })
  return { position: Number(headers.get("x-as-of")), at: headers.get("x-as-of-at") ?? new Date().toISOString() }
}

/** No answer, or a proxy's answer while the server is down. */
const isAway = (error: unknown) => error instanceof ApiError && [0, 502, 504].includes(error.status)

const keptAnswers = () => import("./kept-answers.ts")
const keep = (path: string, address: string, answer: unknown, reader = readerNow()) =>
  void personKnown.then(keptAnswers).then(
    ({ keepAnswer }) => (reader === readerNow() ? keepAnswer({ path, address }, answer) : undefined),
    () => undefined,
  )
/** Caches the result of another call as the answer of a read. */
export const keepRead = (path: string, answer: unknown) => keep(path, path, answer)

/** Makes a request; if the server is unreachable, returns this browser's last cached answer. */
const orKept = async <T>(path: string, address: string, asked: () => Promise<T>): Promise<T> => {
  if (inThePast) return asked()
  const reader = readerNow()
  try {
    const answer = await asked()
    answerIs(address)
    keep(path, address, answer, reader)
    return answer
  } catch (error) {
    const kept = isAway(error)
      ? await keptAnswers()
          .then(({ keptAnswer }) => keptAnswer({ path, address }))
          .catch(() => undefined)
      : undefined
    if (!kept || reader !== readerNow()) throw error
    answerIs(address, kept.at)
    return kept.answer as T
  }
}

/** Reads one answer. Throws `ApiError`. */
export const read = async <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  orKept(path, href(path, query), async () => json(await ask(path, query, { headers: { accept: "application/json" }, signal: signal ?? null })))

/** Saves a file generated by the server; like every call it can require a new confirmation of identity. Throws `ApiError`. */
export const save = async (address: string): Promise<void> => {
  const answer = await ask(address, undefined, {})
  const [, name = "download"] = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "") ?? []
  saveFile(await answer.blob(), name)
}

/** Saves bytes as a file on the device of the user. */
export const saveFile = (bytes: Blob, name: string) => {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(bytes), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const cursorOf = (link: string | null) => {
  const target = link
    ?.split(",")
    .find((part) => part.includes('rel="next"'))
    ?.match(/<([^>]*)>/)?.[1]
  return target ? (new URL(target, location.origin).searchParams.get("cursor") ?? undefined) : undefined
}

/** Reads one page of a list with the facts in its headers. Throws `ApiError`. */
export const readPage = async <T>(path: string, query?: Query, signal?: AbortSignal): Promise<PageOf<T>> =>
  orKept(path, `page ${href(path, query)}`, async () => {
    const answer = await ask(path, query, { headers: { accept: "application/json" }, signal: signal ?? null })
    const total = answer.headers.get("x-total-count")
    return {
      rows: await json<T[]>(answer),
      total: total === null ? undefined : Number(total),
      isMore: answer.headers.has("x-total-more"),
      next: cursorOf(answer.headers.get("link")) ?? answer.headers.get("x-next-cursor") ?? undefined,
      position: answer.headers.get("x-position") ?? undefined,
    }
  })

/**
 * Sends one action. JSON is sent only if there is a body. If the same `key` is sent again, the server returns the first result instead of acting
 * twice. Throws `ApiError`.
 */
export const write = async <T>(method: Method, path: string, body?: unknown, options?: { key?: string; keepalive?: boolean }): Promise<T> => {
  if (inThePast && !ofToday(path)) throw new ApiError(400, "The past can only be read. Go back to now to change something.")
  return json(
    await askUntilKnown(path, {
      method,
      // also if the page is left meanwhile
      keepalive: options?.keepalive ?? false,
      headers: {
        accept: "application/json",
        "idempotency-key": options?.key ?? newKey(),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  )
}
