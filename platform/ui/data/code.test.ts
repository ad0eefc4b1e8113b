/** Code that is loaded when it is first used: what is requested without a connection, and what is not. */
import { beforeEach, expect, test, vi } from "vitest"

const screen = { default: () => null }
/** A page that is online or not, without a service worker. */
const page = { onLine: true }
const listeners = new Map<string, () => void>()
/** Loads code, and counts how often it was requested. */
const source = () => vi.fn(async () => (page.onLine ? screen : Promise.reject(new TypeError("Failed to fetch dynamically imported module"))))

let code: typeof import("./code.ts")
const report = vi.fn<() => void>()
beforeEach(async () => {
  page.onLine = true
  listeners.clear()
  vi.useFakeTimers()
  vi.stubGlobal("navigator", page)
  vi.stubGlobal("addEventListener", (name: string, listener: () => void) => listeners.set(name, listener))
  vi.stubGlobal("removeEventListener", (name: string) => listeners.delete(name))
  vi.stubGlobal("fetch", async () => (page.onLine ? { ok: true } : Promise.reject(new TypeError("Failed to fetch"))))
  report.mockClear()
  code = await import("./code.ts")
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})
const connect = () => {
  page.onLine = true
  listeners.get("online")?.()
}

test("code is not requested without a connection, and loads when the connection returns", async () => {
  page.onLine = false
  const load = source()
  const loading = code.requestCode(load, report)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(load).not.toHaveBeenCalled()
  connect()
  expect(await loading).toBe(screen)
  expect(load).toHaveBeenCalledOnce()
  expect(report).toHaveBeenCalledOnce()
})

test("code that was loaded ahead opens without a connection, also where more is loaded with it", async () => {
  const ahead = vi.fn(async () => screen)
  code.preload(ahead)
  await vi.advanceTimersByTimeAsync(0)
  page.onLine = false
  expect(await code.requestCode(ahead, report)).toBe(screen)
  expect(await code.requestCode(async () => (await ahead()).default, report, ahead)).toBe(screen.default)
})

test("code is not loaded ahead without a connection: a browser would not request it again", async () => {
  page.onLine = false
  const load = source()
  code.preload(load)
  await vi.advanceTimersByTimeAsync(0)
  expect(load).not.toHaveBeenCalled()
})

test("a service worker is asked for code also without a connection", async () => {
  vi.stubGlobal("navigator", { onLine: false, serviceWorker: { controller: {} } })
  const load = vi.fn(async () => screen)
  expect(await code.requestCode(load, report)).toBe(screen)
})

test("code that the server no longer has is requested twice, and then reported as gone", async () => {
  const load = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch dynamically imported module")))
  await expect(code.requestCode(load, report)).rejects.toThrow(code.CodeGone)
  expect(load).toHaveBeenCalledTimes(2)
})
