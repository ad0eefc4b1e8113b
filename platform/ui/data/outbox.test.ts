/** What is recorded in a browser that may be offline: kept on disk before it is confirmed, sent until the server has answered, and counted once. */
import { setImmediate } from "node:timers/promises"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { memoryBrowser } from "../../testing/memory-browser.ts"
import { ApiError } from "./api.ts"
import { makeEntries } from "./kept-entries.ts"
import { type Kept, makeOutbox } from "./outbox.ts"

interface Tap extends Kept {
  readonly mealSessionId: number
  readonly staffMemberId: number
  readonly name: string
}
const tap = (key: string): Tap => ({ key, mealSessionId: 7, staffMemberId: 1, name: "Achol Deng" })

let browser: ReturnType<typeof memoryBrowser>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  browser = memoryBrowser(async () => ({}))
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})
/** Until nothing is being written or read. */
const settled = async () => {
  await vi.advanceTimersByTimeAsync(0)
  for (let n = 0; n < 60; n++) await setImmediate()
}

/** A page of this browser that has just started, a server that answers on command, and the results reported for the taps. */
const page = (most = 3, keepsRefused = true) => {
  const { entriesOf, keepsUnsent } = makeEntries()
  const asked: Array<{ tap: Tap; answer: (answer: string) => void; fail: (status: number, sentence?: string) => void }> = []
  const said: Array<string> = []
  const send = (tap: Tap) =>
    new Promise<string>((answer, refuse) => {
      asked.push({ tap, answer, fail: (status, sentence = "") => refuse(new ApiError(status, sentence, true)) })
    })
  const taps = makeOutbox<string, Tap>({ place: "taps", entries: entriesOf, send, most, wait: 5000, keepsRefused })
  taps.hear((tap, outcome) =>
    said.push(`${tap.key} ${outcome.state === "recorded" ? outcome.answer : outcome.state === "refused" ? outcome.sentence : outcome.state}`),
  )
  const add = async (...keys: ReadonlyArray<string>) => {
    for (const key of keys) void taps.add(tap(key))
    await settled()
  }
  return { taps, add, asked, said, keepsUnsent, keys: () => taps.kept().map(({ key }) => key), sent: () => asked.map(({ tap: { key } }) => key) }
}

describe("taps", () => {
  // proves API-293
  test("a tap is stored before it is sent and kept until it is confirmed; until then it is known as unsent", async () => {
    const { add, asked, said, keys, keepsUnsent } = page()
    expect(await keepsUnsent()).toBe(false)
    await add("a")
    expect(keys()).toEqual(["a"])
    expect(asked).toHaveLength(1)
    expect(await keepsUnsent()).toBe(true)
    asked[0]!.answer("served")
    await settled()
    expect(keys()).toEqual([])
    expect(said).toEqual(["a sending", "a served"])
    expect(await keepsUnsent()).toBe(false)
  })

  test("a tap that a browser had kept when it was killed is sent after its next start, with the same key, in the same order", async () => {
    const before = page()
    await before.add("a", "b")
    await browser.kill()
    const after = page()
    void after.taps.drain()
    await settled()
    expect(after.sent()).toEqual(["a", "b"])
  })

  test("a tap that cannot be stored is not confirmed", async () => {
    const { taps, said } = page()
    // as a browser does whose disk is full
    const request = { error: new Error("The disk is full"), onerror: () => undefined }
    vi.stubGlobal("indexedDB", {
      open: () => {
        void setImmediate().then(() => request.onerror())
        return request
      },
    })
    await expect(taps.add(tap("a"))).rejects.toThrow("The disk is full")
    expect(said).toEqual([])
  })

  // proves API-293
  test("a tap without a response is sent again with the same key", async () => {
    const { add, asked, said, keys, sent } = page()
    await add("a")
    asked[0]!.fail(0, "The server cannot be reached")
    await settled()
    expect(keys()).toEqual(["a"])
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5000)
    await settled()
    expect(sent()).toEqual(["a", "a"])
    asked[1]!.answer("served")
    await settled()
    expect(said).toEqual(["a sending", "a waiting", "a sending", "a served"])
    expect(keys()).toEqual([])
  })

  test.each([401, 408, 429, 500, 503])("a response of %i loses nothing", async (status) => {
    const { taps, add, asked, keys } = page()
    await add("a")
    asked[0]!.fail(status)
    await settled()
    expect(keys()).toEqual(["a"])
    expect(taps.kept()[0]!.refused).toBeUndefined()
  })

  test("a refused tap is kept with its reason and sent again only manually", async () => {
    const { taps, add, asked, said } = page()
    await add("a")
    asked[0]!.fail(422, "This person left on 2026-11-01")
    await settled()
    expect(taps.kept()).toEqual([{ ...tap("a"), refused: "This person left on 2026-11-01" }])
    await vi.advanceTimersByTimeAsync(60_000)
    void taps.drain()
    await settled()
    expect(asked).toHaveLength(1)
    void taps.retry("a")
    await settled()
    expect(asked[1]!.tap).toEqual(tap("a"))
    asked[1]!.fail(422, "Still not")
    await settled()
    await taps.drop("a")
    expect(taps.kept()).toEqual([])
    expect(said.at(-1)).toBe("a Still not")
  })

  test("a refused tap that is shown at once is not kept", async () => {
    const { add, asked, said, keys } = page(1, false)
    await add("a")
    asked[0]!.fail(422, "There is no staff member with the number FO-1")
    await settled()
    expect([keys(), said.at(-1)]).toEqual([[], "a There is no staff member with the number FO-1"])
  })

  test("a backlog is sent a few taps at a time, each once", async () => {
    const { add, asked, keys, sent } = page()
    const all = ["a", "b", "c", "d", "e", "f"]
    await add(...all)
    expect(asked).toHaveLength(3)
    for (let n = 0; n < all.length; n++) {
      asked[n]!.answer("served")
      await settled()
    }
    expect(sent()).toEqual(all)
    expect(keys()).toEqual([])
  })

  test("taps that are sent in turn wait for an unanswered one before them", async () => {
    const { taps, add, asked, keys, sent } = page(1)
    await add("a", "b")
    expect(sent()).toEqual(["a"])
    asked[0]!.fail(0)
    await settled()
    void taps.drain()
    await settled()
    expect(sent()).toEqual(["a", "a"])
    asked[1]!.answer("ok")
    await settled()
    expect([sent(), keys()]).toEqual([["a", "a", "b"], ["b"]])
  })

  test("two windows of one browser never lose each other's taps, and each knows of both", async () => {
    const one = page()
    const other = page()
    await one.add("a")
    await other.add("b")
    expect([one.keys(), other.keys()]).toEqual([
      ["a", "b"],
      ["a", "b"],
    ])
    one.asked[0]!.answer("served")
    await settled()
    expect(one.keys()).toEqual(["b"])
    expect(other.keys()).toEqual(["b"])
  })

  test("taps of an older version of the app are moved from localStorage once; what is no list there is ignored", async () => {
    localStorage.setItem("unsent:taps", JSON.stringify([tap("a"), tap("b")]))
    for (const [n, text] of ["{", "null", '"a"', '[{"key":'].entries()) localStorage.setItem(`unsent:other ${n}`, text)
    const { taps, add, keys, sent } = page()
    await taps.keep(tap("c"))
    void taps.drain()
    await settled()
    expect([keys(), sent()]).toEqual([
      ["a", "b", "c"],
      ["a", "b", "c"],
    ])
    expect(Object.keys(localStorage)).toEqual([])
    await add("d")
    expect(keys()).toEqual(["a", "b", "c", "d"])
  })
})
