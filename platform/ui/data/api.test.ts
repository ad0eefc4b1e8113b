import { afterEach, expect, test, vi } from "vitest"
import { ApiError, mayRetryRead, read, sentenceOf, whenSessionEnds, write } from "./api.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const refused = (answer: Response) => {
  vi.stubGlobal("fetch", () => Promise.resolve(answer))
  return write("POST", "/api/parcels", {}).then(
    () => expect.unreachable(),
    (error: unknown) => error as ApiError,
  )
}

// proves MSG-01
test.each([
  [
    "the server's sentence",
    new Response("Another person was faster", { status: 409, headers: { "content-type": "text/plain" } }),
    "409: Another person was faster",
    "Another person was faster",
  ],
  [
    "an error page of a proxy",
    new Response("<h1>Bad Gateway</h1>", { status: 502, statusText: "Bad Gateway", headers: { "content-type": "text/html" } }),
    "502: Bad Gateway",
    "Failed to send",
  ],
  [
    "an empty body",
    new Response("", { status: 500, headers: { "content-type": "text/plain" }, statusText: "Internal Server Error" }),
    "500: Internal Server Error",
    "Failed to send",
  ],
])("the error message is the status and %s; the user sees the server's sentence or else ours", async (_, answer, message, told) => {
  const error = await refused(answer)
  expect(error).toBeInstanceOf(ApiError)
  expect(error.message).toBe(message)
  expect(sentenceOf(error, "Failed to send")).toBe(told)
})

const lost = (recorded: string) => () =>
  new Response("The database is not reachable", { status: 503, headers: { "content-type": "text/plain", "x-recorded": recorded } })
const made = () => Response.json({ id: 7 }, { status: 201 })

/** Sends one action, to which the server gives these answers; returns the outcome and the keys used. */
const sent = async (...answers: ReadonlyArray<() => Response>) => {
  vi.useFakeTimers()
  const keys: Array<string> = []
  vi.stubGlobal("fetch", (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers["idempotency-key"]!)
    return Promise.resolve(answers[Math.min(keys.length, answers.length) - 1]!())
  })
  const answer = write("POST", "/api/parcels", { label: "Tools" }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { answer: await answer, keys }
}

test.each(["unknown", "yes"])("a lost answer (recorded: %s) is requested again with the same key, and the user sees the result", async (recorded) => {
  const { answer, keys } = await sent(lost(recorded), lost(recorded), made)
  expect(answer).toEqual({ id: 7 })
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test("the user is warned if it remains unknown whether a change was recorded, whatever a later attempt reports", async () => {
  const { answer, keys } = await sent(lost("unknown"), lost("no"))
  expect(sentenceOf(answer)).toMatch(/^We do not know whether this was recorded\. Send it again unchanged/)
  expect(keys).toHaveLength(2)
  expect(sentenceOf((await sent(lost("unknown"))).answer)).toMatch(/^We do not know/)
})

test("a change that was not recorded is not retried automatically", async () => {
  const { answer, keys } = await sent(lost("no"))
  expect(sentenceOf(answer)).toBe("The database is not reachable")
  expect(keys).toHaveLength(1)
})

test.each([
  ["a busy server, up to three times", 503, [true, true, true, false]],
  ["a failing server", 500, [false]],
  ["an unreachable server", 0, [false]],
  ["a refusal", 403, [false]],
] as const)("a read is retried automatically for %s", (_, status, again) => {
  expect(again.map((_, failures) => mayRetryRead(failures, new ApiError(status, "")))).toEqual(again)
})

test("a read sent with the session that a confirmation of identity has just replaced is sent again, and no session ends", async () => {
  const ended = vi.fn()
  whenSessionEnds(ended)
  let confirm = (_: Response) => {}
  let reads = 0
  vi.stubGlobal("fetch", (path: string) => {
    if (path === "/api/auth/step-up") return new Promise<Response>((answer) => (confirm = answer))
    return Promise.resolve(
      ++reads === 1 ? new Response("Sign in first", { status: 401, headers: { "content-type": "text/plain" } }) : Response.json([{ id: 7 }]),
    )
  })
  const confirmed = write("POST", "/api/auth/step-up", { password: "right" })
  const parcels = read("/api/parcels")
  await vi.waitFor(() => expect(reads).toBe(1))
  confirm(Response.json({ id: "4" }))
  await confirmed
  expect(await parcels).toEqual([{ id: 7 }])
  expect(ended).not.toHaveBeenCalled()
})
