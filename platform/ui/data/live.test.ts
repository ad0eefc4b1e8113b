/** The connection to the server's events: what it says of the state of synchronisation. */
import { QueryClient } from "@tanstack/react-query"
import { beforeEach, expect, test, vi } from "vitest"

/** A stream of events that the test opens and speaks through. */
class Stream {
  static readonly CLOSED = 2
  static all: Array<Stream> = []
  readyState = 0
  onopen = () => {}
  onerror = () => {}
  #onmessage = (_: { data: string }) => {}
  constructor() {
    Stream.all.push(this)
  }
  set onmessage(listen: (message: { data: string }) => void) {
    this.#onmessage = listen
  }
  close() {
    this.readyState = Stream.CLOSED
  }
  /** What the network still delivers reaches the page only while the stream is not closed. */
  opens() {
    if (this.readyState !== Stream.CLOSED) this.onopen()
  }
  delivers() {
    if (this.readyState !== Stream.CLOSED) this.#onmessage({ data: JSON.stringify({ position: 1, lists: [] }) })
  }
}

const listeners = new Map<string, () => void>()
let live: typeof import("./live.ts")
let stop = () => {}
beforeEach(async () => {
  Stream.all = []
  vi.useFakeTimers()
  vi.stubGlobal("EventSource", Stream)
  vi.stubGlobal("navigator", { onLine: true })
  vi.stubGlobal("addEventListener", (name: string, listener: () => void) => listeners.set(name, listener))
  vi.stubGlobal("removeEventListener", (name: string) => listeners.delete(name))
  live = await import("./live.ts")
  stop = live.startLive(new QueryClient())
  return () => {
    stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test("a device that lost its network stays offline, whatever the old connection still delivers", () => {
  const [old] = Stream.all
  old!.opens()
  expect(live.isOffline()).toBe(false)
  listeners.get("offline")!()
  old!.delivers()
  old!.opens()
  expect(live.isOffline()).toBe(true)
})

test("a device connects again once the network is back, or after some seconds", () => {
  for (const reconnect of [() => listeners.get("online")!(), () => vi.advanceTimersByTime(5_000)]) {
    listeners.get("offline")!()
    const before = Stream.all.length
    reconnect()
    expect(Stream.all).toHaveLength(before + 1)
    Stream.all.at(-1)!.opens()
    expect(live.isOffline()).toBe(false)
  }
})
