import { afterEach, expect, test, vi } from "vitest"
import { ApiError, sentenceOf, write } from "./api.ts"

afterEach(() => vi.unstubAllGlobals())

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
    "what the server says",
    new Response("Somebody was faster", { status: 409, headers: { "content-type": "text/plain" } }),
    "409: Somebody was faster",
    "Somebody was faster",
  ],
  [
    "a page of a server in between",
    new Response("<h1>Bad Gateway</h1>", { status: 502, statusText: "Bad Gateway", headers: { "content-type": "text/html" } }),
    "502: Bad Gateway",
    "Failed to send",
  ],
  [
    "nothing",
    new Response("", { status: 500, headers: { "content-type": "text/plain" }, statusText: "Internal Server Error" }),
    "500: Internal Server Error",
    "Failed to send",
  ],
])("what went wrong is the status and %s; a person is told the sentence of the server, else ours", async (_, answer, message, told) => {
  const error = await refused(answer)
  expect(error).toBeInstanceOf(ApiError)
  expect(error.message).toBe(message)
  expect(sentenceOf(error, "Failed to send")).toBe(told)
})
