import { ApiError } from "./api.ts"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { type Kept, makeOutbox } from "./outbox.ts"

interface Tap extends Kept {
  readonly mealSessionId: number
  readonly staffMemberId: number
  readonly name: string
}

/** A browser's storage, a server that answers on command, and the results reported for the taps. */
const kiosk = (kept = new Map<string, string>()) => {
  const asked: Array<{ tap: Tap; answer: (answer: string) => void; fail: (error: unknown) => void }> = []
  const said: Array<string> = []
  const storage = { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => void kept.set(name, text) }
  const send = (tap: Tap) => new Promise<string>((answer, fail) => asked.push({ tap, answer, fail }))
  const taps = makeOutbox<string, Tap>({ place: "taps", storage, send, most: 3, wait: 5000, keepsRefused: true })
  taps.hear((tap, outcome) =>
    said.push(`${tap.key} ${outcome.state === "recorded" ? outcome.answer : outcome.state === "refused" ? outcome.sentence : outcome.state}`),
  )
  return { taps, asked, said, kept, keys: () => taps.kept().map(({ key }) => key) }
}
const tap = (key: string): Tap => ({ key, mealSessionId: 7, staffMemberId: 1, name: "Achol Deng" })
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

describe("taps", () => {
  // proves API-293
  test("a tap is stored before it is sent and kept until it is confirmed", async () => {
    const { taps, asked, said, keys } = kiosk()
    void taps.add(tap("a"))
    expect(keys()).toEqual(["a"])
    expect(asked).toHaveLength(1)
    asked[0]!.answer("served")
    await settled()
    expect(keys()).toEqual([])
    expect(said).toEqual(["a sending", "a served"])
  })

  // proves API-293
  test("a tap without a response is sent again with the same key", async () => {
    const { taps, asked, said, keys } = kiosk()
    void taps.add(tap("a"))
    asked[0]!.fail(new ApiError(0, "The server cannot be reached"))
    await settled()
    expect(keys()).toEqual(["a"])
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked.map(({ tap: { key } }) => key)).toEqual(["a", "a"])
    asked[1]!.answer("served")
    await settled()
    expect(said).toEqual(["a sending", "a waiting", "a sending", "a served"])
    expect(keys()).toEqual([])
  })

  test.each([401, 408, 429, 500, 503])("a response of %i loses nothing", async (status) => {
    const { taps, asked, keys } = kiosk()
    void taps.add(tap("a"))
    asked[0]!.fail(new ApiError(status, ""))
    await settled()
    expect(keys()).toEqual(["a"])
    expect(taps.kept()[0]!.refused).toBeUndefined()
  })

  test("a refused tap is kept with its reason and sent again only manually", async () => {
    const { taps, asked, said } = kiosk()
    void taps.add(tap("a"))
    asked[0]!.fail(new ApiError(422, "This person left on 2026-11-01"))
    await settled()
    expect(taps.kept()).toEqual([{ ...tap("a"), refused: "This person left on 2026-11-01" }])
    await vi.advanceTimersByTimeAsync(60_000)
    void taps.drain()
    expect(asked).toHaveLength(1)
    void taps.retry("a")
    expect(asked[1]!.tap).toEqual(tap("a"))
    asked[1]!.fail(new ApiError(422, "Still not"))
    await settled()
    taps.drop("a")
    expect(taps.kept()).toEqual([])
    expect(said.at(-1)).toBe("a Still not")
  })

  test("after a reload, unsent taps are sent in their order with their keys", () => {
    const before = kiosk()
    for (const key of ["a", "b"]) void before.taps.add(tap(key))
    const after = kiosk(before.kept)
    void after.taps.drain()
    expect(after.asked.map(({ tap: { key } }) => key)).toEqual(["a", "b"])
  })

  test.each(["{", "null", '"a"'])("stored data that is not a list of taps, such as %s, is ignored", (text) => {
    const { taps, keys, asked } = kiosk(new Map([["taps", text]]))
    expect(keys()).toEqual([])
    void taps.add(tap("a"))
    expect(asked).toHaveLength(1)
    expect(keys()).toEqual(["a"])
  })

  test("a backlog is sent a few taps at a time, each once", async () => {
    const { taps, asked, keys } = kiosk()
    const all = ["a", "b", "c", "d", "e", "f"]
    for (const key of all) void taps.add(tap(key))
    expect(asked).toHaveLength(3)
    for (let sent = 0; sent < all.length; sent++) {
      asked[sent]!.answer("served")
      await settled()
    }
    expect(asked.map(({ tap: { key } }) => key)).toEqual(all)
    expect(keys()).toEqual([])
  })

  test("two windows of one browser never lose each other's taps", async () => {
    const one = kiosk()
    const other = kiosk(one.kept)
    void one.taps.add(tap("a"))
    void other.taps.add(tap("b"))
    one.asked[0]!.answer("served")
    await settled()
    expect(one.keys()).toEqual(["b"])
    expect(other.keys()).toEqual(["b"])
  })
})
