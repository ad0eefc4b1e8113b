import { expect, test, vi } from "vitest"
import type { DeclaredCall } from "./calls.ts"
import { connect } from "./client.ts"

interface Calls {
  "GET /api/items": DeclaredCall<"GET", "/api/items", { q?: string }, never, ReadonlyArray<{ id: number }>>
  "POST /api/items": DeclaredCall<"POST", "/api/items", {}, { name: string }, { id: number }>
}
const at = (...answers: ReadonlyArray<Response | Error>) => {
  const left = [...answers]
  const send = vi.fn((_: string | URL | Request, __?: RequestInit) => {
    const next = left.shift()!
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
  })
  return { send, client: connect<Calls>({ url: "https://ops.example.com/", token: "secret", fetch: send }) }
}
const text = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { "content-type": "text/plain", ...headers } })

test("a change without an answer is sent again under the same key, and a redirect is not followed with the token", async () => {
  vi.useFakeTimers()
  const { client, send } = at(new TypeError("fetch failed"), text(503, "Busy", { "retry-after": "2" }), Response.json({ id: 7 }, { status: 201 }))
  const answer = client.send("POST /api/items", { body: { name: "Rope" } })
  await vi.runAllTimersAsync()
  expect(await answer).toEqual({ id: 7 })
  vi.useRealTimers()
  const keys = send.mock.calls.map(([, init]) => new Headers(init?.headers).get("idempotency-key"))
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(send.mock.calls[0]![1]).toMatchObject({ redirect: "error", method: "POST", body: '{"name":"Rope"}' })
})

test("a refusal has the sentence, its status, and whether something was written", async () => {
  const { client, send } = at(text(422, "Stock is too low", { "x-request-id": "r1" }))
  await expect(client.send("POST /api/items", { body: { name: "Rope" } })).rejects.toMatchObject({
    message: "Stock is too low",
    status: 422,
    recorded: "no",
    requestId: "r1",
  })
  expect(send).toHaveBeenCalledTimes(1)
})

test("rows come page after page until there is no next cursor", async () => {
  const { client, send } = at(Response.json([{ id: 1 }], { headers: { "x-next-cursor": "a b" } }), Response.json([{ id: 2 }]))
  const ids: Array<number> = []
  for await (const { id } of client.rows("GET /api/items", { query: { q: "rope" } })) ids.push(id)
  expect(ids).toEqual([1, 2])
  expect(send.mock.calls.map(([address]) => address)).toEqual([
    "https://ops.example.com/api/items?q=rope",
    "https://ops.example.com/api/items?q=rope&cursor=a+b",
  ])
})
