/** A client for other programs, with a personal token. It requires nothing but `fetch`. */
import type { Answer, Caller, Query, Reading, Reads } from "./calls.ts"
import { addressOf, isInDoubt, methodOf, pauses, placed } from "./placing.ts"

export type * from "./calls.ts"

export interface Connection {
  /** such as https://ops.example.com */
  readonly url: string
  /** a personal token */
  readonly token: string
  readonly fetch?: typeof fetch
}

/** A rejection or failure of the server. `message` is its sentence. Status 0: no answer at all. */
export class Rejection extends Error {
  readonly status: number
  /** identifies the request in the server's log */
  readonly requestId: string | undefined
  /** whether the change was written: sent again under the same key, it is answered and not written twice */
  readonly recorded: "yes" | "no" | "unknown"
  constructor(status: number, sentence: string, recorded: Rejection["recorded"], requestId?: string) {
    super(sentence)
    this.name = "Rejection"
    this.status = status
    this.recorded = recorded
    this.requestId = requestId
  }
}

type Row<List> = List extends ReadonlyArray<infer One> ? One : never

export interface Client<Calls> extends Caller<Calls> {
  /** The rows of a list, page after page. */
  readonly rows: <Name extends Reads<Calls>>(call: Name, ...asked: Reading<Calls[Name]>) => AsyncIterable<Row<Answer<Calls[Name]>>>
}

interface Asked {
  readonly query?: Query
  readonly body?: unknown
  readonly key?: string
  readonly signal?: AbortSignal
  readonly [part: string]: unknown
}

const longestPause = 60_000
const pauseOf = (answer: Response | undefined, usual: number) => Math.min(Number(answer?.headers.get("retry-after") ?? 0) * 1000 || usual, longestPause)
const wait = (pause: number) => new Promise((resolve) => setTimeout(resolve, pause))

/**
 * Connects to a server. Requests without an answer, or told to wait (429, 503), are sent again, changes under the same key, so that they are written
 * at most once. Every rejection is thrown as `Rejection`.
 */
export const connect = <Calls>({ url, token, fetch: send = fetch }: Connection): Client<Calls> => {
  const base = new URL(url).origin
  const once = async (call: string, { query, body, signal, ...parts }: Asked, key: string | undefined) => {
    const headers = {
      accept: "application/json, text/plain",
      authorization: `Bearer ${token}`,
      "x-ops-client": "1",
      ...(key !== undefined && { "idempotency-key": key }),
      ...(body !== undefined && { "content-type": "application/json" }),
    }
    const init = { method: methodOf(call), headers, redirect: "error", signal: signal ?? null, body: body === undefined ? null : JSON.stringify(body) } as const
    const answer = await send(base + addressOf(placed(call, parts), query), init)
    return { answer, text: await answer.text(), cause: undefined }
  }
  const ask = async (call: string, asked: Asked = {}): Promise<{ readonly answer: Response; readonly value: unknown }> => {
    const key = methodOf(call) === "GET" ? undefined : (asked.key ?? crypto.randomUUID())
    for (const pause of [...pauses, undefined]) {
      const { answer, text, cause } = await once(call, asked, key).catch((cause: unknown) => ({ answer: undefined, text: "", cause }))
      if (answer?.ok) return { answer, value: text === "" ? undefined : JSON.parse(text) }
      asked.signal?.throwIfAborted()
      if (pause !== undefined && (!answer || [429, 503].includes(answer.status) || isInDoubt(answer.headers.get("x-recorded")))) {
        await wait(pauseOf(answer, pause))
        continue
      }
      if (!answer) throw Object.assign(new Rejection(0, `${base} does not answer`, key === undefined ? "no" : "unknown"), { cause })
      const isSentence = answer.headers.get("content-type")?.startsWith("text/plain")
      const recorded = answer.headers.get("x-recorded")
      const sentence = isSentence && text !== "" ? text : `${base} answered with status ${answer.status}`
      throw new Rejection(
        answer.status,
        sentence,
        recorded === "yes" || recorded === "unknown" ? recorded : "no",
        answer.headers.get("x-request-id") ?? undefined,
      )
    }
    throw new Error("unreachable")
  }
  const client: unknown = {
    pathOf: placed,
    pathsOf: (...calls: ReadonlyArray<string>) => calls.map((call) => placed(call)),
    ask: async (call: string, asked?: Asked) => (await ask(call, asked)).value,
    send: async (call: string, asked?: Asked) => (await ask(call, asked)).value,
    rows: async function* (call: string, asked: Asked = {}) {
      let cursor: string | undefined
      do {
        const { answer, value } = await ask(call, { ...asked, query: { ...asked.query, cursor } })
        yield* value as ReadonlyArray<unknown>
        cursor = answer.headers.get("x-next-cursor") ?? undefined
      } while (cursor !== undefined)
    },
  }
  return client as Client<Calls>
}
