import { createServer } from "node:net"
import * as Effect from "effect/Effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { failureOf, printFailure } from "./errors.ts"
import { Exit } from "./exit-codes.ts"
import { recordingTerminal } from "./testing/recording-terminal.ts"

class PeriodClosed extends Schema.TaggedError<PeriodClosed>()("PeriodClosed", { message: Schema.String, requestId: Schema.String }, { httpApiStatus: 409 }) {}

/** A local address without a listener. */
const nowhere = async () => {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return `http://127.0.0.1:${port}/`
}

const thrownBy = async (run: () => Promise<unknown>) => {
  try {
    await run()
  } catch (error) {
    return error
  }
  throw new Error("nothing was thrown")
}

describe("failureOf", () => {
  it("keeps an Exit as it is", () => {
    expect(failureOf(new Exit("difference", "Event 7 was changed."))).toMatchObject({
      code: 8,
      sentence: "Event 7 was changed.",
    })
  })

  it("uses the status that a contract declares for its error", async () => {
    const error = await thrownBy(() => Effect.runPromise(new PeriodClosed({ message: "October is closed.", requestId: "r-7" })))
    expect(failureOf(error)).toMatchObject({ code: 5, sentence: "October is closed.", requestId: "r-7" })
  })

  it("uses the status and sentence of an answer", () => {
    expect(failureOf({ status: 401, sentence: "Sign in first.", message: "401: Sign in first." })).toMatchObject({
      code: 4,
      sentence: "Sign in first.",
      next: "ops login",
    })
    expect(failureOf({ status: 403, detail: "Not your site." })).toMatchObject({
      code: 4,
      sentence: "Not your site.",
      next: undefined,
    })
    expect(failureOf({ response: { status: 503, headers: { "x-request-id": "r-8" } }, message: "down" })).toMatchObject({ code: 6, requestId: "r-8" })
  })

  it("recognises an unreachable server, through fetch and through Effect's client", async () => {
    const address = await nowhere()
    for (const run of [() => fetch(address), () => Effect.runPromise(HttpClient.get(address).pipe(Effect.provide(FetchHttpClient.layer)))])
      expect(failureOf(await thrownBy(run))).toMatchObject({
        code: 6,
        sentence: "The server cannot be reached.",
        why: expect.stringContaining("ECONNREFUSED"),
      })
  })

  it.each([
    [new TypeError("x is not a function"), "x is not a function"],
    ["text", "text"],
    [undefined, "undefined"],
    [{}, "Something went wrong."],
  ])("treats anything else as a failure: %o", (error, sentence) => {
    expect(failureOf(error)).toMatchObject({ code: 1, sentence })
  })

  it("terminates for circular causes", () => {
    const error = new Error("round")
    error.cause = error
    expect(failureOf(error).sentence).toBe("round")
  })
})

describe("printFailure", () => {
  const exit = new Exit("refused", "The period 2026-10 is closed.", {
    why: "Mary closed it.\u001b[2J",
    next: "ops period reopen 2026-10",
    requestId: "r-9",
    cause: new Error("deep"),
  })

  it("prints what, why, what to do, code and request on stderr, and nothing on stdout", () => {
    const terminal = recordingTerminal()
    expect(printFailure(exit, {}, terminal)).toBe(5)
    expect(terminal.err()).toBe(
      "Error: The period 2026-10 is closed.\n" +
        "Why:   Mary closed it.␛[2J\n" +
        "Next:  ops period reopen 2026-10\n" +
        "Code 5: refused by a rule (a closed period, a limit, a conflict). Request r-9\n",
    )
    expect(terminal.out()).toBe("")
  })

  it("adds the stack traces of all causes for --debug", () => {
    const terminal = recordingTerminal()
    printFailure(exit, { debug: true }, terminal)
    expect(terminal.err()).toMatch(/Request r-9\n.*closed.*\n +at [^]*Caused by Error: deep\n +at /)
  })
})
